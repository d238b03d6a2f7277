//! The normal distribution: its integral, and the inverse of the integral. Both use `libm`, so the bits are equal on every
//! machine.

use std::f64::consts::SQRT_2;

/// Share of a standard normal distribution below `z`.
pub(super) fn share(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// Inverse of [`share`], for a share between 0 and 1. Wichura 1988, algorithm AS 241, PPND16: relative error below 1e-15.
pub(super) fn quantile(share: f64) -> f64 {
    let middle = share - 0.5;
    if middle.abs() <= 0.425 {
        let r = 0.180_625 - middle * middle;
        return middle * ratio(r, &MIDDLE);
    }
    let r = libm::sqrt(-libm::log(share.min(1.0 - share)));
    let size = match r <= 5.0 {
        true => ratio(r - 1.6, &OUTER),
        false => ratio(r - 5.0, &TAIL),
    };
    size.copysign(middle)
}

/// Coefficients of two polynomials, the constant first.
type Ratio = [[f64; 8]; 2];

fn ratio(r: f64, [above, below]: &Ratio) -> f64 {
    let value = |own: &[f64; 8]| own.iter().rev().fold(0.0, |sum, coefficient| sum * r + coefficient);
    value(above) / value(below)
}

#[rustfmt::skip]
const MIDDLE: Ratio = [
    [3.387_132_872_796_366_5, 133.141_667_891_784_38, 1_971.590_950_306_551_3, 13_731.693_765_509_46,
     45_921.953_931_549_87, 67_265.770_927_008_7, 33_430.575_583_588_13, 2_509.080_928_730_122_7],
    [1.0, 42.313_330_701_600_91, 687.187_007_492_057_9, 5_394.196_021_424_751, 21_213.794_301_586_597,
     39_307.895_800_092_71, 28_729.085_735_721_943, 5_226.495_278_852_854],
];
#[rustfmt::skip]
const OUTER: Ratio = [
    [1.423_437_110_749_683_5, 4.630_337_846_156_546, 5.769_497_221_460_691, 3.647_848_324_763_204_5,
     1.270_458_252_452_368_4, 0.241_780_725_177_450_6, 0.022_723_844_989_269_184, 7.745_450_142_783_414e-4],
    [1.0, 2.053_191_626_637_759, 1.676_384_830_183_803_8, 0.689_767_334_985_1, 0.148_103_976_427_480_08,
     0.015_198_666_563_616_457, 5.475_938_084_995_345e-4, 1.050_750_071_644_416_9e-9],
];
#[rustfmt::skip]
const TAIL: Ratio = [
    [6.657_904_643_501_103, 5.463_784_911_164_114, 1.784_826_539_917_291_3, 0.296_560_571_828_504_87,
     0.026_532_189_526_576_124, 0.001_242_660_947_388_078_4, 2.711_555_568_743_487_6e-5, 2.010_334_399_292_288e-7],
    [1.0, 0.599_832_206_555_888, 0.136_929_880_922_735_8, 0.014_875_361_290_850_615, 7.868_691_311_456_133e-4,
     1.846_318_317_510_054_8e-5, 1.421_511_758_316_446e-7, 2.044_263_103_389_939_8e-15],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables of Abramowitz & Stegun 1964, 26.1, to all printed digits.
    #[test]
    fn published_values_are_met() {
        for (z, wanted) in [
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (-5.0, 2.866_515_718_791_9e-7),
        ] {
            assert!((share(z) - wanted).abs() < 1e-15, "{z}: {}", share(z));
        }
    }

    #[test]
    fn the_quantile_is_the_inverse_of_the_share() {
        for k in 1..4000 {
            let z = -8.0 + 0.002 * f64::from(k);
            let back = quantile(share(z));
            assert!((back - z).abs() < 1e-13 * (1.0 + z.abs()), "{z}: {back}");
            assert_eq!(quantile(1.0 - 0.25).to_bits(), (-quantile(0.25)).to_bits());
        }
    }
}
