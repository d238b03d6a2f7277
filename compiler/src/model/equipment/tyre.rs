//! Tyres.

use super::by_numbers::ByNumbers;
use super::compliance::{self, Compliant};
use super::entry::Noted;
use super::envelope;
use super::read::{Reader, Sign};
use super::tables::{self, Tables, UseCarpet};
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::{File, Value};
use crate::front::units;
use crate::model::Wheel;
use crate::model::quantity;
use wishbone_laws::tyre::magic_formula::{Coefficients, PropertyFile};
use wishbone_laws::tyre::tmeasy::{Characteristic, Trail};
use wishbone_laws::tyre::{Brush, Calspan, Cams, Carpet, LinearTyre, Tmeasy, Unfit};

/// Tyres of one kind on some of the wheels.
#[derive(Clone, Debug)]
pub struct Tyre {
    /// Positions of the wheels.
    pub wheels: Vec<usize>,
    /// By wheel: whether it stands on the left.
    pub on_the_left: Vec<bool>,
    /// The law.
    pub law: TyreLaw,
    /// Whether the carcass has a deflection as states.
    pub is_relaxed: bool,
    /// Cams of the tyre's envelope over short unevenness; with `None` the tyre meets the ground at one point.
    pub cams: Option<Cams>,
    /// How its wheels give way; with none they are stiff.
    pub compliant: Option<Compliant>,
}

/// Law of a tyre.
#[derive(Clone, Debug)]
pub enum TyreLaw {
    /// By the numbers of its declaration.
    ByNumbers(ByNumbers),
    /// Magic Formula, from a property file.
    MagicFormula(Box<PropertyFile>),
    /// Tables.
    Tables(Box<Tables>),
    /// The side force of the Calspan tyre.
    Calspan(Calspan),
}

impl TyreLaw {
    /// Unloaded radius [m].
    pub fn radius(&self) -> f64 {
        match self {
            TyreLaw::ByNumbers(law) => law.radius(),
            TyreLaw::MagicFormula(file) => file.coefficients.unloaded_radius,
            TyreLaw::Tables(tables) => tables.radius,
            TyreLaw::Calspan(tyre) => tyre.radius,
        }
    }
}

impl Tyre {
    /// Notes on its property file, none of which is a mistake: keywords that are not used, coefficients that the file leaves out.
    pub(super) fn notes(&self) -> &[String] {
        match &self.law {
            TyreLaw::MagicFormula(file) => &file.notes,
            TyreLaw::ByNumbers(_) | TyreLaw::Tables(_) | TyreLaw::Calspan(_) => &[],
        }
    }

    /// `TMeasy, relaxed, enveloping, on 4 of the wheels`
    pub(super) fn describe(&self) -> String {
        let law = match &self.law {
            TyreLaw::ByNumbers(law) => law.name(),
            TyreLaw::MagicFormula(_) => "Magic Formula",
            TyreLaw::Tables(_) => "tables",
            TyreLaw::Calspan(_) => "Calspan",
        };
        let response = if self.is_relaxed { "relaxed" } else { "steady" };
        let envelope = if self.cams.is_some() { ", enveloping" } else { "" };
        let mounting = if self.compliant.is_some() { ", compliant" } else { "" };
        let count = self.wheels.len();
        format!("{law}, {response}{envelope}{mounting}, on {count} of the wheels")
    }
}

pub(super) fn read(reader: &mut Reader) -> Option<Tyre> {
    let wheels = reader.wheels();
    let kind = reader.element.form.as_ref()?.kind.text.as_str();
    let response = response(kind, reader);
    let law = match kind {
        "magic_formula" => TyreLaw::MagicFormula(Box::new(magic_formula(reader)?)),
        _ => {
            let radius = radius(&wheels, reader);
            match kind {
                "tables" => TyreLaw::Tables(Box::new(tables::read(reader, radius)?)),
                "calspan" => TyreLaw::Calspan(calspan(reader, radius)),
                _ => TyreLaw::ByNumbers(by_numbers(kind, reader, radius)?),
            }
        }
    };
    if reader.is_sound() && law.radius().is_finite() {
        judge(&law, reader);
    }
    let cams = envelope::read(reader, law.radius());
    let compliant = compliance::read(reader);
    if let (Some(compliant), true) = (&compliant, reader.is_sound()) {
        compliance::check(compliant, &law, &wheels, reader);
    }
    compare_radii(&law, &wheels, reader);
    let on_the_left = |&wheel: &usize| {
        let wheel = reader.parts.wheels[wheel].as_ref();
        wheel.is_none_or(|wheel| wheel.centre.y >= 0.0)
    };
    Some(Tyre {
        on_the_left: wheels.iter().map(on_the_left).collect(),
        wheels,
        law,
        is_relaxed: response == "relaxed",
        cams,
        compliant,
    })
}

