//! A parallelogram of five bars, which passes through singular positions.
//!
//! Benchmark A02 ("N-four-bar mechanism") of the IFToMM library of computational benchmark problems for multibody
//! dynamics, with N = 2 loops: three uprights on the ground, one metre apart, whose tips B0, B1, B2 are joined by two
//! couplers.
//!
//! ```text
//!     B0 ──coupler_0── B1 ──coupler_1── B2
//!     │                │                │
//! upright_0        upright_1        upright_2
//!     │                │                │
//!     A0               A1               A2
//! ```
//!
//! Source of the figures: the benchmark. Bars of 1 m and 1 kg, slender and uniform (`m l²/12` across the bar), gravity
//! 9.81 m/s². It starts upright with B0 moving at 1 m/s along X: all uprights turn at 1 rad/s.
//!
//! Adapted: the benchmark's plane XY is our XZ, so gravity points along -Z and every pivot turns about Y, positive from
//! Z to X. Assumed: a radius of 10 mm, which gives the moment of inertia `m r²/2` about the axis of a bar. It has no
//! effect on planar motion.
//!
//! One freedom. In space each planar loop of pivots has three redundant equations, hence `redundant: accept`. Twice a turn, all
//! bars lie in one line and the loops lose rank.
//!
//! # Exact motion
//!
//! While it stays a parallelogram, the uprights turn by one angle `θ` and the couplers only translate with the tips.
//! With `N + 1` uprights and `N` couplers of mass `m` and length `l`,
//!
//! ```text
//! ((N + 1)/3 + N) l θ'' = ((N + 1)/2 + N) g sin θ
//! ```

wishbone::vehicle! {
    /// Parallelogram of three uprights and two couplers (IFToMM benchmark A02, N = 2).
    pub FourBar {
        gravity: 9.81 m/s^2
        redundant: accept

        points {
            a0: [0, 0, 0] m, a1: [1, 0, 0] m, a2: [2, 0, 0] m,
            b0: [0, 0, 1] m, b1: [1, 0, 1] m, b2: [2, 0, 1] m,
        }

        body upright_0 {
            mass: 1 kg, com: [0.0, 0, 0.5] m,
            inertia: [0.08333333333333333, 0.08333333333333333, 50e-6] kg*m^2,
        }
        body upright_1 {
            mass: 1 kg, com: [1.0, 0, 0.5] m,
            inertia: [0.08333333333333333, 0.08333333333333333, 50e-6] kg*m^2,
        }
        body upright_2 {
            mass: 1 kg, com: [2.0, 0, 0.5] m,
            inertia: [0.08333333333333333, 0.08333333333333333, 50e-6] kg*m^2,
        }
        body coupler_0 {
            mass: 1 kg, com: [0.5, 0, 1.0] m,
            inertia: [50e-6, 0.08333333333333333, 0.08333333333333333] kg*m^2,
        }
        body coupler_1 {
            mass: 1 kg, com: [1.5, 0, 1.0] m,
            inertia: [50e-6, 0.08333333333333333, 0.08333333333333333] kg*m^2,
        }

        joint foot_0: revolute(ground, upright_0) { at: a0, axis: y }
        joint foot_1: revolute(ground, upright_1) { at: a1, axis: y }
        joint foot_2: revolute(ground, upright_2) { at: a2, axis: y }

        joint tip_0: revolute(upright_0, coupler_0) { at: b0, axis: y }
        joint tip_1: revolute(upright_1, coupler_1) { at: b1, axis: y }

        // The tree takes joints of one kind in this order: these two close the loops.
        joint closing_1: revolute(upright_1, coupler_0) { at: b1, axis: y }
        joint closing_2: revolute(upright_2, coupler_1) { at: b2, axis: y }

        output b0_x: x(upright_0) { at: b0 }
        output b0_z: z(upright_0) { at: b0 }
        output angle: coordinate(foot_0)
    }
}
