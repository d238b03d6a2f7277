//! The texts from which partners are built.

use crate::shared::exchange::stride;
use crate::shared::layout::MARK;
use crate::shared::{Layout, Port};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

impl Layout {
    /// A C header (C11) with a structure for each direction, the neutral inputs, and the functions to attach, write and read. A direction without
    /// numbers has no structure and no function, since a structure of C has members.
    pub fn c_header(&self) -> String {
        let member = |port: &Port| format!("    double {}; /* [{}] */\n", port.name, port.unit);
        let neutral = |port: &Port| format!("        {:?}, /* {} */\n", port.neutral, port.name);
        let mut template = String::from(include_str!("partner.h.txt"));
        for (mark, ports) in [("inputs", self.inputs()), ("outputs", self.outputs())] {
            template = with_blocks(&template, mark, !ports.is_empty());
        }
        self.filled(&template, member, neutral)
    }

    /// A Python module with a `ctypes` structure for each direction, which numpy can view, too, and a class to attach, write and
    /// read. Its inputs begin with their neutral values. It relies on the memory ordering of x86-64.
    pub fn python(&self) -> String {
        let member = |port: &Port| format!("        (\"{}\", ctypes.c_double),  # [{}]\n", port.name, port.unit);
        let neutral = |port: &Port| format!("    {:?},  # {}\n", port.neutral, port.name);
        self.filled(include_str!("partner.py.txt"), member, neutral)
    }

    /// The layout as JSON: names, units, neutral values, offsets in bytes within a slot, positions of channels and slots in words,
    /// and the hash.
    pub fn json(&self) -> String {
        let direction = |ports: &[Port], at: usize| {
            let rows: Vec<String> = ports
                .iter()
                .enumerate()
                .map(|(place, port)| {
                    let Port { name, unit, neutral } = port;
                    let offset = 8 * (place + 1);
                    format!("      {{\"name\": \"{name}\", \"unit\": \"{unit}\", \"neutral\": {neutral:?}, \"offset\": {offset}}}")
                })
                .collect();
            let rows = rows.join(",\n");
            let (slot, stride) = (at + 8, stride(ports.len()));
            format!(
                "{{\n    \"at\": {at}, \"first_slot\": {slot}, \"slots\": 4, \"stride\": {stride},\n    \"numbers\": [\n{rows}\n    ]\n  }}"
            )
        };
        format!(
            "{{\n  \"name\": \"{}\",\n  \"hash\": \"{:#018x}\",\n  \"mark\": \"{MARK:#018x}\",\n  \"words\": {},\n  \"inputs\": {},\n  \"outputs\": {}\n}}\n",
            self.name(),
            self.hash(),
            self.words(),
            direction(self.inputs(), self.inputs_at()),
            direction(self.outputs(), self.outputs_at()),
        )
    }

    /// A template with its placeholders filled.
    fn filled(&self, template: &str, member: impl Fn(&Port) -> String, neutral: impl Fn(&Port) -> String) -> String {
        let members = |ports: &[Port]| ports.iter().map(&member).collect::<String>();
        let number = |count: usize| count.to_string();
        let places = [
            ("@NAME@", self.name().to_ascii_uppercase()),
            ("@name@", self.name().to_string()),
            ("@mark@", format!("{MARK:#018x}")),
            ("@hash@", format!("{:#018x}", self.hash())),
            ("@words@", number(self.words())),
            ("@inputs_at@", number(self.inputs_at())),
            ("@inputs@", number(self.inputs().len())),
            ("@inputs_stride@", number(stride(self.inputs().len()))),
            ("@input_members@", members(self.inputs())),
            ("@neutral_members@", self.inputs().iter().map(neutral).collect()),
            ("@outputs_at@", number(self.outputs_at())),
            ("@outputs@", number(self.outputs().len())),
            ("@outputs_stride@", number(stride(self.outputs().len()))),
            ("@output_members@", members(self.outputs())),
        ];
        let fill = |text: String, (place, by): &(&str, String)| text.replace(place, by);
        places.iter().fold(template.to_string(), fill)
    }
}

/// A template in which the blocks from `@if NAME@` to `@end NAME@` are kept or left out.
fn with_blocks(template: &str, name: &str, is_kept: bool) -> String {
    let (begin, end) = (format!("@if {name}@"), format!("@end {name}@"));
    let mut is_inside = false;
    let mut text = String::new();
    for line in template.lines() {
        if line == begin || line == end {
            is_inside = line == begin;
        } else if is_kept || !is_inside {
            text += line;
            text.push('\n');
        }
    }
    text
}
