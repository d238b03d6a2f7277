//! Number of vehicles that machine code computes at once.

use std::fmt;
use wishbone::level::Level;

/// Number of vehicles that machine code computes at once, each in its own lane of the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One vehicle, on any processor.
    One,
    /// Four vehicles, by AVX2, where there is FMA, too.
    Four,
    /// Eight vehicles, by AVX-512.
    Eight,
}

impl Width {
    /// The largest width of this processor; one vehicle without the feature `together`.
    pub fn of_processor() -> Self {
        if cfg!(not(feature = "together")) {
            return Self::One;
        }
        match Level::detect() {
            Level::V4 => Self::Eight,
            Level::V3 => Self::Four,
            Level::Baseline => Self::One,
        }
    }

    /// Number of vehicles.
    pub fn lanes(self) -> usize {
        match self {
            Self::One => 1,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }

    /// Features of this processor that have to be passed to rustc (`-C target-feature`), if there are any. Code for one vehicle has the features
    /// of AVX, too: it copies less.
    pub fn features(self) -> Option<&'static str> {
        match self {
            Self::One => super::has_avx().then_some("+avx"),
            Self::Four => Some("+avx2"),
            Self::Eight => Some("+avx2,+avx512f,+avx512vl,+avx512dq"),
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "one by one",
            Self::Four => "four at once, by AVX2",
            Self::Eight => "eight at once, by AVX-512",
        })
    }
}
