//! OpenCRG roads: files that are written here according to the format, text and binary, straight and curved, valid and invalid.

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

/// A number with few digits, which is exact in text and in single precision.
fn short(x: f64) -> f64 {
    (x * 64.0).round() / 64.0
}

/// A straight road along a heading, with random heights and with a quarter of a metre between cross sections.
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

/// Central angle of a piece of the curve.
fn piece() -> f64 {
    2.0 * (STEP / (2.0 * RADIUS)).asin()
}

/// A curve to the left around (0, 50) that begins at the origin, most of a circle. Its grid, its slope and its banking
/// together give `z = 0.001 u + 0.02 v`; the lateral positions are uneven.
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

/// On a straight road the height is bilinear in the cells, and beyond an edge it is the height of the edge.
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

/// On the curve, distances and height are the values for a circle, up to the sagitta of a piece, 0.6 mm.
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

/// Slopes are the derivatives of the height: on the road, beside it, before it and after it.
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
    // Halfway across the gap, half of it.
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
            "REFERENCE_LINE_END_U",
            7,
            "REFERENCE_LINE_END_U is there twice",
        ),
        ("LEFT = 1 ", "LEFT = 2 ", 14, "LONG_SECTION_V_LEFT does not fit 5"),
        (
            "BORDER_MODE_U = 2",
            "BORDER_MODE_U = 5",
            18,
            "BORDER_MODE_U is 5; it is one of 0, 1, 2, 3, 4",
        ),
        ("WARN_MSGS", "WHIM", 19, "WHIM is not known in $ROAD_CRG_OPTS"),
        (
            "$ROAD_CRG_OPTS",
            "$ROAD_CRG_MODS",
            18,
            "BORDER_MODE_U is not known in $ROAD_CRG_MODS",
        ),
        (
            "$ROAD_CRG_OPTS",
            "$ROAD_CRG_FILE",
            18,
            "its folder is not known; use `OpenCrg::open`",
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
    file.rows[3] = vec![f64::NAN; 5];
    for format in FORMATS {
        let found = OpenCrg::read(&file.write(format)).expect_err("heights are missing");
        assert_eq!(
            found.message,
            "long section: there is no height in row 4, u = 10.75 m, v = -1 m"
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
    // Padding may be incomplete, but numbers may not.
    binary.truncate(binary.len() - 21);
    let found = OpenCrg::read(&binary).expect_err("a byte of a number is missing");
    assert!(found.message.contains("not complete"), "{found}");
}

/// Missing heights at the borders get the height of the last cell with a height, towards the reference line and beyond it.
#[test]
fn missing_heights_are_held() {
    let mut file = straight(0.0);
    let whole = file.read("LDFI");
    file.rows[3][0] = f64::NAN;
    file.rows[5][4] = f64::NAN;
    file.rows[5][3] = f64::NAN;
    file.rows[7][2] = f64::NAN;
    for format in FORMATS {
        let road = file.read(format);
        let at = |row: usize, column: usize| {
            let (x, y) = (3.0 + 0.25 * row as f64, -2.0 + 0.5 * (column as f64 - 2.0));
            (road.at(x, y, 0.0).height, whole.at(x, y, 0.0).height)
        };
        for (row, column, of) in [(3, 0, 1), (5, 4, 2), (5, 3, 2), (7, 2, 1)] {
            assert!(
                (at(row, column).0 - at(row, of).1).abs() < 1e-12,
                "{format} {row} {column}"
            );
        }
        assert_eq!(at(4, 0).0, at(4, 0).1);
    }
    for (modifier, wanted) in [
        ("GRID_NAN_MODE = 1\nGRID_NAN_OFFSET = 0.25", 0.75),
        ("GRID_NAN_OFFSET = -0.125", 0.5 + file.rows[3][1] - 0.125),
    ] {
        let text = String::from_utf8(file.write("LDFI")).expect("it is text");
        let text = text.replace(
            "$KD_Definition",
            &format!("$ROAD_CRG_MODS\n{modifier}\n$\n$KD_Definition"),
        );
        let road = OpenCrg::read(text.as_bytes()).unwrap_or_else(|mistake| panic!("{mistake}"));
        assert!((road.at(3.75, -3.0, 0.0).height - wanted).abs() < 1e-12, "{modifier}");
    }
    let refused = String::from_utf8(file.write("LDFI")).expect("it is text");
    let refused = refused.replace("$KD_Definition", "$ROAD_CRG_MODS\nGRID_NAN_MODE = 0\n$\n$KD_Definition");
    let told = OpenCrg::read(refused.as_bytes())
        .expect_err("there is no height")
        .message;
    assert!(
        told.contains("row 4, u = 10.75 m, v = -1 m, and GRID_NAN_MODE is 0"),
        "{told}"
    );
}

/// A file with sections inserted before its channels.
fn with_section(file: &File, section: &str) -> OpenCrg {
    let text = String::from_utf8(file.write("LDFI")).expect("it is text");
    let text = text.replace("$ROAD_CRG_OPTS\nBORDER_MODE_U = 2\n", "$ROAD_CRG_OPTS\n");
    let text = match section.strip_prefix("$ROAD_CRG_OPTS\n") {
        Some(options) => text.replace("$ROAD_CRG_OPTS\n", &format!("$ROAD_CRG_OPTS\n{options}\n")),
        None => text.replace("$KD_Definition", &format!("{section}\n$\n$KD_Definition")),
    };
    OpenCrg::read(text.as_bytes()).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"))
}

/// Modes outside the grid: nothing, zero, the border, the grid repeated, the grid reflected; with offsets, and with transition zones.
#[test]
fn options_say_what_lies_outside() {
    let file = straight(0.0);
    let plain = file.read("LDFI");
    let at = |road: &OpenCrg, u: f64, v: f64| road.at(3.0 + u, -2.0 + v, 0.0).height;
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a}, {b}");
    let option = |options: &str| with_section(&file, &format!("$ROAD_CRG_OPTS\n{options}"));
    let none = option("BORDER_MODE_U = 0\nBORDER_MODE_V = 0");
    assert!(at(&none, -0.1, 0.3).is_nan() && at(&none, 1.0, 1.1).is_nan());
    close(at(&none, 1.0, 0.9), at(&plain, 1.0, 0.9));
    let zero = option("BORDER_MODE_U = 1\nBORDER_OFFSET_U = 0.5\nBORDER_MODE_V = 1");
    close(at(&zero, 2.6, 0.3), 0.5);
    close(at(&zero, 1.0, -1.2), 0.0);
    let offset = option("BORDER_OFFSET_U = 0.5\nBORDER_OFFSET_V = -0.25");
    close(at(&offset, 3.0, 0.3), at(&plain, 2.5, 0.3) + 0.5);
    close(at(&offset, 1.0, 1.5), at(&plain, 1.0, 1.0) - 0.25);
    close(at(&offset, -1.0, 1.5), at(&plain, 0.0, 1.0) + 0.25);
    let again = option("BORDER_MODE_U = 3\nBORDER_MODE_V = 3");
    close(at(&again, 2.5 + 0.7, 0.3), at(&plain, 0.7, 0.3));
    close(at(&again, -6.1, -1.0 - 0.4), at(&plain, 1.4, 0.6));
    let mirror = option("BORDER_MODE_U = 4\nBORDER_MODE_V = 4");
    close(at(&mirror, 2.5 + 0.7, 0.3), at(&plain, 1.8, 0.3));
    close(at(&mirror, -5.0 - 0.7, 1.0 + 2.0 + 0.4), at(&plain, 0.7, -0.6));
    // Halfway through a zone, half of the height above the reference line is left.
    let smooth = option("BORDER_SMOOTH_UBEG = 1\nBORDER_SMOOTH_UEND = 0.5");
    close(at(&smooth, 0.5, 0.3), 0.5 + 0.5 * (at(&plain, 0.5, 0.3) - 0.5));
    close(at(&smooth, 2.25, 0.3), 0.5 + 0.5 * (at(&plain, 2.25, 0.3) - 0.5));
    close(at(&smooth, -1.0, 0.3), 0.5);
    let mut rng = fastrand::Rng::with_seed(8);
    for road in [&zero, &offset, &again, &mirror, &smooth] {
        for _ in 0..300 {
            assert_consistent(road, -2.0 + 11.0 * rng.f64(), -5.0 + 6.0 * rng.f64(), 0.0);
        }
    }
}

/// Modifiers scale the road and move it.
#[test]
fn modifiers_scale_and_move_the_road() {
    let (file, plain) = (curve(), curve().read("LDFI"));
    let modified = |modifiers: &str| with_section(&file, &format!("$ROAD_CRG_MODS\n{modifiers}"));
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a}, {b}");
    let height = |road: &OpenCrg, [x, y]: [f64; 2]| road.at(x, y, 0.0).height;
    // z = 0.004 u by the slope, 0.015 v by the banking, and the rest by the grid.
    let [x, y] = on_curve(20.0, 1.0);
    let [u, v] = plain.place(x, y);
    let parts = [0.004 * u, 0.015 * v, -0.003 * u + 0.005 * v];
    close(height(&plain, [x, y]), parts.iter().sum());
    for (modifier, factors) in [
        ("SCALE_SLOPE = 2", [2.0, 1.0, 1.0]),
        ("SCALE_BANKING = -1", [1.0, -1.0, 1.0]),
        ("SCALE_Z_GRID = 0.5", [1.0, 1.0, 0.5]),
    ] {
        let wanted: f64 = parts.iter().zip(factors).map(|(part, factor)| part * factor).sum();
        close(height(&modified(modifier), [x, y]), wanted);
    }
    assert_eq!(modified("SCALE_WIDTH = 2").lateral(), [-4.0, -1.0, 0.5, 6.0]);
    // Twice the length at half of the curvature is a circle of twice the radius.
    let twice = modified("SCALE_LENGTH = 2\nREFPOINT_X = 0");
    assert_eq!(twice.along(), [0.0, 2.0 * 499.0 * STEP]);
    let same = modified("SCALE_LENGTH = 2\nSCALE_CURVATURE = 0.5");
    let [u, _] = same.place(
        100.0 * (40.0 / 100.0_f64).sin(),
        100.0 * (1.0 - (40.0 / 100.0_f64).cos()),
    );
    assert!((u - 40.0).abs() < 0.6, "{u}");
    // All points turn and shift together.
    let moved =
        modified("REFLINE_OFFSET_X = 5\nREFLINE_OFFSET_Y = -2\nREFLINE_OFFSET_Z = 0.5\nREFLINE_OFFSET_PHI = 0.3");
    let (sine, cosine) = 0.3_f64.sin_cos();
    close(
        height(&moved, [5.0 + cosine * x - sine * y, -2.0 + sine * x + cosine * y]),
        height(&plain, [x, y]) + 0.5,
    );
    // A point of the road is moved to a place and heading.
    let pinned = modified(
        "REFPOINT_U = 20\nREFPOINT_V = 1\nREFPOINT_X = 7\nREFPOINT_Y = 3\nREFPOINT_Z = -1\nREFPOINT_PHI = 0.25",
    );
    close(height(&pinned, [7.0, 3.0]), -1.0);
    let [u, v] = pinned.place(7.0, 3.0);
    assert!((u - 20.0).abs() < 1e-9 && (v - 1.0).abs() < 1e-9, "{u} {v}");
    let [ahead, _] = pinned.place(7.0 + 0.2 * 0.25_f64.cos(), 3.0 + 0.2 * 0.25_f64.sin());
    assert!((ahead - 20.2).abs() < 0.01, "{ahead}");
}

