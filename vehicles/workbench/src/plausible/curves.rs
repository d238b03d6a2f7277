//! Characteristics of springs, dampers and other force elements that contradict their sign convention.
//!
//! Every characteristic opposes its abscissa: positive deflections, rates and overtravels have positive forces, and a
//! zero abscissa has no force. A bench often counts compression as positive. Only contradictions are reported.

use wishbone_compiler::model::quantities::ValueMut;
use wishbone_compiler::model::{Curve, Model, Owner, Spring, Table};
use wishbone_studies::plausibility::Checked;

/// Part of the greatest ordinate up to which an ordinate counts as zero.
const LEAST: f64 = 0.01;

/// Number of intervals in which a polynomial is looked at, to both sides.
const INTERVALS: i32 = 20;

const OPPOSES: &str = "a characteristic opposes its abscissa (see \"signs\" in the language reference)";

/// Contradictions of all characteristics of a vehicle.
pub fn contradictions(model: &Model) -> Vec<Checked> {
    let mut all = Vec::new();
    // The lists of numbers are passed out to be changed, so a copy passes them out.
    model.clone().for_each_part(|owner, listed| {
        let name = match owner {
            Owner::Spring(id) => &model.springs[id.index()].name,
            Owner::Force(id) => &model.forces[id.index()].name,
            _ => return,
        };
        for quantity in listed {
            if let ValueMut::Curve(curve) = &quantity.value {
                let of = format!("`{}` of {name}", quantity.attribute);
                let is_damper = quantity.attribute.starts_with("damping");
                all.extend(against(curve, &of, is_damper));
                // A bushing has no preload but by its curves.
                let is_bushing = ["along_", "about_"]
                    .iter()
                    .any(|word| quantity.attribute.starts_with(word));
                let table = curve.table().filter(|_| !is_bushing);
                all.extend(table.and_then(|table| at_zero(table, &of)));
            }
        }
    });
    all.extend(model.springs.iter().filter_map(beyond_its_table));
    all
}

/// The greatest ordinate that does not oppose its abscissa. A damper with such an ordinate feeds energy, which cannot be meant.
fn against(curve: &Curve, of: &str, is_damper: bool) -> Option<Checked> {
    let points = points(curve);
    let greatest = points.iter().map(|[_, y]| y.abs()).fold(0.0, f64::max);
    let along = points.iter().map(|[x, y]| [*x, y * x.signum()]);
    let [x, least] = along.filter(|[x, _]| *x != 0.0).min_by(|a, b| a[1].total_cmp(&b[1]))?;
    let is_against = least < -LEAST * greatest;
    is_against.then(|| {
        let name = format!("resistance at {x} [SI], {of}");
        let checked = Checked::new(name, "", least, 0.0..=f64::INFINITY, OPPOSES)
            .likely("compression counted as positive: reverse both signs, and the order of the points");
        if is_damper {
            checked.possible(0.0..=f64::INFINITY)
        } else {
            checked
        }
    })
}

/// The ordinate at zero of a curve through points, if it is not zero: a force that acts without deflection or motion.
fn at_zero(table: &Table, of: &str) -> Option<Checked> {
    let greatest = table.y.iter().map(|y| y.abs()).fold(0.0, f64::max);
    let last = table.x.len() - 2;
    let piece = table.x[1..].iter().position(|x| *x >= 0.0).unwrap_or(last).min(last);
    let ([x, next], [y, after]) = (
        [table.x[piece], table.x[piece + 1]],
        [table.y[piece], table.y[piece + 1]],
    );
    let at_zero = y - x * (after - y) / (next - x);
    (at_zero.abs() > LEAST * greatest).then(|| {
        let name = format!("ordinate at zero, {of}");
        Checked::new(
            name,
            "",
            *table.scale * at_zero,
            0.0..=0.0,
            "nothing acts without deflection or motion",
        )
        .likely("a point (0, 0) is left out; a constant force is a `preload`")
    })
}

/// The deflection of a spring at the design position, if this deflection is outside of the spring's table.
fn beyond_its_table(spring: &Spring) -> Option<Checked> {
    let table = spring.elastic.as_ref()?.table()?;
    let deflection = (*spring.to - *spring.from).norm() - *spring.free_length;
    let [first, last] = [table.x[0], table.x[table.x.len() - 1]].map(|x| *table.stretch * x);
    let slack = LEAST * (last - first);
    (!(first - slack..=last + slack).contains(&deflection)).then(|| {
        Checked::new(
            format!("deflection at the design position, {}", spring.name),
            "mm",
            1e3 * deflection,
            1e3 * first..=1e3 * last,
            "the points of its `rate`; outside, the last line is continued",
        )
        .likely("compression counted as positive in the table, or a wrong `free_length`")
    })
}

/// Points of a curve [SI].
fn points(curve: &Curve) -> Vec<[f64; 2]> {
    match curve {
        Curve::Table(table) => {
            let all = table.x.iter().zip(&table.y);
            all.map(|(x, y)| [*table.stretch * x, *table.scale * y]).collect()
        }
        Curve::Polynomial(polynomial) => (-INTERVALS..=INTERVALS)
            .map(|k| {
                let part = f64::from(k) / f64::from(INTERVALS);
                let powers = polynomial.ordinates.iter().zip(1..);
                let sum: f64 = powers.map(|(ordinate, power)| **ordinate * part.powi(power)).sum();
                [part * *polynomial.abscissa, sum]
            })
            .collect(),
        // Their slopes are refused below zero.
        Curve::Linear(_) | Curve::Split { .. } | Curve::Degressive { .. } => Vec::new(),
    }
}
