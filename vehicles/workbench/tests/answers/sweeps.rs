//! Variants of a sweep, compared with compilations of the changed text, with closed forms, and with each other.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Mutex;
use wishbone_workbench::Problem;
use wishbone_workbench::files::{Files, NoFiles};
use wishbone_workbench::new_car;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::trim::Bend;
#[cfg(feature = "native")]
use wishbone_workbench::sweep::Width;
use wishbone_workbench::sweep::{AS_ASKED, NO_ANSWER, NOT_DECLARED, Part, Results, Row, Sweep, Way};
use wishbone_workbench::vehicle::{Vehicle, library};

/// A plan, and a vehicle with two masses that only move up and down.
struct Texts<'a>(&'a str);

impl Files for Texts<'_> {
    fn text(&self, path: &str) -> Result<String, String> {
        match path {
            "plan.toml" => Ok(self.0.to_owned()),
            "two.toml" => Ok(TWO_MASSES.to_owned()),
            _ => Err(format!("there is no {path}")),
        }
    }
}

const MASSES: [f64; 2] = [400.0, 40.0];
const DAMPING: f64 = 1500.0;
const TYRE: f64 = 200e3;

pub(super) const TWO_MASSES: &str = r#"
[vehicle]
name = "TwoMasses"
gravity = "9.81 m/s^2"
[body]
body = { mass = "400 kg", com = "[0, 0, 0.8] m", inertia = "[10, 10, 10] kg*m^2" }
carrier = { mass = "40 kg", com = "[0, 0, 0.3] m", inertia = "[1, 1, 1] kg*m^2" }
[joint]
heave = { kind = "prismatic(ground, body)", axis = "z" }
hop = { kind = "prismatic(ground, carrier)", axis = "z" }
[spring.strut]
kind = "between(body, carrier)"
from = "[0, 0, 0.8] m"
to = "[0, 0, 0.3] m"
rate = "20 kN/m"
damping = "1500 N*s/m"
free_length = "0.6962 m"
[wheel]
only = { kind = "on(carrier)", centre = "[0, 0, 0.3] m", radius = "0.3 m" }
[tyre]
road = { kind = "linear(only)", stiffness = "200 kN/m", response = "steady" }
"#;

fn load(plan: &str) -> Result<Sweep, Problem> {
    Sweep::load("plan.toml", &Texts(plan))
}

pub(super) fn sweep(plan: &str) -> Sweep {
    load(plan).unwrap_or_else(|problem| panic!("{problem}"))
}

/// All rows, computed in `parts` parts.
fn rows(sweep: &Sweep, parts: u64) -> Vec<Row> {
    let ranges: Vec<_> = (0..parts).map(|part| sweep.part(part, parts)).collect();
    let found: Mutex<BTreeMap<usize, Part>> = Mutex::default();
    let finished = |place: usize, part: Part| {
        found.lock().expect("no thread panics").insert(place, part);
        Ok(())
    };
    let computed = sweep.compute(&ranges, &finished, &|_, _| {});
    computed.unwrap_or_else(|problem| panic!("{problem}"));
    let found = found.into_inner().expect("no thread panics");
    found.into_values().flat_map(|part| part.rows).collect()
}

fn figure(found: &Findings, subject: &str, name: &str) -> f64 {
    let own = found.figure(subject, name).and_then(|figure| figure.value);
    own.unwrap_or_else(|| panic!("no {subject} {name}"))
}

/// Numbers of all kinds, which change together; both sides of the car follow.
const CHANGED: [(&str, &str, &str); 14] = [
    ("chassis.mass *=", "[0.97, 1.04]", "Parameter"),
    ("chassis.com.x +=", "[-20, 15] mm", "Parameter"),
    ("chassis.inertia.3 *=", "[1.1, 0.95]", "Parameter"),
    ("DoubleWishbone.upright.mass *=", "[1.05, 0.9]", "Parameter"),
    ("DoubleWishbone.lca_outer.y +=", "[3, -2] mm", "Parameter"),
    ("DoubleWishbone.tie_outer.z +=", "[1, -3] mm", "Parameter"),
    ("DoubleWishbone.uca_front.z +=", "[-4, 2] mm", "Parameter"),
    ("DoubleWishbone.spring.free_length +=", "[5, -8] mm", "Parameter"),
    ("DoubleWishbone.tyre.spin_inertia *=", "[0.9, 1.1]", "Parameter"),
    ("gravity *=", "[1.01, 0.99]", "Parameter"),
    ("road.stiffness *=", "[1.02, 0.95]", "Equipment"),
    ("steering_gear.per_turn *=", "[0.9, 1.1]", "Equipment"),
    ("front_left.wheel_centre.x +=", "[2, -1] mm", "Parameter"),
    ("front_left.uca_outer.y +=", "[-1, 1] mm", "Parameter"),
];

