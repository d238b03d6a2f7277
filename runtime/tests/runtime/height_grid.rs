//! Heights on a grid: planes, surfaces of second degree, continuous slopes, edges, mistakes.

use super::terrain::assert_consistent;
use wishbone::terrain::{GridMistake, GridSize, HeightGrid, Terrain};

const SIZE: GridSize = GridSize {
    origin: [-3.0, 2.0],
    spacing: [0.5, 0.25],
    count: [9, 7],
};

/// A grid of heights that are a function of X and Y.
fn grid(height: impl Fn(f64, f64) -> f64) -> HeightGrid<Vec<f64>> {
    let [columns, rows] = SIZE.count;
    let mut heights = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            heights.push(height(-3.0 + 0.5 * column as f64, 2.0 + 0.25 * row as f64));
        }
    }
    HeightGrid::new(SIZE, heights).expect("the grid has no mistake")
}

fn rough() -> HeightGrid<Vec<f64>> {
    let mut rng = fastrand::Rng::with_seed(3);
    let noise: Vec<f64> = (0..63).map(|_| 0.1 * rng.f64()).collect();
    HeightGrid::new(SIZE, noise).expect("the grid has no mistake")
}

#[test]
fn planes_are_exact_up_to_the_edge() {
    let plane = |x: f64, y: f64| 0.3 + 0.1 * x - 0.2 * y;
    let grid = grid(plane);
    for i in 0..=40 {
        for j in 0..=30 {
            let (x, y) = (-3.0 + 0.1 * f64::from(i), 2.0 + 0.05 * f64::from(j));
            assert!((grid.at(x, y, 0.0).height - plane(x, y)).abs() < 1e-14, "{x} {y}");
        }
    }
    let [along, across] = grid.at(-1.2, 2.6, 0.0).slope();
    assert!((along - 0.1).abs() < 1e-14 && (across + 0.2).abs() < 1e-14);
}

#[test]
fn surfaces_of_second_degree_are_exact_away_from_the_edge() {
    let bowl = |x: f64, y: f64| 0.02 * x * x - 0.03 * x * y + 0.05 * y * y;
    let grid = grid(bowl);
    for i in 0..=30 {
        for j in 0..=20 {
            let (x, y) = (-2.5 + 0.1 * f64::from(i), 2.25 + 0.05 * f64::from(j));
            let ground = grid.at(x, y, 0.0);
            assert!((ground.height - bowl(x, y)).abs() < 1e-14, "{x} {y}");
            let [along, across] = ground.slope();
            assert!((along - (0.04 * x - 0.03 * y)).abs() < 1e-13);
            assert!((across - (0.1 * y - 0.03 * x)).abs() < 1e-13);
        }
    }
}

/// The surface goes through the points, the slopes are its derivatives, and neither jumps at the lines of the grid.
#[test]
fn the_surface_is_smooth_and_goes_through_its_points() {
    let grid = rough();
    let mut rng = fastrand::Rng::with_seed(3);
    for row in 0..7 {
        for column in 0..9 {
            let (x, y) = (-3.0 + 0.5 * f64::from(column), 2.0 + 0.25 * f64::from(row));
            assert!((grid.at(x, y, 0.0).height - 0.1 * rng.f64()).abs() < 1e-15);
        }
    }
    for i in 0..300 {
        let (x, y) = (-2.987 + 0.013 * f64::from(i), 2.003 + 0.0049 * f64::from(i));
        assert_consistent(&grid, x, y, 0.0);
    }
    let e = 1e-9;
    for k in 1..6 {
        let (x, y) = (-3.0 + 0.5 * f64::from(k), 2.0 + 0.25 * f64::from(k));
        for [one, other] in [[[x - e, 2.6], [x + e, 2.6]], [[-1.1, y - e], [-1.1, y + e]]] {
            let [one, other] = [one, other].map(|[x, y]| grid.at(x, y, 0.0).slope());
            assert!((one[0] - other[0]).abs() < 1e-7 && (one[1] - other[1]).abs() < 1e-7);
        }
    }
}

#[test]
fn outside_the_road_goes_on_as_it_ends() {
    let grid = rough();
    for (outside, edge) in [
        ([-9.0, 2.6], [-3.0, 2.6]),
        ([50.0, 2.6], [1.0, 2.6]),
        ([-1.1, -1e6], [-1.1, 2.0]),
        ([-1.1, 4.0], [-1.1, 3.5]),
        ([7.0, 9.0], [1.0, 3.5]),
    ] {
        let [found, wanted] = [outside, edge].map(|[x, y]| grid.at(x, y, 0.0));
        assert!((found.height - wanted.height).abs() < 1e-15, "{outside:?}");
        let (slope, at_edge) = (found.slope(), wanted.slope());
        for k in [0, 1] {
            let wanted = if outside[k] == edge[k] { at_edge[k] } else { 0.0 };
            assert!((slope[k] - wanted).abs() < 1e-15, "{outside:?}");
        }
    }
    assert!(grid.at(f64::NAN, 2.6, 0.0).height.is_nan());
    assert!(grid.at(-1.0, f64::NAN, 0.0).height.is_nan());
}

#[test]
fn mistakes_are_told_with_their_place() {
    let mut heights = [0.0; 63];
    heights[2 * 9 + 4] = f64::NAN;
    let found = HeightGrid::new(SIZE, heights).expect_err("a height is missing");
    let wanted = GridMistake::Height {
        row: 2,
        column: 4,
        x: -1.0,
        y: 2.5,
    };
    assert_eq!(found, wanted);
    assert_eq!(
        found.to_string(),
        "the height in row 2, column 4, at x = -1 m, y = 2.5 m, is not a finite number"
    );
    let number = GridMistake::Number {
        expected: 63,
        found: 62,
    };
    assert_eq!(HeightGrid::new(SIZE, &[0.0; 62][..]), Err(number));
    let flat = |size: GridSize| HeightGrid::new(size, [0.0; 63]).expect_err("the size is wrong");
    assert_eq!(flat(GridSize { count: [63, 1], ..SIZE }), GridMistake::TooFew);
    let huge = [usize::MAX, usize::MAX];
    assert!(matches!(
        flat(GridSize { count: huge, ..SIZE }),
        GridMistake::Number { .. }
    ));
    for spacing in [[0.0, 1.0], [1.0, -1.0], [f64::NAN, 1.0], [1.0, f64::INFINITY]] {
        assert_eq!(flat(GridSize { spacing, ..SIZE }), GridMistake::Place);
    }
}
