//! Smoke test for now.
use wishbone_compiler::pipeline::compile_text;
#[test]
fn quarter_car() {
    let compiled = compile_text(include_str!("quarter_car.txt"))
        .map_err(|d| wishbone_compiler::diag::to_text::render(&d, "quarter_car.txt", include_str!("quarter_car.txt")))
        .unwrap_or_else(|e| panic!("{e}"));
    for r in &compiled.topology.reasons {
        println!("{r}");
    }
    println!("{:?}", compiled.layout);
    println!("{:?}", compiled.mobility);
    for (r, c) in compiled
        .programs
        .evaluation
        .regions
        .iter()
        .zip(compiled.programs.evaluation.program.counts())
    {
        println!("{r:?} {}", c.count);
    }
    println!("total {}", compiled.programs.evaluation.program.count());
    println!("pos {}", compiled.programs.position_correction.program.count());
    println!("vel {}", compiled.programs.velocity_correction.program.count());
    println!(
        "{:?}",
        wishbone_compiler::ir::verify(&compiled.programs.evaluation.program)
    );
}