/// The variants of one compilation, compared with a compilation of each changed text.
#[test]
fn variants_are_those_of_the_changed_text() {
    let mut plan = "vehicle = \"hmmwv\"\nsampling = \"list\"\n\
        [[study]]\nask = \"settle\"\nfigures = [\"chassis.height\", \"front_left.tyre.load\", \"rear_right.tyre.centre\"]\n\
        [[study]]\nask = \"trim\"\nspeed = \"20 m/s\"\nlateral = \"3 m/s^2\"\nfigures = [\"steering_wheel\", \"sideslip\"]\n"
        .to_owned();
    for (change, values, _) in CHANGED {
        plan += &format!("[[parameter]]\nchange = \"{change}\"\nvalues = \"{values}\"\n");
    }
    let sweep = sweep(&plan);
    let ways = sweep.ways().unwrap_or_else(|problem| panic!("{problem}"));
    for ((change, _, wanted), way) in CHANGED.iter().zip(ways) {
        assert_eq!(format!("{way:?}"), *wanted, "{change}");
    }
    let car = Vehicle::load("hmmwv", &NoFiles).expect("a vehicle of the library");
    for row in rows(&sweep, 1) {
        assert_eq!((row.verdict.as_str(), row.message.as_str()), (AS_ASKED, ""));
        let each = sweep.plan.parameters.iter().zip(&row.values);
        let changes: Vec<String> = each.map(|(parameter, value)| parameter.change(*value)).collect();
        let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
        let own = car.changed(&changes).expect("changes");
        let motion = Motion {
            speed: Some(20.0),
            bend: Some(Bend::Lateral(3.0)),
        };
        let (rest, bend) = (
            own.settle().expect("it rests"),
            own.trim(&motion).expect("it goes round"),
        );
        let wanted = [
            figure(&rest, "chassis", "height"),
            figure(&rest, "front_left.tyre", "load"),
            figure(&rest, "rear_right.tyre", "centre"),
            figure(&bend, "", "steering wheel"),
            figure(&bend, "", "sideslip"),
        ];
        for (found, wanted) in row.figures.iter().zip(wanted) {
            let found = found.expect("a figure");
            assert!(
                (found - wanted).abs() <= 1e-9 * wanted.abs(),
                "{}: {found}, {wanted}",
                row.index
            );
        }
    }
}

/// How many numbers change together in a group, and number of groups for each vehicle in a short test.
const IN_GROUP: usize = 16;
const GROUPS: usize = 1;

/// Every number that can be a parameter, group by group, by the same two methods. All groups are tested if `CARS` is set.
#[test]
fn numbers_of_all_kinds_are_set_as_they_are_compiled() {
    let groups = if std::env::var_os("CARS").is_some() {
        usize::MAX
    } else {
        GROUPS
    };
    let mut count = 0;
    for name in ["hmmwv_pitman", "macpherson_car"] {
        let car = Vehicle::load(name, &NoFiles).expect("a vehicle of the library");
        let text = library::find(name)
            .expect("a text")
            .replacen("[vehicle]", "[vehicle]\ntune = \"all\"", 1);
        let tuned = Vehicle::of_text("car.toml", &text);
        let all = tuned.running().expect("it is a vehicle").engine.parameters();
        let paths = all.iter().filter(|own| own.default != 0.0).map(|own| own.name);
        // Mirror images follow; numbers of subsystems have different names.
        let paths: Vec<&str> = paths
            .filter(|path| car.changed(&[&format!("{path} *= 1")]).is_ok())
            .collect();
        assert!(paths.len() > 3 * IN_GROUP, "{name}: {}", paths.len());
        // Neighbours belong to one part, so a group takes some numbers of every part.
        let stride = paths.len().div_ceil(IN_GROUP);
        for group in 0..stride.min(groups) {
            let own: Vec<&str> = paths.iter().skip(group).step_by(stride).copied().collect();
            count += own.len();
            is_set_as_compiled(&car, name, &own);
        }
    }
    println!("tried {count} numbers");
}

