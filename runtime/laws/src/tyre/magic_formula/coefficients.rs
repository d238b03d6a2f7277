//! The coefficients of a tyre, by the names of property files.

/// Declares the coefficients: name in a property file, field, default value, least and greatest value of a tyre, unit.
///
/// The ranges contain five times the coefficients of all public files that were examined, from karts to city buses. They detect
/// typing errors and wrong units.
macro_rules! coefficients {
    ($($group:literal { $($name:literal $field:ident = $default:literal in $least:literal, $greatest:literal $($unit:literal)?,)* })*) => {
        /// The numbers of a property file, SI. The names are the names in the file; the equations that use the numbers
        /// give their meaning.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Coefficients<S = f64> {
            $($(
                #[doc = concat!("`", $name, "`, ", $group, $(" [", $unit, "]",)? ".")]
                pub $field: S,
            )*)*
        }

        impl<S> Coefficients<S> {
            /// Names, in the order of the fields.
            pub const NAMES: &'static [&'static str] = &[$($($name,)*)*];

            /// Least and greatest value of a tyre, each also as text, in the order of the fields.
            pub const RANGES: &'static [([f64; 2], &'static str)] = &[$($(
                (
                    [$least, $greatest],
                    concat!("from ", stringify!($least), " to ", stringify!($greatest) $(, " ", $unit)?),
                ),
            )*)*];

            /// The coefficient with a name in capital letters.
            pub fn by_name(&mut self, name: &str) -> Option<&mut S> {
                match name {
                    $($($name => Some(&mut self.$field),)*)*
                    _ => None,
                }
            }

            /// Union of the differing bits of two sets: zero if the sets are equal. Without branches, because it is called in every
            /// evaluation.
            #[inline]
            fn differences(&self, other: &Self, bits: impl Fn(&S) -> u64) -> u64 {
                0 $($(| (bits(&self.$field) ^ bits(&other.$field)))*)*
            }

            /// The same structure with another number for each coefficient.
            #[inline(always)]
            pub fn map<R>(&self, number: impl Fn(&S) -> R) -> Coefficients<R> {
                Coefficients { $($($field: number(&self.$field),)*)* }
            }
        }

        impl Coefficients {
            /// Whether all numbers are the same, bit by bit.
            #[inline]
            pub fn is_same(&self, other: &Self) -> bool {
                self.differences(other, |x| x.to_bits()) == 0
            }
        }

        impl Default for Coefficients {
            /// Defaults for values that a file leaves out. Scaling factors are 1, and coefficients of the formula 0.
            /// Exceptions are PKY4, which is 2 as in version 5.2, and QSY7, which is 1: the rolling resistance is then
            /// proportional to the load.
            fn default() -> Self {
                Coefficients { $($($field: $default,)*)* }
            }
        }
    };
}

