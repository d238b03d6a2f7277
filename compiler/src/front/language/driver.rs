//! Drivers: the words of a declaration.

use super::row::Takes::Only;
use super::row::ValueShape::{Any, Curve, Listed, Quantity};
use super::row::{Class, Part, attribute, function, kind};
use crate::front::units::{
    ANGLE, ANGULAR_SPEED, LENGTH, PER_ACCELERATION, PER_LENGTH, PER_SPEED, SPEED, STEER_GRADIENT, TIME,
};

pub(super) static PART: Part = Part {
    keyword: "driver",
    class: Class::Equipment,
    named: None,
    functions: &[
        function("step", "A course over time that rises from zero to `amplitude` within `duration`, from `start` on.", "step(start: 1 s, duration: 0.2 s, amplitude: 30 deg)"),
        function("sine", "A course of `cycles` periods of a sine (1 if left out) from `start` on.", "sine(start: 1 s, frequency: 0.5 Hz, amplitude: 30 deg)"),
        function("sine_with_dwell", "A course of one period of a sine, 0.7 Hz if `frequency` is left out, which stays at its second peak for `dwell` (0.5 s if left out).", "sine_with_dwell(start: 1 s, amplitude: 60 deg)"),
        function("sweep", "A course of a sine whose frequency goes `from` one value `to` another within `duration`. `spacing` is `linear` if left out, or `logarithmic`.", "sweep(start: 1 s, duration: 20 s, amplitude: 10 deg, from: 0.2 Hz, to: 4 Hz)"),
        function("pulse", "A course that goes up within `rise`, stays for `hold` (zero if left out) and goes down within `fall`. `flank` is `smooth` if left out, or `straight`.", "pulse(start: 1 s, rise: 0.5 s, hold: 1 s, fall: 0.5 s, amplitude: 20 deg)"),
        function("table", "A course through points, straight between them.", "table(time: [0, 1, 2] s, value: [0, 10, 0] deg)"),
        function("smooth_table", "A course through points, smooth between them.", "smooth_table(time: [0, 1, 2] s, value: [0, 10, 0] deg)"),
        function("double_lane_change", "The path of ISO 3888-1 for a vehicle of this `width`. `begin` is its first point, [0, 0] m if left out; `to` is the first side, `left` if left out.", "double_lane_change(begin: [50, 0] m, width: 1.8 m)"),
        function("severe_lane_change", "The path of ISO 3888-2, with the arguments of `double_lane_change`.", "severe_lane_change(begin: [50, 0] m, width: 1.8 m)"),
        function("circle", "A path straight on for `run_up` (50 m), with a `transition` (30 m) to a circle of this `radius`, to the `left` if `to` is left out.", "circle(radius: 50 m, to: left)"),
        function("pieces", "A path of up to 32 pieces `along`: `straight`, `arc` and `clothoid`, from `begin` on, in the direction `heading` from x.", "pieces(begin: [0, 0] m, heading: 0 deg, along: [straight(length: 50 m), arc(length: 60 m, curvature: 0.02 m^-1)])"),
        function("straight", "A piece of a path: straight on.", "straight(length: 50 m)"),
        function("arc", "A piece of a path with one `curvature`, positive to the left.", "arc(length: 60 m, curvature: 0.02 m^-1)"),
        function("clothoid", "A piece of a path whose curvature goes from the first to the second value of `curvatures`, positive to the left.", "clothoid(length: 20 m, curvatures: [0, 0.02] m^-1)"),
        function("spline", "A smooth path through up to 32 points; its curvature is continuous.", "spline(x: [0, 40, 80] m, y: [0, 2, 0] m)"),
        function("controls", "Pedals `throttle`, `brake` and `clutch` and the lever `parking_brake`, from 0 to 1 (0 if left out), and `gear` (1 if left out).", "controls(throttle: 1, gear: 1)"),
        function("event", "A condition, and the controls from then on; controls that are left out stay. The condition is one of `at` (a time), `after` (a time after the event before), `above` and `below` (speeds) and `beyond` (a distance from the start, forward or backward). `within` is the time in which the pedals move, zero if left out.", "event(above: 20 m/s, throttle: 0, brake: 1, within: 0.2 s)"),
        function("shift", "Gears of a manual gearbox by the speed: the speeds `up` and `down` between two gears, the shortest `pause` between two changes (1 s), and the times in which the `clutch` pedal goes down, stays down and comes up ([0.15, 0.1, 0.4] s).", "shift(up: [6, 11, 17] m/s, down: [4, 9, 14] m/s)"),
    ],
    kinds: &[
        kind("open_loop", "Controls over time.", Only(&["steering_wheel", "throttle", "brake", "clutch", "gear"]), "driver hands: open_loop() { throttle: 0.2, brake: step(start: 5 s, duration: 0.2 s, amplitude: 0.5) }"),
        kind("script", "Events, each after the one before: a condition, and the controls from then on.", Only(&["steering_wheel", "start", "events"]), "driver hands: script() { start: controls(throttle: 1), events: [event(above: 20 m/s, throttle: 0, brake: 1)] }"),
        kind("cruise", "Holds a speed.", Only(&["steering_wheel", "speed", "proportional", "integral", "feedforward", "dead_band", "shift"]), "driver hands: cruise() { speed: 54 kph }"),
        kind("follow", "Steers a marker along a path, and holds a speed.", Only(&["path", "previews", "gains", "wheelbase", "understeer", "steering_ratio", "bandwidth", "most", "fastest", "lead", "shortest", "speed", "proportional", "integral", "feedforward", "dead_band", "shift"]), "body column { mass: 1 kg, com: [-0.4, 0, 0.5] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }\njoint turning: revolute(chassis, column) { axis: x, at: [-0.4, 0, 0.5] m, drive: pinion }\nsteering wheel: driven(pinion) { per_turn: 360 deg }\ndriver hands: follow(centre) { path: circle(radius: 50 m, to: left), speed: 36 kph, wheelbase: 2.6 m, steering_ratio: 16 }"),
    ],
    attributes: &[
        attribute("steering_wheel", "angle of the steering wheel over time, positive to the left", Curve(&ANGLE)).default("0 deg"),
        attribute("throttle", "accelerator pedal over time, from 0 to 1", Any).default("0"),
        attribute("brake", "brake pedal over time, from 0 to 1", Any).default("0"),
        attribute("clutch", "clutch pedal over time, from 0 to 1, fully pressed", Any).default("0"),
        attribute("gear", "gear over time; of an automatic gearbox 1 for forward, 0 for neutral, -1 for reverse", Any).default("1"),
        attribute("speed", "speed to hold, over time", Curve(&SPEED)).needed("80 kph"),
        attribute("start", "`controls(throttle: .., brake: .., clutch: .., parking_brake: .., gear: ..)` before the first event", Any),
        attribute("events", "list of `event(..)`: a condition, `at`, `after`, `above`, `below` or `beyond`, with the controls from then on", Any).needed("[event(at: 1 s, throttle: 0.5)]"),
        attribute("path", "path to follow: `double_lane_change(..)`, `severe_lane_change(..)`, `circle(..)`, `pieces(..)`, `spline(..)`", Any).needed("double_lane_change(begin: [50, 0] m, width: 1.8 m)"),
        attribute("previews", "times until the previewed points are reached", Listed(&TIME)),
        attribute("gains", "weights of the previewed points", Any),
        attribute("wheelbase", "wheelbase that the driver assumes", Quantity(&[&LENGTH])).needed("2.6 m"),
        attribute("understeer", "angle of the front wheels per lateral acceleration that he assumes", Quantity(&[&STEER_GRADIENT])).default("0 rad*s^2/m"),
        attribute("steering_ratio", "angle of the steering wheel by that of the front wheels", Any).needed("16"),
        attribute("bandwidth", "speed of the driver's arms", Quantity(&[&ANGULAR_SPEED])).default("10 rad/s"),
        attribute("most", "largest angle of the steering wheel", Quantity(&[&ANGLE])).default("450 deg"),
        attribute("fastest", "largest rate of the steering wheel", Quantity(&[&ANGULAR_SPEED])).default("720 deg/s"),
        attribute("lead", "how far ahead the curvature is seen", Quantity(&[&TIME])).default("0.2 s"),
        attribute("shortest", "part of the preview distance that does not grow with the speed", Quantity(&[&LENGTH])).default("2 m"),
        attribute("proportional", "pedal per error of the speed", Quantity(&[&PER_SPEED])).default("0.3 s/m"),
        attribute("integral", "pedal per accumulated error", Quantity(&[&PER_LENGTH])).default("0.05 m^-1"),
        attribute("feedforward", "pedal per acceleration of the wanted speed", Quantity(&[&PER_ACCELERATION])).default("0 s^2/m"),
        attribute("dead_band", "demand up to which no pedal is pressed", Any).default("0"),
        attribute("shift", "`shift(up: [..] m/s, down: [..] m/s, pause: .., clutch: [..] s)`: gears of a manual gearbox by the speed; the times in which the clutch pedal goes down, stays down and comes up", Any),
    ],
};