/// Reads a law by numbers of a kind, for wheels of a radius [m]; `None` after a report.
///
/// # Panics
/// If the language has a kind that nothing reads.
fn by_numbers(kind: &str, reader: &mut Reader, radius: f64) -> Option<ByNumbers> {
    match kind {
        "linear" => Some(ByNumbers::Linear(Box::new(linear(reader, radius)))),
        "brush" => Some(ByNumbers::Brush(Box::new(brush(reader, radius)))),
        "tmeasy" => Some(ByNumbers::Tmeasy(Box::new(tmeasy(reader, radius)?))),
        other => unreachable!("the language has a kind `{other}` of tyres that nothing reads"),
    }
}

/// The response of a tyre: the declared response, or the only response of its kind.
fn response(kind: &str, reader: &mut Reader) -> &'static str {
    let all = ["relaxed", "steady"];
    let only = match kind {
        "magic_formula" | "tables" => "relaxed",
        "calspan" => "steady",
        _ => return reader.word("response", &all),
    };
    if reader.has("response") {
        let asked = reader.word("response", &all);
        if asked != only {
            let place = reader.place_of("response");
            let message = format!("a tyre of the kind `{kind}` cannot be `{asked}`");
            reader.refuse(place, message, "leave `response` out");
        }
    }
    only
}

/// Refuses numbers with which the law has no meaning, all of them.
fn judge(law: &TyreLaw, reader: &mut Reader) {
    let mut unfit: Vec<Unfit> = Vec::new();
    let mut tell = |found| unfit.push(found);
    match law {
        TyreLaw::ByNumbers(law) => law.check(&mut tell),
        TyreLaw::MagicFormula(file) => file.mounted(file.side).check(&mut tell),
        TyreLaw::Tables(tables) => tables.with(Check(&mut tell)),
        TyreLaw::Calspan(tyre) => tyre.check(&mut tell),
    }
    for found in unfit {
        let place = reader.place;
        reader.refuse(place, found.to_string(), "");
    }
}

/// Check of a law by tables.
struct Check<'t>(&'t mut dyn FnMut(Unfit));

impl UseCarpet for Check<'_> {
    type Result = ();

    fn of<const C: usize>(self, carpet: Carpet<C>) {
        carpet.check(self.0);
    }
}

/// The radius of all these wheels; NaN if there are no wheels, or if they have different radii, which is reported.
fn radius(wheels: &[usize], reader: &mut Reader) -> f64 {
    let radii = wheels.iter().filter_map(|&wheel| reader.parts.wheels[wheel].as_ref());
    let radii: Vec<(String, f64)> = radii.map(|wheel| (wheel.name.clone(), wheel.radius)).collect();
    let Some((first, radius)) = radii.first().cloned() else {
        return f64::NAN;
    };
    if let Some((other, unlike)) = radii.iter().find(|(_, other)| *other != radius) {
        let [a, b] = [radius, *unlike].map(quantity::digits);
        let message = format!("`{first}` has a radius of {a} m, and `{other}` one of {b} m");
        reader.refuse(reader.place, message, "declare a tyre for each size");
        return f64::NAN;
    }
    radius
}

/// Rolling resistance divided by the load: far below 1 on any ground.
pub(super) fn rolling_resistance(reader: &mut Reader) -> f64 {
    let number = reader.declared("rolling_resistance", Sign::NotNegative);
    if number >= 1.0 {
        let place = reader.place_of("rolling_resistance");
        let message = format!("`rolling_resistance` is {number}, and would hold the wheel with its whole load");
        reader.refuse(place, message, "it is a part of the load: 0.01 on asphalt, 0.3 in sand");
    }
    number
}

fn linear(reader: &mut Reader, radius: f64) -> LinearTyre {
    use Sign::{NotNegative, Positive};
    LinearTyre {
        radius,
        stiffness: reader.declared("stiffness", Positive),
        damping: reader.declared("damping", NotNegative),
        longitudinal_stiffness: reader.declared("longitudinal_stiffness", NotNegative),
        cornering_stiffness: reader.declared("cornering_stiffness", NotNegative),
        camber_stiffness: reader.declared("camber_stiffness", NotNegative),
        friction: friction(reader),
        pneumatic_trail: reader.declared("pneumatic_trail", NotNegative),
        rolling_resistance: rolling_resistance(reader),
        low_speed: reader.declared("low_speed", Positive),
    }
}

