//! Triangles and lines of a scene.

use nalgebra::Vector3;
use std::f32::consts::TAU;

/// Sides of a tube.
const SIDES: usize = 8;

/// Triangles with normals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners [m].
    pub positions: Vec<[f32; 3]>,
    /// Unit normals at the corners.
    pub normals: Vec<[f32; 3]>,
    /// Three corners for each triangle, counterclockwise seen from outside.
    pub triangles: Vec<u32>,
}

impl Mesh {
    /// Adds an open tube between two points; adds nothing if the points do not differ in the precision of the file.
    pub fn tube(&mut self, from: [f64; 3], to: [f64; 3], radius: f32) {
        let [from, to] = [from, to].map(|point| Vector3::from(point).cast::<f32>());
        let Some(along) = (to - from).try_normalize(0.0) else {
            return;
        };
        let across = along.cross(&Vector3::ith(along.iamin(), 1.0)).normalize();
        let beside = along.cross(&across);
        let first = self.positions.len() as u32;
        for side in 0..SIDES {
            let (sine, cosine) = (TAU * side as f32 / SIDES as f32).sin_cos();
            let normal = cosine * across + sine * beside;
            for end in [from, to] {
                self.positions.push((end + radius * normal).into());
                self.normals.push(normal.into());
            }
            let [own, next] = [side, (side + 1) % SIDES].map(|side| first + 2 * side as u32);
            self.triangles.extend([own, next, own + 1, next, next + 1, own + 1]);
        }
    }

    /// A surface through rows of equally many points. It is visible from above if the rows run to the left and follow each other
    /// ahead. Where a point has no height the surface has a hole.
    pub fn surface<const N: usize>(rows: &[[[f64; 3]; N]]) -> Self {
        let point = |row: usize, place: usize| Vector3::from(rows[row][place]);
        let mut mesh = Self::default();
        for row in 0..rows.len() {
            for place in 0..N {
                let ahead = point((row + 1).min(rows.len() - 1), place) - point(row.saturating_sub(1), place);
                let left = point(row, (place + 1).min(N - 1)) - point(row, place.saturating_sub(1));
                let normal = ahead.cross(&left).normalize();
                let normal = if is_finite(&normal) { normal } else { Vector3::z() };
                mesh.positions.push(
                    point(row, place)
                        .map(|x| if x.is_finite() { x } else { 0.0 })
                        .cast()
                        .into(),
                );
                mesh.normals.push(normal.cast().into());
            }
        }
        for (row, place) in (1..rows.len()).flat_map(|row| (1..N).map(move |place| (row, place))) {
            let corner = |row: usize, place: usize| (row * N + place) as u32;
            let [behind, right] = [row - 1, place - 1];
            let [near, far] = [[behind, right], [row, place]];
            for corners in [[near, [row, right], far], [near, far, [behind, place]]] {
                if corners.iter().all(|[row, place]| is_finite(&point(*row, *place))) {
                    mesh.triangles.extend(corners.map(|[row, place]| corner(row, place)));
                }
            }
        }
        mesh
    }
}

fn is_finite(point: &Vector3<f64>) -> bool {
    point.iter().all(|x| x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every triangle is visible from the side to which the normals of its corners point.
    fn is_seen_from_outside(mesh: &Mesh) {
        assert!(!mesh.triangles.is_empty());
        for corners in mesh.triangles.as_chunks::<3>().0 {
            let [one, two, three] = corners.map(|corner| Vector3::from(mesh.positions[corner as usize]));
            let outward = (two - one).cross(&(three - one));
            for corner in corners {
                let normal = Vector3::from(mesh.normals[*corner as usize]);
                assert!((normal.norm() - 1.0).abs() < 1e-6);
                assert!(normal.dot(&outward) > 0.0, "{corners:?}");
            }
        }
    }

    #[test]
    fn tubes_are_closed_around_their_line() {
        for to in [[0.0, 0.0, 2.0], [1.0, -2.0, 0.5], [-1.0, 0.0, 0.0]] {
            let mut mesh = Mesh::default();
            mesh.tube([0.0; 3], to, 0.01);
            is_seen_from_outside(&mesh);
            let along = Vector3::from(to).cast::<f32>().normalize();
            for position in &mesh.positions {
                let position = Vector3::from(*position);
                let aside = position - along * position.dot(&along);
                assert!((aside.norm() - 0.01).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn ground_is_seen_from_above() {
        let rows: Vec<[[f64; 3]; 3]> = (0..4)
            .map(|row| [-1.0, 0.0, 1.0].map(|y| [f64::from(row), y, 0.1 * f64::from(row) * y]))
            .collect();
        let mesh = Mesh::surface(&rows);
        is_seen_from_outside(&mesh);
        assert_eq!(mesh.triangles.len(), 3 * 2 * 6);
        assert!(mesh.normals.iter().all(|normal| normal[2] > 0.9));
    }

    /// If the ground has no height at its border, it has a hole there, and points that coincide have no tube: no number
    /// of a mesh is NaN.
    #[test]
    fn nothing_is_drawn_where_there_is_nothing() {
        let rows: Vec<[[f64; 3]; 4]> = (0..4)
            .map(|row| [-1.0, 0.0, 1.0, 2.0].map(|y| [f64::from(row), y, if y > 1.5 { f64::NAN } else { 0.1 * y }]))
            .collect();
        let mut mesh = Mesh::surface(&rows);
        is_seen_from_outside(&mesh);
        assert_eq!(mesh.triangles.len(), 3 * 2 * 6);
        let before = mesh.clone();
        mesh.tube([1.0, 2.0, 3.0], [1.0, 2.0 + 1e-12, 3.0], 0.01);
        assert_eq!(mesh, before);
        let numbers = mesh.positions.iter().chain(&mesh.normals).flatten();
        assert!(numbers.copied().all(f32::is_finite));
    }
}
