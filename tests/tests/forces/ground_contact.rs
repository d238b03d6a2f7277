//! Contacts with the ground.

use crate::{SCATTER, compiled, conserves, mirrors, runge_kutta, runge_kutta_with, still, vehicle};
use fastrand::Rng;
use wishbone::batch::{BatchSimulation, InLanes};
use wishbone::prelude::*;
use wishbone::terrain::{Ground, Terrain, Treadmill};
use wishbone_compiler::formulation::method::Method;
use wishbone_oracle::Oracle;
use wishbone_tests::{Acting, Disagreement, Interpreted, Subject, compare, random_state};

/// Contacts on the base, on arms, in a loop, and on a ring closed by a hinge; with and without damping and friction.
pub const EVERYWHERE: &str = "
    ground_contact skid: on(base) { at: [0.3, 0.2, -0.2] m, rate: 40 kN/m, damping: 300 N*s/m, friction: 0.7, speed: 0.1 m/s }
    ground_contact tip: on(b) {
        at: [0.7, 0.5, 0.1] m, rate: table(overtravel: [0, 100, 400] mm, force: [0, 500, 4000] N), friction: 0.4, speed: 0.5 m/s
    }
    ground_contact bare: on(coupler) { at: [0.25, -0.6, 0.2] m, rate: polynomial(force: [200, 0, 30] N, overtravel: 0.2 m) }
    ground_contact far: on(h) { at: [0.1, -1.7, 0.1] m, rate: 3 kN/m, damping: 100 N*s/m }
";

/// The inputs with random height, slopes and velocity of the ground under each contact.
fn on_random_ground(acting: &Acting, rng: &mut Rng) -> Acting {
    let mut acting = acting.clone();
    for ground in acting.signals.chunks_mut(6) {
        let ranges = [0.6, 0.4, 0.4, 1.5, 1.5, 1.5];
        ground
            .iter_mut()
            .zip(ranges)
            .for_each(|(x, range)| *x = range * (2.0 * rng.f64() - 1.0));
    }
    acting
}

/// By every method, on ground of any height, slope and velocity, contacts agree with the oracle. Each contact touches in
/// some states and not in others.
#[test]
fn contacts_agree_with_the_oracle() {
    let outputs: String = ["skid", "tip", "bare", "far"]
        .iter()
        .map(|name| format!("output {name}_force: force({name}) {{ along: z }} "))
        .collect();
    let text = vehicle(&format!("{EVERYWHERE} {outputs}"));
    for method in Method::ALL {
        let compiled = compiled(&text, method);
        let oracle = Oracle::new(&compiled.model);
        let mut subject = Interpreted::new(&compiled);
        let mut rng = Rng::with_seed(23);
        let mut worst = Disagreement::default();
        let mut met = [[0; 2]; 4];
        let mut found = 0;
        while found < 12 {
            let Some((q, v, acting)) = random_state(&mut subject, &SCATTER, &mut rng) else {
                continue;
            };
            found += 1;
            let acting = on_random_ground(&acting, &mut rng);
            let told = subject.outputs(&q, &v, &acting);
            met.iter_mut()
                .zip(&told)
                .for_each(|(met, force)| met[usize::from(*force != 0.0)] += 1);
            let state = (q, v, acting);
            worst = worst.worst(compare(&oracle, &mut subject, &compiled.layout.spins, &state));
        }
        assert!(
            worst.acceleration() < 1e-9 && worst.energy < 1e-10,
            "{method:?}: {worst:?}"
        );
        assert!(met.iter().flatten().all(|count| *count > 0), "{met:?}");
    }
}

/// The contacts touch all the time, because an integrator loses digits where a force begins.
#[test]
fn contacts_give_back_what_they_store() {
    conserves(
        "ground_contact skid: on(base) { at: [0.3, 0.2, -1] m, rate: 200 N/m }
        ground_contact tip: on(b) { at: [0.7, 0.5, -1] m, rate: polynomial(force: [5, 0.25] N, overtravel: 300 mm) }",
    );
}

#[test]
fn mirrored_contacts_are_mirror_images() {
    mirrors(
        "ground_contact foot: on(tip) {
            at: [0.2, 0.8, -0.6] m, rate: 300 N/m, damping: 10 N*s/m, friction: 0.5, speed: 0.2 m/s
        }",
    );
}

