//! The summary of a sweep as the content of a page.

use super::histogram::histogram;
use super::summary::label;
use super::{AS_ASKED, Results, Spread, Summary, sample};
use wishbone_report::sweep::{Dot, Effect, Failure, Figure, Parameter, Sweep};

/// Number of variants that are drawn as dots, about.
const DOTS: usize = 500;

impl Results {
    /// Content of the page about these rows and their summary, for [`wishbone_report::sweep::html`].
    pub fn page(&self, title: &str, summary: &Summary) -> Sweep {
        let failures = summary.messages.iter().map(|(verdict, message)| Failure {
            verdict: verdict.clone(),
            count: summary.verdicts.get(verdict).copied().unwrap_or(0),
            example: message.lines().next().unwrap_or_default().to_owned(),
        });
        Sweep {
            title: title.to_owned(),
            variants: self.rows.len(),
            failures: failures.collect(),
            parameters: (0..self.parameters.len()).map(|place| self.ends(place)).collect(),
            figures: summary
                .figures
                .iter()
                .enumerate()
                .map(|(place, spread)| self.figure(place, spread))
                .collect(),
            dots: self.dots(),
        }
    }

    fn ends(&self, place: usize) -> Parameter {
        let values = self.rows.iter().map(|row| row.values[place]);
        let ends = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], own| {
            [low.min(own), high.max(own)]
        });
        Parameter {
            label: label(&self.parameters[place]),
            ends,
        }
    }

    fn figure(&self, figure: usize, spread: &Spread) -> Figure {
        let (places, values) = self.column(figure);
        let mut effects: Vec<Effect> = (0..self.parameters.len())
            .map(|parameter| {
                let found = self.effect(parameter, (&places, &values));
                Effect {
                    parameter,
                    share: found.share,
                    rank: found.rank,
                    means: found.means,
                }
            })
            .collect();
        effects.sort_by(|one, other| other.size().total_cmp(&one.size()));
        Figure {
            label: label(&self.figures[figure]),
            count: spread.count,
            mean: spread.mean,
            deviation: spread.deviation,
            quantiles: spread.quantiles,
            histogram: histogram(&values),
            effects,
        }
    }

    fn dots(&self) -> Vec<Dot> {
        let shown = sample::of(&self.rows, DOTS);
        let dot = |row: &super::Row| Dot {
            index: row.index,
            failure: match row.verdict == AS_ASKED {
                true => String::new(),
                false => row.verdict.replace('_', " "),
            },
            parameters: row.values.clone(),
            figures: row.figures.clone(),
        };
        shown.map(dot).collect()
    }
}
