//! `drive`: figures of manoeuvres against closed forms and independent integrations.

use super::{json, printed, refused};
use std::f64::consts::TAU;
use wishbone_studies::manoeuvre::wk;

/// Figures of a run, by subject and name.
struct Figures(serde_json::Value);

impl Figures {
    fn of(vehicle: &str, manoeuvre: &str) -> Self {
        let file = format!("manoeuvres/{manoeuvre}.toml");
        Self(json(&printed(&[
            "drive",
            vehicle,
            "--manoeuvre",
            &file,
            "--json",
            "--loads",
        ])))
    }

    fn get(&self, subject: &str, name: &str) -> f64 {
        let figures = self.0[0]["studies"][0]["figures"].as_array().expect("figures");
        let found = figures
            .iter()
            .find(|own| own["subject"] == subject && own["name"] == name);
        let found = found.unwrap_or_else(|| panic!("no figure `{subject}`, `{name}` in {}", self.0));
        found["value"]
            .as_f64()
            .unwrap_or_else(|| panic!("`{subject}`, `{name}` has no value"))
    }

    /// Asserts that a figure has the expected value, within a relative deviation.
    fn near(&self, subject: &str, name: &str, expected: f64, within: f64) {
        let own = self.get(subject, name);
        assert!(
            (own / expected - 1.0).abs() < within,
            "{subject}, {name}: {own}, expected {expected}"
        );
    }
}

/// The linear single-track model of `tricycle.toml` (Riekert and Schunck 1940).
struct SingleTrack {
    mass: f64,
    inertia: f64,
    front: f64,
    rear: f64,
    stiffness: [f64; 2],
    speed: f64,
}

/// Ratio of the steering wheel's angle to the fork's angle.
const RATIO: f64 = 10.0;

impl SingleTrack {
    fn of_the_tricycle(speed: f64) -> Self {
        let (chassis, fork) = (1200.0, 1.0);
        let mass = chassis + fork;
        let ahead = fork * 1.2 / mass;
        Self {
            mass,
            inertia: 1800.0 + 0.01 + fork * 1.2 * 1.2 - mass * ahead * ahead,
            front: 1.2 - ahead,
            rear: 1.4 + ahead,
            stiffness: [80e3, 100e3],
            speed,
        }
    }

    fn wheelbase(&self) -> f64 {
        self.front + self.rear
    }

    /// Understeer gradient: angle of the front wheel per lateral acceleration, less the geometric (Ackermann) angle
    /// [rad s²/m].
    fn understeer(&self) -> f64 {
        let [front, rear] = self.stiffness;
        self.mass / self.wheelbase() * (self.rear / front - self.front / rear)
    }

    /// Rates of sideslip angle and yaw rate for an angle of the front wheel [rad].
    fn rates(&self, [sideslip, yaw]: [f64; 2], angle: f64) -> [f64; 2] {
        let [front, rear] = self.stiffness;
        let forces = [
            front * (angle - sideslip - self.front * yaw / self.speed),
            rear * (-sideslip + self.rear * yaw / self.speed),
        ];
        [
            (forces[0] + forces[1]) / (self.mass * self.speed) - yaw,
            (self.front * forces[0] - self.rear * forces[1]) / self.inertia,
        ]
    }

    /// Yaw rate per angle of the front wheel at a frequency [Hz], as real and imaginary part [1/s].
    fn yaw_response(&self, frequency: f64) -> [f64; 2] {
        let column = |state: [f64; 2], angle: f64| self.rates(state, angle);
        let (a, b, c) = (column([1.0, 0.0], 0.0), column([0.0, 1.0], 0.0), column([0.0; 2], 1.0));
        // (p - a) x = c by Cramer's rule, with p = i w.
        let w = TAU * frequency;
        let determinant = [a[0] * b[1] - a[1] * b[0] - w * w, -w * (a[0] + b[1])];
        let above = [a[1] * c[0] - a[0] * c[1], w * c[1]];
        let size = determinant[0].powi(2) + determinant[1].powi(2);
        [
            (above[0] * determinant[0] + above[1] * determinant[1]) / size,
            (above[1] * determinant[0] - above[0] * determinant[1]) / size,
        ]
    }
}

