//! The text before the data.

use super::border::{Border, Borders, Mode};
use super::data::Format;
use super::mistake::{Read, mistake, number};
use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

/// Numbers by keyword, with their lines.
pub type Numbers = BTreeMap<String, (usize, f64)>;

/// A column of the data.
#[derive(Clone, Copy, PartialEq)]
pub enum Channel {
    Heading,
    Slope,
    Banking,
    /// A long section with its number, from 1.
    Numbered(usize),
    /// A long section with its lateral position [m].
    At(f64),
}

/// The text before the data.
#[derive(Default)]
pub struct Header {
    /// Numbers of `$ROAD_CRG`.
    road: Numbers,
    /// Numbers of `$ROAD_CRG_OPTS`; `None` if the file does not have this section.
    pub options: Option<Numbers>,
    /// Numbers of `$ROAD_CRG_MODS`; `None` if the file does not have this section.
    pub modifiers: Option<Numbers>,
    /// Name of the file with the rest, and its line.
    pub reference: Option<(usize, String)>,
    sections: Vec<String>,
    pub format: Option<Format>,
    pub channels: Vec<Channel>,
    /// Line of the channels' section.
    pub definition: usize,
}

/// Longest line of the header; the text beyond does not count.
const LINE: usize = 72;

/// Keywords of `$ROAD_CRG` that are read: `REFERENCE_LINE_` is left out.
const ROAD: &[&str] = &[
    "START_U",
    "END_U",
    "INCREMENT",
    "START_S",
    "END_S",
    "START_B",
    "END_B",
    "START_X",
    "START_Y",
    "END_X",
    "END_Y",
    "START_PHI",
    "END_PHI",
    "START_Z",
    "END_Z",
    "OFFSET_X",
    "OFFSET_Y",
    "OFFSET_PHI",
    "OFFSET_Z",
    "START_LON",
    "START_LAT",
    "START_ALT",
    "END_LON",
    "END_LAT",
    "END_ALT",
];

/// Keywords of `$ROAD_CRG` for even lateral positions.
const SECTIONS: &[&str] = &[
    "LONG_SECTION_V_RIGHT",
    "LONG_SECTION_V_LEFT",
    "LONG_SECTION_V_INCREMENT",
];

/// Options that are used.
const OPTIONS: &[&str] = &[
    "BORDER_MODE_U",
    "BORDER_MODE_V",
    "BORDER_OFFSET_U",
    "BORDER_OFFSET_V",
    "BORDER_SMOOTH_UBEG",
    "BORDER_SMOOTH_UEND",
    "REFLINE_CONTINUATION",
];

/// Modifiers that are used.
const MODIFIERS: &[&str] = &[
    "SCALE_Z_GRID",
    "SCALE_SLOPE",
    "SCALE_BANKING",
    "SCALE_LENGTH",
    "SCALE_WIDTH",
    "SCALE_CURVATURE",
    "GRID_NAN_MODE",
    "GRID_NAN_OFFSET",
    "REFLINE_ROTCENTER_X",
    "REFLINE_ROTCENTER_Y",
    "REFLINE_OFFSET_PHI",
    "REFLINE_OFFSET_X",
    "REFLINE_OFFSET_Y",
    "REFLINE_OFFSET_Z",
    "REFPOINT_U_FRACTION",
    "REFPOINT_U_OFFSET",
    "REFPOINT_U",
    "REFPOINT_V_FRACTION",
    "REFPOINT_V_OFFSET",
    "REFPOINT_V",
    "REFPOINT_X",
    "REFPOINT_Y",
    "REFPOINT_Z",
    "REFPOINT_PHI",
];

/// Increment along the line, and between numbered long sections, if a file gives no increment [m].
const FINE: f64 = 0.01;

/// Begins of options that change no height.
const HARMLESS: &[&str] = &["WARN_", "CHECK_", "LOG_", "REFLINE_SEARCH_"];

/// Reads the header; returns the data and the line where they begin.
pub fn header(file: &[u8]) -> Read<(Header, &[u8], usize)> {
    let mut header = Header::default();
    let mut section = None;
    let (mut rest, mut line) = (file, 0);
    while !rest.is_empty() {
        line += 1;
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let bytes = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        if bytes.starts_with(b"$$") {
            return Ok((header, rest, line + 1));
        }
        header.line(line, bytes, &mut section)?;
    }
    match header.reference {
        // The data are in the other file.
        Some(_) => Ok((header, rest, line)),
        None => mistake(line, "`$$` is missing, which ends the header"),
    }
}

