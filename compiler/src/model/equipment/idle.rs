//! Demands of a declared driver that have no effect: a pedal without its equipment, or a steering wheel without a
//! steering.

use super::{Device, Driver, Hands, Pace, Piece, Powertrain, driver};
use wishbone_laws::driveline::Law;

/// A demand of the driver on which nothing acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// Its attribute: `brake`.
    pub demand: &'static str,
    /// What would act on it, in words: a `powertrain`.
    pub needs: &'static str,
    /// Whether the vehicle cannot move as declared without it. False for brakes that may never be needed, clutches and gears.
    pub is_vital: bool,
}

/// Demands of the declared driver on which no declared piece acts.
pub fn idle(pieces: &[Piece]) -> Vec<Idle> {
    let Some(driver) = driver(pieces) else {
        return Vec::new();
    };
    let has = |word: &str| pieces.iter().any(|piece| piece.kind.word() == word);
    let powertrain = pieces.iter().find_map(|piece| match &piece.kind {
        Device::Powertrain(powertrain) => Some(&**powertrain),
        Device::Tyre(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => None,
    });
    let moved = Moved::of(driver);
    let cruises = matches!(driver.pace, Pace::Cruise(_));
    let (brakes, steers) = (has("brakes"), has("steering"));
    let demands = [
        ("steering_wheel", moved.steering_wheel && !steers, "a `steering`", true),
        (
            "throttle",
            moved.throttle && powertrain.is_none(),
            "a `powertrain`",
            true,
        ),
        ("brake", moved.brake && !brakes, "`brakes`", !cruises),
        ("parking_brake", moved.parking_brake && !brakes, "`brakes`", true),
        (
            "clutch",
            moved.clutch && !powertrain.is_some_and(has_clutch),
            "a `powertrain` with a clutch",
            false,
        ),
        (
            "gear",
            moved.gear && !powertrain.is_some_and(|own| has_gears(own) || moved.turns_back && has_engines(own)),
            "a `powertrain` with a gearbox",
            false,
        ),
    ];
    let idle = demands.into_iter().filter(|(_, is_idle, ..)| *is_idle);
    idle.map(|(demand, _, needs, is_vital)| Idle {
        demand,
        needs,
        is_vital,
    })
    .collect()
}

/// Demands that differ from their rest: pedals released, the first gear, the steering wheel straight.
struct Moved {
    steering_wheel: bool,
    throttle: bool,
    brake: bool,
    parking_brake: bool,
    clutch: bool,
    gear: bool,
    /// Whether a gear is neutral or reverse.
    turns_back: bool,
}

impl Moved {
    fn of(driver: &Driver) -> Self {
        let steering_wheel = match &driver.hands {
            Hands::Angle(course) => course.range() != [0.0; 2],
            // A driver without a joint to steer is refused.
            Hands::Way(_) => false,
        };
        let still = Self {
            steering_wheel,
            throttle: false,
            brake: false,
            parking_brake: false,
            clutch: false,
            gear: false,
            turns_back: false,
        };
        match &driver.pace {
            Pace::Pedals(pedals) => {
                let [throttle, brake, clutch] =
                    [&pedals.throttle, &pedals.brake, &pedals.clutch].map(|pedal| pedal.range() != [0.0; 2]);
                Self {
                    throttle,
                    brake,
                    clutch,
                    gear: pedals.gear.range() != [1.0; 2],
                    turns_back: pedals.gear.range()[0] < 1.0,
                    ..still
                }
            }
            Pace::Cruise(cruise) => Self {
                throttle: true,
                brake: true,
                gear: cruise.shift.is_some(),
                ..still
            },
            Pace::Script { start, events } => {
                let all = || events.iter().map(|event| &event.then).chain([start]);
                Self {
                    throttle: all().any(|demands| demands.throttle > 0.0),
                    brake: all().any(|demands| demands.brake > 0.0),
                    parking_brake: all().any(|demands| demands.parking_brake > 0.0),
                    clutch: all().any(|demands| demands.clutch > 0.0),
                    gear: all().any(|demands| demands.gear != 1),
                    turns_back: all().any(|demands| demands.gear < 1),
                    ..still
                }
            }
        }
    }
}

fn has_clutch(powertrain: &Powertrain) -> bool {
    let mut couplings = powertrain.solved.couplings.iter();
    couplings.any(|coupling| match coupling.law {
        Law::Clutch { .. } => true,
        Law::Elastic { .. } | Law::LimitedSlip { .. } | Law::Converter(_) => false,
    })
}

fn has_gears(powertrain: &Powertrain) -> bool {
    powertrain.solved.gearbox.is_some()
}

/// Engines and motors without a gearbox turn in the direction that the driver selects.
fn has_engines(powertrain: &Powertrain) -> bool {
    !powertrain.solved.engines.is_empty()
}
