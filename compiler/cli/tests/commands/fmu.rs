//! `wishbone fmu`

use super::{called, command, printed, refused, target, wishbone};
use std::env::consts;
use std::fs;

/// The header of a program of this machine, which stands for the library.
fn header() -> Vec<u8> {
    let program = fs::read(env!("CARGO_BIN_EXE_wishbone")).expect("it is built");
    program.into_iter().take(4096).collect()
}

/// One vehicle gives two files, one for each version of the standard, with the given library.
#[test]
fn a_vehicle_becomes_fmus() {
    let (shell, out) = (target("shell.so"), target("quarter.fmu"));
    fs::write(&shell, header()).expect("it is written");
    let [shell, path] = [&shell, &out].map(|path| path.to_str().expect("UTF-8"));
    let told = printed(&["fmu", "quarter_car", "-o", path, "--shell", shell]);
    for version in ["fmi2", "fmi3"] {
        let file = out.with_extension(format!("{version}.fmu"));
        assert!(told.contains(&format!("wrote {}", file.display())), "{told}");
        let archive = fs::read(file).expect("it is written");
        assert!(archive.starts_with(b"PK"));
    }
    let one = printed(&["fmu", "quarter_car", "-o", path, "--shell", shell, "--fmi", "3"]);
    assert_eq!(one, format!("wrote {path}\n"));
}

/// A manoeuvre gives the road and the start. A note says that its driver is left out.
#[test]
fn what_is_left_out_of_a_manoeuvre_is_told() {
    let (shell, out) = (target("third.so"), target("driven.fmu"));
    fs::write(&shell, header()).expect("it is written");
    let [shell, path] = [&shell, &out].map(|path| path.to_str().expect("UTF-8"));
    let call = [
        "fmu",
        "hmmwv",
        "-o",
        path,
        "--shell",
        shell,
        "--fmi",
        "3",
        "--kind",
        "cs",
        "--manoeuvre",
    ];
    // At zero speed, nothing has to be held.
    for (manoeuvre, speed, is_told, is_held) in [
        ("step_steer", "20", true, true),
        ("random_road", "20", true, true),
        ("severe_lane_change", "20", true, false),
        ("random_road", "0", false, false),
    ] {
        let found = wishbone(&[&call[..], &[manoeuvre, "--speed", speed]].concat());
        assert_eq!(found.code, Some(0), "{}", found.err);
        let told = found
            .err
            .contains(&format!("of the manoeuvre `{manoeuvre}` an FMU takes road, start"));
        let held = found.err.contains("no torque holds the speed");
        assert_eq!([told, held], [is_told, is_held], "{manoeuvre}: {}", found.err);
    }
}

/// Each error names its cause: a library that does not exist, and outputs, hands or kinds that the vehicle does not have.
#[test]
fn what_cannot_be_exported_is_told() {
    let (shell, out) = (target("another.so"), target("refused.fmu"));
    fs::write(&shell, header()).expect("it is written");
    let [shell, path] = [&shell, &out].map(|path| path.to_str().expect("UTF-8"));
    let told = refused(&["fmu", "quarter_car", "-o", path, "--shell", "none.so"], 2);
    assert!(told.contains("`--shell`: cannot read none.so"), "{told}");
    let told = refused(
        &[
            "fmu",
            "quarter_car",
            "-o",
            path,
            "--shell",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        ],
        2,
    );
    assert!(told.contains("is no program for x86_64 or aarch64 on Linux"), "{told}");
    let windows = target("another.dll");
    let mut dll = [0; 256];
    for (place, bytes) in [(0, b"MZ"), (60, &[128, 0]), (132, &[0x64, 0xaa])] {
        dll[place..place + 2].copy_from_slice(bytes);
    }
    fs::write(&windows, dll).expect("it is written");
    let windows = windows.to_str().expect("UTF-8");
    let told = refused(&["fmu", "quarter_car", "-o", path, "--shell", windows, "--native"], 2);
    assert!(
        told.contains("the library of `--shell` is for aarch64 on windows"),
        "{told}"
    );
    let own = |words: &[&str], code| {
        let call = [&["fmu", "macpherson_car", "-o", path, "--shell", shell], words].concat();
        refused(&call, code)
    };
    let told = own(&["--outputs", "yaw_rat,front_left.force_*"], 2);
    assert!(
        told.contains("`--outputs yaw_rat`") && told.contains("did you mean `yaw_rate`?"),
        "{told}"
    );
    let told = own(&["--steering", "torque"], 1);
    assert!(told.contains("declares no steering column"), "{told}");
    let told = own(&["--kind", "me"], 1);
    assert!(told.contains("depends on others by loops"), "{told}");
    let told = own(&["--ports", "wheels,road"], 2);
    assert!(
        told.contains("the ports `wheels` and `road` exclude each other"),
        "{told}"
    );
    let told = own(&["--ports", "chassis"], 1);
    assert!(told.contains("add `marker load: on(chassis)"), "{told}");
    let told = own(&["--step", "30"], 1);
    assert!(told.contains("the largest that"), "{told}");
    let told = refused(&["fmu", "four_bar", "-o", path, "--shell", shell], 1);
    assert!(told.contains("has no wheels"), "{told}");
    assert!(!out.exists());
}

