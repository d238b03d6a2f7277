//! Springs and dampers of Chrono: `TSDA` (along a line) and `RSDA` (about an axis).

use super::json::Node;

/// Overtravel of Chrono's stops [m], and their force [N] (`SpringForce` in `chrono/utils/ChForceFunctors.cpp`). Beyond
/// the last point Chrono keeps the force constant, as in every curve; an additional point makes the end flat.
const STOP: [[f64; 2]; 12] = [
    [0.0, 0.0],
    [0.002, 200.0],
    [0.004, 400.0],
    [0.006, 600.0],
    [0.008, 800.0],
    [0.01, 1000.0],
    [0.02, 2500.0],
    [0.03, 4500.0],
    [0.04, 7500.0],
    [0.05, 12500.0],
    [0.06, 125_000.0],
    [0.07, 125_000.0],
];
/// Length of the flat ends of a curve, as a fraction of its range. Any length above zero gives the same forces.
const FLAT: f64 = 0.01;

/// Numbers that Chrono uses (`ReadTSDAFunctorJSON` and `ReadRSDAFunctorJSON` in `chrono/input_output/ChUtilsJSON.cpp`):
/// a curve has priority over a number, and a number with a curve beside it is left out.
struct Used {
    rate: bool,
    damping: bool,
}

impl Used {
    /// Tells the numbers that are left out as Chrono does.
    fn of(node: &Node<'_>) -> Self {
        let [rate, rates, damping, dampings] = [
            "Spring Coefficient",
            "Spring Curve Data",
            "Damping Coefficient",
            "Damping Curve Data",
        ]
        .map(|key| node.has(key));
        let used = Self {
            rate: rates || (rate && !dampings),
            damping: dampings || (damping && !rates),
        };
        for (key, is_there, curve) in [
            ("Spring Coefficient", rate && !used.rate, "Damping Curve Data"),
            ("Damping Coefficient", damping && !used.damping, "Spring Curve Data"),
        ] {
            if let Some(own) = node.get(key).filter(|_| is_there) {
                own.see();
                own.note(&format!("left out beside `{curve}`, as Chrono does"));
            }
        }
        used
    }
}

/// The attributes of a spring, with a comma before each; empty if it has no force.
pub fn spring(node: &Node<'_>) -> String {
    let mut text = String::new();
    let is_map = node.has("Map Data");
    let used = match is_map {
        true => Used {
            rate: false,
            damping: false,
        },
        false => Used::of(node),
    };
    if is_map {
        text += &map(node);
    } else if used.rate {
        match node.get("Spring Curve Data") {
            Some(curve) => {
                if let Some(table) = table(&curve, "deflection", "m", "force", "N", 1.0) {
                    text += &format!(", rate: {table}");
                }
                node.get("Spring Coefficient")
                    .iter()
                    .for_each(|own| own.note("the curve is used instead, as Chrono does"));
            }
            None => text += &positive(", rate", node.number("Spring Coefficient"), "N/m"),
        }
        let free = node.number("Free Length");
        if text.contains(" rate:") {
            text += &format!(", free_length: {free} m");
        }
    }
    let preload = match used.rate || (is_map && !text.is_empty()) {
        true => node.maybe("Preload").filter(|own| *own != 0.0),
        false => None,
    };
    if let Some(preload) = preload {
        text += &format!(", preload: {preload} N");
    }
    if used.damping {
        text += &damping(node, used.rate);
    }
    let lengths = ["Minimum Length", "Maximum Length"].map(|key| node.get(key));
    let stops = match &lengths {
        [Some(least), Some(greatest)] if is_map => {
            least.see();
            greatest.see();
            node.note("a map has no stops in Chrono: `Minimum Length` and `Maximum Length` are left out");
            None
        }
        [Some(_), Some(_)] if used.rate => node.maybe("Minimum Length").zip(node.maybe("Maximum Length")),
        _ => None,
    };
    if let Some((least, greatest)) = stops.filter(|(least, greatest)| least >= greatest) {
        node.note(&format!(
            "stops at a least length of {least} m and a greatest of {greatest} m: left out"
        ));
    } else if let Some((least, greatest)) = stops {
        let column = |at: usize| STOP.map(|row| row[at].to_string()).join(", ");
        let stop = |name: &str, length: f64| {
            format!(
                ", {name}: stop(length: {length} m, overtravel: [{}] m, force: [{}] N)",
                column(0),
                column(1)
            )
        };
        text += &stop("bump_stop", least);
        text += &stop("rebound_stop", greatest);
    }
    text
}

