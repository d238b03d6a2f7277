//! Reads the attributes of a piece of equipment: numbers that are no parameters, each recorded with its unit.

use super::entry::{Entry, Noted};
use crate::diag::{SourceSpan, catalogue};
use crate::front::suggest;
use crate::front::syntax::{Attribute, Element, Path, Value, Word};
use crate::front::units::{self, Quantity};
use crate::model::attributes::{Attributes, Declared};
use crate::model::namespace::Kind;
use crate::model::parts::Parts;
pub(super) use crate::model::quantity::Sign;
use crate::model::quantity::{self, Need};
use crate::model::reading::context::Context;
use std::mem;
use wishbone_laws::curve::Samples;

/// A piece of equipment while its attributes are read. A number that cannot be read is NaN, and the piece is then not sound.
pub(super) struct Reader<'r, 'a> {
    pub(super) context: &'r mut Context<'a>,
    /// The other parts of the vehicle.
    pub(super) parts: &'r Parts,
    pub(super) element: &'a Element,
    attributes: Attributes<'a>,
    /// Source place of the text that is being read: the name of the piece, or a function.
    pub(super) place: SourceSpan,
    /// Names of the calls around the text that is being read, outermost first.
    path: Vec<String>,
    entries: Vec<Entry>,
    is_sound: bool,
}

/// Step at which a simulation is expected to be stable [s].
const USUAL_STEP: f64 = 1e-3;

/// Largest stable step of the third-order Adams-Bashforth method, in time constants of a decay.
const STABLE_DECAY: f64 = 6.0 / 11.0;

/// Abscissa and ordinate of a table: name and quantity of each.
pub(super) type Axes = [(&'static str, &'static Quantity); 2];

impl<'r, 'a> Reader<'r, 'a> {
    pub(super) fn new(element: &'a Element, context: &'r mut Context<'a>, parts: &'r Parts) -> Self {
        let attributes = context.attributes(element);
        Self::with(attributes, element, context, parts)
    }

    /// A reader of a piece whose attributes have names of the user's.
    pub(super) fn of_named(element: &'a Element, context: &'r mut Context<'a>, parts: &'r Parts) -> Self {
        let owner = format!("{} `{}`", element.keyword.text, element.name.text);
        let attributes = Attributes::new(owner, element.name.span, [], &mut context.ledger);
        Self::with(attributes, element, context, parts)
    }

    fn with(attributes: Attributes<'a>, element: &'a Element, context: &'r mut Context<'a>, parts: &'r Parts) -> Self {
        Self {
            context,
            parts,
            element,
            attributes,
            place: element.name.span,
            path: Vec::new(),
            entries: Vec::new(),
            is_sound: true,
        }
    }

    /// All numbers that were read; `None` if one of them was not sound.
    pub(super) fn finish(self) -> Option<Vec<Entry>> {
        self.attributes.finish(&mut self.context.ledger);
        self.is_sound.then_some(self.entries)
    }

    /// Whether everything so far is sound.
    pub(super) fn is_sound(&self) -> bool {
        self.is_sound
    }

    /// Notes that something is wrong, which has been reported.
    pub(super) fn spoil(&mut self) {
        self.is_sound = false;
    }

    /// Reports a value that does not fit the vehicle or the other values of the piece.
    pub(super) fn refuse(&mut self, place: SourceSpan, message: String, help: &str) {
        self.spoil();
        let problem = self.context.ledger.error(&catalogue::EQUIPMENT, place, message);
        problem.help = (!help.is_empty()).then(|| help.to_owned());
    }

    /// Warns of a part that needs shorter steps than the usual step, given the largest stable step of the third-order
    /// Adams-Bashforth method [s].
    pub(super) fn warn_of(&mut self, step: f64, what: &str, place: SourceSpan, help: &str) {
        if step < USUAL_STEP {
            let step = step_ms(step);
            let message = format!("{what} needs steps of at most {step} ms");
            let problem = self.context.ledger.warning(&catalogue::EQUIPMENT, place, message);
            problem
                .label("longer steps of the third-order Adams-Bashforth method are unstable")
                .help(help);
        }
    }

    /// A time constant with which a state follows, or its default. If it is too short for the usual step, there is a
    /// warning.
    pub(super) fn delay_or(&mut self, key: &'static str, sign: Sign, default: f64) -> f64 {
        let delay = self.number_or(key, &units::TIME, sign, default);
        self.judge_delay(key, delay);
        delay
    }