/// Ports and methods are taken, and refused where they cannot be.
#[test]
fn ports_and_methods_are_taken() {
    let (shell, out) = (target("fourth.so"), target("ports.fmu"));
    fs::write(&shell, header()).expect("it is written");
    let [shell, path] = [&shell, &out].map(|path| path.to_str().expect("UTF-8"));
    let found = wishbone(&[
        "fmu",
        "quarter_car",
        "-o",
        path,
        "--shell",
        shell,
        "--fmi",
        "3",
        "--ports",
        "driver,wheels",
        "--method",
        "sbdf2",
    ]);
    assert_eq!((found.code, found.err.as_str()), (Some(0), ""));
    let told = refused(
        &["fmu", "quarter_car", "-o", path, "--shell", shell, "--ports", "tyres"],
        2,
    );
    assert!(told.contains("wheels, road, chassis"), "{told}");
    let call = [
        "fmu",
        "quarter_car",
        "-o",
        path,
        "--shell",
        shell,
        "--ports",
        "wheels",
        "--method",
        "hybrid",
    ];
    let told = refused(&call, 1);
    assert!(
        told.contains("`hybrid` finds its implicit motions on the declared tyres"),
        "{told}"
    );
}

/// `--native` adds the vehicle's machine code. Where there is no rustc, the error says so, and what to do.
#[test]
fn machine_code_lies_in_the_resources() {
    let (shell, out) = (target("native.so"), target("native.fmu"));
    fs::write(&shell, header()).expect("it is written");
    let [shell, path] = [&shell, &out].map(|path| path.to_str().expect("UTF-8"));
    let call = [
        "fmu",
        "quarter_car",
        "-o",
        path,
        "--shell",
        shell,
        "--fmi",
        "3",
        "--kind",
        "cs",
    ];
    let _ = printed(&call);
    let plain = fs::metadata(path).expect("it is written").len();
    let native = [&call[..], &["--native"]].concat();
    let _ = printed(&native);
    let archive = fs::read(path).expect("it is written");
    assert!(archive.len() as u64 > plain);
    let name = format!("resources/native/{}-{}", consts::ARCH, consts::OS);
    assert!(archive.windows(name.len()).any(|own| own == name.as_bytes()), "{name}");
    let mut without = command(env!("CARGO_BIN_EXE_wishbone"));
    let found = called(without.args(&native).env("RUSTC", "no_such_rustc"));
    assert_eq!(found.code, Some(2), "{}", found.err);
    let told = "`--native`: cannot run `no_such_rustc`, the compiler of Rust";
    assert!(
        found.err.contains(told) && found.err.contains("leave `--native` out"),
        "{}",
        found.err
    );
}

/// A mistake is told of the file of the user, as by `check`.
#[test]
fn mistakes_are_told_of_the_users_file() {
    let (shell, out) = (target("mistaken.so"), target("mistaken.fmu"));
    fs::write(&shell, header()).expect("it is written");
    for (name, text) in [
        (
            "mistaken.txt",
            "One { body b { mas: 1 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 } }",
        ),
        (
            "mistaken.toml",
            "[vehicle]\nname = \"One\"\n\n[body.b]\nmas = \"1 kg\"\ncom = \"[0, 0, 0] m\"\ninertia = \"[1, 1, 1] kg*m^2\"\n",
        ),
    ] {
        let file = target(name);
        fs::write(&file, text).expect("it is written");
        let [file, shell, path] = [&file, &shell, &out].map(|path| path.to_str().expect("UTF-8"));
        let place = |told: &str| -> Vec<String> {
            let lines = told.lines().filter(|line| line.trim_start().starts_with("--> "));
            lines.map(|line| line.trim().to_owned()).collect()
        };
        let checked = wishbone(&["check", file]);
        let found = wishbone(&["fmu", file, "-o", path, "--shell", shell]);
        assert_ne!(found.code, Some(0));
        let [wanted, told] = [&checked, &found].map(|own| place(&own.err));
        assert!(!wanted.is_empty() && wanted[0].contains(name), "{}", checked.err);
        assert_eq!(told, wanted, "{}", found.err);
        assert!(!found.err.contains("vehicle."), "{}", found.err);
    }
}
