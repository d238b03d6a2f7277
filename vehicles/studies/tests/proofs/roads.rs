//! Roads from files, laid in front of a vehicle.

use wishbone::terrain::Terrain;
use wishbone_studies::manoeuvre::{Manoeuvre, Road};

/// A manoeuvre's road by the lines of a file.
fn laid(crg: &[u8]) -> Road {
    let text = "doc = \"On a file.\"\nspeed = \"10 m/s\"\nduration = \"1 s\"\n[road]\ncrg = \"line.crg\"";
    let manoeuvre = Manoeuvre::read_with("drive", text, &mut |_| Ok(crg.to_vec()));
    manoeuvre.expect("a road").road
}

/// A road that rises by 3 %: a straight part of this length in metres, a bend of 20 m radius to the left by an angle,
/// and a straight part up to its total length.
fn line(straight: f64, turn: f64, length: f64) -> Vec<u8> {
    let head = "$CT\nline\n$\n$ROAD_CRG\nreference_line_start_u = 0\nreference_line_end_u = LAST\nreference_line_increment = 0.5\n\
        reference_line_start_phi = 0\nlong_section_v_right = -10\nlong_section_v_left = 10\nlong_section_v_increment = 20\n$\n\
        $KD_DEFINITION\n#:LRFI\nD:reference line phi,rad\nD:reference line slope,m/m\nD:long section 1,m\nD:long section 2,m\n$\n$$$\n";
    let rows = (0..=(2.0 * length) as u32).map(|row| {
        let phi = ((0.5 * f64::from(row) - 0.25 - straight) / 20.0).clamp(0.0, turn);
        let phi = if phi > std::f64::consts::PI {
            phi - std::f64::consts::TAU
        } else {
            phi
        };
        format!("{phi:10.6}{:10.6}{:10.6}{:10.6}\n", 0.03, 0.0, 0.0)
    });
    (head.replace("LAST", &length.to_string()) + &rows.collect::<String>()).into_bytes()
}

/// A file that names a second file names it from its own folder, not from the manoeuvre's folder.
#[test]
fn a_file_in_a_folder_names_its_neighbour() {
    let text = "doc = \"On a file.\"\nspeed = \"10 m/s\"\nduration = \"1 s\"\n[road]\ncrg = \"roads/outer.crg\"";
    let read = |inner: &'static str| {
        let mut files = |name: &str| match name {
            "roads/outer.crg" => Ok(format!("$ROAD_CRG_FILE\n{inner}\n$\n").into_bytes()),
            "roads/line.crg" => Ok(line(60.0, 1.0, 100.0)),
            "line.crg" => Ok(line(20.0, 1.0, 100.0)),
            _ => Err("no such file".to_owned()),
        };
        Manoeuvre::read_with("drive", text, &mut files)
    };
    let (own, other) = (laid(&line(60.0, 1.0, 100.0)), laid(&line(20.0, 1.0, 100.0)));
    let heights = |road: &Road| [40.0, 70.0, 100.0].map(|x| road.ground().at(x, 1.0, 0.0).height);
    let found = read("line.crg").expect("a road").road;
    assert_eq!(heights(&found), heights(&own));
    assert_ne!(heights(&found), heights(&other));
    let told = read("none.crg").expect_err("there is no such file");
    assert!(told.contains("roads/none.crg: no such file"), "{told}");
}

/// A line that turns round and comes back past the start has its own height there, which depends on the distance along
/// the line, and the start is level.
#[test]
fn a_road_that_comes_back_is_that_of_the_file() {
    let road = laid(&line(60.0, std::f64::consts::PI, 213.0));
    let ground = road.ground();
    let bend = 20.0 * std::f64::consts::PI;
    for k in 0..=90 {
        let x = 85.0 - f64::from(k);
        let found = ground.at(x, 38.5, 0.0);
        let expected = 0.03 * (60.0 + bend + f64::from(k));
        assert!(
            (found.height - expected).abs() < 0.01,
            "{x}: {} {expected}",
            found.height
        );
        let [dx, dy] = found.slope();
        assert!(
            (dx + 0.03).abs() < 1e-5 && dy.abs() < 1e-5 || !(2..=88).contains(&k),
            "{x}: {dx} {dy}"
        );
        assert!(road.is_full(x, 38.5), "{x}");
    }
    for (x, y) in [(0.0, 0.0), (4.9, 9.0), (-28.0, 1.0), (-20.0, -20.0)] {
        assert_eq!(ground.at(x, y, 0.0).height, 0.0, "{x} {y}");
        assert!(!road.is_full(x, y), "{x} {y}");
    }
    assert!(!road.is_full(34.0, 1.0) && road.is_full(35.0, 1.0));
    assert!(!road.is_crossed());
    assert!(laid(&line(0.0, std::f64::consts::TAU, 125.5)).is_crossed());
}
