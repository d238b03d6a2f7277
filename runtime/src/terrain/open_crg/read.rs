//! The reader of files.

use super::OpenCrg;
use super::line::Line;
use crate::math::sin_cos;
use core::fmt;
use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

/// A mistake in an OpenCRG file, or something in it that is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrgMistake {
    /// Line, from 1; 0 where the file as a whole or its binary data is meant.
    pub line: usize,
    /// Message, with the keyword.
    pub message: String,
}

impl fmt::Display for CrgMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl core::error::Error for CrgMistake {}

type Read<T> = Result<T, CrgMistake>;

fn mistake<T>(line: usize, message: impl Into<String>) -> Read<T> {
    Err(CrgMistake {
        line,
        message: message.into(),
    })
}

/// Format of the data.
#[derive(Clone, Copy)]
enum Format {
    /// Numbers in columns of this width, this many a line.
    Text { width: usize, count: usize },
    /// Big-endian numbers of this many bytes.
    Binary { bytes: usize },
}

/// A column of the data.
#[derive(Clone, Copy, PartialEq)]
enum Channel {
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
struct Header {
    /// Numbers of `$ROAD_CRG`, with their lines.
    road: BTreeMap<String, (usize, f64)>,
    sections: Vec<String>,
    format: Option<Format>,
    channels: Vec<Channel>,
    /// Line of the channels' section.
    definition: usize,
}

/// Longest line of the header; what is beyond does not count.
const LINE: usize = 72;

/// Number of bytes of a record of binary data.
const RECORD: usize = 80;

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

/// Options and the values that ask for what is done here anyway.
const OPTIONS: &[(&str, f64)] = &[
    ("BORDER_MODE_U", 2.0),
    ("BORDER_MODE_V", 2.0),
    ("BORDER_OFFSET_U", 0.0),
    ("BORDER_OFFSET_V", 0.0),
    ("BORDER_SMOOTH_UBEG", 0.0),
    ("BORDER_SMOOTH_UEND", 0.0),
    ("REFLINE_CONTINUATION", 0.0),
];

/// Begins of options that change no height.
const HARMLESS: &[&str] = &["WARN_", "CHECK_", "LOG_"];

pub fn read(file: &[u8]) -> Read<OpenCrg> {
    let (header, data, line) = header(file)?;
    let Some(format) = header.format else {
        return mistake(
            header.definition,
            "$KD_DEFINITION: the format of the data is missing, as in `#:LRFI`",
        );
    };
    let increment = header.increment()?;
    let lateral = header.lateral()?;
    let width = header.channels.len();
    let numbers = match format {
        Format::Text { width: columns, count } => text(data, line, width, columns, count)?,
        Format::Binary { bytes } => binary(data, bytes, width)?,
    };
    let rows = header.rows(numbers.len() / width, increment)?;
    let table = Table {
        header: &header,
        numbers: &numbers[..rows * width],
        increment,
    };
    let places = table.places()?;
    let Some(line) = Line::new(&places, increment) else {
        return mistake(0, "reference line phi: the line turns back on itself");
    };
    Ok(OpenCrg {
        line,
        profile: table.profile()?,
        heights: table.heights(&lateral)?,
        lateral,
        start: header.number("START_U"),
    })
}

/// Reads the header; returns the data and the line where they begin.
fn header(file: &[u8]) -> Read<(Header, &[u8], usize)> {
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
    mistake(line, "`$$` is missing, which ends the header")
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
        match section.as_deref() {
            // Free text, in any character set.
            Some("CT" | "ROAD_CRG_MPRO") => return Ok(()),
            Some("ROAD_CRG_FILE" | "ROAD_CRG_MODS") if bytes.trim_ascii().is_empty() => return Ok(()),
            _ => {}
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
            Some("ROAD_CRG_OPTS") => option(line, text),
            Some("KD_DEFINITION") => self.definition(line, text),
            Some("ROAD_CRG_FILE") => mistake(line, "$ROAD_CRG_FILE: references to other files are not followed"),
            Some("ROAD_CRG_MODS") => mistake(line, "$ROAD_CRG_MODS: modifiers are not supported"),
            _ => mistake(line, format!("`{text}` is in no section")),
        }
    }

