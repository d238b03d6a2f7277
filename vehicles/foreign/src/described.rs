//! What the model description of an FMU tells of its co-simulation.
//!
//! FMI 2.0.4, section 2.2; FMI 3.0.2, section 2.4.

use crate::{Standard, Wrong, wrong};
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::Event;
use std::collections::BTreeMap;
use std::str::FromStr;

/// A scalar variable that can be connected.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub reference: u32,
    /// Whether the variable is an integer of 32 bits; otherwise it is a floating-point number of 64 bits.
    pub is_whole: bool,
    /// `input`, `output`, `parameter` ..
    pub causality: String,
    pub unit: Option<String>,
}

/// A unit: a number in it is `(SI - offset) / factor`.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Exponents of kg, m, s, rad, A, K, mol, cd.
    pub exponents: [i32; 8],
    pub factor: f64,
    pub offset: f64,
}

/// Types of variables that cannot be connected.
const OTHERS: [&str; 13] = [
    "Binary",
    "Boolean",
    "Clock",
    "Enumeration",
    "Float32",
    "Int8",
    "Int16",
    "Int64",
    "String",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
];

const BASE: [&str; 8] = ["kg", "m", "s", "rad", "A", "K", "mol", "cd"];

/// A model description.
#[derive(Clone, Debug)]
pub struct Described {
    pub version: Standard,
    pub token: String,
    /// Name of the library.
    pub identifier: String,
    pub variables: BTreeMap<String, Variable>,
    /// All other variables, by name: arrays and other types, none of which can be connected.
    pub others: BTreeMap<String, String>,
    pub units: BTreeMap<String, Unit>,
    /// Capabilities of co-simulation.
    pub varies_steps: bool,
    pub keeps: bool,
    pub serialises: bool,
    pub is_single: bool,
    /// Length of its internal steps [s]; its steps are multiples of this length. `None` if the description gives no
    /// length.
    pub internal_step: Option<f64>,
}

type Attributes = BTreeMap<String, String>;

