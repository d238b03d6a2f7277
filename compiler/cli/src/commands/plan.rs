//! `wishbone plan`

use super::json;
use crate::arguments::Plan;
use crate::declaration::Declaration;
use crate::failure::Failure;
use crate::print;
use wishbone_compiler::report::plan;
use wishbone_compiler::schedule::Assumptions;

/// Predicts the time on several threads.
pub fn run(options: &Plan) -> Result<(), Failure> {
    let declaration = Declaration::of(&options.source)?;
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
