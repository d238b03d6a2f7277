//! Levels of the instruction set, and the levels that a processor supports.

/// An instruction set for which a solver may have its own functions; each level includes the levels before it.
///
/// Results of different levels differ in the last digits, because fused multiplication and addition is rounded once. So
/// bit-for-bit comparisons have to name the level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The instruction set that every processor of the target has.
    #[default]
    Baseline,
    /// AVX2 and FMA (`x86-64-v3`).
    V3,
    /// AVX-512, including its instructions for shorter vectors (`x86-64-v4`).
    V4,
}

impl Level {
    /// The highest level of this processor. Without the feature `std` the processor cannot be queried, and the level
    /// that the program was compiled for is returned.
    pub fn detect() -> Self {
        if has_v4() {
            Level::V4
        } else if has_v3() {
            Level::V3
        } else {
            Level::Baseline
        }
    }

    /// The highest of the given levels that is not above this level and that the processor supports; the baseline if
    /// there is no such level.
    pub fn highest_of(self, levels: &[Level]) -> Self {
        let limit = self.min(Self::detect());
        let within = levels.iter().copied().filter(|level| *level <= limit);
        within.max().unwrap_or(Level::Baseline)
    }
}

/// Queries the processor if there is an operating system, else the compiler's target.
macro_rules! has {
    ($name:ident: $($feature:tt),*) => {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        fn $name() -> bool {
            true $(&& std::arch::is_x86_feature_detected!($feature))*
        }
        #[cfg(all(target_arch = "x86_64", not(feature = "std")))]
        fn $name() -> bool {
            true $(&& cfg!(target_feature = $feature))*
        }
        #[cfg(not(target_arch = "x86_64"))]
        fn $name() -> bool {
            false
        }
    };
}

has!(has_v3: "avx2", "fma");
has!(has_v4: "avx2", "fma", "avx512f", "avx512vl", "avx512dq");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_level_is_taken_that_is_missing() {
        let all = [Level::Baseline, Level::V3, Level::V4];
        assert_eq!(Level::V4.highest_of(&all), Level::detect());
        assert_eq!(Level::Baseline.highest_of(&all), Level::Baseline);
        assert_eq!(Level::V4.highest_of(&[Level::Baseline]), Level::Baseline);
        assert_eq!(Level::V3.highest_of(&[]), Level::Baseline);
    }
}
