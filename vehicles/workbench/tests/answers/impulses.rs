//! Drives whose velocity jumps push the bodies: compared with closed forms, and with one vehicle declared from either
//! end.

use wishbone_workbench::progress::silent;
use wishbone_workbench::run::Asked;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::{Method, Start};
use wishbone_workbench::vehicle::Vehicle;

fn run(text: &str, drive: [&str; 2], method: Method, step: f64) -> Findings {
    let asked = Asked {
        duration: 1.6,
        step,
        every: step,
        method,
        drives: vec![drive.map(str::to_owned).into()],
        start: Start::default(),
    };
    let found = Vehicle::of_text("part.txt", text).run(&asked, &silent);
    let found = found.unwrap_or_else(|problem| panic!("{problem}"));
    assert!(found.verdict.is_as_asked(), "{:?}", found.verdict);
    found
}

const METHODS: [Method; 9] = [
    Method::Ab2,
    Method::Ab3,
    Method::Abm3,
    Method::Rk2,
    Method::Rk4,
    Method::DormandPrince,
    Method::Sbdf2,
    Method::GeneralisedAlpha,
    Method::Rosenbrock,
];

/// Mass [kg], length [m] and inertia about the centre of mass [kg m^2] of the pendulum, and jump of the cart [m/s].
const MASS: f64 = 1.3;
const LENGTH: f64 = 0.5;
const INERTIA: f64 = 0.02;
const JUMP: f64 = 0.8;

const CART: &str = "Cart {
    body cart { mass: 2 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
    body bob { mass: 1.3 kg, com: [0, 0, -0.5] m, inertia: [0.02, 0.02, 0.02] kg*m^2 }
    joint rail: prismatic(ground, cart) { axis: x, drive: x }
    joint pivot: revolute(cart, bob) { axis: y, at: [0, 0, 0] m }
    output angle: coordinate(pivot)
    output rate: speed(pivot)
}";

/// A cart that starts and stops at once throws its pendulum. The impulse at the pivot gives
/// `w = m l dv cos(a) / (I + m l^2)`. While the cart moves at constant speed, the energy gives the amplitude:
/// `(I + m l^2) w^2 / 2 = m g l (1 - cos a)`. All methods agree.
#[test]
fn a_cart_throws_its_pendulum() {
    let moment = MASS * LENGTH / (INERTIA + MASS * LENGTH * LENGTH);
    let amplitude = (1.0 - (moment * JUMP).powi(2) / (2.0 * 9.81 * moment)).acos();
    for method in METHODS {
        for (start, course) in [
            (0.5, "table(time: [0, 0.5, 1.5, 1.6] s, value: [0, 0, 0.8, 0.8] m)"),
            (
                0.5,
                "pulse(start: 0.5 s, rise: 1 s, hold: 1 s, fall: 1 s, amplitude: 0.8 m, flank: straight)",
            ),
            (0.0, "table(time: [0, 1.5, 1.6] s, value: [0, 1.2, 1.2] m)"),
        ] {
            let found = run(CART, ["x", course], method, 5e-4);
            let column = |name: &str| found.table.column(name).expect("a column");
            let (time, angle, rate) = (column("time"), column("angle"), column("rate"));
            let at = |wanted: f64| time.iter().position(|own| *own > wanted - 1e-6).expect("a row");
            let told = format!("{method:?} {course}");
            assert!(angle[..at(start)].iter().all(|own| own.abs() < 1e-9), "{told}");
            let begun = rate[at(start)].abs();
            assert!((begun - moment * JUMP).abs() < 1e-3 * begun, "{told}: {begun}");
            let most = angle[..at(1.5)].iter().fold(0.0_f64, |most, own| most.max(own.abs()));
            assert!((most - amplitude).abs() < 2e-3, "{told}: {most} for {amplitude}");
            // The clock adds up steps, so that the end may come a step later.
            let [before, after] = [at(1.5) - 2, at(1.5) + 2];
            let jump = rate[after] - rate[before];
            let wanted = rate[at(start)].signum() * -moment * JUMP * angle[before].cos();
            let drift = 4.0 * 5e-4 * 9.81 * moment;
            assert!((jump - wanted).abs() < 1.2 * drift, "{told}: {jump} for {wanted}");
        }
    }
}