/// Whether the attributes of a spring give a force.
pub fn acts(attributes: &str) -> bool {
    [" rate:", " damping:", " preload:", "bump_stop:"]
        .iter()
        .any(|word| attributes.contains(word))
}

/// A rate, if there is one.
fn positive(name: &str, value: f64, unit: &str) -> String {
    if value == 0.0 {
        String::new()
    } else {
        format!("{name}: {value} {unit}")
    }
}

fn damping(node: &Node<'_>, has_rate: bool) -> String {
    if let Some(curve) = node.get("Damping Curve Data") {
        return table(&curve, "speed", "m/s", "force", "N", 1.0)
            .map_or_else(String::new, |table| format!(", damping: {table}"));
    }
    let Some(rate) = node.maybe("Damping Coefficient") else {
        return String::new();
    };
    match (
        node.maybe("Degressivity Compression"),
        node.maybe("Degressivity Expansion"),
    ) {
        // If there is a rate, Chrono ignores the degressivity.
        (Some(bump), Some(rebound)) if !has_rate && (bump != 0.0 || rebound != 0.0) => {
            degressive(node, rate, bump, rebound)
        }
        _ => positive(", damping", rate, "N*s/m"),
    }
}

/// Damping with the force `c v / (1 + d |v|)` over speed. A `degressive` of the language has the speed `1 / d`.
fn degressive(node: &Node<'_>, rate: f64, bump: f64, rebound: f64) -> String {
    if bump == rebound {
        return format!(", damping: degressive(rate: {rate} N*s/m, speed: {} m/s)", 1.0 / bump);
    }
    node.note("different degressivity in compression and rebound: a table of the force up to 5 m/s");
    let speed = |k: i32| f64::from(k.signum()) * 5.0 * (f64::from(k) / 40.0).powi(2);
    let speeds: Vec<f64> = (-40..=40).map(speed).collect();
    let force = |v: &f64| rate * v / (1.0 + if *v < 0.0 { -bump * v } else { rebound * v });
    let forces: Vec<String> = speeds.iter().map(|v| format!("{:.4}", force(v))).collect();
    let speeds: Vec<String> = speeds.iter().map(f64::to_string).collect();
    format!(
        ", damping: table(speed: [{}] m/s, force: [{}] N)",
        speeds.join(", "),
        forces.join(", ")
    )
}

