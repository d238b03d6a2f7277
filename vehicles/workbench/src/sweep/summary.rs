//! Summary of a sweep: the outcomes of its variants, the scatter of its figures, and the parameters that cause the
//! scatter.

use super::effects::{Effect, FEWEST};
use super::{AS_ASKED, Named, Results, sample};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use wishbone_studies::findings::number;
use wishbone_studies::panels::{Curve, Panel, line};

/// Fraction of the rows below each quantile.
const QUANTILES: [f64; 5] = [0.0, 0.05, 0.5, 0.95, 1.0];
/// Largest number of effects reported for a figure, and of panels and dots in a picture.
const TOLD: usize = 6;
const PANELS: usize = 24;
const DOTS: usize = 150;

/// Summary of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Number of variants.
    pub variants: usize,
    /// Number of variants of each verdict.
    pub verdicts: BTreeMap<String, usize>,
    /// A message for each verdict except `as_asked`, from the first variant with it.
    pub messages: BTreeMap<String, String>,
    /// The figures.
    pub figures: Vec<Spread>,
}

/// Spread of a figure over the variants that have it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// `drive.yaw_rate.overshoot`
    pub name: String,
    /// Its unit; empty for none.
    pub unit: String,
    /// Number of variants that have it.
    pub count: usize,
    /// Mean; `None` without a variant.
    pub mean: Option<f64>,
    /// Standard deviation of the sample; `None` for fewer than two variants.
    pub deviation: Option<f64>,
    /// Least value, 5 %, median, 95 % and greatest value, with linear interpolation (Hyndman & Fan 1996, definition 7). `None`
    /// without a variant.
    pub quantiles: Option<[f64; 5]>,
    /// Effects of the parameters, the largest share of variance first.
    pub effects: Vec<Influence>,
}

/// Effect of a parameter on a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Influence {
    /// `front_left.spring.rate *=`
    pub parameter: String,
    /// Part of the variance that the parameter explains alone.
    pub share: Option<f64>,
    /// Rank correlation.
    pub rank: Option<f64>,
}

impl Results {
    /// The summary of these rows.
    pub fn summary(&self) -> Summary {
        let (mut verdicts, mut messages) = (BTreeMap::new(), BTreeMap::new());
        for row in &self.rows {
            *verdicts.entry(row.verdict.clone()).or_insert(0) += 1;
            if row.verdict != AS_ASKED {
                messages
                    .entry(row.verdict.clone())
                    .or_insert_with(|| format!("variant {}: {}", row.index, row.message));
            }
        }
        Summary {
            variants: self.rows.len(),
            verdicts,
            messages,
            figures: (0..self.figures.len()).map(|figure| self.spread(figure)).collect(),
        }
    }

    /// Existing values of a figure, with the positions of their rows.
    pub(super) fn column(&self, figure: usize) -> (Vec<usize>, Vec<f64>) {
        let each = self.rows.iter().enumerate();
        each.filter_map(|(place, row)| Some((place, row.figures[figure]?)))
            .unzip()
    }

    /// Effect of a parameter on a figure, from the rows that have the figure.
    pub(super) fn effect(&self, parameter: usize, (places, values): (&[usize], &[f64])) -> Effect {
        let own: Vec<f64> = places.iter().map(|place| self.rows[*place].values[parameter]).collect();
        Effect::of(&own, values, self.is_paired_at_random)
    }

    fn spread(&self, figure: usize) -> Spread {
        let (places, values) = self.column(figure);
        let mut effects: Vec<Influence> = (0..self.parameters.len())
            .map(|parameter| {
                let effect = self.effect(parameter, (&places, &values));
                Influence {
                    parameter: self.parameters[parameter].name.clone(),
                    share: effect.share,
                    rank: effect.rank,
                }
            })
            .collect();
        let size = |own: &Influence| own.share.or(own.rank.map(f64::abs)).unwrap_or(-1.0);
        effects.sort_by(|one, other| size(other).total_cmp(&size(one)));
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|own| (own - mean) * (own - mean)).sum();
        let mut sorted = values;
        sorted.sort_by(f64::total_cmp);
        let Named { name, unit } = self.figures[figure].clone();
        Spread {
            name,
            unit,
            count,
            mean: (count > 0).then_some(mean),
            deviation: (count > 1).then(|| (squares / (count as f64 - 1.0)).sqrt()),
            quantiles: (count > 0).then(|| QUANTILES.map(|share| quantile(&sorted, share))),
            effects,
        }
    }

    /// Every figure over every parameter as dots, with the mean of the figure. If there are many panels, those with the largest
    /// effects.
    pub fn panels(&self) -> Vec<Panel> {
        let mut panels = Vec::new();
        for figure in 0..self.figures.len() {
            let (places, values) = self.column(figure);
            for parameter in 0..self.parameters.len() {
                let effect = self.effect(parameter, (&places, &values));
                let size = effect.share.or(effect.rank.map(f64::abs)).unwrap_or(0.0);
                panels.push((size, self.panel((figure, parameter), &effect)));
            }
        }
        if panels.len() > PANELS {
            panels.sort_by(|one, other| other.0.total_cmp(&one.0));
            panels.truncate(PANELS);
        }
        panels.into_iter().map(|(_, panel)| panel).collect()
    }

    fn panel(&self, (figure, parameter): (usize, usize), effect: &Effect) -> Panel {
        let shown = sample::of(&self.rows, DOTS);
        let points = shown.filter_map(|row| Some((row.values[parameter], row.figures[figure]?)));
        let dot = |point| Curve {
            points: vec![point],
            ..line(1, "", Vec::new())
        };
        let mut curves: Vec<Curve> = points.map(dot).collect();
        curves.push(line(0, "mean", effect.means.clone()));
        Panel {
            title: label(&self.figures[figure]),
            x: label(&self.parameters[parameter]),
            curves,
            ..Panel::default()
        }
    }
}