/// The rest of a vehicle by a sweep of these numbers, compared with a compilation of the changed text.
fn is_set_as_compiled(car: &Vehicle, name: &str, paths: &[&str]) {
    let mut plan = format!(
        "vehicle = \"{name}\"\nsampling = \"list\"\n[[study]]\nask = \"settle\"\n\
        figures = [\"chassis.height\", \"chassis.pitch\", \"front_left.tyre.load\"]\n"
    );
    let factor = |place: usize| 1.0 + 1e-3 * (place % 5 + 1) as f64;
    for (place, path) in paths.iter().enumerate() {
        plan += &format!(
            "[[parameter]]\nchange = \"{path} *=\"\nvalues = \"[1, {}]\"\n",
            factor(place)
        );
    }
    let row = rows(&sweep(&plan), 1).remove(1);
    let changes: Vec<String> = (0..)
        .zip(paths)
        .map(|(place, path)| format!("{path} *= {}", factor(place)))
        .collect();
    let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
    let rest = car.changed(&changes).and_then(|own| own.settle());
    let rest = rest.unwrap_or_else(|problem| panic!("{name} {paths:?}: {problem}"));
    let wanted = [("chassis", "height"), ("chassis", "pitch"), ("front_left.tyre", "load")];
    for (found, (subject, name)) in row.figures.iter().zip(wanted) {
        let (found, wanted) = (found.unwrap_or(f64::NAN), figure(&rest, subject, name));
        let is_near = (found - wanted).abs() <= 1e-9 * wanted.abs().max(1e-2);
        assert!(
            is_near,
            "{paths:?}: {subject} {name} {found}, {wanted}; {}",
            row.message
        );
    }
}

/// Large changes of the angles of wheels, alone and together, give the results of the changed text. Angles are no
/// affine numbers.
#[test]
fn wheels_are_set_up_as_they_are_compiled() {
    let paths = ["front_left.tyre.toe", "front_left.tyre.camber", "rear_left.tyre.camber"];
    let values = [
        "[0.1, 3, -2, 0, 5] deg",
        "[-0.5, -5, 0, 4, 8] deg",
        "[-1, 3, 6, -8, 0] deg",
    ];
    let mut plan = "vehicle = \"macpherson_car\"\nsampling = \"list\"\n\
        [[study]]\nask = \"settle\"\nfigures = [\"chassis.height\", \"front_left.tyre.load\", \"front_right.tyre.load\", \"rear_left.tyre.load\"]\n\
        [[study]]\nask = \"trim\"\nspeed = \"20 m/s\"\nlateral = \"3 m/s^2\"\nfigures = [\"steering_wheel\", \"sideslip\"]\n"
        .to_owned();
    for (path, values) in paths.iter().zip(values) {
        plan += &format!("[[parameter]]\nchange = \"{path} =\"\nvalues = \"{values}\"\n");
    }
    let sweep = sweep(&plan);
    assert_eq!(sweep.ways().expect("they can be changed"), [Way::Parameter; 3]);
    let car = Vehicle::load("macpherson_car", &NoFiles).expect("a vehicle of the library");
    for row in rows(&sweep, 1) {
        assert_eq!((row.verdict.as_str(), row.message.as_str()), (AS_ASKED, ""));
        let each = sweep.plan.parameters.iter().zip(&row.values);
        let changes: Vec<String> = each.map(|(parameter, value)| parameter.change(*value)).collect();
        let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
        let own = car.changed(&changes).expect("changes");
        let motion = Motion {
            speed: Some(20.0),
            bend: Some(Bend::Lateral(3.0)),
        };
        let (rest, bend) = (
            own.settle().expect("it rests"),
            own.trim(&motion).expect("it goes round"),
        );
        let wanted = [
            figure(&rest, "chassis", "height"),
            figure(&rest, "front_left.tyre", "load"),
            figure(&rest, "front_right.tyre", "load"),
            figure(&rest, "rear_left.tyre", "load"),
            figure(&bend, "", "steering wheel"),
            figure(&bend, "", "sideslip"),
        ];
        for (place, (found, wanted)) in row.figures.iter().zip(wanted).enumerate() {
            let found = found.expect("a figure");
            let is_near = (found - wanted).abs() <= 1e-9 * wanted.abs().max(1e-3);
            assert!(is_near, "{} {place}: {found}, {wanted}", row.index);
        }
    }
}

