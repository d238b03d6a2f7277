//! Levels of the instruction set, and which of them a processor has.

/// An instruction set for which a solver may have a text of its own; each includes those before it.
///
/// Between levels results differ in the last digits, because multiplication and addition at once are rounded once: what
/// is compared bit for bit has to name its level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// What every processor of the target has.
    #[default]
    Baseline,
    /// AVX2 and FMA (`x86-64-v3`).
    V3,
    /// AVX-512 with its shorter vectors too (`x86-64-v4`).
    V4,
}

impl Level {
    /// The highest level that this processor has. Without the feature `std` the processor cannot be asked, and what the
    /// program was compiled for is taken.
    pub fn detect() -> Self {
        if has_v4() {
            Level::V4
        } else if has_v3() {
            Level::V3
        } else {
            Level::Baseline
        }
    }

    /// The highest of some levels that is not above this one and that the processor has; the baseline if none is.
    pub fn highest_of(self, levels: &[Level]) -> Self {
        let limit = self.min(Self::detect());
        let within = levels.iter().copied().filter(|level| *level <= limit);
        within.max().unwrap_or(Level::Baseline)
    }
}

/// Asks the processor where there is an operating system, the compiler elsewhere.
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
