use super::{told, tree};
use wishbone_compiler::front::syntax::{Item, Value};

const CAR: &str = "include = [\"parts/chassis.toml\", 'parts/heave.txt']\n[vehicle]\nname = \"Car\"\n";
const CHASSIS: &str = "
[vehicle]
gravity = \"9.81 m/s^2\"
[body.chassis]
mass = \"400 kg\"
com = \"[0, 0, 0.5] m\"
inertia = \"[50, 60, 40] kg*m^2\"
";
const HEAVE: &str = "include \"../outputs.txt\" joint heave: prismatic(ground, chassis) { axis: z }";
const OUTPUTS: &str = "output heave: coordinate(heave)";

/// Files of either format include files of either format; each path is relative to its own file.
#[test]
fn files_include_each_other() {
    let others = [
        ("cars/parts/chassis.toml", CHASSIS),
        ("cars/parts/heave.txt", HEAVE),
        ("cars/outputs.txt", OUTPUTS),
    ];
    let grammar = "Car { include \"parts/chassis.toml\" include \"parts/heave.txt\" }";
    for main in [("cars/car.toml", CAR), ("cars/car.txt", grammar)] {
        let files: Vec<_> = [main].into_iter().chain(others).collect();
        let vehicle = tree(&files);
        let [
            Item::Setting(gravity),
            Item::Element(chassis),
            Item::Element(output),
            Item::Element(joint),
        ] = vehicle.items.as_slice()
        else {
            panic!("four items, in the order of inclusion: {:?}", vehicle.items)
        };
        let names = [&gravity.key, &chassis.name, &output.name, &joint.name].map(|word| word.text.as_str());
        assert_eq!(names, ["gravity", "chassis", "heave", "heave"]);
        assert!(wishbone_compiler::pipeline::compile(&vehicle).is_ok());
    }
}

/// If an included file names a data file, the path in the tree is relative to the declaration.
#[test]
fn files_of_data_are_seen_from_the_declaration() {
    let tyre = "tyre road: magic_formula(all) { file: \"../data/road.tir\" }";
    let vehicle = tree(&[
        ("cars/car.txt", "Car { include \"parts/tyre.txt\" }"),
        ("cars/parts/tyre.txt", tyre),
        ("cars/data/road.tir", ""),
    ]);
    let [Item::Element(tyre)] = vehicle.items.as_slice() else {
        panic!("one tyre: {:?}", vehicle.items)
    };
    let Value::File(file) = &tyre.attributes[0].value else {
        panic!("its file: {tyre:?}")
    };
    assert_eq!(file.path.text, "data/road.tir");
}

/// A group may take its parts from a file: here, the same corner at the front and at the rear.
#[test]
fn a_group_includes_its_parts() {
    let corner = "body arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        joint pivot: revolute(ground, arm) { axis: x, at: [0, 0.3, 0.2] m }";
    let car = "[vehicle]\nname = \"Car\"\n[mirror.fl]\nas = \"fr\"\ninclude = \"corner.txt\"\n\
        [mirror.rl]\nas = \"rr\"\ninclude = \"corner.txt\"\n";
    let vehicle = tree(&[("car.toml", car), ("corner.txt", corner)]);
    let model = wishbone_compiler::model::resolve::resolve(&vehicle).expect("it is sound");
    assert_eq!(model.joints.len(), 4);
}

/// Texts of the compiler's library: a suspension, with the dimensions of the vehicle.
#[test]
fn the_library_can_be_included() {
    let car = "[vehicle]
        name = \"Car\"
        freedoms = 5
        [joint]
        heave = { kind = \"prismatic(ground, chassis)\", axis = \"z\" }
        [body]
        chassis = { mass = \"400 kg\", com = \"[0, 0.2, 0.55] m\", inertia = \"[50, 60, 40] kg*m^2\" }
        [place.left]
        kind = \"DoubleWishbone(chassis, chassis)\"
        mirrored = \"right\"
        [place.left.joint]
        lower_pivot = { through = [\"[-0.19, 0.37, 0.215] m\", \"[0.16, 0.36, 0.20] m\"] }
        upper_pivot = { through = [\"[-0.14, 0.45, 0.495] m\", \"[0.11, 0.44, 0.51] m\"] }
        lower_ball = { at = \"[10, 700, 185] mm\" }
        upper_ball = { at = \"[-15, 665, 520] mm\" }
        [place.left.link]
        tie_rod = { from = \"[-0.14, 0.37, 0.235] m\", to = \"[-0.13, 0.68, 0.225] m\" }
        [place.left.body]
        lower_arm = { mass = \"6.5 kg\", com = \"[0, 0.53, 0.196] m\", inertia = \"[0.09, 0.06, 0.14] kg*m^2\" }
        upper_arm = { mass = \"3.5 kg\", com = \"[0, 0.555, 0.511] m\", inertia = \"[0.03, 0.025, 0.05] kg*m^2\" }
        upright = { mass = \"38 kg\", com = \"[0, 0.72, 0.32] m\", inertia = \"[0.9, 1.3, 0.95] kg*m^2\" }";
    let car = format!("include = \"wishbone/double_wishbone.txt\"\n{car}");
    let compiled = wishbone_compiler::pipeline::compile(&tree(&[("cars/car.toml", &car)]));
    let compiled = compiled.expect("it is sound, with as many freedoms as it says");
    assert_eq!((compiled.model.bodies.len(), compiled.model.joints.len()), (8, 11));
    assert!(compiled.warnings.is_empty(), "{:?}", compiled.warnings);
    let misspelt = told(&[("cars/car.toml", &car.replace("double_", "duoble_"))]);
    assert!(misspelt.contains("did you mean `double_wishbone.txt`?"), "{misspelt}");
}

/// A mistake is shown in its own file, and so is the other place that contradicts it.
#[test]
fn mistakes_are_told_in_their_files() {
    let twice = CAR.to_owned() + "[body.chassis]\nmass = \"3 kg\"\n";
    insta::assert_snapshot!(told(&[
        ("car.toml", &twice),
        ("parts/chassis.toml", &CHASSIS.replace("com =", "cmo =")),
        ("parts/heave.txt", &HEAVE.replace("chassis", "chasis")),
        ("outputs.txt", OUTPUTS),
    ]));
}

#[test]
fn files_that_are_not_there_or_include_themselves_are_refused() {
    insta::assert_snapshot!(told(&[
        (
            "car.toml",
            "include = ['a.txt', 'no.txt', 'wishbone/no.txt']\n[vehicle]\nname = \"Car\"\n"
        ),
        ("a.txt", "include \"b.toml\""),
        ("b.toml", "include = \"./x/../a.txt\"\n[vehicle]\nname = \"B\""),
    ]));
    insta::assert_snapshot!(told(&[("car.txt", "Car { include \"car.txt\" include 3 }")]));
}

/// Files that each include the next one twice would be read without end.
#[test]
fn files_do_not_multiply() {
    let names: Vec<String> = (0..20).map(|number| format!("{number}.txt")).collect();
    let texts: Vec<String> = (1..=20)
        .map(|next| format!("include \"{next}.txt\" include \"{next}.txt\""))
        .collect();
    let mut files: Vec<(&str, &str)> = vec![("car.txt", "Car { include \"0.txt\" }"), ("20.txt", "")];
    files.extend(names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)));
    assert!(told(&files).contains("more than 256 inclusions"));
}
