//! Steering: from the steering wheel to a joint.

use super::read::{Reader, Sign};
use crate::diag::SourceSpan;
use crate::front::syntax::Path;
use crate::front::units::{self, Quantity};
use crate::model::namespace::Kind;
use crate::model::{Effort, JointId};
use std::f64::consts::TAU;
use wishbone_laws::curve::Samples;

/// A steering.
#[derive(Clone, Debug)]
pub enum Steering {
    /// The steering wheel moves a driven joint.
    Driven {
        /// Name of the input.
        drive: String,
        /// Travel by angle of the steering wheel [m/rad or rad/rad].
        ratio: f64,
    },
    /// A column between the steering wheel and a free joint.
    Column(Box<Column>),
}

/// A steering column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Name of the joint.
    pub joint: String,
    /// Where it is named.
    pub span: SourceSpan,
    /// Name of the input that is the load on it.
    pub signal: String,
    /// Travel by angle of the steering wheel [m/rad or rad/rad].
    pub ratio: f64,
    /// Of the steering wheel [kg m²].
    pub inertia: f64,
    /// Of torsion bar and column [N m/rad].
    pub stiffness: f64,
    /// [N m s/rad]
    pub damping: f64,
    /// Dry friction of the column [N m].
    pub friction: f64,
    /// Dry friction of the joint [N or N m].
    pub joint_friction: f64,
    /// Torque of the assistance over the torque of the torsion bar [N m].
    pub assistance: Samples,
    /// Factor of the assistance over the speed [m/s].
    pub over_speed: Samples,
}

impl Steering {
    /// Whether the steering wheel moves a driven joint.
    pub(super) fn is_driven(&self) -> bool {
        match self {
            Steering::Driven { .. } => true,
            Steering::Column(_) => false,
        }
    }

    /// ``moves the input `rack` ``
    pub(super) fn describe(&self) -> String {
        match self {
            Steering::Driven { drive, .. } => format!("moves the input `{drive}`"),
            Steering::Column(column) => format!("column on `{}`", column.joint),
        }
    }
}

pub(super) fn read(reader: &mut Reader) -> Option<Steering> {
    let form = reader.element.form.as_ref()?;
    let is_driven = form.kind.text == "driven";
    let [subject] = form.arguments.as_slice() else {
        let (usage, what) = match is_driven {
            true => ("driven(rack)", "an input that drives a joint"),
            false => ("column(rack_slide)", "a joint"),
        };
        let message = format!("`{}` takes the name of {what}", form.kind.text);
        reader.refuse(form.kind.span, message, &format!("write `{usage}`"));
        return None;
    };
    match is_driven {
        true => driven(reader, subject),
        false => column(reader, subject),
    }
}

fn driven(reader: &mut Reader, drive: &Path) -> Option<Steering> {
    let mut drives = reader.context.drives.iter().flatten();
    let found = match drives.find(|known| known.share.is_some() && known.input_name() == drive.text) {
        Some(shared) => Some(shared.clone()),
        None => {
            let position = reader.find(Kind::Drive, drive);
            position.and_then(|position| reader.context.drives[position].clone())
        }
    };
    let slides = found.as_ref().and_then(|drive| match &drive.share {
        Some(share) => Some(share.slides[1]),
        None => effort(reader, drive.joint).map(|effort| effort == Effort::Force),
    });
    let ratio = per_turn(reader, slides.unwrap_or(true));
    Some(Steering::Driven {
        drive: found?.input_name().to_owned(),
        ratio,
    })
}