/// A force over deformation and speed, as a map.
fn map(node: &Node<'_>) -> String {
    // Chrono reads no free length with a map: its deformations are lengths.
    let lengths: Vec<f64> = node.part("Deformation").numbers();
    let rows = node.part("Map Data").rows();
    if rows.iter().any(|row| row.len() != lengths.len() + 1) || rows.len() < 2 || lengths.len() < 2 {
        node.mistake("`Map Data` has not a speed and a force for each deformation in every row");
        return String::new();
    }
    if lengths.iter().any(|own| *own <= 0.0) {
        node.note("its map counts deformations from a free length that the file does not give: left out");
        return String::new();
    }
    let speeds: Vec<String> = rows.iter().map(|row| row[0].to_string()).collect();
    // The language has Chrono's signs: the speed is positive if the spring becomes longer, and the force is positive if it pulls.
    let row = |column: usize| {
        rows.iter()
            .map(|row| row[column + 1].to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let forces: Vec<String> = (0..lengths.len()).map(|column| format!("[{}]", row(column))).collect();
    let lengths: Vec<String> = lengths.iter().map(f64::to_string).collect();
    format!(
        ", damping: map(length: [{}] m, speed: [{}] m/s, force: [{}] N)",
        lengths.join(", "),
        speeds.join(", "),
        forces.join(", ")
    )
}

/// A curve as a table with ascending rows and flat ends. A sign of -1 mirrors the curve at its origin. Chrono refuses two rows with the
/// same abscissa (`AddPoint` in `chrono/functions/ChFunctionInterp.cpp`).
fn table(node: &Node<'_>, from: &str, unit: &str, to: &str, other: &str, sign: f64) -> Option<String> {
    let mut rows = node.rows();
    if rows.iter().any(|row| row.len() != 2) || rows.len() < 2 {
        node.wrong("a curve has rows of two numbers, and at least two of them");
        return None;
    }
    rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
    if let Some(pair) = rows.windows(2).find(|pair| pair[0][0] == pair[1][0]) {
        node.wrong(&format!(
            "two rows of the curve have the abscissa {}, which Chrono refuses; leave one of them out",
            pair[0][0]
        ));
        return None;
    }
    hold_ends(&mut rows);
    if sign < 0.0 {
        rows.reverse();
        // Zero stays without a sign.
        rows.iter_mut().flatten().for_each(|own| *own = 0.0 - *own);
    }
    let column = |at: usize| {
        rows.iter()
            .map(|row| row[at].to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    Some(format!(
        "table({from}: [{}] {unit}, {to}: [{}] {other})",
        column(0),
        column(1)
    ))
}

/// Adds a point at each end of a curve, with the force at this end. A table of the language continues its first and its
/// last line; Chrono keeps the force at both ends constant (`ChFunctionInterp::GetVal`, whose extrapolation is off).
fn hold_ends(rows: &mut Vec<Vec<f64>>) {
    let [Some(first), Some(last)] = [rows.first(), rows.last()].map(|row| row.cloned()) else {
        return;
    };
    let far = FLAT * (last[0] - first[0]);
    // Seven digits are easier to read.
    let nearly = |number: f64| format!("{number:.6e}").parse().unwrap_or(number);
    rows.insert(0, vec![nearly(first[0] - far), first[1]]);
    rows.push(vec![nearly(last[0] + far), last[1]]);
}

/// The attributes of a torsion spring, with a comma before each. A sign of -1 is for an axis opposite to the joint's
/// axis, or for bodies in the opposite order: torque and angle are then negative.
pub fn torsion(node: &Node<'_>, sign: f64) -> String {
    let (mut text, used) = (String::new(), Used::of(node));
    let nonzero = |key: &str| node.maybe(key).filter(|own| *own != 0.0).map(|own| sign * own);
    if used.rate {
        match node.get("Spring Curve Data") {
            Some(curve) => {
                if let Some(table) = table(&curve, "deflection", "rad", "torque", "N*m", sign) {
                    text += &format!(", rate: {table}");
                }
                node.get("Spring Coefficient")
                    .iter()
                    .for_each(|own| own.note("the curve is used instead, as Chrono does"));
            }
            None => text += &positive(", rate", node.number("Spring Coefficient"), "N*m/rad"),
        }
        if let Some(angle) = nonzero("Free Angle") {
            text += &format!(", free_angle: {angle} rad");
        }
        if let Some(preload) = nonzero("Preload") {
            text += &format!(", preload: {preload} N*m");
        }
    }
    if used.damping {
        match node.get("Damping Curve Data") {
            Some(curve) => {
                if let Some(table) = table(&curve, "speed", "rad/s", "torque", "N*m", sign) {
                    text += &format!(", damping: {table}");
                }
            }
            None => text += &positive(", damping", node.number("Damping Coefficient"), "N*m*s/rad"),
        }
    }
    text
}