impl Header {
    fn line(&mut self, line: usize, bytes: &[u8], section: &mut Option<String>) -> Read<()> {
        let bytes = &bytes[..bytes.len().min(LINE)];
        if let Some(keyword) = bytes.strip_prefix(b"$") {
            *section = self.section(line, keyword)?;
            return Ok(());
        }
        if bytes.starts_with(b"*") {
            return Ok(());
        }
        // Free text, in any character set.
        if let Some("CT" | "ROAD_CRG_MPRO") = section.as_deref() {
            return Ok(());
        }
        let text = bytes.split(|byte| *byte == b'!').next().unwrap_or_default();
        let Ok(text) = core::str::from_utf8(text) else {
            return mistake(line, "characters beyond ASCII are allowed in comments only");
        };
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        match section.as_deref() {
            Some("ROAD_CRG") => self.road(line, text),
            Some("ROAD_CRG_OPTS") => take(
                line,
                text,
                OPTIONS,
                "$ROAD_CRG_OPTS",
                self.options.get_or_insert_default(),
            ),
            Some("ROAD_CRG_MODS") => take(
                line,
                text,
                MODIFIERS,
                "$ROAD_CRG_MODS",
                self.modifiers.get_or_insert_default(),
            ),
            Some("KD_DEFINITION") => self.definition(line, text),
            Some("ROAD_CRG_FILE") => self.reference(line, text),
            _ => mistake(line, format!("`{text}` is in no section")),
        }
    }

    /// The section that a line begins; `None` if the line ends a section.
    fn section(&mut self, line: usize, keyword: &[u8]) -> Read<Option<String>> {
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let keyword: String = keyword
            .iter()
            .take_while(|byte| is_letter(byte))
            .map(|byte| char::from(*byte))
            .collect();
        let keyword = keyword.to_ascii_uppercase();
        match keyword.as_str() {
            "" => return Ok(None),
            "KD_DEFINITION" => self.definition = line,
            "CT" | "ROAD_CRG" | "ROAD_CRG_OPTS" | "ROAD_CRG_MODS" | "ROAD_CRG_FILE" | "ROAD_CRG_MPRO" => {}
            _ => return mistake(line, format!("section ${keyword} is not known")),
        }
        if self.sections.contains(&keyword) {
            return mistake(line, format!("section ${keyword} is there twice"));
        }
        match keyword.as_str() {
            "ROAD_CRG_OPTS" => self.options = Some(Numbers::new()),
            "ROAD_CRG_MODS" => self.modifiers = Some(Numbers::new()),
            _ => {}
        }
        self.sections.push(keyword.clone());
        Ok(Some(keyword))
    }

    fn road(&mut self, line: usize, text: &str) -> Read<()> {
        let (keyword, number) = pair(line, text)?;
        let short = keyword.strip_prefix("REFERENCE_LINE_");
        let short = short.filter(|short| ROAD.contains(short));
        let Some(short) = short.or(SECTIONS.contains(&keyword.as_str()).then_some(keyword.as_str())) else {
            return mistake(line, format!("{keyword} is not known in $ROAD_CRG"));
        };
        match self.road.insert(short.to_owned(), (line, number)) {
            Some(_) => mistake(line, format!("{keyword} is there twice")),
            None => Ok(()),
        }
    }

    /// A name may stand on several lines.
    fn reference(&mut self, line: usize, text: &str) -> Read<()> {
        if text.starts_with('$') {
            return mistake(
                line,
                format!("$ROAD_CRG_FILE: `{text}`: variables of the environment are not replaced"),
            );
        }
        let (_, name) = self.reference.get_or_insert((line, String::new()));
        name.push_str(text);
        Ok(())
    }

    fn definition(&mut self, line: usize, text: &str) -> Read<()> {
        let Some((kind, rest)) = text.split_once(':') else {
            return mistake(
                line,
                format!("$KD_DEFINITION: `{text}` should begin with `#:`, `D:` or `U:`"),
            );
        };
        let rest = rest.trim().to_ascii_lowercase();
        match kind.trim_end() {
            "#" => self.format(line, &rest),
            "D" | "d" => {
                self.channels.push(channel(line, &rest)?);
                Ok(())
            }
            // A channel for viewers alone. Samples of ASAM have another increment there than `REFERENCE_LINE_INCREMENT`.
            "U" | "u" => Ok(()),
            _ => mistake(line, format!("$KD_DEFINITION: `{kind}:` is not known")),
        }
    }

