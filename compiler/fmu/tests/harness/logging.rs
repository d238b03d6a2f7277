//! Messages to the importing tool, by category.

use crate::loaded::{Loaded, messages};
use crate::packed::{CAR, Packed, quarter, text};
use wishbone_workbench::outside::{Asked, Port};

/// Whether the reason of a refused call is heard. Each call has a number of its own, since all tests share the messages.
fn is_heard(own: &Loaded, number: u32) -> bool {
    assert_eq!(own.get(number), Err(3));
    messages().contains(&format!("value reference {number}"))
}

/// Messages of wanted categories arrive, and no others. An unknown category is refused, and changes nothing (FMI 2.0.4,
/// section 2.1.5; FMI 3.0.2, 2.3.1).
#[test]
fn what_is_wanted_is_heard() {
    for version in [2, 3] {
        let number = |k: u32| 910_000 + 100 * u32::from(version) + k;
        let own = Loaded::new(version, quarter(), &quarter().token, false).expect("an instance");
        assert!(is_heard(&own, number(0)));
        assert_eq!(own.set_logging(false, &[]), 0);
        assert!(!is_heard(&own, number(1)));
        assert_eq!(own.set_logging(true, &["logStatusDiscard"]), 0);
        assert!(!is_heard(&own, number(2)));
        assert_eq!(own.set_logging(true, &["logStatusDiscard", "logStatusError"]), 0);
        assert!(is_heard(&own, number(3)));
        assert_eq!(own.set_logging(true, &["logStatusDiscard", "logGears"]), 3);
        let told = "there is no category `logGears`: the model description lists logStatusWarning, logStatusDiscard";
        assert!(messages().contains(told), "{}", messages());
        assert!(is_heard(&own, number(4)));
        assert_eq!(own.set_logging(false, &[]), 0);
        assert_eq!(own.set_logging(true, &[]), 0);
        assert!(is_heard(&own, number(5)));
    }
}

/// Only the named categories are turned on or off; the other categories stay unchanged.
#[test]
fn what_is_not_named_stays() {
    for version in [2, 3] {
        let number = |k: u32| 940_000 + 100 * u32::from(version) + k;
        let own = Loaded::new(version, quarter(), &quarter().token, false).expect("an instance");
        assert_eq!(own.set_logging(false, &["logStatusDiscard"]), 0);
        assert!(is_heard(&own, number(0)));
        assert_eq!(own.set_logging(true, &["logStatusDiscard"]), 0);
        assert!(is_heard(&own, number(1)));
        assert_eq!(own.set_logging(false, &["logStatusError"]), 0);
        assert!(!is_heard(&own, number(2)));
        assert_eq!(own.set_logging(false, &["logGears"]), 3);
        assert_eq!(own.set_logging(true, &["logStatusError"]), 0);
        assert!(is_heard(&own, number(3)));
    }
}

/// Without logging, 3.0 gives no messages. In 2.0 this turns off debugging messages only, and the reasons of refused
/// calls still arrive.
#[test]
fn without_logging_less_is_heard() {
    assert!(is_heard(&Loaded::quiet(2, quarter()), 920_200));
    let own = Loaded::quiet(3, quarter());
    assert!(!is_heard(&own, 920_300));
    assert_eq!(own.set_logging(true, &[]), 0);
    assert!(is_heard(&own, 920_301));
}

/// Behaviour that may be unexpected gives a warning, which 2.0 passes on for debugging only. A `#` is written twice
/// (FMI 2.0.4, section 2.1.5; FMI 3.0.2, section 2.3.1).
#[test]
fn notes_are_warnings() {
    let marked = "\n[marker]\nhitch_of_notes = { kind = \"on(chassis)\", at = \"[-3, 0, 0.1] m\" }\n\
        hook = { kind = \"on(chassis)\", at = \"[-3, 0, 0.4] m\" }\n\
        [air]\nshape = { kind = \"at(hitch_of_notes)\", area = \"2 m^2\", drag = 0.3 }\n";
    let asked = Asked {
        ports: [Port::Chassis].into(),
        ..Asked::default()
    };
    let packed = Packed::of(&text(CAR, marked), &asked);
    let count = || messages().matches("hitch_of_notes").count();
    drop(Loaded::quiet(2, &packed));
    drop(Loaded::quiet(3, &packed));
    assert_eq!(count(), 0, "{}", messages());
    for version in [2, 3] {
        let before = count();
        drop(Loaded::new(version, &packed, &packed.token, false));
        assert!(count() > before, "{}", messages());
    }
    let own = Loaded::new(2, quarter(), "{#930}", false);
    assert!(own.is_none() && messages().contains("{##930}"), "{}", messages());
    let own = Loaded::new(3, quarter(), "{#931}", false);
    assert!(own.is_none() && messages().contains("{##931}"), "{}", messages());
}