    /// Warns of a time constant that is too short for the usual step.
    pub(super) fn judge_delay(&mut self, key: &'static str, delay: f64) {
        if delay > 0.0 {
            let (place, name) = (self.place_of(key), &self.element.name.text);
            let what = format!("`{key}` of `{name}`");
            self.warn_of(STABLE_DECAY * delay, &what, place, "let it be longer");
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.attributes.has(key)
    }

    /// Source place of an attribute's value; for a missing value, the place of the whole piece.
    pub(super) fn place_of(&mut self, key: &'static str) -> SourceSpan {
        self.attributes.optional(key).map_or(self.place, Value::span)
    }

    /// The value of an attribute that must be given.
    pub(super) fn required(&mut self, key: &'static str, example: &'static str) -> Option<&'a Value> {
        let value = self.attributes.required(key, example);
        self.is_sound &= value.is_some();
        value
    }

    pub(super) fn optional(&mut self, key: &'static str) -> Option<&'a Value> {
        self.attributes.optional(key)
    }

    /// The value of an attribute of the piece that must be given.
    pub(super) fn needed(&mut self, key: &'static str) -> Option<&'a Value> {
        let value = self.attributes.needed(key);
        self.is_sound &= value.is_some();
        value
    }

    /// The quantity of an attribute of the piece by the language.
    pub(super) fn quantity(&self, key: &str) -> &'static Quantity {
        self.attributes.quantity(key)
    }

    /// A number of the piece, with the unit and the default that the language gives.
    pub(super) fn declared(&mut self, key: &'static str, sign: Sign) -> f64 {
        let need = Need::new(key, self.quantity(key));
        match self.attributes.declared(key) {
            Declared::Given(value) => self.value(value, need, sign),
            Declared::Default(value) => {
                quantity::fixed_scalar(&value, need, &mut self.context.ledger).unwrap_or(f64::NAN)
            }
            Declared::Missing => {
                self.spoil();
                f64::NAN
            }
        }
    }

    /// A number of the piece, whose default depends on other numbers.
    pub(super) fn declared_or(&mut self, key: &'static str, sign: Sign, default: f64) -> f64 {
        self.number_or(key, self.quantity(key), sign, default)
    }

    /// Several numbers of the piece by the language; none after a report.
    pub(super) fn declared_list(&mut self, key: &'static str, sign: Sign) -> Option<Vec<f64>> {
        let need = Need::new(key, self.quantity(key));
        match self.attributes.declared(key) {
            Declared::Given(value) => self.numbers_of(value, need, sign),
            Declared::Default(value) => quantity::scalars(&value, need, &mut self.context.ledger),
            Declared::Missing => {
                self.spoil();
                None
            }
        }
    }

    /// So many numbers of the piece by the language.
    pub(super) fn declared_array<const N: usize>(&mut self, key: &'static str, sign: Sign) -> [f64; N] {
        let given = self.optional(key);
        let numbers = self.declared_list(key, sign).map(<[f64; N]>::try_from);
        match (numbers, given) {
            (Some(Ok(numbers)), _) => numbers,
            (Some(Err(_)), Some(value)) => {
                self.wrong(value, key, &format!("a list of {N} numbers"));
                [f64::NAN; N]
            }
            (Some(Err(_)) | None, _) => [f64::NAN; N],
        }
    }

    /// A number that must be given.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        quantity: &'static Quantity,
        sign: Sign,
        example: &'static str,
    ) -> f64 {
        match self.required(key, example) {
            Some(value) => self.value(value, Need::new(key, quantity), sign),
            None => f64::NAN,
        }
    }

    /// A number, or its default.
    pub(super) fn number_or(
        &mut self,
        key: &'static str,
        quantity: &'static Quantity,
        sign: Sign,
        default: f64,
    ) -> f64 {
        match self.optional(key) {
            Some(value) => self.value(value, Need::new(key, quantity), sign),
            None => default,
        }
    }

    fn value(&mut self, value: &Value, need: Need, sign: Sign) -> f64 {
        let number = quantity::fixed_scalar(value, need, &mut self.context.ledger);
        self.noted(number.map(|number| vec![number]), value, need, sign)
            .map_or(f64::NAN, |numbers| numbers[0])
    }