    fn format(&mut self, line: usize, name: &str) -> Read<()> {
        let Some(format) = Format::by_name(name) else {
            return mistake(
                line,
                format!("#:{name} is not one of LRFI, LDFI, KRFI, KDFI, LRBI, LDBI, KRBI, KDBI"),
            );
        };
        match self.format.replace(format) {
            Some(_) => mistake(line, "the format of the data is there twice"),
            None => Ok(()),
        }
    }

    pub fn given(&self, keyword: &str) -> Option<f64> {
        self.road.get(keyword).map(|(_, number)| *number)
    }

    /// A number whose default is zero.
    pub fn number(&self, keyword: &str) -> f64 {
        self.given(keyword).unwrap_or(0.0)
    }

    pub fn line_of(&self, keyword: &str) -> usize {
        self.road.get(keyword).map_or(0, |(line, _)| *line)
    }

    pub fn increment(&self) -> Read<f64> {
        match self.given("INCREMENT") {
            Some(increment) if increment > 0.0 => Ok(increment),
            Some(_) => mistake(self.line_of("INCREMENT"), "REFERENCE_LINE_INCREMENT must be above zero"),
            None => Ok(FINE),
        }
    }

    /// Long sections from right to left: their columns among the channels, and their lateral positions.
    pub fn lateral(&self) -> Read<Vec<(usize, f64)>> {
        let line = self.definition;
        for single in [Channel::Heading, Channel::Slope, Channel::Banking] {
            if self.channels.iter().filter(|channel| **channel == single).count() > 1 {
                return mistake(line, "$KD_DEFINITION: a channel of the reference line is there twice");
            }
        }
        let (mut numbered, mut placed) = (Vec::new(), Vec::new());
        for (column, channel) in self.channels.iter().enumerate() {
            match channel {
                Channel::Numbered(number) if *number == numbered.len() + 1 => numbered.push(column),
                Channel::Numbered(number) => return mistake(line, format!("long section {number} is out of turn")),
                Channel::At(v) => placed.push((column, *v)),
                _ => {}
            }
        }
        let mut lateral = match (numbered.len(), placed.len()) {
            (0, _) => placed,
            (count, 0) => numbered.into_iter().zip(self.even(count)?).collect(),
            _ => return mistake(line, "long sections by number and by position are mixed"),
        };
        if lateral.len() < 2 {
            return mistake(line, "$KD_DEFINITION: a road needs at least two long sections");
        }
        lateral.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        match lateral.windows(2).all(|pair| pair[0].1 < pair[1].1) {
            true => Ok(lateral),
            false => mistake(line, "$KD_DEFINITION: two long sections are at the same position"),
        }
    }

    /// Even positions for that many long sections.
    fn even(&self, count: usize) -> Read<Vec<f64>> {
        let gaps = (count.max(2) - 1) as f64;
        let [given, left] = [SECTIONS[0], SECTIONS[1]].map(|keyword| self.given(keyword));
        let step = match (self.given(SECTIONS[2]), given, left) {
            (Some(step), ..) => step,
            (None, Some(right), Some(left)) => (left - right) / gaps,
            (None, ..) => FINE,
        };
        if step <= 0.0 {
            return mistake(self.line_of(SECTIONS[2]), "LONG_SECTION_V_INCREMENT must be above zero");
        }
        let right = given.or(left.map(|left| left - gaps * step));
        let right = right.unwrap_or(-0.5 * gaps * step);
        if left.is_some_and(|left| (right + gaps * step - left).abs() > 1e-3 * step.abs()) {
            let line = self.line_of(SECTIONS[1]);
            return mistake(line, format!("LONG_SECTION_V_LEFT does not fit {count} long sections"));
        }
        Ok((0..count).map(|k| right + k as f64 * step).collect())
    }

