//! Random valid vehicles as text: a compact genome, so that a failing case shrinks, and its expression as a declaration.
//!
//! A genome always has an expression. References wrap around the bodies there are, and a closure that its loop has no
//! freedom for becomes a weaker one (a ball joint, a rod) or none: the budget in `budget.rs` counts.

mod budget;
mod declare;
mod numbers;
mod parts;

use std::fmt;

/// A whole vehicle.
#[derive(Clone)]
pub struct Genome {
    /// What is declared once.
    pub core: Assembly,
    /// What hangs on it twice, as a mirrored group.
    pub side: Option<Assembly>,
    /// Whether surplus closure equations are accepted.
    pub accept_redundant: bool,
    /// Where in the list of names this vehicle begins.
    pub names: usize,
}

/// Bodies with what holds and loads them.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// Bodies, each on an earlier one.
    pub limbs: Vec<Limb>,
    /// A spatial ring of hinges and slides alone.
    pub ring: Option<Ring>,
    /// Joints and links that close loops.
    pub closures: Vec<Closure>,
    /// Spring-dampers.
    pub struts: Vec<Strut>,
    /// Wheels.
    pub wheels: Vec<Tyre>,
}

/// How a body is held by the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Welded.
    Fixed,
    /// On a hinge.
    Revolute,
    /// On a slide.
    Prismatic,
    /// On a ball joint.
    Spherical,
    /// On a cross.
    Universal,
    /// Not at all.
    Free,
    /// By so many rods, the first of them on the parent.
    Rods(usize),
}

/// A body and what holds it.
#[derive(Clone, Copy, Debug)]
pub struct Limb {
    /// Which of the bodies before.
    pub parent: usize,
    /// How.
    pub hold: Hold,
    /// Whether an input drives it, if it can be driven.
    pub driven: bool,
    /// Whether the new body is named first.
    pub reversed: bool,
    /// Of all its numbers.
    pub seed: u64,
}

/// Six bodies on seven hinges and slides, from a body and back to it.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    /// The body it begins and ends at.
    pub on: usize,
    /// One bit a joint: whether it slides. More than two slides in a row leave nothing to close with, so that bits count
    /// in every third joint only.
    pub slides: u8,
    /// Of all its numbers.
    pub seed: u64,
}

/// A joint or link between bodies that are already connected.
#[derive(Clone, Copy, Debug)]
pub struct Closure {
    /// One body.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The joint wished for; [`Hold::Free`] and [`Hold::Rods`] are one rod.
    pub hold: Hold,
    /// Whether an input drives it, if it can be driven.
    pub driven: bool,
    /// Whether it is declared to be kept in the tree, or cut, where it can be: see `declare.rs`.
    pub tree: Option<Tree>,
    /// Of all its numbers.
    pub seed: u64,
}

/// What is declared instead of left to the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tree {
    /// In the tree.
    Keep,
    /// Opened.
    Cut,
}

/// A spring-damper.
#[derive(Clone, Copy, Debug)]
pub struct Strut {
    /// One body.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Which characteristics: one bit each, see `parts.rs`.
    pub kinds: u8,
    /// Of all its numbers.
    pub seed: u64,
}

/// A wheel.
#[derive(Clone, Copy, Debug)]
pub struct Tyre {
    /// The body that carries it.
    pub on: usize,
    /// The body that drives it.
    pub driven_from: usize,
    /// Bits: spins, has mass, has a diametral moment.
    pub kinds: u8,
    /// Of all its numbers.
    pub seed: u64,
}

impl Genome {
    /// The declaration.
    pub fn text(&self) -> String {
        declare::text(self)
    }
}

/// As a declaration: what a failing test prints can be compiled as it is.
impl fmt::Debug for Genome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.text())
    }
}
