//! Operation counts compared with the counts of Kim & Wang (2005, table 1) for one corner with a short-long-arm
//! suspension: two arms and a knuckle, with a massless tie rod.
//!
//! The paper counts multiplications with divisions and additions with subtractions, stage by stage, and nothing else.
//! Here a change of sign counts as an addition. Positions and velocities in the paper belong to closed loops, so our
//! counts include one correction of each. The paper does not say how its chassis moves.

use super::counts::StageCounts;
use super::table::{Table, folded};
use crate::formulation::Stage;
use crate::ir::Count;
use crate::programs::calls::Call;

/// Number of multiplications and divisions, and of additions and subtractions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair {
    products: usize,
    sums: usize,
}

impl Pair {
    const fn new(products: usize, sums: usize) -> Self {
        Pair { products, sums }
    }

    fn of(count: &Count) -> Self {
        Pair::new(count.mul + count.div, count.add + count.neg)
    }

    fn plus(self, other: Self) -> Self {
        Pair::new(self.products + other.products, self.sums + other.sums)
    }

    fn cell(self) -> String {
        format!("{} / {}", self.products, self.sums)
    }
}

/// One method: a heading, and the counts for each stage of [`Stage::EVALUATION`].
struct Column {
    heading: String,
    stages: [Pair; 6],
}

/// Relative joint coordinates: the method of the paper.
const JOINT: [Pair; 6] = [
    Pair::new(764, 727),
    Pair::new(290, 220),
    Pair::new(127, 194),
    Pair::new(1290, 1139),
    Pair::new(177, 160),
    Pair::new(311, 292),
];

/// Relative Cartesian coordinates: the method to which the paper compares its own.
const CARTESIAN: [Pair; 6] = [
    Pair::new(401, 302),
    Pair::new(414, 302),
    Pair::new(245, 196),
    Pair::new(3594, 3241),
    Pair::new(25, 24),
    Pair::new(49, 42),
];

/// A table of products / sums by stage. There is a column for each entry of `ours`, which has a heading and the counts
/// of a corner; then the two columns of the paper follow. A page has room for three of ours.
pub fn text(ours: &[(&str, &StageCounts)]) -> String {
    let published = [("joint, 2005", JOINT), ("Cartesian, 2005", CARTESIAN)];
    let columns: Vec<Column> = ours
        .iter()
        .map(|(heading, counts)| (*heading, stages(counts)))
        .chain(published)
        .map(|(heading, stages)| Column {
            heading: heading.to_owned(),
            stages,
        })
        .collect();
    format!("{}\n{}", table(&columns).render(), besides(ours))
}

fn stages(counts: &StageCounts) -> [Pair; 6] {
    let mut stages = [Pair::default(); 6];
    for (pair, stage) in stages.iter_mut().zip(&counts.stages) {
        *pair = Pair::of(&stage.count);
    }
    stages[0] = stages[0].plus(Pair::of(&counts.of(Call::PositionCorrection)));
    stages[1] = stages[1].plus(Pair::of(&counts.of(Call::VelocityCorrection)));
    stages
}

fn table(columns: &[Column]) -> Table {
    let mut table = Table::default();
    let row = |table: &mut Table, name: &str, cell: &dyn Fn(&Column) -> String| {
        table.row(std::iter::once(name.to_owned()).chain(columns.iter().map(cell)));
    };
    row(&mut table, "products / sums", &|column| column.heading.clone());
    table.rule();
    for (place, stage) in Stage::EVALUATION.iter().enumerate() {
        row(&mut table, &stage.to_string(), &|column| column.stages[place].cell());
    }
    table.rule();
    let sum = |column: &Column| column.stages.iter().fold(Pair::default(), |sum, &pair| sum.plus(pair));
    row(&mut table, "all", &|column| sum(column).cell());
    row(&mut table, "together", &|column| {
        let Pair { products, sums } = sum(column);
        (products + sums).to_string()
    });
    table
}

/// Operations that the paper does not count.
fn besides(ours: &[(&str, &StageCounts)]) -> String {
    let lines = ours.iter().map(|(heading, counts)| {
        let programs = [
            counts.evaluation,
            counts.of(Call::PositionCorrection),
            counts.of(Call::VelocityCorrection),
        ];
        let all = programs.into_iter().fold(Count::default(), |mut sum, count| {
            sum += count;
            sum
        });
        let words = format!(
            "besides {} square roots, {} sine-cosine pairs, {} lookups, {} selections",
            all.sqrt, all.trig, all.lookup, all.select
        );
        folded(&format!("{heading}: "), words.split(' '))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::counts::{StageCount, stages as counted};
    use crate::report::{samples, table::WIDTH};

    /// Counts with a different decade for each kind, so that no kind can be mistaken for another.
    fn count(n: usize) -> Count {
        Count {
            add: n,
            neg: 10 * n,
            mul: 100 * n,
            div: 1000 * n,
            sqrt: 1,
            trig: 2,
            lookup: 3,
            select: 4,
        }
    }

    fn invented() -> StageCounts {
        let stages = Stage::EVALUATION.iter().zip(1..).map(|(stage, n)| StageCount {
            stage: stage.to_string(),
            count: count(n),
            subsystems: Vec::new(),
        });
        StageCounts {
            stages: stages.collect(),
            calls: [
                (Call::PositionCorrection, count(7)),
                (Call::VelocityCorrection, count(8)),
            ]
            .into(),
            ..counted(&samples::four_bar())
        }
    }

    #[test]
    fn the_table_of_invented_counts() {
        insta::assert_snapshot!(text(&[("invented", &invented())]));
    }

    /// Totals as printed in the paper.
    #[test]
    fn the_published_stages_add_up_to_the_published_totals() {
        let sum = |stages: [Pair; 6]| stages.into_iter().fold(Pair::default(), Pair::plus);
        assert_eq!(sum(JOINT), Pair::new(2959, 2732));
        assert_eq!(sum(CARTESIAN), Pair::new(4728, 4107));
    }

    #[test]
    fn three_methods_fit_a_page() {
        let counts = counted(&samples::quarter_car());
        let text = text(&[
            ("recursive", &counts),
            ("synthesis", &counts),
            ("synthesis_cartesian", &counts),
        ]);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }
}