#[test]
fn gradients_are_those_of_the_single_track_model() {
    let (found, model) = (
        Figures::of("tricycle.toml", "gentle_circle"),
        SingleTrack::of_the_tricycle(20.0),
    );
    let reference = model.wheelbase() / 400.0;
    let steer = RATIO * (reference + model.understeer());
    let sideslip = model.rear / 400.0 - model.mass * model.front / (model.wheelbase() * model.stiffness[1]);
    found.near("", "steering-wheel angle gradient", steer.to_degrees(), 0.01);
    found.near("", "understeer gradient", model.understeer().to_degrees(), 0.03);
    found.near("", "sideslip gradient", sideslip.to_degrees(), 0.03);
    found.near("", "yaw rate gain", 1.0 / (20.0 * steer), 0.01);
    assert!(found.get("", "roll gradient").abs() < 0.01);
}

#[test]
fn a_step_is_that_of_the_single_track_model() {
    let (found, model) = (
        Figures::of("tricycle.toml", "gentle_step"),
        SingleTrack::of_the_tricycle(20.0),
    );
    // Integrated by the midpoint rule; the steering wheel follows a polynomial of fifth degree.
    let (h, angle) = (1e-4, 1f64.to_radians());
    let course = |time: f64| {
        let s = ((time - 0.5) / 0.2).clamp(0.0, 1.0);
        angle * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)
    };
    let (mut state, mut yaw) = ([0.0; 2], Vec::new());
    for k in 0..50_000 {
        let time = f64::from(k) * h;
        yaw.push(state[1]);
        let rate = model.rates(state, course(time));
        let middle = [0, 1].map(|j| state[j] + 0.5 * h * rate[j]);
        let rate = model.rates(middle, course(time + 0.5 * h));
        state = [0, 1].map(|j| state[j] + h * rate[j]);
    }
    let steady = 20.0 / (model.wheelbase() + model.understeer() * 400.0) * angle;
    let reached = yaw.iter().position(|yaw| *yaw > 0.9 * steady).expect("it is reached");
    let peak = (0..yaw.len()).max_by(|&a, &b| yaw[a].total_cmp(&yaw[b])).expect("rows");
    let since = |row: usize| row as f64 * h - 0.6;
    assert!(yaw[peak] > 1.02 * steady, "the model has an overshoot");
    found.near("yaw rate", "steady-state gain", steady / (RATIO * angle), 0.01);
    found.near("yaw rate", "response time", since(reached), 0.02);
    found.near("yaw rate", "peak response time", since(peak), 0.03);
    found.near("yaw rate", "overshoot", 100.0 * (yaw[peak] / steady - 1.0), 0.05);
    found.near("lateral acceleration", "steady state", 20.0 * steady, 0.01);
    let sideslip = state[0].to_degrees();
    found.near("", "steady sideslip", sideslip, 0.03);
    found.near("", "TB", since(peak) * sideslip.abs(), 0.06);
}

#[test]
fn a_swept_sine_gives_the_frequency_response_of_the_single_track_model() {
    let (found, model) = (
        Figures::of("tricycle.toml", "gentle_sweep"),
        SingleTrack::of_the_tricycle(20.0),
    );
    let gain = |frequency: f64| {
        let [real, imaginary] = model.yaw_response(frequency);
        real.hypot(imaginary) / RATIO
    };
    let [real, imaginary] = model.yaw_response(1.0);
    found.near("yaw rate", "gain at low frequency", gain(0.375), 0.02);
    found.near("yaw rate", "gain at 1 Hz", gain(1.0), 0.02);
    let phase = imaginary.atan2(real).to_degrees();
    assert!((found.get("yaw rate", "phase at 1 Hz") - phase).abs() < 2.0, "{phase}");
    let level = gain(0.375) * std::f64::consts::FRAC_1_SQRT_2;
    let bandwidth = (30..400)
        .map(|k| 0.01 * f64::from(k))
        .rfind(|&frequency| gain(frequency) >= level);
    found.near("yaw rate", "bandwidth", bandwidth.expect("it falls"), 0.03);
}

