//! The numbers of a part in words, by attribute.

use super::curve::curve;
use crate::model::quantities::Value;
use crate::model::{Model, Owner, Quantity, Symmetric6, Vec3};

/// Row and column of the entries of a symmetric tensor that are shown.
const ENTRIES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// Each number of a part.
pub(super) fn numbers(model: &Model, owner: Owner) -> Vec<(&'static str, String)> {
    let told = |quantity: &Quantity| (quantity.attribute, text(model, quantity));
    model.quantities.of(owner).iter().map(told).collect()
}

fn text(model: &Model, quantity: &Quantity) -> String {
    let list = |numbers: &mut dyn Iterator<Item = f64>| {
        let numbers: Vec<String> = numbers.map(number).collect();
        format!("[{}]", numbers.join(", "))
    };
    let bare = match &quantity.value {
        Value::Number(x) => number(**x),
        Value::Fixed(x) => number(*x),
        Value::Point(v) => direction(v),
        Value::Axis(v) => direction(v),
        Value::Tensor(t) => list(&mut ENTRIES.iter().map(|&entry| t[entry])),
        Value::Several(all) => list(&mut all.iter().copied()),
        Value::Axes(axes) => {
            let columns = axes.column_iter().map(|c| direction(&c.into_owned()));
            return columns.collect::<Vec<_>>().join(", ");
        }
        // The entries of a 6x6 matrix have different units.
        Value::Symmetric6(matrix) => return six(matrix),
        Value::Curve(characteristic) => return curve(characteristic),
        Value::Input(signal) => return format!("input {}", model.signals[signal.index()].name),
    };
    format!("{bare} {}", quantity.unit).trim_end().to_owned()
}

/// The lower triangle of a bushing's matrix, by rows.
fn six(matrix: &Symmetric6) -> String {
    let row = |i: usize| {
        let entries = (0..=i).map(|j| number(**matrix.at(i, j)));
        format!("[{}]", entries.collect::<Vec<_>>().join(", "))
    };
    (0..6).map(row).collect::<Vec<_>>().join(" ")
}

pub(super) fn point(point: &Vec3) -> String {
    format!("{} m", direction(point))
}

fn direction(direction: &Vec3) -> String {
    let components: Vec<String> = direction.iter().copied().map(number).collect();
    format!("[{}]", components.join(", "))
}

/// Up to nine significant digits, without trailing zeros; zero has no sign.
pub(super) fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    if rounded == 0.0 {
        "0".to_owned()
    } else {
        rounded.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn the_last_bits_of_a_number_do_not_show() {
        assert_eq!(number(0.1 + 0.2), "0.3");
        assert_eq!(number(-0.0), "0");
        assert_eq!(number(75_000.0), "75000");
        assert_ne!(number(1.000_000_01), number(1.0));
    }
}
