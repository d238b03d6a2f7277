//! Suspensions of the compiler's library at random.

use crate::hardpoints;
use fastrand::Rng;

/// A suspension of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspension {
    /// Two arms.
    DoubleWishbone,
    /// A strut with bodies.
    MacPherson,
    /// A strut whose arm is on bushings.
    MacPhersonBushed,
    /// A strut with arm and rod as links.
    MacPhersonMassless,
    /// Five rods.
    FiveLink,
    /// An arm on a slanted axis.
    SemiTrailingArm,
    /// An arm on a transverse axis.
    TrailingArm,
    /// A half axle on a longitudinal axis.
    SwingAxle,
    /// Two arms and a beam that twists.
    TwistBeam,
    /// An axle on leaf springs of three links each, which wind up.
    SolidAxleLeaf,
    /// An axle on leaf springs of one element each.
    LeafAxle,
    /// An axle on rods and a Panhard rod.
    SolidAxlePanhard,
    /// An axle on rods and a Watt linkage.
    SolidAxleWatt,
    /// An axle on rods and a Panhard rod, with knuckles on kingpins.
    SolidAxleSteered,
}

use Suspension::{
    DoubleWishbone, FiveLink, LeafAxle, MacPherson, MacPhersonBushed, MacPhersonMassless, SemiTrailingArm,
    SolidAxleLeaf, SolidAxlePanhard, SolidAxleSteered, SolidAxleWatt, SwingAxle, TrailingArm, TwistBeam,
};

impl Suspension {
    /// All suspensions.
    pub const ALL: [Self; 14] = [
        DoubleWishbone,
        MacPherson,
        MacPhersonBushed,
        MacPhersonMassless,
        FiveLink,
        SemiTrailingArm,
        TrailingArm,
        SwingAxle,
        TwistBeam,
        SolidAxleLeaf,
        LeafAxle,
        SolidAxlePanhard,
        SolidAxleWatt,
        SolidAxleSteered,
    ];

    /// Suspensions that can steer.
    pub const STEERED: [Self; 5] = [
        DoubleWishbone,
        MacPherson,
        MacPhersonBushed,
        MacPhersonMassless,
        SolidAxleSteered,
    ];

    /// Name of the suspension's text in the library.
    pub fn file(self) -> &'static str {
        self.source().0
    }

    fn source(self) -> (&'static str, &'static str) {
        macro_rules! text {
            ($name:literal) => {
                (
                    $name,
                    include_str!(concat!("../../../compiler/library/", $name, ".txt")),
                )
            };
        }
        match self {
            DoubleWishbone => text!("double_wishbone"),
            MacPherson => text!("macpherson"),
            MacPhersonBushed => text!("macpherson_bushed"),
            MacPhersonMassless => text!("macpherson_massless"),
            FiveLink => text!("five_link"),
            SemiTrailingArm => text!("semi_trailing_arm"),
            TrailingArm => text!("trailing_arm"),
            SwingAxle => text!("swing_axle"),
            TwistBeam => text!("twist_beam"),
            SolidAxleLeaf => text!("solid_axle_leaf"),
            LeafAxle => text!("leaf_axle"),
            SolidAxlePanhard => text!("solid_axle_panhard"),
            SolidAxleWatt => text!("solid_axle_watt"),
            SolidAxleSteered => text!("solid_axle_steered"),
        }
    }

    /// Whether bushings or leaf springs let the wheel yield to loads in directions other than its travel.
    pub fn is_compliant(self) -> bool {
        matches!(self, MacPhersonBushed | SolidAxleLeaf | LeafAxle)
    }

    /// Whether the axle is declared as a whole, because both wheels are on one part.
    pub fn is_axle(self) -> bool {
        matches!(
            self,
            TwistBeam | SolidAxleLeaf | LeafAxle | SolidAxlePanhard | SolidAxleWatt | SolidAxleSteered
        )
    }

    /// The bodies that the suspension is attached to: the chassis and, if it steers, the steering body.
    fn attached(self, steering: &str) -> String {
        match self {
            DoubleWishbone | MacPherson | MacPhersonBushed | MacPhersonMassless | SolidAxleSteered => {
                format!("chassis, {steering}")
            }
            _ => "chassis".to_owned(),
        }
    }
}

/// One axle as text.
pub struct Axle {
    /// The places of the axle in the declaration.
    pub text: String,
    /// Names of the wheels, left and right.
    pub wheels: Vec<String>,
    /// Static angles, left and right [deg].
    pub camber: Vec<f64>,
    pub toe: Vec<f64>,
}

impl Axle {
    /// An axle at position `x` along X [m]; its tie rods are attached to the body `steering`.
    pub fn new(rng: &mut Rng, suspension: Suspension, name: &str, steering: &str, x: f64) -> Self {
        match suspension.is_axle() {
            true => Self::whole(rng, suspension, name, steering, x),
            false => Self::of_corners(rng, suspension, name, steering, x),
        }
    }

    /// An axle with independent places left and right, each with its own hardpoints and angles.
    fn of_corners(rng: &mut Rng, suspension: Suspension, name: &str, steering: &str, x: f64) -> Self {
        let points = hardpoints::of(suspension.source().1);
        let mut axle = Self::empty();
        for side in ["left", "right"] {
            let place = format!("{name}_{side}");
            let (camber, toe) = (within(rng, -3.0, 1.5), within(rng, -0.4, 0.4));
            let turned = if side == "right" {
                ", rotation: [0, 0, 180] deg"
            } else {
                ""
            };
            axle.text += &format!(
                "    place {suspension:?}({}) as {place} {{ origin: [{x:.4}, 0, 0] m{turned},\n        {}\n        wheel tyre {{ {} }}\n    }}\n",
                suspension.attached(steering),
                hardpoints::moved(rng, &points, side == "right"),
                angles(camber, toe),
            );
            axle.wheels.push(format!("{place}.tyre"));
            axle.camber.push(camber);
            axle.toe.push(toe);
        }
        axle
    }

    /// An axle as a whole, with the right side as mirror image of the left.
    fn whole(rng: &mut Rng, suspension: Suspension, name: &str, steering: &str, x: f64) -> Self {
        let mut axle = Self::empty();
        let (camber, toe) = (within(rng, -1.5, 1.0), within(rng, -0.3, 0.3));
        for side in ["left", "right"] {
            axle.wheels.push(format!("{name}.{side}.tyre"));
            axle.camber.push(camber);
            axle.toe.push(toe);
        }
        let points = match suspension {
            SolidAxlePanhard | SolidAxleWatt | SolidAxleSteered => {
                hardpoints::moved(rng, &hardpoints::of(suspension.source().1), false)
            }
            _ => String::new(),
        };
        axle.text = format!(
            "    place {suspension:?}({}) as {name} {{ origin: [{x:.4}, 0, 0] m,\n        {points}\n        wheel left.tyre {{ {} }}\n    }}\n",
            suspension.attached(steering),
            angles(camber, toe),
        );
        axle
    }

    fn empty() -> Self {
        Self {
            text: String::new(),
            wheels: Vec::new(),
            camber: Vec::new(),
            toe: Vec::new(),
        }
    }
}

fn angles(camber: f64, toe: f64) -> String {
    format!("camber: {camber:.3} deg, toe: {toe:.3} deg")
}

/// A random element of a list.
pub fn pick<'a, T>(rng: &mut Rng, all: &'a [T]) -> &'a T {
    &all[rng.usize(..all.len())]
}

/// A number with uniform distribution between two limits.
pub fn within(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.f64()
}
