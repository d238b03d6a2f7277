//! Hardpoints: the named points of a declaration, which studies of the design change.

use super::{ParameterId, Vec3};

/// A point that is declared in `points { .. }`, after subsystems have been written out.
#[derive(Clone, Debug)]
pub struct Hardpoint {
    /// `front_left.lca_front`
    pub name: String,
    /// The mirror image that follows the point: `front_right.lca_front`.
    pub image: Option<String>,
    /// The declared coordinates, in the axes of its group [m].
    pub declared: Vec3,
    /// For each coordinate: its parameter; `None` if the coordinate is not a parameter.
    pub parameters: [Option<ParameterId>; 3],
}

/// Whether a name matches a pattern, in which `*` stands for any letters: `front_left.*`, `*.tie_inner`.
pub fn is_meant(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return name == pattern;
    };
    let Some(behind) = name.strip_prefix(start) else {
        return false;
    };
    let ends = behind.char_indices().map(|(place, _)| place).chain([behind.len()]);
    ends.into_iter().any(|place| is_meant(&behind[place..], rest))
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn a_star_stands_for_any_letters() {
        for (pattern, is_met) in [
            ("front_left.*", true),
            ("*.tie_inner", true),
            ("*tie*", true),
            ("*", true),
            ("front_left.tie_inner", true),
            ("front_left.tie", false),
            ("rear_left.*", false),
            ("*.tie", false),
            ("", false),
        ] {
            assert_eq!(is_meant("front_left.tie_inner", pattern), is_met, "{pattern}");
        }
    }
}