/// Headings that are wrapped to half a turn and headings that continue give the same road, even if the curvature is
/// scaled.
#[test]
fn wrapped_headings_are_headings_that_run_on() {
    let running = curve();
    let mut wrapped = curve();
    for row in &mut wrapped.rows {
        row[0] = row[0].sin().atan2(row[0].cos());
    }
    assert!(running.rows[499][0] > 4.9 && wrapped.rows[499][0] < -1.2);
    for modifiers in ["SCALE_Z_GRID = 1", "SCALE_CURVATURE = 0.8", "SCALE_CURVATURE = 1.2"] {
        let [a, b] = [&running, &wrapped].map(|file| with_section(file, &format!("$ROAD_CRG_MODS\n{modifiers}")));
        let scale = modifiers
            .strip_prefix("SCALE_CURVATURE = ")
            .map_or(1.0, |scale| scale.parse().expect("a number"));
        for k in (0..500).step_by(7) {
            // The chords of a circle with a central angle of `scale` times that of the file.
            let (angle, radius) = (scale * piece(), STEP / (2.0 * (0.5 * scale * piece()).sin()));
            let first = 0.5 * piece() - 0.5 * angle;
            let (from, to) = (first.sin_cos(), (first + angle * k as f64).sin_cos());
            let place = [radius * (to.0 - from.0), radius * (from.1 - to.1)];
            for road in [&a, &b] {
                let [u, v] = road.place(place[0], place[1]);
                assert!(
                    (u - STEP * k as f64).abs() < 1e-6 && v.abs() < 1e-6,
                    "{modifiers} {k}: {u} {v}"
                );
            }
        }
    }
}

