//! Files that the tool writes and reads.

use super::{called, command, page, printed, refused, target, wishbone};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = target(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("parts")).expect("it can be made");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path is text")
}

/// A vehicle in two files, in a folder of its own.
fn car(name: &str) -> (PathBuf, PathBuf, PathBuf) {
    let folder = folder(name);
    let [car, part] = ["swing.toml", "parts/seat.txt"].map(|file| {
        let copy = folder.join(file);
        fs::copy(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(file),
            &copy,
        )
        .expect("it is copied");
        copy
    });
    (folder, car, part)
}

/// Neither the file nor an included file is overwritten, under any name.
#[test]
fn what_was_read_is_not_written_over() {
    let (folder, car, part) = car("over");
    let before = [&car, &part].map(|path| fs::read_to_string(path).expect("it is there"));
    let mut names = vec![car.clone(), part.clone(), folder.join("parts/../swing.toml")];
    if cfg!(unix) {
        for (original, link) in [(&car, "hard.toml"), (&part, "hard.txt")] {
            fs::hard_link(original, folder.join(link)).expect("it can be linked");
            names.push(folder.join(link));
        }
        let linked = Command::new("ln")
            .args(["-s", "swing.toml"])
            .arg(folder.join("soft.toml"))
            .status();
        assert!(linked.is_ok_and(|status| status.success()));
        names.push(folder.join("soft.toml"));
    }
    for name in &names {
        for kind in ["convert", "emit", "graph"] {
            let told = refused(&[kind, text(&car), "-o", text(name)], 2);
            assert!(told.contains("this file was just read"), "{told}");
        }
    }
    assert_eq!(
        [&car, &part].map(|path| fs::read_to_string(path).expect("it is there")),
        before
    );
}

/// Measurements and manoeuvres are read again, too, so that a second run of a command does not compare a design with
/// itself.
#[test]
fn measurements_and_manoeuvres_are_not_written_over() {
    let folder = target("baseline");
    let _ = fs::remove_dir_all(&folder);
    let path = text(&folder);
    let kc = ["kc", "macpherson_car", "--travel", "20", "--steps", "1", "--out", path];
    let _ = printed(&kc);
    let measured = folder.join("bounce.csv");
    let before = fs::read(&measured).expect("a table");
    let against = format!("bounce={}", text(&measured));
    let told = refused(&[&kc[..], &["--against", &against]].concat(), 2);
    assert!(
        told.contains("bounce.csv") && told.contains("this file was just read"),
        "{told}"
    );
    assert_eq!(fs::read(&measured).expect("it is still there"), before);
    let manoeuvre = folder.join("straight.toml");
    fs::write(
        &manoeuvre,
        "doc = \"A drive.\"\nspeed = \"10 m/s\"\nduration = \"50 ms\"\n",
    )
    .expect("it can be written");
    let own = text(&manoeuvre);
    let told = refused(&["drive", "tricycle.toml", "--manoeuvre", own, "--gltf", own], 2);
    assert!(told.contains("this file was just read"), "{told}");
}

#[test]
fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
    let (folder, car, _) = car("whole");
    let out = folder.join("out.rs");
    fs::write(&out, "old").expect("it can be written");
    let before = fs::File::open(&out).expect("it can be opened");
    assert_eq!(printed(&["emit", text(&car), "-o", text(&out)]), "");
    assert!(fs::read_to_string(&out).is_ok_and(|text| text.starts_with("// @generated")));
    // A process that has the old file open still sees all of it.
    let mut old = String::new();
    std::io::Read::read_to_string(&mut &before, &mut old).expect("it can be read");
    assert_eq!(old, "old");
    let mut names: Vec<_> = fs::read_dir(&folder)
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["out.rs", "parts", "swing.toml"]);
    if cfg!(unix) {
        assert_eq!(printed(&["emit", text(&car), "-o", "/dev/null"]), "");
    }
}

/// A declaration keeps its comments and its includes, wherever it is written to.
#[test]
fn converting_keeps_comments_and_includes() {
    let (folder, car, _) = car("kept");
    let written = fs::read_to_string(&car).expect("it is there");
    assert_eq!(printed(&["convert", text(&car)]).trim_end(), written.trim_end());

    let declaration = "// One seat.\nSwing {\n    include \"parts/seat.txt\"\n    // Standard.\n    gravity: 9.81 m/s^2
    joint bar: revolute(ground, seat) { axis: y, at: [0, 0, 0] m } // greased\n}\n";
    let grammar = folder.join("swing.txt");
    fs::write(&grammar, declaration).expect("it can be written");
    fs::create_dir_all(folder.join("out/toml")).expect("it can be made");
    let out = folder.join("out/toml/swing.toml");
    assert_eq!(printed(&["convert", text(&grammar), "-o", text(&out)]), "");
    let converted = fs::read_to_string(&out).expect("it is written");
    assert_eq!(
        converted,
        "# One seat.\ninclude = [\"../../parts/seat.txt\"]\n\n[vehicle]\nname = \"Swing\"\npublic = false\n# Standard.
gravity = \"9.81 m/s^2\"\n\n[joint]\n# greased\nbar = { kind = \"revolute(ground, seat)\", axis = \"y\", at = \"[0, 0, 0] m\" }\n"
    );
    assert_eq!(page(&["check", text(&out)]), page(&["check", text(&grammar)]));
}

#[test]
fn comments_that_move_are_told() {
    let folder = folder("moved");
    let file = folder.join("bob.txt");
    let text_of = "Bob {\n    body bob { mass: 1 kg, com: [0, 0, -1] m, inertia: [1, 1, 1] kg*m^2 }
    joint pivot: revolute(ground, bob) {\n        axis: y,\n        // By eye.\n        at: [0, 0, 0] m }\n}\n";
    fs::write(&file, text_of).expect("it can be written");
    let done = wishbone(&["convert", text(&file)]);
    assert_eq!(done.code, Some(0));
    assert!(done.out.contains("[joint]\n# By eye.\npivot = "), "{}", done.out);
    assert!(done.err.contains("line 5 of the declaration"), "{}", done.err);
}

/// Sources that never end, or are never written to, are refused at once.
#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let folder = folder("irregular");
    let pipe = folder.join("pipe.txt");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .is_ok_and(|status| status.success())
    );
    let including = folder.join("car.txt");
    fs::write(&including, "Car { include \"pipe.txt\" include \"/dev/zero\" }").expect("it can be written");
    for path in [text(&pipe), "/dev/zero"] {
        assert!(refused(&["check", path], 2).contains("it is a pipe or a device"));
    }
    let told = refused(&["check", text(&including)], 1);
    assert_eq!(told.matches("it is a pipe or a device").count(), 2, "{told}");
    let zero = fs::File::open("/dev/zero").expect("it is there");
    let told = called(
        command(env!("CARGO_BIN_EXE_wishbone"))
            .args(["check", "-"])
            .stdin(Stdio::from(zero)),
    );
    assert_eq!(told.code, Some(2));
    assert!(told.err.contains("longer than 1048576 bytes"), "{}", told.err);
}

#[test]
fn a_name_that_tells_another_format_is_told() {
    let (folder, car, _) = car("named");
    let wrong = folder.join("swing.txt");
    fs::copy(&car, &wrong).expect("it is copied");
    let told = refused(&["check", text(&wrong)], 1);
    assert!(told.contains("holds TOML, but its name does not say so"), "{told}");
}