    /// The section that a line begins; none where it ends one.
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
        if short.starts_with("OFFSET") && number != 0.0 {
            return mistake(line, format!("{keyword}: offsets are not supported"));
        }
        match self.road.insert(short.to_owned(), (line, number)) {
            Some(_) => mistake(line, format!("{keyword} is there twice")),
            None => Ok(()),
        }
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
            "U" | "u" => Ok(()),
            _ => mistake(line, format!("$KD_DEFINITION: `{kind}:` is not known")),
        }
    }

    fn format(&mut self, line: usize, name: &str) -> Read<()> {
        let format = match name {
            "lrfi" => Format::Text { width: 10, count: 8 },
            "ldfi" => Format::Text { width: 20, count: 4 },
            "krbi" => Format::Binary { bytes: 4 },
            "kdbi" => Format::Binary { bytes: 8 },
            _ => return mistake(line, format!("#:{name} is not one of LRFI, LDFI, KRBI, KDBI")),
        };
        match self.format.replace(format) {
            Some(_) => mistake(line, "the format of the data is there twice"),
            None => Ok(()),
        }
    }

    fn given(&self, keyword: &str) -> Option<f64> {
        self.road.get(keyword).map(|(_, number)| *number)
    }

    /// A number whose default is zero.
    fn number(&self, keyword: &str) -> f64 {
        self.given(keyword).unwrap_or(0.0)
    }

    fn line_of(&self, keyword: &str) -> usize {
        self.road.get(keyword).map_or(0, |(line, _)| *line)
    }

    fn increment(&self) -> Read<f64> {
        match self.given("INCREMENT") {
            Some(increment) if increment > 0.0 => Ok(increment),
            Some(_) => mistake(self.line_of("INCREMENT"), "REFERENCE_LINE_INCREMENT must be above zero"),
            None => mistake(0, "REFERENCE_LINE_INCREMENT is missing"),
        }
    }

    /// Lateral positions of the long sections.
    fn lateral(&self) -> Read<Vec<f64>> {
        let line = self.definition;
        for single in [Channel::Heading, Channel::Slope, Channel::Banking] {
            if self.channels.iter().filter(|channel| **channel == single).count() > 1 {
                return mistake(line, "$KD_DEFINITION: a channel of the reference line is there twice");
            }
        }
        let (mut numbered, mut placed) = (0, Vec::new());
        for channel in &self.channels {
            match channel {
                Channel::Numbered(number) if *number == numbered + 1 => numbered += 1,
                Channel::Numbered(number) => return mistake(line, format!("long section {number} is out of turn")),
                Channel::At(v) => placed.push(*v),
                _ => {}
            }
        }
        let lateral = match (numbered, placed.len()) {
            (0, _) => placed,
            (_, 0) => self.even(numbered)?,
            _ => return mistake(line, "long sections by number and by position are mixed"),
        };
        if lateral.len() < 2 {
            return mistake(line, "$KD_DEFINITION: a road needs at least two long sections");
        }
        match lateral.windows(2).all(|pair| pair[0] < pair[1]) {
            true => Ok(lateral),
            false => mistake(line, "long sections must be given from right to left"),
        }
    }

    /// Even positions for that many long sections.
    fn even(&self, count: usize) -> Read<Vec<f64>> {
        let Some(right) = self.given(SECTIONS[0]) else {
            return mistake(0, "LONG_SECTION_V_RIGHT is missing");
        };
        let gaps = (count.max(2) - 1) as f64;
        let left = self.given(SECTIONS[1]);
        let step = match (self.given(SECTIONS[2]), left) {
            (Some(step), _) => step,
            (None, Some(left)) => (left - right) / gaps,
            (None, None) => return mistake(0, "LONG_SECTION_V_INCREMENT is missing"),
        };
        if left.is_some_and(|left| (right + gaps * step - left).abs() > 1e-3 * step.abs()) {
            let line = self.line_of(SECTIONS[1]);
            return mistake(line, format!("LONG_SECTION_V_LEFT does not fit {count} long sections"));
        }
        Ok((0..count).map(|k| right + k as f64 * step).collect())
    }

    /// Checks the number of rows.
    fn rows(&self, found: usize, increment: f64) -> Read<usize> {
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

/// A finite number, with FORTRAN's exponents too.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace(['d', 'D'], "e");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn option(line: usize, text: &str) -> Read<()> {
    let (keyword, number) = pair(line, text)?;
    if HARMLESS.iter().any(|begin| keyword.starts_with(begin)) {
        return Ok(());
    }
    match OPTIONS.iter().find(|(name, _)| *name == keyword) {
        Some((_, supported)) if *supported == number => Ok(()),
        Some((_, supported)) => mistake(line, format!("{keyword}: only {supported} is supported")),
        None => mistake(line, format!("{keyword} is not known in $ROAD_CRG_OPTS")),
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

/// Numbers of the data as text. Each row begins on a line; a number that is missing has an asterisk.
fn text(data: &[u8], first: usize, width: usize, columns: usize, count: usize) -> Read<Vec<f64>> {
    let mut numbers = Vec::new();
    let lines = data.split(|byte| *byte == b'\n').enumerate();
    for (line, bytes) in lines.map(|(k, bytes)| (first + k, bytes.trim_ascii_end())) {
        if bytes.is_empty() {
            continue;
        }
        let before = numbers.len() % width;
        let expected = (width - before).min(count);
        if bytes.len().div_ceil(columns) != expected {
            return mistake(
                line,
                format!("there should be {expected} numbers of {columns} characters"),
            );
        }
        for (k, field) in bytes.chunks(columns).enumerate() {
            let field = core::str::from_utf8(field).unwrap_or("?");
            match number(field) {
                Some(number) => numbers.push(number),
                None if field.trim_start().starts_with('*') => numbers.push(f64::NAN),
                None => return mistake(line, format!("number {}: `{}` is not a number", k + 1, field.trim())),
            }
        }
    }
    match numbers.len() % width {
        0 => Ok(numbers),
        _ => mistake(0, "the last row of the data is not complete"),
    }
}

/// Numbers of binary data, without the padding behind them.
fn binary(data: &[u8], bytes: usize, width: usize) -> Read<Vec<f64>> {
    if !data.len().is_multiple_of(RECORD) {
        return mistake(
            0,
            format!(
                "the binary data have {} bytes, which is no multiple of {RECORD}",
                data.len()
            ),
        );
    }
    let one = |field: &[u8]| match (field.first_chunk::<4>(), field.first_chunk::<8>()) {
        (_, Some(eight)) => f64::from_be_bytes(*eight),
        (Some(four), None) => f64::from(f32::from_be_bytes(*four)),
        _ => f64::NAN,
    };
    let mut numbers: Vec<f64> = data.chunks_exact(bytes).map(one).collect();
    let begun = numbers.len() % width;
    let (rows, rest) = numbers.split_at(numbers.len() - begun);
    if rest.iter().any(|number| !number.is_nan()) {
        return mistake(0, "the last row of the binary data is not complete");
    }
    // Rows without any number are padding, too, as long as they begin in the last record.
    let mut keep = rows.len();
    let record = numbers.len().saturating_sub(RECORD / bytes);
    while keep >= width && keep - width > record && rows[keep - width..keep].iter().all(|number| number.is_nan()) {
        keep -= width;
    }
    numbers.truncate(keep);
    Ok(numbers)
}

/// The data, row by row.
struct Table<'a> {
    header: &'a Header,
    numbers: &'a [f64],
    increment: f64,
}

impl Table<'_> {
    fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.numbers.chunks_exact(self.header.channels.len())
    }

    /// A channel of the reference line from the given row on; none where the file does not have it.
    fn channel(&self, wanted: Channel, name: &str, from: usize) -> Read<Option<Vec<f64>>> {
        let Some(column) = self.header.channels.iter().position(|channel| *channel == wanted) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for (row, numbers) in self.rows().enumerate() {
            let number = numbers[column];
            if row >= from && !number.is_finite() {
                let u = self.header.number("START_U") + row as f64 * self.increment;
                return mistake(0, format!("{name}: there is no number in row {}, u = {u} m", row + 1));
            }
            all.push(number);
        }
        Ok(Some(all))
    }

    /// The same, or the constant of the header.
    fn channel_or(&self, wanted: Channel, name: &str, from: usize, key: &str) -> Read<Vec<f64>> {
        if let Some(all) = self.channel(wanted, name, from)? {
            return Ok(all);
        }
        let (start, end) = (format!("START_{key}"), format!("END_{key}"));
        let constant = self.header.number(&start);
        if self.header.given(&end).is_some_and(|end| end != constant) {
            let line = self.header.line_of(&end);
            return mistake(
                line,
                format!("REFERENCE_LINE_{end} differs from the start, but there is no channel {name}"),
            );
        }
        Ok(self.rows().map(|_| constant).collect())
    }

    /// Points of the reference line.
    fn places(&self) -> Read<Vec<[f64; 2]>> {
        let headings = self.channel_or(Channel::Heading, "reference line phi", 1, "PHI")?;
        let steps = headings.iter().map(|heading| {
            let (sine, cosine) = sin_cos(*heading);
            [self.increment * cosine, self.increment * sine]
        });
        let start = [self.header.number("START_X"), self.header.number("START_Y")];
        let mut places: Vec<[f64; 2]> = Vec::new();
        let mut at = start;
        for step in steps.skip(1) {
            places.push(at);
            at = [at[0] + step[0], at[1] + step[1]];
        }
        places.push(at);
        let gap = [("END_X", 0), ("END_Y", 1)].map(|(key, k)| self.header.given(key).map_or(0.0, |end| end - at[k]));
        self.close(gap, "END_X")?;
        let last = (places.len() - 1) as f64;
        for (k, place) in places.iter_mut().enumerate() {
            let part = k as f64 / last;
            *place = [place[0] + part * gap[0], place[1] + part * gap[1]];
        }
        match places.iter().flatten().all(|number| number.is_finite()) {
            true => Ok(places),
            false => mistake(0, "the reference line is not finite"),
        }
    }

    /// Refuses a gap at the end of the reference line that rounding cannot explain.
    fn close(&self, gap: [f64; 2], key: &str) -> Read<()> {
        let length = self.rows().count() as f64 * self.increment;
        let largest = gap[0].abs().max(gap[1].abs());
        match largest <= 0.01 * length {
            true => Ok(()),
            false => {
                let line = self.header.line_of(key);
                mistake(
                    line,
                    format!("REFERENCE_LINE_{key}: the end is {largest} m off where the line ends"),
                )
            }
        }
    }

    /// Height and banking of the reference line.
    fn profile(&self) -> Read<Vec<[f64; 2]>> {
        let slopes = self.channel_or(Channel::Slope, "reference line slope", 1, "S")?;
        let bankings = self.channel_or(Channel::Banking, "reference line banking", 0, "B")?;
        let start = self.header.number("START_Z");
        let mut z = start;
        let mut heights = Vec::new();
        for slope in slopes.iter().skip(1) {
            heights.push(z);
            z += self.increment * slope;
        }
        heights.push(z);
        let gap = self.header.given("END_Z").map_or(0.0, |end| end - z);
        self.close([gap, 0.0], "END_Z")?;
        let last = (heights.len() - 1) as f64;
        let closed = heights.iter().enumerate().map(|(k, z)| z + gap * (k as f64 / last));
        Ok(closed.zip(bankings).map(|(z, banking)| [z, banking]).collect())
    }

    /// Heights of the long sections.
    fn heights(&self, lateral: &[f64]) -> Read<Vec<f64>> {
        let is_section = |channel: &Channel| matches!(channel, Channel::Numbered(_) | Channel::At(_));
        let mut heights = Vec::new();
        for (row, numbers) in self.rows().enumerate() {
            let sections = self
                .header
                .channels
                .iter()
                .zip(numbers)
                .filter(|(channel, _)| is_section(channel));
            for ((_, height), v) in sections.zip(lateral) {
                if !height.is_finite() {
                    let u = self.header.number("START_U") + row as f64 * self.increment;
                    let place = format!("row {}, u = {u} m, v = {v} m", row + 1);
                    return mistake(0, "long section: there is no height in ".to_string() + &place);
                }
                heights.push(*height);
            }
        }
        Ok(heights)
    }
}
