//! Assignment of wires to columns of their group, by local search for few columns, short bars and no crossings.
//!
//! The search is deterministic: it starts with columns along the tree, and takes the best of all moves until no move
//! helps.

/// A wire, as far as the search needs it.
#[derive(Clone, Debug)]
pub(super) struct Strand {
    /// The rows between which the wire needs its column free. A hanging wire extends to the next row.
    pub(super) rows: (usize, usize),
    /// Bars (positions in the group) that must extend to its column.
    pub(super) bars: Vec<usize>,
    /// Preferred side of the group.
    pub(super) pull: Pull,
}

/// Preferred side of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pull {
    /// No preference.
    None,
    /// Weak preference for the first column: wheels stand outboard.
    First,
    /// Strong preference, because the wire continues sideways at the height of its inner row.
    Sideways {
        /// Whether it prefers the first column, or the last.
        first: bool,
    },
}

const OVERLAP: i64 = 1000;
const BEHIND_A_BAR: i64 = 300;
const COLUMN: i64 = 12;
const BAR_LENGTH: i64 = 4;
const SIDEWAYS: i64 = 6;

/// Returns the column of each strand, counted from zero. `bars` gives the row of each bar.
pub(super) fn arrange(strands: &[Strand], bars: &[usize]) -> Vec<usize> {
    let mut best = first_guess(strands);
    let mut least = cost(strands, bars, &best);
    loop {
        let found = moves(&best)
            .map(|columns| (cost(strands, bars, &columns), columns))
            .min_by_key(|(cost, _)| *cost);
        match found {
            Some((cost, columns)) if cost < least => (least, best) = (cost, columns),
            _ => return best,
        }
    }
}

/// Puts wires that follow each other outward in one column if they share a body and do not overlap.
fn first_guess(strands: &[Strand]) -> Vec<usize> {
    let mut columns: Vec<usize> = Vec::new();
    for strand in strands {
        let fits = |column: &usize| {
            let mut held = strands
                .iter()
                .zip(&columns)
                .filter(|(_, c)| *c == column)
                .map(|(s, _)| s);
            held.clone().all(|other| !overlap(other, strand))
                && held.any(|other| other.bars.iter().any(|bar| strand.bars.contains(bar)))
        };
        let count = width(&columns);
        columns.push((0..count).find(fits).unwrap_or(count));
    }
    columns
}

/// Whether two wires need one column between the same rows.
fn overlap(a: &Strand, b: &Strand) -> bool {
    a.rows.0 < b.rows.1 && b.rows.0 < a.rows.1
}

/// All neighbours of an assignment: one strand moved to an existing or a new column, or a whole column moved.
fn moves(columns: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    let count = width(columns);
    let one = (0..columns.len()).flat_map(move |strand| {
        // Twice as many places as columns: odd places are the columns, even places the gaps between them.
        (0..=2 * count).map(move |place| {
            let mut places: Vec<usize> = columns.iter().map(|&c| 2 * c + 1).collect();
            places[strand] = place;
            packed(&places)
        })
    });
    let whole = (0..count).flat_map(move |from| {
        (0..=count).map(move |to| {
            let place = |&c: &usize| if c == from { 2 * to } else { 2 * c + 1 };
            packed(&columns.iter().map(place).collect::<Vec<_>>())
        })
    });
    one.chain(whole)
}

/// The columns in this order, without empty columns.
fn packed(places: &[usize]) -> Vec<usize> {
    let mut used = places.to_vec();
    used.sort_unstable();
    used.dedup();
    places
        .iter()
        .map(|place| used.partition_point(|other| other < place))
        .collect()
}

fn width(columns: &[usize]) -> usize {
    columns.iter().max().map_or(0, |last| last + 1)
}

/// First and last column of each bar; `None` for a bar without strands.
pub(super) fn extents(strands: &[Strand], bars: usize, columns: &[usize]) -> Vec<Option<(usize, usize)>> {
    let mut extents: Vec<Option<(usize, usize)>> = vec![None; bars];
    for (strand, &column) in strands.iter().zip(columns) {
        for &bar in &strand.bars {
            let (first, last) = extents[bar].unwrap_or((column, column));
            extents[bar] = Some((first.min(column), last.max(column)));
        }
    }
    extents
}

fn cost(strands: &[Strand], bars: &[usize], columns: &[usize]) -> i64 {
    let extents = extents(strands, bars.len(), columns);
    let covered = |bar: usize| extents[bar].unwrap_or((usize::MAX, 0));
    let mut cost = width(columns) as i64 * COLUMN;
    for (bar, &row) in bars.iter().enumerate() {
        let (first, last) = covered(bar);
        cost += last.saturating_sub(first) as i64 * BAR_LENGTH;
        let collides = |other: &usize| bars[*other] == row && covered(*other).0 <= last && first <= covered(*other).1;
        cost += (0..bar).filter(collides).count() as i64 * OVERLAP;
    }
    for (s, (strand, &column)) in strands.iter().zip(columns).enumerate() {
        let sideways = matches!(strand.pull, Pull::Sideways { .. });
        let from = strand.rows.0 + usize::from(!sideways);
        let behind = |bar: &usize| {
            let (first, last) = covered(*bar);
            (from..strand.rows.1).contains(&bars[*bar]) && (first..=last).contains(&column)
        };
        cost += (0..bars.len()).filter(behind).count() as i64 * BEHIND_A_BAR;
        let shares = |other: &usize| columns[*other] == column && overlap(&strands[*other], strand);
        cost += (0..s).filter(shares).count() as i64 * OVERLAP;
        cost += match strand.pull {
            Pull::None => 0,
            Pull::First => column as i64,
            Pull::Sideways { first: true } => column as i64 * SIDEWAYS,
            Pull::Sideways { first: false } => (width(columns) - 1 - column) as i64 * SIDEWAYS,
        };
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strand(rows: (usize, usize), bars: &[usize]) -> Strand {
        Strand {
            rows,
            bars: bars.to_vec(),
            pull: Pull::None,
        }
    }

    /// A wishbone corner: two arms in row one, the knuckle in row two, a tie rod from the base past both arms.
    #[test]
    fn a_wishbone_corner_needs_three_columns() {
        let (upper, lower, knuckle) = (0, 1, 2);
        let strands = [
            strand((0, 1), &[upper]),
            strand((0, 1), &[lower]),
            strand((1, 2), &[lower, knuckle]),
            strand((1, 2), &[upper, knuckle]),
            strand((0, 2), &[knuckle]),
        ];
        let columns = arrange(&strands, &[1, 1, 2]);
        assert_eq!(width(&columns), 3);
        assert!(cost(&strands, &[1, 1, 2], &columns) < BEHIND_A_BAR, "{columns:?}");
        assert_eq!(
            (columns[0], columns[1]),
            (columns[3], columns[2]),
            "joints stand in line"
        );
    }

    /// Fifty bodies in a chain take one column from the start.
    #[test]
    fn a_chain_is_one_column() {
        let strands: Vec<Strand> = (0..50)
            .map(|b: usize| strand((b, b + 1), &[b.saturating_sub(1), b]))
            .collect();
        let bars: Vec<usize> = (1..=50).collect();
        assert_eq!(width(&arrange(&strands, &bars)), 1);
    }

    #[test]
    fn empty_columns_disappear() {
        assert_eq!(packed(&[4, 9, 4, 0]), [1, 2, 1, 0]);
    }
}