    /// Checks the signs of numbers, and notes them.
    fn noted(&mut self, numbers: Option<Vec<f64>>, value: &Value, need: Need, sign: Sign) -> Option<Vec<f64>> {
        let (holds, must): (fn(f64) -> bool, &str) = match sign {
            Sign::Any => (|_| true, ""),
            Sign::NotNegative => (|x| x >= 0.0, "zero or greater"),
            Sign::Positive => (|x| x > 0.0, "greater than zero"),
        };
        let is_sound = numbers.as_ref().is_some_and(|numbers| {
            let holds = numbers.iter().all(|&x| holds(x));
            quantity::check_sign(holds, value.span(), need, must, &mut self.context.ledger)
        });
        if !is_sound {
            self.spoil();
            return None;
        }
        let numbers = numbers?;
        let (values, unit) = (numbers.clone(), need.quantity.si());
        self.note(need.key, Noted::Numbers { values, unit });
        Some(numbers)
    }

    /// Notes an attribute.
    pub(super) fn note(&mut self, key: &str, value: Noted) {
        let attribute = self.path.iter().map(String::as_str).chain([key]);
        let attribute = attribute.collect::<Vec<_>>().join(".");
        self.entries.push(Entry { attribute, value });
    }

    /// Several numbers; none after a report.
    pub(super) fn list(
        &mut self,
        key: &'static str,
        quantity: &'static Quantity,
        sign: Sign,
        example: &'static str,
    ) -> Option<Vec<f64>> {
        let value = self.required(key, example)?;
        self.numbers_of(value, Need::new(key, quantity), sign)
    }

    fn numbers_of(&mut self, value: &Value, need: Need, sign: Sign) -> Option<Vec<f64>> {
        let numbers = quantity::scalars(value, need, &mut self.context.ledger);
        self.noted(numbers, value, need, sign)
    }

    /// So many numbers, or their defaults.
    pub(super) fn array_or<const N: usize>(
        &mut self,
        key: &'static str,
        quantity: &'static Quantity,
        sign: Sign,
        default: [f64; N],
    ) -> [f64; N] {
        match self.optional(key) {
            Some(value) => self.array_of(value, Need::new(key, quantity), sign),
            None => default,
        }
    }

    /// So many numbers, which must be given.
    pub(super) fn array<const N: usize>(
        &mut self,
        key: &'static str,
        quantity: &'static Quantity,
        sign: Sign,
        example: &'static str,
    ) -> [f64; N] {
        match self.required(key, example) {
            Some(value) => self.array_of(value, Need::new(key, quantity), sign),
            None => [f64::NAN; N],
        }
    }

    fn array_of<const N: usize>(&mut self, value: &Value, need: Need, sign: Sign) -> [f64; N] {
        let Some(numbers) = self.numbers_of(value, need, sign) else {
            return [f64::NAN; N];
        };
        numbers.try_into().unwrap_or_else(|_| {
            let needed = format!("a list of {N} numbers");
            self.wrong(value, need.key, &needed);
            [f64::NAN; N]
        })
    }

    /// One number for each of `count`, or a single one for all.
    pub(super) fn each(
        &mut self,
        key: &'static str,
        quantity: &'static Quantity,
        value: &'a Value,
        count: usize,
    ) -> Option<Vec<f64>> {
        let need = Need::new(key, quantity);
        if let Value::Number(_) = value {
            let number = self.value(value, need, Sign::NotNegative);
            return Some(vec![number; count]);
        }
        let numbers = self.numbers_of(value, need, Sign::NotNegative)?;
        // Of wheels that are not there nobody knows how many were meant.
        if numbers.len() != count && self.is_sound {
            self.wrong(value, key, &format!("one number, or {count}: one for each"));
            return None;
        }
        Some(numbers)
    }

    /// A whole number in a range, or its default.
    pub(super) fn count_or(&mut self, key: &'static str, most: usize, default: usize) -> usize {
        let Some(value) = self.optional(key) else {
            return default;
        };
        let number = self.value(value, Need::new(key, &units::PLAIN), Sign::NotNegative);
        if number.fract() == 0.0 && number <= most as f64 {
            return number as usize;
        }
        if number.is_finite() {
            self.wrong(value, key, &format!("a whole number from 0 to {most}"));
        }
        default
    }