/// A number of the equipment is set again, even if no other value of its list can be declared.
#[test]
fn lists_tell_what_their_numbers_are() {
    let of = |change: &str, values: &str| {
        load(&format!(
            "vehicle = \"two.toml\"\nsampling = \"list\"\n[[parameter]]\nchange = \"{change}\"\nvalues = \"{values}\"\n\
             [[study]]\nask = \"settle\"\nfigures = [\"only.centre\"]\n"
        ))
    };
    let tyre = of("road.stiffness =", "[200, -1, -2] kN/m").expect("a plan");
    assert_eq!(tyre.ways().expect("one value can be declared"), [Way::Equipment]);
    let mass = of("body.mass =", "[400, -1, -2] kg").expect("a plan");
    assert_eq!(mass.ways().expect("one value can be declared"), [Way::Parameter]);
}

/// A variant far from the shared compilation has the answer of its own compilation, for any other values of the plan.
#[test]
fn far_variants_are_reached() {
    let text = new_car::text("macpherson", "five_link", "car.toml").expect("a car");
    let plan = "vehicle = \"car.toml\"\nsampling = \"list\"\n[[study]]\nask = \"settle\"\nfigures = [\"chassis.height\"]\n\
        [[parameter]]\nchange = \"FiveLink.toe_outer.x +=\"\nvalues = \"[0, 40, 80, 120, 160] mm\"\n";
    let files = BTreeMap::from([("plan.toml", plan), ("car.toml", text.as_str())]);
    struct Named<'a>(BTreeMap<&'a str, &'a str>);
    impl Files for Named<'_> {
        fn text(&self, path: &str) -> Result<String, String> {
            let found = self.0.get(path).map(|text| (*text).to_owned());
            found.ok_or_else(|| format!("there is no {path}"))
        }
    }
    let sweep = Sweep::load("plan.toml", &Named(files)).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(sweep.ways().expect("it can be changed"), [Way::Parameter]);
    let car = Vehicle::of_text("car.toml", &text);
    for row in rows(&sweep, 1) {
        let change = sweep.plan.parameters[0].change(row.values[0]);
        let own = car.changed(&[&change]).and_then(|own| own.settle());
        match own {
            Ok(rest) => {
                let (found, wanted) = (row.figures[0].expect("a height"), figure(&rest, "chassis", "height"));
                assert!((found - wanted).abs() < 1e-9, "{change}: {found} {wanted}");
            }
            Err(problem) => assert_eq!(row.verdict, NO_ANSWER, "{change}: {problem}"),
        }
    }
}

/// A number that determines programs: every variant is compiled, and equals the changed vehicle to the last bit.
#[test]
fn what_changes_programs_is_compiled() {
    let sweep = sweep(
        "vehicle = \"two.toml\"\nsampling = \"grid\"\n[[parameter]]\nchange = \"only.radius +=\"\nuniform = \"[-5, 5] mm\"\nsteps = 3\n\
        [[study]]\nask = \"settle\"\nfigures = [\"only.tyre_pressed_in\", \"only.centre\"]\n",
    );
    assert_eq!(sweep.ways().expect("it can be changed"), [Way::Compiled]);
    for (row, change) in rows(&sweep, 1).iter().zip(["-5", "0", "5"]) {
        let change = format!("only.radius += {change} mm");
        let own = Vehicle::of_text("two.toml", TWO_MASSES);
        let rest = own.changed(&[&change]).and_then(|own| own.settle()).expect("it rests");
        let wanted = ["tyre pressed in", "centre"].map(|name| Some(figure(&rest, "only", name)));
        assert_eq!(row.figures, wanted, "{change}");
    }
}

/// Most values of a list equal the usual value, but the value that differs is still found.
#[test]
fn a_single_value_that_differs_is_compiled() {
    let sweep = sweep(
        "vehicle = \"two.toml\"\nsampling = \"list\"\n[[parameter]]\nchange = \"only.radius +=\"\nvalues = \"[5, 0, 0, 0, 0, 0, 0, 0] mm\"\n\
        [[study]]\nask = \"settle\"\nfigures = [\"only.centre\"]\n",
    );
    assert_eq!(sweep.ways().expect("it can be changed"), [Way::Compiled]);
    let own = Vehicle::of_text("two.toml", TWO_MASSES);
    let rest = own
        .changed(&["only.radius += 5 mm"])
        .and_then(|own| own.settle())
        .expect("it rests");
    assert_eq!(rows(&sweep, 1)[0].figures, [Some(figure(&rest, "only", "centre"))]);
}

