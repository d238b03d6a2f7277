//! Wheels of tables: radius without a contact, and the wheel's axis.

use super::table::{POINTS, asked, lifted, read, table};
use wishbone_workbench::import::table::Asked;

/// Without a contact the radius is the radius of the library: each axle without a contact is reported, and the file
/// begins with this note.
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

/// A point of the wheel's axis is reported with the camber and the toe of its line to the wheel centre. The expected
/// signs are found by hand: the outer end is 5 mm higher over 150 mm, and 1 mm further in front.
#[test]
fn a_point_of_the_axis_is_told_with_camber_and_toe() {
    let camber = -(5.0_f64).atan2(1.0_f64.hypot(150.0)).to_degrees();
    let toe = 1.0_f64.atan2(150.0).to_degrees();
    let text = table([1.0, 1.0, 1.0]);
    for (name, row) in [
        ("front wheel spindle point", "1000,597.5,297"),
        ("front axle inboard", "1000,597.5,297"),
        ("front spindle", "1000,-597.5,297"),
        ("front axle outboard", "1002,897.5,307"),
    ] {
        let found = read(&(text.clone() + &format!("{name},{row}\n")), &asked());
        let told = format!("line 18 `{name}` is a point of the wheel's axis, and is left out");
        let note = found.notes.iter().find(|note| note.starts_with(&told));
        let note = note.unwrap_or_else(|| panic!("{name}: {:?}", found.notes));
        let number = |word: &str| {
            let (_, rest) = note.split_once(word).expect(word);
            let (number, _) = rest.split_once(" deg").expect("deg");
            number.parse::<f64>().expect("a number")
        };
        let [found_camber, found_toe] = [number("a camber of "), number("a toe-in of ")];
        assert!(
            (found_camber - camber).abs() < 1e-8 && (found_toe - toe).abs() < 1e-8,
            "{note}"
        );
        assert_eq!(lifted(&found.text), lifted(&read(&text, &asked()).text));
    }
    // A point far from any axis is a name that is not known.
    let found = read(&(text + "front wheel spindle point,1300,597.5,297\n"), &asked());
    let told = "line 18 `front wheel spindle point` is no hardpoint that is known: left out";
    assert!(found.notes.iter().any(|note| note == told), "{:?}", found.notes);
}

/// Axles that each have their own origin stand in one place. The message has the command line that puts the rear axle
/// behind; with it, the wheels are apart by the wheelbase.
#[test]
fn axles_in_one_place_are_told() {
    let mut text = String::from("name,x [mm],y [mm],z [mm]\n");
    for (name, [x, y, z]) in POINTS {
        let own = if name.starts_with("rear") { x + 2604.0 } else { *x };
        text += &format!("{name},{own},{y},{z}\n");
    }
    let asked = Asked {
        axes: Some("iso".to_owned()),
        ..asked()
    };
    let found = read(&text, &asked);
    let told = "warning: the wheel centres of both axles are at one x, 1001 and 1001 mm: two axles in one place; write an `origin` into `[place.rear_left]`, such as `origin = \"[-2.7, 0, 0] m\"`";
    assert!(found.notes.iter().any(|note| note == told), "{:?}", found.notes);
    let place = "[place.rear_left]\n";
    assert!(found.text.contains(place), "{}", found.text);
    let apart = found
        .text
        .replace(place, &format!("{place}origin = \"[-2.7, 0, 0] m\"\n"));
    let wheels = lifted(&apart);
    assert!((wheels[0][0] - wheels[4][0] - 2.7).abs() < 0.05, "{wheels:?}");
    assert!(
        !read(&table([1.0, 1.0, 1.0]), &asked)
            .notes
            .iter()
            .any(|note| note.contains("one place"))
    );
}
