//! The cheapest cuts and independent coordinates, found by counting.
//!
//! The rules of the analysis are overridden by [`Decisions`], for one class of equal subsystems at a time (`class.rs`).
//! All members of the class are treated alike, and the stages run as in the pipeline. Choices that are numerically
//! worse are refused (`doubt.rs`). The operations of the others are counted with every method before the passes.
//! Choices within a tenth of the cheapest are then counted after the passes, with their best method.

mod class;
mod doubt;

use crate::diag::Diagnostics;
use crate::kinematics::Mechanism;
use crate::mobility::{self, Closure, Mobility};
use crate::model::{BodyId, JointId, Method, Model};
use crate::programs::Price;
use crate::programs::choose;
use crate::topology::{self, Topology};
use class::SubsystemClass;
use serde::Serialize;

/// A choice is not counted after the passes if, before the passes, it is more expensive than the cheapest choice by
/// this factor. Over 23 classes of subsystems, the reduction by the passes differed by up to 11 % between two choices,
/// and in 21 classes the cheapest before the passes was the cheapest after them.
const NEAR: f64 = 1.1;

/// Input of the analysis beside the declaration. Empty by default, so that the rules decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Joints to cut.
    pub cuts: Vec<JointId>,
    /// Speeds to keep independent: outboard body of the joint, and number of the speed in the joint.
    pub independent: Vec<(BodyId, usize)>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Decisions for the whole vehicle.
    pub decisions: Decisions,
    /// Classes of equal subsystems with more than one choice.
    pub classes: Vec<Searched>,
}

/// A class of equal subsystems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Searched {
    /// Names of its members; operations of the first were counted.
    pub subsystems: Vec<String>,
    /// The choices tried, the choice of the rules first.
    pub tried: Vec<Tried>,
}

/// One choice of cuts and independent coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tried {
    /// Joints cut in the first member, except links.
    pub cuts: Vec<String>,
    /// Independent speeds of its loops.
    pub independent: Vec<String>,
    /// The result for this choice.
    pub outcome: Outcome,
    /// Whether this choice was taken.
    pub taken: bool,
}

/// Result for a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Outcome {
    /// Refused, with the reason.
    Refused(&'static str),
    /// The cheapest method, and the cost of the first member with it.
    Counted {
        /// The method.
        method: &'static str,
        /// Cost before the passes.
        traced: Price,
        /// Cost after the passes; `None` if it was not counted.
        short: Option<Price>,
    },
}

impl Search {
    /// For each class, the choice taken and the number of choices.
    pub fn sentences(&self) -> Vec<String> {
        let told = |searched: &Searched| {
            let taken = searched.tried.iter().find(|tried| tried.taken)?;
            let quoted = |names: &[String]| {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                names.join(", ")
            };
            Some(format!(
                "of {} choices of cuts and coordinates for {} that with {} cut and {} independent is the cheapest",
                searched.tried.len(),
                quoted(&searched.subsystems),
                quoted(&taken.cuts),
                quoted(&taken.independent)
            ))
        };
        self.classes.iter().filter_map(told).collect()
    }
}

/// An analysed vehicle.
struct Analysis {
    topology: Topology,
    mobility: Mobility,
}

impl Analysis {
    fn new(model: &Model, decisions: &Decisions) -> Result<Self, Diagnostics> {
        let topology = topology::analyse_with(model, &decisions.cuts)?;
        let mechanism = Mechanism::new(model, &topology);
        let kept = decisions.speeds(&mechanism);
        let (mobility, _) = mobility::examine_with(&mechanism, &kept)?;
        Ok(Analysis { topology, mobility })
    }

    fn mechanism<'a>(&'a self, model: &'a Model) -> Mechanism<'a> {
        Mechanism::new(model, &self.topology).aligned(self.mobility.steps())
    }