    /// Checks the number of rows.
    pub fn rows(&self, found: usize, increment: f64) -> Read<usize> {
        let Some(end) = self.given("END_U") else {
            return match found {
                0 | 1 => mistake(0, "the data have less than two rows"),
                _ => Ok(found),
            };
        };
        let pieces = (end - self.number("START_U")) / increment;
        match found >= 2 && (pieces - (found as f64 - 1.0)).abs() < 1e-3 {
            true => Ok(found),
            false => {
                let line = self.line_of("END_U");
                mistake(
                    line,
                    format!("REFERENCE_LINE_END_U does not fit the {found} rows of the data"),
                )
            }
        }
    }

    /// Borders of the grid.
    pub fn borders(&self) -> Read<Borders> {
        let none = Numbers::new();
        let options = self.options.as_ref().unwrap_or(&none);
        let number = |keyword: &str| options.get(keyword).map_or(0.0, |(_, number)| *number);
        let border = |direction: char| {
            let keyword = format!("BORDER_MODE_{direction}");
            let mode = match options.get(&keyword) {
                None => Mode::Keep,
                Some((_, 0.0)) => Mode::None,
                Some((_, 1.0)) => Mode::Zero,
                Some((_, 2.0)) => Mode::Keep,
                Some((_, 3.0)) => Mode::Repeat,
                Some((_, 4.0)) => Mode::Reflect,
                Some((line, mode)) => {
                    return mistake(*line, format!("{keyword} is {mode}; it is one of 0, 1, 2, 3, 4"));
                }
            };
            let offset = number(&format!("BORDER_OFFSET_{direction}"));
            Ok(Border { mode, offset })
        };
        for keyword in ["BORDER_SMOOTH_UBEG", "BORDER_SMOOTH_UEND"] {
            if let Some((line, _)) = options.get(keyword).filter(|(_, length)| *length < 0.0) {
                return mistake(*line, format!("{keyword} must not be below zero"));
            }
        }
        if let Some((line, _)) = options
            .get("REFLINE_CONTINUATION")
            .filter(|(_, mode)| ![0.0, 1.0].contains(mode))
        {
            return mistake(*line, "REFLINE_CONTINUATION: it is 0 or 1");
        }
        Ok(Borders {
            along: border('U')?,
            across: border('V')?,
            smooth: ["BORDER_SMOOTH_UBEG", "BORDER_SMOOTH_UEND"].map(number),
        })
    }
}

/// `KEYWORD = number`.
fn pair(line: usize, text: &str) -> Read<(String, f64)> {
    let Some((keyword, value)) = text.split_once('=') else {
        return mistake(line, format!("`{text}` should be `KEYWORD = number`"));
    };
    let keyword = keyword.trim().to_ascii_uppercase();
    match number(value) {
        Some(number) => Ok((keyword, number)),
        None => mistake(line, format!("{keyword}: `{}` is not a number", value.trim())),
    }
}

/// Takes an option or a modifier.
fn take(line: usize, text: &str, known: &[&str], section: &str, into: &mut Numbers) -> Read<()> {
    let (keyword, number) = pair(line, text)?;
    if HARMLESS.iter().any(|begin| keyword.starts_with(begin)) {
        return Ok(());
    }
    if !known.contains(&keyword.as_str()) {
        return mistake(line, format!("{keyword} is not known in {section}"));
    }
    match into.insert(keyword.clone(), (line, number)) {
        Some(_) => mistake(line, format!("{keyword} is there twice")),
        None => Ok(()),
    }
}

fn channel(line: usize, text: &str) -> Read<Channel> {
    let (name, unit) = text.rsplit_once(',').unwrap_or((text, ""));
    let name = name.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let (channel, wanted) = match name.as_str() {
        "reference line phi" => (Channel::Heading, "rad"),
        "reference line slope" => (Channel::Slope, "m/m"),
        "reference line banking" => (Channel::Banking, "m/m"),
        _ => match long_section(&name) {
            Some(section) => (section, "m"),
            None => return mistake(line, format!("D:{name}: this channel is not supported")),
        },
    };
    match unit.trim() == wanted {
        true => Ok(channel),
        false => mistake(
            line,
            format!("D:{name}: the unit must be {wanted}, not `{}`", unit.trim()),
        ),
    }
}

fn long_section(name: &str) -> Option<Channel> {
    let rest = name.strip_prefix("long section ")?;
    match rest.strip_prefix("at v") {
        Some(place) => number(place.trim_start().strip_prefix('=')?).map(Channel::At),
        None => rest.parse().ok().map(Channel::Numbered),
    }
}
