//! Units to SI, and their dimensions.

use std::f64::consts::PI;

/// Exponents of metre, kilogram, second and radian.
///
/// The angle is a separate dimension, so that `12 deg` is no length ratio; `N*m/rad` and `N*m` differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// Exponent of the metre.
    pub length: i8,
    /// Exponent of the kilogram.
    pub mass: i8,
    /// Exponent of the second.
    pub time: i8,
    /// Exponent of the radian.
    pub angle: i8,
}

/// The value of a unit expression: a factor to SI, and a dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Factor to SI.
    pub factor: f64,
    /// Its dimension.
    pub dimension: Dimension,
}

/// A dimension with a name in engineering.
#[derive(Debug, PartialEq)]
pub struct Quantity {
    /// Its name with the article: `a mass`.
    pub name: &'static str,
    /// Its dimension.
    pub dimension: Dimension,
    /// The unit to suggest.
    pub example: &'static str,
    /// Smallest absolute value in a vehicle, except zero [SI].
    pub least: f64,
    /// Largest absolute value in a vehicle [SI].
    pub greatest: f64,
}

impl Quantity {
    /// Its SI unit as written in a declaration; empty for a plain number.
    pub fn si(&self) -> &'static str {
        if self.example == "deg" { "rad" } else { self.example }
    }

    /// Its name with the unit to write: `a mass [kg]`.
    pub(crate) fn told(&self) -> String {
        match self.example {
            "" => self.name.to_owned(),
            unit => format!("{} [{unit}]", self.name),
        }
    }
}

const fn dimension(length: i8, mass: i8, time: i8, angle: i8) -> Dimension {
    Dimension {
        length,
        mass,
        time,
        angle,
    }
}

