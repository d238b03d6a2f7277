//! Wheels of tables: the radius without a contact.

use super::table::{asked, read, table};

/// Without a contact the radius is that of the library: each axle without one is told, and the file begins with it.
#[test]
fn the_radius_of_the_library_is_told() {
    let told = |text: &str| {
        let found = read(text, &asked());
        let is_radius = |note: &&String| note.starts_with("no tyre's contact");
        let notes: Vec<String> = found.notes.iter().filter(is_radius).cloned().collect();
        assert!(
            notes.iter().all(|note| found.text.contains(note.as_str())),
            "{}",
            found.text
        );
        notes
    };
    let text = table([1.0, 1.0, 1.0]);
    let note = |axle: &str| {
        format!(
            "no tyre's contact: the {axle} wheels have the radius of the library, 300 mm; roll centre, scrub radius and trail follow from it; add a row `{axle} tyre contact`, or change `radius` of the wheel"
        )
    };
    assert_eq!(told(&text), [note("front"), note("rear")]);
    assert_eq!(
        told(&(text.clone() + "front tyre contact,1001,747.5,12\n")),
        [note("rear")]
    );
    assert!(told(&(text + "front tyre contact,1001,747.5,12\nrear tyre contact,-1603,751,10\n")).is_empty());
}
