//! Every force element in every position, with every method, is compared with the oracle, including its energy and
//! reported forces; mirror images; whole revolutions.

mod air_spring;
mod bushing;
mod curve;
mod damper_map;
mod friction;
mod ground_contact;
mod leaf_spring;
mod limit;
mod load;
mod marker;
mod roll_bar;
mod rotor;
mod series;
mod torsion;
mod tuned;
mod twins;

use fastrand::Rng;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::pipeline::{Compiled, compile_text_with};
use wishbone_oracle::Oracle;
use wishbone_tests::{Acting, Disagreement, Interpreted, Scatter, Subject, compare, random_state};

/// States per vehicle and method.
const STATES: usize = 5;

const SCATTER: Scatter = Scatter {
    position: 0.12,
    velocity: 3.0,
    drive: 0.05,
    load: 8000.0,
};

/// A vehicle with these elements on a floating base: two arms, the second on the first; a body on a cylindrical joint;
/// a planar four-bar; a ring closed by a hinge.
fn vehicle(elements: &str) -> String {
    let body = |name: &str, com: &str| {
        format!(
            "body {name} {{ mass: 2 kg, com: [{com}] m, inertia: [0.02, 0.03, 0.04, 0.001, 0.002, 0.003] kg*m^2 }}\n"
        )
    };
    [
        "Elements {\n",
        "body base { mass: 50 kg, com: [0, 0, 0] m, inertia: [4, 5, 6, 0.1, 0.2, 0.3] kg*m^2 }\n",
        "joint floating: free(ground, base)\n",
        &body("a", "0.4, 0.3, 0.1"),
        &body("b", "0.6, 0.5, 0.2"),
        &body("c", "-0.4, 0.3, 0.1"),
        "joint shoulder: revolute(base, a) { axis: [0.2, 1, 0.3], at: [0.2, 0.1, 0.1] m }\n",
        "joint elbow: revolute(b, a) { axis: [1, 0.2, 0.4], at: [0.5, 0.4, 0.1] m }\n",
        "joint sleeve: cylindrical(base, c) { axis: [0.3, 0.2, 1], at: [-0.2, 0.1, 0.1] m }\n",
        &body("crank", "0.05, -0.6, 0.3"),
        &body("coupler", "0.25, -0.6, 0.45"),
        &body("rocker", "0.45, -0.6, 0.25"),
        "joint crank_pivot: revolute(base, crank) { axis: y, at: [0, -0.6, 0.2] m }\n",
        "joint crank_pin: revolute(crank, coupler) { axis: y, at: [0.1, -0.6, 0.4] m }\n",
        "joint rocker_pivot: revolute(base, rocker) { axis: y, at: [0.5, -0.6, 0.1] m }\n",
        "link stay: distance(crank, rocker) { from: [0.1, -0.6, 0.4] m, to: [0.4, -0.6, 0.45] m }\n",
        &body("f", "0.3, -1.2, 0.1"),
        &body("g", "0.4, -1.6, 0.2"),
        &body("h", "0.1, -1.7, 0.3"),
        "joint one: spherical(base, f) { at: [0.2, -1, 0] m }\n",
        "joint two: spherical(g, f) { at: [0.4, -1.4, 0.1] m, tree: keep }\n",
        "joint three: revolute(g, h) { axis: [0.2, 0.3, 1], at: [0.3, -1.8, 0.2] m, tree: keep }\n",
        "joint closing: revolute(base, h) { axis: [0.2, 1, 0.3], at: [-0.1, -1.5, 0.3] m, tree: cut }\n",
        elements,
        "}",
    ]
    .concat()
}

fn compiled(text: &str, method: Method) -> Compiled {
    let choice = Choice::Uniform(method);
    compile_text_with(text, &choice).unwrap_or_else(|d| panic!("\n{}", render(&d, "declaration", text)))
}

/// Calls `see` with random consistent states of a vehicle, compiled by each method in turn.
fn for_states(text: &str, mut see: impl FnMut(&Compiled, &mut Interpreted, &(Vec<f64>, Vec<f64>, Acting))) {
    for method in Method::ALL {
        let compiled = compiled(text, method);
        let mut subject = Interpreted::new(&compiled);
        let mut rng = Rng::with_seed(11);
        let (mut found, mut tried) = (0, 0);
        while found < STATES {
            assert!(tried < 10 * STATES, "loops do not close: {found} of {tried}\n{text}");
            tried += 1;
            if let Some(state) = random_state(&mut subject, &SCATTER, &mut rng) {
                see(&compiled, &mut subject, &state);
                found += 1;
            }
        }
    }
}

/// Asserts that accelerations and energy agree with the oracle's values, by every method, and that the elements have an
/// effect.
fn agrees(elements: &str) {
    let text = vehicle(elements);
    let (mut worst, mut largest) = (Disagreement::default(), 0.0_f64);
    for_states(&text, |compiled, subject, state| {
        let oracle = Oracle::new(&compiled.model);
        worst = worst.worst(compare(&oracle, subject, &compiled.state.spins, state));
        let mut without = compiled.model.clone();
        without.forces.clear();
        without.springs.clear();
        let apart = compare(&Oracle::new(&without), subject, &compiled.state.spins, state);
        largest = largest.max(apart.acceleration());
    });
    let sound = worst.acceleration() < 1e-9 && worst.position < 1e-10 && worst.velocity < 1e-10 && worst.energy < 1e-10;
    assert!(sound, "{worst:?}\n{text}");
    assert!(largest > 1e-3, "the elements do nothing: {largest}\n{text}");
}