/// Frequencies and dampings of a quarter car over its spring rate solve `m M s⁴ + c (m + M) s³ + (M (k + K) + m k) s² + c K s + k K
/// = 0` (Mitschke & Wallentowitz 2004, chapter 12). `M` and `m` are the masses of body and wheel, `k` and `c` belong to the spring
/// and its damper, and `K` to the tyre.
#[test]
fn ride_frequencies_solve_their_closed_form() {
    let sweep = sweep(
        "vehicle = \"two.toml\"\nsampling = \"latin_hypercube\"\ncount = 24\n[[parameter]]\nchange = \"strut.rate =\"\nuniform = \"[10, 40] kN/m\"\n\
        [[study]]\nask = \"modes\"\nfigures = [\"mode_1.undamped_frequency\", \"mode_1.damping\", \"mode_2.undamped_frequency\", \"mode 2.damping\"]\n",
    );
    let [body, wheel] = MASSES;
    for row in rows(&sweep, 2) {
        let rate = 1e3 * row.values[0];
        let numbers: Vec<f64> = row
            .figures
            .iter()
            .map(|own| own.unwrap_or_else(|| panic!("{row:?}")))
            .collect();
        for mode in numbers.chunks(2) {
            let (size, damping) = (TAU * mode[0], 0.01 * mode[1]);
            let s = nalgebra::Complex::new(-size * damping, size * (1.0 - damping * damping).sqrt());
            let terms = [
                s.powu(4) * (body * wheel),
                s.powu(3) * (DAMPING * (body + wheel)),
                s.powu(2) * (body * (rate + TYRE) + wheel * rate),
                s * (DAMPING * TYRE),
                nalgebra::Complex::from(rate * TYRE),
            ];
            let largest = terms.iter().map(|term| term.norm()).fold(0.0, f64::max);
            let sum: nalgebra::Complex<f64> = terms.iter().sum();
            assert!(sum.norm() < 1e-7 * largest, "{rate} N/m: {sum} of {largest}");
        }
    }
}

/// A row is a function of its index. The table depends neither on the parts nor on threads, which finish in any order.
#[test]
fn parts_do_not_matter() {
    let sweep = sweep(
        "vehicle = \"two.toml\"\nsampling = \"sobol\"\ncount = 37\nseed = 4\n[[parameter]]\nchange = \"strut.rate *=\"\nnormal = \"[1, 0.1]\"\n\
        [[parameter]]\nchange = \"body.mass +=\"\ntriangular = \"[-20, 0, 50] kg\"\n[[correlated]]\nbetween = [\"strut.rate\", \"body.mass\"]\n\
        coefficient = 0.5\n[[study]]\nask = \"settle\"\nfigures = [\"body.height\"]\n",
    );
    let whole = rows(&sweep, 1);
    assert!(whole.iter().map(|row| row.index).eq(0..37));
    for parts in [2, 5, 37] {
        assert_eq!(rows(&sweep, parts), whole, "{parts} parts");
    }
}

#[test]
fn failures_are_rows() {
    let sweep = sweep(
        "vehicle = \"two.toml\"\nsampling = \"list\"\n[[parameter]]\nchange = \"body.mass =\"\nvalues = \"[400, -1, 400] kg\"\n\
        [[parameter]]\nchange = \"strut.rate =\"\nvalues = \"[20, 20, 0.001] kN/m\"\n[[study]]\nask = \"settle\"\nfigures = [\"body.height\"]\n",
    );
    let rows = rows(&sweep, 1);
    let verdicts: Vec<&str> = rows.iter().map(|row| row.verdict.as_str()).collect();
    assert_eq!(verdicts, [AS_ASKED, NOT_DECLARED, NO_ANSWER], "{rows:?}");
    assert!(
        rows[1].message.contains("mass must be greater than zero"),
        "{}",
        rows[1].message
    );
    assert!(rows[2].message.starts_with("settle: "), "{}", rows[2].message);
    assert!(rows[0].figures[0].is_some() && rows[1].figures == [None] && rows[2].figures == [None]);
}

/// A strong damper leaves a single mode. The second mode is missing only in that row, wherever the row is.
#[test]
fn a_variant_without_a_figure_is_a_row() {
    for values in ["[1, 30]", "[30, 1]"] {
        let sweep = sweep(&format!(
            "vehicle = \"two.toml\"\nsampling = \"list\"\n[[parameter]]\nchange = \"strut.damping *=\"\nvalues = \"{values}\"\n\
            [[study]]\nask = \"modes\"\nfigures = [\"mode_2.damping\"]\n"
        ));
        for row in rows(&sweep, 1) {
            let is_strong = row.values == [30.0];
            assert_eq!(row.figures[0].is_none(), is_strong, "{row:?}");
            assert_eq!(row.verdict, if is_strong { NO_ANSWER } else { AS_ASKED }, "{row:?}");
        }
    }
}