    /// Positions of the groups of loops that act on joints of these bodies.
    fn closures_of(&self, bodies: &[BodyId]) -> Vec<usize> {
        let acts = |closure: &Closure| closure.group.joints.iter().any(|body| bodies.contains(body));
        let closures = self.mobility.closures.iter().enumerate();
        closures
            .filter(|(_, c)| acts(c))
            .map(|(position, _)| position)
            .collect()
    }
}

impl Decisions {
    /// Positions of the independent speeds in the layout.
    pub fn speeds(&self, mechanism: &Mechanism) -> Vec<usize> {
        let slot = |body: BodyId| mechanism.layout.slot(body).v.clone();
        self.independent
            .iter()
            .filter_map(|&(body, nth)| slot(body).nth(nth))
            .collect()
    }

    fn extend(&mut self, other: Decisions) {
        self.cuts.extend(other.cuts);
        self.independent.extend(other.independent);
    }
}

/// Searches all classes. Fails if the vehicle cannot be analysed by the rules.
pub fn search(model: &Model) -> Result<Search, Diagnostics> {
    let rule = Analysis::new(model, &Decisions::default())?;
    let mut search = Search::default();
    for class in class::classes(model, &rule) {
        let (decisions, searched) = searched(model, &rule, &class);
        if searched.tried.len() > 1 {
            search.decisions.extend(decisions);
            search.classes.push(searched);
        }
    }
    // Each class was tried with the choice of the rules for the others.
    match Analysis::new(model, &search.decisions) {
        Ok(_) => Ok(search),
        Err(_) => Ok(Search::default()),
    }
}

/// A choice that is not refused.
struct Candidate {
    decisions: Decisions,
    analysis: Analysis,
    method: Method,
    traced: Price,
    short: Option<Price>,
    /// Position among all choices tried.
    place: usize,
}

fn searched(model: &Model, rule: &Analysis, class: &SubsystemClass) -> (Decisions, Searched) {
    let mut tried = Vec::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    for (decisions, analysis) in class.choices(model, rule) {
        let place = tried.len();
        let doubt = doubt::doubt(rule, &analysis, class);
        let counted = match doubt {
            None => counted(model, &analysis, class),
            Some(_) => None,
        };
        let mut told = class.told(model, &analysis);
        if let Some((method, traced)) = counted {
            candidates.push(Candidate {
                decisions,
                analysis,
                method,
                traced,
                short: None,
                place,
            });
        } else if let Some(why) = doubt {
            told.outcome = Outcome::Refused(why);
        }
        tried.push(told);
    }
    let least = candidates.iter().map(|c| c.traced.cost).min().unwrap_or(0);
    let is_alone = candidates.len() < 2;
    for candidate in &mut candidates {
        if !is_alone && candidate.traced.cost as f64 <= NEAR * least as f64 {
            candidate.short = shortened(model, candidate, class);
        }
        tried[candidate.place].outcome = Outcome::Counted {
            method: candidate.method.word(),
            traced: candidate.traced,
            short: candidate.short,
        };
    }
    // Of equally cheap choices the first is taken: the choice of the rules comes before all others.
    let best = candidates
        .into_iter()
        .min_by_key(|c| c.short.map_or(usize::MAX, |price| price.cost));
    let Some(best) = best else {
        return (Decisions::default(), class.searched(tried));
    };
    tried[best.place].taken = true;
    (best.decisions, class.searched(tried))
}

/// The cheapest method before the passes.
fn counted(model: &Model, analysis: &Analysis, class: &SubsystemClass) -> Option<(Method, Price)> {
    let subsystem = class.first_in(&analysis.topology);
    let prices = choose::prices(&analysis.mechanism(model), &analysis.mobility, subsystem);
    prices.into_iter().min_by_key(|(_, price)| price.cost)
}

/// Cost of the candidate after the passes.
fn shortened(model: &Model, candidate: &Candidate, class: &SubsystemClass) -> Option<Price> {
    let Candidate { analysis, method, .. } = candidate;
    let subsystem = class.first_in(&analysis.topology);
    choose::price_after_passes(&analysis.mechanism(model), &analysis.mobility, subsystem, *method)
}
