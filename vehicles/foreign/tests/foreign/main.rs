//! FMUs as parts of a rolling wheel, against the same law inside.

#[allow(dead_code, reason = "shared with the tests of vehicles that FMUs are parts of")]
mod packed;
#[allow(dead_code, missing_docs, reason = "a solver of other tests")]
#[path = "../../../../runtime/tests/runtime/solvers/roller.rs"]
mod roller;

use packed::{ALL, archive, described, engine, with_library};
use roller::Roller;
use wishbone::integrate::{AdamsBashforth2, RungeKutta2};
use wishbone::prelude::*;
use wishbone::refused::{Cause, Held};
use wishbone_foreign::{Connections, Foreign, Host};

/// The engine's law inside the vehicle, with equal steps: outputs are held, and the pedal is the angular speed of the
/// wheel at the beginning of the step.
#[derive(Clone, Debug)]
struct Inside {
    torque: f64,
    held: f64,
    next: f64,
    spin: [f64; 2],
    has_begun: bool,
    reached: f64,
    /// Length of its own steps [s].
    own: f64,
}

impl Inside {
    fn new(torque: f64, own: f64) -> Self {
        Self {
            own,
            torque,
            held: 0.0,
            next: 0.0,
            spin: [0.0; 2],
            has_begun: false,
            reached: 0.0,
        }
    }
}

impl<S: Solver> Subsystem<S> for Inside {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut S::Inputs) {
        if now.time == self.reached {
            self.spin = [now.time, now.wheels[0].spin];
        }
        if !self.has_begun {
            self.held = self.torque * self.spin[1];
        }
        inputs.wheels()[0].drive_torque = self.held;
    }

    fn try_step(&mut self, _time: f64, _h: f64, (): &()) -> Result<(), Held> {
        self.next = self.held + self.own * (self.torque * self.spin[1] - self.held) / 0.1;
        Ok(())
    }

    fn stepped(&mut self, time: f64, h: f64, (): &mut ()) {
        self.has_begun = true;
        if time - self.reached > self.own - 0.5 * h {
            (self.held, self.reached) = (self.next, time);
        }
    }
}

fn connected(start: &[(&str, f64)]) -> Connections {
    let wheel = Roller::DESCRIPTION.wheels[0];
    Connections {
        inputs: [("pedal".to_owned(), format!("wheel.{wheel}.spin"))].into(),
        outputs: [("tau".to_owned(), vec![format!("wheel.{wheel}.drive_torque")])].into(),
        start: start.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
        ..Connections::default()
    }
}

fn part(content: &[u8], start: &[(&str, f64)]) -> Foreign {
    Foreign::new("engine.fmu", content, &connected(start), &Host::of(&Roller::default()))
        .unwrap_or_else(|reason| panic!("{reason}"))
}

fn rolling<E: Subsystem<Roller>, I: Integrator<StateOf<Roller, E>>>(
    part: E,
    integrator: I,
) -> Simulation<Roller, E, I> {
    let mut run = Simulation::new(Roller::default(), part, integrator);
    let mut state = *run.state();
    state.v[2] = 10.0;
    run.set_state(state);
    run
}