/// The table of a sweep that is computed in this number of parts, each part separately.
fn table(sweep: &Sweep, parts: u64) -> String {
    let mut all = Results::default();
    for part in 0..parts {
        let found: Mutex<Option<Part>> = Mutex::default();
        let finished = |_: usize, part: Part| {
            *found.lock().expect("no thread panics") = Some(part);
            Ok(())
        };
        let computed = sweep.compute(&[sweep.part(part, parts)], &finished, &|_, _| {});
        computed.unwrap_or_else(|problem| panic!("{parts} parts: {problem}"));
        let part = found.into_inner().expect("no thread panics").expect("a part");
        all.append(sweep.named(part));
    }
    all.csv()
}

/// If whole parts of a sweep do not have a figure, either the parts of the first variants or those of the last, the
/// table does not change.
#[test]
fn a_figure_that_parts_do_not_have_is_no_mistake() {
    for values in [
        "[30, 30, 30, 1, 1, 1]",
        "[1, 1, 1, 30, 30, 30]",
        "[30, 30, 30, 1, 30, 30]",
    ] {
        let sweep = sweep(&format!(
            "vehicle = \"two.toml\"\nsampling = \"list\"\n[[parameter]]\nchange = \"strut.damping *=\"\nvalues = \"{values}\"\n\
            [[study]]\nask = \"modes\"\nfigures = [\"mode_2.undamped_frequency\"]\n"
        ));
        sweep.tried().unwrap_or_else(|problem| panic!("{values}: {problem}"));
        let whole = table(&sweep, 1);
        assert!(whole.contains("mode_2.undamped_frequency [Hz]"), "{whole}");
        assert_eq!(
            whole.matches(NO_ANSWER).count(),
            values.matches("30").count(),
            "{whole}"
        );
        for parts in [2, 3, 6] {
            assert_eq!(table(&sweep, parts), whole, "{parts} parts");
        }
    }
}

/// If the tried variants have no answer to the study, the summary reports a figure that no variant has.
#[test]
fn a_figure_without_a_variant_is_told() {
    let sweep = sweep(
        "vehicle = \"two.toml\"\nsampling = \"list\"\n[[parameter]]\nchange = \"strut.damping *=\"\nvalues = \"[30, 31]\"\n\
        [[study]]\nask = \"modes\"\nfigures = [\"mode_1.undamped_frequency\", \"mode_2.undamped_frequency\"]\n",
    );
    let told = sweep.tried().expect_err("no variant has it").message();
    assert!(told.contains("no figure `mode_2.undamped_frequency`"), "{told}");
    let found: Mutex<Option<Part>> = Mutex::default();
    let finished = |_: usize, part: Part| {
        *found.lock().expect("no thread panics") = Some(part);
        Ok(())
    };
    sweep.compute(&[sweep.part(0, 1)], &finished, &|_, _| {}).expect("rows");
    let part = found.into_inner().expect("no thread panics").expect("a part");
    let text = sweep.named(part).summary().text();
    assert!(
        text.contains("no variant has the figure modes.mode_2.undamped_frequency"),
        "{text}"
    );
    assert!(!text.contains("no variant has the figure modes.mode_1"), "{text}");
}

/// Names inside a study that the vehicle does not have are reported before the sweep, all names of a variant together.
#[test]
fn wrong_names_inside_a_study_are_told_before_the_sweep() {
    let head = format!("vehicle = \"two.toml\"\nsampling = \"random\"\ncount = 9\n{PARAMETER}");
    for (study, told) in [
        ("ask = \"response\"\ninput = \"rod\"", "there is no input `rod`"),
        (
            "ask = \"response\"\ninput = \"road\"\noutputs = [\"yaw_rat\"]",
            "there is no output `yaw_rat`",
        ),
        ("ask = \"kc\"\nbodies = [\"bodi\"]", "there is no body `bodi`"),
    ] {
        let plan = format!("{head}[[study]]\n{study}\nfigures = [\"gain\"]\n{STUDY}");
        let Err(Problem::Misuse(found)) = sweep(&plan).tried() else {
            panic!("{study} is no misuse")
        };
        assert!(found.contains(told), "{told}: {found}");
    }
}

const PARAMETER: &str = "[[parameter]]\nchange = \"body.mass *=\"\nuniform = \"[0.9, 1.1]\"\n";
const STUDY: &str = "[[study]]\nask = \"settle\"\nfigures = [\"body.height\"]\n";