macro_rules! quantities {
    ($($(#[$doc:meta])* $name:ident = $text:literal, ($l:literal, $m:literal, $t:literal, $a:literal), $example:literal,
        $least:literal, $greatest:literal;)*) => {
        $($(#[$doc])* pub static $name: Quantity = Quantity {
            name: $text,
            dimension: dimension($l, $m, $t, $a),
            example: $example,
            least: $least,
            greatest: $greatest,
        };)*
        /// All quantities with a name.
        pub static QUANTITIES: &[&Quantity] = &[$(&$name),*];
    };
}

// The ranges are wide: they detect typing errors and wrong units, and accept any vehicle from a model as small as a
// matchbox to a ship. Powers and products of numbers within them stay far from the limits of `f64`.
quantities! {
    /// Without dimension.
    PLAIN = "a plain number", (0, 0, 0, 0), "", 1e-12, 1e12;
    /// [m]
    LENGTH = "a length", (1, 0, 0, 0), "m", 1e-9, 1e6;
    /// [kg]
    MASS = "a mass", (0, 1, 0, 0), "kg", 1e-9, 1e9;
    /// [s]
    TIME = "a time", (0, 0, 1, 0), "s", 1e-9, 1e9;
    /// [rad]
    ANGLE = "an angle", (0, 0, 0, 1), "deg", 1e-12, 1e6;
    /// [m/s]
    SPEED = "a speed", (1, 0, -1, 0), "m/s", 1e-9, 1e6;
    /// [m/s^2]
    ACCELERATION = "an acceleration", (1, 0, -2, 0), "m/s^2", 1e-9, 1e6;
    /// [rad/s]
    ANGULAR_SPEED = "an angular speed", (0, 0, -1, 1), "rad/s", 1e-9, 1e6;
    /// [1/s]
    FREQUENCY = "a frequency", (0, 0, -1, 0), "Hz", 1e-9, 1e9;
    /// [m^2]
    AREA = "an area", (2, 0, 0, 0), "m^2", 1e-15, 1e9;
    /// [m^3]
    VOLUME = "a volume", (3, 0, 0, 0), "m^3", 1e-18, 1e12;
    /// [N]
    FORCE = "a force", (1, 1, -2, 0), "N", 1e-9, 1e12;
    /// [N m], also energy.
    TORQUE = "a torque or energy", (2, 1, -2, 0), "N*m", 1e-9, 1e12;
    /// [W]
    POWER = "a power", (2, 1, -3, 0), "W", 1e-9, 1e15;
    /// [Pa]
    PRESSURE = "a pressure", (-1, 1, -2, 0), "Pa", 1e-9, 1e15;
    /// [kg m^2]
    INERTIA = "a moment of inertia", (2, 1, 0, 0), "kg*m^2", 1e-15, 1e12;
    /// [N/m]
    STIFFNESS = "a spring rate", (0, 1, -2, 0), "N/m", 1e-9, 1e15;
    /// [N s/m]
    DAMPING = "a damping rate", (0, 1, -1, 0), "N*s/m", 1e-9, 1e15;
    /// [N m/rad]
    TORSIONAL_STIFFNESS = "a torsional rate", (2, 1, -2, -1), "N*m/rad", 1e-9, 1e15;
    /// [m/rad]
    LEAD = "a travel per angle", (1, 0, 0, -1), "m/rad", 1e-9, 1e6;
    /// [rad/m]
    TURNING = "an angle per travel", (-1, 0, 0, 1), "rad/m", 1e-6, 1e9;
    /// [N/rad], also [N m/m per rad].
    COUPLING_STIFFNESS = "a coupling rate", (1, 1, -2, -1), "N/rad", 1e-9, 1e15;
    /// [N s/rad]
    COUPLING_DAMPING = "a coupling damping rate", (1, 1, -1, -1), "N*s/rad", 1e-9, 1e15;
    /// [kg/m^3]
    DENSITY = "a density", (-3, 1, 0, 0), "kg/m^3", 1e-9, 1e9;
    /// [s/m]
    PER_SPEED = "a number per speed", (-1, 0, 1, 0), "s/m", 1e-9, 1e9;
    /// [1/m]
    PER_LENGTH = "a number per length", (-1, 0, 0, 0), "m^-1", 1e-9, 1e9;
    /// [1/rad]
    PER_ANGLE = "a number per angle", (0, 0, 0, -1), "rad^-1", 1e-12, 1e12;
    /// [1/N]
    PER_FORCE = "a number per force", (-1, -1, 2, 0), "N^-1", 1e-15, 1e6;
    /// [1/N^2]
    PER_SQUARE_FORCE = "a number per square of a force", (-2, -2, 4, 0), "N^-2", 1e-24, 1e6;
    /// [m/N]
    LENGTH_PER_FORCE = "a length per force", (0, -1, 2, 0), "m/N", 1e-15, 1e6;
    /// [rad s^2/m]
    STEER_GRADIENT = "an angle per acceleration", (-1, 0, 2, 1), "rad*s^2/m", 1e-9, 1e9;
    /// [s^2/m]
    PER_ACCELERATION = "a number per acceleration", (-1, 0, 2, 0), "s^2/m", 1e-9, 1e9;
    /// [rad/N]
    ANGLE_PER_FORCE = "an angle per force", (-1, -1, 2, 1), "rad/N", 1e-15, 1e6;
    /// [rad/(N m)]
    ANGLE_PER_TORQUE = "an angle per torque", (-2, -1, 2, 1), "rad/Nm", 1e-15, 1e6;
    /// [N m s/rad]
    TORSIONAL_DAMPING = "a torsional damping rate", (2, 1, -1, -1), "N*m*s/rad", 1e-9, 1e15;
}

/// International pound and standard gravity give the pound-force (NIST SP 811, appendix B).
const POUND: f64 = 0.453_592_37;
const STANDARD_GRAVITY: f64 = 9.806_65;
const INCH: f64 = 0.0254;

/// All units. `g` is the gram; a multiple of gravity is written in `m/s^2`.
static UNITS: &[(&str, f64, &Quantity)] = &[
    ("um", 1e-6, &LENGTH),
    ("mm", 1e-3, &LENGTH),
    ("cm", 1e-2, &LENGTH),
    ("m", 1.0, &LENGTH),
    ("km", 1e3, &LENGTH),
    ("in", INCH, &LENGTH),
    ("ft", 0.3048, &LENGTH),
    ("L", 1e-3, &VOLUME),
    ("mg", 1e-6, &MASS),
    ("g", 1e-3, &MASS),
    ("kg", 1.0, &MASS),
    ("t", 1e3, &MASS),
    ("lb", POUND, &MASS),
    ("us", 1e-6, &TIME),
    ("ms", 1e-3, &TIME),
    ("s", 1.0, &TIME),
    ("min", 60.0, &TIME),
    ("h", 3600.0, &TIME),
    ("rad", 1.0, &ANGLE),
    ("mrad", 1e-3, &ANGLE),
    ("deg", PI / 180.0, &ANGLE),
    ("rpm", 2.0 * PI / 60.0, &ANGULAR_SPEED),
    ("Hz", 1.0, &FREQUENCY),
    ("kHz", 1e3, &FREQUENCY),
    ("mph", 0.44704, &SPEED),
    ("kph", 1.0 / 3.6, &SPEED),
    ("N", 1.0, &FORCE),
    ("daN", 10.0, &FORCE),
    ("kN", 1e3, &FORCE),
    ("MN", 1e6, &FORCE),
    ("lbf", POUND * STANDARD_GRAVITY, &FORCE),
    ("Nm", 1.0, &TORQUE),
    ("J", 1.0, &TORQUE),
    ("kJ", 1e3, &TORQUE),
    ("W", 1.0, &POWER),
    ("kW", 1e3, &POWER),
    ("Pa", 1.0, &PRESSURE),
    ("kPa", 1e3, &PRESSURE),
    ("MPa", 1e6, &PRESSURE),
    ("bar", 1e5, &PRESSURE),
    ("psi", POUND * STANDARD_GRAVITY / (INCH * INCH), &PRESSURE),
];

/// The unit with this name.
pub fn lookup(name: &str) -> Option<Scale> {
    let (_, factor, quantity) = UNITS.iter().find(|(unit, ..)| *unit == name)?;
    Some(Scale {
        factor: *factor,
        dimension: quantity.dimension,
    })
}

/// All units: name, factor to SI, quantity.
pub fn all() -> impl Iterator<Item = (&'static str, f64, &'static Quantity)> {
    UNITS.iter().copied()
}

/// Names of units that the language does not have, each with advice on what to write.
const FOREIGN: &[(&str, &str)] = &[
    ("kgs", "a kilogram is `kg`"),
    ("lbs", "a pound is `lb`, a pound-force `lbf`"),
    ("pound", "a pound is `lb`, a pound-force `lbf`"),
    ("inch", "an inch is `in`"),
    ("inches", "an inch is `in`"),
    ("foot", "a foot is `ft`"),
    ("feet", "a foot is `ft`"),
    ("slug", "a slug is `14.5939 kg`"),
    ("slugs", "a slug is `14.5939 kg`"),
    ("kgf", "a kilopond is `9.80665 N`"),
    ("kp", "a kilopond is `9.80665 N`"),
    ("tons", "a tonne is `t`"),
    ("kmh", "`km/h` has a stroke"),
    ("degrees", "a degree is `deg`"),
    ("sec", "a second is `s`"),
];

/// Advice on a unit that the language does not have; `None` for any other name.
pub fn foreign(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    FOREIGN.iter().find(|(own, _)| *own == lower).map(|(_, help)| *help)
}

/// Names of all units.
pub fn names() -> impl Iterator<Item = &'static str> {
    UNITS.iter().map(|(name, ..)| *name)
}