/// A run with the FMU equals a run with the same law inside the vehicle, to the last bit. A saved run continues with
/// equal results, also in a copy.
#[test]
fn an_fmu_is_the_law_inside() {
    fn same<I>(integrator: impl Fn() -> I, version: u8)
    where
        I: Integrator<StateOf<Roller, Foreign>> + Integrator<StateOf<Roller, Inside>> + Clone,
    {
        // Steps of its own: those of the vehicle, or each of several of them.
        for (flags, own) in [
            ("", 1e-3),
            ("fixedInternalStepSize=\"1e-3\"", 1e-3),
            ("fixedInternalStepSize=\"7e-3\"", 7e-3),
        ] {
            same_with(&integrator, &engine(version, &format!("{ALL} {flags}"), "N.m"), own);
        }
    }
    fn same_with<I>(integrator: &impl Fn() -> I, content: &[u8], own: f64)
    where
        I: Integrator<StateOf<Roller, Foreign>> + Integrator<StateOf<Roller, Inside>> + Clone,
    {
        let mut run = rolling(part(content, &[("torque", -3.0)]), integrator());
        let mut inside = rolling(Inside::new(-3.0, own), integrator());
        let advance = |run: &mut Simulation<Roller, Foreign, I>, count: usize| {
            for _ in 0..count {
                let _ = run.step(1e-3).unwrap_or_else(|refused| panic!("{refused}"));
            }
        };
        advance(&mut run, 50);
        (0..50).for_each(|_| assert!(inside.step(1e-3).is_ok()));
        assert!(run.state().v[2] < 9.9, "it is braked: {}", run.state().v[2]);
        assert_eq!(run.state(), inside.state());
        let kept = run.keep();
        advance(&mut run, 50);
        let end = *run.state();
        run.go_back(&kept);
        assert_eq!(run.state(), inside.state());
        let mut copy = run.clone();
        advance(&mut run, 50);
        advance(&mut copy, 50);
        (0..50).for_each(|_| assert!(inside.step(1e-3).is_ok()));
        assert_eq!((run.state(), copy.state(), inside.state()), (&end, &end, &end));
    }
    for version in [2, 3] {
        same(AdamsBashforth3::new, version);
        same(|| RungeKutta4, version);
        same(|| RungeKutta2, version);
    }
}

/// The output is in the unit of the FMU.
#[test]
fn units_are_converted() {
    let mut runs = ["N.m", "kN.m"].map(|unit| {
        let torque = if unit == "N.m" { -2000.0 } else { -2.0 };
        rolling(
            part(&engine(3, ALL, unit), &[("torque", torque)]),
            AdamsBashforth2::new(),
        )
    });
    for run in &mut runs {
        (0..20).for_each(|_| assert!(run.step(1e-4).is_ok()));
    }
    let [one, other] = runs.map(|run| run.state().v[2]);
    assert!(
        (one - other).abs() < 1e-9 * one.abs() && (one - 10.0).abs() > 1e-3,
        "{one} {other}"
    );
}

/// A step that the FMU discards is refused with the message of the FMU; the run stays in its earlier state, and
/// continues with a shorter step. If another part of the vehicle refuses a step, the step of the FMU is taken back.
#[test]
fn a_discarded_step_is_refused() {
    let content = engine(3, ALL, "N.m");
    let mut run = rolling(
        part(&content, &[("torque", -3.0), ("end", 0.0105)]),
        AdamsBashforth3::new(),
    );
    let mut sound = rolling(part(&content, &[("torque", -3.0)]), AdamsBashforth3::new());
    for _ in 0..10 {
        let _ = run.step(1e-3).expect("a step");
        let _ = sound.step(1e-3).expect("a step");
    }
    for _ in 0..3 {
        let refused = run.step(1e-3).expect_err("it is discarded");
        let Cause::Held(held) = refused.cause else {
            panic!("{refused}")
        };
        assert_eq!(held.part, "engine.fmu");
        assert!(held.reason.contains("discards the step"), "{refused}");
        assert_eq!((run.time(), run.state()), (sound.time(), sound.state()));
    }
    for run in [&mut run, &mut sound] {
        let _ = run.step(4e-4).expect("a shorter step");
    }
    assert_eq!((run.time(), run.state()), (sound.time(), sound.state()));
    let mut pair = rolling(
        (
            part(&content, &[("torque", -3.0)]),
            part(&content, &[("torque", -3.0), ("end", 2.5e-3)]),
        ),
        RungeKutta4,
    );
    let mut alone = rolling(
        (part(&content, &[("torque", -3.0)]), part(&content, &[("torque", -3.0)])),
        RungeKutta4,
    );
    for run in [&mut pair, &mut alone] {
        let _ = (run.step(1e-3).expect("a step"), run.step(1e-3).expect("a step"));
    }
    assert!(pair.step(1e-3).is_err());
    for run in [&mut pair, &mut alone] {
        let _ = run.step(2e-4).expect("a shorter step");
    }
    assert_eq!((pair.time(), pair.state()), (alone.time(), alone.state()));
}

