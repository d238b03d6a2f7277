//! Examples at the end of each `--help`.

pub const SOURCES: &str = "\
A VEHICLE is a file or a vehicle of the library (`hmmwv`, `quarter_car`, ..). A file holds a
declaration with or without the `vehicle! { .. }` around it, or is a Rust source with such macros in
it, or a TOML file (`*.toml`); `-` is the standard input.

Exit codes: 0 all is well, 1 something was found, 2 the call is wrong.";

pub const NEW: &str = "\
Examples:
  wishbone new
  wishbone new cars/roadster.toml
  wishbone new car.toml --front macpherson --rear five_link

`wishbone library` lists the suspensions. The one in front has to steer.";

pub const CHECK: &str = "\
Examples:
  wishbone check car.txt
  wishbone check --quiet vehicles/src/*.rs";

pub const GRAPH: &str = "\
Examples:
  wishbone graph hmmwv -o hmmwv.svg
  wishbone graph car.txt --kind tree > tree.svg";

pub const OPS: &str = "\
Examples:
  wishbone ops quarter_car
  wishbone ops hmmwv --method all
  wishbone ops src/car.rs --vehicle Car --json

Methods: all, auto, recursive, synthesis, lagrange, synthesis_cartesian";

pub const PLAN: &str = "\
Examples:
  wishbone plan hmmwv
  wishbone plan hmmwv --hand-off 0.1
  wishbone plan src/car.rs --vehicle Car --json

What a hand-off costs on a machine, `wishbone::team::Team::hand_off` measures.";

pub const DIFF: &str = "\
Examples:
  wishbone diff old.txt new.txt
  wishbone diff old.txt new.txt --fail-above 2
  wishbone diff car.toml --variant 'front_left.tie_outer.z += 3 mm'
  wishbone diff cars.rs cars.rs --vehicle Sedan --vehicle Estate";

pub const EMIT: &str = "\
Examples:
  wishbone emit quarter_car | less
  wishbone emit car.txt -o src/car.rs";

/// `fmu`
pub const FMU: &str = "\
Examples:
  wishbone fmu hmmwv -o hmmwv.fmu
  wishbone fmu car.toml -o car.fmu --fmi 3 --speed 20 --outputs 'yaw*,front_*.force_z'
  wishbone fmu car.toml -o car.fmu --manoeuvre rough_road.toml --kind cs
  wishbone fmu car.toml -o car.fmu --ports wheels,chassis --method rk4";

pub const CONVERT: &str = "\
Examples:
  wishbone convert quarter_car
  wishbone convert src/car.rs --vehicle Car -o vehicles/car.toml";

pub const SETTLE: &str = "\
Examples:
  wishbone settle hmmwv
  wishbone settle car.toml --json

The vehicle has to declare its tyres: docs/equipment.md.";

pub const TRIM: &str = "\
Examples:
  wishbone trim hmmwv --speed 20 --lateral 4
  wishbone trim car.toml --speed 25 --radius 100 --variant 'chassis.mass += 200 kg'
  wishbone trim car.toml --speed 20 --over lateral=0..7 --out bend

Torques hold the speed, shared as by open differentials, in place of powertrain and brakes. What
does not balance is told. A vehicle declares its tyres and its steering: docs/equipment.md.";

pub const MODES: &str = "\
Examples:
  wishbone modes hmmwv
  wishbone modes car.toml --speed 30 --lateral 4 --json
  wishbone modes car.toml --over speed=5..60 --out locus
  wishbone modes car.toml --speed 30 --over 'chassis.mass=1200..2000 kg'

Without a speed the vehicle stands on level ground on its declared tyres, parking brake and engine
out. At a speed torques hold it, shared as by open differentials, and do not change in a mode.";

pub const RESPONSE: &str = "\
Examples:
  wishbone response hmmwv --speed 20 --output yaw_rate
  wishbone response car.toml --speed 25 --lateral 4 --out steering
  wishbone response car.toml --speed 20 --input road --output vertical_acceleration --to 25
  wishbone response car.toml --output help

SI: angles in rad. `road` lifts the ground under every wheel, under a wheel behind the foremost one
later, by their distance over the speed.";

pub const KC: &str = "\
Examples:
  wishbone kc hmmwv
  wishbone kc car.toml --travel 60 --out kc
  wishbone kc car.toml --at rest --force 5 --moment 200 --out kc
  wishbone kc car.toml --at front_left.tyre=20,front_right.tyre=20
  wishbone kc car.toml --against roll=bench.csv

Angles in degrees, positive: toe inward, camber outward at the top (ISO 8855). The chassis is held
in its design position, at rest, or with wheels at given heights. The heaviest body of each unit of
a combination is held, too. So is each body of at least a quarter of the greatest mass, such as a
cab. A body is not held if a wheel could then no longer rise, as with an axle, or a drive no longer
move, as with a frame of a loader.";

pub const TYRE: &str = "\
Examples:
  wishbone tyre front.tir --out tyre
  wishbone tyre front.tir rear.tir --load 3 --load 6
  wishbone tyre car.toml --wheel front_left.tyre --json

A property file (`.tir`), or the tyre of a wheel of a vehicle. Axes of the tyre (ISO 8855): a
positive slip angle gives a negative lateral force.";

pub const LOADS: &str = "\
Examples:
  wishbone loads hmmwv --case pothole_front
  wishbone loads car.toml --cases cases.toml --out loads
  wishbone loads --cases help hmmwv > cases.toml

A file of cases:
  [pothole]
  front = { vertical = 3, longitudinal = -2, at = \"centre\" }
  [kerb]
  left = { lateral = \"-12 kN\" }
  rear = { travel = \"40 mm\", longitudinal = 0.5, torque = \"drive\" }

A number is a multiple of the wheel's load at rest. Forces along the ground are positive forward and
to the left; `torque = \"drive\"` is taken by the body from which the wheel is driven, and not by the
carrier. Exit code 1 where the suspension does not carry a case.";

pub const SWEEP: &str = "\
Examples:
  wishbone sweep plan.toml
  wishbone sweep plan.toml --shard 3/16 --out parts
  wishbone sweep merge parts
  wishbone sweep slurm plan.toml --shards 200 > job.sh
  wishbone sweep plan.toml --on dask://scheduler:8786 --shards 200

A plan:
  vehicle = \"car.toml\"
  sampling = \"sobol\"                         # grid, list, latin_hypercube, sobol, random
  count = 256
  [[parameter]]
  change = \"front_left.spring.rate *=\"       # as in --set
  uniform = \"[0.8, 1.2]\"                     # values, uniform, normal, triangular
  [[study]]
  ask = \"trim\"                               # settle, kc, trim, modes, response, drive
  speed = \"20 m/s\"
  lateral = \"4 m/s^2\"
  figures = [\"steering_wheel\", \"sideslip\"]

A call that was killed goes on where it was. All keys: docs/book/ask/sweep.md";

pub const GATE: &str = "\
Examples:
  wishbone gate car.toml --limits limits.toml
  wishbone gate car.toml --limits limits.toml --variant 'front_left.tie_outer.z += 3 mm' --json

A file of limits:
  [ops]
  operations = \"<= 6000\"
  [kc]
  front.camber_by_travel = \"[-30, -20] deg/m\"
  [drive.steady_circle]
  understeer_gradient = \"[0.1, 0.4] deg/(m/s^2)\"
  [trim.\"20 m/s, 4 m/s^2\"]
  sideslip = \">= -2 deg\"

Names and units are those of the figures of `ops`, `kc`, `drive` and `trim`, an underscore for a
space. `front` are all wheels and the axle whose names begin so. Exit code 1 where a limit is not
kept.";

pub const RUN: &str = "\
Examples:
  wishbone run car.txt --time 2 --drive 'rack=sine(start: 0 s, amplitude: 30 mm, frequency: 1 Hz)'
  wishbone run pendulum.txt --position pivot=0.5 --out run
  wishbone run linkage.txt --method sbdf2 --step 5

Everything starts in the design position, at rest. Where a drive begins away from zero, a note
tells what stays there. A drive that moves at once, or whose velocity jumps, pushes the bodies.
Courses are those of docs/equipment.md: a number, `step`,
`sine`, `sweep`, `pulse`, `table`. Without declared outputs the joints are shown.

Methods: ab2, ab3, abm2, abm3, rk2, rk4, dormand_prince, sbdf2, hybrid, generalised_alpha,
rosenbrock";

pub const DRIVE: &str = "\
Examples:
  wishbone drive hmmwv
  wishbone drive hmmwv --manoeuvre help
  wishbone drive car.toml --manoeuvre sine --speed 25 --angle 45 --out run
  wishbone drive car.toml --manoeuvre braking.toml --json
  wishbone drive car.toml --manoeuvre declared --time 20
  wishbone drive car.toml --manoeuvre lane_change --gltf run.glb
  wishbone drive car.toml --against run.csv --match 'IMU_r=yaw_rate' --out run

Manoeuvres and their figures: docs/manoeuvres.md. A vehicle declares its tyres, its steering, and
what the driver's pedals act on: docs/equipment.md.

Methods: ab2, ab3, abm2, abm3, rk2, rk4, dormand_prince, sbdf2, hybrid, generalised_alpha,
rosenbrock";

pub const PARAMETERS: &str = "\
Examples:
  wishbone parameters car.toml -o numbers.toml
  wishbone drive car.toml --parameters numbers.toml

Each line is a number by its path, as `--set` takes it.";

pub const PRECISION: &str = "\
Examples:
  wishbone precision hmmwv
  wishbone precision car.toml --manoeuvre sine --time 3 --out run
  wishbone precision car.toml --method ab3 --method sbdf2 --step 0.5 --step 1

A run is compared with one of tight tolerance every 20 ms, which steps have to divide.

Methods: ab2, ab3, abm2, abm3, rk2, rk4, dormand_prince, sbdf2, hybrid, generalised_alpha,
rosenbrock";

pub const ASSESS: &str = "\
Examples:
  wishbone assess hmmwv
  wishbone assess car.toml --procedure double_lane_change --procedure obstacle_avoidance
  wishbone assess car.toml --variant 'chassis.com.z += 0.1 m' --json
  wishbone assess car.toml --procedure help

Exit code 1 where a procedure is not passed.";

pub const WATCH: &str = "\
Examples:
  wishbone watch corner.toml --out kc
  wishbone watch car.toml --variant 'front_left.tie_outer.z += 2 mm' --out kc

Open the pictures in the folder in a viewer that shows a file again when it changes. It ends with
Ctrl+C.";

pub const REPORT: &str = "\
Examples:
  wishbone report hmmwv
  wishbone report old.toml new.toml --output comparison.html
  wishbone report car.toml --variant 'front_left.tie_outer.z += 3 mm'
  wishbone report car.toml --manoeuvre step_steer --manoeuvre braking

The page plays the manoeuvres; it needs a browser and nothing else, no network. What a vehicle
cannot do is left out of it: one without tyres has no rest, one held by the ground no manoeuvre.";

pub const SENSITIVITY: &str = "\
Examples:
  wishbone sensitivity hmmwv
  wishbone sensitivity car.toml --points 'front_left.tie_*' --travel 40
  wishbone sensitivity car.toml --wheel rear_left.tyre --tolerance 0.5 --out rear

A design is declared anew with each point moved: alignment at the design position stays as it is,
rods have the lengths that the points give them, mirror images follow: docs/sensitivities.md.";

pub const FIT: &str = "\
Examples:
  wishbone fit car.toml --wanted curves.csv --free 'front_left.tie_inner.z=+-10 mm'
  wishbone fit car.toml --wanted w.csv --free 'tie_inner.z=-5..20 mm' --free 'tie_outer.z=+-5 mm'
  wishbone fit car.toml --against sine=run.csv --free 'front_left.spring.rate=+-20 %'
  wishbone fit car.toml --against run.csv --against bounce=bench.csv --free 'chassis.mass=+-10 %'

The table has a column `travel [mm]` and columns of figures, such as `toe [deg]`, `camber [deg]`,
`roll_centre [mm]`. Bounds count from the declared coordinate: docs/sensitivities.md. A measurement
has columns of the run or of the test, such as `time [s]`, `yaw_rate [deg/s]`; any number that
`--set` changes may be free.";

pub const IMPORT: &str = "\
Examples:
  wishbone import points.csv --suspension double_wishbone -o car.toml
  wishbone import points.csv --suspension front=macpherson --suspension rear=five_link
  wishbone import points.csv --onto car.toml --axes adams -o new.toml
  wishbone import Sedan_Vehicle.json -o sedan.toml

A table has columns such as `name, x [mm], y [mm], z [mm]`; `wishbone library NAME` tells the names.
What was recognised, and what could not be carried over, is told beside and written into the file.";

pub const LIBRARY: &str = "\
Examples:
  wishbone library
  wishbone library double_wishbone
  wishbone library double_wishbone -o corner.toml
  wishbone library macpherson --draw -o macpherson.svg";

pub const EXPLAIN: &str = "\
Examples:
  wishbone explain W0303
  wishbone explain spring.rate
  wishbone explain";
