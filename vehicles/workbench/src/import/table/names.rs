//! Meaning of hardpoint names: `LCA front`, `lower_control_arm_front`, `wheel center`, `tierodOuter` in a few concepts.
//!
//! A name is split into words, and words become concepts: `lca` is lower, a ball joint is outer, a rack is inner. Two names mean
//! the same point if they have the same concepts, in any order. Words without information (`arm`, `point`, `link`) are ignored.

use super::sheet::Side;
use Concept::{
    Contact, Damper, Drag, Ending, Eye, Front, Inner, Kingpin, Leaf, Lower, Outer, Panhard, Pivot, Rear, Spring, Strut,
    Tie, Upper, Wheel,
};

/// An axle of the vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Axle {
    /// In front.
    Front,
    /// At the rear.
    Rear,
}

impl Axle {
    /// `front`, `rear`
    pub fn word(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Rear => "rear",
        }
    }
}

/// A part of the meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concept {
    /// Lower arm or end.
    Lower,
    /// Upper arm or end.
    Upper,
    /// In front of something.
    Front,
    /// Behind something.
    Rear,
    /// On the chassis, or nearer to the middle of the car.
    Inner,
    /// On the upright or the axle.
    Outer,
    /// The tie rod, or the toe link.
    Tie,
    /// A spring, or spring and damper in one.
    Spring,
    /// A damper.
    Damper,
    /// A MacPherson strut.
    Strut,
    /// The wheel.
    Wheel,
    /// The point at which the tyre stands on the ground.
    Contact,
    /// The pivot of an arm.
    Pivot,
    /// A kingpin.
    Kingpin,
    /// A Panhard rod.
    Panhard,
    /// A drag link.
    Drag,
    /// The eye of a leaf spring.
    Eye,
    /// A leaf spring.
    Leaf,
    /// A word without another meaning.
    Ending(String),
}

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// Its axle, if the name has one.
    pub axle: Option<Axle>,
    /// Its side, if the name has one.
    pub side: Option<Side>,
    /// The other concepts, sorted.
    pub concepts: Vec<Concept>,
    /// The first word that is `front` or `rear`, which may be the axle.
    first: Option<Concept>,
}

/// Phrases, the longest first, that mean something else than their single words.
const PHRASES: &[(&[&str], &str)] = &[
    (&["lower", "control", "arm"], "lca"),
    (&["upper", "control", "arm"], "uca"),
    (&["lower", "ball", "joint"], "lower outer"),
    (&["upper", "ball", "joint"], "upper outer"),
    (&["contact", "patch"], "contact"),
    (&["tyre", "contact"], "contact"),
    (&["tire", "contact"], "contact"),
    (&["ground", "contact"], "contact"),
    (&["wheel", "contact"], "contact"),
    (&["hub", "centre"], "wheel"),
    (&["hub", "center"], "wheel"),
    (&["spindle", "centre"], "wheel"),
    (&["spindle", "center"], "wheel"),
    (&["ball", "joint"], "outer"),
    (&["tie", "rod"], "tie"),
    (&["track", "rod"], "tie"),
    (&["toe", "rod"], "tie"),
    (&["toe", "link"], "tie"),
    (&["steering", "rod"], "tie"),
    (&["drag", "link"], "drag"),
    (&["king", "pin"], "kingpin"),
    (&["front", "axle"], "frontaxle"),
    (&["rear", "axle"], "rearaxle"),
];

/// The meaning of a name.
pub fn meaning(name: &str) -> Meaning {
    let words = phrased(&words(name));
    let is_spring = words
        .iter()
        .any(|word| matches!(concept(word), Some(Spring | Damper | Strut)));
    let (mut axle, mut side, mut concepts) = (None, None, Vec::new());
    for word in &words {
        match word.as_str() {
            "left" | "l" | "lh" | "lhs" => side = Some(Side::Left),
            "right" | "r" | "rh" | "rhs" => side = Some(Side::Right),
            "fl" | "lf" => (axle, side) = (Some(Axle::Front), Some(Side::Left)),
            "fr" | "rf" => (axle, side) = (Some(Axle::Front), Some(Side::Right)),
            "rl" | "lr" => (axle, side) = (Some(Axle::Rear), Some(Side::Left)),
            "rr" => (axle, side) = (Some(Axle::Rear), Some(Side::Right)),
            "frontaxle" => axle = Some(Axle::Front),
            "rearaxle" => axle = Some(Axle::Rear),
            "lca" | "uca" if is_spring => concepts.push(Lower),
            "arm" if is_spring => concepts.push(Lower),
            word if is_idle(word) => {}
            word => match concept(word) {
                // The ends of a spring are the upper and the lower one.
                Some(Inner) if is_spring => concepts.push(Upper),
                Some(Outer) if is_spring => concepts.push(Lower),
                Some(found) => concepts.push(found),
                None => concepts.push(Ending(word.to_owned())),
            },
        }
    }
    // `lower arm inner front`: the front and rear points of an arm are known without `inner`.
    if (concepts.contains(&Front) || concepts.contains(&Rear))
        && !concepts.contains(&Outer)
        && !concepts.contains(&Tie)
        && !concepts.contains(&Pivot)
    {
        concepts.retain(|own| *own != Inner);
    }
    let first = concepts.iter().find(|own| matches!(own, Front | Rear)).cloned();
    concepts.sort();
    // A repeated concept counts once, except for the front arm of a front axle.
    concepts.dedup_by(|a, b| a == b && !matches!(a, Front | Rear));
    Meaning {
        axle,
        side,
        concepts,
        first,
    }
}

