//! The page of a sweep: its texts, and the numbers of its drawings.

use serde_json::{Value, json};
use wishbone_report::sweep::{Dot, Effect, Failure, Figure, Histogram, Parameter, Sweep, html};

fn figure(label: &str, quantiles: Option<[f64; 5]>) -> Figure {
    Figure {
        label: label.to_owned(),
        count: 3,
        mean: Some(1.5),
        deviation: None,
        quantiles,
        histogram: Histogram {
            from: 1.0,
            width: 0.5,
            counts: vec![1, 2],
        },
        effects: vec![Effect {
            parameter: 0,
            share: Some(-0.01),
            rank: Some(-0.5),
            means: vec![(10.0, 1.0), (20.0, 2.0)],
        }],
    }
}

fn sweep() -> Sweep {
    let dot = |index: u64, figure: Option<f64>| Dot {
        index,
        failure: figure.map_or("no answer".to_owned(), |_| String::new()),
        parameters: vec![index as f64],
        figures: vec![figure, Some(2.0)],
    };
    Sweep {
        title: "Sweep <1>".to_owned(),
        variants: 4,
        failures: vec![Failure {
            verdict: "no_answer".to_owned(),
            count: 1,
            example: "variant 2: `a` < b".to_owned(),
        }],
        parameters: vec![Parameter {
            label: "a_mass [kg]".to_owned(),
            ends: [10.0, 20.0],
        }],
        figures: vec![
            figure("settle.height [m]", Some([1.0, 1.0, 1.5, 2.0, 2.0])),
            figure("never </script>", None),
        ],
        dots: vec![dot(1, Some(1.25)), dot(2, None)],
    }
}

fn data(page: &str) -> Value {
    let start = page.find("type=\"application/json\">").expect("it has data") + 24;
    let end = start + page[start..].find("</script>").expect("it ends");
    serde_json::from_str(&page[start..end]).expect("it is JSON")
}

#[test]
fn a_page_needs_nothing_else_and_escapes_texts() {
    let page = html(&sweep());
    assert!(page.contains("Sweep &lt;1&gt;") && !page.contains("Sweep <1>"));
    assert!(page.contains("no answer, such as variant 2: <code>a</code> &lt; b"));
    assert!(page.contains("never &lt;/script&gt;"));
    assert!(!page.contains("<script src") && !page.contains("<link") && !page.contains("@import"));
    assert!(page.contains("4 variants, 1 not as asked"));
    // A share below zero is shown as none; a rank has its sign.
    assert!(page.contains("0.0 %") && page.contains("−0.50"));
    assert!(page.contains("drawn are 2 of 4") && page.contains("hollow dots"));
}

/// Histogram: the corners of its bars. Means: over the part of the parameter's range. Dots: the numbers, and null for none.
#[test]
fn drawings_have_the_numbers() {
    let data = data(&html(&sweep()));
    let charts = data["charts"].as_array().expect("charts");
    assert_eq!(charts.len(), 3);
    let bars = &charts[0]["curves"][0];
    assert_eq!(bars["x"], json!([1, 1, 1.5, 1.5, 2, 2]));
    assert_eq!(bars["y"], json!([0, 1, 1, 2, 2, 0]));
    assert_eq!(charts[0]["curves"][2]["x"], json!([1.5, 1.5]));
    let means = &charts[1]["curves"][0];
    assert_eq!((&means["x"], &means["y"]), (&json!([0, 100]), &json!([1, 2])));
    let scatter = &data["scatter"];
    assert_eq!(scatter["columns"][0]["numbers"], json!([1, 2]));
    assert_eq!(scatter["columns"][1]["numbers"], json!([1.25, null]));
    assert_eq!(scatter["failures"], json!(["", "no answer"]));
    // The figure that no variant has is in no matrix.
    assert_eq!(scatter["matrices"].as_array().map(Vec::len), Some(1));
    assert_eq!(scatter["matrices"][0]["rows"], json!([1]));
}

/// The matrices have room for six parameters: those with the largest effects.
#[test]
fn the_largest_effects_are_chosen() {
    let mut sweep = sweep();
    let shares = [0.1, 0.0, 0.3, 0.2, 0.05, 0.02, 0.4, 0.01];
    sweep.parameters = (0..8)
        .map(|place| Parameter {
            label: format!("p{place}"),
            ends: [0.0, 1.0],
        })
        .collect();
    sweep.figures.truncate(1);
    sweep.figures[0].effects = (0..8)
        .map(|parameter| Effect {
            parameter,
            share: Some(shares[parameter]),
            rank: Some(0.1),
            means: Vec::new(),
        })
        .collect();
    sweep.dots.iter_mut().for_each(|dot| dot.parameters = vec![0.5; 8]);
    let page = html(&sweep);
    let columns = data(&page)["scatter"]["columns"].clone();
    let labels: Vec<&str> = columns
        .as_array()
        .expect("columns")
        .iter()
        .filter_map(|own| own["label"].as_str())
        .collect();
    assert_eq!(labels, ["p0", "p2", "p3", "p4", "p5", "p6", "settle.height [m]"]);
    assert!(page.contains("the 6 of 8 parameters with the largest effects"));
}

/// A sweep in which no variant has an answer, and a sweep without rows, have a page.
#[test]
fn a_sweep_without_answers_has_a_page() {
    let mut sweep = sweep();
    sweep.figures.truncate(1);
    sweep.figures[0] = Figure {
        count: 0,
        mean: None,
        quantiles: None,
        effects: Vec::new(),
        ..sweep.figures[0].clone()
    };
    sweep.dots.iter_mut().for_each(|dot| dot.figures = vec![None]);
    for own in [sweep, Sweep::default()] {
        let page = html(&own);
        assert!(
            page.contains("id=\"figures\"") && !page.contains("id=\"scatter\"") && !page.contains("id=\"effects\"")
        );
    }
}
