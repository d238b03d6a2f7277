//! Runs that reach singular positions of their coordinates either pass them or report them. None continues with wrong
//! results.

use wishbone::batch::{BatchSimulation, InLanes, LANES};
use wishbone::prelude::*;
use wishbone::refused::Cause;
use wishbone::stabilise::{Projection, Reason};
use wishbone_tests::vehicles::{Bricard, FrontAxle, FrontAxleBatch, RockerFirst};
use wishbone_tests::{coordinate, speed};

/// The benchmark's motion passes positions in which each of the six angles turns back. The energy stays constant; it
/// would show a wrong branch at once. Half the step leads to the same position.
#[test]
fn bricards_linkage_passes_the_rest_of_each_of_its_angles() {
    let run = |h: f64, steps: usize| {
        let mut simulation = Simulation::new(Bricard::new(), Still, RungeKutta4);
        let _ = simulation.assemble().expect("closed as declared");
        let energy = simulation.energy().total();
        let mut largest = 0.0_f64;
        for _ in 0..steps {
            let _ = simulation.step(h).expect("it goes on");
            largest = largest.max((simulation.energy().total() - energy).abs());
        }
        (*simulation.state(), largest)
    };
    let (coarse, lost) = run(2e-3, 1500);
    let (fine, lost_fine) = run(1e-3, 3000);
    let off = (0..coarse.q.len())
        .map(|k| (coarse.q[k] - fine.q[k]).abs())
        .fold(0.0, f64::max);
    println!("energy {lost:e}, {lost_fine:e} J; by the step {off:e} rad");
    assert!(lost < 1e-9 && lost_fine < 1e-10 && off < 1e-8);
}

/// The crank continues to turn, although the rocker is declared first.
#[test]
fn a_crank_turns_its_rocker() {
    let mut simulation = Simulation::new(RockerFirst::new(), Still, RungeKutta4);
    let mut state = RockerFirst::design_state();
    state.v[speed::<RockerFirst>("crank_pivot")] = 20.0;
    simulation.set_state(state);
    let _ = simulation.assemble().expect("closed as declared");
    let energy = simulation.energy().total();
    for _ in 0..2000 {
        let _ = simulation.step(1e-3).expect("it turns");
    }
    let turned = simulation.state().q[coordinate::<RockerFirst>("crank_pivot")];
    assert!(turned > 5.0 * std::f64::consts::TAU, "{turned}");
    assert!((simulation.energy().total() - energy).abs() < 1e-6);
}

fn steered(rack: f64) -> Simulation<FrontAxle, impl Subsystem<FrontAxle, State = ()>, RungeKutta4> {
    let steer = Steer::of(FrontAxle::DESCRIPTION, "rack", move |_| Drive {
        position: rack,
        ..Drive::default()
    });
    Simulation::new(FrontAxle::new(), steer.expect("it has a rack"), RungeKutta4)
}

/// The wheels move in proportion to the rack, equally on both sides. With the rack to the left, the left wheel is the
/// mirror image of the right wheel with the rack to the right.
#[test]
fn both_wheels_follow_the_rack() {
    for rack in [0.005, 0.02, 0.06] {
        let wheels = |rack: f64| {
            let mut simulation = steered(rack);
            let _ = simulation.assemble().expect("within the rack's travel");
            let _ = simulation.evaluate();
            [0, 1].map(|w| simulation.solver().wheels()[w])
        };
        let (to_left, to_right) = (wheels(rack), wheels(-rack));
        for (w, centre) in [[0.0, 0.78, 0.31], [0.0, -0.78, 0.31]].into_iter().enumerate() {
            let moved = (0..3)
                .map(|k| (to_left[w].centre[k] - centre[k]).powi(2))
                .sum::<f64>()
                .sqrt();
            let turned = to_left[w].axis[1].acos();
            // The steering arm has 0.14 m, and a shorter effective lever where the tie rod is no longer perpendicular to it.
            assert!(moved < 0.2 * rack, "{rack}: wheel {w} by {moved} m");
            assert!(turned < 8.0 * rack, "{rack}: wheel {w} by {turned} rad");
            let other = to_right[1 - w];
            for (k, mirror) in [1.0, -1.0, 1.0].into_iter().enumerate() {
                assert!((to_left[w].centre[k] - mirror * other.centre[k]).abs() < 1e-9);
            }
        }
    }
}

