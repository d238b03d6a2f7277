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
        // Quoted text is as wide as it is.
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
    // Text of a declaration is as wide as it is.
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
        told.contains("no word `revolut`") && told.contains("did you mean `revolute`?"),
        "{told}"
    );
    let told = refused(&["explain", "qqqqqqqq"], 2);
    assert!(told.contains("docs/language.md"), "{told}");
}
