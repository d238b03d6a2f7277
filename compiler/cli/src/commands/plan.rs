//! `wishbone plan`

use super::json;
use crate::arguments::Plan;
use crate::files::Terminal;
use crate::print;
use wishbone_compiler::report::plan;
use wishbone_compiler::schedule::Assumptions;
use wishbone_workbench::Problem;
use wishbone_workbench::vehicle::Declaration;

/// Predicts the time on several threads.
pub fn run(options: &Plan) -> Result<(), Problem> {
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
    let assumptions = Assumptions {
        price: (options.price * 1e3).round() as u64,
        hand_off: (options.hand_off * 1e6).round() as u64,
    };
    let plan = plan::plan(&declaration.compile()?, assumptions);
    print::out(&match options.json {
        true => json(&plan)?,
        false => plan::text(&plan),
    })
}
