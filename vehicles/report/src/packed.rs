//! Poses of bodies as short integers in base64, which take few bytes for many poses.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use wishbone_studies::manoeuvre::Pose;

/// Poses as short integers.
pub(crate) struct Packed {
    /// By moment, the position of the chassis [m].
    pub origin: Vec<f64>,
    /// For each moment and body: the position relative to the chassis in units of `unit`, and the quaternion `[x, y, z, w]` in
    /// units of 1/[`PART`].
    pub poses: Vec<i16>,
    /// Length of a unit [m].
    pub unit: f64,
}

/// Largest short integer. It stands for 1 in a quaternion.
const PART: f64 = 32767.0;

impl Packed {
    /// Packs the poses of all bodies, moment by moment.
    pub fn of(moments: &[&[Pose]], chassis: usize) -> Self {
        let from_chassis = |bodies: &[Pose], body: usize| -> [f64; 3] {
            let [own, origin] = [body, chassis].map(|body| bodies[body].position);
            std::array::from_fn(|k| own[k] - origin[k])
        };
        let farthest = moments
            .iter()
            .flat_map(|bodies| (0..bodies.len()).flat_map(|body| from_chassis(bodies, body)))
            .fold(1e-3, |farthest: f64, x| farthest.max(x.abs()));
        let unit = farthest / PART;
        let mut poses = Vec::new();
        let mut last = vec![[0.0; 4]; moments.first().map_or(0, |bodies| bodies.len())];
        for bodies in moments {
            for (body, last) in last.iter_mut().enumerate() {
                poses.extend(from_chassis(bodies, body).map(|x| (x / unit).round() as i16));
                *last = continued(bodies[body].quaternion(), *last);
                poses.extend(last.map(|x| (PART * x).round() as i16));
            }
        }
        let origin = moments
            .iter()
            .flat_map(|bodies| bodies.get(chassis).map_or([0.0; 3], |pose| pose.position));
        Self {
            origin: origin.collect(),
            poses,
            unit,
        }
    }
}

/// Of the two quaternions of a rotation, returns the quaternion nearer to the last one. The turn between both is then
/// the shorter one.
pub(crate) fn continued(quaternion: [f64; 4], last: [f64; 4]) -> [f64; 4] {
    let product: f64 = quaternion.iter().zip(last).map(|(one, other)| one * other).sum();
    match product < 0.0 {
        true => quaternion.map(|part| -part),
        false => quaternion,
    }
}

/// Rounds to a tenth of a millimetre.
pub(crate) fn rounded(metres: f64) -> f64 {
    (1e4 * metres).round() / 1e4
}

/// Encodes numbers in four bytes each, little-endian.
pub(crate) fn floats(numbers: impl IntoIterator<Item = f64>) -> String {
    let bytes: Vec<u8> = numbers.into_iter().flat_map(|x| (x as f32).to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

/// Encodes numbers in two bytes each, little-endian.
pub(crate) fn shorts(numbers: &[i16]) -> String {
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(k: usize) -> Vec<Pose> {
        let (sine, cosine) = (0.1 * k as f64).sin_cos();
        let turned = Pose {
            position: [150.0 + k as f64, -3.0, 0.61],
            rotation: [[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]],
        };
        let hub = Pose {
            position: [151.234_56 + k as f64, -2.2, 0.3],
            ..Pose::WORLD
        };
        vec![turned, hub]
    }

    /// Packed poses equal the given poses to a tenth of a millimetre and 1e-4 rad, for any distance and any rotation of
    /// the vehicle.
    #[test]
    fn packed_poses_are_the_given_ones() {
        let moments: Vec<Vec<Pose>> = (0..100).map(moment).collect();
        let packed = Packed::of(&moments.iter().map(Vec::as_slice).collect::<Vec<_>>(), 0);
        assert!(packed.unit < 1e-4);
        for (k, bodies) in moments.iter().enumerate() {
            for (body, pose) in bodies.iter().enumerate() {
                let own = &packed.poses[7 * (2 * k + body)..][..7];
                let origin = &packed.origin[3 * k..][..3];
                for ((origin, own), expected) in origin.iter().zip(own).zip(pose.position) {
                    let x = origin + packed.unit * f64::from(*own);
                    assert!((x - expected).abs() < 1e-4, "{k} {body}");
                }
                let quaternion = continued(pose.quaternion(), [3, 4, 5, 6].map(|place| f64::from(own[place])));
                let parts = quaternion.iter().zip(&own[3..]);
                assert!(parts.clone().all(|(x, own)| (x - f64::from(*own) / PART).abs() < 1e-4));
            }
        }
        // No quaternion jumps to its negative.
        for k in 1..100 {
            let quaternion = |k: usize| &packed.poses[14 * k + 3..14 * k + 7];
            let product: f64 = quaternion(k)
                .iter()
                .zip(quaternion(k - 1))
                .map(|(one, other)| f64::from(*one) * f64::from(*other))
                .sum();
            assert!(product > 0.0, "{k}");
        }
    }

    /// Numbers are encoded as the page decodes them: four and two bytes each, little-endian.
    #[test]
    fn numbers_are_bytes_in_the_order_of_the_page() {
        assert_eq!(floats([1.0, -2.5]), "AACAPwAAIMA=");
        assert_eq!(shorts(&[1, -2]), "AQD+/w==");
    }
}
