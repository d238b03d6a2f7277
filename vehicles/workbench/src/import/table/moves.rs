//! How far wheels move with the points of a table.

use super::place::{SAME_AXLE, digits};
use wishbone_compiler::front::suggest;
use wishbone_compiler::model::Wheel;

/// Fraction of the wheelbase or of the track by which a new suspension may move a wheel centre in the longitudinal or
/// lateral direction. A vehicle with wheels in one place has neither wheelbase nor track: the radius of the wheel is
/// the least bound.
const PART: f64 = 0.25;
/// Fraction of the radius by which the new suspension may move a wheel centre up or down.
const PART_OF_RADIUS: f64 = 0.5;

/// Warnings about wheel centres that move further than another suspension moves them.
pub(super) fn told(before: &[Wheel], after: &[Wheel]) -> Vec<String> {
    let extent = |axis: usize| {
        let places = before.iter().map(|wheel| wheel.centre[axis]);
        let (least, most) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), at| {
            (least.min(at), most.max(at))
        });
        most - least
    };
    let track = extent(1);
    let wheelbase = extent(0);
    let along = if wheelbase > SAME_AXLE { wheelbase } else { track };
    // Wheels that move alike are told together, both sides of an axle among them.
    let mut alike: Vec<(String, Vec<&str>)> = Vec::new();
    for (old, new) in before.iter().zip(after) {
        let by = [0, 1, 2].map(|axis| new.centre[axis] - old.centre[axis]);
        let most = [
            old.radius.max(PART * along),
            old.radius.max(PART * track),
            PART_OF_RADIUS * old.radius,
        ];
        if by.iter().zip(most).all(|(by, most)| by.abs() <= most) {
            continue;
        }
        let outward = if old.centre.y < 0.0 { -by[1] } else { by[1] };
        let [x, y, z] = [by[0], outward, by[2]].map(|by| digits(1e3 * by));
        let words = format!("{x} mm forward, {y} mm outward, {z} mm up");
        match alike.iter_mut().find(|(own, _)| *own == words) {
            Some((_, names)) => names.push(&old.name),
            None => alike.push((words, vec![&old.name])),
        }
    }
    let told = |(words, names): (String, Vec<&str>)| {
        format!(
            "warning: wheel centres of {} move by {words}; a table is read in the axes of the vehicle, with their origin",
            suggest::quoted(&names)
        )
    };
    let mut notes: Vec<String> = alike.into_iter().map(told).collect();
    let axle =
        |wheels: &[Wheel], one: usize, other: usize| (wheels[one].centre.x - wheels[other].centre.x).abs() < SAME_AXLE;
    let pairs = (0..before.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
    let met = pairs
        .filter(|&(one, other)| after[one].centre.y * after[other].centre.y > 0.0)
        .find(|&(one, other)| !axle(before, one, other) && axle(after, one, other));
    if let Some((one, other)) = met {
        notes.push(format!(
            "warning: `{}` and `{}` are now at one x: two axles in one place",
            before[one].name, before[other].name
        ));
    }
    notes
}
