//! Limits on reading, expansion and printing. A file beyond a limit is reported, and takes neither time nor memory.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use wishbone_compiler::build::files;
use wishbone_compiler::diag::catalogue::{EXAMPLE_CAR, LIMIT};
use wishbone_compiler::diag::{Diagnostics, limits, to_syn, to_text};
use wishbone_compiler::front::file::{self, Reading};
use wishbone_compiler::model::resolve::resolve;

/// Time limit: much longer than each declaration in this file needs, and much shorter than an algorithm of more than
/// linear time would need.
const PATIENCE: Duration = Duration::from_secs(60);

/// Diagnostics of the example car with further items, and their printed text. Each included file has the text
/// `included`.
fn found(items: &str, included: &str) -> (Diagnostics, String) {
    let begin = Instant::now();
    let text = format!("{EXAMPLE_CAR}{items} }}");
    let mut count = 0;
    let reading = file::read_text("car.txt", &text, &mut |_| {
        count += 1;
        Ok(included.replace('#', &count.to_string()))
    });
    let Reading { sources, vehicle } = reading;
    let found = vehicle.and_then(|vehicle| resolve(&vehicle).map(drop));
    let found = found.expect_err("it is refused");
    let printed = to_text::render_sources(&found, &sources);
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    (found, printed)
}

/// The message about the only exceeded limit.
fn limit(items: &str, included: &str) -> String {
    let (found, printed) = found(items, included);
    let codes: Vec<&str> = found.iter().map(|found| found.code.id).collect();
    assert_eq!(codes, [LIMIT.id], "{printed}");
    printed
}

/// Subsystems of which each one places the previous one twice.
fn doubled(levels: usize) -> String {
    let mut items = "subsystem Doubled0(carrier) { points { hook: [0, 0, 1] m } } ".to_owned();
    for level in 1..=levels {
        let before = level - 1;
        let _ = write!(
            items,
            "subsystem Doubled{level}(carrier) {{ place Doubled{before}(carrier) as l  place Doubled{before}(carrier) as r }} "
        );
    }
    items + &format!("place Doubled{levels}(arm) as top")
}

#[test]
fn places_are_counted_before_they_are_written_out() {
    // Points and groups of 25 levels: 2^25 + 2^26 - 1, and the parts of the example car.
    let told = limit(&doubled(25), "");
    assert!(told.contains("the vehicle has 100663301 parts"), "{told}");
    assert!(told.contains("100663295 of them come from here"), "{told}");
    assert!(told.contains("place Doubled25(arm) as top"), "{told}");
    let told = limit(&doubled(100), "");
    assert!(told.contains("has more than 18446744073709551615 parts"), "{told}");
}

#[test]
fn a_vehicle_as_large_as_the_limit_is_read() {
    let own = 6;
    let points = |count: usize| {
        let points: Vec<String> = (0..count).map(|point| format!("p{point}: [0, 0, 1] m")).collect();
        format!("points {{ {} }}", points.join(", "))
    };
    let text = format!("{EXAMPLE_CAR}{} }}", points(limits::PARTS - own));
    let vehicle = file::read_text("car.txt", &text, &mut file::no_files).vehicle;
    assert!(vehicle.and_then(|vehicle| resolve(&vehicle)).is_ok());
    let told = limit(&points(limits::PARTS - own + 1), "");
    assert!(told.contains(&format!("has {} parts", limits::PARTS + 1)), "{told}");
    assert!(told.contains("`size: accept`"), "{told}");
}

/// With `size: accept` a vehicle may be larger and longer. What multiplies without end is still refused.
#[test]
fn a_larger_vehicle_is_read_if_its_size_is_accepted() {
    let read = |items: &str| {
        let text = format!("{EXAMPLE_CAR}{items} }}");
        let vehicle = file::read_text("car.txt", &text, &mut file::no_files).vehicle;
        vehicle.and_then(|vehicle| resolve(&vehicle)).is_ok()
    };
    let points: Vec<String> = (0..=limits::PARTS)
        .map(|point| format!("p{point}: [0, 0, 1] m"))
        .collect();
    let points = format!("points {{ {} }}", points.join(", "));
    let far = "points { end: [-400, 0, 1] m }";
    assert!(!read(&points) && !read(far));
    assert!(read(&format!("size: accept {points}")) && read(&format!("size: accept {far}")));
    let told = limit(&format!("size: accept {}", doubled(25)), "");
    assert!(
        told.contains(&format!("the most is {}", limits::PARTS_ACCEPTED)),
        "{told}"
    );
}

/// An overridden part is not counted as a further part. Added parts and mirror images are counted.
#[test]
fn overrides_are_not_counted_and_images_are() {
    let subsystem = "subsystem Rack(carrier) {
        body rail { mass: 1 kg, com: [0, 0.3, 1] m, inertia: [1, 1, 1] kg*m^2 }
        joint hold: fixed(carrier, rail)
    } ";
    let places = |count: usize, image: &dyn Fn(usize) -> String| -> String {
        let places = (0..count).map(|place| {
            let image = image(place);
            format!("place Rack(chassis) as p{place} {image} {{ body rail {{ mass: 2 kg }} output h: z(rail) }} ")
        });
        subsystem.to_owned() + &places.collect::<String>()
    };
    assert!(limit(&places(2048, &|_| String::new()), "").contains("has 8198 parts"));
    assert!(limit(&places(1024, &|place| format!("mirrored q{place}")), "").contains("has 8198 parts"));
}

#[test]
fn groups_inside_groups_are_limited() {
    let mut items = "subsystem In0(carrier) { points { hook: [0, 0, 1] m } } ".to_owned();
    for level in 1..=1000 {
        let _ = write!(
            items,
            "subsystem In{level}(carrier) {{ place In{}(carrier) as in }} ",
            level - 1
        );
    }
    let told = limit(&(items + "place In1000(arm) as top"), "");
    assert!(
        told.contains("1001 groups stand inside each other, the most is 32"),
        "{told}"
    );
}

