use wishbone_compiler::pipeline::compile_text;
#[test]
fn hmmwv() {
    let text = std::fs::read_to_string("../vehicles/src/hmmwv.rs").unwrap();
    let i = text.find("vehicle! {").unwrap() + 10;
    let j = text.rfind('}').unwrap();
    let text = &text[i..j];
    let t = std::time::Instant::now();
    let c = compile_text(text)
        .map_err(|d| wishbone_compiler::diag::to_text::render(&d, "x", text))
        .unwrap_or_else(|e| panic!("{e}"));
    println!("compile {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let tok = wishbone_compiler::emit::tokens(&c, text);
    println!("emit {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let out = wishbone_compiler::emit::text(&c, text);
    println!("text {:?} {} lines", t.elapsed(), out.lines().count());
    std::fs::write("/tmp/hmmwv_out.rs", out).unwrap();
    let _ = tok;
    for r in &c.topology.reasons {
        println!("{r}");
    }
    println!("{:?} {:?}", c.mobility.freedoms, c.mobility.gruebler);
    for (r, n) in c
        .programs
        .evaluation
        .regions
        .iter()
        .zip(c.programs.evaluation.program.counts())
    {
        println!("{r:?} {}", n.count);
    }
    println!("total {}", c.programs.evaluation.program.count());
    println!("pos {}", c.programs.position_correction.program.count());
    println!("vel {}", c.programs.velocity_correction.program.count());
    println!("bodies {}", c.programs.bodies.program.count());
    println!("outputs {}", c.programs.outputs.program.count());
    println!("energy {}", c.programs.energy.program.count());
    assert!(wishbone_compiler::ir::verify(&c.programs.evaluation.program).is_empty());
}