/// A block that slides along X and vertically, 100 mm above the ground.
fn block(attributes: &str) -> String {
    format!(
        "Block {{
            gravity: 10 m/s^2
            body sledge {{ mass: 1 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }}
            body block {{ mass: 99 kg, com: [0, 0, 0.2] m, inertia: [1, 1, 1] kg*m^2 }}
            joint along: prismatic(ground, sledge) {{ axis: x }}
            joint up: prismatic(sledge, block) {{ axis: z }}
            ground_contact foot: on(block) {{ at: [0, 0, 0.1] m, {attributes} }}
            output fx: force(foot) {{ along: x }}
            output fz: force(foot) {{ along: z }}
            output stored: elastic_energy(foot)
        }}"
    )
}

/// A dropped block comes to rest where the ground carries its weight. Contact never pulls it down, and stores energy only
/// while it touches.
#[test]
fn a_dropped_block_comes_to_rest_on_the_ground() {
    let compiled = compiled(&block("rate: 50 kN/m, damping: 3 kN*s/m"), Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let (mut q, mut v) = (vec![0.0; 2], vec![0.0; 2]);
    let acting = still(&subject);
    let up = compiled
        .layout
        .coordinates
        .iter()
        .position(|name| name == "up")
        .expect("a coordinate");
    for step in 0..20_000 {
        runge_kutta(&mut subject, &mut q, &mut v, 1e-4);
        if step % 10 == 0 {
            let [_, push, stored] = subject.outputs(&q, &v, &acting)[..] else {
                panic!("three outputs")
            };
            assert!(push >= 0.0 && stored >= 0.0, "{push} {stored}");
            assert!(q[up] < -0.1 || (push, stored) == (0.0, 0.0), "{q:?}");
        }
    }
    let sunk = 99.0 * 10.0 / 50e3;
    assert!((q[up] + 0.1 + sunk).abs() < 1e-6 && v[up].abs() < 1e-6, "{q:?} {v:?}");
}

/// A block that slides on level ground stops at the point given by `v²/2 = μ g x`. Moving ground takes it along.
#[test]
fn a_block_slides_as_its_friction_lets_it() {
    let compiled = compiled(
        &block("rate: 500 kN/m, damping: 10 kN*s/m, friction: 0.5, speed: 1 mm/s"),
        Method::Recursive,
    );
    let mut subject = Interpreted::new(&compiled);
    let [along, up] = ["along", "up"].map(|name| {
        compiled
            .layout
            .coordinates
            .iter()
            .position(|c| c == name)
            .expect("a coordinate")
    });
    let weight = 990.0;
    // The joint of the sledge carries the sledge's own kilogram.
    let slow_down = 0.5 * weight / 100.0;
    let start = |height: f64| {
        let mut q = vec![0.0; 2];
        q[up] = height - 0.1;
        q
    };
    let (mut q, mut v) = (start(-weight / 500e3), vec![0.0; 2]);
    v[along] = 2.0;
    for _ in 0..10_000 {
        runge_kutta(&mut subject, &mut q, &mut v, 1e-4);
    }
    let expected = 2.0 / slow_down;
    assert!(
        (q[along] - expected).abs() < 2e-3 && v[along].abs() < 1e-6,
        "{q:?} {v:?}"
    );

    let mut acting = still(&subject);
    acting.signals[3] = -1.5;
    let (mut q, mut v) = (start(-weight / 500e3), vec![0.0; 2]);
    for _ in 0..10_000 {
        runge_kutta_with(&mut subject, &mut q, &mut v, 1e-4, &acting);
    }
    assert!((v[along] + 1.5).abs() < 1e-6, "{v:?}");
}

wishbone::vehicle! {
    /// Two feet under a body on rails, as written and mirrored.
    pub Footed {
        batch: accept
        levels: all
        gravity: 10 m/s^2
        body sledge { mass: 2 kg, com: [0, 0, 0.5] m, inertia: [1, 1, 1] kg*m^2 }
        body frame { mass: 98 kg, com: [0, 0, 0.5] m, inertia: [8, 9, 10] kg*m^2 }
        joint along: prismatic(ground, sledge) { axis: x }
        joint up: prismatic(sledge, frame) { axis: z }
        mirror left as right {
            ground_contact foot: on(frame) {
                at: [0.25, 0.4, 0] m, rate: 50 kN/m, damping: 2 kN*s/m, friction: 0.5, speed: 0.02 m/s
            }
        }
        load push: on(frame) { axis: x, in: ground, at: [0, 0, 0.5] m, force: push }
    }
}

fn settled<T: Terrain>(terrain: T) -> Simulation<Footed, OnRoad<LinearTyre, T, 0>, RungeKutta4> {
    let road = OnRoad { tyres: [], terrain };
    let mut simulation = Simulation::new(Footed::default(), road, RungeKutta4);
    for _ in 0..4000 {
        let _ = simulation.step(5e-4).expect("a sound step");
    }
    simulation
}

/// The inputs of a contact are signals with its name.
#[test]
fn the_inputs_of_a_contact_are_named_signals() {
    let names = Footed::DESCRIPTION.contacts.iter().map(|(name, _)| *name);
    assert_eq!(names.collect::<Vec<_>>(), ["left.foot", "right.foot"]);
    let ends = ["height", "slope_x", "slope_y", "velocity_x", "velocity_y", "velocity_z"];
    for (name, places) in Footed::DESCRIPTION.contacts {
        for (place, end) in places.iter().zip(ends) {
            assert_eq!(Footed::SIGNALS[*place], format!("{name}.{end}"));
        }
    }
    assert_eq!(Footed::SIGNALS.len(), 13);
    assert_eq!(Footed::SIGNALS[Footed::SIGNAL_PUSH], "push");
}

/// Emitted code on any terrain: the vehicle rests on two feet, each 10 mm deep, at the height of the ground. Without surroundings the
/// ground is level at height zero. The solver reports the positions of the contacts.
#[test]
fn a_vehicle_stands_on_the_terrain_of_its_surroundings() {
    let sunk = 98.0 * 10.0 / 2.0 / 50e3;
    let mut bare = Simulation::new(Footed::default(), Still, RungeKutta4);
    for _ in 0..4000 {
        let _ = bare.step(5e-4).expect("a sound step");
    }
    let found = [
        (bare.state().q[Footed::Q_UP], 0.0),
        (settled(Flat).state().q[Footed::Q_UP], 0.0),
        (
            settled(|_: f64, _: f64, _: f64| Ground::level(0.3)).state().q[Footed::Q_UP],
            0.3,
        ),
        // The ground is as high under the left foot as it is low under the right foot: each foot carries and damps half.
        (
            settled(|_: f64, y: f64, _: f64| Ground::level(0.01 * y)).state().q[Footed::Q_UP],
            0.0,
        ),
    ];
    for (up, height) in found {
        assert!((up - (height - sunk)).abs() < 1e-6, "{up} on {height}");
    }
    let mut high = settled(|_: f64, _: f64, _: f64| Ground::level(0.3));
    let _ = high.evaluate();
    let points = high.solver().contacts().iter().map(|contact| contact.position);
    let z = high.state().q[Footed::Q_UP];
    assert_eq!(points.collect::<Vec<_>>(), [[0.25, 0.4, z], [0.25, -0.4, z]]);
}

/// On a slope of 45 degrees it slides down. With the sum `N` of both normal forces: `m z'' = N (n_z - μ t_z) - m g`,
/// `M x'' = N (n_x - μ t_x)`, `x'' = z''`.
#[test]
fn a_vehicle_slides_down_a_slope() {
    let slope = |x: f64, _: f64, _: f64| Ground::sloping(x - 0.25, [1.0, 0.0]);
    let mut simulation = settled(slope);
    let rate = simulation.evaluate();
    let s = 0.5_f64.sqrt();
    let [x, z] = [-s + 0.5 * s, s + 0.5 * s];
    let push = 98.0 * 10.0 / (z - x * 98.0 / 100.0);
    let expected = push * x / 100.0;
    let found = [rate.v[Footed::V_ALONG], rate.v[Footed::V_UP]];
    assert!(
        found.iter().all(|a| (a - expected).abs() < 1e-4 * expected.abs()),
        "{found:?} {expected}"
    );
}

#[test]
fn a_belt_takes_a_vehicle_along() {
    let belt = Treadmill {
        terrain: Flat,
        speed: 0.8,
    };
    let simulation = settled(belt);
    assert!(
        (simulation.state().v[Footed::V_ALONG] + 0.8).abs() < 1e-6,
        "{:?}",
        simulation.state()
    );
}

/// Eight vehicles, each on its own ground, have the same bits as single vehicles.
#[test]
fn vehicles_of_a_batch_stand_on_their_own_ground() {
    let heights: [f64; 8] = core::array::from_fn(|lane| 0.05 * lane as f64);
    let roads = heights.map(|height| OnRoad {
        tyres: [] as [LinearTyre; 0],
        terrain: move |_: f64, _: f64, _: f64| Ground::level(height),
    });
    let mut batch = BatchSimulation::<_, _, _, 0>::new(FootedBatch::default(), roads, RungeKutta4);
    for _ in 0..400 {
        assert!(batch.step(5e-4).expect("a valid step").iter().all(Result::is_ok));
    }
    for (lane, road) in roads.into_iter().enumerate() {
        let mut single = Simulation::new(Footed::default(), road, RungeKutta4);
        for _ in 0..400 {
            let _ = single.step(5e-4).expect("a sound step");
        }
        assert_eq!(InLanes::lane(batch.state(), lane), *single.state());
    }
}
