//! Tables in the documentation agree with the files that they describe. Tables written by tests are not checked here:
//! `docs/errors.md`, `docs/book/declare/suspensions_table.md`, `tests/data/counts.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use wishbone_compiler::front::file;
use wishbone_compiler::front::syntax::Item;

fn path(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(inside)
}

fn text(inside: &str) -> String {
    fs::read_to_string(path(inside)).unwrap_or_else(|reason| panic!("{inside}: {reason}"))
}

/// Cells of the table below the heading with these words, without the table's own heading.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        let inside = line.trim().trim_start_matches('|').trim_end_matches('|');
        inside.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let lines = page
        .lines()
        .skip_while(|line| !(line.starts_with('|') && line.contains(heading)));
    let rows: Vec<_> = lines
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(cells)
        .collect();
    assert!(!rows.is_empty(), "no table with `{heading}`");
    rows
}

/// Words in backticks.
fn words(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Every text of the compiler's library, and the subsystems in it that users place.
#[test]
fn every_suspension_has_its_row() {
    let mut rows = BTreeMap::new();
    for row in table(&text("docs/book/declare/suspensions.md"), "| text | subsystem |") {
        rows.insert(words(&row[0]).into_iter().collect::<String>(), words(&row[1]));
    }
    let library = fs::read_dir(path("compiler/library")).expect("the library is there");
    let names: BTreeSet<String> = library
        .map(|file| file.expect("it can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".txt"))
        .collect();
    assert_eq!(rows.keys().cloned().collect::<BTreeSet<_>>(), names);
    for (name, subsystems) in rows {
        let car = format!("Car {{ include \"wishbone/{name}\" }}");
        let tree = file::read_text("car.txt", &car, &mut file::no_files)
            .vehicle
            .expect("it can be read");
        let declared: BTreeSet<String> = tree
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Subsystem { name, .. } => Some(name.text.clone()),
                _ => None,
            })
            .collect();
        assert!(subsystems.is_subset(&declared), "{name} declares {declared:?}");
        assert!(!subsystems.is_empty(), "{name}");
    }
}

/// The counts of the book are those that `tests/data/counts.txt` pins.
#[test]
fn operations_are_those_that_are_pinned() {
    let pinned = text("tests/data/counts.txt");
    let mut lines = pinned.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let heading = lines.next().expect("it has a heading");
    let column = heading
        .iter()
        .position(|cell| *cell == "evaluation")
        .expect("there is such a column");
    let pinned: BTreeMap<String, String> = lines.map(|row| (row[0].to_owned(), row[column].to_owned())).collect();
    let rows = table(&text("docs/book/speed.md"), "| vehicle | bodies | operations |");
    let vehicles = [
        ("four-bar", "FourBar"),
        ("quarter car, spring", "QuarterCar"),
        ("HMMWV, springs", "Hmmwv"),
        ("HMMWV with its pitman arm", "HmmwvPitman"),
        ("HMMWV, bare", "Hmmwv14"),
        ("quarter car, bare", "QuarterSla"),
        ("tractor and semitrailer, bare", "Semitrailer12"),
        ("passenger car", "MacphersonCar"),
        ("sports sedan", "DeyoSedan"),
        ("small car", "SmallCar"),
        ("tractor and semitrailer on", "TractorSemitrailer"),
    ];
    assert_eq!((rows.len(), pinned.len()), (vehicles.len(), vehicles.len()));
    for (row, (name, vehicle)) in rows.iter().zip(vehicles) {
        assert!(row[0].starts_with(name), "{row:?}");
        assert_eq!(row[2].replace(',', ""), pinned[vehicle], "{vehicle}");
    }
}

/// The number of mistakes in the documentation is the number of test cases.
#[test]
fn mistakes_are_counted() {
    let files = |folder: &str, ending: &str| -> Vec<PathBuf> {
        let files = fs::read_dir(path(folder)).expect("they are there");
        let files = files.map(|file| file.expect("it can be read").path());
        files
            .filter(|file| file.extension().is_some_and(|own| own == ending))
            .collect()
    };
    let cases = |text: &PathBuf| {
        fs::read_to_string(text)
            .expect("it can be read")
            .matches("\n## ")
            .count()
    };
    let texts = files("compiler/tests/mistakes", "txt");
    let count = texts.iter().map(cases).sum::<usize>() + files("tests/mistakes/tests/ui", "rs").len();
    let claims = table(&text("docs/book/proof.md"), "| claim | reached | test |");
    let claim = format!("{count} mistakes, each with its message at its place");
    assert!(
        claims.iter().any(|row| row[0].starts_with(&claim)),
        "the book does not say: {claim}"
    );
}

/// Pages at the root and all pages of the documentation, by their paths.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(path).into();
    let mut folders = vec![path("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let entry = entry.expect("it can be read").path();
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "md") {
                pages.push(entry);
            }
        }
    }
    pages
}

/// Targets of links and pictures, code blocks left out.
fn links(page: &str) -> Vec<&str> {
    let prose = page.split("```").step_by(2);
    prose
        .flat_map(|text| text.split("](").skip(1))
        .filter_map(|text| text.split_once(')'))
        .map(|(target, _)| target)
        .collect()
}

#[test]
fn every_link_leads_to_a_file() {
    let (mut count, mut lost) = (0, Vec::new());
    for page in pages() {
        let text = fs::read_to_string(&page).expect("it can be read");
        for link in links(&text) {
            let target = link.split('#').next().expect("a first part");
            if target.is_empty() || link.contains("://") {
                continue;
            }
            count += 1;
            if !page.with_file_name(target).exists() {
                lost.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(count > 80, "the reader has lost its way: {count} links");
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let summary = text("docs/book/SUMMARY.md");
    let book = path("docs/book");
    let named: BTreeSet<PathBuf> = links(&summary)
        .into_iter()
        .map(|link| book.join(link).canonicalize().expect("the page is there"))
        .collect();
    for page in pages() {
        let page = page.canonicalize().expect("it is there");
        let is_page = page.starts_with(path("docs").canonicalize().expect("it is there"));
        if is_page && !page.ends_with("SUMMARY.md") {
            assert!(named.contains(&page), "SUMMARY.md leaves out {}", page.display());
        }
    }
}

/// Front pages stay short; details belong in the book.
#[test]
fn front_pages_are_short() {
    for (page, most) in [("README.md", 6_000), ("ARCHITECTURE.md", 10_000)] {
        let size = text(page).len();
        assert!(size <= most, "{page} has {size} bytes, at most {most}");
    }
}
