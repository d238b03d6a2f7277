//! Meaning of hardpoint names: `LCA front`, `lower_control_arm_front`, `wheel center`, `tierodOuter` in a few concepts.
//!
//! A name is split into words, and words become concepts: `lca` is lower, a ball joint is outer, a rack is inner. Two
//! names mean the same point if they have equal concepts, in any order. Words without information (`arm`, `point`,
//! `link`) are ignored.

use super::sheet::{Row, Side};
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
    /// Whether the name begins with this word.
    is_leading: bool,
    /// Whether the axle is that of a column of the table.
    is_of_column: bool,
}

/// Phrases, the longest first, that mean something else than their single words.
const PHRASES: &[(&[&str], &str)] = &[
    (&["lower", "control", "arm"], "lca"),
    (&["upper", "control", "arm"], "uca"),
    (&["lower", "ball", "joint"], "lower outer"),
    (&["upper", "ball", "joint"], "upper outer"),
    (&["lbj"], "lower outer"),
    (&["ubj"], "upper outer"),
    (&["lwb"], "lca"),
    (&["uwb"], "uca"),
    (&["pick", "up"], "pickup"),
    (&["contact", "patch"], "contact"),
    (&["tyre", "contact"], "contact"),
    (&["tire", "contact"], "contact"),
    (&["ground", "contact"], "contact"),
    (&["wheel", "contact"], "contact"),
    (&["hub", "centre"], "wheel"),
    (&["hub", "center"], "wheel"),
    (&["tyre", "centre"], "wheel"),
    (&["tyre", "center"], "wheel"),
    (&["tire", "centre"], "wheel"),
    (&["tire", "center"], "wheel"),
    (&["rack", "end"], "tie inner"),
    (&["spindle", "centre"], "wheel"),
    (&["spindle", "center"], "wheel"),
    (&["ball", "joint"], "balljoint"),
    (&["tie", "rod"], "tie"),
    (&["track", "rod"], "tie"),
    (&["toe", "rod"], "tie"),
    (&["toe", "link"], "tie"),
    (&["steering", "rod"], "tie"),
    (&["drag", "link"], "drag"),
    (&["push", "rod"], "pushrod"),
    (&["pull", "rod"], "pullrod"),
    (&["drive", "shaft"], "driveshaft"),
    (&["half", "shaft"], "driveshaft"),
    (&["king", "pin"], "kingpin"),
    (&["front", "axle"], "frontaxle"),
    (&["rear", "axle"], "rearaxle"),
];

/// Words of parts that no suspension of the library has a point of.
const FOREIGN: &[&str] = &[
    "arb",
    "bellcrank",
    "driveshaft",
    "pullrod",
    "pushrod",
    "rocker",
    "shaft",
    "spindle",
    "stabiliser",
    "stabilizer",
];