#[test]
fn inclusions_are_limited_and_that_is_told_once() {
    let told = limit(&"include \"more.txt\" ".repeat(5000), "points { p#: [0, 0, 1] m }");
    assert!(told.contains("more than 256 inclusions"), "{told}");
    let told = limit("include \"0.txt\"", "include \"#.txt\"");
    assert!(told.contains("more than 32 files include each other"), "{told}");
}

#[test]
fn the_length_of_all_texts_is_limited() {
    let long = " ".repeat(limits::TEXT / 4);
    let told = limit(&"include \"long.txt\" ".repeat(9), &long);
    assert!(told.contains("longer than 1048576 bytes, all files together"), "{told}");
    let told = limit(&long.repeat(5), "");
    assert!(told.contains("longer than 1048576 bytes"), "{told}");
}

#[test]
fn brackets_inside_brackets_are_limited() {
    let told = limit(&format!("gravity: {}1{}", "[".repeat(1000), "]".repeat(1000)), "");
    assert!(told.contains("more than 16 brackets stand inside each other"), "{told}");
}

/// A prefix word that is repeated many times does not overflow the stack.
#[test]
fn a_word_of_the_grammar_stands_once() {
    let tunes = "tune ".repeat(20_000);
    for items in [format!("gravity: {tunes}9.81 m/s^2"), format!("{tunes}body arm")] {
        let (_, printed) = found(&items, "");
        assert!(printed.contains("`tune` stands behind `tune`"), "{printed}");
    }
}

/// Thousands of mistakes of one kind take no longer than reading, and only 100 of them are printed.
#[test]
fn mistakes_by_the_thousand_are_told_by_the_hundred() {
    const COUNT: usize = 8000;
    let many = |one: &dyn Fn(usize) -> String| (0..COUNT).map(one).collect::<Vec<_>>().join(",\n");
    for attributes in [many(&|_| "mass: 1 kg".to_owned()), many(&|key| format!("k{key}: 1 kg"))] {
        let items = format!("body rod {{ {attributes} }}");
        let (found, printed) = found(&items, "");
        let count = found.iter().count();
        assert!(count >= COUNT - 1);
        assert_eq!(printed.matches("error[").count(), limits::PRINTED);
        assert!(printed.contains(&format!("and {} more, not printed", count - limits::PRINTED)));
        let text = to_syn::to_syn_error(&found, &Default::default());
        assert!(text.into_iter().count() <= 2 * limits::PRINTED + 1);
    }
}

/// Lines that are not TOML, and one line with as many mistakes.
#[test]
fn toml_that_is_none_is_refused_at_once() {
    for broken in [
        "x\n".repeat(20_000),
        "x = = ".repeat(20_000),
        "[x\n".repeat(20_000),
        "a = [\n".repeat(20_000),
    ] {
        let begin = Instant::now();
        let reading = file::read_text("car.toml", &format!("[vehicle]\n{broken}"), &mut file::no_files);
        let found = reading.vehicle.expect_err("it is refused");
        assert!(to_text::render_sources(&found, &reading.sources).contains("W0101"));
        assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    }
}

/// A place in a line as long as a file is reported by its column, because an excerpt would take a second for each
/// message.
#[test]
fn a_long_line_is_told_by_its_column() {
    let items = (0..4000).map(|key| format!("k{key}: 1 kg, ")).collect::<String>();
    let (_, printed) = found(&format!("body rod {{ {items} }}"), "");
    assert!(printed.contains("car.txt:8:"), "{}", &printed[..400]);
    assert!(printed.len() < 100_000, "{}", printed.len());
}

/// The search for the partners of brackets takes linear time, for any number of brackets without a partner.
#[test]
fn brackets_by_the_thousand_are_refused() {
    let many = |text: &str| text.repeat(30_000);
    for items in [
        many("["),
        many(")"),
        many("[a:"),
        many("body { "),
        many("} body b "),
        many("{") + &many("]"),
    ] {
        assert!(found(&items, "").1.contains("W01"), "{}", &items[..20]);
    }
}

#[test]
fn only_regular_files_of_limited_size_are_read() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let refused = |path: &PathBuf| files::text(path).expect_err("it is refused");
    assert!(refused(&folder).contains("it is a folder"));
    let [long, full, latin] = ["long", "full", "latin"].map(|name| folder.join(name));
    fs::write(&long, " ".repeat(limits::TEXT + 1)).expect("it can be written");
    assert!(refused(&long).contains("longer than 1048576 bytes"));
    fs::write(&full, " ".repeat(limits::TEXT)).expect("it can be written");
    assert!(files::text(&full).is_ok());
    fs::write(&latin, b"caf\xe9").expect("it can be written");
    assert!(refused(&latin).contains("not UTF-8 text"));
    let tyre = folder.join("tyre.TIR");
    fs::write(&tyre, b"$ caf\xe9\n").expect("it can be written");
    assert_eq!(files::text(&tyre).as_deref(), Ok("$ caf\u{e9}\n"));
    fs::write(&full, b"\xef\xbb\xbfCar {}").expect("it can be written");
    assert_eq!(files::text(&full).as_deref(), Ok("Car {}"));
    assert!(files::limited(std::io::repeat(b' ')).is_err());
    if cfg!(unix) {
        assert!(refused(&PathBuf::from("/dev/zero")).contains("a pipe or a device"));
        let pipe = folder.join("pipe");
        let _ = fs::remove_file(&pipe);
        let made = Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("there is a shell tool");
        assert!(made.success() && refused(&pipe).contains("a pipe or a device"));
    }
}