    /// Reports a value of the wrong shape.
    pub(super) fn wrong(&mut self, value: &Value, key: &str, needed: &str) {
        self.spoil();
        let _: Option<()> = quantity::wrong_value(value, key, needed, &mut self.context.ledger);
    }

    /// One of several words; the first if none is given.
    pub(super) fn word(&mut self, key: &'static str, words: &[&'static str]) -> &'static str {
        let Some(value) = self.optional(key) else {
            return words[0];
        };
        let found = match value {
            Value::Name(path) => words.iter().find(|word| **word == path.text),
            _ => None,
        };
        if found.is_none() {
            self.wrong(value, key, &format!("one of {}", suggest::quoted(words)));
        }
        let found = found.unwrap_or(&words[0]);
        self.note(key, Noted::Words((*found).to_owned()));
        found
    }

    /// A name that must be given.
    pub(super) fn name(&mut self, key: &'static str, example: &'static str) -> Option<&'a Path> {
        match self.required(key, example)? {
            Value::Name(path) => {
                self.note(key, Noted::Words(path.text.clone()));
                Some(path)
            }
            other => {
                self.wrong(other, key, "a name");
                None
            }
        }
    }

    /// Several names; `count` of them, if that is given.
    pub(super) fn names(&mut self, key: &'static str, value: &'a Value, count: Option<usize>) -> Vec<&'a Path> {
        let names = match value {
            Value::List { members, .. } => {
                let name = |member: &'a Value| match member {
                    Value::Name(path) => Some(path),
                    _ => None,
                };
                members.iter().map(name).collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        match names.filter(|names| count.is_none_or(|count| names.len() == count)) {
            Some(names) => {
                let words: Vec<&str> = names.iter().map(|path| path.text.as_str()).collect();
                self.note(key, Noted::Words(words.join(", ")));
                names
            }
            None => {
                let needed = match count {
                    Some(count) => format!("a list of {count} names"),
                    None => "a list of names".to_owned(),
                };
                self.wrong(value, key, &needed);
                Vec::new()
            }
        }
    }

    /// The part of the vehicle with a name.
    pub(super) fn find(&mut self, kind: Kind, path: &Path) -> Option<usize> {
        let found = self.context.find(kind, path);
        self.is_sound &= found.is_some();
        found
    }

    /// Name of a marker.
    pub(super) fn marker(&mut self, path: &Path) -> Option<String> {
        const DECLARE: &str = "declare one: `marker centre: on(chassis) { at: .. }`";
        // Markers are kept among the force elements, which are no help here.
        if !self.context.scope.knows(Kind::Force, path, self.context.group) {
            let forces = self.parts.forces.iter().flatten();
            let markers: Vec<&str> = forces
                .filter(|force| force.law.marker().is_some())
                .map(|force| force.name.as_str())
                .collect();
            let help = suggest::advice(&path.text, &markers).unwrap_or_else(|| DECLARE.to_owned());
            self.refuse(path.span, format!("there is no marker `{}`", path.text), &help);
            return None;
        }
        let position = self.find(Kind::Force, path)?;
        let force = self.parts.forces[position].as_ref()?;
        if force.law.marker().is_none() {
            self.refuse(path.span, format!("`{}` is no marker", path.text), DECLARE);
            return None;
        }
        Some(self.context.scope.name(Kind::Force, position).to_owned())
    }

    /// Positions of the wheels that the piece is declared for: the named wheels, or `all`.
    pub(super) fn wheels(&mut self) -> Vec<usize> {
        let count = self.context.scope.count(Kind::Wheel);
        let named = self.element.form.as_ref().map_or(&[][..], |form| &form.arguments);
        match named {
            [one] if one.text == "all" => (0..count).collect(),
            [] => {
                let message = format!(
                    "{} `{}` has no wheels",
                    self.element.keyword.text, self.element.name.text
                );
                self.refuse(
                    self.place,
                    message,
                    "name the wheels behind the kind, or `all`: `(all)`",
                );
                Vec::new()
            }
            paths => {
                let mut wheels = Vec::new();
                for path in paths {
                    match self.find(Kind::Wheel, path) {
                        Some(wheel) if wheels.contains(&wheel) => {
                            let message = format!(
                                "{} `{}` names the wheel `{}` twice",
                                self.element.keyword.text, self.element.name.text, path.text
                            );
                            self.refuse(path.span, message, "name each wheel once");
                        }
                        found => wheels.extend(found),
                    }
                }
                wheels
            }
        }
    }

    /// The value of an attribute as a call of one of these functions, whose arguments are read.
    pub(super) fn call<T>(
        &mut self,
        key: &str,
        value: &'a Value,
        functions: &[&'static str],
        read: impl FnOnce(&mut Self, &'static str) -> Option<T>,
    ) -> Option<T> {
        let Value::Call { function, arguments } = value else {
            self.wrong(value, key, &format!("one of {}", suggest::quoted(functions)));
            return None;
        };
        let Some(known) = functions.iter().find(|known| **known == function.text) else {
            self.spoil();
            let message = format!("`{key}` cannot be a `{}`", function.text);
            let problem = self
                .context
                .ledger
                .error(&catalogue::UNKNOWN_KIND, function.span, message);
            problem.help = suggest::advice(&function.text, functions);
            return None;
        };
        self.note(key, Noted::Words((*known).to_owned()));
        let result = self.within(key, function, arguments, |reader| read(reader, known));
        self.is_sound &= result.is_some();
        result
    }

    /// A list of calls, such as `[event(..), event(..)]`, of 1 to `most` members, which `what` names. The numbers of
    /// each member are recorded under its place in the list, `events.2`; `None` after a report.
    pub(super) fn calls<T>(
        &mut self,
        key: &str,
        value: &'a Value,
        (most, what): (usize, &str),
        functions: &[&'static str],
        mut read: impl FnMut(&mut Self, &'static str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let members = match value {
            Value::List { members, .. } if (1..=most).contains(&members.len()) => members,
            other => {
                self.wrong(other, key, &format!("a list of 1 to {most} {what}"));
                return None;
            }
        };
        let members = members.iter().enumerate();
        let each = members.map(|(k, member)| self.call(&format!("{key}.{}", k + 1), member, functions, &mut read));
        each.collect::<Vec<Option<T>>>().into_iter().collect()
    }

    /// Reads the arguments of a function in place of the attributes.
    fn within<T>(
        &mut self,
        key: &str,
        function: &Word,
        arguments: &'a [Attribute],
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let owner = format!("`{}`", function.text);
        let inner = Attributes::new(owner, function.span, arguments, &mut self.context.ledger);
        let outer = mem::replace(&mut self.attributes, inner);
        let place = mem::replace(&mut self.place, function.span);
        self.path.push(key.to_owned());
        let result = read(self);
        self.path.pop();
        self.place = place;
        let inner = mem::replace(&mut self.attributes, outer);
        inner.finish(&mut self.context.ledger);
        result
    }

    /// A curve through points, `table(x: [..], y: [..])`, held beyond them.
    pub(super) fn table(&mut self, key: &'static str, value: &'a Value, axes: Axes) -> Option<Samples> {
        self.call(key, value, &["table"], |reader, _| reader.points(axes))
    }

    /// The points of a table whose arguments are being read.
    pub(super) fn points(&mut self, [(x, of_x), (y, of_y)]: Axes) -> Option<Samples> {
        let place = self.place_of(x);
        let xs = self.list(x, of_x, Sign::Any, "[..]");
        let ys = self.list(y, of_y, Sign::Any, "[..]");
        match Samples::new(&xs?, &ys?) {
            Ok(samples) => Some(samples),
            Err(unsound) => {
                let problem = self
                    .context
                    .ledger
                    .error(&catalogue::TABLE, place, "the table describes no function");
                problem.label(unsound.to_string());
                None
            }
        }
    }

    /// A table that may be left out.
    pub(super) fn table_or(&mut self, key: &'static str, axes: Axes, default: Samples) -> Samples {
        match self.optional(key) {
            Some(value) => self.table(key, value, axes).unwrap_or(default),
            None => default,
        }
    }
}

/// A step [s] in milliseconds, rounded down to hundredths, or to two significant digits if it is shorter.
pub(super) fn step_ms(step: f64) -> String {
    let ms = 1e3 * step;
    let place = if ms > 0.0 {
        (1.0 - ms.log10().floor()).max(2.0)
    } else {
        2.0
    };
    let scale = 10f64.powf(place);
    quantity::digits((scale * ms).floor() / scale)
}