/// The offset of a reference point is added to a fraction, to an absolute position, and to the beginning if neither is
/// given.
#[test]
fn offsets_of_the_reference_point_are_added() {
    let file = straight(0.0);
    let read = |modifiers: &str| with_section(&file, &format!("$ROAD_CRG_MODS\n{modifiers}\nREFPOINT_X = 5"));
    for (modifiers, wanted) in [
        ("REFPOINT_U_OFFSET = 1", [11.0, 0.0]),
        ("REFPOINT_U = 11\nREFPOINT_U_OFFSET = 0.5", [11.5, 0.0]),
        ("REFPOINT_U_FRACTION = 0.5\nREFPOINT_U_OFFSET = 0.5", [11.75, 0.0]),
        ("REFPOINT_V_OFFSET = 0.25", [10.0, 0.25]),
        ("REFPOINT_V = -0.5\nREFPOINT_V_OFFSET = 0.25", [10.0, -0.25]),
        ("REFPOINT_V_FRACTION = 1\nREFPOINT_V_OFFSET = -0.25", [10.0, 0.75]),
    ] {
        let found = read(modifiers).place(5.0, 0.0);
        for k in 0..2 {
            assert!((found[k] - wanted[k]).abs() < 1e-9, "{modifiers}: {found:?}");
        }
    }
    let text = String::from_utf8(file.write("LDFI")).expect("it is text");
    let both = "$ROAD_CRG_MODS\nREFPOINT_U = 11\nREFPOINT_U_FRACTION = 0.5\n$\n$KD_Definition";
    let told = OpenCrg::read(text.replace("$KD_Definition", both).as_bytes()).expect_err("one of two");
    assert!(told.message.contains("REFPOINT_U and REFPOINT_U_FRACTION"), "{told}");
}

