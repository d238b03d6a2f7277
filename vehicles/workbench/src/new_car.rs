//! A whole car as a starting point, on two suspensions of the library.
//!
//! The common parts of every car are in `templates/car.toml`. Each suspension has a text for the rear axle, and one for the front
//! axle if it can steer. Both have springs for the loads of this car.

use crate::problem::Problem;
use crate::suspensions::Suspension;
use wishbone_compiler::front::suggest;

const CAR: &str = include_str!("../templates/car.toml");

macro_rules! texts {
    ($axle:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../templates/", $axle, "/", $name, ".toml")))),*]
    };
}

/// Front suspensions, which steer: names and texts.
const FRONT: &[(&str, &str)] = texts![
    "front": "double_wishbone", "macpherson", "macpherson_bushed", "macpherson_massless", "solid_axle_steered",
];

/// Rear suspensions: names and texts.
const REAR: &[(&str, &str)] = texts![
    "rear": "double_wishbone", "five_link", "leaf_axle", "macpherson", "macpherson_bushed", "macpherson_massless", "semi_trailing_arm",
    "solid_axle_leaf", "solid_axle_panhard", "solid_axle_steered", "solid_axle_watt", "swing_axle", "trailing_arm", "twist_beam",
];

/// Default suspension of both axles.
pub const DEFAULT: &str = "double_wishbone";

/// Names of the suspensions that a new car can have in front.
pub fn fronts() -> impl Iterator<Item = &'static str> {
    FRONT.iter().map(|(name, _)| *name)
}

/// Names of the suspensions that a new car can have behind.
pub fn rears() -> impl Iterator<Item = &'static str> {
    REAR.iter().map(|(name, _)| *name)
}

/// Text of a car on two suspensions of the library. Its comments refer to its file by the name `file`.
///
/// # Errors
/// Returns an error if the library has no such suspension, or if the front suspension does not steer: all mistakes
/// together.
pub fn text(front: &str, rear: &str, file: &str) -> Result<String, Problem> {
    let found = [("--front", front, FRONT), ("--rear", rear, REAR)].map(|(option, name, all)| axle(option, name, all));
    let [(front, at_front), (rear, behind)] = match found {
        [Ok(front), Ok(rear)] => [front, rear],
        found => {
            let reasons: Vec<String> = found.into_iter().filter_map(Result::err).collect();
            return Err(Problem::Misuse(reasons.join("\n")));
        }
    };
    let axles = match front == rear {
        true => format!("both axles on `{front}`"),
        false => format!("`{front}` in front, `{rear}` behind"),
    };
    let mut included = vec!["rack_and_pinion", front, rear];
    included.dedup();
    let included: Vec<String> = included.iter().map(|name| format!("\"wishbone/{name}.txt\"")).collect();
    let stiff = if [front, rear].contains(&"macpherson_bushed") {
        " --method sbdf2"
    } else {
        ""
    };
    Ok(CAR
        .replace("{axles}", &axles)
        .replace("{include}", &included.join(", "))
        .replace("{front}", at_front)
        .replace("{rear}", behind)
        .replace("{stiff}", stiff)
        .replace("{file}", file))
}

/// Name and text of a suspension at an axle, or the reason why there is no such text.
fn axle(
    option: &str,
    name: &str,
    all: &[(&'static str, &'static str)],
) -> Result<(&'static str, &'static str), String> {
    let suspension = Suspension::find(name).map_err(|problem| format!("{option}: {problem}"))?;
    let found = all.iter().find(|(own, _)| *own == suspension.name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(own, _)| *own).collect();
        format!(
            "{option}: `{}` does not steer; in front there can be {}",
            suspension.name,
            suggest::quoted(&names)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{fronts, rears};
    use crate::suspensions::Suspension;

    /// Every suspension of the library has a text for the rear, and a text for the front if it can be steered.
    #[test]
    fn every_suspension_can_be_chosen() {
        let all = Suspension::all();
        let names = |is_meant: &dyn Fn(&Suspension) -> bool| {
            let meant = all.iter().filter(|own| is_meant(own));
            meant.map(|own| own.name.clone()).collect::<Vec<String>>()
        };
        assert!(rears().eq(names(&|_| true)), "{:?}", names(&|_| true));
        let steered = names(&|own| own.formals.iter().any(|formal| formal == "steering"));
        assert!(fronts().eq(steered.iter().cloned()), "{steered:?}");
    }
}
