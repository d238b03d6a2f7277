//! Figures and pictures over travel, roll and steer.

use crate::findings::Figure;
use crate::kinematics::Test;
use crate::panels::{Panel, line};
use crate::table::Table;

/// Figures over travel, roll or steer: slopes at the design position, and differences from end to end. A difference has no number unless
/// both of these ends are reached.
pub(super) fn over_travel(table: &Table, wheels: &[&str], test: Test, ends: [f64; 2]) -> Vec<Figure> {
    let x = table.rows.iter().map(|row| row[0]).collect::<Vec<f64>>();
    let [slope_names, span_names] = match test {
        Test::Bounce => [
            ["toe by travel", "camber by travel"],
            ["toe, from end to end", "camber, from end to end"],
        ],
        Test::Roll => [
            ["toe by travel in roll", "camber by travel in roll"],
            ["toe in roll, from end to end", "camber in roll, from end to end"],
        ],
        Test::Steer(_) => [
            [
                "steer by drive, central difference",
                "camber by drive, central difference",
            ],
            ["steer, from end to end", "camber in steer, from end to end"],
        ],
    };
    let columns = match test {
        Test::Steer(_) => ["steer", "camber"],
        Test::Bounce | Test::Roll => ["toe", "camber"],
    };
    let (slope_unit, scale) = match test {
        Test::Steer(_) => by_drive(table.columns.first().map_or("", |column| column.unit)),
        Test::Bounce | Test::Roll => ("deg/m", 1.0),
    };
    let rows = ends.map(|end| x.iter().position(|x| *x == end));
    let mut all = Vec::new();
    for wheel in wheels {
        for (place, column) in columns.iter().enumerate() {
            let values = table.column(&format!("{wheel}.{column}")).unwrap_or_default();
            if values.is_empty() {
                continue;
            }
            let [first, last] = rows.map(|row| row.map_or(f64::NAN, |row| values[row]));
            let slope = slope(&x, &values).unwrap_or(f64::NAN);
            all.push(Figure::new(
                wheel,
                slope_names[place],
                slope_unit,
                scale * slope.to_degrees(),
                "central difference between the two positions beside the position where the motion begins",
            ));
            all.push(Figure::new(
                wheel,
                span_names[place],
                "deg",
                (last - first).to_degrees(),
                "value at the last position minus value at the first position; none if the wheel does not reach both",
            ));
        }
    }
    all
}

/// Slope at zero from the nearest points on both sides.
fn slope(x: &[f64], y: &[f64]) -> Option<f64> {
    let after = x.iter().position(|x| *x > 0.0)?;
    let before = x.iter().rposition(|x| *x < 0.0)?;
    Some((y[after] - y[before]) / (x[after] - x[before]))
}

/// Unit of an angle divided by the position of a drive in this unit, with the factor from degrees divided by that unit.
pub(super) fn by_drive(unit: &str) -> (&'static str, f64) {
    match unit {
        "m" => ("deg/mm", 1e-3),
        "rad" => ("deg/deg", 1f64.to_radians()),
        _ => ("deg per unit", 1.0),
    }
}

/// Unit in which positions in a given unit are displayed, with the factor to the displayed unit.
pub fn shown(unit: &str) -> (&'static str, f64) {
    match unit {
        "m" => ("mm", 1e3),
        "rad" => ("deg", 1f64.to_degrees()),
        _ => ("", 1.0),
    }
}

/// Label of an axis.
pub(super) fn axis(name: &str, unit: &str) -> String {
    match unit {
        "" => name.to_owned(),
        unit => format!("{name} [{unit}]"),
    }
}

/// Pictures of the curves of all wheels, of the roll centres of all axles, and of the motion ratios.
pub(super) fn panels(table: &Table, wheels: &[&str]) -> Vec<Panel> {
    let degrees = 1f64.to_degrees();
    let of_wheels = [
        ("toe [deg]", "toe", degrees),
        ("camber [deg]", "camber", degrees),
        ("steer [deg]", "steer", degrees),
        ("lateral movement [mm]", "y", 1e3),
        ("longitudinal movement [mm]", "x", 1e3),
        ("force [kN]", "force", 1e-3),
        ("wheel rate [N/mm]", "wheel_rate", 1e-3),
        ("caster [deg]", "caster", degrees),
        ("kingpin inclination [deg]", "inclination", degrees),
        ("scrub radius [mm]", "scrub_radius", 1e3),
        ("caster trail [mm]", "trail", 1e3),
    ];
    let of_wheels = of_wheels.map(|(title, column, factor)| panel(table, wheels, (title, column, factor)));
    let others = [
        ("roll centre height [mm]", "roll_centre_z", 1e3),
        ("roll centre offset [mm]", "roll_centre_y", 1e3),
        ("motion ratio", "motion_ratio", 1.0),
    ];
    let others = others.map(|(title, column, factor)| {
        let subjects = table
            .columns
            .iter()
            .filter_map(|own| own.name.strip_suffix(&format!(".{column}")));
        panel(table, &subjects.collect::<Vec<&str>>(), (title, column, factor))
    });
    of_wheels.into_iter().chain(others).flatten().collect()
}

/// Picture of a column for all subjects that have it; `None` if no subject has it.
fn panel(table: &Table, subjects: &[&str], (title, column, factor): (&str, &str, f64)) -> Option<Panel> {
    let x = table.columns.first()?;
    let (unit, scale) = shown(x.unit);
    let curves = subjects.iter().enumerate().filter_map(|(k, subject)| {
        let values = table.column(&format!("{subject}.{column}"))?;
        let points = table.rows.iter().zip(values).filter(|(_, value)| value.is_finite());
        let points = points.map(|(row, value)| (scale * row[0], factor * value)).collect();
        Some(line(k, subject, points))
    });
    let curves: Vec<_> = curves.collect();
    (!curves.is_empty()).then(|| Panel {
        title: title.to_owned(),
        x: axis(&x.name, unit),
        curves,
        ..Panel::default()
    })
}