/// Every field that begins with an asterisk is a missing number: also `**unused**` in a cell of the grid.
#[test]
fn unused_cells_are_missing() {
    for row in [0, 4] {
        let mut file = straight(0.0);
        file.rows[row][1] = f64::NAN;
        file.rows[row][4] = f64::NAN;
        let text = String::from_utf8(file.write("LDFI")).expect("it is text");
        let unused = text.replace(" *missing*", "**unused**");
        assert!(text.contains("*missing*") && unused.contains("**unused**"));
        let [a, b] = [text, unused].map(|text| OpenCrg::read(text.as_bytes()).expect("a road"));
        assert!(a == b, "row {row}");
    }
    let mut file = curve();
    file.rows[3][1] = f64::NAN;
    let text = String::from_utf8(file.write("LDFI")).expect("it is text");
    let told = OpenCrg::read(text.replace(" *missing*", "**unused**").as_bytes()).expect_err("a banking is missing");
    assert!(
        told.message
            .contains("reference line banking: there is no number in row 4"),
        "{told}"
    );
}

/// Text without ends of records, and binary data in whole records, give the same road.
#[test]
fn further_formats_give_the_same_road() {
    let file = straight(0.25);
    let wanted = file.read("LDFI");
    let text = String::from_utf8(file.write("LDFI")).expect("it is text");
    let begin = text.find("the data follow\n").expect("the data") + "the data follow\n".len();
    let (head, data) = text.split_at(begin);
    let compact = head.replace("LDFI", "KDFI") + &data.replace('\n', "");
    assert!(OpenCrg::read(compact.as_bytes()).expect("one line") == wanted);
    let mut records = head.replace("LDFI", "LDBI").into_bytes();
    for row in &file.rows {
        let begin = records.len();
        records.extend(row.iter().flat_map(|height| height.to_be_bytes()));
        records.resize(begin + 80, 0);
    }
    assert!(OpenCrg::read(&records).expect("records of 80 bytes") == wanted);
}

