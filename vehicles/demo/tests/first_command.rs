//! The first command of README: it prints operations, figures and times, and writes pictures and tables.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn it_prints_and_draws() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("demonstration");
    let call = Command::new(env!("CARGO_BIN_EXE_wishbone-demo"))
        .arg("--out")
        .arg(&folder)
        .output();
    let call = call.expect("it runs");
    let (out, err) = (
        String::from_utf8_lossy(&call.stdout),
        String::from_utf8_lossy(&call.stderr),
    );
    assert!(call.status.success(), "{err}");
    for told in [
        "operations",
        "at rest after",
        "step_steer: ",
        "bumps: ",
        "in the last state accelerations differ",
        "one Adams-Bashforth step",
    ] {
        assert!(out.contains(told), "{told}:\n{out}");
    }
    for file in [
        "hmmwv_graph.svg",
        "hmmwv_tree.svg",
        "hmmwv_pattern.svg",
        "step_steer.svg",
        "step_steer.csv",
        "bumps.svg",
        "bumps.csv",
    ] {
        let content = fs::read_to_string(folder.join(file)).expect(file);
        assert!(content.len() > 1000, "{file}");
        assert!(out.contains(file), "{file} is not told");
    }
    let drawn = fs::read_to_string(folder.join("step_steer.svg")).expect("a picture");
    let shown = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/step_steer.svg");
    let shown = fs::read_to_string(shown).expect("the picture of README");
    assert_eq!(words(&shown), words(&drawn), "docs/step_steer.svg is another picture");
}

/// Titles, numbers of the axes and names of the curves of a picture. Its lines may differ by rounding from processor to processor.
fn words(picture: &str) -> Vec<&str> {
    let texts = picture.split('>').filter_map(|part| part.split('<').next());
    texts.map(str::trim).filter(|text| !text.is_empty()).collect()
}
