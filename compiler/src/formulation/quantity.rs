//! Quantities of an evaluation, each with its equation. The emitted text names values by the quantity for which they
//! are computed. It states the equation of a quantity where the computation of the quantity begins.
//!
//! Symbols: `V` twist, `A` spatial acceleration, `H` motion subspace of a joint, `v` speeds of a joint, `I` inertia;
//! index `in` for the inboard body, `0` for the base. More are defined at the head of each method's file, and of
//! `method/reduced.rs`.

/// Defines the quantities by a table: each with its word in the names of values, and its equation for the reader of a
/// solver's text.
macro_rules! quantities {
    ($($(#[$doc:meta])* $name:ident: $word:literal, $equation:literal;)*) => {
        /// A quantity that is computed for a part.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Quantity {
            $($(#[$doc])* $name,)*
        }

        impl Quantity {
            /// Its word in the names of values.
            pub fn word(self) -> &'static str {
                match self {
                    $(Quantity::$name => $word,)*
                }
            }

            /// Its name and equation for the reader of a solver's text.
            pub fn equation(self) -> &'static str {
                match self {
                    $(Quantity::$name => $equation,)*
                }
            }

            /// The quantity of this word.
            pub fn of_word(word: &str) -> Option<Quantity> {
                match word {
                    $($word => Some(Quantity::$name),)*
                    _ => None,
                }
            }
        }
    };
}

quantities! {
    /// Of a vehicle: the declared numbers as its parameters change them.
    Design: "design", "numbers of the design position, by the parameters";
    /// Of a driven input: its motion, as each lane has it.
    Drive: "drive", "motion of the drive";
    /// Of a vehicle: coordinates whose Euler parameters have unit norm.
    Normalised: "normalised", "Euler parameters of unit norm";
    /// Of a vehicle: coordinates or speeds with their correction.
    Corrected: "corrected", "coordinates or speeds with their correction";
    /// Of a body: where it is.
    Pose: "pose", "pose: r = r_in + R_in s, R = R_in R_joint";
    /// Of a cut joint: its equations for the speeds.
    Rows: "row", "closure equations Bᵀ V = 0 of the cut joint";
    /// Of a cut joint: factors of the equations for the dependent speeds.
    Dependence: "pivot", "J_d of the dependent speeds, eliminated";
    /// Of a cut joint: dependent speeds, for unit independent speeds or due to drives.
    DependentSpeeds: "dependent", "dependent speeds: J_d x = r";
    /// Of a cut joint: dependent rates of speeds, without rates of the independent speeds.
    DependentRates: "dependent_rate", "dependent rates without independent ones: J_d x = r";
    /// Of a cut joint: the part of its equations for the accelerations that depends on speeds.
    RowBias: "row_bias", "second derivative of the closure equations without accelerations";
    /// Of a cut joint: the residuals of its equations.
    Residual: "residual", "residuals of the closure equations";
    /// Of a body: its twist.
    Velocity: "velocity", "twist: V = V_in + H v (Featherstone 2008, eq. 3.10)";
    /// Of a body's joint: rates of its coordinates.
    CoordinateRates: "coordinate_rate", "rates of the joint's coordinates from its speeds";
    /// Of a wheel or a body: how it moves, in world axes.
    Motion: "motion", "motion in world axes";
    /// For a contact or a marker: the position and the motion of its point.
    Point: "point", "point, and its velocity";
    /// Of a damper in series with a spring.
    DamperRate: "damper_rate", "rate of the damper in series";
    /// Of a body: acceleration without rates of the speeds.
    Bias: "bias", "acceleration without rates of the speeds";
    /// Of a body or a rod with mass: its mass distribution.
    Mass: "mass", "mass, first moment and inertia in the axes of its frame";
    /// Of a force element.
    Force: "force", "force by its law";
    /// For a wheel: the loads of its tyre, its drive and its brake on the carrier.
    Load: "load", "wrench of tyre, drive and brake on the carrier";
    /// Of a body: the wrench that it needs without rates of the speeds.
    Needed: "needed", "wrench that the body needs without rates of the speeds, less acting forces";
    /// Of a subsystem: its equations in the unknowns `x` of its method, for the base's acceleration `A₀`.
    Projection: "projection", "K, U, n of K x + Uᵀ A₀ + n = 0";
    /// Of a subsystem: factors of its equations.
    Factors: "factor", "K = L D Lᵀ";
    /// Of a subsystem: inertia and wrench that it leaves on the base.
    Effective: "effective", "I* = I - U K⁻¹ Uᵀ, b* = b - U K⁻¹ n (Kim & Wang 2005, eq. 1 and 2)";
    /// Of a subsystem: its unknowns.
    Solution: "solution", "K x = -(n + Uᵀ A₀)";
    /// Of a body: the imbalance of its joint's equations.
    Imbalance: "imbalance", "imbalance Hᵀ f of the joint, with the wrench f that is needed outboard";
    /// Of a body: its joint is eliminated.
    Elimination: "elimination", "I* = I - U D⁻¹ Uᵀ with U = I H, D = Hᵀ U (Bae & Haug 1987)";
    /// Of a group of loops, named after its first cut joint: its multipliers are eliminated.
    Multipliers: "multiplier", "λ = -Λ⁻¹ (γ + Bᵀ A) (Deyo & Ingebretsen 1989, 3.2.4)";
    /// Of a body: its acceleration.
    Acceleration: "acceleration", "acceleration: A = A_in + c + H v'";
    /// Of a wheel: rate of its spin.
    SpinRate: "spin_rate", "rate of the spin";
    /// Of a body, of a spring or of the vehicle.
    Energy: "energy", "energy";
    /// Of an output of the declaration.
    Output: "output", "output";
}
