//! Drives of joints and links: a separate input, or a share of an input that moves several joints.

use super::reading::Reading;
use crate::diag::catalogue;
use crate::front::suggest;
use crate::front::syntax::{Attribute, Path, Value};
use crate::model::attributes::Attributes;
use crate::model::input::Share;
use crate::model::ledger::Ledger;
use crate::model::mirror::{Mirror, put};
use crate::model::namespace::Kind;
use crate::model::quantity::{self, Need};
use crate::model::scope::shared_drive;
use crate::model::{Drive, DriveId, JointId, Number};

/// The drive of the joint at this position, which slides or turns. Its name has an id already.
pub(super) fn read(
    attribute: &Attribute,
    (word, slides): (&str, bool),
    position: usize,
    reading: &mut Reading,
) -> Option<DriveId> {
    let (element, context) = (reading.element, &mut *reading.context);
    if !reading.attributes.takes("drive") {
        let message = format!("a {word} joint cannot be driven");
        context
            .ledger
            .error(&catalogue::NOT_DRIVABLE, attribute.key.span, message);
        return None;
    }
    let (name, share) = match &attribute.value {
        Value::Name(path) => (path.text.clone(), None),
        Value::Call { function, arguments } if function.text == "shared" => {
            let ledger = &mut context.ledger;
            let owner = format!("`{}`", function.text);
            let mut shared = Attributes::new(owner, function.span, arguments, ledger);
            let share = ledger.within("drive", |ledger| share(&mut shared, slides, ledger));
            shared.finish(ledger);
            (shared_drive(element), Some(share?))
        }
        Value::Call { function, .. } => {
            let message = format!("`drive` cannot be a `{}`", function.text);
            let problem = context.ledger.error(&catalogue::UNKNOWN_KIND, function.span, message);
            problem.help = suggest::advice(&function.text, &["shared"]);
            return None;
        }
        other => return quantity::wrong_value(other, "drive", "the name of an input", &mut context.ledger),
    };
    let name = context.scope.full_name(&name, context.group);
    let Some(id) = context.scope.position(Kind::Drive, &name) else {
        return quantity::wrong_value(&attribute.value, "drive", "a simple name", &mut context.ledger);
    };
    let drive = Drive {
        name,
        joint: JointId::from(position),
        input: id,
        share,
        span: attribute.value.span(),
    };
    put(
        context.scope,
        &mut context.drives,
        Kind::Drive,
        (id, context.group),
        Some(drive),
        Mirror::image,
    );
    Some(id.into())
}

/// `shared(input: steering, ratio: -40 mm/rad, offset: 2 mm, image: opposite)`. If the ratio has a unit, the input is
/// an angle for a joint that slides, and a length for a joint that turns.
fn share(shared: &mut Attributes, slides: bool, ledger: &mut Ledger) -> Option<Share> {
    let input = shared
        .required("input", "steering")
        .and_then(|value| input(value, ledger));
    let given = shared.optional("ratio");
    let has_unit = matches!(given, Some(Value::Number(number)) if number.unit.is_some());
    let slides = [slides, slides != has_unit];
    let ratio = given.map(|value| ratio(value, slides, ledger));
    let offset = shared.optional("offset").map(|value| {
        let need = Need::new("offset", Share::coordinate_quantity(slides[0]));
        quantity::scalar(value, need, ledger)
    });
    let image = shared.optional("image").map(|value| match value {
        Value::Name(word) if word.text == "opposite" => Some(true),
        other => quantity::wrong_value(other, "image", "`opposite`, or left out", ledger),
    });
    let or = |number: Option<Option<Number>>, default: f64| number.unwrap_or_else(|| Some(default.into()));
    Some(Share {
        ratio: or(ratio, 1.0)?,
        offset: or(offset, 0.0)?,
        is_opposite: image.unwrap_or(Some(false))?,
        input: input?,
        slides,
    })
}

fn input(value: &Value, ledger: &mut Ledger) -> Option<String> {
    let Value::Name(Path { text, .. }) = value else {
        return quantity::wrong_value(value, "input", "the name of an input", ledger);
    };
    if text.contains(['.', '-']) {
        return quantity::wrong_value(value, "input", "a simple name: it is the same in all groups", ledger);
    }
    Some(text.clone())
}

fn ratio(value: &Value, slides: [bool; 2], ledger: &mut Ledger) -> Option<Number> {
    let ratio = quantity::scalar(value, Need::new("ratio", Share::ratio_quantity(slides)), ledger)?;
    if *ratio == 0.0 {
        let message = "with a ratio of zero the input does not move the joint";
        ledger.error(&catalogue::WRONG_SIGN, value.span(), message);
        return None;
    }
    Some(ratio)
}