impl Dimension {
    /// The dimension of a plain number.
    pub const NONE: Dimension = dimension(0, 0, 0, 0);

    /// The name of the quantity, `a force`, or else its SI unit.
    pub fn describe(self) -> String {
        match QUANTITIES.iter().find(|quantity| quantity.dimension == self) {
            Some(quantity) => quantity.name.to_owned(),
            None => format!("a quantity in `{}`", self.si()),
        }
    }

    /// Its SI unit as it could be written: `m^2*kg*s^-3`.
    fn si(self) -> String {
        [
            ("m", self.length),
            ("kg", self.mass),
            ("s", self.time),
            ("rad", self.angle),
        ]
        .into_iter()
        .filter(|(_, exponent)| *exponent != 0)
        .map(|(unit, exponent)| {
            if exponent == 1 {
                unit.to_owned()
            } else {
                format!("{unit}^{exponent}")
            }
        })
        .collect::<Vec<_>>()
        .join("*")
    }

    /// Adds `times` the exponents of `other`; `None` if an exponent overflows.
    fn plus(self, other: Dimension, times: i8) -> Option<Dimension> {
        let add = |a: i8, b: i8| a.checked_add(b.checked_mul(times)?);
        Some(Dimension {
            length: add(self.length, other.length)?,
            mass: add(self.mass, other.mass)?,
            time: add(self.time, other.time)?,
            angle: add(self.angle, other.angle)?,
        })
    }
}

impl Scale {
    /// The scale of a plain number.
    pub const ONE: Scale = Scale {
        factor: 1.0,
        dimension: Dimension::NONE,
    };

    /// `self * other^exponent`; `None` if an exponent or the factor leaves its range.
    pub fn times(self, other: Scale, exponent: i8) -> Option<Scale> {
        // Division where the exponent is negative, because `1/1000` is more accurate than multiplication by a rounded
        // `0.001`.
        let power = other.factor.powi(i32::from(exponent.unsigned_abs()));
        let factor = if exponent < 0 {
            self.factor / power
        } else {
            self.factor * power
        };
        let dimension = self.dimension.plus(other.dimension, exponent)?;
        (factor.is_finite() && factor > 0.0).then_some(Scale { factor, dimension })
    }
}