/// If an FMU presses a pedal beyond its stop, this is refused, both at the start and during a run. The run stays in its
/// earlier state.
#[test]
fn a_pedal_goes_from_zero_to_one() {
    let pressing = |start: &[(&str, f64)]| {
        let connections = Connections {
            inputs: [("pedal".to_owned(), "time".to_owned())].into(),
            outputs: [("tau".to_owned(), vec!["throttle".to_owned()])].into(),
            ..connected(start)
        };
        Foreign::new(
            "engine.fmu",
            &engine(3, ALL, ""),
            &connections,
            &Host::of(&Roller::default()),
        )
    };
    let refused = pressing(&[("torque", 5.0), ("pedal", 1.0)]).expect_err("it is beyond the stop");
    assert_eq!(
        refused.to_string(),
        "`engine.fmu`: it writes 5 to `throttle`, which goes from 0 to 1"
    );
    let mut run = rolling(pressing(&[("torque", 1e4)]).expect("it is released"), RungeKutta4);
    let refused = (0..100)
        .find_map(|_| run.step(1e-3).err())
        .expect("it is pressed on and on");
    let Cause::Held(held) = refused.cause else {
        panic!("{refused}")
    };
    assert!(
        held.reason.contains("to `throttle`, which goes from 0 to 1"),
        "{refused}"
    );
    let pedal = Subsystem::<Roller>::controls(&run.surroundings)
        .expect("it presses a pedal")
        .throttle;
    assert!((0.0..=1.0).contains(&pedal), "{pedal}");
}

/// What an FMU cannot do is told when it is asked for.
#[test]
fn missing_capabilities_are_told() {
    let fixed = ALL.replace("canHandleVariableCommunicationStepSize", "canInterpolateInputs");
    let mut run = rolling(part(&engine(2, &fixed, ""), &[]), RungeKutta4);
    let _ = run.step(1e-3).expect("a step");
    let refused = run.step(5e-4).expect_err("another step");
    assert!(
        refused
            .to_string()
            .contains("`engine.fmu` refuses the step: it makes steps of one length alone"),
        "{refused}"
    );
    let _ = run.step(1e-3).expect("the same step");
    // Without a state it runs, and a copy or a discarded step ends it.
    let bare = r#"canHandleVariableCommunicationStepSize="true""#;
    let mut run = rolling(part(&engine(3, bare, ""), &[("end", 2.5e-3)]), RungeKutta4);
    let _ = (run.step(1e-3).expect("a step"), run.step(1e-3).expect("a step"));
    let mut copy = run.clone();
    let refused = copy.step(1e-4).expect_err("a copy");
    assert!(refused.to_string().contains("canSerializeFMUState"), "{refused}");
    let refused = run.step(1e-3).expect_err("it is discarded");
    assert!(refused.to_string().contains("discards the step"), "{refused}");
    let refused = run.step(1e-4).expect_err("it has moved");
    assert!(refused.to_string().contains("canGetAndSetFMUState"), "{refused}");
}