fn column(reader: &mut Reader, joint: &Path) -> Option<Steering> {
    let position = reader.find(Kind::Joint, joint);
    let id = position.map(JointId::from);
    let effort = id.and_then(|id| effort(reader, id));
    if position.is_some() && effort.is_none() {
        let message = format!("`{}` has no single coordinate that a column could move", joint.text);
        reader.refuse(
            joint.span,
            message,
            "name the prismatic joint of a rack, or the revolute joint of a pitman arm",
        );
    }
    let slides = effort == Some(Effort::Force);
    let ratio = per_turn(reader, slides);
    let signal = load(reader, id);
    let (assistance, over_speed) = assistance(reader);
    let resistance: &'static Quantity = if slides { &units::FORCE } else { &units::TORQUE };
    let column = Column {
        joint: position.map_or_else(String::new, |joint| {
            reader.context.scope.name(Kind::Joint, joint).to_owned()
        }),
        span: joint.span,
        signal: String::new(),
        ratio,
        inertia: reader.declared("inertia", Sign::Positive),
        stiffness: reader.declared("stiffness", Sign::Positive),
        damping: reader.declared("damping", Sign::NotNegative),
        friction: reader.declared("friction", Sign::NotNegative),
        joint_friction: reader.number_or("joint_friction", resistance, Sign::NotNegative, 0.0),
        assistance,
        over_speed,
    };
    Some(Steering::Column(Box::new(Column {
        signal: signal?,
        ..column
    })))
}

/// The map of the assistance, and its factor over the speed. Both characteristics are symmetric: the torque that they
/// add never jumps, and never acts against the hands.
fn assistance(reader: &mut Reader) -> (Samples, Samples) {
    let axes = [("torque", &units::TORQUE), ("assistance", &units::TORQUE)];
    let assistance = reader.table_or("assistance", axes, Samples::constant(0.0));
    let axes = [("speed", &units::SPEED), ("factor", &units::PLAIN)];
    let over_speed = reader.table_or("over_speed", axes, Samples::constant(1.0));
    for (key, points) in [("assistance", &assistance), ("over_speed", &over_speed)] {
        if points.least() < 0.0 {
            let place = reader.place_of(key);
            let message = format!("`{key}` is below zero, and would steer against the hands");
            reader.refuse(place, message, "give magnitudes; they hold to both sides");
        }
    }
    if assistance.at(0.0) > 0.0 {
        let place = reader.place_of("assistance");
        let message = "`assistance` is not zero without a torque, where its direction changes".to_owned();
        reader.refuse(
            place,
            message,
            "begin with the point of no torque: `torque: [0, ..] N*m, assistance: [0, ..] N*m`",
        );
    }
    (assistance, over_speed)
}

/// Force of a joint that slides, torque of a joint that turns; `None` if the joint does not have exactly one
/// coordinate.
fn effort(reader: &Reader, joint: JointId) -> Option<Effort> {
    let joint = reader.parts.joints[joint.index()].as_ref()?;
    let single = joint.kind.single_axis()?;
    Some(if single.slides() { Effort::Force } else { Effort::Torque })
}

/// Travel of the joint by angle of the steering wheel.
fn per_turn(reader: &mut Reader, slides: bool) -> f64 {
    let (quantity, example): (&'static Quantity, _) = match slides {
        true => (&units::LENGTH, "50 mm"),
        false => (&units::ANGLE, "20 deg"),
    };
    let travel = reader.number("per_turn", quantity, Sign::Any, example);
    if travel == 0.0 {
        let place = reader.place_of("per_turn");
        reader.refuse(
            place,
            "`per_turn` is zero, and the wheels are not steered".to_owned(),
            "",
        );
    }
    travel / TAU
}

/// Name of the input that gives the size of the load on the joint.
fn load(reader: &mut Reader, joint: Option<JointId>) -> Option<String> {
    let path = reader.name("load", "assist")?;
    let position = reader.find(Kind::Force, path)?;
    let loaded = reader.parts.forces[position].as_ref()?.law.loaded_joint();
    let loaded = loaded.filter(|(on, _)| joint.is_none_or(|joint| joint == *on));
    let Some((_, signal)) = loaded else {
        let message = format!("`{}` is no load on this joint whose size is an input", path.text);
        let help = "declare it as `load assist: on(rack_slide) { force: rack_force }`";
        reader.refuse(path.span, message, help);
        return None;
    };
    Some(reader.context.scope.name(Kind::Signal, signal.index()).to_owned())
}
