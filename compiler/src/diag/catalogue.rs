//! All codes that the compiler can report.

/// An entry of the catalogue. Codes are stable: a number is never reused for a different mistake.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// `W0101` and so on. W01xx: syntax and units; W02xx: names and values; W03xx: topology and mobility.
    pub id: &'static str,
    /// The mistake in a few words.
    pub title: &'static str,
    /// General advice, used if a report gives none of its own.
    pub help: Option<&'static str>,
    /// Items that make this mistake, and no other, when added to [`EXAMPLE_CAR`].
    pub example: &'static str,
}

/// A sound vehicle without its closing brace, to which the examples are added.
pub const EXAMPLE_CAR: &str = "
    Car {
        points { seat: [0, 0.4, 0.2] m, top: [0, 0.4, 0.6] m }
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        body arm     { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        joint pivot: revolute(chassis, arm) { axis: x, at: [0, 0.3, 0.2] m }
    ";

macro_rules! catalogue {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $title:literal, $help:expr, $example:literal;)*) => {
        $($(#[$doc])* pub static $name: Code = Code { id: $id, title: $title, help: $help, example: $example };)*
        /// All entries, in order of their codes.
        pub static ALL: &[&Code] = &[$(&$name),*];
    };
}

catalogue! {
    /// Text that does not follow the grammar.
    SYNTAX = "W0101", "the declaration cannot be read", None,
        "joint ball spherical(chassis, arm) { at: seat }";
    /// An item that begins with an unknown word.
    UNKNOWN_KEYWORD = "W0102", "no item begins with this word", None,
        "boddy wheel_carrier { mass: 3 kg }";
    /// An unknown unit.
    UNKNOWN_UNIT = "W0103", "no such unit", Some("units are written like `kN/m`, `N*s/m`, `kg*m^2`, `deg`"),
        "gravity: 9.81 m/sec^2";
    /// An exponent of a unit that is not a small integer.
    UNIT_EXPONENT = "W0104", "a unit's exponent makes no sense", Some("write `m^2` or `s^-1`"),
        "gravity: 9.81 m/s^2.5";
    /// A number of a physical quantity without its unit.
    MISSING_UNIT = "W0105", "a number lacks its unit", None,
        "gravity: 9.81";
    /// A unit of a different dimension than needed.
    WRONG_DIMENSION = "W0106", "a quantity of another kind is needed", None,
        "gravity: 9.81 m/s";
    /// A value of a different shape than needed, such as a list for a number.
    WRONG_VALUE = "W0107", "a value of another shape is needed", None,
        "gravity: downward";
    /// An attribute, argument or setting that does not exist.
    UNKNOWN_ATTRIBUTE = "W0108", "no such attribute", None,
        "spring strut: between(chassis, arm) { from: top, to: seat, dampin: 2 kN*s/m, preload: 1 kN }";
    /// A required attribute is missing.
    MISSING_ATTRIBUTE = "W0109", "an attribute is missing", None,
        "spring strut: between(chassis, arm) { from: top, to: seat, rate: 40 kN/m }";
    /// An attribute or setting that is given twice.
    DUPLICATE_ATTRIBUTE = "W0110", "an attribute is given twice", Some("remove one of the two"),
        "gravity: 9.81 m/s^2  gravity: 9.80 m/s^2";
    /// Attributes that exclude each other.
    CONFLICT = "W0111", "attributes exclude each other", Some("remove one of them"),
        "joint latch: revolute(chassis, arm) { through: [seat, top], at: seat }";
    /// An unknown kind of joint, output or characteristic.
    UNKNOWN_KIND = "W0112", "no such kind", None,
        "joint ball: sferical(chassis, arm) { at: seat }";
    /// A kind applied to too few or too many names.
    WRONG_ARGUMENTS = "W0113", "a kind is applied to the wrong number of names", None,
        "joint ball: spherical(chassis) { at: seat }";
    /// Something that may not stand inside a group, mirrored or placed.
    MISPLACED = "W0114", "this may not stand inside a group", Some("move it out of the group"),
        "mirror left as right { gravity: 9.81 m/s^2 }";
    /// A file that does not exist, or that includes itself.
    INCLUDE = "W0120", "a file cannot be included",
        Some("paths are those from the file that includes; in `vehicle! { .. }`, from the folder of `Cargo.toml`"),
        "include \"front.txt\"";

    /// A declaration beyond a limit of length, depth or number.
    LIMIT = "W0121", "a limit is exceeded", None,
        "gravity: [[[[[[[[[[[[[[[[[[9.81]]]]]]]]]]]]]]]]]] m/s^2";

    /// An unknown name.
    UNKNOWN_NAME = "W0201", "no such name", Some("parts of a group are written `group.part` outside of it"),
        "joint ball: spherical(chassis, knuckle) { at: seat }";
    /// Two declarations of one name.
    DUPLICATE_NAME = "W0202", "a name is declared twice", Some("give one of them another name"),
        "points { seat: [0, 0, 1] m }";
    /// A name that has a meaning already.
    HOSTILE_NAME = "W0203", "a name cannot be used", Some("choose another name"),
        "body ground { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }";
    /// Different names that become one identifier.
    COLLIDING_NAMES = "W0204", "two names become one in the solver", Some("give one of them another name"),
        "points { left_hook: [0, 0, 1] m }  mirror left as right { points { hook: [0, 0.3, 1] m } }";
    /// Two joints driven by one input.
    DUPLICATE_DRIVE = "W0205", "an input drives two joints",
        Some("give each joint an input of its own, or write `drive: shared(input: ..)` at each"),
        "joint one: revolute(chassis, arm) { through: [seat, top], drive: motor }
        joint two: revolute(chassis, arm) { through: [seat, top], drive: motor }";
    /// A drive on a joint that does not have exactly one freedom.
    NOT_DRIVABLE = "W0206", "this joint cannot be driven", Some("only revolute, prismatic and screw joints and `point_on_plane` links have drives"),
        "joint ball: spherical(chassis, arm) { at: seat, drive: motor }";
    /// An output of the coordinate of a joint that has none or several.
    NO_COORDINATE = "W0207", "this joint has no single coordinate",
        Some("only revolute, prismatic and screw joints have one"),
        "joint ball: spherical(chassis, arm) { at: seat }  output angle: coordinate(ball)";
    /// A number beyond the range of `f64`.
    NOT_FINITE = "W0208", "a number is not finite", None,
        "gravity: 1e999 m/s^2";
    /// A value with a sign that it must not have, or zero.
    WRONG_SIGN = "W0209", "a value has the wrong sign", None,
        "wheel front: on(arm) { centre: seat, radius: -0.33 m }";
    /// A body without mass or with negative mass.
    MASS_NOT_POSITIVE = "W0210", "a mass is not positive",
        Some("a massless rod is a `link`, or a body with `mass: none` between two joints"),
        "body ghost { mass: 0 kg, com: seat, inertia: [1, 1, 1] kg*m^2 }  joint hold: fixed(arm, ghost)";
    /// A tensor of inertia with a principal moment of zero or below.
    INERTIA_NOT_POSITIVE = "W0211", "an inertia is not positive definite",
        Some("off-diagonal entries are those of the tensor, products of inertia with their sign reversed"),
        "body rod { mass: 1 kg, com: seat, inertia: [1, 1, 1, 2, 0, 0] kg*m^2 }  joint hold: fixed(arm, rod)";
    /// A principal moment that exceeds the sum of the others.
    INERTIA_TRIANGLE = "W0212", "an inertia violates the triangle inequality",
        Some("check units and order of the entries `[Ixx, Iyy, Izz]`"),
        "body rod { mass: 1 kg, com: seat, inertia: [1, 1, 3] kg*m^2 }  joint hold: fixed(arm, rod)";
    /// Axes of a body that are not orthogonal, not of unit length, or left-handed.
    AXES_NOT_ROTATION = "W0213", "axes are no rotation",
        Some("give the rows of the right-handed matrix that takes body axes to vehicle axes, to seven digits"),
        "body rod { mass: 1 kg, com: seat, inertia: [1, 1, 1] kg*m^2, axes: [[1, 0, 0], [0, 0, 1], [0, 1, 0]] }
        joint hold: fixed(arm, rod)";
    /// A zero vector, or two equal points, as an axis.
    ZERO_AXIS = "W0214", "an axis has no direction", Some("give two different points, or a vector that is not zero"),
        "joint latch: revolute(chassis, arm) { through: [seat, seat] }";
    /// A link or spring whose ends coincide.
    ZERO_LENGTH = "W0215", "a link or spring has no length", None,
        "link rod: distance(chassis, arm) { from: seat, to: seat }";
    /// A joint or spring from a body to itself.
    SAME_BODY = "W0216", "both ends are on one body", Some("name two different bodies"),
        "link rod: distance(arm, arm) { from: seat, to: top }";
    /// Bodies without connection to the ground.
    ISLAND = "W0217", "bodies are not connected to the ground",
        Some("add a joint; a body that may move freely is `joint name: free(ground, body)`"),
        "body ghost { mass: 1 kg, com: seat, inertia: [1, 1, 1] kg*m^2 }";
    /// A wheel's spin inertia above twice its diametral inertia.
    ROTOR_TRIANGLE = "W0218", "a wheel's inertia violates the triangle inequality",
        Some("a thin ring has a diametral inertia of half its spin inertia; no rotor has less"),
        "wheel front: on(arm) {
            centre: seat, radius: 0.33 m, spin_inertia: 1.2 kg*m^2, diametral_inertia: 0.5 kg*m^2
        }";
    /// A table that is not a function.
    TABLE = "W0219", "a table is no function", Some("give as many forces as abscissae, two at least, in order"),
        "spring strut: between(chassis, arm) {
            from: top, to: seat, damping: table(speed: [0, -1] m/s, force: [0, -900] N)
        }";
    /// A window without its damping, or the reverse.
    LONE_WINDOW = "W0220", "a window lacks its other half",
        Some("give `damping`, `window` and `damping_outside` together"),
        "spring strut: between(chassis, arm) { from: top, to: seat, damping: 2 kN*s/m, window: [0.3, 0.4] m }";
    /// A spring without any force.
    NO_FORCE = "W0221", "a spring makes no force",
        Some("give at least one of `rate`, `damping`, `preload`, `bump_stop`, `rebound_stop`, `actuator`"),
        "spring strut: between(chassis, arm) { from: top, to: seat }";
    /// A length outside the range of vehicles.
    IMPLAUSIBLE_LENGTH = "W0222", "a length is implausible", Some("are these millimetres given as metres?"),
        "points { far: [15, 665, 520] m }";
    /// A universal joint with parallel axes.
    PARALLEL_AXES = "W0223", "axes of a universal joint are parallel",
        Some("the first is fixed in the first body, the second in the second body, mostly at right angles"),
        "joint cross: universal(chassis, arm) { axes: [y, -y], at: seat }";
    /// A constant-velocity joint with a right angle or more between the directions of its shafts.
    BENT_TOO_FAR = "W0224", "a constant-velocity joint is bent too far",
        Some("give the directions of both shafts from the first body to the second"),
        "joint cross: constant_velocity(chassis, arm) { axes: [y, [0, -1, 0.1]], at: seat }";
    /// `mass: none` for a body that cannot be replaced by a link.
    MASSLESS = "W0225", "a body without mass is no link",
        Some("give it a mass; or put it between a spherical joint and one that is spherical, universal, revolute beside \
             the ball, prismatic, cylindrical through the ball, or planar"),
        "body rod { mass: none }  joint inner: spherical(arm, rod) { at: seat }";
    /// A number far outside the range of its quantity.
    OUT_OF_RANGE = "W0226", "a number is out of range", Some("check its digits, its exponent and its unit"),
        "gravity: 1e20 m/s^2";
    /// A moment of inertia that no body of this mass can have.
    IMPLAUSIBLE_INERTIA = "W0227", "an inertia is implausible",
        Some("are these `kg*mm^2` given as `kg*m^2`, or is the mass in grams?"),
        "body rod { mass: 1 kg, com: seat, inertia: [2e4, 2e4, 1e4] kg*m^2 }  joint hold: fixed(arm, rod)";
    /// An angle of a wheel outside the range of road vehicles.
    IMPLAUSIBLE_ANGLE = "W0228", "an angle is implausible", Some("are these degrees given as radians?"),
        "wheel front: on(arm) { centre: seat, radius: 0.33 m, camber: -1.5 rad }";
    /// Stops of a spring in the wrong order.
    STOPS = "W0229", "the stops of a spring are in the wrong order",
        Some("a stop's `length` is that of the whole spring, from end to end, where the stop is met"),
        "spring strut: between(chassis, arm) {
            from: top, to: seat, damping: 2 kN*s/m,
            bump_stop: stop(length: 420 mm, rate: 200 kN/m), rebound_stop: stop(length: 380 mm, rate: 200 kN/m)
        }";
    /// Two wheels with the same centre.
    COINCIDENT_WHEELS = "W0230", "two wheels are in one place", None,
        "wheel front: on(arm) { centre: seat, radius: 0.33 m }  wheel rear: on(arm) { centre: seat, radius: 0.33 m }";

    /// An override of something that the placed subsystem does not have.
    UNKNOWN_OVERRIDE = "W0231", "the subsystem has nothing of this name", None,
        "subsystem Trailing(chassis) {
            body swing { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
            joint pivot: revolute(chassis, swing) { axis: y, at: [0.3, 0.5, 0.2] m }
        }
        place Trailing(chassis) as left mirrored right { joint pivt { at: seat } }";
    /// A subsystem placed inside itself, directly or through other subsystems.
    CIRCULAR_SUBSYSTEM = "W0232", "a subsystem is placed inside itself", Some("remove this place, or the one around it"),
        "subsystem Chain(last) {
            body next { mass: 1 kg, com: seat, inertia: [1, 1, 1] kg*m^2 }
            joint pin: revolute(last, next) { axis: y, at: seat }
            place Chain(next) as more
        }
        place Chain(arm) as chain";
    /// A subsystem that is never placed.
    UNPLACED_SUBSYSTEM = "W0233", "a subsystem is never placed", None,
        "subsystem Bracket(carrier) {
            body bracket { mass: 1 kg, com: seat, inertia: [1, 1, 1] kg*m^2 }
            joint weld: fixed(carrier, bracket) { at: seat }
        }";

    /// Two parameters of one name, or a parameter with two defaults.
    PARAMETER = "W0241", "two parameters have one name",
        Some("numbers that are given the same name are one parameter, with one unit and one default"),
        "points { moved: [tune(same) 1, tune(same) 2, 0] m }";
    /// `tune` on a number that determines the structure of the solver.
    NOT_TUNABLE = "W0242", "this number cannot be a parameter", Some("leave `tune` out"),
        "wheel front: on(arm) { centre: top, radius: tune 0.3 m }";

    /// A torsion spring on a joint that does not turn about one axis.
    NO_TURN = "W0251", "this joint does not turn about one axis",
        Some("torsion springs stand on revolute, cylindrical and screw joints"),
        "joint ball: spherical(chassis, arm) { at: seat }  torsion bar: on(ball) { rate: 400 N*m/rad }";
    /// An output of a force of an element that makes torques only, or the reverse.
    NO_EFFORT = "W0252", "this element makes no such force", None,
        "torsion bar: on(pivot) { rate: 400 N*m/rad }  output push: force(bar)";

    /// A bushing that is not passive: it can give more energy than it takes.
    NOT_PASSIVE = "W0253", "a bushing is not passive",
        Some("stiffness and damping, couplings included, must be symmetric positive semidefinite matrices"),
        "bushing mount: between(chassis, arm) { at: seat, stiffness: [1, 1, 1, 2, 0, 0] kN/mm }";

    /// A gear on joints that cannot drive each other.
    GEAR = "W0254", "these joints cannot be geared", None,
        "gear mesh: between(pivot, pivot) { ratio: 2 }";

    /// A wheel that cannot turn with the one beside it.
    TWIN = "W0255", "a wheel is no twin", Some("twins are on one spindle of one carrier, and one of them has the spin"),
        "wheel inner: on(arm) { centre: seat, radius: 0.33 m }
        wheel outer: on(arm) { centre: top, radius: 0.33 m, twin_of: inner }";
    /// A slider whose guide is along the axis of its pivot.
    ALONG_ITS_AXIS = "W0257", "a guide is along the axis of its pivot",
        Some("a part that turns about a line and slides along it is a `joint` of kind `cylindrical`"),
        "link pin: revolute_translational(chassis, arm) { axis: y, slide: y, at: seat }";

    /// Wheels of both sides of a vehicle that are all on one side of the X axis.
    ONE_SIDED = "W0258", "all wheels are on one side of the X axis",
        Some("declare the vehicle about the plane `y = 0`: toe, camber and figures tell left and right by the sign of y"),
        "wheel near: on(chassis) { centre: [0, 1, 0.3] m, radius: 0.3 m }
        wheel far: on(chassis) { centre: [0, 2.4, 0.3] m, radius: 0.3 m }";

    /// Equipment that does not fit the vehicle or the rest of itself.
    EQUIPMENT = "W0261", "a piece of equipment does not fit", None,
        "driver test: cruise(arm) { speed: 20 m/s }";

    /// A driven joint in a loop whose other joints leave it no freedom.
    DRIVEN_LOOP = "W0301", "a driven joint has no freedom in its loop",
        Some("drive one joint of the loop only, or give another joint of the loop a freedom"),
        "joint one: revolute(chassis, arm) { through: [seat, top], drive: motor }
        joint two: revolute(chassis, arm) { through: [seat, top], drive: second_motor }";
    /// A free joint between bodies that are otherwise connected.
    LOOP_ON_NOTHING = "W0302", "a free joint closes a loop",
        Some("a free joint holds nothing: remove it, or remove the joints that hold the body otherwise"),
        "joint float: free(chassis, arm)";
    /// Closure equations that depend on each other.
    REDUNDANT_CLOSURE = "W0303", "joints of a loop fix the same direction", None,
        "joint second: revolute(chassis, arm) { axis: x, at: [0.5, 0.3, 0.2] m }";
    /// A mechanism that cannot move.
    NO_FREEDOM = "W0304", "the mechanism has no freedom", None,
        "link stay: distance(ground, chassis) { from: [0, 0, 0] m, to: [0, 0, 0.5] m }
        link brace: distance(chassis, arm) { from: top, to: [0, 0.5, 0.2] m }";

    /// `tree: cut` on a driven or a free joint.
    CUT_REFUSED = "W0311", "this joint cannot be cut", Some("cut another joint of its loop"),
        "body lid { mass: 2 kg, com: top, inertia: [1, 1, 1] kg*m^2 }
        joint hinge: revolute(arm, lid) { axis: x, at: seat, drive: motor, tree: cut }
        joint slot: spherical(arm, lid) { at: top }";
    /// `tree: cut` on a joint that is the only connection of a body.
    CUT_OF_BRIDGE = "W0312", "a joint that is in no loop is cut",
        Some("leave `tree: cut` out: only a joint of a loop can be opened"),
        "body lid { mass: 2 kg, com: top, inertia: [1, 1, 1] kg*m^2 }
        joint hinge: revolute(arm, lid) { axis: x, at: seat, tree: cut }";
    /// `tree: keep` on a link.
    KEPT_LINK = "W0313", "a link cannot be kept in the tree",
        Some("a link has no mass and is always one closure equation; a rod with mass is a body on two ball joints"),
        "link rod: distance(chassis, arm) { from: top, to: [0, 0.5, 0.2] m, tree: keep }";
    /// `tree: keep` on all joints of a loop.
    KEPT_LOOP = "W0314", "joints that are kept close a loop", Some("leave one joint of each loop to be cut"),
        "body lid { mass: 2 kg, com: top, inertia: [1, 1, 1] kg*m^2 }
        joint ball: spherical(arm, lid) { at: seat, tree: keep }
        joint hook: spherical(arm, lid) { at: top, tree: keep }";
    /// A base that carries nothing, or that lies in a loop.
    NOT_A_BASE = "W0315", "this body cannot be the base", None,
        "base: arm";

    /// A number of freedoms different from the number in `freedoms:`.
    FREEDOMS = "W0321", "the vehicle has another number of freedoms", None,
        "freedoms: 3";
    /// A freedom that is probably not intended: bodies of a loop move about an undeclared axis, and no spring resists.
    DOUBTFUL_FREEDOM = "W0322", "a freedom is probably not intended", None,
        "body lever { mass: 1 kg, com: [0, 0.35, 0.6] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        body rod { mass: 1 kg, com: [0, 0.4, 0.4] m, inertia: [0.01, 0.01, 0.001] kg*m^2 }
        joint lift: revolute(chassis, lever) { axis: x, at: [0, 0.3, 0.6] m }
        joint inner: spherical(arm, rod) { at: seat }
        joint outer: spherical(lever, rod) { at: top }";
    /// Revolute and prismatic joints of loops that cannot move at all.
    HELD_LOOP = "W0323", "loops cannot move", None,
        "link stay: distance(chassis, arm) { from: top, to: [0, 0.5, 0.2] m }";
    /// Closure equations that depend on each other only in the design position.
    SINGULAR_DESIGN = "W0324", "the design position is singular",
        Some("move a joint of the loops a little; or take the position as it is with `singular: accept`"),
        "body lever { mass: 1 kg, com: [0, 0.8, 0.3] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        joint lift: revolute(chassis, lever) { axis: x, at: [0, 0.9, 0.2] m }
        link rod: distance(arm, lever) { from: seat, to: [0, 0.7, 0.2] m }";
    /// Loops that lock or become singular within their usual travel, or are nearly singular in the design position. Overconstrained
    /// loops whose equations depend on each other at some positions, for any choice of the equations that are kept.
    NEAR_SINGULAR = "W0325", "loops lock, or are singular, within their travel", None,
        "body lever { mass: 1 kg, com: [0, 0.8, 0.3] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        joint lift: revolute(chassis, lever) { axis: x, at: [0, 0.9, 0.2] m }
        link rod: distance(arm, lever) { from: [0, 0.4, 0.21] m, to: [0, 0.8, 0.22] m }
        wheel tyre: on(arm) { centre: [0, 0.7, 0.2] m, radius: 300 mm }";

    /// `threads: 2` where nothing can be computed at the same time.
    THREADS = "W0331", "the vehicle cannot be computed by several threads", None,
        "threads: 2";
}