coefficients! {
    "of the model" {
        "LONGVL" longvl = 16.0 in 1.0, 100.0 "m/s",
        "FNOMIN" fnomin = 4000.0 in 1.0, 1e6 "N",
        "FZMAX" fzmax = 0.0 in 0.0, 1e7 "N",
        "UNLOADED_RADIUS" unloaded_radius = 0.3 in 0.02, 5.0 "m",
        "NOMPRES" nompres = 0.0 in 0.0, 1e7 "Pa",
        "INFLPRES" inflpres = 0.0 in 0.0, 1e7 "Pa",
    }
    "of the vertical force and the rolling radius" {
        "VERTICAL_STIFFNESS" vertical_stiffness = 200000.0 in 100.0, 1e8 "N/m",
        "VERTICAL_DAMPING" vertical_damping = 0.0 in 0.0, 1e6 "N s/m",
        "BREFF" breff = 0.0 in -100.0, 100.0,
        "DREFF" dreff = 0.0 in -10.0, 10.0,
        "FREFF" freff = 0.0 in -10.0, 10.0,
        "Q_RE0" q_re0 = 1.0 in 0.5, 1.5,
        "Q_V1" q_v1 = 0.0 in -0.1, 0.1,
        "Q_V2" q_v2 = 0.0 in -1.0, 1.0,
        "Q_FZ1" q_fz1 = 0.0 in 0.0, 1000.0,
        "Q_FZ2" q_fz2 = 0.0 in -1000.0, 10000.0,
        "Q_FZ3" q_fz3 = 0.0 in -1000.0, 1000.0,
        "PFZ1" pfz1 = 0.0 in -10.0, 10.0,
    }
    "of the relaxation" {
        "LONGITUDINAL_STIFFNESS" longitudinal_stiffness = 0.0 in 0.0, 1e8 "N/m",
        "LATERAL_STIFFNESS" lateral_stiffness = 0.0 in 0.0, 1e8 "N/m",
        "PCFX1" pcfx1 = 0.0 in -20.0, 20.0,
        "PCFX2" pcfx2 = 0.0 in -20.0, 20.0,
        "PCFX3" pcfx3 = 0.0 in -20.0, 20.0,
        "PCFY1" pcfy1 = 0.0 in -20.0, 20.0,
        "PCFY2" pcfy2 = 0.0 in -20.0, 20.0,
        "PCFY3" pcfy3 = 0.0 in -20.0, 20.0,
    }
    "scaling factor" {
        "LFZO" lfzo = 1.0 in 0.01, 10.0,
        "LCZ" lcz = 1.0 in 0.01, 10.0,
        "LIP" lip = 1.0 in 0.01, 10.0,
        "LCX" lcx = 1.0 in 0.01, 10.0,
        "LMUX" lmux = 1.0 in 0.01, 10.0,
        "LEX" lex = 1.0 in -10.0, 10.0,
        "LKX" lkx = 1.0 in 0.01, 10.0,
        "LHX" lhx = 1.0 in -10.0, 10.0,
        "LVX" lvx = 1.0 in -10.0, 10.0,
        "LGAX" lgax = 1.0 in -10.0, 10.0,
        "LCY" lcy = 1.0 in 0.01, 10.0,
        "LMUY" lmuy = 1.0 in 0.01, 10.0,
        "LEY" ley = 1.0 in -10.0, 10.0,
        "LKY" lky = 1.0 in 0.01, 10.0,
        "LHY" lhy = 1.0 in -10.0, 10.0,
        "LVY" lvy = 1.0 in -10.0, 10.0,
        "LGAY" lgay = 1.0 in -10.0, 10.0,
        "LTR" ltr = 1.0 in -10.0, 10.0,
        "LRES" lres = 1.0 in -10.0, 10.0,
        "LGAZ" lgaz = 1.0 in -10.0, 10.0,
        "LKYC" lkyc = 1.0 in -10.0, 10.0,
        "LKZC" lkzc = 1.0 in -10.0, 10.0,
        "LXAL" lxal = 1.0 in -10.0, 10.0,
        "LYKA" lyka = 1.0 in -10.0, 10.0,
        "LVYKA" lvyka = 1.0 in -10.0, 10.0,
        "LS" ls = 1.0 in -10.0, 10.0,
        "LSGKP" lsgkp = 1.0 in -10.0, 10.0,
        "LSGAL" lsgal = 1.0 in -10.0, 10.0,
        "LMX" lmx = 1.0 in -10.0, 10.0,
        "LVMX" lvmx = 1.0 in -10.0, 10.0,
        "LMY" lmy = 1.0 in -10.0, 10.0,
    }
    "of the longitudinal force" {
        "PCX1" pcx1 = 0.0 in 0.1, 3.0,
        "PDX1" pdx1 = 0.0 in 0.01, 5.0,
        "PDX2" pdx2 = 0.0 in -2.0, 2.0,
        "PDX3" pdx3 = 0.0 in -100.0, 100.0,
        "PEX1" pex1 = 0.0 in -100.0, 10.0,
        "PEX2" pex2 = 0.0 in -100.0, 100.0,
        "PEX3" pex3 = 0.0 in -20.0, 20.0,
        "PEX4" pex4 = 0.0 in -20.0, 20.0,
        "PKX1" pkx1 = 0.0 in 0.5, 500.0,
        "PKX2" pkx2 = 0.0 in -100.0, 100.0,
        "PKX3" pkx3 = 0.0 in -5.0, 5.0,
        "PHX1" phx1 = 0.0 in -0.5, 0.5,
        "PHX2" phx2 = 0.0 in -0.5, 0.5,
        "PVX1" pvx1 = 0.0 in -1.0, 1.0,
        "PVX2" pvx2 = 0.0 in -1.0, 1.0,
        "PPX1" ppx1 = 0.0 in -50.0, 50.0,
        "PPX2" ppx2 = 0.0 in -50.0, 50.0,
        "PPX3" ppx3 = 0.0 in -50.0, 50.0,
        "PPX4" ppx4 = 0.0 in -50.0, 50.0,
        "RBX1" rbx1 = 0.0 in -200.0, 200.0,
        "RBX2" rbx2 = 0.0 in -200.0, 200.0,
        "RBX3" rbx3 = 0.0 in -20000.0, 20000.0,
        "RCX1" rcx1 = 0.0 in -3.0, 3.0,
        "REX1" rex1 = 0.0 in -10.0, 10.0,
        "REX2" rex2 = 0.0 in -10.0, 10.0,
        "RHX1" rhx1 = 0.0 in -0.5, 0.5,
        "PTX1" ptx1 = 0.0 in -20.0, 20.0,
        "PTX2" ptx2 = 0.0 in -20.0, 20.0,
        "PTX3" ptx3 = 0.0 in -20.0, 20.0,
    }
    "of the overturning moment" {
        "QSX1" qsx1 = 0.0 in -100.0, 100.0,
        "QSX2" qsx2 = 0.0 in -100.0, 100.0,
        "QSX3" qsx3 = 0.0 in -100.0, 100.0,
        "QSX4" qsx4 = 0.0 in -100.0, 100.0,
        "QSX5" qsx5 = 0.0 in -100.0, 100.0,
        "QSX6" qsx6 = 0.0 in -1e4, 1e4,
        "QSX7" qsx7 = 0.0 in -100.0, 100.0,
        "QSX8" qsx8 = 0.0 in -100.0, 100.0,
        "QSX9" qsx9 = 0.0 in -1e4, 1e4,
        "QSX10" qsx10 = 0.0 in -100.0, 100.0,
        "QSX11" qsx11 = 0.0 in -1e4, 1e4,
        "QSX12" qsx12 = 0.0 in -100.0, 100.0,
        "QSX13" qsx13 = 0.0 in -100.0, 100.0,
        "QSX14" qsx14 = 0.0 in -100.0, 100.0,
        "PPMX1" ppmx1 = 0.0 in -10.0, 10.0,
    }
    "of the lateral force" {
        "PCY1" pcy1 = 0.0 in 0.1, 3.0,
        "PDY1" pdy1 = 0.0 in -5.0, 5.0,
        "PDY2" pdy2 = 0.0 in -2.0, 2.0,
        "PDY3" pdy3 = 0.0 in -100.0, 100.0,
        "PEY1" pey1 = 0.0 in -100.0, 100.0,
        "PEY2" pey2 = 0.0 in -100.0, 100.0,
        "PEY3" pey3 = 0.0 in -5000.0, 5000.0,
        "PEY4" pey4 = 0.0 in -5000.0, 5000.0,
        "PEY5" pey5 = 0.0 in -5000.0, 5000.0,
        "PKY1" pky1 = 0.0 in -500.0, 500.0,
        "PKY2" pky2 = 0.0 in -50.0, 50.0,
        "PKY3" pky3 = 0.0 in -5.0, 5.0,
        "PKY4" pky4 = 2.0 in -10.0, 10.0,
        "PKY5" pky5 = 0.0 in -500.0, 500.0,
        "PKY6" pky6 = 0.0 in -20.0, 20.0,
        "PKY7" pky7 = 0.0 in -20.0, 20.0,
        "PHY1" phy1 = 0.0 in -0.5, 0.5,
        "PHY2" phy2 = 0.0 in -0.5, 0.5,
        "PHY3" phy3 = 0.0 in -0.5, 0.5,
        "PVY1" pvy1 = 0.0 in -1.0, 1.0,
        "PVY2" pvy2 = 0.0 in -1.0, 1.0,
        "PVY3" pvy3 = 0.0 in -10.0, 10.0,
        "PVY4" pvy4 = 0.0 in -10.0, 10.0,
        "PPY1" ppy1 = 0.0 in -10.0, 10.0,
        "PPY2" ppy2 = 0.0 in -10.0, 10.0,
        "PPY3" ppy3 = 0.0 in -10.0, 10.0,
        "PPY4" ppy4 = 0.0 in -10.0, 10.0,
        "PPY5" ppy5 = 0.0 in -10.0, 10.0,
        "RBY1" rby1 = 0.0 in -200.0, 200.0,
        "RBY2" rby2 = 0.0 in -200.0, 200.0,
        "RBY3" rby3 = 0.0 in -1.0, 1.0,
        "RBY4" rby4 = 0.0 in -20000.0, 20000.0,
        "RCY1" rcy1 = 0.0 in -3.0, 3.0,
        "REY1" rey1 = 0.0 in -5.0, 5.0,
        "REY2" rey2 = 0.0 in -5.0, 5.0,
        "RHY1" rhy1 = 0.0 in -0.5, 0.5,
        "RHY2" rhy2 = 0.0 in -0.5, 0.5,
        "RVY1" rvy1 = 0.0 in -5.0, 5.0,
        "RVY2" rvy2 = 0.0 in -5.0, 5.0,
        "RVY3" rvy3 = 0.0 in -10.0, 10.0,
        "RVY4" rvy4 = 0.0 in -1000.0, 1000.0,
        "RVY5" rvy5 = 0.0 in -20.0, 20.0,
        "RVY6" rvy6 = 0.0 in -500.0, 500.0,
        "PTY1" pty1 = 0.0 in -20.0, 20.0,
        "PTY2" pty2 = 0.0 in -20.0, 20.0,
    }
    "of the rolling resistance" {
        "QSY1" qsy1 = 0.0 in -1.0, 1.0,
        "QSY2" qsy2 = 0.0 in -1.0, 1.0,
        "QSY3" qsy3 = 0.0 in -1.0, 1.0,
        "QSY4" qsy4 = 0.0 in -1.0, 1.0,
        "QSY5" qsy5 = 0.0 in -1.0, 1.0,
        "QSY6" qsy6 = 0.0 in -1.0, 1.0,
        "QSY7" qsy7 = 1.0 in -5.0, 5.0,
        "QSY8" qsy8 = 0.0 in -5.0, 5.0,
    }
    "of the aligning moment" {
        "QBZ1" qbz1 = 0.0 in -100.0, 100.0,
        "QBZ2" qbz2 = 0.0 in -100.0, 100.0,
        "QBZ3" qbz3 = 0.0 in -100.0, 100.0,
        "QBZ4" qbz4 = 0.0 in -100.0, 100.0,
        "QBZ5" qbz5 = 0.0 in -100.0, 100.0,
        "QBZ9" qbz9 = 0.0 in -1000.0, 1000.0,
        "QBZ10" qbz10 = 0.0 in -100.0, 100.0,
        "QCZ1" qcz1 = 0.0 in -100.0, 100.0,
        "QDZ1" qdz1 = 0.0 in -2.0, 2.0,
        "QDZ2" qdz2 = 0.0 in -2.0, 2.0,
        "QDZ3" qdz3 = 0.0 in -10.0, 10.0,
        "QDZ4" qdz4 = 0.0 in -200.0, 200.0,
        "QDZ6" qdz6 = 0.0 in -1.0, 1.0,
        "QDZ7" qdz7 = 0.0 in -1.0, 1.0,
        "QDZ8" qdz8 = 0.0 in -10.0, 10.0,
        "QDZ9" qdz9 = 0.0 in -10.0, 10.0,
        "QDZ10" qdz10 = 0.0 in -50.0, 50.0,
        "QDZ11" qdz11 = 0.0 in -50.0, 50.0,
        "QEZ1" qez1 = 0.0 in -50.0, 50.0,
        "QEZ2" qez2 = 0.0 in -50.0, 50.0,
        "QEZ3" qez3 = 0.0 in -50.0, 50.0,
        "QEZ4" qez4 = 0.0 in -50.0, 50.0,
        "QEZ5" qez5 = 0.0 in -5000.0, 5000.0,
        "QHZ1" qhz1 = 0.0 in -0.5, 0.5,
        "QHZ2" qhz2 = 0.0 in -0.5, 0.5,
        "QHZ3" qhz3 = 0.0 in -5.0, 5.0,
        "QHZ4" qhz4 = 0.0 in -5.0, 5.0,
        "PPZ1" ppz1 = 0.0 in -10.0, 10.0,
        "PPZ2" ppz2 = 0.0 in -10.0, 10.0,
        "SSZ1" ssz1 = 0.0 in -5.0, 5.0,
        "SSZ2" ssz2 = 0.0 in -5.0, 5.0,
        "SSZ3" ssz3 = 0.0 in -5.0, 5.0,
        "SSZ4" ssz4 = 0.0 in -5.0, 5.0,
    }
}
