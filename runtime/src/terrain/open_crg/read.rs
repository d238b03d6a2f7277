//! The reader of files.

use super::header::{Header, header};
use super::line::Line;
use super::mistake::{CrgMistake, Read, mistake};
use super::modifiers::Modifiers;
use super::road::OpenCrg;
use super::table::Table;
use std::borrow::ToOwned;
use std::format;
use std::io;
use std::path::Path;
use std::string::String;
use std::vec::Vec;

/// Largest number of files that refer to each other in turn.
const DEEPEST: usize = 8;

/// Content of a file by its path.
type Files<'f> = dyn FnMut(&Path) -> io::Result<Vec<u8>> + 'f;

/// Reads the file at a path, and the files to which it refers.
pub fn read(file: &[u8], path: &Path, files: &mut Files) -> Read<OpenCrg> {
    let (header, data, line) = header(file)?;
    follow(header, (data, line), path, files, 1)
}

/// Makes a road from a file, or from the file to which it refers. Options and modifiers of the outer file replace the
/// options and modifiers of the inner file.
fn follow(header: Header, data: (&[u8], usize), path: &Path, files: &mut Files, depth: usize) -> Read<OpenCrg> {
    let Some((line, name)) = &header.reference else {
        return build(&header, data);
    };
    let refused = |why: String| CrgMistake {
        line: *line,
        message: format!("$ROAD_CRG_FILE: `{name}`: {why}"),
    };
    if depth == DEEPEST {
        return Err(refused("too many files refer to each other".to_owned()));
    }
    let inner = path.parent().unwrap_or(path).join(name);
    let file = files(&inner).map_err(|why| refused(format!("{}: {why}", inner.display())))?;
    let told = |mistake: CrgMistake| refused(format!("{mistake}"));
    let (mut found, data, line) = self::header(&file).map_err(told)?;
    found.options = header.options.or(found.options);
    found.modifiers = header.modifiers.or(found.modifiers);
    follow(found, (data, line), &inner, files, depth + 1).map_err(told)
}

/// Makes a road of a header and its data.
fn build(header: &Header, (data, line): (&[u8], usize)) -> Read<OpenCrg> {
    let Some(format) = header.format else {
        return mistake(
            header.definition,
            "$KD_DEFINITION: the format of the data is missing, as in `#:LRFI`",
        );
    };
    let modifiers = Modifiers::of(header)?;
    let increment = header.increment()?;
    let lateral = header.lateral()?;
    let width = header.channels.len();
    let numbers = format.read(data, line, width)?;
    let rows = header.rows(numbers.len() / width, increment)?;
    let table = Table {
        header,
        modifiers: &modifiers,
        numbers: &numbers[..rows * width],
        increment,
    };
    let headings = table.headings()?;
    let places = table.places(&headings)?;
    let Some(line) = Line::new(&places, increment * modifiers.length) else {
        return mistake(0, "reference line phi: the line turns back on itself");
    };
    let heights = table.heights(&lateral)?;
    let road = OpenCrg {
        line,
        profile: table.profile()?,
        heights,
        lateral: lateral.iter().map(|(_, v)| v * modifiers.width).collect(),
        start: header.number("START_U"),
        borders: header.borders()?,
    };
    modifiers.moved(road, &places, &headings)
}