/// Invalid plans with their messages; several messages are reported together.
#[test]
fn wrong_plans_are_told() {
    let head = "vehicle = \"two.toml\"\nsampling = \"random\"\n";
    for (plan, told) in [
        (
            String::new(),
            &[
                "`vehicle` is missing",
                "`sampling` is missing",
                "no `[[parameter]]`",
                "no `[[study]]`",
            ][..],
        ),
        (
            format!("{head}count = -3\n{PARAMETER}{STUDY}"),
            &["line 3: `count` is a whole number from 1"],
        ),
        (
            format!("{head}count = 1000000000000\n{PARAMETER}{STUDY}"),
            &["to 10000000"],
        ),
        (
            format!("{head}count = 1.5\nseed = -1\n{PARAMETER}{STUDY}"),
            &["line 3: `count`", "line 4: `seed`"],
        ),
        (format!("{head}{PARAMETER}{STUDY}"), &["`count` is missing"]),
        (
            format!("{head}count = 9\n{PARAMETER}{PARAMETER}{STUDY}"),
            &["names `body.mass` a second time"],
        ),
        (
            format!("{head}count = 9\n{PARAMETER}{STUDY}{STUDY}"),
            &["two studies are called `settle`"],
        ),
        (
            // One number in two spellings.
            format!(
                "{head}count = 9\n{}{}{STUDY}",
                PARAMETER.replace("body.mass", "body.com.z"),
                PARAMETER.replace("body.mass", "body.com.3")
            ),
            &["names `body.com.3` a second time"],
        ),
        (
            format!(
                "{head}count = 9\n{PARAMETER}{}{}",
                STUDY.replace("ask", "name = \"a\"\nask"),
                STUDY
                    .replace("ask", "name = \"a.body\"\nask")
                    .replace("body.height", "height")
            ),
            &["two figures have the column `a.body.height`"],
        ),
        (
            format!(
                "{head}count = 9\n{PARAMETER}{}",
                STUDY.replace("ask", "name = \"\"\nask")
            ),
            &["a study has an empty `name`"],
        ),
        (
            format!("{head}count = 9\ncuont = 9\n{PARAMETER}{STUDY}"),
            &["no key `cuont`", "did you mean `count`?"],
        ),
        (
            format!("{head}count = 9\n{}{STUDY}", PARAMETER.replace("0.9", "nan")),
            &["`uniform` \"[nan, 1.1]\": `nan` is no number"],
        ),
        (
            format!("{head}count = 9\n{}{STUDY}", PARAMETER.replace("[0.9", "[1.9")),
            &["a lower and an upper end"],
        ),
        (
            format!("{head}count = 9\n{}{STUDY}", PARAMETER.replace("*=", "")),
            &["it ends with `=`, `+=`"],
        ),
        (
            format!("{head}count = 9\n{PARAMETER}normal = \"[1, 0]\"\n{STUDY}"),
            &["has one of values, uniform", "and not 2"],
        ),
        (
            format!("{head}count = 9\n{PARAMETER}[[study]]\nask = \"dance\"\nfigures = []\n"),
            &["`ask` \"dance\": there are settle", "has no `figures`"],
        ),
        (
            format!(
                "{head}count = 9\n{PARAMETER}[[study]]\nask = \"trim\"\nspeed = \"20 kg\"\nfigures = [\"sideslip\"]\n"
            ),
            &["`speed` is a speed with its unit"],
        ),
        (
            format!(
                "{head}count = 9\n{PARAMETER}[[study]]\nask = \"drive\"\nmanoeuvre = \"jump\"\nfigures = [\"x\"]\n"
            ),
            &["`manoeuvre` \"jump\"", "neither a manoeuvre nor a file"],
        ),
        (
            format!("{head}count = 9\ncorrelation = [[1, 2], [2, 1]]\n{PARAMETER}{STUDY}"),
            &["`correlation` has 1 rows and columns"],
        ),
        (
            format!(
                "{head}count = 9\n{PARAMETER}{}[[correlated]]\nbetween = [\"body.mass\", \"carrier\"]\ncoefficient = 3\n{STUDY}",
                PARAMETER.replace("body", "carrier")
            ),
            &[
                "`coefficient` is between -1 and 1",
                "`between` names two of the parameters: body.mass, carrier.mass",
            ],
        ),
        (
            format!(
                "{head}count = 9\ncorrelation = [[1, -0.9, -0.9], [-0.9, 1, -0.9], [-0.9, -0.9, 1]]\n{PARAMETER}{}{}{STUDY}",
                PARAMETER.replace("body", "carrier"),
                PARAMETER.replace("body.mass", "strut.rate")
            ),
            &["not positive definite"],
        ),
        (
            format!("vehicle = \"two.toml\"\nsampling = \"grid\"\ncount = 4\n{PARAMETER}{STUDY}"),
            &["`count` has no meaning", "`body.mass` has no levels"],
        ),
        (format!("{head}count = \n"), &["line 3: this is no TOML"]),
    ] {
        let Err(problem) = load(&plan) else {
            panic!("it is wrong:\n{plan}")
        };
        let message = problem.message();
        for part in told {
            assert!(message.contains(part), "{part}:\n{message}\n{plan}");
        }
    }
}

