//! The table of all figures agrees with the studies. After a change of a figure, `BLESS=1` writes the table anew.

use std::{env, fs};
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::glossary;

#[test]
fn the_table_of_figures_is_that_of_the_studies() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/glossary/figures.tsv");
    let figures = glossary::collected(&NoFiles).expect("the library's car is asked");
    let line = |own: &glossary::Meaning| format!("{}\t{}\t{}\t{}\n", own.name, own.question, own.unit, own.definition);
    let table: String = figures.iter().map(line).collect();
    if env::var_os("BLESS").is_some() {
        fs::write(path, table).expect("the table is written");
        return;
    }
    let committed = fs::read_to_string(path).expect("the table is read");
    assert_eq!(committed, table, "figures.tsv is out of date: BLESS=1 writes it anew");
}
