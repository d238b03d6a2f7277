//! Notations of characteristics.

/// The notations of a characteristic, in place of a number: word, meaning, example.
pub(crate) const CURVES: &[(&str, &str, &str)] = &[
    (
        "table",
        "Points joined by straight lines; the first and the last line go on beyond the points. `scale` is a factor on the force and `stretch` one on the deflection, both 1 if left out; they can be tuned.",
        "spring coil: between(chassis, arm) {\n    from: [-2.3, 0, 0.9] m, to: [-2.3, 0, 0.5] m, free_length: 420 mm,\n    rate: table(deflection: [-80, -40, 0, 60] mm, force: [-3.2, -1.4, 0, 2] kN, scale: 1.1),\n}",
    ),
    (
        "cubic",
        "Points joined by smooth cubics, which rise and fall where the points do; beyond the points the tangents go on. `scale` and `stretch` as in `table`.",
        "spring coil: between(chassis, arm) {\n    from: [-2.3, 0, 0.9] m, to: [-2.3, 0, 0.5] m, free_length: 420 mm,\n    rate: cubic(deflection: [-80, -40, 0, 60] mm, force: [-3.2, -1.4, 0, 2] kN),\n}",
    ),
    (
        "polynomial",
        "A sum of powers: what each power gives at one deflection, the first power first. Here `2 kN (x / 50 mm) + 0.4 kN (x / 50 mm)^3`.",
        "spring coil: between(chassis, arm) {\n    from: [-2.3, 0, 0.9] m, to: [-2.3, 0, 0.5] m, free_length: 420 mm,\n    rate: polynomial(force: [2, 0, 0.4] kN, deflection: 50 mm),\n}",
    ),
    (
        "split",
        "Two damping rates: where the length decreases, and where it increases.",
        "spring coil: between(chassis, arm) {\n    from: [-2.3, 0, 0.9] m, to: [-2.3, 0, 0.5] m, rate: 30 kN/m, free_length: 420 mm,\n    damping: split(compression: 1500 N*s/m, rebound: 3 kN*s/m),\n}",
    ),
    (
        "degressive",
        "A damping `rate v / (1 + |v| / speed)`: at the speed the force is half of that of the rate alone.",
        "spring coil: between(chassis, arm) {\n    from: [-2.3, 0, 0.9] m, to: [-2.3, 0, 0.5] m, rate: 30 kN/m, free_length: 420 mm,\n    damping: degressive(rate: 3 kN*s/m, speed: 0.5 m/s),\n}",
    ),
    (
        "map",
        "Damping forces over length and speed, a row for each length. They are interpolated linearly between the lengths, and held beyond.",
        "spring coil: between(chassis, arm) {\n    from: [-2.3, 0, 0.9] m, to: [-2.3, 0, 0.5] m, rate: 30 kN/m, free_length: 420 mm,\n    damping: map(length: [350, 450] mm, speed: [-1, 0, 1] m/s, force: [[-1200, 0, 2000], [-800, 0, 1400]] N),\n}",
    ),
    (
        "stop",
        "A stop at a length, with a rate or with forces over the way beyond it.",
        "spring coil: between(chassis, arm) {\n    from: [-2.3, 0, 0.9] m, to: [-2.3, 0, 0.5] m, rate: 30 kN/m, free_length: 420 mm,\n    bump_stop: stop(length: 330 mm, overtravel: [0, 10, 20] mm, force: [0, 1, 4] kN),\n}",
    ),
];
