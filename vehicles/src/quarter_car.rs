//! A quarter car on a short-long-arm suspension: the smallest vehicle of the library with a loop.
//!
//! The chassis only heaves. Two arms of unequal length are connected to the chassis by pivots, each with a ball joint
//! to the knuckle. A tie rod holds the knuckle straight. The tie rod has no mass: its only equation is its constant
//! length.
//!
//! Source: the topology is that of Kim & Wang (2005), who timed real-time formulations on it but printed no dimensions. So every
//! figure is **assumed**: the front left corner of a passenger car of plausible proportions. Its arms are 0.34 and 0.22 m long, its
//! king-pin leans inward by 6.0 and rearward by 4.3 degrees, and the wheel carries 448 kg. With the free length of the spring the
//! chassis rests at the height given here, to within some hundredths of a millimetre, on a tyre of 200 kN/m. The wheel then stands
//! 2 mm lower than given.
//!
//! The chassis does not turn, so that its inertia has no effect. The arms' moments of inertia are about their own axes,
//! with directions given by `axes`: the columns are the arm's axes in vehicle axes.
//!
//! The wheel has neither mass nor spin of its own, since the knuckle's mass and inertia contain it. Its tyre is a spring and a
//! damper.
//!
//! Two freedoms: heave, and the wheel travel relative to the chassis, which is output `wheel_z` minus 0.31 m.

wishbone::vehicle! {
    /// Quarter car on a short-long-arm suspension.
    pub QuarterCar {
        gravity: 9.81 m/s^2
        levels: all
        points {
            lca_front: [0.16, 0.36, 0.20] m,      lca_rear: [-0.19, 0.37, 0.215] m,   lca_outer: [10, 700, 185] mm,
            uca_front: [0.11, 0.44, 0.51] m,      uca_rear: [-0.14, 0.45, 0.495] m,   uca_outer: [-15, 665, 520] mm,
            tie_inner: [-0.14, 0.37, 0.235] m,    tie_outer: [-0.13, 0.68, 0.225] m,
            spring_top: [-0.03, 0.49, 0.62] m,    spring_seat: [-0.02, 0.55, 0.20] m,
            wheel_centre: [0, 0.75, 0.31] m,
        }

        body chassis   { mass: 400 kg, com: [0.0, 0.2, 0.55] m, inertia: [50, 60, 40] kg*m^2 }
        body lower_arm {
            mass: 6.5 kg, com: [-0.0025, 0.5325, 0.19625] m, inertia: [0.09, 0.06, 0.14] kg*m^2,
            axes: [
                [0.9986761030907828, 0.025723700967968728, 0.04454584519254995],
                [-0.028533602945450966, 0.9975651235378248, 0.06363692170364285],
                [-0.04280040441817637, -0.06482372643928105, 0.9969784400237377],
            ],
        }
        body upper_arm {
            mass: 3.5 kg, com: [-0.015, 0.555, 0.51125] m, inertia: [0.03, 0.025, 0.05] kg*m^2,
            axes: [
                [0.9974100962589957, 0.03495613685335207, -0.06285831987024873],
                [-0.03989640385035986, 0.996064971080403, -0.07913817249851458],
                [0.059844605775539794, 0.081441033164403, 0.9948798828384683],
            ],
        }
        body knuckle   { mass: 38 kg, com: [0.005, 0.72, 0.32] m, inertia: [0.9, 1.3, 0.95, 0.01, -0.02, 0.015] kg*m^2 }

        // The tree: heave, both pivots, the lower ball. The upper ball and the tie rod close the loops.
        joint heave:       prismatic(ground, chassis)    { axis: z }
        joint lower_pivot: revolute(chassis, lower_arm)  { through: [lca_rear, lca_front] }
        joint upper_pivot: revolute(chassis, upper_arm)  { through: [uca_rear, uca_front] }
        joint lower_ball:  spherical(lower_arm, knuckle) { at: lca_outer }
        joint upper_ball:  spherical(upper_arm, knuckle) { at: uca_outer }
        link  tie_rod:     distance(chassis, knuckle)    { from: tie_inner, to: tie_outer }

        spring strut: between(chassis, lower_arm) {
            from: spring_top, to: spring_seat, rate: 75 kN/m, damping: 4500 N*s/m, free_length: 525.179 mm
        }
        wheel front: on(knuckle) { centre: wheel_centre, radius: 0.33 m }
        tyre road: linear(front) { stiffness: 200 kN/m, damping: 150 N*s/m, response: steady }

        output camber: camber(front)
        output toe: toe(front)
        output body_height: z(chassis)
        output heave: coordinate(heave)
        output heave_speed: speed(heave)
        output wheel_x: x(knuckle) { at: wheel_centre, in: chassis }
        output wheel_y: y(knuckle) { at: wheel_centre, in: chassis }
        output wheel_z: z(knuckle) { at: wheel_centre, in: chassis }
        output strut_length: length(strut)
        output strut_force: force(strut)
    }
}
