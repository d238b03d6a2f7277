use super::{page, printed, refused};
use wishbone_compiler::diag::catalogue::ALL;

#[test]
fn a_code_is_explained_by_an_example() {
    insta::assert_snapshot!(printed(&["explain", "W0106"]));
    for written in ["w0106", "0106", "106"] {
        assert_eq!(printed(&["explain", written]), printed(&["explain", "W0106"]));
    }
}

#[test]
fn every_code_has_an_explanation_that_shows_it() {
    for code in ALL {
        let text = printed(&["explain", code.id]);
        assert!(text.starts_with(&format!("{}: {}\n", code.id, code.title)), "{text}");
        assert!(text.contains(&format!("[{}]", code.id)), "{text}");
        // Quoted declarations are not folded and may be wider.
        let words = text.lines().take_while(|line| !line.starts_with("For example"));
        assert!(words.map(|line| line.chars().count()).max() <= Some(100), "{text}");
    }
}

#[test]
fn without_a_code_all_are_listed() {
    let list = page(&["explain"]);
    assert_eq!(list.lines().count(), ALL.len());
}

#[test]
fn an_unknown_code_is_misuse() {
    let told = refused(&["explain", "W0999"], 2);
    assert!(told.starts_with("error: there is no code `W0999`"), "{told}");
}

#[test]
fn a_word_is_explained_in_all_its_meanings() {
    insta::assert_snapshot!(printed(&["explain", "roll_bar"]));
    let told = printed(&["explain", "spring.rate"]);
    assert!(
        told.starts_with("spring.rate\n") && told.contains("a spring rate [N/m], or a curve"),
        "{told}"
    );
    let told = printed(&["explain", "camber"]);
    for name in ["wheel.camber\n", "output.camber\n", "tyre.camber\n"] {
        assert!(told.contains(name), "{told}");
    }
    assert!(told.contains("  if left out: `0 deg`\n"), "{told}");
    assert!(printed(&["explain", "kN"]).contains("1 kN = 1000 N"));
    // Text of a declaration is not folded and may be wider.
    for word in ["driver", "follow", "bushing", "gravity"] {
        let told = printed(&["explain", word]);
        let words = told
            .lines()
            .filter(|line| !line.starts_with("    ") || line.starts_with(&" ".repeat(25)));
        assert!(words.map(|line| line.chars().count()).max() <= Some(100), "{told}");
    }
}

#[test]
fn an_unknown_word_is_misuse_and_the_nearest_is_told() {
    let told = refused(&["explain", "revolut"], 2);
    assert!(
        told.contains("is called `revolut`") && told.contains("did you mean `revolute`?"),
        "{told}"
    );
}

#[test]
fn suspensions_and_figures_are_explained() {
    let told = printed(&["explain", "double_wishbone"]);
    assert!(
        told.starts_with("suspension double_wishbone\n")
            && told.contains("kind = \"DoubleWishbone(chassis, steering)\""),
        "{told}"
    );
    assert!(told.contains("  lca_outer "), "{told}");
    let told = printed(&["explain", "bump_steer"]);
    assert!(
        told.starts_with("figure bump_steer\nA figure of `sensitivity, fit` [deg/m]: "),
        "{told}"
    );
    // Figures that a study computes: on the rig, and in a manoeuvre.
    let told = printed(&["explain", "ride_rate"]);
    assert!(told.contains("A figure of `kc` [N/mm]: wheel rate in series"), "{told}");
    let told = printed(&["explain", "understeer_gradient"]);
    assert!(
        told.contains("A figure of `drive slowly_increasing_steer` [deg/(m/s^2)]: "),
        "{told}"
    );
}

#[test]
fn examples_are_in_both_grammars() {
    let told = printed(&["explain", "bushing"]);
    assert!(told.contains("In a TOML file:") && told.contains("[bushing."), "{told}");
    let told = printed(&["explain", "W0203"]);
    assert!(
        told.contains("In a TOML file:") && told.contains("--> car.toml:"),
        "{told}"
    );
}
