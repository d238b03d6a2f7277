//! OpenCRG roads: files written here by the format's description, text and binary, straight and curved, right and wrong.

use super::terrain::assert_consistent;
use wishbone::terrain::{CrgMistake, OpenCrg, Terrain};

/// A file to be written.
struct File {
    road: Vec<(&'static str, f64)>,
    options: Vec<&'static str>,
    channels: Vec<String>,
    rows: Vec<Vec<f64>>,
}

const FORMATS: [&str; 4] = ["LRFI", "LDFI", "KRBI", "KDBI"];

impl File {
    fn header(&self, format: &str) -> String {
        let mut text =
            "* A comment\n$CT ! free text\nWith = signs, and \u{e4}\n$\n$ROAD_CRG ! parameters\r\n".to_owned();
        for (keyword, number) in &self.road {
            text += &format!("{keyword} = {number} ! a comment = 7\n");
        }
        text += "$!****\n$ROAD_CRG_OPTS\n";
        for option in &self.options {
            text += &format!("{option}\n");
        }
        text += &format!("$\n$KD_Definition\n#:{format}\nU:reference line u,m,0,0.5\n");
        for channel in &self.channels {
            text += &format!("D:{channel} ! a channel\n");
        }
        text + "$\n$$$$ the data follow\n"
    }

    fn write(&self, format: &str) -> Vec<u8> {
        let mut file = self.header(format).into_bytes();
        let (width, count) = if format == "LRFI" { (10, 8) } else { (20, 4) };
        if format.starts_with('L') {
            for row in &self.rows {
                for record in row.chunks(count) {
                    for number in record {
                        let text = match number.to_string() {
                            _ if number.is_nan() => "*missing*".to_owned(),
                            long if long.len() > width => format!("{number:.*}", width - 7),
                            text => text,
                        };
                        file.extend(format!("{text:>width$}").bytes());
                    }
                    file.push(b'\n');
                }
            }
            return file;
        }
        let begin = file.len();
        for number in self.rows.iter().flatten() {
            match format {
                "KRBI" => file.extend((*number as f32).to_be_bytes()),
                _ => file.extend(number.to_be_bytes()),
            }
        }
        while !(file.len() - begin).is_multiple_of(80) {
            match format {
                "KRBI" => file.extend(f32::NAN.to_be_bytes()),
                _ => file.extend(f64::NAN.to_be_bytes()),
            }
        }
        file
    }

