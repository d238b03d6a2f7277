//! Euler angles and Euler parameters, against products of elementary rotations.

use fastrand::Rng;
use std::f64::consts::{FRAC_PI_2, PI};
use wishbone_laws::number::Dual;
use wishbone_laws::orientation::{EulerParameters, YawPitchRoll, Zyz};

type Matrix = [[f64; 3]; 3];

fn product(a: Matrix, b: Matrix) -> Matrix {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

/// Turn about z.
fn z(angle: f64) -> Matrix {
    let (s, c) = angle.sin_cos();
    [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
}

/// Turn about y.
fn y(angle: f64) -> Matrix {
    let (s, c) = angle.sin_cos();
    [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]
}

/// Turn about x.
fn x(angle: f64) -> Matrix {
    let (s, c) = angle.sin_cos();
    [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]
}

fn of_zyz(angles: Zyz) -> Matrix {
    product(product(z(angles.a), y(angles.b)), z(angles.c))
}

fn of_yaw_pitch_roll(angles: YawPitchRoll) -> Matrix {
    product(product(z(angles.yaw), y(angles.pitch)), x(angles.roll))
}

/// The largest difference of two entries.
fn apart(a: Matrix, b: Matrix) -> f64 {
    let each = a.as_flattened().iter().zip(b.as_flattened());
    each.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Three angles between minus and plus `most`.
fn drawn(rng: &mut Rng, most: [f64; 3]) -> [f64; 3] {
    most.map(|most| most * (2.0 * rng.f64() - 1.0))
}

#[test]
fn parameters_of_angles_have_the_matrix_of_their_turns() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..2000 {
        let [a, b, c] = drawn(&mut rng, [6.0; 3]);
        let zyz = Zyz { a, b, c };
        assert!(apart(EulerParameters::from(zyz).rotation(), of_zyz(zyz)) < 4e-15);
        let turned = YawPitchRoll {
            yaw: a,
            pitch: b,
            roll: c,
        };
        let own = EulerParameters::from(turned);
        assert!(apart(own.rotation(), of_yaw_pitch_roll(turned)) < 4e-15);
        let norm: f64 = own.0.iter().map(|e| e * e).sum();
        assert!((norm - 1.0).abs() < 1e-15);
    }
}

/// Deyo & Ingebretsen 1989, 2.82 to 2.84: `R = E G'`, with the signs of the first column as printed.
#[test]
fn the_rotation_matrix_is_the_product_of_e_and_g() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..200 {
        let [a, b, c] = drawn(&mut rng, [3.0; 3]);
        let own = EulerParameters::from(Zyz { a, b, c });
        let [e0, e1, e2, e3] = own.0;
        let e = [[-e1, e0, -e3, e2], [-e2, e3, e0, -e1], [-e3, -e2, e1, e0]];
        let g = [[-e1, e0, e3, -e2], [-e2, -e3, e0, e1], [-e3, e2, -e1, e0]];
        let product = [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..4).map(|k: usize| e[i][k] * g[j][k]).sum::<f64>()));
        assert!(apart(own.rotation(), product) < 1e-15);
    }
}

/// In their ranges, angles come back; of either sign of the parameters.
#[test]
fn angles_come_back() {
    let mut rng = Rng::with_seed(5);
    for turn in 0..4000 {
        let sign = if turn % 2 == 0 { 1.0 } else { -1.0 };
        let [a, b, c] = drawn(&mut rng, [PI, FRAC_PI_2, PI]);
        let zyz = Zyz { a, b: b + FRAC_PI_2, c };
        let (own, sine) = EulerParameters(EulerParameters::from(zyz).0.map(|e| sign * e)).zyz();
        assert!((sine - zyz.b.sin()).abs() < 1e-14);
        let near = |x: f64, y: f64| (x - y).abs() * sine < 1e-14;
        assert!(
            near(own.a, a) && near(own.b, zyz.b) && near(own.c, c),
            "{own:?} {zyz:?}"
        );

        let turned = YawPitchRoll {
            yaw: a,
            pitch: b,
            roll: c,
        };
        let (own, cosine) = EulerParameters(EulerParameters::from(turned).0.map(|e| sign * e)).yaw_pitch_roll();
        assert!((cosine - b.cos()).abs() < 1e-14);
        let near = |x: f64, y: f64| (x - y).abs() * cosine < 1e-14;
        assert!(
            near(own.yaw, a) && near(own.pitch, b) && near(own.roll, c),
            "{own:?} {turned:?}"
        );
        // From entries of the matrix, as textbooks have it.
        let matrix = of_yaw_pitch_roll(turned);
        let textbook = [
            matrix[1][0].atan2(matrix[0][0]),
            (-matrix[2][0]).asin(),
            matrix[2][1].atan2(matrix[2][2]),
        ];
        for (own, read) in [own.yaw, own.pitch, own.roll].into_iter().zip(textbook) {
            assert!((own - read).abs() * cosine * cosine < 1e-14, "{own} {read}");
        }
    }
}

/// Where two turns are about one axis, the last angle is zero, the distance shows the singular position, and the
/// rotation is the given rotation. Beside such a position the rotation is kept to rounding.
#[test]
fn singular_positions_are_told() {
    let mut rng = Rng::with_seed(6);
    for turn in 0..600 {
        let [a, c, _] = drawn(&mut rng, [3.0; 3]);
        let beside = [0.0, 1e-14, 1e-9, 1e-4][turn % 4] * if turn % 8 < 4 { 1.0 } else { -1.0 };
        for b in [0.0, PI] {
            let zyz = Zyz { a, b: b + beside, c };
            let (own, sine) = EulerParameters::from(zyz).zyz();
            assert!(
                (sine - beside.abs()).abs() < 1e-4 * beside.abs() + 1e-15,
                "{sine} {beside}"
            );
            assert!(apart(of_zyz(own), of_zyz(zyz)) < 1e-15 * 8.0, "{own:?} {zyz:?}");
            assert!(beside != 0.0 || own.c.abs() < 1e-15, "{own:?}");
        }
        for pitch in [FRAC_PI_2, -FRAC_PI_2] {
            let turned = YawPitchRoll {
                yaw: a,
                pitch: pitch + beside,
                roll: c,
            };
            let (own, cosine) = EulerParameters::from(turned).yaw_pitch_roll();
            assert!(
                (cosine - beside.abs()).abs() < 1e-4 * beside.abs() + 1e-15,
                "{cosine} {beside}"
            );
            assert!(
                apart(of_yaw_pitch_roll(own), of_yaw_pitch_roll(turned)) < 1e-15 * 8.0,
                "{own:?} {turned:?}"
            );
            assert!(beside != 0.0 || own.roll.abs() < 1e-15, "{own:?}");
        }
    }
}

/// Slopes of angles by angles, through the parameters: the identity.
#[test]
fn conversions_have_slopes() {
    let [yaw, pitch, roll] = Dual::variables([0.4, -1.2, 2.5]);
    let (own, _) = EulerParameters::from(YawPitchRoll { yaw, pitch, roll }).yaw_pitch_roll();
    for (k, angle) in [own.yaw, own.pitch, own.roll].into_iter().enumerate() {
        for (j, slope) in angle.slopes.into_iter().enumerate() {
            assert!((slope - f64::from(u8::from(j == k))).abs() < 1e-14, "{k} {j}: {slope}");
        }
    }
}
