//! Vectors among the variables, which FMI 3.0 can have as arrays of one dimension.

use crate::outside::{Kind, Variable};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Ends of the names of the numbers of a vector, longest first.
const ENDS: [&[&str]; 4] = [
    &["e0", "e1", "e2", "e3"],
    &["x", "y", "z", "w"],
    &["x", "y", "z"],
    &["x", "y"],
];

/// The variables of a vehicle in FMI 3.0: scalars and arrays. The value reference of an array is the value reference of
/// its first number.
#[derive(Clone, Debug)]
pub struct Arrays {
    /// By variable: the number of values in the array that begins with this variable. 1 for a scalar, 0 within an
    /// array.
    counts: Vec<usize>,
}

impl Arrays {
    /// Arrays of inputs and outputs: names with ends such as `front_left.force_x`, `_y`, `_z`, one unit, and adjacent places. Only scalars if arrays
    /// are not wanted.
    pub fn of(table: &[Variable], are_wanted: bool) -> Self {
        let mut own = Self {
            counts: vec![1; table.len()],
        };
        let mut names: BTreeSet<&str> = table.iter().map(|own| own.name.as_str()).collect();
        let mut place = 0;
        while are_wanted && place < table.len() {
            let ends = ENDS.into_iter().find(|ends| are_numbers(&table[place..], ends));
            let stem = stem(&table[place].name);
            let count = match ends {
                Some(ends) if names.insert(stem) => ends.len(),
                _ => 1,
            };
            own.counts[place..place + count].fill(0);
            own.counts[place] = count;
            place += count;
        }
        own
    }

    /// Number of values of the variable at `place`. 0 if `place` is inside an array, `None` if it is behind the last
    /// variable.
    pub fn count(&self, place: usize) -> Option<usize> {
        self.counts.get(place).copied()
    }

    /// Name of a variable; none within an array.
    pub fn name<'t>(&self, table: &'t [Variable], place: usize) -> Option<&'t str> {
        let name = table.get(place)?.name.as_str();
        match self.count(place)? {
            0 => None,
            1 => Some(name),
            _ => Some(stem(name)),
        }
    }

    /// References of all numbers of variables.
    ///
    /// # Errors
    /// A reference to a number within an array.
    pub fn spread<'r>(&self, references: &'r [u32]) -> Result<Cow<'r, [u32]>, u32> {
        let count = |reference: &u32| self.count(*reference as usize).unwrap_or(1);
        if references.iter().all(|reference| count(reference) == 1) {
            return Ok(Cow::Borrowed(references));
        }
        if let Some(within) = references.iter().find(|reference| count(reference) == 0) {
            return Err(*within);
        }
        let each = references.iter();
        let spread = each.flat_map(|first| (0..count(first) as u32).map(move |k| first + k));
        Ok(Cow::Owned(spread.collect()))
    }
}

/// Whether the first variables are the numbers of a vector with these ends of their names.
fn are_numbers(variables: &[Variable], ends: &[&str]) -> bool {
    let Some(numbers) = variables.get(..ends.len()) else {
        return false;
    };
    let first = &numbers[0];
    let is_like = |own: &Variable| match (first.kind, own.kind) {
        (Kind::Input(_), Kind::Input(_)) => !own.kind.is_whole(),
        (Kind::Output(_), Kind::Output(_)) => true,
        _ => false,
    };
    numbers.iter().zip(ends).all(|(own, end)| {
        let before = own.name.strip_suffix(end);
        let has_end = before.is_some_and(|before| before.ends_with(['.', '_']) && before.len() > 1);
        let is_one = stem(&own.name) == stem(&first.name) && own.unit == first.unit && own.range == first.range;
        has_end && is_one && is_like(own)
    })
}

/// A name without its last word and what stands before that.
fn stem(name: &str) -> &str {
    name.rfind(['.', '_']).map_or(name, |at| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outside::Unit;

    fn output(name: &str, unit: &str) -> Variable {
        Variable {
            name: name.to_owned(),
            words: String::new(),
            unit: Unit::of(unit),
            kind: Kind::Output(0),
            start: None,
            range: None,
        }
    }

    /// Lists and their arrays, written by hand.
    #[test]
    fn vectors_are_arrays() {
        let read = |text: &str| -> Vec<Variable> { text.split(' ').map(|name| output(name, "m")).collect() };
        for (text, counts) in [
            ("x y z", vec![1, 1, 1]),
            ("a.x a.y a.z b", vec![3, 0, 0, 1]),
            ("a.p_x a.p_y a.p_z a.q_x a.q_y a.q_z", vec![3, 0, 0, 3, 0, 0]),
            ("a_x a_y a_z a_w", vec![4, 0, 0, 0]),
            ("a.e0 a.e1 a.e2 a.e3", vec![4, 0, 0, 0]),
            ("a.x a.y b.z", vec![2, 0, 1]),
            ("a.x b.y a.z", vec![1, 1, 1]),
            ("a.y a.z a.x", vec![1, 1, 1]),
            ("a a.x a.y a.z", vec![1, 1, 1, 1]),
            ("a.x a.y a_x a_y", vec![2, 0, 1, 1]),
        ] {
            let table = read(text);
            assert_eq!(Arrays::of(&table, true).counts, counts, "{text}");
            assert_eq!(Arrays::of(&table, false).counts, vec![1; table.len()]);
        }
        let mixed = [output("a.x", "m"), output("a.y", "m"), output("a.z", "N")];
        assert_eq!(Arrays::of(&mixed, true).counts, [2, 0, 1]);
        let own = Arrays::of(&read("b a.x a.y a.z c"), true);
        assert_eq!(own.spread(&[4, 1]).as_deref(), Ok(&[4, 1, 2, 3][..]));
        assert_eq!(own.spread(&[2]).map(|_| ()), Err(2));
        assert_eq!(own.spread(&[99]).as_deref(), Ok(&[99][..]));
        assert_eq!(own.name(&read("b a.x a.y a.z c"), 1), Some("a"));
    }
}