/// Two frames in free space, joined by a driven hinge. Which of them the free joint names is a matter of words.
fn frames(first: &str, second: &str) -> String {
    format!(
        "Frames {{
            gravity: 0 m/s^2
            body rear {{ mass: 900 kg, com: [-1.4, 0.1, 0.8] m, inertia: [300, 500, 700, 10, -20, 5] kg*m^2 }}
            body front {{ mass: 500 kg, com: [1.1, -0.05, 0.6] m, inertia: [150, 250, 300, -5, 8, 12] kg*m^2 }}
            joint motion: free(ground, {first})
            joint centre: revolute({first}, {second}) {{ axis: [0.1, 0, 1], at: [0, 0, 0.7] m, drive: bend }}
            output rear_x: vx(rear)
            output rear_y: vy(rear)
            output front_x: vx(front)
            output front_y: vy(front)
        }}"
    )
}

/// The momentum of both frames stays zero while the hinge suddenly starts, turns and suddenly stops, and both
/// declarations give one motion. The errors are the errors of the method after a jump of its rates: they decrease with
/// the step.
#[test]
fn frames_that_bend_at_once_keep_their_momentum() {
    let course = "table(time: [0, 0.3, 0.7, 1.1, 1.6] s, value: [0, 0, 0.5, -0.2, -0.2] rad)";
    let words = [
        frames("rear", "front"),
        frames("front", "rear").replace("axis: [0.1, 0, 1]", "axis: [-0.1, 0, -1]"),
    ];
    let errors = [1e-3, 2.5e-4].map(|step| {
        let found = words
            .each_ref()
            .map(|text| run(text, ["bend", course], Method::Ab3, step));
        let names = ["rear_x", "rear_y", "front_x", "front_y"];
        let columns = found
            .each_ref()
            .map(|found| names.map(|name| found.table.column(name).expect("a column")));
        let (mut momentum, mut apart, mut fastest) = (0.0_f64, 0.0_f64, 0.0_f64);
        for row in 0..columns[0][0].len() {
            let [one, other] = columns.each_ref().map(|all| all.each_ref().map(|column| column[row]));
            for axis in 0..2 {
                momentum = momentum.max((900.0 * one[axis] + 500.0 * one[axis + 2]).abs());
            }
            let pairs = one.iter().zip(&other);
            apart = pairs.map(|(one, other)| (one - other).abs()).fold(apart, f64::max);
            fastest = one.iter().fold(fastest, |most, own| most.max(own.abs()));
        }
        assert!(fastest > 0.2, "{fastest}");
        [momentum / (500.0 * fastest), apart / fastest]
    });
    let [coarse, fine] = errors;
    for (coarse, fine) in coarse.into_iter().zip(fine) {
        assert!(fine < 1e-2 && fine < 0.6 * coarse, "{errors:?}");
    }
}

/// A pulse that rises at once and falls along a straight flank jumps in its position, which changes no speed. The fall begins at the same time: its
/// velocity of -0.8 m/s throws the pendulum by `w = m l dv / (I + m l^2)`, and the note does not deny it.
#[test]
fn a_jump_of_the_position_denies_no_jump_of_the_velocity() {
    let course = "pulse(start: 0.5 s, rise: 0 s, hold: 0 s, fall: 0.5 s, amplitude: 0.4 m, flank: straight)";
    let found = run(CART, ["x", course], Method::Rk4, 5e-4);
    let column = |name: &str| found.table.column(name).expect("a column");
    let (time, rate) = (column("time"), column("rate"));
    let after = time.iter().position(|own| *own > 0.5 + 1e-6).expect("a row");
    let wanted = MASS * LENGTH * JUMP / (INERTIA + MASS * LENGTH * LENGTH);
    assert!(
        (rate[after].abs() - wanted).abs() < 5e-3 * wanted,
        "{} for {wanted}",
        rate[after]
    );
    let told = found.notes.join("\n");
    assert!(
        told.contains("`x` jumps at 0.5 s") && told.contains("this jump of the position changes no speed"),
        "{told}"
    );
}