/// Numbers that cannot be parameters, and figures that do not exist, are all reported before anything is computed.
#[test]
fn wrong_names_are_told_before_the_sweep() {
    let head = "vehicle = \"two.toml\"\nsampling = \"random\"\ncount = 9\n";
    let wrong = sweep(&format!(
        "{head}{}{}{STUDY}",
        PARAMETER.replace("body.mass", "boddy.mass"),
        PARAMETER
            .replace("[0.9, 1.1]", "[1, 2] kg")
            .replace("body.mass *", "strut.rate ")
    ));
    let told = wrong.ways().expect_err("two are wrong").message();
    assert!(
        told.contains("there is no `boddy`") && told.contains("parameter `strut.rate`"),
        "{told}"
    );
    let study = STUDY.replace("\"body.height\"", "\"body.heigth\", \"load\", \"centre_of_mass\"");
    let told = sweep(&format!("{head}{PARAMETER}{study}"))
        .tried()
        .expect_err("two are wrong")
        .message();
    for part in ["no figure `body.heigth`", "`body.height`", "no figure `centre_of_mass`"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// The key depends on plan, vehicle and version, but not on their location.
#[test]
fn the_key_follows_what_is_computed() {
    let plan = format!("vehicle = \"two.toml\"\nsampling = \"random\"\ncount = 9\n{PARAMETER}{STUDY}");
    let key = sweep(&plan).key;
    assert_eq!(sweep(&plan).key, key);
    assert_ne!(sweep(&plan.replace('9', "8")).key, key);
    assert_ne!(
        sweep(&plan.replace("two.toml", "quarter_car").replace("body.", "chassis.")).key,
        key
    );
}

/// Machine code for one, four and eight variants at once gives the rows of the engine to the last bit, including the
/// rows of variants that fail, for any division into parts.
#[cfg(feature = "native")]
#[test]
fn variants_abreast_have_the_rows_of_the_engine() {
    let plan = "vehicle = \"two.toml\"\nsampling = \"list\"\n\
        [[parameter]]\nchange = \"strut.rate *=\"\nvalues = \"[0.5, 0.8, 1, 1.2, 1.5, 0.9, 0.0001, 1.1, 0.7, 0.6]\"\n\
        [[parameter]]\nchange = \"body.mass +=\"\nvalues = \"[0, 20, 10, 5, -10, 50, 0, -1000, 10, 30] kg\"\n\
        [[study]]\nask = \"settle\"\nfigures = [\"body.height\"]\n\
        [[study]]\nask = \"modes\"\nfigures = [\"mode_1.undamped_frequency\"]\n\
        [[study]]\nask = \"drive\"\nmanoeuvre = \"random_road\"\nspeed = \"10 m/s\"\ntime = \"2 s\"\n\
        figures = [\"least.vertical_acceleration\"]\n";
    let wanted = rows(&sweep(plan), 1);
    let verdicts: Vec<&str> = wanted.iter().map(|row| row.verdict.as_str()).collect();
    assert_eq!(
        (verdicts[6], verdicts[7], verdicts[9]),
        (NO_ANSWER, NOT_DECLARED, AS_ASKED)
    );
    assert!(wanted[9].figures[2].is_some_and(|least| least < 0.0));
    let widest = Width::of_processor().lanes();
    for width in [Width::One, Width::Four, Width::Eight] {
        if width.lanes() <= widest {
            let sweep = sweep(plan).natively_in(width);
            assert_eq!(sweep.tried().expect("names that are known"), wanted[0], "{width:?}");
            assert_eq!(rows(&sweep, 1), wanted, "{width:?}");
            assert_eq!(rows(&sweep, 4), wanted, "{width:?}");
        }
    }
}
