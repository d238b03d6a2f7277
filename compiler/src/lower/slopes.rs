//! Slopes, in functions of limited length.
//!
//! Slopes are one program without stages. If the program is too long for one function, its operations are ordered by
//! the results that need them, column by column. Then most values are slopes with respect to one input, and are soon
//! no longer needed.

use super::arranged::LONGEST;
use super::function;
use super::labels::Labels;
use super::ported::Ported;
use super::routine::{Form, Routine};
use crate::ir::{Cut, Regrouped, cut, depth_first, regroup};
use crate::programs::Programs;
use crate::programs::calls::Call;
use crate::programs::slopes::Slope;

/// Largest number of operations of one function on eight vehicles. With AVX2, a function computes four vehicles after
/// the other four. The instructions of a short function are then still in the processor's cache: with functions of 500
/// operations the bare HMMWV took three per cent more time. Without optimisation, an operation takes up to one and a
/// half kilobytes of stack, of which a thread has two megabytes.
const LONGEST_OF_EIGHT: usize = 300;

/// Slopes of one vehicle, for every processor.
pub fn one_by_one(programs: &Programs, labels: &Labels) -> Option<Routine> {
    let slopes = Slopes::of(programs, |programs| Ported::one_by_one(programs, Call::Slopes))?;
    Some(slopes.of_one().routine(Form::Registers, labels))
}

/// Slopes of one vehicle with lanes, if the program has any, in registers.
pub fn in_registers(programs: &Programs, labels: &Labels) -> Option<Routine> {
    let slopes = Slopes::of(programs, |programs| Ported::in_lanes(programs, Call::Slopes))?;
    Some(slopes.of_one().routine(Form::Registers, labels))
}

/// Slopes of eight vehicles.
pub fn in_batch(programs: &Programs, labels: &Labels) -> Option<Routine> {
    let slopes = Slopes::of(programs, Ported::slopes_in_turns)?;
    Some(slopes.by_columns(LONGEST_OF_EIGHT).routine(Form::Vehicles, labels))
}

/// A program of slopes.
struct Slopes<'p> {
    ported: Ported,
    /// Meaning of each slope.
    slopes: &'p [Slope],
}

impl<'p> Slopes<'p> {
    /// The slopes of a vehicle; `None` if it has none.
    fn of(programs: &'p Programs, ported: impl Fn(&Programs) -> Ported) -> Option<Self> {
        programs.get(Call::Slopes)?;
        Some(Slopes {
            ported: ported(programs),
            slopes: programs.slopes(Call::Slopes),
        })
    }

    /// One function if it is not too long, else functions by columns. A short program is limited by its longest chains,
    /// and computes columns side by side.
    fn of_one(self) -> Self {
        let program = &self.ported.program;
        let computed = program.nodes.iter().filter(|node| node.op.is_computed());
        if computed.count() > LONGEST {
            return self.by_columns(LONGEST);
        }
        let (values, outputs) = (vec![0; program.nodes.len()], vec![0; program.outputs.len()]);
        let whole = regroup(program, &values, &outputs, vec!["all".to_owned()]);
        self.regrouped(whole)
    }

    /// Functions of at most `longest` operations; an operation on lanes counts once.
    fn by_columns(self, longest: usize) -> Self {
        let column = |&output: &usize| {
            let slopes = self.ported.outputs[output].iter().map(|port| &self.slopes[port.index]);
            slopes.map(|slope| (slope.column, slope.row)).min()
        };
        let mut results: Vec<usize> = (0..self.ported.outputs.len()).collect();
        results.sort_by_key(column);
        let ordered = depth_first(&self.ported.program, results);
        let ordered = self.regrouped(ordered);
        let Cut { program, outputs, .. } = cut(&ordered.ported.program, longest);
        ordered.regrouped(Regrouped { program, outputs })
    }

    fn regrouped(self, Regrouped { program, outputs }: Regrouped) -> Self {
        Slopes {
            ported: self.ported.reordered(program, &outputs),
            ..self
        }
    }

    fn routine(self, form: Form, labels: &Labels) -> Routine {
        let functions = function::parts(&self.ported, "slopes", "Slopes");
        Routine::new(self.ported, form, functions, labels)
    }
}
