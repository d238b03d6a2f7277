use super::{printed, refused, target};
use std::fs;

#[test]
fn each_kind_is_another_drawing() {
    let draw = |kind: &str| printed(&["graph", "closed.txt", "--kind", kind]);
    let drawings = ["vehicle", "tree", "pattern"].map(draw);
    for drawing in &drawings {
        assert!(drawing.starts_with("<svg") && drawing.trim_end().ends_with("</svg>"));
        assert!(drawing.contains("elbow") || drawing.contains("bob"));
    }
    assert!(drawings[0] != drawings[1] && drawings[1] != drawings[2]);
    assert_eq!(
        drawings[0],
        printed(&["graph", "closed.txt"]),
        "the vehicle unless told otherwise"
    );
}

#[test]
fn a_drawing_goes_to_a_file() {
    let file = target("graph.svg");
    let path = file.to_str().expect("a path is text");
    assert_eq!(printed(&["graph", "closed.txt", "-o", path]), "");
    assert_eq!(
        fs::read_to_string(&file).expect("it is written"),
        printed(&["graph", "closed.txt"])
    );
}

#[test]
fn a_mistake_leaves_no_file_behind() {
    let file = target("mistake.svg");
    let path = file.to_str().expect("a path is text");
    let told = refused(&["graph", "two.rs", "--vehicle", "Bigger", "-o", path], 1);
    assert!(told.contains("W0106") && !file.exists(), "{told}");
}
