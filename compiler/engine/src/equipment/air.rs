//! Aerodynamic forces.

use super::piece::Pieces;
use wishbone::air::{Air, Coefficient, Crosswind, Gust, OverBelt, Steady, Turbulence, Wind};
use wishbone::description::Description;
use wishbone::marker::MarkerPort;
use wishbone_compiler::model::equipment::{self, WAVES};

/// Aerodynamic forces with the declared winds, for a vehicle that drives, or that stands on a belt of this speed [m/s].
pub(super) fn of_air(declared: &equipment::Air, vehicle: &Description, belt: Option<f64>) -> Option<Pieces> {
    let mut own = Air::at(MarkerPort::of(vehicle, &declared.marker)?, declared.area);
    own.density = declared.density;
    own.length = declared.length;
    own.force = declared.force.each_ref().map(coefficient);
    own.moment = declared.moment.each_ref().map(coefficient);
    own.ground_effect = declared.ground_effect;
    let wind = Winds(declared.winds.iter().map(Blowing::of).collect());
    Some(match belt {
        Some(speed) => Pieces::of(own.with_wind(OverBelt { wind, speed })),
        None if wind.0.is_empty() => Pieces::of(own),
        None => Pieces::of(own.with_wind(wind)),
    })
}

/// Winds whose velocities are added, in this order.
#[derive(Clone)]
struct Winds(Vec<Blowing>);

/// A wind of any kind.
#[derive(Clone)]
enum Blowing {
    Steady(Steady),
    Gust(Gust),
    Crosswind(Crosswind),
    Turbulence(Box<Turbulence<WAVES>>),
}

impl Blowing {
    fn of(declared: &equipment::Wind) -> Self {
        match *declared {
            equipment::Wind::Steady(velocity) => Self::Steady(Steady(velocity)),
            equipment::Wind::Gust { peak, start, duration } => Self::Gust(Gust { peak, start, duration }),
            equipment::Wind::Crosswind { velocity, range, edge } => {
                Self::Crosswind(Crosswind { velocity, range, edge })
            }
            equipment::Wind::Turbulence {
                mean,
                deviations,
                lengths,
                seed,
            } => Self::Turbulence(Box::new(Turbulence::new(mean, deviations, lengths, seed))),
        }
    }
}

impl Wind for Blowing {
    fn at(&self, time: f64, position: [f64; 3]) -> [f64; 3] {
        match self {
            Self::Steady(wind) => wind.at(time, position),
            Self::Gust(wind) => wind.at(time, position),
            Self::Crosswind(wind) => wind.at(time, position),
            Self::Turbulence(wind) => wind.at(time, position),
        }
    }
}

impl Wind for Winds {
    fn at(&self, time: f64, position: [f64; 3]) -> [f64; 3] {
        let each = self.0.iter().map(|wind| wind.at(time, position));
        let sum = each.reduce(|sum, wind| [0, 1, 2].map(|k| sum[k] + wind[k]));
        sum.unwrap_or([0.0; 3])
    }
}

fn coefficient(declared: &equipment::Coefficient) -> Coefficient {
    match declared {
        equipment::Coefficient::Axial(value) => Coefficient::Axial(*value),
        equipment::Coefficient::Even(points) => Coefficient::Even(*points),
        equipment::Coefficient::Odd(points) => Coefficient::Odd(*points),
        equipment::Coefficient::Whole(points) => Coefficient::Whole(*points),
    }
}
