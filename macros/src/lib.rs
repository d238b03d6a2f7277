//! The `vehicle!` macro: reads the declaration, calls the compiler, and returns tokens. `wishbone` re-exports it; start
//! there.

mod files;

use files::Files;
use proc_macro::TokenStream;
use wishbone_compiler::diag::to_syn::{to_syn_error, to_warnings};
use wishbone_compiler::front::file::{self, Reading};
use wishbone_compiler::{emit, pipeline};

/// Compiles the declaration of a vehicle into its solver.
///
/// The result is a type of the declared name that implements `wishbone::solver::Solver`, with constants for the
/// positions of its coordinates, speeds, drives, signals, wheels, outputs and bodies. All mistakes in the declaration
/// are reported at once, at their places.
///
/// `vehicle!(file = "car.toml")` compiles a declaration in a file, either TOML or the text that would stand between the
/// braces. Paths are relative to the folder of `Cargo.toml`; the path of an `include` in a file is relative to that
/// file.
///
/// # Gears
///
/// ```text
/// joint column: revolute(chassis, wheel) { .. }        joint slide: prismatic(chassis, rack) { .. }
/// gear pinion: between(column, slide) { ratio: 8 mm/rad }
/// gear variable: between(column, slide) { ratio: polynomial(second: [8, 0, 0.4] mm, first: 1 rad) }
/// ```
///
/// The coordinate of the second joint follows the coordinate of the first joint, whole turns included. Both are
/// revolute, prismatic or screw joints on one body that carries them. They stay in the tree, and either may be driven.
/// The wheels act on each other directly. This is not possible for two wheels on one axis, or for two joints that slide
/// in parallel: put a lever or a layshaft between them.
///
/// # Force elements
///
/// ```text
/// spring strut: between(chassis, lower_arm) { from: top, to: seat, rate: 30 kN/m, free_length: 380 mm, damping: .. }
/// torsion bar: on(lower_pivot) { rate: 900 N*m/rad, free_angle: -15 deg, damping: 60 N*m*s/rad, preload: 20 N*m }
/// bushing rear: between(chassis, lower_arm) {
///     at: lca_rear, axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
///     stiffness: [4, 4, 0.5] kN/mm, torsional_stiffness: [80, 80, 30] N*m/rad, coupling: [..] N/rad, damping: ..
/// }
/// roll_bar front: between(left.lower_arm, right.lower_arm) { via: chassis, from: .., to: .., rate: 20 kN/m }
/// friction bush: on(upper_pivot) { limit: 5 N*m, speed: 0.05 rad/s }
/// limit stops: on(upper_pivot) { min: -20 deg, max: 25 deg, rate: 800 N*m/rad }
/// air_spring bag: between(chassis, axle) { from: .., to: .., area: 300 cm^2, volume: 6 L, auxiliary: 10 L, preload: 12 kN }
/// leaf_spring left: between(chassis, axle) {
///     fixed_eye: .., seat: .., shackle_eye: .., shackle: .., rate: 25 kN/m, free_camber: 120 mm,
///     longitudinal: 2 kN/mm, lateral: 500 N/mm, twist: 800 N*m/rad, friction: 300 N, speed: 5 mm/s
/// }
/// ground_contact skid: on(chassis) { at: nose, rate: 300 kN/m, damping: 4 kN*s/m, friction: 0.6, speed: 20 mm/s }
/// marker seat: on(chassis) { at: driver }
/// load drag: on(chassis) { at: nose, axis: -x, in: ground, force: drag }
/// load motor: on(left.hub) { axis: y, torque: motor, against: chassis }
/// load jack: on(slide) { force: 2 kN }
/// output windup: torque(bar)
/// output side: force(rear) { along: y }
/// ```
///
/// - For `stiffness`, `damping` and similar attributes, three numbers are the diagonal, and six numbers are the
///   diagonal and `xy, xz, yz`. `coupling` has nine numbers: the effect of a rotation about x, y and z along x, then
///   along y, then along z. Axes are fixed in the first body.
/// - A rate may be a number or a curve. `table(deflection: [..] mm, force: [..] N)` is linear between points.
///   `cubic(..)` is smooth, and monotone between monotone points. Both take a `scale` of the force and a `stretch` of
///   the deflection. `polynomial(force: [2, 0, 0.4] kN, deflection: 50 mm)` gives the contribution of each power at
///   that deflection, the first power first: `2 kN (x / 50 mm) + 0.4 kN (x / 50 mm)^3`. A curve may also be a damping
///   over `speed`, the force of a stop over `overtravel`, and the additional force or moment of a bushing, `along_x` to
///   `along_z` and `about_x` to `about_z`.
/// - With `series: 400 kN/m` the damper of a spring is in series with another spring: its mount. The displacement of
///   the damper is then a coordinate, `strut.damper`, which the solver integrates like the others.
/// - The angle of a torsion spring includes whole revolutions unless its joint is cut.
/// - The magnitude of a load is a constant, or an input if a name is given instead of a number. The same holds for the
///   force or torque that the `actuator` of a spring or torsion spring adds. These inputs are the solver's `SIGNALS`. A
///   load on a body is external unless it acts `against` another body; its axis is fixed in the body, or `in` another
///   body or the ground.
/// - A damping may be `degressive(rate: 3 kN*s/m, speed: 0.5 m/s)`: at this speed the force is half of the force that
///   the rate alone would give. It never exceeds the product of the two numbers. The damping of a spring may be a map
///   over length and speed, `map(length: [300, 400] mm, speed: [-1, 0, 1] m/s, force: [[..], [..]] N)`, with a row of
///   forces for each length.
/// - A `limit` stops a joint with one freedom at either end of its travel, counted from the design position. Its
///   `damping` acts while a stop is met; a stop never pulls.
/// - An `air_spring` holds a gas by `p V^n = constant`. It takes the bellows' `volume` and effective `area` `A`, and
///   the volume of a rigid reservoir beside the bellows, `auxiliary`. The gas is given at the design position: by its
///   absolute `pressure`, or by `preload`, the force that it carries there. With the `exponent` 1 the gas exchanges
///   heat with the surroundings; with 1.4, the default, it exchanges none. The `ambient` pressure is 101325 Pa unless
///   it is given. The stiffness at the design position is `A^2 n p / (volume + auxiliary)`. If less than a tenth of the
///   gas volume is left, the force continues along its tangent. In extension, the spring never pulls by more than `A`
///   times the ambient pressure.
/// - A `leaf_spring` carries and locates an axle, which needs no other part to hold it. Its halves reach from the
///   `seat` on the axle to the `fixed_eye` on the frame and to the `shackle_eye`; the `shackle_eye` is connected to the
///   frame at `shackle`. Each half bends like an arm that turns about a point a quarter of its length from the seat
///   (SAE HS-788). It carries by its `free_camber` or its `preload`. Wind-up has the stiffness `rate a b` of two
///   cantilevers, with the lengths `a` and `b` of both halves, unless `windup` is given. `friction` between the leaves
///   is smooth at rest; `damping_time` times the stiffness damps all deflections except the camber.
/// - A `ground_contact` pushes a point of a body out of the ground, along the ground's normal, and never pulls;
///   `friction` acts against the point's motion along the ground. The solver's `SIGNALS` contain height, slopes and
///   velocity of the ground at the point (`skid.height` and so on). `OnRoad` and other surroundings write them from
///   their terrain. Without them the ground is level, at rest, at height zero.
/// - A `marker` is a point of a body for everything outside the vehicle: wind, a hitch, a sensor. The solver gives the
///   marker's motion after the kinematics (`markers()`). Force and moment on the body at the point, along world axes,
///   are inputs among the solver's `SIGNALS`: `seat.force_x` and so on. They are zero if nobody writes them.
/// - Friction is smooth at rest: it reaches `limit` at high speed, and seven tenths of `limit` at `speed`.
///
/// # Set-up
///
/// A wheel's `toe` and `camber` turn its spindle at the design position. `adjust: tune 0 mm` makes the length of a
/// `distance` link adjustable. If they are parameters, they are set like any other parameter; positions have to be
/// corrected afterwards.
///
/// # Equipment
///
/// Equipment that acts on the vehicle is declared with it, and `Car::equipment()` returns it:
///
/// ```text
/// tyre road: linear(all) { stiffness: 200 kN/m, cornering_stiffness: 60 kN/rad, longitudinal_stiffness: 80 kN }
/// tyre front: magic_formula(left.wheel, right.wheel) { file: "tyres/front.tir" }
/// powertrain drive: shafts() {
///     rotor: shaft(inertia: 0.1 kg*m^2),
///     motor: engine(on: rotor, full: table(speed: [..] rpm, torque: [..] N*m), closed: table(..)),
///     shaft: half_shaft(from: rotor, to: left.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
/// }
/// brakes discs: on(all) { torque: 1.5 kN*m, parking: [0, 0, 1, 1] kN*m }
/// steering wheel: driven(rack) { per_turn: 50 mm }
/// air body: at(centre) { area: 2 m^2, drag: 0.35 }
/// driver me: open_loop() { throttle: 0.3, steering_wheel: step(start: 1 s, duration: 0.2 s, amplitude: 20 deg) }
/// ```
///
/// `docs/equipment.md` lists all kinds and attributes with their defaults.
///
/// # Joints and wheels
///
/// - `drive: name` at a joint makes its coordinate an input. Several joints follow one input with
///   `drive: shared(input: steering, ratio: -40 mm/rad, offset: 2 mm, image: opposite)`: the coordinate is the ratio times
///   the input, plus the offset. `image: opposite` reverses the sign of the ratio for the mirror image.
/// - `redundant: accept` at a joint permits it to fix directions that other joints also fix. `idle: accept` permits a
///   body on the joint to move freely, although nothing acts on this motion.
/// - `shaft_inertia: 0.02 kg*m^2` at a wheel is the inertia of a shaft that turns with the wheel. `carrier: with_rotor`
///   says that mass and inertia of the wheel's carrier include mass and inertia of the wheel. `twin_of: inner` puts the
///   wheel on the spindle of a different wheel.
///
/// # Groups and subsystems
///
/// `mirror left as right { .. }` declares parts twice, as `left.arm` and reflected as `right.arm`.
///
/// A suspension is written once, as a `subsystem` with names for the bodies to which it is attached. It is then placed
/// at each of its positions in the vehicle. A place contains the differences:
///
/// ```text
/// subsystem DoubleWishbone(chassis, steering) {
///     points { lca_front: [1.91, 0.31, 0] m, .. }
///     body lower_arm { mass: 24 kg, .. }
///     joint lower_pivot: revolute(chassis, lower_arm) { through: [lca_rear, lca_front] }
///     link tie_rod: distance(steering, upright) { from: tie_inner, to: tie_outer }
///     spring spring: between(chassis, lower_arm) { from: spring_top, to: spring_seat, .. }
///     ..
/// }
/// place DoubleWishbone(chassis, rack) as front_left mirrored front_right
/// place DoubleWishbone(chassis, chassis) as rear_left mirrored rear_right {
///     points { lca_front: [-1.47, 0.31, 0] m, .. }       // points by name
///     body lower_arm { mass: 20 kg }                      // attributes; the others stay
///     spring spring { free_length: 382 mm }               // the kind may be left out
///     output track: y(upright) { at: wheel_centre }       // what the subsystem does not have is added
/// }
/// place AntiRollBar(chassis, front_left.lower_arm, front_right.lower_arm) as front_bar
/// ```
///
/// - Parts are called after the group they are placed as: `front_left.lower_arm`, `front_bar.rod`.
/// - Inside, a name means a part of the group; otherwise a body on which the group is placed; otherwise its meaning
///   outside the group.
/// - An override of a different kind (`joint lower_pivot: spherical(..) { .. }`) replaces the part as a whole.
/// - A subsystem may place others: `front_left.strut.piston`. A place of the outer subsystem overrides parts of the
///   inner subsystem by such names: `spring strut.spring { rate: 40 kN/m }`.
/// - If a part refers to one side of another mirrored group, its image refers to the other side: the image of a part on
///   `front_left.upright` is on `front_right.upright`.
/// - A subsystem that is never placed declares nothing, and is reported by a warning.
#[proc_macro]
pub fn vehicle(declaration: TokenStream) -> TokenStream {
    let declaration = proc_macro2::TokenStream::from(declaration);
    let mut files = Files::default();
    let (reading, text) = match files::named(&declaration) {
        Some(path) => {
            let reading = file::read(&path, &mut |path| files.read(path));
            let text = reading.declaration();
            (reading, text)
        }
        None => {
            let text = declaration.to_string();
            (file::read_tokens(declaration, &mut |path| files.read(path)), text)
        }
    };
    let mut tokens = solver(&reading, &text);
    tokens.extend(files.tracked());
    tokens.into()
}

/// The solver, or the errors.
fn solver(reading: &Reading, text: &str) -> proc_macro2::TokenStream {
    let found = match &reading.vehicle {
        Ok(vehicle) => match pipeline::compile(vehicle) {
            Ok(compiled) => {
                let mut tokens = emit::tokens(&compiled, text);
                tokens.extend(to_warnings(&compiled.warnings, &reading.sources));
                return tokens;
            }
            Err(found) => found,
        },
        Err(found) => found.clone(),
    };
    to_syn_error(&found, &reading.sources).to_compile_error()
}