/// Three brakes of 600 N m slow down 1201 kg and three wheels of 2 kg m². A brake's torque, less the inertia torque of the
/// wheel's spin, is the force of the road times the height of the wheel's centre. Spin follows speed and slip; slip
/// follows force and longitudinal stiffness.
#[test]
fn a_constant_deceleration_stops_where_it_should() {
    let found = Figures::of("tricycle.toml", "full_brake");
    let deflection = 1201.0 * 9.81 / 3.0 / 1e6;
    // The belt of a tyre with deflection r rolls on the radius R - r / 3.
    let (height, rolling) = (0.3 - deflection, 0.3 - deflection / 3.0);
    let slip = 600.0 / height / 20e3;
    let spins = 3.0 * 2.0 * (1.0 - slip) / (height * rolling);
    let deceleration = 3.0 * 600.0 / height / (1201.0 + spins);
    found.near("", "speed at the begin", 72.0, 1e-3);
    found.near("", "mean fully developed deceleration", deceleration, 0.005);
    found.near("", "stopping distance", 400.0 / (2.0 * deceleration), 0.02);
    found.near("", "stopping time", 20.0 / deceleration, 0.02);
    assert!(found.get("", "greatest deviation from the course") < 1e-3);
    // The pivot of the fork carries the brake's torque.
    found.near("pivot", "greatest moment", 600.0, 2e-3);
}

/// Two masses on a road with a known spectrum. Mean squares are integrals over frequency of the squared response times the
/// spectrum, `Gd = 64e-6 (0.1 / n)²` m³ from 0.011 to 2.83 1/m (ISO 8608, class B).
#[test]
fn a_random_road_shakes_two_masses_by_its_spectrum() {
    let found = Figures::of("two_masses.toml", "rough");
    let (body, carrier, spring, damper, tyre) = (400.0, 40.0, 20e3, 1500.0, 200e3);
    // Squared responses of the body's acceleration and the tyre's load to the height of the road.
    let squares = |frequency: f64| {
        let w = TAU * frequency;
        let strut = [spring, w * damper];
        let upper = [strut[0] - w * w * body, strut[1]];
        let lower = [strut[0] + tyre - w * w * carrier, strut[1]];
        let times = |a: [f64; 2], b: [f64; 2]| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
        let (product, square) = (times(upper, lower), times(strut, strut));
        let determinant = [product[0] - square[0], product[1] - square[1]];
        let size = |x: [f64; 2]| x[0] * x[0] + x[1] * x[1];
        let height = size(strut) * tyre * tyre / size(determinant);
        let pressed = [determinant[0] - tyre * upper[0], determinant[1] - tyre * upper[1]];
        (w.powi(4) * height, tyre * tyre * size(pressed) / size(determinant))
    };
    let (mut plain, mut weighted, mut load) = (0.0, 0.0, 0.0);
    let (count, lowest, highest) = (4000, 0.011_f64, 2.83_f64);
    for k in 0..count {
        let bound = |k: i32| lowest * (highest / lowest).powf(f64::from(k) / f64::from(count));
        let (from, to) = (bound(k), bound(k + 1));
        let height = 64e-6 * 0.01 * (1.0 / from - 1.0 / to);
        let frequency = 20.0 * (from * to).sqrt();
        let (acceleration, force) = squares(frequency);
        plain += acceleration * height;
        weighted += acceleration * height * wk(frequency).powi(2);
        load += force * height;
    }
    found.near("", "vertical acceleration, rms", plain.sqrt(), 0.08);
    found.near("", "weighted vertical acceleration, rms", weighted.sqrt(), 0.08);
    let weight = (body + carrier) * 9.81;
    found.near("only", "mean load", weight, 0.01);
    found.near("only", "dynamic load coefficient", load.sqrt() / weight, 0.08);
}

