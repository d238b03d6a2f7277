//! Temporary.
use wishbone_compiler::formulation::calls::Call;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::compile_with;
fn main() {
    for name in std::env::args().skip(1) {
        let path = format!("vehicles/files/{name}.toml");
        let reading = file::read(&path, &mut |path| {
            let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
            Ok(text.replace("[vehicle]", "[vehicle]\nderivatives = \"accept\""))
        });
        let declared = reading.vehicle.expect("sound");
        let start = std::time::Instant::now();
        let c = compile_with(&declared, &Choice::Declared).expect("sound");
        let t = start.elapsed().as_secs_f64();
        let p = &c.programs;
        let e = p[Call::Evaluation].program.count().total();
        let s = p[Call::Slopes].program.count().total();
        let l = p.in_lanes(Call::Slopes).map(|l| (l.at_once().total(), l.unrolled.program.count().total()));
        let le = p.in_lanes(Call::Evaluation).map(|l| (l.at_once().total(), l.unrolled.program.count().total()));
        if std::env::var("REGIONS").is_ok() { println!("{:?}", c.programs.unfinished.regions.len()); for r in c.plan.reasons.iter() { println!("{r}"); } for (r, k) in p[Call::Slopes].regions.iter().zip(p[Call::Slopes].program.counts()) { println!("{:?} {} {:?}", r, k.count.total(), k.count); } }
        println!("{name}: evaluation {e} {le:?}, slopes {s} = {:.2}, lanes (at once, unrolled) {l:?}, {} entries, {t:.1} s", s as f64 / e as f64, p.slopes.len());
    }
}
