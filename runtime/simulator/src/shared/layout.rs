//! The numbers of a shared memory, and their positions.

use crate::shared::exchange;
use core::fmt;
use std::collections::BTreeSet;
use std::string::{String, ToString};
use std::vec::Vec;

/// A number that is exchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// Name of letters, digits and underscores, beginning with a letter.
    pub name: String,
    /// SI unit; empty for a plain number.
    pub unit: String,
    /// Value before a partner has sent a value.
    pub neutral: f64,
}

impl Port {
    /// A number whose neutral value is zero.
    pub fn new(name: &str, unit: &str) -> Self {
        Self {
            name: name.to_string(),
            unit: unit.to_string(),
            neutral: 0.0,
        }
    }

    /// The same with this neutral value.
    #[must_use]
    pub fn with_neutral(self, neutral: f64) -> Self {
        Self { neutral, ..self }
    }
}

/// A layout that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLayout(String);

impl fmt::Display for WrongLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for WrongLayout {}

/// Input and output numbers of a vehicle, and their positions in a shared memory.
///
/// Numbers are 64-bit floating-point numbers in the byte order of the host. The memory consists of words of 8 bytes: mark, hash of
/// the layout, number of words, the partner's hash, state of the vehicle, three reserved words; then the channel of the inputs, and
/// the channel of the outputs ([`exchange`]).
///
/// ```
/// use wishbone_simulator::shared::{Layout, Port};
///
/// let layout = Layout::new("oscillator", [Port::new("base", "m")], [Port::new("x", "m"), Port::new("v", "m/s")])?;
/// assert!(layout.c_header().contains("double base; /* [m] */"));
/// assert!(layout.python().contains("(\"v\", ctypes.c_double)"));
/// # Ok::<(), wishbone_simulator::shared::WrongLayout>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    name: String,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
}

/// First word of a shared memory: `WISHBON1` read as a little-endian number.
pub(super) const MARK: u64 = u64::from_le_bytes(*b"WISHBON1");
/// Words before the channels.
pub(super) const HEAD: usize = 8;
/// Largest count of numbers in a direction.
const MOST: usize = 4096;

impl Layout {
    /// The layout of a vehicle with this name, inputs and outputs.
    ///
    /// # Errors
    /// Returns an error in four cases: a name is not valid in C and Python, or appears twice in a direction; a unit has
    /// characters that end a comment or a string; a neutral value is not finite; a direction has more than 4096
    /// numbers.
    pub fn new(
        name: &str,
        inputs: impl IntoIterator<Item = Port>,
        outputs: impl IntoIterator<Item = Port>,
    ) -> Result<Self, WrongLayout> {
        let layout = Self {
            name: name.to_string(),
            inputs: inputs.into_iter().collect(),
            outputs: outputs.into_iter().collect(),
        };
        is_name(name)?;
        for ports in [&layout.inputs, &layout.outputs] {
            check(ports)?;
        }
        Ok(layout)
    }

    /// Name of the vehicle.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Numbers that the vehicle takes.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    /// Numbers that the vehicle gives.
    pub fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// Hash of the vehicle's name, and of names, units and order of all numbers (FNV-1a, 64 bits; never zero). Both sides compare it.
    pub fn hash(&self) -> u64 {
        let mut text = std::format!("{}\n", self.name);
        for (direction, ports) in [("in", &self.inputs), ("out", &self.outputs)] {
            for port in ports {
                text += &std::format!("{direction} {} [{}]\n", port.name, port.unit);
            }
        }
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        text.bytes().fold(0xcbf2_9ce4_8422_2325, step).max(1)
    }

    /// Words of the whole memory.
    pub fn words(&self) -> usize {
        self.outputs_at() + exchange::words(self.outputs.len())
    }

    /// First word of the channel of the inputs.
    pub fn inputs_at(&self) -> usize {
        HEAD
    }

    /// First word of the channel of the outputs.
    pub fn outputs_at(&self) -> usize {
        HEAD + exchange::words(self.inputs.len())
    }
}

/// Checks the ports of one direction.
fn check(ports: &[Port]) -> Result<(), WrongLayout> {
    if ports.len() > MOST {
        let found = ports.len();
        return Err(WrongLayout(std::format!(
            "there are {found} numbers in one direction; leave out some: there can be {MOST}"
        )));
    }
    let mut names = BTreeSet::new();
    for Port { name, unit, neutral } in ports {
        is_name(name)?;
        if !names.insert(name) {
            return Err(WrongLayout(std::format!(
                "`{name}` appears twice; give one of them another name"
            )));
        }
        let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | '*');
        if !unit.chars().all(is_plain) {
            return Err(WrongLayout(std::format!(
                "the unit of `{name}`, `{unit}`, has a quotation mark, backslash, star or control character; write it as in `m/s^2`"
            )));
        }
        if !neutral.is_finite() {
            return Err(WrongLayout(std::format!(
                "the neutral value of `{name}` is {neutral}; it has to be finite"
            )));
        }
    }
    Ok(())
}

/// Checks that a name is valid in C and Python.
fn is_name(name: &str) -> Result<(), WrongLayout> {
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && name.len() <= 63;
    match first && plain && !KEYWORDS.contains(&name) {
        true => Ok(()),
        false => Err(WrongLayout(std::format!(
            "`{name}` is no name in C and Python; take up to 63 letters, digits and underscores, the first one a letter, and no keyword"
        ))),
    }
}

/// Keywords of C and Python, which are not valid names.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "auto", "await", "break", "case", "char", "class", "const", "continue", "def",
    "default", "del", "do", "double", "elif", "else", "enum", "except", "extern", "finally", "float", "for", "from",
    "global", "goto", "if", "import", "in", "inline", "int", "is", "lambda", "long", "nonlocal", "not", "or", "pass",
    "raise", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "try",
    "typedef", "union", "unsigned", "void", "volatile", "while", "with", "yield", "None", "True", "False",
];