impl Meaning {
    /// The concepts. Then the same concepts for a spring instead of the damper, and for a strut instead of either.
    pub fn readings_of_springs(&self) -> Vec<Vec<Concept>> {
        let with = |from: &[Concept], to: &Concept| {
            let one = |own: &Concept| if from.contains(own) { to.clone() } else { own.clone() };
            let mut all: Vec<Concept> = self.concepts.iter().map(one).collect();
            all.sort();
            all
        };
        vec![
            self.concepts.clone(),
            with(&[Damper], &Spring),
            with(&[Damper, Spring], &Strut),
        ]
    }

    /// Possible meanings of a name, the likeliest first. A leading `front` may be the axle.
    pub fn readings(&self) -> Vec<Meaning> {
        let mut all = vec![self.clone()];
        let at = self.concepts.iter().position(|own| Some(own) == self.first.as_ref());
        if let Some(at) = at.filter(|_| self.axle.is_none()) {
            let mut other = self.clone();
            let word = other.concepts.remove(at);
            other.axle = Some(if word == Front { Axle::Front } else { Axle::Rear });
            all.push(other);
        }
        all
    }
}

/// A word's concept.
fn concept(word: &str) -> Option<Concept> {
    Some(match word {
        "lca" | "lower" | "low" | "lwr" | "lo" | "bottom" | "seat" | "under" => Lower,
        "uca" | "upper" | "up" | "upr" | "top" | "tower" => Upper,
        "front" | "fore" | "forward" | "frt" | "leading" | "fwd" => Front,
        "rear" | "back" | "aft" | "rearward" | "trailing" | "rr" => Rear,
        "inner" | "inboard" | "in" | "ib" | "chassis" | "body" | "frame" | "subframe" | "rack" | "mount" | "bush"
        | "bushing" => Inner,
        "outer" | "outboard" | "out" | "ob" | "ball" | "balljoint" | "bj" | "upright" | "knuckle" | "carrier"
        | "axle" => Outer,
        "tie" | "tierod" | "trackrod" | "toe" | "toelink" => Tie,
        "spring" | "coilover" => Spring,
        "damper" | "shock" | "absorber" => Damper,
        "strut" | "macpherson" => Strut,
        "wheel" | "wc" | "whl" | "wheelcentre" | "wheelcenter" | "hub" => Wheel,
        "contact" | "ground" | "cp" | "tcp" | "patch" => Contact,
        "pivot" => Pivot,
        "kingpin" => Kingpin,
        "panhard" => Panhard,
        "drag" => Drag,
        "eye" => Eye,
        "leaf" => Leaf,
        _ => return None,
    })
}

/// Words that do not tell which point is meant.
fn is_idle(word: &str) -> bool {
    matches!(
        word,
        "a" | "the"
            | "of"
            | "to"
            | "on"
            | "at"
            | "arm"
            | "wishbone"
            | "control"
            | "link"
            | "rod"
            | "point"
            | "pt"
            | "p"
            | "hp"
            | "hardpoint"
            | "joint"
            | "jt"
            | "pos"
            | "centre"
            | "center"
            | "location"
            | "loc"
            | "attachment"
            | "susp"
            | "suspension"
            | "end"
    )
}

/// The words of a name in lower case. It is split at spaces and punctuation, before capitals, and before digits.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (place, &letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).map(|at| letters[at]);
        let next = letters.get(place + 1).copied();
        let starts = match before {
            Some(before) if letter.is_uppercase() => {
                before.is_lowercase() || (before.is_uppercase() && next.is_some_and(char::is_lowercase))
            }
            Some(before) => letter.is_numeric() != before.is_numeric(),
            None => false,
        };
        if starts || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words with their phrases replaced.
fn phrased(words: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = words;
    while let Some(first) = rest.first() {
        let found = PHRASES
            .iter()
            .find(|(phrase, _)| rest.len() >= phrase.len() && rest.iter().zip(*phrase).all(|(a, b)| a == b));
        match found {
            Some((phrase, meaning)) => {
                all.extend(meaning.split(' ').map(str::to_owned));
                rest = &rest[phrase.len()..];
            }
            None => {
                all.push(first.clone());
                rest = &rest[1..];
            }
        }
    }
    all
}

