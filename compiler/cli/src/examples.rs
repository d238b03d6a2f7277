//! Examples at the end of each `--help`.

pub const SOURCES: &str = "\
A VEHICLE is a file or a vehicle of the library (`hmmwv`, `quarter_car`, ..). A file holds a
declaration with or without the `vehicle! { .. }` around it, or is a Rust source with such macros in
it, or a TOML file (`*.toml`); `-` is the standard input.

Exit codes: 0 all is well, 1 something was found, 2 the call is wrong.";

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
  wishbone diff cars.rs cars.rs --vehicle Sedan --vehicle Estate";

pub const EMIT: &str = "\
Examples:
  wishbone emit quarter_car | less
  wishbone emit car.txt -o src/car.rs";

pub const CONVERT: &str = "\
Examples:
  wishbone convert quarter_car
  wishbone convert src/car.rs --vehicle Car -o vehicles/car.toml";

pub const SETTLE: &str = "\
Examples:
  wishbone settle hmmwv
  wishbone settle car.toml --json

The vehicle has to declare its tyres: docs/equipment.md.";

pub const MODES: &str = "\
Examples:
  wishbone modes hmmwv
  wishbone modes car.toml --json

The vehicle stands on level ground and its tyres glide: what carries it counts, friction does not.";

pub const KC: &str = "\
Examples:
  wishbone kc hmmwv
  wishbone kc car.toml --travel 60 --out kc

Angles in degrees, positive: toe inward, camber outward at the top (ISO 8855). The chassis is held
in its design position, or all bodies of at least a quarter of the heaviest one's mass.";

pub const DRIVE: &str = "\
Examples:
  wishbone drive hmmwv
  wishbone drive car.toml --manoeuvre sine --speed 25 --angle 45 --out run
  wishbone drive car.toml --manoeuvre declared --time 20

A vehicle declares its tyres and its steering: docs/equipment.md.";

pub const EXPLAIN: &str = "\
Examples:
  wishbone explain W0303
  wishbone explain";
