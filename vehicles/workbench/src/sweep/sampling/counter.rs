//! Random numbers by counter. Each random number is a function of only the seed, the parameter and the index of the
//! point. So any part of a sweep draws the numbers that the whole sweep draws.

/// Increment and multipliers of SplitMix64 (Steele, Lea & Flood 2014, figure 17).
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
const FIRST: u64 = 0xbf58_476d_1ce4_e5b9;
const SECOND: u64 = 0x94d0_49bb_1331_11eb;

/// The finaliser of SplitMix64: a bijection of 64 bits with random-looking output.
fn mixed(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(FIRST);
    let state = (state ^ (state >> 27)).wrapping_mul(SECOND);
    state ^ (state >> 31)
}

/// 64 random bits for a key of three numbers.
pub(in crate::sweep) fn bits(seed: u64, stream: u64, index: u64) -> u64 {
    let absorbed = |state: u64, number: u64| mixed(state ^ number.wrapping_add(GAMMA)).wrapping_add(GAMMA);
    mixed(absorbed(absorbed(absorbed(GAMMA, seed), stream), index))
}

/// The middle of one of 2⁵³ equal cells of (0, 1).
pub(super) fn fraction(bits: u64) -> f64 {
    const CELL: f64 = 1.0 / (1_u64 << 53) as f64;
    ((bits >> 11) as f64 + 0.5) * CELL
}
