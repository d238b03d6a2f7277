//! Rows of a whole sweep with the names of their columns.

use super::{Part, Row, Sweep};
use twox_hash::XxHash3_128;
use wishbone_studies::table::quoted;

/// A column with its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `front_left.spring.rate`, `drive.yaw_rate.overshoot`
    pub name: String,
    /// Unit of its numbers; empty for none.
    pub unit: String,
}

/// Rows of a sweep, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// Columns of the parameters. If a parameter is added or multiplied, its sign is behind its name.
    pub parameters: Vec<Named>,
    /// Columns of the figures.
    pub figures: Vec<Named>,
    /// Whether the values of parameters are paired at random, instead of by a design such as a grid.
    pub is_paired_at_random: bool,
    /// The rows in the order of their indices.
    pub rows: Vec<Row>,
}

impl Sweep {
    /// A part with the names of its columns.
    pub fn named(&self, part: Part) -> Results {
        let parameters = self.plan.parameters.iter().map(|own| Named {
            name: format!("{} {}", own.path, own.sign).trim_end_matches(" =").to_owned(),
            unit: own.unit.clone(),
        });
        let figures = self.figures().into_iter().zip(part.units).map(|(name, unit)| Named {
            name,
            unit: unit.unwrap_or_default().to_owned(),
        });
        Results {
            parameters: parameters.collect(),
            figures: figures.collect(),
            is_paired_at_random: self.plan.points.sampling.pairs_at_random(),
            rows: part.rows,
        }
    }
}

impl Results {
    /// Appends the rows of the next part of this sweep.
    pub fn append(&mut self, next: Self) {
        if self.rows.is_empty() {
            *self = next;
            return;
        }
        for (own, other) in self.figures.iter_mut().zip(next.figures) {
            if own.unit.is_empty() {
                own.unit = other.unit;
            }
        }
        self.rows.extend(next.rows);
    }

    /// A hash of all rows: if a bit of a part changes, its hash changes.
    pub fn fingerprint(&self) -> String {
        let mut bytes = Vec::new();
        for row in &self.rows {
            bytes.extend(row.index.to_le_bytes());
            row.values
                .iter()
                .for_each(|value| bytes.extend(value.to_bits().to_le_bytes()));
            for figure in &row.figures {
                bytes.push(u8::from(figure.is_some()));
                bytes.extend(figure.unwrap_or(0.0).to_bits().to_le_bytes());
            }
            for text in [&row.verdict, &row.message] {
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
        }
        format!("{:032x}", XxHash3_128::oneshot(&bytes))
    }

    /// Comma-separated values: names with units in the first line, then numbers with all digits. The cell of a figure that a study
    /// does not reach is empty; texts are in quotation marks.
    pub fn csv(&self) -> String {
        let head = |own: &Named| match own.unit.as_str() {
            "" => quoted(&own.name),
            unit => quoted(&format!("{} [{unit}]", own.name)),
        };
        let names = self.parameters.iter().chain(&self.figures).map(head);
        let mut lines = vec![
            std::iter::once("index".to_owned())
                .chain(names)
                .chain(["verdict".to_owned(), "message".to_owned()])
                .collect::<Vec<String>>()
                .join(","),
        ];
        for row in &self.rows {
            let mut cells = vec![row.index.to_string()];
            cells.extend(row.values.iter().map(f64::to_string));
            cells.extend(
                row.figures
                    .iter()
                    .map(|own| own.map_or_else(String::new, |own| own.to_string())),
            );
            cells.extend([row.verdict.clone(), quoted(&row.message)]);
            lines.push(cells.join(","));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}
