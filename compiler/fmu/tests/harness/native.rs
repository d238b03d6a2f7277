//! Vehicles by machine code against the same vehicles by the engine alone.

use crate::loaded::{Loaded, messages};
use crate::packed::{CAR, Packed, QUARTER, TRUCK, source};
use crate::states::{go_on, outputs};
use std::env::consts;
use std::fs;
use std::io::{Cursor, Read};
use std::sync::OnceLock;
use std::time::Instant;
use wishbone_workbench::files::Disk;
use wishbone_workbench::fmu::native::has_avx;
use wishbone_workbench::fmu::{Exchange, Library, Standard, code_path, exported};
use wishbone_workbench::outside::Asked;
use wishbone_workbench::vehicle::Declaration;

/// A vehicle at 20 m/s whose chassis can be loaded, without machine code and with it.
fn both(vehicle: &str) -> [Packed; 2] {
    let declaration = Declaration::of(&source(vehicle, &[&tuned(vehicle)]), &Disk).expect("a vehicle");
    let asked = Asked {
        speed: (vehicle != QUARTER).then_some(20.0),
        ..Asked::default()
    };
    let [plain, native] = [(); 2].map(|()| Packed::of(&declaration, &asked));
    let shell = Library {
        platform: [consts::ARCH, consts::OS].map(str::to_owned),
        content: Vec::new(),
        is_native: true,
    };
    let wanted = (&[Standard::Three][..], Exchange::WhereSound);
    let (fmus, _) = exported(&declaration, &asked, wanted, &shell, &Disk).expect("an FMU");
    let mut archive = zip::ZipArchive::new(Cursor::new(&fmus[0].archive)).expect("an archive");
    let mut code = Vec::new();
    let mut file = archive.by_name(&format!("resources/{}", here())).expect("it is there");
    let _ = file.read_to_end(&mut code).expect("it is read");
    // On a processor without AVX, code with it would not run.
    let mark = b"WISHBONE_HAS_AVX";
    let is_marked = code.windows(mark.len()).any(|part| part == mark);
    assert_eq!(is_marked, has_avx());
    put(&native, &code);
    [plain, native]
}

fn tuned(vehicle: &str) -> String {
    let mass = if vehicle == QUARTER { "400 kg" } else { "1300 kg" };
    format!("chassis.mass = tune {mass}")
}

fn here() -> String {
    code_path([consts::ARCH, consts::OS])
}

/// Puts machine code into the resources of an FMU.
fn put(packed: &Packed, code: &[u8]) {
    fs::create_dir_all(packed.folder.join("native")).expect("a folder");
    fs::write(packed.folder.join(here()), code).expect("it is written");
}

fn truck() -> &'static [Packed; 2] {
    static TRUCKS: OnceLock<[Packed; 2]> = OnceLock::new();
    TRUCKS.get_or_init(|| both(TRUCK))
}

/// Three cases give the same bits with machine code and without it: a run, a tuned parameter, and a saved moment that
/// is written to bytes and restored. A moment of the one is a moment of the other.
#[test]
fn machine_code_has_the_bits_of_the_engine() {
    for [plain, native] in [truck(), &both(CAR)] {
        let run = |version: u8, packed: &Packed| {
            let own = Loaded::begun(version, packed, false, &[]);
            let mut found = vec![outputs(&own, packed), go_on(&own, packed, 0.0, 40)];
            let (state, time) = (own.keep(), own.get(0).expect("time"));
            let bytes = own.bytes(state);
            assert_eq!(
                own.set(packed.reference("parameters.chassis.mass"), 1500.0),
                0,
                "{}",
                messages()
            );
            found.push(go_on(&own, packed, time, 100));
            assert_eq!(own.go_back(state), 0);
            found.push(go_on(&own, packed, time, 30));
            own.free(state);
            (found, bytes, time)
        };
        for version in [2, 3] {
            let (expected, bytes, time) = run(version, plain);
            let (found, same, _) = run(version, native);
            assert!(found == expected && same == bytes, "{version}");
            let other = Loaded::new(version, native, &native.token, false).expect("an instance");
            let state = other.read(&bytes).unwrap_or_else(|| panic!("{}", messages()));
            assert_eq!(other.go_back(state), 0, "{}", messages());
            assert_eq!(go_on(&other, native, time, 30), expected[3]);
            other.free(state);
        }
    }
}

/// Rates and their derivatives, too.
#[test]
fn model_exchange_has_the_bits_of_the_engine() {
    let bits = |packed: &Packed| {
        let own = Loaded::begun(3, packed, true, &[]);
        let named = |start: &str| -> Vec<u32> {
            let names = packed.variables.iter().enumerate();
            names
                .filter(|(_, own)| own.name.starts_with(start))
                .map(|(place, _)| place as u32)
                .collect()
        };
        let (states, rates) = (named("states."), named("der(states."));
        assert!(!states.is_empty() && states.len() == rates.len());
        let seed: Vec<f64> = (0..states.len()).map(|place| 1.0 + place as f64).collect();
        let mut numbers = own.rates(states.len()).unwrap_or_else(|| panic!("{}", messages()));
        numbers.extend(own.directional(&rates, &states, &seed).expect("derivatives"));
        numbers.into_iter().map(f64::to_bits).collect::<Vec<u64>>()
    };
    let [plain, native] = truck();
    assert_eq!(bits(plain), bits(native));
}

/// The library of another vehicle, and a file that is not a library, are refused with the reason and a remedy.
#[test]
fn foreign_machine_code_is_refused() {
    let code = fs::read(truck()[1].folder.join(here())).expect("it is there");
    let declaration = Declaration::of(&source(QUARTER, &[]), &Disk).expect("a vehicle");
    let packed = Packed::of(&declaration, &Asked::default());
    for (content, reason) in [
        (&code[..], "it has no function for the program `"),
        (
            b"no library",
            "take the file out: the vehicle then runs without machine code",
        ),
    ] {
        put(&packed, content);
        assert!(Loaded::new(3, &packed, &packed.token, false).is_none());
        let told = messages();
        let told = told
            .lines()
            .filter(|line| line.contains(&here()) && line.contains(reason));
        assert!(told.count() > 0, "{}", messages());
    }
}

/// Prints the least mean time of 100 steps of 1 ms: `cargo test --release -p wishbone-fmu --test harness time_by -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn time_by_machine_code() {
    for vehicle in [QUARTER, TRUCK, CAR] {
        for (packed, way) in both(vehicle).iter().zip(["interpreted", "native"]) {
            let begin = Instant::now();
            drop(Loaded::new(3, packed, &packed.token, false));
            let made = begin.elapsed().as_secs_f64();
            let own = Loaded::begun(3, packed, false, &[]);
            let (mut time, mut least) = (0.0, f64::INFINITY);
            for _ in 0..100 {
                let begin = Instant::now();
                for _ in 0..100 {
                    assert_eq!(own.step(time, 1e-3), 0, "{}", messages());
                    time += 1e-3;
                }
                least = least.min(begin.elapsed().as_secs_f64() / 100.0);
            }
            println!("{vehicle} {way}: {:.2} us, instantiated in {made:.3} s", 1e6 * least);
        }
    }
}
