//! Slopes with respect to several inputs side by side, for a program that has no lanes itself.
//!
//! The inputs of a bundle are replaced by one input with a lane for each input. A value then has one slope with respect
//! to all inputs of the bundle, with as many lanes as inputs. The slope of an input itself is a constant that is one in
//! the input's lane and zero in all other lanes. Each operation on slopes then serves several columns. This saves time
//! if most values that depend on one input of a bundle depend on its other inputs, too.

use super::{Derived, Implicit, Place, Slope, derive_in_lanes};
use crate::ir::{Input, Op, Program, replay};
use std::collections::{BTreeMap, BTreeSet};

/// The wanted slopes of a program without lanes, with the slopes for inputs of one bundle side by side. A bundle is a
/// list of input positions.
pub fn derive_in_bundles(
    program: &Program,
    implicit: &Implicit,
    bundles: &[Vec<usize>],
    wanted: &BTreeSet<Slope>,
) -> Derived {
    let own = program.inputs.len();
    let lanes = bundles.iter().zip(own..).flat_map(|(inputs, position)| {
        let places = (0..).map(move |lane| Place { position, lane });
        inputs.iter().copied().zip(places)
    });
    let lanes: BTreeMap<usize, Place> = lanes.collect();
    let bundled = bundled(program, bundles, &lanes);
    let to_lane = |slope: &Slope| Slope {
        by: lanes.get(&slope.by.position).copied().unwrap_or(slope.by),
        ..*slope
    };
    let widths = vec![1; program.outputs.len()];
    let derived = derive_in_lanes(&bundled, implicit, &widths, &wanted.iter().map(to_lane).collect());
    let input_of = |place: Place| match place.position.checked_sub(own) {
        Some(bundle) => bundles[bundle][place.lane],
        None => place.position,
    };
    // Values of the original program read the original inputs instead of single lanes of a bundle.
    let mut program = replay(&derived.program, |replay, value| match derived.program.node(value).op {
        Op::Lane(lane, a) => match derived.program.node(a).op {
            Op::Input(input) if input as usize >= own => replay.input(input_of(Place {
                position: input as usize,
                lane: lane as usize,
            })),
            _ => replay.again(value),
        },
        _ => replay.again(value),
    });
    program.inputs.truncate(own);
    let from_lane = |slope: &Slope| Slope::alone(slope.of.position, input_of(slope.by));
    let slopes = derived.slopes.iter().map(|lanes| lanes.iter().map(from_lane).collect());
    Derived {
        program,
        regions: derived.regions,
        slopes: slopes.collect(),
    }
}

/// The program with one more input for each bundle; the lanes of this input replace the bundle's inputs.
fn bundled(program: &Program, bundles: &[Vec<usize>], lanes: &BTreeMap<usize, Place>) -> Program {
    let mut extended = program.clone();
    extended.inputs.extend(bundles.iter().map(|inputs| {
        let classes = inputs.iter().map(|&input| program.inputs[input].class);
        Input {
            name: "bundle".to_owned(),
            class: classes.max().expect("a bundle has inputs"),
            lanes: u32::try_from(inputs.len()).expect("few lanes"),
        }
    }));
    replay(&extended, |replay, value| match extended.node(value).op {
        Op::Input(input) => match lanes.get(&(input as usize)) {
            Some(place) => replay.input(place.position).lane(place.lane as u32),
            None => replay.again(value),
        },
        _ => replay.again(value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::derive::derive;
    use crate::ir::{Class, Graph, Traced, interpret, prune, unroll, verify};
    use crate::scalar::Scalar;

    #[test]
    fn bundles_change_no_slope() {
        let graph = Graph::new();
        graph.begin_region("all");
        let x: Vec<Traced> = (0..7).map(|k| graph.input(format!("x{k}"), Class::Position)).collect();
        let product = x
            .iter()
            .fold(Traced::one(), |product, &x| product * (x + Traced::from(2.0)));
        graph.output("product", product);
        graph.output("some", (x[0] * x[1]).sin_cos().0 + x[5] / (x[6] * x[6] + Traced::one()));
        graph.output("one", x[3].exp());
        let program = prune(graph.finish());
        let expected = derive(&program, |_| true);
        let named = expected.slopes.concat();
        let bundles = [vec![0, 1, 2, 3], vec![6, 5]];
        let derived = derive_in_bundles(
            &program,
            &Implicit::default(),
            &bundles,
            &named.iter().copied().collect(),
        );
        assert_eq!(verify(&derived.program), Vec::<String>::new());
        assert_eq!(derived.program.inputs, program.inputs);
        let widths: Vec<usize> = derived.slopes.iter().map(Vec::len).collect();
        assert!(widths.contains(&4) && widths.contains(&2), "{widths:?}");
        let at: Vec<f64> = (0..7).map(|k| 0.3 + 0.2 * (k as f64).cos()).collect();
        let by_slope =
            |slopes: Vec<Slope>, values: Vec<f64>| slopes.into_iter().zip(values).collect::<BTreeMap<_, _>>();
        let expected = by_slope(named, interpret(&expected.program, &at));
        let found = by_slope(
            derived.slopes.concat(),
            interpret(&unroll(&derived.program, &widths), &at),
        );
        assert!(expected.keys().eq(found.keys()));
        for (slope, expected) in expected {
            let found = found[&slope];
            assert!(
                (found - expected).abs() < 1e-13 * (1.0 + expected.abs()),
                "{slope:?}: {found}, {expected}"
            );
        }
    }
}
