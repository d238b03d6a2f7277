//! Requests of a manoeuvre: impossible requests are refused, and events that do not come are reported.

use super::cars;
use wishbone_workbench::progress::silent;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::vehicle::Vehicle;

fn read(text: &str) -> Result<Manoeuvre, String> {
    Manoeuvre::read("drive", &format!("doc = \"A drive.\"\n{text}"))
}

/// A box with brakes, driven.
fn driven(text: &str) -> Findings {
    let car = Vehicle::of_text(
        "car.txt",
        &cars::box_car(0.5, "brakes discs: on(all) { torque: 2 kN*m }"),
    );
    let manoeuvre = read(text).unwrap_or_else(|told| panic!("{told}"));
    car.drive(&manoeuvre, &silent).expect("it starts").findings
}

/// An accelerator without a powertrain to act on is refused.
#[test]
fn a_throttle_beside_disengaged_is_refused() {
    let pedals = "speed = \"9 m/s\"\nduration = \"4 s\"\n[pace.pedals]\ntime = [\"0 s\"]\ndisengaged = true\n";
    for more in ["throttle = [0.8]", "powertrain = \"train\""] {
        let told = read(&format!("{pedals}{more}\n")).expect_err("nothing is driven");
        assert!(told.contains("`pace.pedals.disengaged`"), "{told}");
    }
    assert!(read(&format!("{pedals}throttle = [0]\nbrake = [0.5]\n")).is_ok());
}

/// A slope by a formula causes the note about a grade; level ground and small bumps cause no note.
#[test]
fn ways_along_a_slope_are_told() {
    let notes = |road: &str| {
        let found = driven(&format!("speed = \"20 m/s\"\nduration = \"4 s\"\n{road}"));
        found
            .notes
            .into_iter()
            .filter(|note| note.contains("horizontal"))
            .collect::<Vec<String>>()
    };
    let told = notes("[road]\nheight = \"-0.1*(x - 40)*step(x - 40)\"");
    assert_eq!(told.len(), 1, "{told:?}");
    let part: f64 = told[0]
        .split(' ')
        .rev()
        .nth(2)
        .and_then(|own| own.parse().ok())
        .expect("a number");
    // From 40 m on, of 80 m and a little more.
    assert!((0.15..0.3).contains(&part), "{told:?}");
    assert!(notes("").is_empty());
    assert!(notes("[road.surface.cosine_bumps]\nbegin = \"3 m\"\nlength = \"8 m\"\nheight = \"50 mm\"").is_empty());
}

/// A steering wheel that would turn in no time is told.
#[test]
fn a_jump_of_the_steering_wheel_is_told() {
    for (steering, jumps) in [
        (
            "[steering.step]\nstart = \"1 s\"\nrise = \"0 s\"\nangle = \"5 deg\"",
            Some("at 1.000 s"),
        ),
        (
            "[steering.step]\nstart = \"1 s\"\nrise = \"0.1 s\"\nangle = \"5 deg\"",
            None,
        ),
        (
            "[steering.sine]\nstart = \"1 s\"\nangle = \"5 deg\"\nfrequency = \"1 Hz\"\nperiods = 1.3",
            Some("at 2.300 s"),
        ),
        (
            "[steering.sine]\nstart = \"1 s\"\nangle = \"5 deg\"\nfrequency = \"1 Hz\"\nperiods = 1.5",
            None,
        ),
        (
            "[steering.pulse]\nstart = \"1 s\"\nrise = \"0.1 s\"\nhold = \"0.4 s\"\nfall = \"0 s\"\nangle = \"5 deg\"",
            Some("at 1.500 s"),
        ),
    ] {
        let found = driven(&format!("speed = \"20 m/s\"\nduration = \"4 s\"\n{steering}"));
        let told: Vec<&String> = found.notes.iter().filter(|note| note.contains("in no time")).collect();
        match jumps {
            Some(time) => assert!(told.len() == 1 && told[0].contains(time), "{steering}: {told:?}"),
            None => assert!(told.is_empty(), "{steering}: {told:?}"),
        }
    }
}

/// All mistakes of a file are told at once, each with its line.
#[test]
fn all_mistakes_of_a_manoeuvre_are_told() {
    let text = "doc = \"A drive.\"\nspeed = \"20 kg\"\nduration = \"3 s\"\nsteps = \"1 ms\"\nfigures = [\"stepp\"]\n\
                [steering.step]\nstart = \"1 s\"\nrise = \"0.1 m\"\nangle = \"5 deg\"\n[road]\nfriction = \"low\"";
    let told = Manoeuvre::read("drive", text).expect_err("it has five mistakes");
    for line in [2, 4, 5, 8, 11] {
        assert!(told.contains(&format!("line {line}, column")), "{line}: {told}");
    }
    assert_eq!(told.matches("TOML parse error").count(), 5, "{told}");
}