fn brush(reader: &mut Reader, radius: f64) -> Brush {
    use Sign::{NotNegative, Positive};
    Brush {
        radius,
        stiffness: reader.declared("stiffness", Positive),
        damping: reader.declared("damping", NotNegative),
        nominal_load: reader.declared("nominal_load", Positive),
        longitudinal_stiffness: reader.declared("longitudinal_stiffness", Positive),
        cornering_stiffness: reader.declared("cornering_stiffness", Positive),
        half_length: reader.declared("half_length", Positive),
        friction: isotropic_friction(reader),
        load_sensitivity: reader.declared("load_sensitivity", NotNegative),
        camber: reader.declared("camber", NotNegative),
        rolling_resistance: rolling_resistance(reader),
        carcass: reader.declared_array("carcass", Positive),
        low_speed: reader.declared("low_speed", Positive),
    }
}

/// One number: bristles slide in every direction with equal friction.
fn isotropic_friction(reader: &mut Reader) -> f64 {
    if let Some(Value::List { .. }) = reader.optional("friction") {
        let place = reader.place_of("friction");
        let message = "`friction` of a tyre of the kind `brush` is one number, not one along and one across".to_owned();
        reader.refuse(place, message, "the kind `linear` takes two numbers");
        return f64::NAN;
    }
    reader.declared("friction", Sign::Positive)
}

fn calspan(reader: &mut Reader, radius: f64) -> Calspan {
    use Sign::{Any, NotNegative, Positive};
    let by_angle = [
        reader.declared("a0", NotNegative),
        reader.declared("a1", NotNegative),
        reader.declared("a2", Positive),
    ];
    let [a0, a1, a2] = by_angle;
    let a3 = reader.declared("a3", NotNegative);
    let a4 = reader.declared_or("a4", Positive, 1.0);
    if a3 > 0.0 && !reader.has("a4") {
        let place = reader.place_of("a3");
        let help = "give the load at which the inclination stiffness is zero again";
        reader.refuse(place, "`a3` means nothing without `a4`".to_owned(), help);
    }
    let friction = [
        reader.declared("b1", Any),
        reader.declared("b3", Positive),
        reader.declared("b4", Any),
        reader.declared("sn", Positive),
    ];
    Calspan {
        radius,
        stiffness: reader.declared("stiffness", Positive),
        stiffnesses: [a0, a1, a2, a3, a4],
        friction,
        trail: reader.declared("trail_by_load", NotNegative),
        low_speed: reader.declared("low_speed", Positive),
    }
}

/// `friction: 0.9` or `friction: [1.1, 0.9]`
fn friction(reader: &mut Reader) -> [f64; 2] {
    match reader.optional("friction") {
        Some(Value::List { .. }) => reader.declared_array("friction", Sign::Positive),
        Some(_) | None => [reader.declared("friction", Sign::Positive); 2],
    }
}

fn tmeasy(reader: &mut Reader, radius: f64) -> Option<Tmeasy> {
    use Sign::{Any, NotNegative, Positive};
    let [longitudinal, lateral] = ["longitudinal", "lateral"].map(|key| {
        let value = reader.needed(key)?;
        reader.call(key, value, &["characteristic"], |reader, _| characteristic(reader))
    });
    let trail = reader.needed("trail").and_then(|value| {
        reader.call("trail", value, &["trail"], |reader, _| {
            Some(Trail {
                at_zero: reader.array("at_zero", &units::PLAIN, NotNegative, "[0.17, 0.2]"),
                zero_slip: reader.array("zero_slip", &units::PLAIN, Positive, "[0.2, 0.2]"),
                end_slip: reader.array("end_slip", &units::PLAIN, Positive, "[0.4, 0.4]"),
            })
        })
    });
    let nominal_load = reader.declared("nominal_load", Positive);
    let bottoming = reader.optional("bottoming").and_then(|value| {
        reader.call("bottoming", value, &["rim"], |reader, _| {
            Some([
                reader.number("deflection", &units::LENGTH, Positive, "80 mm"),
                reader.number("stiffness", &units::STIFFNESS, NotNegative, "1 MN/m"),
            ])
        })
    });
    let width = reader.declared("width", Positive);
    let stiffness = reader.declared("stiffness", Positive);
    let progression = reader.declared("progression", Any);
    let damping = reader.declared("damping", NotNegative);
    let greatest_load = reader.declared_or("greatest_load", Positive, 3.5 * nominal_load);
    let camber = reader.declared("camber", NotNegative);
    let rolling_resistance = rolling_resistance(reader);
    let carcass = reader.declared_array("carcass", Positive);
    Some(Tmeasy {
        radius,
        width,
        stiffness,
        progression,
        damping,
        bottoming: bottoming.unwrap_or([radius, 0.0]),
        nominal_load,
        greatest_load,
        longitudinal: longitudinal?,
        lateral: lateral?,
        trail: trail?,
        camber,
        rolling_resistance,
        carcass,
    })
}