/// Description of a hardpoint of the library.
pub fn told(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or(name) {
        "lca_front" => "lower arm, front pivot on the chassis",
        "lca_rear" => "lower arm, rear pivot on the chassis",
        "lca_outer" => "lower arm, ball joint on the upright",
        "uca_front" => "upper arm, front pivot on the chassis",
        "uca_rear" => "upper arm, rear pivot on the chassis",
        "uca_outer" => "upper arm, ball joint on the upright",
        "tie_inner" => "tie rod, end on the rack or the chassis",
        "tie_outer" => "tie rod, end on the upright",
        "toe_inner" => "toe link, end on the chassis",
        "toe_outer" => "toe link, end on the upright",
        "spring_top" => "spring and damper, end on the chassis",
        "spring_seat" => "spring and damper, end on the suspension",
        "damper_top" => "damper, end on the chassis",
        "damper_seat" | "damper_eye" => "damper, end on the suspension",
        "strut_top" => "strut, mount on the chassis",
        "strut_seat" => "strut, a point on the slide's line, on the upright",
        "leaf_seat" => "leaf spring, middle of the main leaf on the axle",
        "wheel_centre" => "wheel centre",
        "lower_front_inner" => "lower front link, end on the chassis",
        "lower_front_outer" => "lower front link, end on the upright",
        "lower_rear_inner" => "lower rear link, end on the chassis",
        "lower_rear_outer" => "lower rear link, end on the upright",
        "upper_front_inner" => "upper front link, end on the chassis",
        "upper_front_outer" => "upper front link, end on the upright",
        "upper_rear_inner" => "upper rear link, end on the chassis",
        "upper_rear_outer" => "upper rear link, end on the upright",
        "pivot_inner" => "the arm's axis, inner point",
        "pivot_outer" => "the arm's axis, outer point",
        "pivot" => "the half axle's pivot",
        "mount" => "the arm's mount on the chassis",
        "upper_chassis" => "upper rod, end on the chassis",
        "upper_axle" => "upper rod, end on the axle",
        "lower_chassis" => "lower rod, end on the chassis",
        "lower_axle" => "lower rod, end on the axle",
        "panhard_chassis" => "Panhard rod, end on the chassis",
        "panhard_axle" => "Panhard rod, end on the axle",
        "kingpin_lower" => "kingpin, lower point",
        "kingpin_upper" => "kingpin, upper point",
        "drag_inner" => "drag link, end on what steers",
        "drag_outer" => "drag link, end on the knuckle",
        "front_eye" => "leaf spring, front eye",
        "rear_eye" => "leaf spring, rear eye",
        "front_bend" => "leaf spring, where it bends before the clamp",
        "rear_bend" => "leaf spring, where it bends behind the clamp",
        "shackle_top" => "leaf spring, shackle on the chassis",
        "pitman_pivot" => "pitman arm, axis",
        "pitman_ball" => "pitman arm, end on the relay rod",
        "idler_pivot" => "idler arm, axis",
        "idler_ball" => "idler arm, end on the relay rod",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{Axle, meaning};
    use crate::import::table::sheet::Side;

    /// Names of one point by different authors.
    #[test]
    fn synonyms_mean_one_point() {
        for (own, others) in [
            (
                "lca_front",
                &[
                    "LCA front",
                    "lower_control_arm_front",
                    "LowerArmFront",
                    "LCA_Front_Inner",
                    "lower wishbone fore",
                    "LWR A-arm front pt",
                ][..],
            ),
            (
                "uca_rear",
                &[
                    "UCA rear",
                    "upper control arm, rear bushing",
                    "UpperWishboneBack",
                    "uca aft inboard",
                ],
            ),
            (
                "lca_outer",
                &["lower ball joint", "LCA outboard", "lower arm upright", "lcaOuter"],
            ),
            (
                "tie_outer",
                &[
                    "tierod_outer",
                    "tie rod outer",
                    "Track rod outboard",
                    "TieRod knuckle",
                    "tie_rod ball joint",
                ],
            ),
            (
                "tie_inner",
                &["tie rod inner", "tierod rack", "toe link chassis", "tie-rod body"],
            ),
            (
                "wheel_centre",
                &["wheel_center", "Wheel Centre", "WC", "hub center", "wheelCentre"],
            ),
            (
                "spring_top",
                &["shock upper", "damper top mount", "spring chassis", "coilover top"],
            ),
            (
                "spring_seat",
                &["shock lower", "damper bottom", "spring lower arm", "spring LCA"],
            ),
            ("strut_top", &["Strut upper", "strut tower", "strut chassis"]),
            (
                "lower_front_outer",
                &["Lower front link outer", "front lower link upright"],
            ),
        ] {
            for other in others {
                let found = meaning(other).readings_of_springs();
                assert!(found.contains(&meaning(own).concepts), "{own} and {other}: {found:?}");
            }
        }
    }

    #[test]
    fn axle_and_side_are_told_apart_from_the_point() {
        let found = meaning("FL lca_rear");
        assert_eq!((found.axle, found.side), (Some(Axle::Front), Some(Side::Left)));
        assert_eq!(found.concepts, meaning("lca_rear").concepts);
        let readings = meaning("Front LCA rear").readings();
        assert!(
            readings
                .iter()
                .any(|own| own.axle == Some(Axle::Front) && own.concepts == meaning("lca_rear").concepts)
        );
        assert_eq!(meaning("right wheel centre").side, Some(Side::Right));
    }
}