/// Pushes all wheels up [N].
#[derive(Clone, Debug, PartialEq)]
struct Push {
    force: f64,
    steps: usize,
}

impl Push {
    fn by(force: f64) -> Self {
        Push { force, steps: 0 }
    }
}

impl<S: Solver> Subsystem<S> for Push {
    type State = ();

    fn load(&mut self, _now: &Now<()>, inputs: &mut S::Inputs) {
        inputs.wheels().iter_mut().for_each(|wheel| wheel.force[2] = self.force);
    }

    fn stepped(&mut self, _time: f64, _h: f64, (): &mut ()) {
        self.steps += 1;
    }
}

/// Wheels are pulled down until their links are in line. The refusal reports the loop, the joint and the time. The time
/// is nearly equal for any step and any number of corrections. The refused step changes nothing.
#[test]
fn links_in_line_are_told() {
    let mut times = Vec::new();
    for (h, projection) in [
        (1e-3, Projection::STEP),
        (1e-3, Projection::ONCE),
        (2e-4, Projection::STEP),
    ] {
        let mut simulation = Simulation::new(FrontAxle::new(), Push::by(-60e3), AdamsBashforth3::new());
        simulation.projection = projection;
        let mut before = simulation.clone();
        let refused = (0..1000).find_map(|_| {
            before = simulation.clone();
            simulation.step(h).err()
        });
        let refused = refused.expect("no knuckle hangs so low");
        let Cause::NotClosed(reason) = refused.cause else {
            panic!("{refused}")
        };
        assert!(matches!(reason.reason, Reason::Near | Reason::Singular), "{refused}");
        let text = refused.to_string();
        assert!(
            text.contains(".knuckle`") && text.contains(" s: the loops do not close: "),
            "{text}"
        );
        assert_eq!(simulation.state(), before.state());
        assert_eq!(simulation.surroundings, before.surroundings);
        assert_eq!(simulation.time(), before.time());
        times.push(refused.time);
    }
    let (first, last) = (
        times.iter().copied().fold(f64::INFINITY, f64::min),
        times.iter().copied().fold(0.0, f64::max),
    );
    assert!(last - first < 2e-3, "{times:?}");
}

/// Of eight vehicles, one is pulled apart and one gets loads that are NaN. Both vehicles stop with a reason, and all
/// others continue with the bits of single simulations.
#[test]
fn a_vehicle_of_a_batch_that_fails_stops_alone() {
    let force = |lane: usize| match lane {
        2 => -60e3,
        5 => f64::NAN,
        _ => 500.0 * lane as f64,
    };
    let pushes: [Push; LANES] = std::array::from_fn(|lane| Push::by(force(lane)));
    let mut batch = BatchSimulation::<_, _, _, 2>::new(FrontAxleBatch::new(), pushes, AdamsBashforth3::new());
    let mut alone: Vec<_> = (0..LANES)
        .map(|lane| {
            let mut simulation = Simulation::new(FrontAxle::new(), Push::by(force(lane)), AdamsBashforth3::new());
            simulation.projection = Projection::ONCE;
            simulation
        })
        .collect();
    let mut stopped = [None; LANES];
    for _ in 0..60 {
        let together = batch.step(1e-3).expect("a step of 1 ms");
        for (lane, simulation) in alone.iter_mut().enumerate() {
            let own = stopped[lane].map_or_else(|| simulation.step(1e-3), Err);
            assert_eq!(format!("{:?}", together[lane]), format!("{own:?}"), "lane {lane}");
            stopped[lane] = own.err();
            assert_eq!(batch.state().lane(lane), *simulation.state(), "lane {lane}");
            assert_eq!(batch.surroundings()[lane].steps, simulation.surroundings.steps);
        }
    }
    let failed: Vec<usize> = (0..LANES).filter(|&lane| stopped[lane].is_some()).collect();
    assert_eq!(failed, [2, 5]);
    let words = stopped[5].map(|refused| refused.to_string()).unwrap_or_default();
    assert!(words.contains("what acts on the wheel `left.tyre` is NaN"), "{words}");
    assert_eq!(
        batch.step(f64::NAN).map(|_| ()).map_err(|refused| refused.time),
        Err(batch.time())
    );
}
