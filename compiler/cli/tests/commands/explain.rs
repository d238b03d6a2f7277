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
