//! The largest stable steps, and the fast motions of a stiff vehicle.

use wishbone_studies::findings::{Figure, Findings};
use wishbone_studies::linear::Linear;
use wishbone_studies::memories::Limit;
use wishbone_studies::steps::Method;
use wishbone_studies::stiff::Part;

/// Step with which a car should be able to run [s].
const WANTED: f64 = 1e-3;

/// Adds the largest steps of explicit methods with the parts that limit them. For a stiff vehicle, it also adds the steps of
/// implicit methods. `equipment` returns the limit of powertrain and brakes for a method.
pub fn largest(findings: &mut Findings, linear: &Linear, mut equipment: impl FnMut(Method) -> Option<Limit>) {
    let methods = [
        ("largest step, Adams-Bashforth 2", Method::AdamsBashforth2),
        ("largest step, Adams-Bashforth 3", Method::AdamsBashforth3),
        ("largest step, Runge-Kutta 4", Method::RungeKutta4),
    ];
    for (name, method) in methods {
        let limit = limit(linear, method, equipment(method));
        findings.figures.push(Figure {
            value: limit.as_ref().map(|limit| 1e3 * limit.step),
            ..Figure::new(
                "",
                name,
                "ms",
                0.0,
                "largest step for which all modes are stable, brakes pressed and released",
            )
        });
        if let Some(limit) = limit {
            findings.notes.push(format!("{name}: set by {}", limit.part));
        }
    }
    let explicit = linear.largest_step(Method::AdamsBashforth3);
    if explicit.is_some_and(|step| step < WANTED) {
        stiff(findings, linear);
    }
}

/// The largest stable step, limited by the modes of a vehicle and by its equipment.
pub fn limit(linear: &Linear, method: Method, equipment: Option<Limit>) -> Option<Limit> {
    let own = linear.largest_step(method);
    let by_mean = Limit::of(&linear.a, &linear.states, method);
    let own = own.zip(by_mean).map(|(step, limit)| Limit { step, ..limit });
    Limit::stricter(own, equipment)
}

/// Adds the largest steps of the linearly implicit method, and names the motions that it has to treat implicitly.
fn stiff(findings: &mut Findings, linear: &Linear) {
    let fastest = Part::fastest(linear, WANTED);
    let parts = [
        ("the vehicle implicit", Some(Part::told(linear))),
        ("fast motions implicit", fastest),
    ];
    for (words, part) in &parts {
        let Some(part) = part else { continue };
        let definition = "largest step for which all modes are stable, at most 100 ms; states and loads of equipment are explicit, but for tyres by formulas";
        findings.figures.push(Figure {
            value: part.largest_step(linear).map(|step| 1e3 * step),
            ..Figure::new("", &format!("largest step, SBDF2, {words}"), "ms", 0.0, definition)
        });
    }
    let [_, Some(fastest)] = parts.map(|(_, part)| part) else {
        findings.notes.push(
            "stiff: even with the whole vehicle implicit 1 ms is too long, since its equipment is too stiff; take the slopes \
             of that too (`Slopes::Completed`)"
                .to_owned(),
        );
        return;
    };
    let numbers: Vec<String> = linear.numbers(&fastest.states).iter().map(usize::to_string).collect();
    findings.notes.push(format!(
        "stiff: at 1 ms `wishbone drive --method sbdf2` is stable; the hybrid scheme takes implicitly: {} (numbers of the state: {})",
        motions(linear, &fastest),
        numbers.join(", ")
    ));
}

/// Names of the motions in a part; if the other motions are fewer, the names of all other motions.
fn motions(linear: &Linear, part: &Part) -> String {
    let [first, count] = linear.counts;
    let of = |is_in: bool| -> Vec<&str> {
        (first..first + count)
            .filter(|state| part.states.contains(state) == is_in)
            .map(|state| &*linear.states[state])
            .collect()
    };
    let (own, others) = (of(true), of(false));
    match own.len() <= others.len() {
        true => own.join(", "),
        false => format!("all but {}", others.join(", ")),
    }
}