/// Asserts that elements give back the energy that they store. Over a quarter of a second of motion from the design
/// position, the total energy changes little compared with the stored energy.
fn conserves(elements: &str) {
    let text = vehicle(elements);
    let compiled = compiled(&text, Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let acting = still(&subject);
    let mut q = subject.design();
    let mut v: Vec<f64> = (0..subject.speeds()).map(|i| (i as f64 + 1.0).sin()).collect();
    subject.correct_velocity(&q, &mut v, &acting);
    let total = |subject: &mut Interpreted, q: &[f64], v: &[f64]| {
        let energy = subject.energy(q, v, &still(subject));
        (
            energy.kinetic + energy.gravity + energy.elastic,
            energy.kinetic,
            energy.elastic,
        )
    };
    let (start, _, stored) = total(&mut subject, &q, &v);
    let (mut drift, mut exchanged) = (0.0_f64, 0.0_f64);
    for _ in 0..1000 {
        runge_kutta(&mut subject, &mut q, &mut v, 2.5e-4);
        for _ in 0..3 {
            subject.correct_position(&mut q, &acting);
        }
        subject.correct_velocity(&q, &mut v, &acting);
        let (now, _, elastic) = total(&mut subject, &q, &v);
        drift = drift.max((now - start).abs());
        exchanged = exchanged.max((elastic - stored).abs());
    }
    assert!(exchanged > 0.1, "nothing is stored: {exchanged} J\n{text}");
    assert!(drift < 1e-7 * exchanged, "{drift} of {exchanged} J\n{text}");
}

/// Inputs without drives and loads; every signal is zero.
fn still(subject: &Interpreted) -> Acting {
    Acting {
        signals: vec![0.0; subject.signals()],
        ..Acting::default()
    }
}

fn runge_kutta(subject: &mut Interpreted, q: &mut [f64], v: &mut [f64], h: f64) {
    let acting = still(subject);
    runge_kutta_with(subject, q, v, h, &acting);
}

fn runge_kutta_with(subject: &mut Interpreted, q: &mut [f64], v: &mut [f64], h: f64, acting: &Acting) {
    let ahead = |x: &[f64], rate: &[f64], h: f64| -> Vec<f64> { x.iter().zip(rate).map(|(x, r)| x + h * r).collect() };
    let k1 = subject.rates(q, v, acting);
    let k2 = subject.rates(&ahead(q, &k1.q, h / 2.0), &ahead(v, &k1.v, h / 2.0), acting);
    let k3 = subject.rates(&ahead(q, &k2.q, h / 2.0), &ahead(v, &k2.v, h / 2.0), acting);
    let k4 = subject.rates(&ahead(q, &k3.q, h), &ahead(v, &k3.v, h), acting);
    let mean = |x: &mut [f64], k: [&[f64]; 4]| {
        for (i, x) in x.iter_mut().enumerate() {
            *x += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
        }
    };
    mean(q, [&k1.q, &k2.q, &k3.q, &k4.q]);
    mean(v, [&k1.v, &k2.v, &k3.v, &k4.v]);
}

/// Asserts that mirrored parts in mirrored states move as mirror images. Arms on both sides turn on pivots on the
/// ground; their coordinates are then equal.
fn mirrors(elements: &str) {
    let text = format!(
        "Pair {{
            mirror left as right {{
                body arm {{ mass: 2 kg, com: [0.1, 0.5, 0.2] m, inertia: [0.02, 0.03, 0.04, 0.001, 0.002, 0.003] kg*m^2 }}
                body tip {{ mass: 1 kg, com: [0.2, 0.8, 0.3] m, inertia: [0.02, 0.03, 0.04] kg*m^2 }}
                joint pivot: revolute(ground, arm) {{ axis: [1, 0.2, 0.1], at: [0, 0.3, 0.1] m }}
                joint hinge: revolute(arm, tip) {{ axis: [0.1, 0.3, 1], at: [0.1, 0.7, 0.3] m }}
                {elements}
            }}
        }}"
    );
    let compiled = compiled(&text, Method::Recursive);
    let place = |names: &[String], name: &str| names.iter().position(|n| n == name).expect("a speed of that name");
    let pairs = ["pivot", "hinge"]
        .map(|joint| ["left", "right"].map(|side| place(&compiled.layout.speeds, &format!("{side}.{joint}"))));
    let mut subject = Interpreted::new(&compiled);
    let (mut q, mut v) = (subject.design(), vec![0.0; subject.speeds()]);
    for (k, pair) in pairs.iter().enumerate() {
        for &i in pair {
            q[i] = [0.3, -0.4][k];
            v[i] = [1.5, 2.0][k];
        }
    }
    let acting = still(&subject);
    let rates = subject.rates(&q, &v, &acting).v;
    for [left, right] in pairs {
        assert!(
            (rates[left] - rates[right]).abs() < 1e-9 * rates[left].abs(),
            "{rates:?}\n{text}"
        );
    }
}