/// A speed of rotation in another unit is converted by its factor; a unit without radians, such as turns per second, is
/// refused with its name. A unit that is named as ours needs no base units.
#[test]
fn speeds_of_rotation_tell_their_radians() {
    let turning = |unit: &str, base: &str| {
        let text = described(3, ALL, "N.m")
            .replace(
                "<Unit name=\"N\">",
                &format!("<Unit name=\"{unit}\">{base}</Unit><Unit name=\"N\">"),
            )
            .replace("name=\"pedal\"", &format!("name=\"pedal\" unit=\"{unit}\""));
        Foreign::new(
            "engine.fmu",
            &with_library(3, &text),
            &connected(&[("torque", -3.0)]),
            &Host::of(&Roller::default()),
        )
    };
    for (unit, base) in [
        ("1/min", r#"<BaseUnit s="-1" factor="0.016666666666666666"/>"#),
        ("Hz", r#"<BaseUnit s="-1"/>"#),
        ("1/s", r#"<BaseUnit s="-1"/>"#),
    ] {
        let refused = turning(unit, base).expect_err(unit).to_string();
        let told =
            format!("has the unit `{unit}`, and the vehicle's number is in rad/s: declare `rad` in its `BaseUnit`");
        assert!(refused.contains(&told), "{refused}");
    }
    let end = |unit: &str, base: &str| {
        let mut run = rolling(
            turning(unit, base).unwrap_or_else(|reason| panic!("{reason}")),
            AdamsBashforth2::new(),
        );
        (0..20).for_each(|_| assert!(run.step(1e-3).is_ok()));
        run.state().v[2]
    };
    let plain = end("rad/s", "");
    // The pedal is a number of turns per minute: the torque is larger by 60 / 2 pi.
    let factor = std::f64::consts::TAU / 60.0;
    let turns = end("rpm", &format!(r#"<BaseUnit s="-1" rad="1" factor="{factor}"/>"#));
    let other = {
        let part = part(&engine(3, ALL, "N.m"), &[("torque", -3.0 / factor)]);
        let mut run = rolling(part, AdamsBashforth2::new());
        (0..20).for_each(|_| assert!(run.step(1e-3).is_ok()));
        run.state().v[2]
    };
    assert!(
        (turns - other).abs() < 1e-9 && (turns - plain).abs() > 1e-3,
        "{plain} {turns} {other}"
    );
}

/// An FMU that makes a step of the wrong length is refused, and the message has both times. So is a step that is no
/// multiple of its internal steps.
#[test]
fn another_step_is_refused() {
    let content = engine(3, ALL, "N.m");
    let stepped = |part_made: f64| {
        let mut run = rolling(part(&content, &[("torque", -3.0), ("part", part_made)]), RungeKutta4);
        run.step(1e-3).map(|_| ()).map_err(|refused| refused.to_string())
    };
    assert_eq!(stepped(1.0), Ok(()));
    assert_eq!(stepped(1.0 + 1e-9), Ok(()));
    for other in [0.5, 1.5] {
        let refused = stepped(other).expect_err("another step");
        let told = format!("it stands at {} s, and not at 0.001 s", 1e-3 * other);
        assert!(refused.contains(&told), "{refused}");
    }
    let internal = format!("{ALL} fixedInternalStepSize=\"5e-4\"");
    let mut run = rolling(part(&engine(3, &internal, "N.m"), &[]), RungeKutta4);
    assert!(run.step(1e-3).is_ok() && run.step(5e-4).is_ok());
    let refuses = |run: &mut Simulation<Roller, Foreign, RungeKutta4>, step: f64| {
        let refused = run.step(step).expect_err("neither multiple nor part").to_string();
        assert!(refused.contains("`fixedInternalStepSize`"), "{refused}");
    };
    refuses(&mut run, 7e-4);
    assert!(run.step(1e-3).is_ok());
    // Within an internal step the vehicle's steps end where that ends.
    assert!((0..4).all(|_| run.step(1e-4).is_ok()));
    for step in [3e-4, 5e-4, 2.5e-4] {
        refuses(&mut run, step);
    }
    assert!(run.step(1e-4).is_ok() && run.step(5e-4).is_ok());
}

/// `1` is true as `true` is (XML Schema 1.0, part 2, section 3.2.2).
#[test]
fn one_is_true() {
    let flags = ALL.replace("\"true\"", "\"1\"");
    let mut run = rolling(part(&engine(2, &flags, "N.m"), &[("torque", -3.0)]), RungeKutta4);
    assert!(run.step(1e-3).is_ok() && run.step(5e-4).is_ok());
    let kept = run.keep();
    assert!(run.step(1e-3).is_ok());
    let end = *run.state();
    run.go_back(&kept);
    assert!(run.step(1e-3).is_ok());
    assert_eq!(*run.state(), end);
}

/// A matrix is no scalar, and the variable before it stays.
#[test]
fn a_matrix_takes_no_other_variable_away() {
    let matrix = r#"<Float64 name="field" valueReference="99" causality="parameter"><Dimension start="2"/><Dimension start="2"/></Float64>"#;
    let text =
        described(3, ALL, "N.m").replace("<Float64 name=\"torque\"", &format!("{matrix}<Float64 name=\"torque\""));
    let mut run = rolling(part(&with_library(3, &text), &[("torque", -3.0)]), RungeKutta4);
    assert!(run.step(1e-3).is_ok());
    let made = Foreign::new(
        "engine.fmu",
        &with_library(3, &text),
        &connected(&[("field", 1.0)]),
        &Host::of(&Roller::default()),
    );
    let refused = made.expect_err("a matrix").to_string();
    assert!(refused.contains("its variable `field` is an array"), "{refused}");
}

/// After a fatal error no instance calls any function of the library (FMI 2.0.4, section 2.1.3; FMI 3.0.2, section
/// 2.2.3).
#[test]
fn after_a_fatal_error_nothing_is_called() {
    for version in [2, 3] {
        let path = std::env::temp_dir().join(format!("wishbone_fatal_{}_{version}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let text = described(version, ALL, "N.m").replace("=\"engine\"", &format!("=\"log:{}\"", path.display()));
        let content = with_library(version, &text);
        let mut beside = rolling(part(&content, &[("torque", -3.0)]), RungeKutta4);
        assert!(beside.step(1e-3).is_ok());
        let mut run = rolling(part(&content, &[("torque", -3.0), ("fatal", 1.5e-3)]), RungeKutta4);
        assert!(run.step(1e-3).is_ok());
        for run in [&mut run, &mut beside] {
            for _ in 0..2 {
                let refused = run.step(1e-3).expect_err("it has failed").to_string();
                assert!(refused.contains("has failed for good (a fatal error)"), "{refused}");
            }
        }
        let mut copy = run.clone();
        assert!(copy.step(1e-3).is_err());
        drop((run, beside, copy));
        let made = Foreign::new("engine.fmu", &content, &connected(&[]), &Host::of(&Roller::default()));
        assert!(made.is_err_and(|reason| reason.to_string().contains("fatal error")));
        let calls = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(calls, "", "version {version}");
    }
}

/// A message about a part that does not fit has the name of the FMU, the mistake and the remedy.
#[test]
fn mistakes_are_told() {
    let told = |content: &[u8], change: &dyn Fn(&mut Connections)| {
        let mut connections = connected(&[]);
        change(&mut connections);
        let made = Foreign::new("engine.fmu", content, &connections, &Host::of(&Roller::default()));
        made.err().map_or_else(String::new, |reason| reason.to_string())
    };
    let sound = engine(3, ALL, "N.m");
    let wheel = Roller::DESCRIPTION.wheels[0];
    let one = |name: &str, number: String| -> std::collections::BTreeMap<String, String> {
        [(name.to_owned(), number)].into()
    };
    let torque = format!("wheel.{wheel}.drive_torque");
    let only = |name: &str, numbers: &[&str]| -> std::collections::BTreeMap<String, Vec<String>> {
        [(name.to_owned(), numbers.iter().map(ToString::to_string).collect())].into()
    };
    let of_type = |name: &str, kind: &str| {
        let [real, other] = ["Float64", kind].map(|kind| format!("<{kind} name=\"{name}\""));
        with_library(3, &described(3, ALL, "N.m").replace(&real, &other))
    };
    let whole = |name: &str| of_type(name, "Int32");
    assert_eq!(told(&sound, &|_| {}), "");
    let cases: Vec<(String, &str)> = vec![
        (
            told(b"text", &|_| {}),
            "`engine.fmu`: it is no FMU, which is an archive",
        ),
        (
            told(&archive(&[("a", b"b")]), &|_| {}),
            "it has no `modelDescription.xml`",
        ),
        (
            told(&archive(&[("modelDescription.xml", b"<a")]), &|_| {}),
            "cannot be read",
        ),
        (
            told(
                &archive(&[("modelDescription.xml", described(3, ALL, "").as_bytes())]),
                &|_| {},
            ),
            "it has no library for this platform",
        ),
        (
            told(
                &archive(&[(
                    "modelDescription.xml",
                    described(3, ALL, "").replace("\"3.0\"", "\"1.0\"").as_bytes(),
                )]),
                &|_| {},
            ),
            "it is of FMI 1.0: export it again",
        ),
        (
            told(
                &archive(&[(
                    "modelDescription.xml",
                    described(3, ALL, "")
                        .replace("CoSimulation", "ModelExchange")
                        .as_bytes(),
                )]),
                &|_| {},
            ),
            "it has no co-simulation",
        ),
        (
            told(&engine(3, r#"canBeInstantiatedOnlyOncePerProcess="true""#, ""), &|_| {}),
            "it can be instantiated only once",
        ),
        (
            told(&engine(3, ALL, "N"), &|_| {}),
            "its variable `tau` has the unit `N`, and the vehicle's number is in N.m",
        ),
        (
            told(
                &archive(&[(
                    "modelDescription.xml",
                    described(3, ALL, "kN.m").replace("\"1000\"", "\"1,000\"").as_bytes(),
                )]),
                &|_| {},
            ),
            "has `factor=\"1,000\"`, which is no such number",
        ),
        (
            told(&engine(3, ALL, "lbf.ft"), &|_| {}),
            "has the unit `lbf.ft` without base units",
        ),
        (
            told(&sound, &|own| own.inputs = one("pedals", "throttle".to_owned())),
            "there is no `pedals` (did you mean `pedal`?): the FMU has as `input` `pedal`",
        ),
        (
            told(&of_type("pedal", "Boolean"), &|_| {}),
            "its variable `pedal` is of the type `Boolean`: only single real numbers",
        ),
        (
            told(
                &with_library(2, &described(2, ALL, "N.m").replacen("<Real/>", "<Boolean/>", 1)),
                &|_| {},
            ),
            "its variable `pedal` is of the type `Boolean`",
        ),
        (
            told(&sound, &|own| own.inputs = one("tau", "throttle".to_owned())),
            "is of the causality `output`",
        ),
        (
            told(&sound, &|own| own.inputs = one("pedal", "throtle".to_owned())),
            "input `pedal`: there is no `throtle` (did you mean `throttle`?)",
        ),
        (told(&sound, &|own| own.outputs.clear()), "it writes nothing"),
        (
            told(&sound, &|own| own.outputs = only("tau", &[&torque, &torque])),
            "two outputs write",
        ),
        (
            told(&sound, &|own| {
                own.outputs = only("tau", &[&torque, &torque.replace("drive", "brake")])
            }),
            "several parts",
        ),
        (
            told(&sound, &|own| own.outputs = only("tau", &["speed"])),
            "output `tau`: there is no `speed`",
        ),
        (
            told(&sound, &|own| own.start = [("mass".to_owned(), 1.0)].into()),
            "there is no `mass`",
        ),
        (
            told(&whole("pedal"), &|_| {}),
            "its input `pedal` takes whole numbers, and `wheel.",
        ),
        (
            told(&whole("torque"), &|own| own.start = [("torque".to_owned(), 1.5)].into()),
            "the start value 1.5 of `torque` is no whole number of 32 bits",
        ),
        (
            told(&whole("torque"), &|own| own.start = [("torque".to_owned(), 3e9)].into()),
            "the start value 3000000000 of `torque` is no whole number of 32 bits",
        ),
        (
            told(&engine(3, r#"canBeInstantiatedOnlyOncePerProcess="1""#, ""), &|_| {}),
            "it can be instantiated only once",
        ),
        (
            told(&sound, &|own| own.start = [("torque".to_owned(), f64::NAN)].into()),
            "it refuses its start values",
        ),
    ];
    for (message, wanted) in cases {
        assert!(
            message.starts_with("`engine.fmu`: ") && message.contains(wanted),
            "{wanted}: {message}"
        );
    }
}
