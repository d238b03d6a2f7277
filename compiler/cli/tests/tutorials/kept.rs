//! Parts of a page that the tool produces: output, definitions of figures, pictures. `BLESS=1` writes them anew.

use super::Page;
use serde_json::Value;
use std::path::Path;
use std::{env, fs};

/// Row of a page's table about one figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    name: String,
    unit: String,
    /// Usual range of the figure, if it has one.
    usual: Option<String>,
    /// Definition of the figure, or the source of its range.
    said: String,
}

impl Row {
    /// A figure with its definition, or with its usual range; `None` if the value is no figure.
    fn of(value: &Value) -> Option<Self> {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let (name, unit) = (text("name")?, text("unit")?.to_owned());
        let usual = value.get("usual").map(range);
        let said = match usual {
            None => text("definition")?,
            Some(_) => text("source")?,
        };
        // Figures of both axles and of all wheels have the same ranges.
        let name = name.split(", ").next().filter(|_| usual.is_some()).unwrap_or(name);
        Some(Self {
            name: name.to_owned(),
            unit,
            usual,
            said: said.to_owned(),
        })
    }

    fn text(&self) -> String {
        let Self { name, unit, said, .. } = self;
        match &self.usual {
            Some(usual) => format!("| {name} | {unit} | {usual} | {said} |\n"),
            None => format!("| {name} | {unit} | {said} |\n"),
        }
    }
}

/// Table of the figures in a command's JSON, without the figures in `told`. The figures of the table are added to `told`.
pub fn definitions(json: &str, told: &mut Vec<Row>) -> String {
    let json: Value = serde_json::from_str(json).expect("it prints JSON");
    let before = told.len();
    collect(&json, told);
    let rows = &told[before..];
    let head = match rows.first().is_some_and(|row| row.usual.is_some()) {
        true => "| figure | unit | usual | source |\n|---|---|---|---|\n",
        false => "| figure | unit | definition |\n|---|---|---|\n",
    };
    rows.iter().fold(head.to_owned(), |table, row| table + &row.text())
}

/// Adds rows of all figures within a value; the same figure gets one row.
fn collect(value: &Value, rows: &mut Vec<Row>) {
    match value {
        Value::Array(members) => members.iter().for_each(|member| collect(member, rows)),
        Value::Object(members) => {
            if let Some(row) = Row::of(value).filter(|row| !row.said.is_empty()) {
                let is_same = |own: &&mut Row| (&own.name, &own.unit, &own.said) == (&row.name, &row.unit, &row.said);
                match rows.iter_mut().find(is_same) {
                    Some(own) if own.usual != row.usual => own.usual = Some("by the part".to_owned()),
                    Some(_) => {}
                    None => rows.push(row),
                }
            }
            members.values().for_each(|member| collect(member, rows));
        }
        _ => {}
    }
}

/// Usual range in words, such as `8 to 45`.
fn range(usual: &Value) -> String {
    match [usual[0].as_f64(), usual[1].as_f64()] {
        [Some(least), Some(most)] => format!("{least} to {most}"),
        [Some(least), None] => format!("above {least}"),
        _ => panic!("a range has a lower end: {usual}"),
    }
}

/// Checks, or rewrites with `BLESS`, the text behind a mark of a page.
pub fn text(page: &Page, mark: &str, shown: &str, found: &str) {
    if env::var_os("BLESS").is_some() {
        let whole = fs::read_to_string(page.place()).expect("the page is there");
        let whole = whole.replacen(&format!("{mark}{shown}"), &format!("{mark}{found}"), 1);
        fs::write(page.place(), whole).expect("the page can be written");
        return;
    }
    let differing = shown.lines().zip(found.lines()).find(|(shown, found)| shown != found);
    assert!(
        shown == found,
        "{} is out of date: BLESS=1 writes it anew: {differing:?}\n{found}",
        page.path
    );
}

/// Checks, or rewrites with `BLESS`, a picture of the book against the drawn one.
pub fn picture(page: &Page, drawn: &Path, shown: &str) {
    let found = fs::read(drawn).unwrap_or_else(|reason| panic!("{}: {}: {reason}", page.path, drawn.display()));
    let place = page.place().with_file_name(shown);
    if env::var_os("BLESS").is_some() {
        fs::write(&place, &found).expect("the picture can be written");
    }
    let kept = fs::read(&place).unwrap_or_default();
    assert!(
        kept == found,
        "{}: {shown} is not what is drawn; BLESS=1 writes it anew",
        page.path
    );
}

#[test]
fn a_table_has_each_figure_once() {
    let json = r#"[{"figures": [{"subject": "a", "name": "toe", "unit": "deg", "value": 1, "definition": "inward"},
        {"subject": "b", "name": "toe", "unit": "deg", "value": 2, "definition": "inward"}]}]"#;
    let table = "| figure | unit | definition |\n|---|---|---|\n| toe | deg | inward |\n";
    let mut told = Vec::new();
    assert_eq!(definitions(json, &mut told), table);
    let none = definitions(json, &mut told);
    assert!(none.ends_with("|---|---|---|\n"), "it is told already: {none}");
    let json = r#"[{"name": "caster, a", "unit": "deg", "usual": [-3.0, 15.0], "source": "a book"},
        {"name": "way to the stop", "unit": "mm", "usual": [-3.0, null], "source": "sense"},
        {"name": "gyration, a", "unit": "mm", "usual": [1, 2], "source": "size"},
        {"name": "gyration, b", "unit": "mm", "usual": [1, 3], "source": "size"}]"#;
    let rows = "| caster | deg | -3 to 15 | a book |\n| way to the stop | mm | above -3 | sense |\n\
        | gyration | mm | by the part | size |\n";
    let table = definitions(json, &mut told);
    assert!(table.ends_with(rows), "{table}");
}
