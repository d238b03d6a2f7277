//! The archive and what the library offers.

use crate::loaded::{Loaded, library, messages, path};
use crate::packed::{CAR, QUARTER, quarter, text};
use std::io::{Cursor, Read};
use wishbone_workbench::files::Disk;
use wishbone_workbench::fmu::{Exchange, Library, Standard, exported};
use wishbone_workbench::outside::{Asked, Port};
use wishbone_workbench::vehicle::{Declaration, Source};

/// Functions of FMI 2.0, behind `fmi2`.
const TWO: &str = "GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment EnterInitializationMode \
    ExitInitializationMode Terminate Reset GetReal GetInteger GetBoolean GetString SetReal SetInteger SetBoolean SetString GetFMUstate SetFMUstate \
    FreeFMUstate SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate GetDirectionalDerivative EnterEventMode NewDiscreteStates \
    EnterContinuousTimeMode CompletedIntegratorStep SetTime SetContinuousStates GetDerivatives GetEventIndicators GetContinuousStates \
    GetNominalsOfContinuousStates SetRealInputDerivatives GetRealOutputDerivatives DoStep CancelStep GetStatus GetRealStatus GetIntegerStatus \
    GetBooleanStatus GetStringStatus";

/// Functions of FMI 3.0, behind `fmi3`.
const THREE: &str = "GetVersion SetDebugLogging InstantiateModelExchange InstantiateCoSimulation InstantiateScheduledExecution FreeInstance \
    EnterInitializationMode ExitInitializationMode EnterEventMode Terminate Reset GetFloat32 GetFloat64 GetInt8 GetUInt8 GetInt16 GetUInt16 \
    GetInt32 GetUInt32 GetInt64 GetUInt64 GetBoolean GetString GetBinary GetClock SetFloat32 SetFloat64 SetInt8 SetUInt8 SetInt16 SetUInt16 SetInt32 \
    SetUInt32 SetInt64 SetUInt64 SetBoolean SetString SetBinary SetClock GetNumberOfVariableDependencies GetVariableDependencies GetFMUState \
    SetFMUState FreeFMUState SerializedFMUStateSize SerializeFMUState DeserializeFMUState GetDirectionalDerivative GetAdjointDerivative \
    EnterConfigurationMode ExitConfigurationMode GetIntervalDecimal GetIntervalFraction GetShiftDecimal GetShiftFraction SetIntervalDecimal \
    SetIntervalFraction SetShiftDecimal SetShiftFraction EvaluateDiscreteStates UpdateDiscreteStates EnterContinuousTimeMode \
    CompletedIntegratorStep SetTime SetContinuousStates GetContinuousStateDerivatives GetEventIndicators GetContinuousStates \
    GetNominalsOfContinuousStates GetNumberOfEventIndicators GetNumberOfContinuousStates EnterStepMode GetOutputDerivatives DoStep \
    ActivateModelPartition";

#[test]
#[allow(unsafe_code, reason = "symbols are looked for and not called")]
fn every_function_of_both_standards_is_there() {
    for (version, names, count) in [(2, TWO, 44), (3, THREE, 75)] {
        let names: Vec<&str> = names.split_whitespace().collect();
        assert_eq!(names.len(), count);
        for name in names {
            let name = format!("fmi{version}{name}");
            // SAFETY: the symbol is not used.
            let found = unsafe { library().get::<unsafe extern "C" fn()>(name.as_bytes()) };
            assert!(found.is_ok(), "{name}");
        }
    }
}

/// An archive contains the files that the standard requires, at their places, and a second archive of the same vehicle
/// is identical.
#[test]
fn an_archive_is_complete() {
    let source = Source {
        name: QUARTER.to_owned(),
        ..Source::default()
    };
    let declaration = Declaration::of(&source, &Disk).expect("a vehicle");
    let shell = Library {
        platform: ["x86_64".to_owned(), "linux".to_owned()],
        content: b"a library".to_vec(),
        is_native: false,
    };
    let make = || {
        let wanted = (&[Standard::Two, Standard::Three][..], Exchange::WhereSound);
        exported(&declaration, &Asked::default(), wanted, &shell, &Disk).expect("FMUs")
    };
    let (fmus, notes) = make();
    assert_eq!(make().0, fmus);
    assert!(notes.is_empty(), "{notes:?}");
    for (fmu, folder) in fmus.iter().zip(["linux64", "x86_64-linux"]) {
        let mut archive = zip::ZipArchive::new(Cursor::new(&fmu.archive)).expect("an archive");
        let mut content = |name: &str| {
            let mut bytes = Vec::new();
            let mut file = archive
                .by_name(name)
                .unwrap_or_else(|reason| panic!("{name}: {reason}"));
            let _ = file.read_to_end(&mut bytes).expect("it is read");
            bytes
        };
        assert_eq!(content(&format!("binaries/{folder}/QuarterCar.so")), b"a library");
        assert!(content("modelDescription.xml").starts_with(b"<?xml"));
        for (name, own) in quarter().package.resources() {
            assert_eq!(content(&format!("resources/{name}")), own);
        }
    }
    let elsewhere = Library {
        platform: ["aarch64".to_owned(), "linux".to_owned()],
        ..shell
    };
    let wanted = (&[Standard::Two][..], Exchange::Never);
    let (fmus, _) = exported(&declaration, &Asked::default(), wanted, &elsewhere, &Disk).expect("an FMU");
    let mut archive = zip::ZipArchive::new(Cursor::new(&fmus[0].archive)).expect("an archive");
    // FMI 2.0.4, section 2.3: where 2.0 has no name, that of 3.0.
    assert!(archive.by_name("binaries/aarch64-linux/QuarterCar.so").is_ok());
    let unknown = Library {
        platform: ["riscv64".to_owned(), "linux".to_owned()],
        ..elsewhere
    };
    let told = exported(&declaration, &Asked::default(), wanted, &unknown, &Disk).expect_err("no such platform");
    assert!(
        told.message()
            .contains("FMI 2.0 names no platform for riscv64 on linux"),
        "{told}"
    );
}

