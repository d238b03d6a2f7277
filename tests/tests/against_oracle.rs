//! Every vehicle agrees with the oracle at random consistent states, both as interpreted programs and as emitted code.
//! The vehicles have all joint kinds in the tree and as cuts, driven joints, welded bodies, bodies held by rods only,
//! wheels of all sorts, and springs with every characteristic. The engine computes the same as emitted code of the
//! baseline.

use fastrand::Rng;
use wishbone::level::Level;
use wishbone::solver::Solver;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_engine::Engine;
use wishbone_oracle::Oracle;
use wishbone_tests::{Acting, Disagreement, Emitted, Interpreted, Scatter, Subject, compare, random_state, vehicles};
use wishbone_vehicles::bare::{Hmmwv14, QuarterSla, Semitrailer12};
use wishbone_vehicles::{
    DeyoSedan, FourBar, Hmmwv, HmmwvPitman, Iltis, MacphersonCar, QuarterCar, SmallCar, TractorSemitrailer,
};

/// States per vehicle.
const STATES: usize = 100;

/// The worst disagreement of `subject` with the oracle over all states. The twins must agree with `subject` to the last bit.
fn judge(
    compiled: &Compiled,
    subject: &mut dyn Subject,
    twins: &mut [&mut dyn Subject],
    scatter: &Scatter,
) -> Disagreement {
    let oracle = Oracle::new(&compiled.model);
    let mut rng = Rng::with_seed(7);
    let mut worst = Disagreement::default();
    let (mut found, mut tried) = (0, 0);
    while found < STATES {
        tried += 1;
        assert!(tried < 20 * STATES, "loops do not close: {found} of {tried}");
        if let Some(state) = random_state(subject, scatter, &mut rng) {
            worst = worst.worst(compare(&oracle, subject, &compiled.state.spins, &state));
            let (q, v, acting) = &state;
            for twin in twins.iter_mut() {
                assert_eq!(subject.rates(q, v, acting), twin.rates(q, v, acting));
                assert_eq!(subject.energy(q, v, acting), twin.energy(q, v, acting));
                assert_eq!(subject.outputs(q, v, acting), twin.outputs(q, v, acting));
                assert_eq!(subject.joints(q, v, acting), twin.joints(q, v, acting));
                let margins = [subject.margin(q, v, acting), twin.margin(q, v, acting)];
                assert_eq!(margins[0].to_bits(), margins[1].to_bits());
                assert_eq!(corrected(subject, q, v, acting), corrected(*twin, q, v, acting));
            }
            found += 1;
        }
    }
    println!("{}: {tried} tries: {worst:?}", compiled.model.name);
    worst
}

/// State and gaps after a correction that starts from a slightly changed state.
fn corrected(subject: &mut dyn Subject, q: &[f64], v: &[f64], acting: &Acting) -> (Vec<f64>, Vec<f64>, [f64; 2]) {
    let (mut q, mut v): (Vec<f64>, Vec<f64>) = (q.iter().map(|q| q + 1e-6).collect(), v.to_vec());
    let position = subject.correct_position(&mut q, acting);
    let velocity = subject.correct_velocity(&q, &mut v, acting);
    (q, v, [position, velocity])
}

fn prove<S: Solver + Clone>(solver: S, declaration: &str, freedoms: usize, scatter: &Scatter) {
    let compiled = compile_text(declaration).unwrap_or_else(|d| panic!("{}", render(&d, "declaration", declaration)));
    assert_eq!(compiled.mobility.freedoms, freedoms);
    for &level in solver
        .description()
        .levels
        .iter()
        .filter(|level| **level <= Level::detect())
    {
        let mut interpreted = Interpreted::new(&compiled).at_level(level);
        let mut emitted = Emitted(solver.clone().at_level(level));
        let mut engine = Emitted(Engine::new(&compiled));
        let mut twins: Vec<&mut dyn Subject> = vec![&mut interpreted];
        if level == Level::Baseline {
            twins.push(&mut engine);
        }
        let worst = judge(&compiled, &mut emitted, &mut twins, scatter);
        assert!(worst.acceleration() < 1e-9, "{level:?}: {worst:?}");
        assert!(
            worst.position < 1e-10 && worst.velocity < 1e-10 && worst.energy < 1e-10,
            "{level:?}: {worst:?}"
        );
    }
}

macro_rules! agrees {
    ($($name:ident: $solver:path, $freedoms:literal, $scatter:expr;)*) => {$(
        #[test]
        fn $name() {
            prove(<$solver>::new(), <$solver>::DECLARATION, $freedoms, &$scatter);
        }
    )*};
}

agrees! {
    four_bar: FourBar, 1, Scatter::default();
    quarter_car: QuarterCar, 2, Scatter::default();
    hmmwv: Hmmwv, 14, Scatter::default();
    hmmwv_pitman: HmmwvPitman, 15, Scatter::default();
    deyo_sedan: DeyoSedan, 14, Scatter::default();
    iltis: Iltis, 14, Scatter::default();
    macpherson_car: MacphersonCar, 14, Scatter::default();
    small_car: SmallCar, 22, Scatter { position: 0.05, ..Scatter::default() };
    tractor_semitrailer: TractorSemitrailer, 32, Scatter::default();
    bare_quarter_sla: QuarterSla, 2, Scatter::default();
    bare_hmmwv14: Hmmwv14, 11, Scatter::default();
    bare_semitrailer12: Semitrailer12, 18, Scatter::default();
    batched: vehicles::Batched, 6, Scatter::default();
    bricard: vehicles::Bricard, 1, Scatter::default();
    five_link: vehicles::FiveLink, 8, Scatter::default();
    front_axle: vehicles::FrontAxle, 8, Scatter { position: 0.05, ..Scatter::default() };
    rocker_first: vehicles::RockerFirst, 1, Scatter::default();
    cardans: vehicles::Cardans, 24, Scatter::default();
    curves: vehicles::Curves, 22, Scatter::default();
    cuts: vehicles::Cuts, 14, Scatter::default();
    dampers: vehicles::Dampers, 8, Scatter { position: 0.05, ..Scatter::default() };
    joints: vehicles::Joints, 17, Scatter::default();
    planar: vehicles::Planar, 2, Scatter::default();
    words: vehicles::r#match, 1, Scatter::default();
    trains: vehicles::Trains, 17, Scatter::default();
    seven_hinges: vehicles::SevenHinges, 1, Scatter::default();
    six_hinges_and_a_slide: vehicles::SixHingesAndASlide, 7, Scatter::default();
    gears: vehicles::Gears, 9, Scatter { position: 0.05, ..Scatter::default() };
    inward: vehicles::Inward, 4, Scatter::default();
    forces: vehicles::Forces, 22, Scatter::default();
    signals: vehicles::Signals, 12, Scatter::default();
    overrides: vehicles::Overrides, 9, Scatter::default();
}