    fn read(&self, format: &str) -> OpenCrg {
        OpenCrg::read(&self.write(format)).unwrap_or_else(|mistake| panic!("{format}: {mistake}"))
    }
}

/// A number with few digits, which text and single precision hold exactly.
fn short(x: f64) -> f64 {
    (x * 64.0).round() / 64.0
}

/// A straight road along a heading, with random heights; a quarter of a metre between cross sections.
fn straight(heading: f64) -> File {
    let mut rng = fastrand::Rng::with_seed(1);
    File {
        road: vec![
            ("REFERENCE_LINE_START_U", 10.0),
            ("REFERENCE_LINE_END_U", 12.5),
            ("REFERENCE_LINE_INCREMENT", 0.25),
            ("REFERENCE_LINE_START_X", 3.0),
            ("REFERENCE_LINE_START_Y", -2.0),
            ("REFERENCE_LINE_START_PHI", heading),
            ("REFERENCE_LINE_START_Z", 0.5),
            ("LONG_SECTION_V_RIGHT", -1.0),
            ("LONG_SECTION_V_LEFT", 1.0),
            ("LONG_SECTION_V_INCREMENT", 0.5),
        ],
        options: vec!["BORDER_MODE_U = 2", "WARN_MSGS = 0 ! none"],
        channels: (1..=5).map(|k| format!("long section {k},m")).collect(),
        rows: (0..11)
            .map(|_| (0..5).map(|_| short(0.2 * rng.f64())).collect())
            .collect(),
    }
}

const RADIUS: f64 = 50.0;
const STEP: f64 = 0.5;

/// Angle of a piece of the curve, seen from its centre.
fn piece() -> f64 {
    2.0 * (STEP / (2.0 * RADIUS)).asin()
}

/// A curve to the left around (0, 50) from the origin on, most of a circle, with `z = 0.001 u + 0.02 v` by its grid, its
/// slope and its banking together; the lateral positions are uneven.
fn curve() -> File {
    let lateral = [-2.0, -0.5, 0.25, 3.0];
    let row = |k: usize| {
        let phi = if k == 0 { f64::NAN } else { (k as f64 - 0.5) * piece() };
        let u = STEP * k as f64;
        let mut row = vec![phi, 0.015, 0.004];
        row.extend(lateral.map(|v| (0.001 - 0.004) * u + (0.02 - 0.015) * v));
        row
    };
    let mut channels: Vec<String> = ["phi,rad", "banking,m/m", "slope,m/m"]
        .iter()
        .map(|name| format!("reference line {name}"))
        .collect();
    channels.extend(lateral.map(|v| format!("long section at v = {v:.3},m")));
    File {
        road: vec![("REFERENCE_LINE_INCREMENT", STEP)],
        options: vec![],
        channels,
        rows: (0..500).map(row).collect(),
    }
}

/// The point at `u`, `v` of the curve.
fn on_curve(u: f64, v: f64) -> [f64; 2] {
    let (sine, cosine) = (u / STEP * piece()).sin_cos();
    [(RADIUS - v) * sine, RADIUS - (RADIUS - v) * cosine]
}

#[test]
fn all_formats_give_the_same_road() {
    let first = straight(0.25).read("LRFI");
    for format in FORMATS {
        assert!(straight(0.25).read(format) == first, "{format}");
    }
    assert_eq!(first.along(), [10.0, 12.5]);
    assert_eq!(first.lateral(), [-1.0, -0.5, 0.0, 0.5, 1.0]);
}

/// On a straight road the height is bilinear in the cells, and that of the edge beyond it.
#[test]
fn a_straight_road_is_bilinear() {
    let file = straight(0.3);
    let road = file.read("LDFI");
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..2000 {
        let (along, left) = (3.5 * rng.f64() - 0.5, 3.0 * rng.f64() - 1.5);
        let (sine, cosine) = 0.3_f64.sin_cos();
        let (x, y) = (3.0 + along * cosine - left * sine, -2.0 + along * sine + left * cosine);
        let (u, v) = (along.clamp(0.0, 2.5) / 0.25, (left.clamp(-1.0, 1.0) + 1.0) / 0.5);
        let (row, column) = ((u as usize).min(9), (v as usize).min(3));
        let (p, q) = (u - row as f64, v - column as f64);
        let z = |r: usize, c: usize| file.rows[row + r][column + c];
        let wanted = 0.5 + (1.0 - p) * ((1.0 - q) * z(0, 0) + q * z(0, 1)) + p * ((1.0 - q) * z(1, 0) + q * z(1, 1));
        assert!((road.at(x, y, 0.0).height - wanted).abs() < 1e-13, "{along} {left}");
        let [u, v] = road.place(x, y);
        assert!((u - 10.0 - along.clamp(0.0, 2.5)).abs() < 1e-12 && (v - left).abs() < 1e-12);
    }
}

/// On the curve the distances and the height are those of the circle, but for the sagitta of a piece, 0.6 mm.
#[test]
fn a_curve_has_the_height_of_its_circle() {
    let road = curve().read("LDFI");
    let sagitta = STEP * STEP / (8.0 * RADIUS);
    let mut rng = fastrand::Rng::with_seed(3);
    let mut largest = [0.0_f64; 3];
    for _ in 0..5000 {
        let (u, v) = (1.0 + 247.0 * rng.f64(), -2.0 + 5.0 * rng.f64());
        let [x, y] = on_curve(u, v);
        let [found_u, found_v] = road.place(x, y);
        let height = road.at(x, y, 0.0).height;
        let errors = [found_u - u, found_v - v, height - (0.001 * u + 0.02 * v)];
        for (largest, error) in largest.iter_mut().zip(errors) {
            *largest = largest.max(error.abs());
        }
    }
    println!("errors of u, v, z: {largest:?}, sagitta {sagitta}");
    assert!(
        largest[0] < 1e-5 && largest[1] < 1.001 * sagitta && largest[2] < 0.021 * sagitta,
        "{largest:?}"
    );
}

/// Slopes are the derivatives of the height: on the road, beside it, before and behind it.
#[test]
fn slopes_are_those_of_the_height() {
    let (curve, straight) = (curve().read("KDBI"), straight(0.3).read("KDBI"));
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..500 {
        let [x, y] = on_curve(-3.0 + 252.0 * rng.f64(), -4.0 + 9.0 * rng.f64());
        assert_consistent(&curve, x, y, 0.0);
        assert_consistent(&straight, 2.0 + 5.0 * rng.f64(), -3.0 + 4.0 * rng.f64(), 0.0);
    }
}

#[test]
fn a_known_end_closes_the_line() {
    let mut file = curve();
    let [x, y] = on_curve(499.0 * STEP, 0.0);
    file.road
        .extend([("REFERENCE_LINE_END_X", x + 0.5), ("REFERENCE_LINE_END_Y", y)]);
    let road = file.read("LDFI");
    // Half of the gap half-way.
    let [middle, _] = on_curve(249.5 * STEP, 0.0);
    let [_, height] = on_curve(249.5 * STEP, 0.0);
    let [u, v] = road.place(middle + 0.25, height);
    assert!((u - 249.5 * STEP).abs() < 0.01 && v.abs() < 0.01, "{u} {v}");
    file.road.push(("REFERENCE_LINE_END_Z", 90.0));
    assert!(OpenCrg::read(&file.write("LDFI")).is_err());
}

#[test]
fn the_evaluation_does_not_allocate() {
    let road = curve().read("KDBI");
    let used = allocation_counter::measure(|| {
        assert!(road.at(30.0, 10.0, 0.0).height.is_finite());
    });
    assert_eq!(used.count_total, 0);
    assert!(road.at(f64::NAN, 0.0, 0.0).height.is_nan());
    assert!(road.at(0.0, f64::NAN, 0.0).height.is_nan());
}

/// The mistake in the file after a text is replaced by another one.
fn wrong(from: &str, to: &str) -> CrgMistake {
    let text = String::from_utf8(straight(0.25).write("LRFI")).expect("it is text");
    assert!(text.contains(from), "{from}");
    match OpenCrg::read(text.replacen(from, to, 1).as_bytes()) {
        Ok(_) => panic!("{from} -> {to}: no mistake"),
        Err(mistake) => mistake,
    }
}

#[test]
fn mistakes_are_told_with_line_and_keyword() {
    for (from, to, line, message) in [
        (
            "REFERENCE_LINE_INCREMENT",
            "REFERENCE_LINE_STEP",
            8,
            "REFERENCE_LINE_STEP is not known",
        ),
        (
            "= 0.25 !",
            "= 0.2x5 !",
            8,
            "REFERENCE_LINE_INCREMENT: `0.2x5` is not a number",
        ),
        ("= 0.25 !", "= -1 !", 8, "REFERENCE_LINE_INCREMENT must be above zero"),
        ("= 0.25 !", "! ", 8, "should be `KEYWORD = number`"),
        (
            "= 12.5 !",
            "= 13.5 !",
            7,
            "REFERENCE_LINE_END_U does not fit the 11 rows",
        ),
        (
            "REFERENCE_LINE_START_U",
            "REFERENCE_LINE_OFFSET_X",
            6,
            "offsets are not supported",
        ),
        (
            "REFERENCE_LINE_START_U",
            "REFERENCE_LINE_END_U",
            7,
            "REFERENCE_LINE_END_U is there twice",
        ),
        ("LEFT = 1 ", "LEFT = 2 ", 14, "LONG_SECTION_V_LEFT does not fit 5"),
        (
            "BORDER_MODE_U = 2",
            "BORDER_MODE_U = 3",
            18,
            "BORDER_MODE_U: only 2 is supported",
        ),
        ("WARN_MSGS", "WHIM", 19, "WHIM is not known in $ROAD_CRG_OPTS"),
        (
            "$ROAD_CRG_OPTS",
            "$ROAD_CRG_MODS",
            18,
            "$ROAD_CRG_MODS: modifiers are not supported",
        ),
        (
            "$ROAD_CRG_OPTS",
            "$ROAD_CRG_FILE",
            18,
            "$ROAD_CRG_FILE: references to other files",
        ),
        ("$ROAD_CRG_OPTS", "$CT", 17, "section $CT is there twice"),
        ("$ROAD_CRG_OPTS", "$WEATHER", 17, "section $WEATHER is not known"),
        ("#:LRFI", "#:LRFX", 22, "#:lrfx is not one of"),
        ("#:LRFI\n", "", 21, "the format of the data is missing"),
        (
            "long section 3,m",
            "long section 4,m",
            21,
            "long section 4 is out of turn",
        ),
        (
            "long section 3,m",
            "long section at v = 0,m",
            21,
            "long section 4 is out of turn",
        ),
        ("long section 5,m", "long section at v = 1,m", 21, "mixed"),
        (
            "long section 3,m",
            "long section 3,mm",
            26,
            "the unit must be m, not `mm`",
        ),
        (
            "long section 3,m",
            "reference line x,m",
            26,
            "D:reference line x: this channel is not supported",
        ),
        ("$$$$", "$", 31, "is in no section"),
    ] {
        let found = wrong(from, to);
        assert!(
            found.line == line && found.message.contains(message),
            "{from} -> {to}: {found}"
        );
    }
    let mut file = straight(0.25);
    file.rows[3][2] = f64::NAN;
    for format in FORMATS {
        let found = OpenCrg::read(&file.write(format)).expect_err("a height is missing");
        assert_eq!(
            found.message,
            "long section: there is no height in row 4, u = 10.75 m, v = 0 m"
        );
    }
    let mut file = curve();
    file.rows[2][0] = f64::NAN;
    let found = OpenCrg::read(&file.write("KDBI")).expect_err("a heading is missing");
    assert_eq!(
        found.to_string(),
        "reference line phi: there is no number in row 3, u = 1 m"
    );
    let mut binary = straight(0.25).write("KRBI");
    binary.pop();
    let found = OpenCrg::read(&binary).expect_err("a byte is missing");
    assert!(found.message.contains("no multiple of 80"), "{found}");
}

/// Damaged files are read or refused, and what is read can be evaluated.
#[test]
fn damaged_files_do_not_panic() {
    let mut rng = fastrand::Rng::with_seed(6);
    let small = File {
        rows: curve().rows[..40].to_vec(),
        ..curve()
    };
    let files: Vec<Vec<u8>> = FORMATS
        .iter()
        .flat_map(|format| [straight(0.25).write(format), small.write(format)])
        .collect();
    let (mut good, mut bad) = (0, 0);
    for k in 0..4000 {
        let mut file = files[k % files.len()].clone();
        for _ in 0..rng.usize(1..4) {
            damage(&mut file, &mut rng);
        }
        match OpenCrg::read(&file) {
            Ok(road) => {
                good += 1;
                for _ in 0..5 {
                    road.at(20.0 * rng.f64() - 5.0, 20.0 * rng.f64() - 10.0, 0.0);
                }
                road.at(f64::INFINITY, 0.0, 0.0);
            }
            Err(mistake) => {
                bad += 1;
                assert!(!mistake.to_string().is_empty());
            }
        }
    }
    println!("{good} read, {bad} refused");
    assert!(good > 400 && bad > 400, "{good} {bad}");
}

fn damage(file: &mut Vec<u8>, rng: &mut fastrand::Rng) {
    if file.is_empty() {
        return;
    }
    let place = rng.usize(..file.len());
    match rng.u32(..6) {
        0 => file.truncate(place),
        1 => drop(file.remove(place)),
        2 => file[place] = rng.u8(..),
        3 => file[place] = b"0123456789.-+eE*!$=,: \n"[rng.usize(..23)],
        4 => file.insert(place, rng.u8(32..127)),
        _ => {
            let begin = file[..place]
                .iter()
                .rposition(|byte| *byte == b'\n')
                .map_or(0, |k| k + 1);
            let end = file[place..]
                .iter()
                .position(|byte| *byte == b'\n')
                .map_or(file.len(), |k| place + k + 1);
            file.drain(begin..end);
        }
    }
}