/// `drive.yaw_rate.overshoot [%]`
pub(super) fn label(named: &Named) -> String {
    match named.unit.as_str() {
        "" => named.name.clone(),
        unit => format!("{} [{unit}]", named.name),
    }
}

/// Quantile: the number below which this fraction of sorted numbers lies (Hyndman & Fan 1996, definition 7).
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (low, part) = (place.floor() as usize, place.fract());
    let high = (low + 1).min(sorted.len() - 1);
    sorted[low] + part * (sorted[high] - sorted[low])
}

impl Summary {
    /// Verdicts, a table of the figures, and the largest effects on each.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let failed = self.variants - self.verdicts.get(AS_ASKED).copied().unwrap_or(0);
        let _ = match failed {
            0 => writeln!(text, "{} variants, all as asked", self.variants),
            failed => writeln!(text, "{} variants, {failed} not as asked", self.variants),
        };
        for (verdict, message) in &self.messages {
            let count = self.verdicts.get(verdict).copied().unwrap_or(0);
            let first = message.lines().next().unwrap_or_default();
            let _ = writeln!(text, "  {count:>6} {verdict}, such as {first}");
        }
        for figure in self.figures.iter().filter(|own| own.count == 0 && self.variants > 0) {
            let _ = writeln!(text, "  no variant has the figure {}", figure.name);
        }
        self.table(&mut text);
        for figure in &self.figures {
            figure.influences(&mut text);
        }
        text
    }

    fn table(&self, text: &mut String) {
        let labels: Vec<String> = self.figures.iter().map(Spread::label).collect();
        let width = labels.iter().map(|own| own.chars().count()).max().unwrap_or(0).max(6);
        let _ = write!(text, "\n{:width$} {:>8}", "figure", "variants");
        for head in ["mean", "deviation", "least", "5 %", "median", "95 %", "greatest"] {
            let _ = write!(text, " {head:>10}");
        }
        text.push('\n');
        for (figure, label) in self.figures.iter().zip(labels) {
            let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
            let _ = write!(
                text,
                "{label:width$} {:>8} {:>10} {:>10}",
                figure.count,
                shown(figure.mean),
                shown(figure.deviation)
            );
            for place in 0..QUANTILES.len() {
                let _ = write!(text, " {:>10}", shown(figure.quantiles.map(|own| own[place])));
            }
            text.push('\n');
        }
    }
}

impl Spread {
    fn label(&self) -> String {
        match self.unit.as_str() {
            "" => self.name.clone(),
            unit => format!("{} [{unit}]", self.name),
        }
    }

    /// Shares of variance and rank correlations, the largest first.
    fn influences(&self, text: &mut String) {
        let told: Vec<&Influence> = self
            .effects
            .iter()
            .filter(|own| own.rank.is_some())
            .take(TOLD)
            .collect();
        if told.is_empty() {
            return;
        }
        let head = match self.count < FEWEST {
            true => "rank correlation".to_owned(),
            false => format!("{:>17} {:>17}", "share of variance", "rank correlation"),
        };
        let longest = told.iter().map(|own| own.parameter.chars().count()).max().unwrap_or(0);
        let width = self.name.chars().count().max(longest + 2);
        let _ = writeln!(text, "\n{:width$} {head}", self.name);
        for own in told {
            let rank = own.rank.map_or_else(String::new, |rank| format!("{rank:.2}"));
            let _ = match own.share {
                // Estimates near zero are shown without a sign.
                Some(share) => {
                    let percent = format!("{:.1} %", 100.0 * share.max(0.0));
                    writeln!(text, "  {:w$} {percent:>17} {rank:>17}", own.parameter, w = width - 2)
                }
                None => writeln!(text, "  {:w$} {rank:>16}", own.parameter, w = width - 2),
            };
        }
    }
}
