//! Wheels by the names that users give them.

use wishbone_compiler::front::suggest;

/// Position of the wheel with a name, or of the only wheel of a part with this name: `front_left` for `front_left.tyre`.
///
/// # Errors
/// If there is no such wheel, with names that are near.
pub fn named(names: &[&str], name: &str) -> Result<usize, String> {
    let is_of_part = |own: &str| own.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let mut of_part = (0..names.len()).filter(|&place| is_of_part(names[place]));
    let only = of_part.next().filter(|_| of_part.next().is_none());
    let found = names.iter().position(|own| *own == name).or(only);
    found.ok_or_else(|| {
        let advice = suggest::advice(name, names).map_or_else(String::new, |advice| format!("; {advice}"));
        format!("there is no wheel `{name}`{advice}")
    })
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_part_with_one_wheel_names_it() {
        let names = [
            "front_left.tyre",
            "front_right.tyre",
            "rear.outer",
            "rear.inner",
            "spare",
        ];
        assert_eq!(
            ["front_left.tyre", "front_right", "spare"].map(|name| named(&names, name)),
            [Ok(0), Ok(1), Ok(4)]
        );
        for wrong in ["front", "rear", "front_left.", ""] {
            assert!(named(&names, wrong).is_err(), "{wrong}");
        }
    }
}
