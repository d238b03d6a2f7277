//! A place at which one thread computes variants, one after the other. A panic costs one variant, and not the sweep.

use super::Sweep;
use super::row::Found;
use super::study::Study;
use super::variants::{Bench, Variants};
use crate::problem::Problem;
use crate::vehicle::Running;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A place at which one thread computes variants.
pub(super) struct Workplace<'a> {
    sweep: &'a Sweep,
    variants: &'a Variants,
    bench: Bench<'a>,
}

impl<'a> Workplace<'a> {
    pub(super) fn of(sweep: &'a Sweep, variants: &'a Variants) -> Self {
        Self {
            sweep,
            variants,
            bench: variants.bench(),
        }
    }

    /// Computes the variant with this index. If a variant is far from the variant of the shared compilation, the search
    /// may not reach it from there. A variant without an answer is compiled separately, and gets the answer of this
    /// compilation.
    pub(super) fn found(&mut self, index: u64) -> Found {
        let found = self.found_by(index, Found::of);
        match found.is_unanswered && self.variants.are_of_one_compilation() {
            true => self.found_alone(index),
            false => found,
        }
    }

    fn found_alone(&mut self, index: u64) -> Found {
        let plan = &self.sweep.plan;
        let values = plan.points.values(&plan.parameters, index);
        let found = caught(|| {
            let alone = self.variants.compiled(&values);
            Found::of(
                index,
                values.clone(),
                &plan.studies,
                alone.as_ref().map_err(Clone::clone),
            )
        });
        found.unwrap_or_else(|words| Found::defect(index, values, &plan.studies, &words))
    }

    /// The row that a function finds for the variant with this index. A panic is a row, too.
    fn found_by(&mut self, index: u64, find: Find) -> Found {
        let plan = &self.sweep.plan;
        let values = plan.points.values(&plan.parameters, index);
        let bench = &mut self.bench;
        let found = caught(|| find(index, values.clone(), &plan.studies, bench.at(&values)));
        found.unwrap_or_else(|words| {
            // The panic may have left the bench in any state.
            self.bench = self.variants.bench();
            Found::defect(index, values, &plan.studies, &words)
        })
    }
}

/// Finds the row of a variant.
type Find = fn(u64, Vec<f64>, &[Study], Result<&Running, Problem>) -> Found;

/// Result of work, or the words of its panic.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| words(&*panic).to_owned())
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without words")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::sweep::DEFECT;

    struct Plan;

    impl Files for Plan {
        fn text(&self, path: &str) -> Result<String, String> {
            let text = "vehicle = \"quarter_car\"\nsampling = \"sobol\"\ncount = 4\n[[parameter]]\nchange = \"strut.rate *=\"\n\
                uniform = \"[0.9, 1.1]\"\n[[study]]\nask = \"settle\"\nfigures = [\"chassis.height\"]\n";
            match path {
                "plan.toml" => Ok(text.to_owned()),
                _ => Err(format!("there is no {path}")),
            }
        }
    }

    /// A panic leaves a row with its words. The next variant has the bits that it would have at a new workplace.
    #[test]
    fn a_panic_costs_one_variant() {
        let sweep = Sweep::load("plan.toml", &Plan).expect("a plan");
        let variants = sweep.variants().expect("variants");
        let mut place = Workplace::of(&sweep, variants);
        assert!(place.found(0).row.figures[0].is_some());
        let lost = place.found_by(1, |_, _, _, _| panic!("a wheel is lost")).row;
        assert_eq!((lost.index, lost.verdict.as_str()), (1, DEFECT));
        assert!(lost.message.contains("a wheel is lost"), "{}", lost.message);
        assert_eq!((lost.figures.as_slice(), lost.values.len()), (&[None][..], 1));
        assert_eq!(place.found(2).row, Workplace::of(&sweep, variants).found(2).row);
    }
}
