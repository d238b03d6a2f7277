//! Damaged files of every kind that the workbench reads. Each is either read or rejected with a message.

use fastrand::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wishbone::terrain::OpenCrg;
use wishbone::tyre::magic_formula::PropertyFile;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::gate::Limits;
use wishbone_workbench::import::{chrono, table};
use wishbone_workbench::studies::manoeuvre::{Manoeuvre, library};

/// A reader of texts. It returns the reason of a rejection, or nothing.
type Reader = fn(&str) -> Option<String>;

/// Kinds of files, each with valid examples and its reader.
fn kinds() -> Vec<(&'static str, Vec<String>, Reader)> {
    let manoeuvres = library::FILES.iter().map(|(_, text)| (*text).to_owned());
    let car = (0..)
        .map(wishbone_cars::random)
        .find(|car| car.text.contains("magic_formula"));
    let tyre = car.and_then(|car| car.file("tyre.tir")).expect("the file of its tyres");
    vec![
        ("manoeuvre", manoeuvres.chain([ON_FILES.to_owned()]).collect(), |text| {
            // The files that it names are valid, or damaged in the same way.
            let mut contents = |name: &str| {
                let sound = if name.ends_with(".crg") {
                    CRG
                } else {
                    "x,-1,1\n0,1,0.5\n"
                };
                let tail = text.len() % 7;
                let kept = sound.len() - if text == ON_FILES { 0 } else { tail };
                Ok(sound.as_bytes()[..kept].to_vec())
            };
            Manoeuvre::read_with("damaged", text, &mut contents).err()
        }),
        ("tyre", vec![tyre.to_owned()], |text| {
            let told = PropertyFile::read(text).err()?;
            Some(told.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        }),
        ("road", vec![CRG.to_owned()], |text| {
            OpenCrg::read(text.as_bytes()).err().map(|reason| reason.to_string())
        }),
        ("limits", vec![LIMITS.to_owned()], |text| Limits::read(text).err()),
        ("hardpoints", vec![POINTS.to_owned()], |text| {
            let asked = table::Asked {
                suspensions: vec!["double_wishbone".to_owned()],
                ..table::Asked::default()
            };
            let made = table::imported(text, "points.csv", &asked, None);
            made.err().map(|reason| reason.message().to_string())
        }),
        ("suspension of Chrono", vec![CHRONO.to_owned()], |text| {
            let made = chrono::imported(text, "axle.json", None, &NoFiles);
            made.err().map(|reason| reason.message().to_string())
        }),
    ]
}

/// A manoeuvre that names files.
const ON_FILES: &str = "doc = \"On files.\"\nspeed = \"10 m/s\"\nduration = \"1 s\"\n[road]\ncrg = \"a.crg\"\nfriction_grid = \"b.csv\"\n\
    [[road.patches]]\nx = [\"1 m\", \"2 m\"]\nfriction = 0.2\n[start]\nheight = \"10 mm\"\n";

const LIMITS: &str = "[ops]\noperations = \"<= 6000\"\n[kc]\nfront_left.tyre.caster = \"[2, 7] deg\"\n\
    front_left.tyre.camber_by_travel = \"[-30, -20] deg/m\"\n[trim.\"20 m/s, 4 m/s^2\"]\nroll = \"<= 3 deg\"\n";

const POINTS: &str = "point;X [mm];Y [mm];Z [mm]\nLCA front;162;358;-111\nLCA rear;-198;369,5;-101\nLCA outer;7;704;-116\n\
    UCA front;101;431;142\nUCA rear;-119;428;120\nUCA outer;-18;655;151\ntie inner;-141;371;-66\ntie outer;-131;679;-66,5\n\
    spring top;-10;530;340\nspring seat;-10;600;-113\nwheel centre;0;750;0\n";

const CRG: &str = "$CT\nplain\n$\n$ROAD_CRG\nreference_line_start_u = 0\nreference_line_end_u = 30\nreference_line_increment = 10\n\
    long_section_v_right = -2\nlong_section_v_left = 2\nlong_section_v_increment = 4\n$\n$ROAD_CRG_OPTS\nborder_mode_u = 2\n$\n\
    $KD_DEFINITION\n#:LRFI\nD:long section 1,m\nD:long section 2,m\n$\n$$$\n  0.000000  0.100000\n  0.100000  0.100000\n\
    \u{20} 0.200000  0.100000\n  0.300000  0.100000\n";

const CHRONO: &str = "{ \"Name\": \"a rear axle\", \"Type\": \"Suspension\", \"Template\": \"SemiTrailingArm\",
  \"Spindle\": { \"Mass\": 6, \"COM\": [0, 0.74, 0.01], \"Inertia\": [0.04, 0.07, 0.04], \"Radius\": 0.1, \"Width\": 0.06 },
  \"Trailing Arm\": { \"Mass\": 18, \"COM\": [0.15, 0.52, 0], \"Moments of Inertia\": [0.3, 0.3, 0.5],
    \"Products of Inertia\": [0, 0, 0], \"Radius\": 0.03, \"Location Chassis Outer\": [0.42, 0.62, 0.01],
    \"Location Chassis Inner\": [0.3, 0.2, -0.02], \"Location Spindle\": [0, 0.7, 0] },
  \"Spring\": { \"Location Chassis\": [0.08, 0.5, 0.3], \"Location Arm\": [0.08, 0.5, -0.03],
    \"Spring Coefficient\": 42000, \"Free Length\": 0.41 },
  \"Shock\": { \"Location Chassis\": [0.02, 0.5, 0.3], \"Location Arm\": [0.02, 0.5, -0.03], \"Damping Coefficient\": 3000 },
  \"Axle\": { \"Inertia\": 0.3 } }";

/// Pieces that people, programs or spreadsheets put into files.
const PIECES: [&str; 14] = [
    "NaN",
    "1e999",
    "-",
    "\"",
    "[",
    "{",
    "\u{0}",
    "\u{feff}",
    ";",
    "0",
    "-1e300",
    "\r\n\r\n",
    "\u{1f697}",
    "= =",
];

/// A text in which some pieces are removed, doubled, moved or replaced.
fn damaged(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(1..5) {
        let at = rng.usize(0..=letters.len());
        let end = (at + rng.usize(0..25)).min(letters.len());
        let piece: Vec<char> = match rng.bool() {
            true => letters[at..end].to_vec(),
            false => rng.choice(PIECES).unwrap_or_default().chars().collect(),
        };
        let to = match rng.u8(0..3) {
            0 => at..end,
            1 => at..at,
            _ => {
                let to = rng.usize(0..=letters.len());
                to..to
            }
        };
        letters.splice(to, piece);
    }
    letters.into_iter().collect()
}

/// `FILES` damaged files of each kind, from the seed `FIRST_FILE` on.
#[test]
fn damaged_files_are_read_or_refused() {
    let number = |name: &str, usual: u64| {
        let given = std::env::var(name).ok().and_then(|text| text.parse().ok());
        given.unwrap_or(usual)
    };
    let (first, count) = (number("FIRST_FILE", 0), number("FILES", 300));
    for (kind, sound, read) in kinds() {
        for text in &sound {
            assert_eq!(read(text), None, "the sound {kind} is read:\n{text}");
        }
        let mut refused = 0;
        for seed in first..first + count {
            let mut rng = Rng::with_seed(seed);
            let text = damaged(rng.choice(&sound).expect("a file"), &mut rng);
            let answer = catch_unwind(AssertUnwindSafe(|| read(&text)));
            let answer = answer.unwrap_or_else(|_| panic!("{kind} {seed} panics:\n{text}"));
            if let Some(words) = answer {
                assert!(
                    !words.trim().is_empty(),
                    "{kind} {seed} is refused without a word:\n{text}"
                );
                refused += 1;
            }
        }
        println!("tried {count} of kind {kind}: {refused} refused");
        assert!(refused > 0, "no damaged {kind} is refused");
    }
}
