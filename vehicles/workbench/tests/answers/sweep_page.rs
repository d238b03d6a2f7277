//! The page of a sweep, compared with a vehicle whose figure is a linear function of its only parameter.

use super::sweeps::sweep;
use std::sync::Mutex;
use wishbone_workbench::sweep::{Part, Results};

/// Gravity, rate of the strut and stiffness of the tyre of the two masses.
const GRAVITY: f64 = 9.81;
const RATES: [f64; 2] = [20e3, 200e3];

/// All rows of a plan, with their names.
fn results(plan: &str) -> Results {
    let sweep = sweep(plan);
    let found: Mutex<Vec<Part>> = Mutex::default();
    let finished = |_, part: Part| {
        found.lock().expect("no thread panics").push(part);
        Ok(())
    };
    let computed = sweep.compute(&[sweep.part(0, 1)], &finished, &|_, _| {});
    computed.unwrap_or_else(|problem| panic!("{problem}"));
    let part = found.into_inner().expect("no thread panics").remove(0);
    sweep.named(part)
}

/// A mass `m` on two springs in series sinks by `m g (1/k + 1/c)`. Masses on a grid make quantiles, means and bins known.
#[test]
fn figures_of_a_linear_function_are_those_of_its_parameter() {
    let results = results(
        "vehicle = \"two.toml\"\nsampling = \"grid\"\n\
        [[parameter]]\nchange = \"body.mass +=\"\nuniform = \"[0, 100] kg\"\nsteps = 101\n\
        [[study]]\nask = \"settle\"\nfigures = [\"body.height\"]\n",
    );
    let page = results.page("Two masses", &results.summary());
    assert_eq!((page.variants, page.failures.len(), page.dots.len()), (101, 0, 101));
    assert_eq!(page.parameters[0].label, "body.mass += [kg]");
    assert_eq!(page.parameters[0].ends, [0.0, 100.0]);
    let slope = -GRAVITY * (1.0 / RATES[0] + 1.0 / RATES[1]);
    let start = page.dots[0].figures[0].expect("a height");
    let height = |mass: f64| start + slope * mass;
    let near = |found: f64, mass: f64| {
        let wanted = height(mass);
        assert!((found - wanted).abs() < 1e-8, "{mass} kg: {found}, {wanted}");
    };
    for dot in &page.dots {
        assert_eq!((dot.parameters[0], dot.failure.as_str()), (dot.index as f64, ""));
        near(dot.figures[0].expect("a height"), dot.index as f64);
    }
    let figure = &page.figures[0];
    assert_eq!((figure.label.as_str(), figure.count), ("settle.body.height [m]", 101));
    let quantiles = figure.quantiles.expect("quantiles");
    for (found, mass) in quantiles.into_iter().zip([100.0, 95.0, 50.0, 5.0, 0.0]) {
        near(found, mass);
    }
    near(figure.mean.expect("a mean"), 50.0);
    // Of the numbers 0 to n - 1 the variance of the sample is n (n + 1) / 12.
    let deviation = slope.abs() * (101.0_f64 * 102.0 / 12.0).sqrt();
    assert!((figure.deviation.expect("a deviation") - deviation).abs() < 1e-8);
    let bins = &figure.histogram;
    assert_eq!((bins.counts.len(), bins.counts.iter().sum::<usize>()), (10, 101));
    assert!(bins.counts.iter().all(|count| (9..=11).contains(count)), "{bins:?}");
    near(bins.from, 100.0);
    near(bins.from + 10.0 * bins.width, 0.0);
    let effect = &figure.effects[0];
    assert!(
        effect.share.is_some_and(|share| (share - 1.0).abs() < 1e-9),
        "{effect:?}"
    );
    assert!(effect.rank.is_some_and(|rank| (rank + 1.0).abs() < 1e-12), "{effect:?}");
    assert!(effect.means.len() > 3);
    for (mass, mean) in &effect.means {
        near(*mean, *mass);
    }
}

/// Variants without an answer are counted, named and drawn hollow; the figures are those of all other variants.
#[test]
fn failures_are_on_the_page() {
    let results = results(
        "vehicle = \"two.toml\"\nsampling = \"list\"\n\
        [[parameter]]\nchange = \"body.mass =\"\nvalues = \"[400, -1, 500] kg\"\n\
        [[study]]\nask = \"settle\"\nfigures = [\"body.height\"]\n",
    );
    let page = results.page("Two masses", &results.summary());
    let [failure] = &page.failures[..] else {
        panic!("{:?}", page.failures)
    };
    assert_eq!((failure.verdict.as_str(), failure.count), ("not_declared", 1));
    assert!(failure.example.starts_with("variant 1: "), "{}", failure.example);
    let failed: Vec<bool> = page.dots.iter().map(|dot| !dot.failure.is_empty()).collect();
    assert_eq!(failed, [false, true, false]);
    assert_eq!((page.figures[0].count, page.dots[1].figures[0]), (2, None));
    let html = wishbone_report::sweep::html(&page);
    assert!(html.contains("3 variants, 1 not as asked") && html.contains("hollow dots"));
}