/// `characteristic(slope: [..] N, peak: [..] N, peak_slip: [..], sliding: [..] N, sliding_slip: [..])`
fn characteristic(reader: &mut Reader) -> Option<Characteristic> {
    let force = |reader: &mut Reader, key| reader.array(key, &units::FORCE, Sign::Positive, "[4000, 7000] N");
    let slip = |reader: &mut Reader, key| reader.array(key, &units::PLAIN, Sign::Positive, "[0.1, 0.12]");
    let found = Characteristic {
        slope: force(reader, "slope"),
        peak: force(reader, "peak"),
        peak_slip: slip(reader, "peak_slip"),
        sliding: force(reader, "sliding"),
        sliding_slip: slip(reader, "sliding_slip"),
    };
    for load in 0..2 {
        let at = ["the nominal load", "twice the nominal load"][load];
        if found.sliding[load] > found.peak[load] {
            let place = reader.place_of("sliding");
            let message = format!("`sliding` is greater than `peak` at {at}");
            reader.refuse(place, message, "the peak is the greatest force");
        }
        if found.sliding_slip[load] <= found.peak_slip[load] {
            let place = reader.place_of("sliding_slip");
            let message = format!("`sliding_slip` is not above `peak_slip` at {at}");
            reader.refuse(place, message, "a tyre slides at a greater slip than that of its peak");
        }
    }
    Some(found)
}

/// The tyre of a property file; its mistakes are reported at their lines.
fn magic_formula(reader: &mut Reader) -> Option<PropertyFile> {
    let file = match reader.needed("file")? {
        Value::File(file) => file,
        other => {
            reader.wrong(
                other,
                "file",
                "the path of a property file in quotes: `\"tyres/front.tir\"`",
            );
            return None;
        }
    };
    let File { path, text } = file;
    let (source, text) = text.as_ref()?;
    let place = |number: usize| match line(text, number) {
        Some(bytes) => SourceSpan::in_text(*source, bytes),
        None => path.span,
    };
    match PropertyFile::read(text) {
        Ok(read) => {
            note(&read, reader);
            for warning in &read.warnings {
                let (place, message) = (place(warning.line), warning.message.clone());
                reader.context.ledger.warning(&catalogue::EQUIPMENT, place, message);
            }
            Some(read)
        }
        Err(mistakes) => {
            for mistake in mistakes {
                let place = place(mistake.line);
                reader
                    .context
                    .ledger
                    .error(&catalogue::EQUIPMENT, place, mistake.message);
            }
            None
        }
    }
}

/// Notes the coefficients that the file gives.
fn note(file: &PropertyFile, reader: &mut Reader) {
    let (mut own, mut usual) = (file.coefficients, Coefficients::default());
    for name in Coefficients::<f64>::NAMES {
        if let (Some(own), Some(usual)) = (own.by_name(name), usual.by_name(name)) {
            let values = vec![*own];
            if own != usual {
                reader.note(name, Noted::Numbers { values, unit: "" });
            }
        }
    }
    reader.note("FITTYP", Noted::Words(format!("{:?}", file.version)));
    reader.note("TYRESIDE", Noted::Words(format!("{:?}", file.side)));
}

/// The bytes of a line, counted from one.
fn line(text: &str, number: usize) -> Option<std::ops::Range<usize>> {
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if index + 1 == number {
            return Some(start..start + line.trim_end().len());
        }
        start += line.len();
    }
    None
}

/// Largest relative difference between the radius of a wheel and the radius of its tyre.
const UNLIKE: f64 = 0.02;

/// The consequence for a wheel and a tyre of different radii.
pub(super) const COUNTS: &str = "the tyre's radius counts; only outputs of a steering axis (`scrub_radius`, `trail`) and `slip_control` take the wheel's";

/// A wheel and a tyre of different radii, in words.
pub(super) fn unlike(wheel: &Wheel, law: &TyreLaw) -> Option<String> {
    let radius = law.radius();
    ((radius / wheel.radius - 1.0).abs() > UNLIKE).then(|| {
        let [own, tyre] = [wheel.radius, radius].map(quantity::digits);
        format!("`{}` has a radius of {own} m, and its tyre one of {tyre} m", wheel.name)
    })
}

/// Warns of tyres that do not fit on their wheels.
fn compare_radii(law: &TyreLaw, wheels: &[usize], reader: &mut Reader) {
    for &position in wheels {
        let wheel = reader.parts.wheels[position].as_ref();
        if let Some(message) = wheel.and_then(|wheel| unlike(wheel, law)) {
            let place = reader.place;
            reader
                .context
                .ledger
                .warning(&catalogue::EQUIPMENT, place, message)
                .help(COUNTS);
        }
    }
}
