//! Random numbers that are equal on every machine.

/// Generator of random numbers: SplitMix64 (Steele, Lea & Flood 2014, Fast splittable pseudorandom number generators), a counter that
/// grows by 0x9E3779B97F4A7C15 and is mixed by shifts and two products.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    /// The next number, uniform in the range from 0 to 1 (exclusive), in steps of 2^-53.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let bits = z ^ (z >> 31);
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }
}
