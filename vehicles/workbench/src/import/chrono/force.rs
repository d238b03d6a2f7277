//! Springs and dampers of Chrono: `TSDA` (along a line) and `RSDA` (about an axis).

use super::json::Node;

/// Overtravel of Chrono's stops, and their force (`SpringForce` in `chrono/utils/ChForceFunctors.cpp`).
const STOP: [[f64; 2]; 11] = [
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
];

/// The attributes of a spring, with a comma before each; empty if it has no force.
pub fn spring(node: &Node<'_>) -> String {
    let mut text = String::new();
    let is_map = node.has("Map Data");
    let has_rate = node.has("Spring Coefficient") || node.has("Spring Curve Data");
    if is_map {
        text += &map(node);
    } else if has_rate {
        match node.get("Spring Curve Data") {
            Some(curve) => {
                if let Some(table) = table(&curve, "deflection", "m", "force", "N") {
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
        if let Some(preload) = node.maybe("Preload").filter(|own| *own != 0.0) {
            text += &format!(", preload: {preload} N");
        }
    }
    if !is_map {
        text += &damping(node);
    }
    let stops = node
        .maybe("Minimum Length")
        .zip(node.maybe("Maximum Length"))
        .filter(|_| has_rate || is_map);
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

fn damping(node: &Node<'_>) -> String {
    if let Some(curve) = node.get("Damping Curve Data") {
        return table(&curve, "speed", "m/s", "force", "N")
            .map_or_else(String::new, |table| format!(", damping: {table}"));
    }
    let Some(rate) = node.maybe("Damping Coefficient") else {
        return String::new();
    };
    let has_rate = node.has("Spring Coefficient") || node.has("Spring Curve Data");
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
    node.get("Preload")
        .iter()
        .for_each(|own| own.note("a map has no preload: left out"));
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

/// A curve as a table with ascending rows; of rows with the same abscissa the first one is kept.
fn table(node: &Node<'_>, from: &str, unit: &str, to: &str, other: &str) -> Option<String> {
    let mut rows = node.rows();
    if rows.iter().any(|row| row.len() != 2) || rows.len() < 2 {
        node.mistake("a curve has rows of two numbers, and at least two of them");
        return None;
    }
    rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
    rows.dedup_by(|a, b| a[0] == b[0]);
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

/// The attributes of a torsion spring, with a comma before each.
pub fn torsion(node: &Node<'_>) -> String {
    let mut text = String::new();
    match node.get("Spring Curve Data") {
        Some(curve) => {
            if let Some(table) = table(&curve, "deflection", "rad", "torque", "N*m") {
                text += &format!(", rate: {table}");
            }
        }
        None => {
            text += &node
                .maybe("Spring Coefficient")
                .map_or_else(String::new, |rate| positive(", rate", rate, "N*m/rad"))
        }
    }
    if let Some(angle) = node.maybe("Free Angle").filter(|own| *own != 0.0) {
        text += &format!(", free_angle: {angle} rad");
    }
    if let Some(preload) = node.maybe("Preload").filter(|own| *own != 0.0) {
        text += &format!(", preload: {preload} N*m");
    }
    match node.get("Damping Curve Data") {
        Some(curve) => {
            if let Some(table) = table(&curve, "speed", "rad/s", "torque", "N*m") {
                text += &format!(", damping: {table}");
            }
        }
        None => {
            text += &node
                .maybe("Damping Coefficient")
                .map_or_else(String::new, |rate| positive(", damping", rate, "N*m*s/rad"))
        }
    }
    text
}