impl Described {
    /// Reads a model description.
    ///
    /// # Errors
    /// Returns an error if the text is not a description of FMI 2.0 or 3.0, or has no co-simulation that runs without
    /// other tools.
    pub fn read(text: &str) -> Result<Self, Wrong> {
        let told =
            |reason: &dyn std::fmt::Display| wrong(format!("its `modelDescription.xml` cannot be read: {reason}"));
        let mut own = Self {
            version: Standard::Two,
            token: String::new(),
            identifier: String::new(),
            variables: BTreeMap::new(),
            others: BTreeMap::new(),
            units: BTreeMap::new(),
            varies_steps: false,
            keeps: false,
            serialises: false,
            is_single: false,
            internal_step: None,
        };
        let mut reader = Reader::from_str(text);
        let mut around: Vec<(String, Attributes)> = Vec::new();
        let (mut types, mut typed) = (BTreeMap::new(), Vec::new());
        let mut has_co_simulation = false;
        loop {
            let event = reader.read_event().map_err(|reason| told(&reason))?;
            let (start, is_open) = match &event {
                Event::Start(start) => (start, true),
                Event::Empty(start) => (start, false),
                Event::End(_) => {
                    let _ = around.pop();
                    continue;
                }
                Event::Eof => break,
                _ => continue,
            };
            let name = start.name().as_ref().to_owned();
            let mut attributes = Attributes::new();
            for attribute in start.attributes() {
                let attribute = attribute.map_err(|reason| told(&reason))?;
                let key: String = attribute.key.as_ref().to_owned();
                let value = unescape(&attribute.value).map_err(|reason| told(&reason))?;
                let _ = attributes.insert(key, value.into_owned());
            }
            let get = |key: &str| attributes.get(key).cloned();
            let parent = around.last().map_or("", |(name, _)| name.as_str());
            match (parent, name.as_str()) {
                ("", "fmiModelDescription") => {
                    let version = get("fmiVersion").unwrap_or_default();
                    own.version = match version.split('.').next() {
                        Some("2") => Standard::Two,
                        Some("3") => Standard::Three,
                        _ => {
                            return Err(wrong(format!(
                                "it is of FMI {version}: export it again as a co-simulation of FMI 2.0 or 3.0"
                            )));
                        }
                    };
                    own.token = get("guid").or_else(|| get("instantiationToken")).unwrap_or_default();
                }
                ("fmiModelDescription", "CoSimulation") => {
                    has_co_simulation = true;
                    own.identifier = get("modelIdentifier").unwrap_or_default();
                    let is = |keys: [&str; 2]| keys.iter().any(|key| get(key).is_some_and(|text| is_true(&text)));
                    own.varies_steps = is(["canHandleVariableCommunicationStepSize"; 2]);
                    own.keeps = is(["canGetAndSetFMUstate", "canGetAndSetFMUState"]);
                    own.serialises = is(["canSerializeFMUstate", "canSerializeFMUState"]);
                    own.is_single = is(["canBeInstantiatedOnlyOncePerProcess"; 2]);
                    let internal = number(&attributes, "fixedInternalStepSize", 0.0)?;
                    own.internal_step = Some(internal).filter(|step| *step > 0.0);
                    if is(["needsExecutionTool"; 2]) {
                        return Err(wrong(
                            "it needs the tool that exported it (`needsExecutionTool`): export it as one that runs by itself",
                        ));
                    }
                }
                ("Unit", "BaseUnit") => {
                    let unit = around.last().and_then(|(_, unit)| unit.get("name")).cloned();
                    let mut exponents = [0; 8];
                    for (exponent, base) in exponents.iter_mut().zip(BASE) {
                        *exponent = number(&attributes, base, 0)?;
                    }
                    let base = Unit {
                        exponents,
                        factor: number(&attributes, "factor", 1.0)?,
                        offset: number(&attributes, "offset", 0.0)?,
                    };
                    let _ = unit.map(|unit| own.units.insert(unit, base));
                }
                ("SimpleType", "Real") => {
                    let of = around.last().and_then(|(_, own)| own.get("name")).cloned();
                    let _ = of.zip(get("unit")).map(|(name, unit)| types.insert(name, unit));
                }
                ("TypeDefinitions", "Float64Type") => {
                    let _ = get("name")
                        .zip(get("unit"))
                        .map(|(name, unit)| types.insert(name, unit));
                }
                ("ScalarVariable", "Real" | "Integer") => {
                    let scalar = around.last().map(|(_, scalar)| scalar.clone()).unwrap_or_default();
                    typed.push((scalar, name == "Integer", false, get("unit"), get("declaredType")));
                }
                ("ModelVariables", "Float64" | "Int32") => {
                    typed.push((
                        attributes.clone(),
                        name == "Int32",
                        false,
                        get("unit"),
                        get("declaredType"),
                    ));
                }
                ("ScalarVariable", kind) if OTHERS.contains(&kind) => {
                    let scalar = around.last().and_then(|(_, scalar)| scalar.get("name")).cloned();
                    own.others
                        .extend(scalar.map(|scalar| (scalar, format!("of the type `{kind}`"))));
                }
                ("ModelVariables", kind) if OTHERS.contains(&kind) => {
                    own.others
                        .extend(get("name").map(|name| (name, format!("of the type `{kind}`"))));
                }
                ("Float64" | "Int32", "Dimension") => {
                    // An array is no scalar, however many dimensions it has.
                    if let Some((_, _, is_array, ..)) = typed.last_mut() {
                        *is_array = true;
                    }
                }
                _ => {}
            }
            if is_open {
                around.push((name, attributes));
            }
        }
        if !has_co_simulation || own.identifier.is_empty() {
            return Err(wrong(
                "it has no co-simulation: export it as one of FMI 2.0 or 3.0 (model exchange has no steps of its own)",
            ));
        }
        for (scalar, is_whole, is_array, unit, declared) in typed {
            if is_array {
                let name = scalar.get("name").cloned();
                own.others.extend(name.map(|name| (name, "an array".to_owned())));
                continue;
            }
            let get = |key: &str| scalar.get(key).cloned();
            let (Some(name), Some(reference)) = (get("name"), get("valueReference").and_then(|own| own.parse().ok()))
            else {
                continue;
            };
            let unit = unit.or_else(|| declared.and_then(|name| types.get(&name).cloned()));
            let causality = get("causality").unwrap_or_else(|| "local".to_owned());
            let variable = Variable {
                reference,
                is_whole,
                causality,
                unit,
            };
            let _ = own.variables.insert(name, variable);
        }
        Ok(own)
    }
}

/// Whether a text is the true one of `xs:boolean`.
fn is_true(text: &str) -> bool {
    matches!(text.trim(), "true" | "1")
}

/// The number in an attribute; the default if the attribute is left out.
fn number<T: FromStr>(attributes: &Attributes, key: &str, default: T) -> Result<T, Wrong> {
    let Some(text) = attributes.get(key) else {
        return Ok(default);
    };
    let wrong_number = |_| {
        wrong(format!(
            "its `modelDescription.xml` has `{key}=\"{text}\"`, which is no such number"
        ))
    };
    text.trim().parse().map_err(wrong_number)
}