#[test]
fn mistakes_in_a_manoeuvre_are_told() {
    let wrong = refused(&["drive", "tricycle.toml", "--manoeuvre", "manoeuvres/wrong.toml"], 2);
    assert!(
        wrong.contains("line 3") && wrong.contains("a time with its unit"),
        "{wrong}"
    );
    let unfit = refused(&["drive", "tricycle.toml", "--manoeuvre", "manoeuvres/unfit.toml"], 2);
    for words in [
        "`road.friction` has to be above zero",
        "need `steering.step`",
        "need `steering.lane_change`",
    ] {
        assert!(unfit.contains(words), "{words} is missing in {unfit}");
    }
    let unknown = refused(&["drive", "tricycle.toml", "--manoeuvre", "step_stear"], 2);
    assert!(
        unknown.contains("did you mean `step_steer`?") && unknown.contains("random_road"),
        "{unknown}"
    );
    let useless = [
        "drive",
        "tricycle.toml",
        "--manoeuvre",
        "straight",
        "--angle",
        "3",
        "--frequency",
        "1",
    ];
    let useless = refused(&useless, 2);
    assert!(
        useless.contains("no angle") && useless.contains("no frequency"),
        "{useless}"
    );
    let pedals = refused(&["drive", "tricycle.toml", "--manoeuvre", "acceleration"], 1);
    assert!(pedals.contains("needs `powertrain`"), "{pedals}");
}

/// A quarter car with an arm on a bushing that is too stiff for an explicit step of 1 ms. The tool says so, and
/// implicit methods agree with each other.
#[test]
fn a_stiff_vehicle_drives_by_implicit_methods() {
    let drive = |method: &'static str| {
        [
            "drive",
            "bushed_quarter.txt",
            "--manoeuvre",
            "bumps",
            "--method",
            method,
            "--json",
        ]
    };
    let explicit = super::wishbone(&drive("ab3"));
    assert_eq!(explicit.code, Some(1), "{}", explicit.err);
    assert!(
        explicit.err.contains("is beyond") && explicit.err.contains("the method `sbdf2`"),
        "{}",
        explicit.err
    );
    let found = |method| Figures(json(&printed(&drive(method))));
    let exact = found("rosenbrock").get("", "weighted vertical acceleration, rms");
    for method in ["sbdf2", "generalised_alpha"] {
        found(method).near("", "weighted vertical acceleration, rms", exact, 3e-3);
    }
    let text = printed(&["modes", "bushed_quarter.txt"]);
    assert!(
        text.contains("takes implicitly: seat (numbers of the state: 2, 5)"),
        "{text}"
    );
    assert!(
        text.contains("largest step, SBDF2, fast motions implicit [ms]"),
        "{text}"
    );
    let words = refused(&drive("euler"), 2);
    assert!(
        words.contains("there are ab2, ab3, abm2") && words.contains("generalised_alpha, rosenbrock"),
        "{words}"
    );
}

/// Runs with the same name would overwrite each other's tables, and could not be distinguished on a page.
#[test]
fn manoeuvres_of_one_name_are_refused() {
    for command in ["drive", "report"] {
        let told = refused(
            &[
                command,
                "hmmwv",
                "--manoeuvre",
                "manoeuvres/gentle_step.toml",
                "--manoeuvre",
                "manoeuvres/../manoeuvres/gentle_step.toml",
            ],
            2,
        );
        assert!(told.contains("are both called `gentle_step`"), "{told}");
    }
}
