//! Quantities of an evaluation, each with its equation. The emitted text names values by the quantity for which they are
//! computed, and states the equation where its work begins.
//!
//! Symbols: `V` twist, `A` spatial acceleration, `H` motion subspace of a joint, `v` its speeds, `I` inertia; index `in`
//! for the inboard body, `0` for the base. More are defined at the head of each method's file.

/// A quantity that an evaluation computes for a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Of a driven input: its motion, as each lane has it.
    Drive,
    /// Of a vehicle: coordinates whose Euler parameters have unit norm.
    Normalised,
    /// Of a vehicle: coordinates or speeds with their correction.
    Corrected,
    /// Of a body: where it is.
    Pose,
    /// Of a cut joint: its equations for the speeds.
    Rows,
    /// Of a cut joint: factors of the equations for the dependent speeds.
    Dependence,
    /// Of a cut joint: dependent speeds, for unit independent speeds or due to drives.
    DependentSpeeds,
    /// Of a cut joint: dependent rates of speeds, without rates of the independent speeds.
    DependentRates,
    /// Of a cut joint: the part of its equations for the accelerations that depends on speeds.
    RowBias,
    /// Of a cut joint: what its equations miss.
    Residual,
    /// Of a body: its twist.
    Velocity,
    /// Of a body's joint: rates of its coordinates.
    CoordinateRates,
    /// Of a wheel or a body: how it moves, in world axes.
    Motion,
    /// Of a contact or a marker: where its point is, and how it moves.
    Point,
    /// Of a damper in series with a spring.
    DamperRate,
    /// Of a body: acceleration without rates of the speeds.
    Bias,
    /// Of a body: its mass distribution.
    Mass,
    /// Of a force element.
    Force,
    /// Of a wheel: what its tyre, its drive and its brake do to the carrier.
    Load,
    /// Of a body: the wrench that it needs without rates of the speeds.
    Needed,
    /// Of a subsystem: its equations in the independent speeds.
    Projection,
    /// Of a subsystem: factors of its equations.
    Factors,
    /// Of a subsystem: inertia and wrench that it leaves on the base.
    Effective,
    /// Of a body: its joint is eliminated.
    Elimination,
    /// Of a group of loops, named after its first cut joint: its multipliers are eliminated.
    Multipliers,
    /// Of a body: its acceleration.
    Acceleration,
    /// Of a wheel: rate of its spin.
    SpinRate,
    /// Of a body, of a spring or of the vehicle.
    Energy,
    /// Of an output of the declaration.
    Output,
}

impl Quantity {
    /// All quantities.
    pub const ALL: [Quantity; 29] = [
        Quantity::Drive,
        Quantity::Normalised,
        Quantity::Corrected,
        Quantity::Pose,
        Quantity::Rows,
        Quantity::Dependence,
        Quantity::DependentSpeeds,
        Quantity::DependentRates,
        Quantity::RowBias,
        Quantity::Residual,
        Quantity::Velocity,
        Quantity::CoordinateRates,
        Quantity::Motion,
        Quantity::Point,
        Quantity::DamperRate,
        Quantity::Bias,
        Quantity::Mass,
        Quantity::Force,
        Quantity::Load,
        Quantity::Needed,
        Quantity::Projection,
        Quantity::Factors,
        Quantity::Effective,
        Quantity::Elimination,
        Quantity::Multipliers,
        Quantity::Acceleration,
        Quantity::SpinRate,
        Quantity::Energy,
        Quantity::Output,
    ];

    /// Its word in the names of values.
    pub fn word(self) -> &'static str {
        match self {
            Quantity::Drive => "drive",
            Quantity::Normalised => "normalised",
            Quantity::Corrected => "corrected",
            Quantity::Pose => "pose",
            Quantity::Rows => "row",
            Quantity::Dependence => "pivot",
            Quantity::DependentSpeeds => "dependent",
            Quantity::DependentRates => "dependent_rate",
            Quantity::RowBias => "row_bias",
            Quantity::Residual => "residual",
            Quantity::Velocity => "velocity",
            Quantity::CoordinateRates => "coordinate_rate",
            Quantity::Motion => "motion",
            Quantity::Point => "point",
            Quantity::DamperRate => "damper_rate",
            Quantity::Bias => "bias",
            Quantity::Mass => "mass",
            Quantity::Force => "force",
            Quantity::Load => "load",
            Quantity::Needed => "needed",
            Quantity::Projection => "projection",
            Quantity::Factors => "factor",
            Quantity::Effective => "effective",
            Quantity::Elimination => "elimination",
            Quantity::Multipliers => "multiplier",
            Quantity::Acceleration => "acceleration",
            Quantity::SpinRate => "spin_rate",
            Quantity::Energy => "energy",
            Quantity::Output => "output",
        }
    }

    /// Its name and equation for the reader of a solver's text.
    pub fn equation(self) -> &'static str {
        match self {
            Quantity::Drive => "motion of the drive",
            Quantity::Normalised => "Euler parameters of unit norm",
            Quantity::Corrected => "coordinates or speeds with their correction",
            Quantity::Pose => "pose: r = r_in + R_in s, R = R_in R_joint",
            Quantity::Rows => "closure equations Bᵀ V = 0 of the cut joint",
            Quantity::Dependence => "J_d of the dependent speeds, eliminated",
            Quantity::DependentSpeeds => "dependent speeds: J_d x = r",
            Quantity::DependentRates => "dependent rates without independent ones: J_d x = r",
            Quantity::RowBias => "second derivative of the closure equations without accelerations",
            Quantity::Residual => "residuals of the closure equations",
            Quantity::Velocity => "twist: V = V_in + H v (Featherstone 2008, eq. 3.10)",
            Quantity::CoordinateRates => "rates of the joint's coordinates from its speeds",
            Quantity::Motion => "motion in world axes",
            Quantity::Point => "point, and its velocity",
            Quantity::DamperRate => "rate of the damper in series",
            Quantity::Bias => "acceleration without rates of the speeds",
            Quantity::Mass => "mass, first moment and inertia in the axes of its frame",
            Quantity::Force => "force by its law",
            Quantity::Load => "wrench of tyre, drive and brake on the carrier",
            Quantity::Needed => "wrench that the body needs without rates of the speeds, less acting forces",
            Quantity::Projection => "U = Σ I T, D = Σ Tᵀ I T, n = Σ Tᵀ b - τ (Kim & Wang 2005, formulation B)",
            Quantity::Factors => "D = L Δ Lᵀ",
            Quantity::Effective => "I* = I - U D⁻¹ Uᵀ, b* = b - U D⁻¹ n (Kim & Wang 2005, eq. 1 and 2)",
            Quantity::Elimination => "I* = I - U D⁻¹ Uᵀ with U = I H, D = Hᵀ U (Bae & Haug 1987)",
            Quantity::Multipliers => "λ = -Λ⁻¹ (γ + Bᵀ A) (Deyo & Ingebretsen 1989, 3.2.4)",
            Quantity::Acceleration => "A = A_in + c + H v', v' = D⁻¹ (u - Uᵀ (A_in + c))",
            Quantity::SpinRate => "rate of the spin",
            Quantity::Energy => "energy",
            Quantity::Output => "output",
        }
    }

    /// The quantity of this word.
    pub fn of_word(word: &str) -> Option<Quantity> {
        Quantity::ALL.into_iter().find(|quantity| quantity.word() == word)
    }
}