/// The meaning of a name.
pub fn meaning(name: &str) -> Meaning {
    let words = words(name);
    let words = abbreviated(phrased(unnumbered(&words)));
    let is_spring = words
        .iter()
        .any(|word| matches!(concept(word), Some(Spring | Damper | Strut)));
    // `spring upper seat`: the word for the height counts, and not the seat.
    let has_height = is_spring && words.iter().any(|word| is_height(word));
    // `inner track rod ball joint`: any end may have a ball joint.
    let has_end = words
        .iter()
        .any(|word| !is_ball(word) && matches!(concept(word), Some(Inner | Outer)));
    let (mut axle, mut side, mut concepts) = (None, None, Vec::new());
    for word in &words {
        if let Some((own_axle, own_side)) = place(word) {
            (axle, side) = (own_axle.or(axle), own_side.or(side));
            continue;
        }
        match word.as_str() {
            "lca" | "uca" if is_spring && !has_height => concepts.push(Lower),
            "arm" | "wishbone" if is_spring && !has_height => concepts.push(Lower),
            word if is_idle(word) || (is_ball(word) && has_end) => {}
            word => match concept(word) {
                Some(Inner | Outer | Lower | Upper) if has_height && !is_height(word) => {}
                // The ends of a spring are the upper and the lower one.
                Some(Inner) if is_spring => concepts.push(Upper),
                Some(Outer) if is_spring => concepts.push(Lower),
                _ => concepts.extend(ending(word)),
            },
        }
    }
    // `lower wishbone front pivot`: an upper or a lower pivot is that of an arm or of a spring.
    if concepts.contains(&Lower) || concepts.contains(&Upper) {
        concepts.retain(|own| *own != Pivot);
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
    let is_leading = first.is_some() && words.first().and_then(|word| concept(word)) == first;
    concepts.sort();
    // A repeated concept counts once, except for the front arm of a front axle.
    concepts.dedup_by(|a, b| a == b && !matches!(a, Front | Rear));
    Meaning {
        axle,
        side,
        concepts,
        first,
        is_leading,
        is_of_column: false,
    }
}

/// The concept of a word, or the word itself.
fn ending(word: &str) -> Option<Concept> {
    Some(concept(word).unwrap_or_else(|| Ending(word.to_owned())))
}

impl Meaning {
    /// The meaning, with the axle and the side that columns of the table give for its row.
    ///
    /// # Errors
    /// If the name tells another axle or another side.
    pub fn of_row(mut self, row: &Row) -> Result<Self, String> {
        let is_apart = self.axle.zip(row.axle).is_some_and(|(own, other)| own != other)
            || self.side.zip(row.side).is_some_and(|(own, other)| own != other);
        if is_apart {
            return Err(format!(
                "line {} `{}`: its name and its columns tell different corners",
                row.line, row.name
            ));
        }
        self.is_of_column = self.axle.is_none() && row.axle.is_some();
        (self.axle, self.side) = (self.axle.or(row.axle), self.side.or(row.side));
        Ok(self)
    }

    /// The concepts. Then these concepts for a spring instead of the damper, for a strut instead of either, and for a
    /// spring or a damper instead of a strut.
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
            with(&[Strut], &Spring),
            with(&[Strut], &Damper),
        ]
    }

    /// Possible meanings of a name, the likeliest first. A leading `front` may be the axle.
    pub fn readings(&self) -> Vec<Meaning> {
        let mut all = vec![self.clone()];
        let word = self.first.as_ref();
        let at = self.concepts.iter().position(|own| Some(own) == word);
        let axle = if word == Some(&Front) { Axle::Front } else { Axle::Rear };
        let is_free = self.axle.is_none() || (self.is_of_column && self.axle == Some(axle));
        if let Some(at) = at.filter(|_| is_free) {
            let mut other = self.clone();
            other.concepts.remove(at);
            other.axle = Some(axle);
            all.push(other);
        }
        all
    }

    /// Whether the name means the tyre's contact, even if it also contains words without a meaning.
    pub fn is_contact(&self) -> bool {
        self.concepts
            .iter()
            .all(|own| matches!(own, Contact | Wheel | Ending(_)))
    }

    /// Whether words of the name exclude a hardpoint: the other end, the other height, the other place along the car, another part.
    pub fn excludes(&self, wanted: &[Concept]) -> bool {
        let mut own = self.concepts.clone();
        if let Some(at) = own
            .iter()
            .position(|own| self.is_leading && Some(own) == self.first.as_ref())
        {
            own.remove(at);
        }
        let is_opposite =
            |one: &Concept, other: &Concept| own.contains(one) && wanted.contains(other) && !own.contains(other);
        let opposites = [(Lower, Upper), (Front, Rear), (Inner, Outer)];
        if opposites
            .iter()
            .any(|(one, other)| is_opposite(one, other) || is_opposite(other, one))
        {
            return true;
        }
        // The part of a point: an arm has none but its height.
        let part = |own: &Concept| match own {
            Spring | Damper | Strut => Some(Spring),
            Tie | Wheel | Contact | Kingpin | Panhard | Drag | Leaf => Some(own.clone()),
            _ => None,
        };
        let has_part = |all: &[Concept]| all.iter().find_map(part);
        let is_arm = |all: &[Concept]| all.contains(&Lower) || all.contains(&Upper);
        let is_foreign = |own: &Concept| matches!(own, Ending(word) if FOREIGN.contains(&word.as_str()));
        let is_other = match (has_part(&own), has_part(wanted)) {
            (Some(one), other) => Some(one) != other,
            (None, Some(_)) => is_arm(&own),
            (None, None) => is_arm(&own) && !is_arm(wanted),
        };
        is_other || own.iter().any(is_foreign)
    }
}

