//! Heights on a regular grid.

use super::{Ground, Terrain};
use crate::math::{clamp, floor};
use core::fmt;

/// Place and size of a grid.
///
/// Point (row, column) lies at `x = origin_x + column spacing_x`, `y = origin_y + row spacing_y`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridSize {
    /// X and Y of the first point [m].
    pub origin: [f64; 2],
    /// Distances of neighbours along X and Y [m], more than zero.
    pub spacing: [f64; 2],
    /// Number of columns, along X, and of rows, along Y; each at least two.
    pub count: [usize; 2],
}

impl GridSize {
    fn place(&self, row: usize, column: usize) -> [f64; 2] {
        [
            self.origin[0] + column as f64 * self.spacing[0],
            self.origin[1] + row as f64 * self.spacing[1],
        ]
    }
}

/// A mistake in a grid of heights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GridMistake {
    /// An origin or a spacing is not finite, or a spacing is not above zero.
    Place,
    /// Fewer than two rows or columns.
    TooFew,
    /// Another number of heights than rows times columns.
    Number {
        /// Number of heights that belong to the size.
        expected: usize,
        /// Number of heights.
        found: usize,
    },
    /// A height that is infinite or not a number.
    Height {
        /// Its row, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
        /// X [m].
        x: f64,
        /// Y [m].
        y: f64,
    },
}

impl fmt::Display for GridMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place => f.write_str("origin and spacing of a grid must be finite, and the spacing above zero"),
            Self::TooFew => f.write_str("a grid needs at least two rows and two columns"),
            Self::Number { expected, found } => {
                write!(f, "the grid has {expected} points, but there are {found} heights")
            }
            Self::Height { row, column, x, y } => write!(
                f,
                "the height in row {row}, column {column}, at x = {x} m, y = {y} m, is not a finite number"
            ),
        }
    }
}

impl core::error::Error for GridMistake {}

/// Heights on a regular grid, with a smooth surface between them.
///
/// The surface goes through all points, and its slope is continuous: cubic convolution along X and Y (Keys 1981, Cubic
/// convolution interpolation for digital image processing, IEEE Trans. ASSP 29, equation 15, `a = -1/2`). Planes are
/// reproduced exactly, and away from the edge surfaces of second degree. Beside a step the surface oscillates beyond
/// the points, by 7 percent of the step. A row of points beyond the edge is extrapolated straight.
///
/// Outside the grid the height is the height of the nearest point of its edge. The slope across the edge drops to zero there.
///
/// The heights are borrowed or owned: a slice, an array, a vector. Row by row: all points of the first Y come first,
/// with increasing X.
///
/// ```
/// use wishbone::terrain::{GridSize, HeightGrid, Terrain};
/// let size = GridSize { origin: [0.0, -1.0], spacing: [0.5, 2.0], count: [3, 2] };
/// let grid = HeightGrid::new(size, [0.0, 0.1, 0.2, 0.0, 0.1, 0.2])?;
/// assert!((grid.at(0.75, 0.3, 0.0).height - 0.15).abs() < 1e-15);
/// assert_eq!(grid.at(9.0, 0.3, 0.0).height, 0.2);
/// # Ok::<(), wishbone::terrain::GridMistake>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightGrid<H> {
    size: GridSize,
    heights: H,
}

impl<H: AsRef<[f64]>> HeightGrid<H> {
    /// A grid with these heights [m].
    ///
    /// # Errors
    /// The first mistake.
    pub fn new(size: GridSize, heights: H) -> Result<Self, GridMistake> {
        check(&size, heights.as_ref())?;
        Ok(Self { size, heights })
    }

    /// Height and slope along X in a row, with distances in columns.
    #[inline]
    fn in_row(&self, row: usize, column: usize, part: f64) -> [f64; 2] {
        let columns = self.size.count[0];
        let heights = self.heights.as_ref();
        let height = |column: usize| heights.get(row * columns + column).copied().unwrap_or(f64::NAN);
        between(height, columns, column, part)
    }
}

fn check(size: &GridSize, heights: &[f64]) -> Result<(), GridMistake> {
    let is_placed = size.origin.iter().all(|x| x.is_finite());
    if !is_placed || !size.spacing.iter().all(|d| d.is_finite() && *d > 0.0) {
        return Err(GridMistake::Place);
    }
    let [columns, rows] = size.count;
    if columns < 2 || rows < 2 {
        return Err(GridMistake::TooFew);
    }
    let expected = columns.saturating_mul(rows);
    if heights.len() != expected {
        let found = heights.len();
        return Err(GridMistake::Number { expected, found });
    }
    let Some(bad) = heights.iter().position(|z| !z.is_finite()) else {
        return Ok(());
    };
    let (row, column) = (bad / columns, bad % columns);
    let [x, y] = size.place(row, column);
    Err(GridMistake::Height { row, column, x, y })
}

/// The cell that contains a coordinate, the fraction of the cell that lies before the coordinate, and whether the
/// coordinate is inside the grid.
#[inline]
fn cell(at: f64, origin: f64, spacing: f64, count: usize) -> (usize, f64, bool) {
    let last = (count - 1) as f64;
    let place = (at - origin) / spacing;
    let inside = clamp(place, 0.0, last);
    // A coordinate that is not a number has cell 0 and a part that is not a number.
    let cell = (floor(inside) as usize).min(count - 2);
    (cell, inside - cell as f64, inside == place)
}

/// Value and slope between the points `cell` and `cell + 1`, at the fraction `part` of the distance; distances are
/// counted in points.
#[inline]
fn between(point: impl Fn(usize) -> f64, count: usize, cell: usize, part: f64) -> [f64; 2] {
    let (b, c) = (point(cell), point(cell + 1));
    let a = if cell > 0 { point(cell - 1) } else { 2.0 * b - c };
    let d = if cell + 2 < count { point(cell + 2) } else { 2.0 * c - b };
    let first = 0.5 * (c - a);
    let third = 0.5 * (d - a) + 1.5 * (b - c);
    let second = c - b - first - third;
    [
        b + part * (first + part * (second + part * third)),
        first + part * (2.0 * second + part * 3.0 * third),
    ]
}

impl<H: AsRef<[f64]>> Terrain for HeightGrid<H> {
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        let GridSize { origin, spacing, count } = self.size;
        let (column, right, inside_x) = cell(x, origin[0], spacing[0], count[0]);
        let (row, up, inside_y) = cell(y, origin[1], spacing[1], count[1]);
        // The four rows around the point; those beyond the edge are not used.
        let first = row.saturating_sub(1);
        let rows: [[f64; 2]; 4] = core::array::from_fn(|k| self.in_row((first + k).min(count[1] - 1), column, right));
        let [height, slope_y] = between(|row| rows[row - first][0], count[1], row, up);
        let [slope_x, _] = between(|row| rows[row - first][1], count[1], row, up);
        let slope = |slope: f64, spacing: f64, inside: bool| if inside { slope / spacing } else { 0.0 };
        Ground::sloping(
            height,
            [
                slope(slope_x, spacing[0], inside_x),
                slope(slope_y, spacing[1], inside_y),
            ],
        )
    }
}