/// Resources that do not match the description, and folders without resources, are refused with the reason.
#[test]
fn wrong_resources_are_told() {
    assert!(path().exists());
    for version in [2, 3] {
        assert!(Loaded::new(version, quarter(), "{another}", false).is_none());
    }
    assert!(
        messages().contains("the token `{another}` of the model description is not"),
        "{}",
        messages()
    );
}

/// A file with these bytes at these places.
fn file(parts: &[(usize, &[u8])]) -> Vec<u8> {
    let mut content = vec![0; 256];
    for (place, bytes) in parts {
        content[*place..place + bytes.len()].copy_from_slice(bytes);
    }
    content
}

/// The header of a library tells its platform. Files without such a header are refused.
#[test]
fn headers_tell_platforms() {
    const ELF: &[u8] = b"\x7fELF\x02\x01\x01\x00";
    for (content, platform) in [
        (file(&[(0, ELF), (18, &[62, 0])]), ["x86_64", "linux"]),
        (file(&[(0, ELF), (18, &[183, 0])]), ["aarch64", "linux"]),
        (
            file(&[(0, b"MZ"), (60, &[128]), (132, &[0x64, 0x86])]),
            ["x86_64", "windows"],
        ),
        (
            file(&[(0, b"\xcf\xfa\xed\xfe"), (4, &[12, 0, 0, 1])]),
            ["aarch64", "macos"],
        ),
    ] {
        let library = Library::of("library", content, false).expect("a platform");
        assert_eq!(library.platform, platform);
    }
    let far = file(&[(0, b"MZ"), (60, &[0xff; 4])]);
    let riscv = file(&[(0, ELF), (18, &[243, 0])]);
    for content in [Vec::new(), b"a library".to_vec(), b"MZ".to_vec(), far, riscv] {
        let told = Library::of("own.so", content, false).expect_err("no platform");
        assert!(
            told.message().contains("`--shell`: own.so is no program for x86_64"),
            "{told}"
        );
    }
    let own = std::fs::read(path()).expect("the library is built");
    let library = Library::of("own", own, false).expect("a platform");
    assert_eq!(library.platform, [std::env::consts::ARCH, std::env::consts::OS]);
}

/// All inputs of a port are in one terminal, together with the outputs that belong to the port.
#[test]
fn terminals_have_the_ports() {
    let declaration = text(
        CAR,
        "\n[marker]\nhitch = { kind = \"on(chassis)\", at = \"[-3, 0, 0.1] m\" }\n",
    );
    let asked = Asked {
        ports: [Port::Wheels, Port::Chassis].into(),
        ..Asked::default()
    };
    let shell = Library {
        platform: ["x86_64".to_owned(), "linux".to_owned()],
        content: Vec::new(),
        is_native: false,
    };
    let wanted = (&[Standard::Three][..], Exchange::Never);
    let (fmus, _) = exported(&declaration, &asked, wanted, &shell, &Disk).expect("an FMU");
    let mut archive = zip::ZipArchive::new(Cursor::new(&fmus[0].archive)).expect("an archive");
    let mut content = |name: &str| {
        let mut text = String::new();
        let _ = archive
            .by_name(name)
            .expect("it is there")
            .read_to_string(&mut text)
            .expect("it is read");
        text
    };
    let (terminals, variables) = (
        content("terminalsAndIcons/terminalsAndIcons.xml"),
        content("modelDescription.xml"),
    );
    let named = |text: &str, key: &str| -> Vec<String> {
        let mark = format!(" {key}=\"");
        let parts = text.split(&mark).skip(1);
        parts
            .map(|part| part.split('"').next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(
        named(&terminals, "name"),
        [
            "driver",
            "marker_hitch",
            "wheel_front_left.tyre",
            "wheel_front_right.tyre",
            "wheel_rear_left.tyre",
            "wheel_rear_right.tyre"
        ]
    );
    let members = named(&terminals, "variableName");
    let known = named(&variables, "name");
    assert!(members.iter().all(|member| known.contains(member)));
    let inputs = variables.lines().filter(|line| line.contains("causality=\"input\""));
    for input in inputs.flat_map(|line| named(line, "name")) {
        assert_eq!(members.iter().filter(|member| **member == input).count(), 1, "{input}");
    }
    assert!(members.iter().any(|member| member == "wheel_front_left.tyre.rot.e0"));
}
