//! Small FMUs for tests: an engine of first order, and laws without states, built by rustc.

use std::io::{Cursor, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// All that an FMU of co-simulation can, by the names of 2.0.
pub const ALL: &str =
    r#"canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true" canSerializeFMUstate="true""#;

/// The library of the engine.
fn library() -> &'static [u8] {
    static BUILT: OnceLock<Vec<u8>> = OnceLock::new();
    BUILT.get_or_init(|| built("engine", include_str!("engine.txt")))
}

/// A library from its source.
fn built(name: &str, text: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}_{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (source, built) = (folder.join("source.rs"), folder.join("built.so"));
    fs::write(&source, text).expect("it is written");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let arguments = [
        "--edition",
        "2024",
        "--crate-type",
        "cdylib",
        "-O",
        "-A",
        "warnings",
        "-o",
    ];
    let done = Command::new(rustc)
        .args(arguments)
        .args([&built, &source])
        .output()
        .expect("rustc");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let content = fs::read(built).expect("a library");
    let _ = fs::remove_dir_all(folder);
    content
}

/// An FMU of FMI 3.0 with laws without states: inputs `u0` to `u6`, outputs `y0` to `y5`, parameters `p0` to `p6`.
pub fn laws() -> &'static [u8] {
    static BUILT: OnceLock<Vec<u8>> = OnceLock::new();
    BUILT.get_or_init(|| {
        let kinds = [("u", "input", 7), ("y", "output", 6), ("p", "parameter", 7)];
        let names = kinds.iter().flat_map(|(letter, causality, count)| {
            (0..*count).map(move |k| format!(r#"name="{letter}{k}" causality="{causality}""#))
        });
        let variables = names.enumerate();
        let variables: String = variables
            .map(|(place, own)| format!(r#"<Float64 {own} valueReference="{place}"/>"#))
            .collect();
        let flags = ALL.replace("FMUstate", "FMUState");
        let text = format!(
            r#"<?xml version="1.0"?><fmiModelDescription fmiVersion="3.0" modelName="Engine" instantiationToken="laws"><CoSimulation modelIdentifier="Engine" {flags}/><ModelVariables>{variables}</ModelVariables></fmiModelDescription>"#
        );
        packed(3, &text, &built("laws", include_str!("laws.txt")))
    })
}

/// Model description of the engine in a version of the standard, with flags of co-simulation and the unit of its torque.
pub fn described(version: u8, flags: &str, unit: &str) -> String {
    let units = r#"<UnitDefinitions><Unit name="N.m"><BaseUnit kg="1" m="2" s="-2"/></Unit><Unit name="kN.m"><BaseUnit kg="1" m="2" s="-2" factor="1000"/></Unit><Unit name="N"><BaseUnit kg="1" m="1" s="-2"/></Unit></UnitDefinitions>"#;
    let variables = [
        ("pedal", "input", ""),
        ("tau", "output", unit),
        ("torque", "parameter", ""),
        ("end", "parameter", ""),
        ("part", "parameter", ""),
        ("fatal", "parameter", ""),
    ];
    let variable = |(place, (name, causality, unit)): (usize, (&str, &str, &str))| {
        let unit = if unit.is_empty() {
            String::new()
        } else {
            format!(r#" unit="{unit}""#)
        };
        let own = format!(r#"name="{name}" valueReference="{place}" causality="{causality}""#);
        match version {
            2 => format!("<ScalarVariable {own}><Real{unit}/></ScalarVariable>"),
            _ => format!("<Float64 {own}{unit}/>"),
        }
    };
    let variables: String = variables.into_iter().enumerate().map(variable).collect();
    let token = if version == 2 { "guid" } else { "instantiationToken" };
    let flags = if version == 2 {
        flags.to_owned()
    } else {
        flags.replace("FMUstate", "FMUState")
    };
    format!(
        r#"<?xml version="1.0"?><fmiModelDescription fmiVersion="{version}.0" modelName="Engine" {token}="engine"><CoSimulation modelIdentifier="Engine" {flags}/>{units}<ModelVariables>{variables}</ModelVariables></fmiModelDescription>"#
    )
}

/// An FMU of the engine.
pub fn engine(version: u8, flags: &str, unit: &str) -> Vec<u8> {
    with_library(version, &described(version, flags, unit))
}

/// An FMU of the engine with this model description.
pub fn with_library(version: u8, text: &str) -> Vec<u8> {
    packed(version, text, library())
}

/// An FMU with a library for this platform.
fn packed(version: u8, text: &str, library: &[u8]) -> Vec<u8> {
    let (processor, system) = (env::consts::ARCH, env::consts::OS);
    let system = if system == "macos" { "darwin" } else { system };
    let platform = match (version, processor, system) {
        (2, "x86_64", "windows") => "win64".to_owned(),
        (2, "x86_64", _) => format!("{system}64"),
        _ => format!("{processor}-{system}"),
    };
    let library_name = format!("binaries/{platform}/Engine{}", env::consts::DLL_SUFFIX);
    archive(&[("modelDescription.xml", text.as_bytes()), (&library_name, library)])
}

/// An archive of these files.
pub fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a file");
        writer.write_all(content).expect("it is written");
    }
    writer.finish().expect("an archive").into_inner()
}
