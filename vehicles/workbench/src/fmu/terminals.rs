//! `terminalsAndIcons.xml` of FMI 3.0, section 2.4.9: variables that are connected together.

use super::Arrays;
use super::description::{element, empty};
use crate::outside::{Car, Kind};
use quick_xml::Writer;
use std::collections::BTreeMap;
use std::io;

/// Path in the archive.
pub(super) const PATH: &str = "terminalsAndIcons/terminalsAndIcons.xml";

/// A terminal for each wheel, road and marker with a port, and a terminal for the driver: all variables whose names
/// begin with the names of its inputs. `None` if there are no inputs.
///
/// # Errors
/// None that a memory without limits has.
pub(super) fn terminals(car: &Car, arrays: &Arrays) -> io::Result<Option<Vec<u8>>> {
    let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for own in car.table().iter() {
        if let Kind::Input(input) = own.kind
            && let Some(part) = own
                .name
                .strip_suffix(input.member())
                .and_then(|part| part.strip_suffix('.'))
        {
            let _ = parts.entry(part).or_default();
        }
    }
    let told = car.table().iter().enumerate();
    for (place, own) in told.filter(|(_, own)| matches!(own.kind, Kind::Input(_) | Kind::Output(_))) {
        let Some(name) = arrays.name(car.table(), place) else {
            continue;
        };
        let of = |part: &&str| {
            own.name
                .strip_prefix(*part)
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some()
        };
        // If the name of one part begins with the name of another, the longer name counts.
        let part = parts.keys().copied().filter(of).max_by_key(|part| part.len());
        part.and_then(|part| parts.get_mut(part))
            .into_iter()
            .for_each(|members| members.push(name));
    }
    if parts.is_empty() {
        return Ok(None);
    }
    let mut text = br#"<?xml version="1.0" encoding="UTF-8"?>"#.to_vec();
    text.push(b'\n');
    let mut writer = Writer::new_with_indent(text, b' ', 2);
    let root = element(&mut writer, "fmiTerminalsAndIcons", &[("fmiVersion", "3.0".to_owned())]);
    root.write_inner_content(|writer| {
        let terminals = writer.create_element("Terminals");
        terminals.write_inner_content(|writer| {
            parts
                .iter()
                .try_for_each(|(part, members)| terminal(writer, part, members))
        })?;
        Ok(())
    })?;
    let mut text = writer.into_inner();
    text.push(b'\n');
    Ok(Some(text))
}

fn terminal(writer: &mut Writer<Vec<u8>>, part: &str, members: &[&str]) -> io::Result<()> {
    let attributes = [("name", part.to_owned()), ("matchingRule", "bus".to_owned())];
    element(writer, "Terminal", &attributes).write_inner_content(|writer| {
        members.iter().try_for_each(|name| {
            let member = name.get(part.len() + 1..).unwrap_or_default().to_owned();
            let attributes = vec![
                ("variableKind", "signal".to_owned()),
                ("memberName", member),
                ("variableName", (*name).to_owned()),
            ];
            empty(writer, ("TerminalMemberVariable", attributes))
        })
    })?;
    Ok(())
}
