//! Temporary.
use std::collections::BTreeMap;
use wishbone_compiler::formulation::calls::Call;
use wishbone_compiler::formulation::ports::Port;
use wishbone_compiler::ir::interpret;
use wishbone_compiler::pipeline::{Compiled, compile_text};
fn values(c: &Compiled) -> Vec<BTreeMap<(usize, usize), (f64, String)>> {
    let p = &c.programs;
    let number = |port: &Port| { let s = format!("{port:?}"); let h = s.bytes().fold(7u64, |h, b| h.wrapping_mul(1099511628211).wrapping_add(b as u64) ^ (h >> 29)); 0.05 + 0.2 * ((h % 10007) as f64 / 10007.0 - 0.5) };
    let mut defaults: BTreeMap<String, f64> = BTreeMap::new();
    for (i, q) in c.state.coordinates.iter().enumerate() { let design = c.state.design(&c.layout); let _ = q; defaults.insert(format!("q{i}"), design[i]); }
    let of = |port: &Port| {
        use wishbone_compiler::formulation::ports::Kind;
        match port.kind {
            Kind::Parameter => c.model.parameters[port.index].default,
            Kind::Coordinate => defaults[&format!("q{}", port.index)] + 0.3 * number(port),
            Kind::WheelForce => 4000.0 * number(port),
            _ => number(port),
        }
    };
    let prepared_in: Vec<f64> = p.prepare.inputs.iter().map(of).collect();
    let prepared = interpret(&p.prepare.program, &prepared_in);
    let run = |t: &wishbone_compiler::formulation::programs::Traceable| {
        use wishbone_compiler::formulation::ports::Kind;
        let at: Vec<f64> = t.inputs.iter().map(|port| if port.kind == Kind::Prepared { prepared[port.index] } else { of(port) }).collect();
        let found = interpret(&t.program, &at);
        t.outputs.iter().zip(found).map(|(port, v)| { let s = p.slopes[port.index]; ((s.row, s.column), (v, format!("{} by {}", s.of, s.by))) }).collect::<BTreeMap<_, _>>()
    };
    vec![run(&p[Call::Slopes]), run(p.at_levels(Call::Slopes).unwrap())]
}
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let (head, rest) = text.split_once('{').unwrap();
        let rest = ["batch: accept", "lanes: accept", "levels: all", "derivatives: accept"].iter().fold(rest.to_owned(), |r, s| r.replace(s, ""));
        let text = format!("{head}{{ derivatives: accept levels: all lanes: accept {rest}");
        let made = [1, 2].map(|f| { wishbone_compiler::formulation::slopes::FORCE.store(f, std::sync::atomic::Ordering::Relaxed); compile_text(&text).map(|c| (values(&c), c.programs[Call::Slopes].program.count().total(), c.programs[Call::Evaluation].program.count().total())).ok() });
        let [Some(old), Some(new)] = made else { println!("{path}: refused"); continue };
        let mut worst = (0.0, String::new());
        for form in 0..2 {
            let keys: std::collections::BTreeSet<_> = old.0[form].keys().chain(new.0[form].keys()).collect();
            for k in keys {
                let a = old.0[form].get(k); let b = new.0[form].get(k);
                let name = a.or(b).unwrap().1.clone();
                let (a, b) = (a.map_or(0.0, |v| v.0), b.map_or(0.0, |v| v.0));
                let e = (a - b).abs() / (1.0 + a.abs().max(b.abs()));
                if e > worst.0 || e.is_nan() { worst = (e, format!("form {form} {k:?} {name}: {a} {b}")); }
            }
        }
        println!("{}{path}: {:.2} -> {:.2}, {} -> {} entries, {:?}", if worst.0 < 1e-10 { "" } else { "WRONG " }, old.1 as f64 / old.2 as f64, new.1 as f64 / new.2 as f64, old.0[0].len(), new.0[0].len(), worst);
    }
}