/// A word's concept.
fn concept(word: &str) -> Option<Concept> {
    Some(match word {
        "lca" | "lower" | "low" | "lwr" | "lo" | "bottom" | "seat" | "under" => Lower,
        "uca" | "upper" | "up" | "upp" | "upr" | "top" | "tower" => Upper,
        "front" | "fore" | "forward" | "frt" | "leading" | "fwd" => Front,
        "rear" | "back" | "aft" | "rearward" | "trailing" | "rr" => Rear,
        "inner" | "inboard" | "in" | "inr" | "ib" | "chassis" | "chas" | "body" | "frame" | "subframe" | "rack"
        | "mount" | "bush" | "bushing" => Inner,
        "outer" | "outboard" | "out" | "ob" | "ball" | "balljoint" | "bj" | "upright" | "upri" | "knuckle"
        | "carrier" | "axle" => Outer,
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

/// Words for a ball joint, which any end may have.
fn is_ball(word: &str) -> bool {
    matches!(word, "ball" | "balljoint" | "bj")
}

/// Words that tell the upper or the lower end by themselves.
fn is_height(word: &str) -> bool {
    matches!(concept(word), Some(Lower | Upper)) && !matches!(word, "seat" | "tower" | "lca" | "uca")
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
            | "pnt"
            | "p"
            | "hp"
            | "hps"
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
            | "pickup"
            | "node"
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

/// The words without a running number before them: `lca front` of `P1 lca front` and of `12 lca front`.
fn unnumbered(words: &[String]) -> &[String] {
    let is_number = |word: &String| word.chars().all(|letter| letter.is_ascii_digit());
    let is_mark = |word: &String| matches!(word.as_str(), "p" | "pt" | "point" | "no" | "nr" | "hp");
    match words {
        [mark, number, rest @ ..] if is_mark(mark) && is_number(number) && !rest.is_empty() => rest,
        [number, rest @ ..] if is_number(number) && !rest.is_empty() => rest,
        _ => words,
    }
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

/// The words with abbreviations that depend on the words beside them.
///
/// - `top mount` without a spring means the mount of a strut, as in templates of Adams/Car.
/// - `ITR`, `OTR`, `TRI`, `TRO`: inner and outer tie rod, if no other part is named.
/// - `CHAS_LowFor`: `for` is fore, as OptimumK writes it.
fn abbreviated(words: Vec<String>) -> Vec<String> {
    let is_beside = |word: &str| is_idle(word) || is_place(word);
    let telling: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !is_beside(word))
        .collect();
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let is_in_optimum_k = words.iter().any(|word| matches!(word.as_str(), "chas" | "upri"));
    let one = |word: &String| match (word.as_str(), telling.as_slice()) {
        ("top", ["top", "mount"]) => own(&["strut", "top"]),
        ("itr" | "tri", [_]) => own(&["tie", "inner"]),
        ("otr" | "tro", [_]) => own(&["tie", "outer"]),
        ("itr", _) => own(&["inner"]),
        ("otr", _) => own(&["outer"]),
        ("for", _) if is_in_optimum_k => own(&["front"]),
        (word, _) => own(&[word]),
    };
    words.iter().flat_map(one).collect()
}

/// The axle and the side of a word that has no other meaning; `None` for other words.
fn place(word: &str) -> Option<(Option<Axle>, Option<Side>)> {
    let (front, rear) = (Some(Axle::Front), Some(Axle::Rear));
    let (left, right) = (Some(Side::Left), Some(Side::Right));
    Some(match word {
        "left" | "l" | "lh" | "lhs" | "hpl" => (None, left),
        "right" | "r" | "rh" | "rhs" | "hpr" => (None, right),
        "fl" | "lf" => (front, left),
        "fr" | "rf" => (front, right),
        "rl" | "lr" => (rear, left),
        "rr" => (rear, right),
        "frontaxle" => (front, None),
        "rearaxle" => (rear, None),
        _ => return None,
    })
}

/// Words for an axle or a side. `front` and `rear` may also be those of an arm.
fn is_place(word: &str) -> bool {
    matches!(word, "front" | "rear") || place(word).is_some()
}

/// Whether a word of a name tells something of a hardpoint.
pub fn tells_a_point(name: &str) -> bool {
    let concepts = meaning(name).concepts;
    concepts.iter().any(|own| !matches!(own, Concept::Ending(_)))
}

/// Whether a name means a wheel centre, with or without its axle.
pub fn is_wheel(name: &str) -> bool {
    let readings = meaning(name).readings();
    readings.iter().any(|own| own.concepts == [Wheel])
}

/// The axle and the side in a cell of a column of corners: `FL`, `rear`, `left`; neither for `left/right`. `None` if a word is
/// something else.
pub fn corner(cell: &str) -> Option<(Option<Axle>, Option<Side>)> {
    let words = words(cell);
    let is_both = |side: Side| words.iter().any(|word| meaning(word).side == Some(side));
    let front_or_rear = |word: &str| [Axle::Front, Axle::Rear].into_iter().find(|axle| axle.word() == word);
    let (mut axle, mut side) = (None, None);
    for word in &words {
        match word.as_str() {
            "axle" | "wheel" | "corner" | "side" | "both" | "pair" | "single" | "none" => {}
            word if is_place(word) => {
                let told = meaning(word);
                axle = axle.or(told.axle).or_else(|| front_or_rear(word));
                side = side.or(told.side);
            }
            _ => return None,
        }
    }
    let is_pair = is_both(Side::Left) && is_both(Side::Right);
    (!words.is_empty()).then_some((axle, side.filter(|_| !is_pair)))
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
    use super::{Axle, corner, meaning};
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
                    "Lower A-arm front pickup",
                    "LCA fore chassis pick-up",
                    "LWB.front",
                    "lower front chassis node",
                    "P1 LCA front inner",
                    "12 lower wishbone front",
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
                &[
                    "tie rod inner",
                    "tierod rack",
                    "toe link chassis",
                    "tie-rod body",
                    "Rack end",
                    "tie rod rack end",
                ],
            ),
            (
                "wheel_centre",
                &[
                    "wheel_center",
                    "Wheel Centre",
                    "WC",
                    "hub center",
                    "wheelCentre",
                    "Tyre centre",
                ],
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

    /// Names of public tables of Adams/Car, Lotus and OptimumK.
    #[test]
    fn names_of_other_programs_mean_their_points() {
        for (own, others) in [
            (
                "lca_front",
                &[
                    "hpl_lca_front",
                    "Lower wishbone front pivot",
                    "CHAS_LowFor",
                    "lower wishbone inboard front",
                ][..],
            ),
            (
                "lca_rear",
                &["hpr_lca_rear", "Lower wishbone rear pivot", "CHAS_LowAft"],
            ),
            (
                "lca_outer",
                &[
                    "Lower wishbone outer ball joint",
                    "LBJ",
                    "UPRI_LowPnt",
                    "Lower Ball Joint FL",
                ],
            ),
            (
                "uca_front",
                &["hpl_uca_front", "Upper wishbone front pivot", "CHAS_UppFor"],
            ),
            ("uca_rear", &["Upper Wishbone Rear Pivot FL", "CHAS_UppAft"]),
            ("uca_outer", &["Upper wishbone outer ball joint", "UBJ", "UPRI_UppPnt"]),
            (
                "tie_inner",
                &[
                    "hpl_tierod_inner",
                    "Inner track rod ball joint",
                    "ITR",
                    "CHAS_TiePnt",
                    "TRI",
                ],
            ),
            (
                "tie_outer",
                &["Outer track rod ball joint", "FL OTR", "UPRI_TiePnt", "tierod otr"],
            ),
            ("wheel_centre", &["hpl_wheel_center", "Wheel centre point"]),
            (
                "spring_top",
                &[
                    "hpl_top_mount",
                    "Damper body end",
                    "Upper spring pivot point",
                    "hpl_spring_upper_seat",
                    "Damper to body point",
                ],
            ),
            (
                "spring_seat",
                &[
                    "hpl_lwr_strut_mount",
                    "Damper wishbone end",
                    "Lower spring pivot point",
                    "hpl_spring_lwr_seat",
                ],
            ),
            ("strut_top", &["hpl_top_mount", "hpl_strut_upper_mount"]),
            ("strut_seat", &["hpl_strut_lwr_mount", "hpl_lwr_strut_mount"]),
        ] {
            for other in others {
                let found = meaning(other).readings_of_springs();
                assert!(found.contains(&meaning(own).concepts), "{own} and {other}: {found:?}");
            }
        }
        assert_eq!(meaning("hpl_lca_front").side, Some(Side::Left));
        assert_eq!(meaning("hpr_lca_front").side, Some(Side::Right));
        assert_eq!(meaning("hps_wheel_center").side, None);
    }

    /// A name is never proposed for a point if one of its words excludes the point.
    #[test]
    fn words_exclude_points() {
        for (name, point, is_excluded) in [
            ("Lower wishbone front pivot", "lca_rear", true),
            ("Lower wishbone front pivot", "lca_front", false),
            ("Upper wishbone point", "lca_outer", true),
            ("Inner bush", "lca_outer", true),
            ("Front P17", "lca_rear", false),
            ("P17", "uca_outer", false),
            ("Push rod wishbone end", "spring_seat", true),
            ("Damper to rocker point", "lca_front", true),
            ("Damper to rocker point", "spring_seat", true),
            ("Wheel spindle point", "lca_outer", true),
            ("track rod", "lca_outer", true),
            ("Lower something", "tie_outer", true),
        ] {
            let found = meaning(name).excludes(&meaning(point).concepts);
            assert_eq!(found, is_excluded, "{name} and {point}");
        }
    }

    #[test]
    fn corners_are_read() {
        let (front, rear) = (Some(Axle::Front), Some(Axle::Rear));
        let (left, right) = (Some(Side::Left), Some(Side::Right));
        for (cell, wanted) in [
            ("FL", Some((front, left))),
            ("rr", Some((rear, right))),
            ("Rear left", Some((rear, left))),
            ("front", Some((front, None))),
            ("Right", Some((None, right))),
            ("left/right", Some((None, None))),
            ("single", Some((None, None))),
            ("bush", None),
            ("", None),
        ] {
            assert_eq!(corner(cell), wanted, "{cell}");
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