/// Data that a file leaves out have the defaults of the format: sections by number lie on both sides of the line, and increments are
/// a centimetre.
#[test]
fn what_is_left_out_is_usual() {
    let mut file = straight(0.0);
    file.road.retain(|(keyword, _)| !keyword.starts_with("LONG_SECTION_V_"));
    for (found, wanted) in file.read("LDFI").lateral().iter().zip([-0.02, -0.01, 0.0, 0.01, 0.02]) {
        assert!((found - wanted).abs() < 1e-15, "{found}");
    }
    file.road.push(("LONG_SECTION_V_INCREMENT", 0.5));
    assert_eq!(file.read("LDFI").lateral(), [-1.0, -0.5, 0.0, 0.5, 1.0]);
    file.road
        .retain(|(keyword, _)| !keyword.contains("INCREMENT") && !keyword.contains("_U"));
    file.road.push(("LONG_SECTION_V_LEFT", 1.0));
    file.road.push(("LONG_SECTION_V_RIGHT", 0.0));
    let road = file.read("LDFI");
    assert!((road.along()[1] - 0.1).abs() < 1e-12);
    assert_eq!(road.lateral(), [0.0, 0.25, 0.5, 0.75, 1.0]);
}

/// A file may name the file with its data; its own modifiers and options replace those of the named file.
#[test]
fn references_to_files_are_followed() {
    let folder = std::env::temp_dir().join(format!("wishbone-crg-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("roads")).expect("a folder");
    let file = straight(0.25);
    std::fs::write(folder.join("roads/data.crg"), file.write("KDBI")).expect("a file");
    std::fs::write(
        folder.join("roads/middle.crg"),
        "$ROAD_CRG_FILE\ndata.crg\n$\n$ROAD_CRG_MODS\nSCALE_Z_GRID = 2\n$\n",
    )
    .expect("a file");
    let outer = |text: &str| {
        let path = folder.join("outer.crg");
        std::fs::write(&path, text).expect("a file");
        OpenCrg::open(path)
    };
    let plain = file.read("KDBI");
    let same = outer("$CT\nfree text\n$\n$ROAD_CRG_FILE\n* split in two\n  roads/da   ! a comment\n  ta.crg\n$\n");
    assert!(same.expect("one reference") == plain);
    let (x, y) = (4.0, -2.3);
    let above = |road: &OpenCrg| road.at(x, y, 0.0).height - 0.5;
    let twice = outer("$ROAD_CRG_FILE\nroads/middle.crg\n$\n").expect("two references");
    assert!((above(&twice) - 2.0 * above(&plain)).abs() < 1e-12);
    let own = outer("$ROAD_CRG_MODS\n$\n$ROAD_CRG_FILE\nroads/middle.crg\n$\n").expect("no modifiers");
    assert!(own == plain);
    let told = outer("$ROAD_CRG_FILE\nroads/none.crg\n$\n")
        .expect_err("there is no such file")
        .to_string();
    assert!(told.starts_with("line 2: $ROAD_CRG_FILE: `roads/none.crg`"), "{told}");
    let told = outer("$ROAD_CRG_FILE\nouter.crg\n$\n")
        .expect_err("it names itself")
        .to_string();
    assert!(told.contains("too many files"), "{told}");
    std::fs::remove_dir_all(folder).expect("the folder goes away");
}

/// At a kink, the distance to the left is measured from the pieces. Along the cross section the distance is divided by
/// the cosine of half of the kink.
#[test]
fn a_kink_stretches_the_cross_section() {
    let kink = 0.4;
    let mut file = straight(0.0);
    file.channels.insert(0, "reference line phi,rad".to_owned());
    for (k, row) in file.rows.iter_mut().enumerate() {
        row.insert(0, if k <= 5 { 0.0 } else { kink });
    }
    file.road
        .retain(|(keyword, _)| !keyword.contains("START_PHI") && !keyword.contains("END_U"));
    let road = file.read("LDFI");
    let (sine, cosine) = (0.5 * kink).sin_cos();
    for v in [-0.9, -0.3, 0.5, 1.0] {
        let along = v / cosine;
        let [u, left] = road.place(3.0 + 5.0 * 0.25 - along * sine, -2.0 + along * cosine);
        assert!((u - 11.25).abs() < 1e-12 && (left - v).abs() < 1e-12, "{u} {left} {v}");
    }
}

/// Damaged files are read or refused, and a road that is read can be evaluated.
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
