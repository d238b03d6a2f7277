//! Laws of the runtime as Rust expressions.

use crate::emit::kernel::number;
use crate::emit::names::ident;
use crate::model::equipment::{Coefficient, Controls, Course, Tables};
use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;
use wishbone_laws::curve::Samples;
use wishbone_laws::driveline::{Capacity, Converter, Coupled, Engine, Gearbox, Law, Losses, Shifting, Turning};
use wishbone_laws::friction::DryFriction;
use wishbone_laws::tyre::carpet::Sheet;
use wishbone_laws::tyre::magic_formula::{Coefficients, PropertyFile, Version};
use wishbone_laws::tyre::tmeasy::{Characteristic, Trail};
use wishbone_laws::tyre::{Brush, Calspan, Cams, Compliance, LinearTyre, Tmeasy};

/// A value that can be written as a Rust expression.
pub trait Literal {
    /// The expression.
    fn tokens(&self) -> TokenStream;
}

impl Literal for f64 {
    fn tokens(&self) -> TokenStream {
        match self.is_finite() {
            true => number(*self),
            false if *self > 0.0 => quote!(::core::primitive::f64::INFINITY),
            false => quote!(::core::primitive::f64::NEG_INFINITY),
        }
    }
}

impl Literal for i8 {
    fn tokens(&self) -> TokenStream {
        let digits = Token::u8_unsuffixed(self.unsigned_abs());
        match self.is_negative() {
            true => quote!(-#digits),
            false => quote!(#digits),
        }
    }
}

impl Literal for String {
    fn tokens(&self) -> TokenStream {
        quote!(#self)
    }
}

impl<T: Literal> Literal for [T] {
    fn tokens(&self) -> TokenStream {
        let members = self.iter().map(T::tokens);
        quote!([#(#members),*])
    }
}

impl<T: Literal, const N: usize> Literal for [T; N] {
    fn tokens(&self) -> TokenStream {
        self.as_slice().tokens()
    }
}

impl<T: Literal> Literal for Vec<T> {
    fn tokens(&self) -> TokenStream {
        self.as_slice().tokens()
    }
}

impl<T: Literal> Literal for Option<T> {
    fn tokens(&self) -> TokenStream {
        match self {
            Some(value) => {
                let value = value.tokens();
                quote!(::core::option::Option::Some(#value))
            }
            None => quote!(::core::option::Option::None),
        }
    }
}

/// A struct of the runtime.
pub trait Record: Literal {
    /// The path of its type.
    fn path() -> TokenStream;

    /// The path of the type of this value.
    fn kind(&self) -> TokenStream {
        Self::path()
    }
}

/// Structs whose fields are all public. Each is written with all its fields.
macro_rules! records {
    ($($type:ty => $($path:ident)::+ { $($field:ident),* $(,)? };)*) => {$(
        impl Record for $type {
            fn path() -> TokenStream {
                quote!(::wishbone::$($path)::+)
            }
        }

        impl Literal for $type {
            fn tokens(&self) -> TokenStream {
                let Self { $($field),* } = self;
                $(let $field = $field.tokens();)*
                let path = Self::path();
                quote!(#path { $($field: #$field),* })
            }
        }
    )*};
}

records! {
    LinearTyre => tyre::LinearTyre {
        radius, stiffness, damping, longitudinal_stiffness, cornering_stiffness, camber_stiffness, friction,
        pneumatic_trail, rolling_resistance, low_speed,
    };
    Characteristic => tyre::tmeasy::Characteristic { slope, peak, peak_slip, sliding, sliding_slip };
    Trail => tyre::tmeasy::Trail { at_zero, zero_slip, end_slip };
    Tmeasy => tyre::Tmeasy {
        radius, width, stiffness, progression, damping, bottoming, nominal_load, greatest_load, longitudinal, lateral,
        trail, camber, rolling_resistance, carcass,
    };
    Brush => tyre::Brush {
        radius, stiffness, damping, nominal_load, longitudinal_stiffness, cornering_stiffness, half_length, friction,
        load_sensitivity, camber, rolling_resistance, carcass, low_speed,
    };
    Tables => tyre::Carpet {
        radius, vertical, damping, inclinations, longitudinal, lateral, aligning, camber, rolling_resistance, relaxation,
    };
    Calspan => tyre::Calspan { radius, stiffness, stiffnesses, friction, trail, low_speed };
    Cams => tyre::Cams { spacing, length, height, order };
    Compliance => tyre::Compliance {
        steer_by_lateral_force, steer_by_aligning_moment, steer_by_longitudinal_force, inclination_by_lateral_force,
    };
    DryFriction => friction::DryFriction { reach, damper, shortest };
    Engine => driveline::Engine { full, closed, idle, limit };
    Converter => driveline::Converter { capacity, ratio };
    Controls => control::Controls { throttle, brake, clutch, parking_brake, gear };
    Coupled<String> => driveline::Coupling { name, from, to, law, loads };
}

impl Literal for Samples {
    fn tokens(&self) -> TokenStream {
        let (x, y): (Vec<f64>, Vec<f64>) = self.points().map(|[x, y]| (x, y)).unzip();
        if let [value] = y[..] {
            let value = value.tokens();
            return quote!(::wishbone::curve::Samples::constant(#value));
        }
        let (x, y) = (x.tokens(), y.tokens());
        quote!(const { ::wishbone::curve::Samples::of(#x, #y) })
    }
}

impl Literal for Sheet {
    fn tokens(&self) -> TokenStream {
        let (loads, slips) = (self.loads().tokens(), self.slips().tokens());
        let rows: Vec<Vec<f64>> = self.rows().map(<[f64]>::to_vec).collect();
        let rows = rows.tokens();
        quote!(const { ::wishbone::tyre::carpet::Sheet::of(#loads, #slips, #rows) })
    }
}

impl Literal for Losses {
    fn tokens(&self) -> TokenStream {
        let (speeds, torques) = (self.speeds().tokens(), self.torques().tokens());
        let rows: Vec<Vec<f64>> = self.rows().map(<[f64]>::to_vec).collect();
        let rows = rows.tokens();
        quote!(::wishbone::driveline::Losses::of(#speeds, #torques, #rows))
    }
}

impl Literal for Turning {
    fn tokens(&self) -> TokenStream {
        let side = quote!(::wishbone::driveline::Side);
        match self {
            Turning::Shafts(parts) => {
                let parts = parts.tokens();
                quote!(#side::Shafts(#parts))
            }
            Turning::Input => quote!(#side::Input),
            Turning::Wheel(wheel) => {
                let wheel = whole(*wheel);
                quote!(#side::Wheel(#wheel))
            }
            Turning::Housing => quote!(#side::Housing),
        }
    }
}

impl Literal for Law {
    fn tokens(&self) -> TokenStream {
        let law = quote!(::wishbone::driveline::Law);
        match self {
            Law::Elastic { stiffness, damping } => {
                let (stiffness, damping) = (stiffness.tokens(), damping.tokens());
                quote!(#law::Elastic { stiffness: #stiffness, damping: #damping })
            }
            Law::Clutch { friction, capacity } => {
                let (friction, capacity) = (friction.tokens(), capacity.tokens());
                quote!(#law::Clutch { friction: #friction, capacity: #capacity })
            }
            Law::LimitedSlip { preload, bias } => {
                let (preload, bias) = (preload.tokens(), bias.tokens());
                quote!(#law::LimitedSlip { preload: #preload, bias: #bias })
            }
            Law::Converter(converter) => {
                let converter = converter.tokens();
                quote!(#law::Converter(#converter))
            }
        }
    }
}

impl Literal for Capacity {
    fn tokens(&self) -> TokenStream {
        let capacity = quote!(::wishbone::driveline::Capacity);
        match self {
            Capacity::Factors(factors) => {
                let factors = factors.tokens();
                quote!(#capacity::Factors(#factors))
            }
            Capacity::Torques { torques, at } => {
                let (torques, at) = (torques.tokens(), at.tokens());
                quote!(#capacity::Torques { torques: #torques, at: #at })
            }
        }
    }
}

impl Literal for Gearbox {
    fn tokens(&self) -> TokenStream {
        let (forward, reverse) = self.ratios();
        let (forward, reverse) = (forward.tokens(), reverse.tokens());
        let (inertia, efficiency) = (self.inertia.tokens(), self.efficiency.tokens());
        let shifting = match &self.shifting {
            Shifting::Manual => quote!(::wishbone::driveline::Shifting::Manual),
            Shifting::Automatic { up, down, latency } => {
                let (up, down, latency) = (up.tokens(), down.tokens(), latency.tokens());
                quote!(::wishbone::driveline::Shifting::Automatic { up: #up, down: #down, latency: #latency })
            }
        };
        quote!({
            let mut gearbox = const { ::wishbone::driveline::Gearbox::of(#forward, #reverse) };
            gearbox.inertia = #inertia;
            gearbox.efficiency = #efficiency;
            gearbox.shifting = #shifting;
            gearbox
        })
    }
}

impl Literal for Coefficients {
    /// Only the values that differ from the default values for entries that a property file does not contain.
    fn tokens(&self) -> TokenStream {
        let (mut own, mut usual) = (*self, Coefficients::default());
        let fields = Coefficients::<f64>::NAMES.iter().filter_map(|name| {
            let (value, default) = (own.by_name(name)?, usual.by_name(name)?);
            let (field, number) = (ident(&name.to_lowercase()), value.tokens());
            (value != default).then(|| quote!(#field: #number))
        });
        quote!(::wishbone::tyre::magic_formula::Coefficients {
            #(#fields,)*
            ..::core::default::Default::default()
        })
    }
}

/// A Magic Formula tyre from a property file, on a side: 1 for the side on which it was measured, -1 for the other.
pub fn magic_formula(file: &PropertyFile, side: f64) -> TokenStream {
    let (coefficients, side) = (file.coefficients.tokens(), side.tokens());
    let version = match file.version {
        Version::Five => quote!(Five),
        Version::Six => quote!(Six),
    };
    quote!(::wishbone::tyre::MagicFormula {
        coefficients: #coefficients,
        version: ::wishbone::tyre::magic_formula::Version::#version,
        side: #side,
    })
}

impl Literal for Coefficient {
    fn tokens(&self) -> TokenStream {
        let (word, points) = match self {
            Coefficient::Axial(value) => (quote!(Axial), value.tokens()),
            Coefficient::Even(points) => (quote!(Even), points.tokens()),
            Coefficient::Odd(points) => (quote!(Odd), points.tokens()),
            Coefficient::Whole(points) => (quote!(Whole), points.tokens()),
        };
        quote!(::wishbone::air::Coefficient::#word(#points))
    }
}

/// Type and expression of a course over time.
pub fn course(course: &Course) -> [TokenStream; 2] {
    /// A struct with these numbers.
    fn of(name: &str, fields: &[(&str, f64)], rest: TokenStream) -> [TokenStream; 2] {
        let name = ident(name);
        let (fields, numbers): (Vec<_>, Vec<_>) = fields.iter().map(|(f, x)| (ident(f), x.tokens())).unzip();
        let path = quote!(::wishbone::profile::#name);
        [path.clone(), quote!(#path { #(#fields: #numbers,)* #rest })]
    }
    let none = TokenStream::new;
    match *course {
        Course::Hold(value) => {
            let (path, value) = (quote!(::wishbone::profile::Hold), value.tokens());
            [path.clone(), quote!(#path(#value))]
        }
        Course::Ramp {
            start,
            duration,
            amplitude,
        } => {
            let numbers = [("start", start), ("duration", duration), ("amplitude", amplitude)];
            of("Ramp", &numbers, none())
        }
        Course::Sine {
            start,
            cycles,
            amplitude,
            frequency,
        } => {
            let numbers = [
                ("start", start),
                ("cycles", cycles),
                ("amplitude", amplitude),
                ("frequency", frequency),
            ];
            of("Sine", &numbers, none())
        }
        Course::SineWithDwell {
            start,
            amplitude,
            frequency,
            dwell,
        } => {
            let numbers = [
                ("start", start),
                ("amplitude", amplitude),
                ("frequency", frequency),
                ("dwell", dwell),
            ];
            of("SineWithDwell", &numbers, none())
        }
        Course::Sweep {
            start,
            duration,
            amplitude,
            from,
            to,
            is_logarithmic,
        } => {
            let spacing = ident(if is_logarithmic { "Logarithmic" } else { "Linear" });
            let numbers = [
                ("start", start),
                ("duration", duration),
                ("amplitude", amplitude),
                ("from", from),
                ("to", to),
            ];
            of(
                "Sweep",
                &numbers,
                quote!(spacing: ::wishbone::profile::Spacing::#spacing),
            )
        }
        Course::Pulse {
            start,
            rise,
            hold,
            fall,
            amplitude,
            is_smooth,
        } => {
            let flank = ident(if is_smooth { "Smooth" } else { "Straight" });
            let numbers = [
                ("start", start),
                ("rise", rise),
                ("hold", hold),
                ("fall", fall),
                ("amplitude", amplitude),
            ];
            of("Pulse", &numbers, quote!(flank: ::wishbone::profile::Flank::#flank))
        }
        Course::Table { ref points, is_smooth } => {
            let (path, points) = (quote!(::wishbone::profile::Tabled), points.tokens());
            let function = ident(if is_smooth {
                "smooth_through"
            } else {
                "straight_through"
            });
            [path.clone(), quote!(#path::#function(&#points))]
        }
    }
}

/// A whole number without a suffix.
pub fn whole(number: usize) -> Token {
    Token::usize_unsuffixed(number)
}
