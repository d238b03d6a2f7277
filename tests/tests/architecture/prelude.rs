//! The prelude has few names: the names that nearly every program with a simulation uses. All other names are imported
//! from their modules.

use super::reader::Reader;
use super::root;

/// Greatest number of names in the prelude.
const MOST: usize = 20;

#[test]
fn the_prelude_has_few_names() {
    let runtime = Reader::of(&root().join("runtime/src"));
    let names: Vec<&String> = runtime.names["prelude"].iter().map(|(name, _)| name).collect();
    assert!(
        names.iter().all(|name| *name != "*"),
        "the prelude hands on a whole module: name what it hands on"
    );
    assert!(
        names.len() <= MOST,
        "{} names, at most {MOST}: import from its module what few programs use. {names:?}",
        names.len()
    );
}
