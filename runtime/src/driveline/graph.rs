//! Declaration of a driveline in a program.

use super::{Coupling, Driveline, Layout, MOST_ENGINES, Side, Source};
use core::ops::{Deref, DerefMut};
use std::vec::Vec;
use std::{format, vec};
use wishbone_laws::driveline::{self, Mistake, Mistakes, Solved, Turning};

/// A driveline as declared: parts are added by the functions of [`driveline::Graph`].
///
/// ```
/// use wishbone::driveline::{Driveline, End, Engine, Gearbox, Graph};
/// use wishbone::curve::Samples;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let engine = Engine {
///     full: Samples::new(&[80.0, 250.0, 600.0], &[120.0, 200.0, 150.0])?,
///     closed: Samples::new(&[0.0, 600.0], &[-5.0, -40.0])?,
///     idle: Some([70.0, 90.0]),
///     limit: Some([620.0, 640.0]),
/// };
/// let mut graph = Graph::new();
/// let crank = graph.shaft("crankshaft", 0.2);
/// let [output, case, left, right] =
///     [("output", 0.02), ("case", 0.05), ("left", 0.01), ("right", 0.01)].map(|(name, inertia)| graph.shaft(name, inertia));
/// graph.engine("engine", crank, engine);
/// graph.gearbox(output, Gearbox::new(&[3.6, 2.0, 1.4, 1.0], 3.5).expect("sound ratios"));
/// graph.clutch("clutch", crank.into(), End::Gearbox, 350.0);
/// graph.gear("final drive", output, case, 3.9);
/// graph.differential("differential", case, [left, right], 0.5);
/// graph.elastic("left half-shaft", left.into(), End::Wheel(2), 6e3, 20.0);
/// graph.elastic("right half-shaft", right.into(), End::Wheel(3), 6e3, 20.0);
/// // Three shafts are free: crankshaft, left and right. Rear-wheel drive of a vehicle with four wheels.
/// let driveline = graph.build::<3, 3, 4>()?;
/// assert_eq!(driveline.gear(), 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph(driveline::Graph);

impl Deref for Graph {
    type Target = driveline::Graph;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Graph {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Graph {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The driveline, with `S` free shafts, `C` couplings and `W` wheels.
    ///
    /// # Errors
    /// All mistakes, among them the wrong numbers of shafts or couplings.
    pub fn build<const S: usize, const C: usize, const W: usize>(&self) -> Result<Driveline<S, C, W>, Mistakes> {
        let solved = self.solve(W)?;
        let (free, couplings) = (solved.shafts.len(), solved.couplings.len());
        if (free, couplings) == (S, C) {
            return Ok(Driveline::new(layout(&solved)));
        }
        let message = format!(
            "this driveline has {free} free shafts and {couplings} couplings: build it as `Driveline<{free}, {couplings}, {W}>`"
        );
        Err(Mistakes(vec![Mistake { part: None, message }]))
    }
}

/// This driveline in arrays of its size.
fn layout<const S: usize, const C: usize>(solved: &Solved) -> Layout<S, C> {
    let mut engines = [const { None }; MOST_ENGINES];
    for (place, (name, engine, shaft)) in engines.iter_mut().zip(&solved.engines) {
        let (name, engine, shaft) = (*name, *engine, array(shaft));
        *place = Some(Source { name, engine, shaft });
    }
    let gearbox = solved.gearbox.as_ref();
    Layout {
        shafts: array(&solved.shafts),
        mass: matrix(&solved.mass),
        inverse: matrix(&solved.inverse),
        engines,
        couplings: core::array::from_fn(|k| {
            let coupled = &solved.couplings[k];
            Coupling {
                name: coupled.name,
                from: side(&coupled.from),
                to: side(&coupled.to),
                law: coupled.law,
                loads: array(&coupled.loads),
            }
        }),
        gearbox: gearbox.map(|(gearbox, output)| (*gearbox, array(output))),
        at_input: solved.at_input.first().map(|(place, _)| *place),
    }
}

fn array<T: Copy, const K: usize>(values: &[T]) -> [T; K] {
    core::array::from_fn(|k| values[k])
}

fn matrix<const K: usize>(rows: &[Vec<f64>]) -> [[f64; K]; K] {
    core::array::from_fn(|k| array(&rows[k]))
}

fn side<const S: usize>(turning: &Turning) -> Side<S> {
    match turning {
        Turning::Shafts(parts) => Side::Shafts(array(parts)),
        Turning::Input => Side::Input,
        Turning::Wheel(wheel) => Side::Wheel(*wheel),
        Turning::Housing => Side::Housing,
    }
}