/// Peaks and times are not read from rows that are far apart, even if the rows of a long run are far apart by default.
#[test]
fn figures_of_sparse_rows_are_refused() {
    let step = |duration: &str, every: &str, figures: &str| {
        read(&format!(
            "speed = \"20 m/s\"\nduration = \"{duration}\"\nevery = \"{every}\"\n{figures}[steering.step]\nstart = \"1 s\"\nrise = \"0.2 s\"\nangle = \"30 deg\""
        ))
    };
    let kind = "figures = [\"step\"]\n";
    assert!(step("8 s", "50 ms", kind).is_ok());
    assert!(step("8 s", "200 ms", "").is_ok());
    for (duration, every) in [("8 s", "60 ms"), ("6000 s", "10 ms")] {
        let told = step(duration, every, kind).expect_err("its rows are sparse");
        assert!(told.contains("rows are 60.0000 ms apart"), "{told}");
    }
}

/// An end that is already reached at the start is refused. An end that does not come is reported, and an end that comes
/// is not.
#[test]
fn an_end_that_does_not_come_is_told() {
    let stop = |speed: &str, until: &str, brake: &str| {
        format!(
            "speed = \"{speed}\"\nduration = \"3 s\"\nuntil = {until}\n[pace.pedals]\ntime = [\"0 s\"]\nbrake = [{brake}]\ndisengaged = true"
        )
    };
    for (speed, until) in [("0 m/s", "\"standstill\""), ("15 m/s", "{ speed = \"15 m/s\" }")] {
        let told = read(&stop(speed, until, "0.5")).expect_err("nothing would be driven");
        assert!(told.contains("`until` holds at the start"), "{told}");
    }
    let missed = driven(&stop("20 m/s", "\"standstill\"", "0.1"));
    assert!(
        missed
            .notes
            .iter()
            .any(|note| note.contains("`until` did not come: standstill")),
        "{:?}",
        missed.notes
    );
    let stopped = driven(&stop("10 m/s", "\"standstill\"", "1"));
    assert!(
        stopped.notes.iter().all(|note| !note.contains("`until`")),
        "{:?}",
        stopped.notes
    );
}

/// Comfort on waves counts where the waves are: a longer distance to them changes nothing, except for the remaining
/// effect of the run-in.
#[test]
fn comfort_counts_the_waves_alone() {
    let weighted = |begin: u32| {
        let found = driven(&format!(
            "speed = \"15 m/s\"\nduration = \"{} s\"\nevery = \"5 ms\"\nfigures = [\"comfort\"]\n[road.surface.sine]\nbegin = \"{begin} m\"\n\
             wavelength = \"7 m\"\namplitude = \"10 mm\"",
            20.0 + f64::from(begin) / 15.0
        ));
        let own = found
            .figures
            .iter()
            .find(|own| own.name.contains("weighted"))
            .expect("a figure");
        own.value.expect("a number")
    };
    let (near, far) = (weighted(10), weighted(160));
    assert!((far / near - 1.0).abs() < 0.02, "{near} {far}");
}

/// The centre of mass of a slow car is pushed aside while the steering wheel turns: its lateral acceleration reaches 90
/// % before half of the angle. The response time is below zero, as the rows have it.
#[test]
fn a_response_time_may_be_negative() {
    let found = driven(
        "speed = \"3 m/s\"\nduration = \"10 s\"\nfigures = [\"step\"]\n[steering.step]\nstart = \"1 s\"\nrise = \"0.3 s\"\nangle = \"60 deg\"",
    );
    let figure = found
        .figure("lateral acceleration", "response time")
        .expect("a figure")
        .value
        .expect("a number");
    let [time, lateral, wheel] =
        ["time", "lateral_acceleration", "steering_wheel"].map(|name| found.table.column(name).expect("a column"));
    let last = |values: &[f64]| values[values.len() - 100..].iter().sum::<f64>() / 100.0;
    let reached = |values: &[f64], part: f64| {
        let level = part * last(values);
        time[values.iter().position(|value| *value >= level).expect("it is reached")]
    };
    let wanted = reached(&lateral, 0.9) - reached(&wheel, 0.5);
    assert!((figure - wanted).abs() < 0.02 && figure < 0.0, "{figure} {wanted}");
}
