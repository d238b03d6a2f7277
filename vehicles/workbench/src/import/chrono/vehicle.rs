//! Whole vehicles: chassis, axles with their wheels and brakes, and steerings, each from a separate file.

use super::draft::{Draft, Inertia, Vector, Wheel, Where, rounded, vector};
use super::frame::Frame;
use super::json::{Document, Node};
use super::steering::{self, Steering};
use super::suspension;
use crate::files::Files;
use std::fmt::Write;
use std::path::Path;
use wishbone::tyre::magic_formula::PropertyFile;

/// Files of a vehicle, by the paths that it names.
pub struct Library<'a> {
    /// The files.
    pub files: &'a dyn Files,
    /// The folder of the vehicle's file.
    pub folder: &'a Path,
}

impl Library<'_> {
    /// Opens a file of Chrono that another one names.
    pub fn open(&self, node: &Node<'_>, key: &str) -> Option<Document> {
        let (name, text) = self.text(node, key)?;
        let read = Document::read(&text, name);
        read.map_err(|reason| node.mistake(&reason)).ok()
    }

    /// Name and text of a file that another one names. It is in the same folder, or in a folder above.
    fn text<'n>(&self, node: &Node<'n>, key: &str) -> Option<(&'n str, String)> {
        let name = node.text(key)?;
        let found = self
            .folder
            .ancestors()
            .map(|folder| folder.join(name))
            .map(|path| path.to_string_lossy().into_owned());
        let found = found.into_iter().find(|path| self.files.exists(path));
        let Some(path) = found else {
            node.mistake(&format!("the file {name} is neither beside it nor in a folder above"));
            return None;
        };
        let read = self.files.text(&path).map_err(|reason| node.mistake(&reason));
        Some((name, read.ok()?))
    }
}

/// A vehicle as text.
#[derive(Default)]
pub struct Drawn {
    /// The parts.
    pub text: String,
    /// Notes about the conversion and about values that are left out.
    pub notes: Vec<String>,
    /// Mistakes, a line each.
    pub mistakes: Vec<String>,
}

impl Drawn {
    /// Takes over the notes and mistakes of a document.
    fn take(&mut self, document: &Document) {
        for note in document.notes() {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        self.mistakes.extend(document.mistakes());
    }
}

/// Writes the vehicle of a file.
pub fn drawn(root: &Node<'_>, library: &Library<'_>, tyre: &Wheel) -> Drawn {
    let mut own = Drawn {
        text: "    gravity: 9.81 m/s^2\n".to_owned(),
        ..Drawn::default()
    };
    for key in ["Wheelbase", "Minimum Turning Radius", "Maximum Steering Angle (deg)"] {
        root.get(key).iter().for_each(Node::see);
    }
    for key in ["Rear Chassis", "Subchassis"] {
        if root.has(key) {
            root.mistake(&format!("`{key}`: vehicles of one chassis alone are read"));
        }
    }
    chassis(root, library, &mut own);
    let steerings = steerings(root, library, &mut own);
    axles(root, library, tyre, &steerings, &mut own);
    if let Some(steering) = steerings.first() {
        let _ = writeln!(
            own.text,
            "    steering hands: driven({}) {{ per_turn: {} }}",
            steering.drive, steering.lock
        );
        own.notes.push(
            "a turn of the steering wheel is the full lock of Chrono's steering: its files know no steering wheel"
                .to_owned(),
        );
    }
    if steerings.len() > 1 {
        own.notes.push(format!(
            "{} steerings: the steering wheel moves the first one alone",
            steerings.len()
        ));
    }
    if let Some(driveline) = root.get("Driveline") {
        driveline.see();
        driveline.note("drivelines are not carried over: declare a `powertrain` (docs/equipment.md)");
    }
    own.notes
        .push("tyres are not carried over: declare a `tyre` (docs/equipment.md)".to_owned());
    own
}

fn chassis(root: &Node<'_>, library: &Library<'_>, own: &mut Drawn) {
    let named = root.part("Chassis");
    named.part("Input File");
    let Some(document) = library.open(&named, "Input File") else {
        return;
    };
    let chassis = document.root();
    for key in ["Driver Position", "Contact", "Rear Connector Location"] {
        chassis.get(key).iter().for_each(Node::see);
    }
    let parts: Vec<Part> = chassis.part("Components").list().iter().map(Part::of).collect();
    let whole = Part::together(&parts);
    if whole.mass <= 0.0 {
        chassis.mistake("`Components`: their mass without the voids is not above zero");
    }
    let [xx, yy, zz, xy, xz, yz] = whole.tensor.map(rounded);
    let mut draft = Draft::default();
    let inertia = Inertia {
        moments: [xx, yy, zz],
        products: [xy, xz, yz],
        axes: None,
    };
    draft.rigid(
        Where::Whole,
        "chassis",
        &chassis.part("Components"),
        rounded(whole.mass),
        whole.com.map(rounded),
        inertia,
    );
    own.text += &draft.whole();
    own.text += "        joint motion: free(ground, chassis)\n";
    own.take(&document);
}

/// A part of the chassis: its mass, its centre, and its tensor about the centre in the axes of the vehicle: xx, yy, zz,
/// xy, xz, yz. Mass and tensor of a void are negative.
struct Part {
    mass: f64,
    com: Vector,
    tensor: [f64; 6],
}

impl Part {
    fn of(node: &Node<'_>) -> Self {
        let frame = Frame::of(&node.part("Centroidal Frame"));
        let own = Inertia {
            moments: node.vector("Moments of Inertia"),
            products: node.vector("Products of Inertia"),
            axes: Some(frame.axes),
        };
        let ([xx, yy, zz], [xy, xz, yz]) = (own.moments, own.products);
        let inner = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
        // R I Rᵀ, where the columns of R are the axes.
        let turned = |row: usize, column: usize| {
            let pairs = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
            pairs
                .map(|(i, j)| frame.axes[i][row] * inner[i][j] * frame.axes[j][column])
                .sum()
        };
        let tensor: [f64; 6] = [
            turned(0, 0),
            turned(1, 1),
            turned(2, 2),
            turned(0, 1),
            turned(0, 2),
            turned(1, 2),
        ];
        let sign = if node.flag("Void") { -1.0 } else { 1.0 };
        Self {
            mass: sign * node.number("Mass"),
            com: frame.origin,
            tensor: tensor.map(|own| sign * own),
        }
    }

    /// Combines all parts into one, by Steiner's theorem.
    fn together(parts: &[Self]) -> Self {
        let mass: f64 = parts.iter().map(|own| own.mass).sum();
        let com = [0, 1, 2].map(|axis| parts.iter().map(|own| own.mass * own.com[axis]).sum::<f64>() / mass);
        let mut tensor = [0.0; 6];
        for own in parts {
            let [x, y, z] = [0, 1, 2].map(|axis| own.com[axis] - com[axis]);
            let shift = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
            for (sum, (inner, shift)) in tensor.iter_mut().zip(own.tensor.into_iter().zip(shift)) {
                *sum += inner + own.mass * shift;
            }
        }
        Self { mass, com, tensor }
    }
}

fn steerings(root: &Node<'_>, library: &Library<'_>, own: &mut Drawn) -> Vec<Steering> {
    let list = root.get("Steering Subsystems").map_or_else(Vec::new, |own| own.list());
    let mut all = Vec::new();
    for (place, node) in list.iter().enumerate() {
        node.part("Input File");
        let Some(document) = library.open(node, "Input File") else {
            continue;
        };
        let prefix = if list.len() > 1 {
            format!("steering_{}_", place + 1)
        } else {
            String::new()
        };
        let drawn = steering::drawn(&document.root(), &Frame::of(node), &prefix);
        own.take(&document);
        if let Some(drawn) = drawn {
            own.text += &drawn.text;
            all.push(drawn);
        }
    }
    all
}

fn axles(root: &Node<'_>, library: &Library<'_>, tyre: &Wheel, steerings: &[Steering], own: &mut Drawn) {
    let list = root.part("Axles").list();
    let (mut places, mut torques, mut wheels) = (String::new(), Vec::new(), Vec::new());
    for (place, node) in list.iter().enumerate() {
        node.part("Suspension Input File");
        let Some(document) = library.open(node, "Suspension Input File") else {
            continue;
        };
        let axle = match (list.len(), place) {
            (2, 0) => "front".to_owned(),
            (2, _) => "rear".to_owned(),
            _ => format!("axle_{}", place + 1),
        };
        let wheel = mounted(node, library, tyre, own);
        let draft = suspension::drawn(&document.root(), &wheel);
        own.take(&document);
        let name = format!("{}Suspension", capital(&axle));
        own.text += &draft.text(&name);
        let link = steering_of(node, steerings);
        let bodies = match (draft.is_steered, link) {
            (true, Some(steering)) => format!("chassis, {}", steering.link),
            (true, None) => "chassis, chassis".to_owned(),
            (false, _) => "chassis".to_owned(),
        };
        let _ = writeln!(
            places,
            "    place {name}({bodies}) as {axle} {{ origin: {} }}",
            vector(node.vector("Suspension Location"), "m")
        );
        for side in ["left", "right"] {
            wheels.push(format!("{axle}.{side}.tyre"));
            torques.push(brake(node, library, side, own));
        }
        for key in ["Antirollbar Input File", "Antirollbar Location"] {
            if let Some(bar) = node.get(key) {
                bar.see();
                bar.note("anti-roll bars are not carried over: declare a `roll_bar`");
            }
        }
    }
    own.text += &places;
    if torques.iter().any(|torque| *torque > 0.0) {
        let torques: Vec<String> = torques.iter().map(f64::to_string).collect();
        let _ = writeln!(
            own.text,
            "    brakes service: on({}) {{ torque: [{}] N*m }}",
            wheels.join(", "),
            torques.join(", ")
        );
    }
}

/// The steering of an axle. Without an index, and with -1, the axle is not steered.
fn steering_of<'s>(axle: &Node<'_>, steerings: &'s [Steering]) -> Option<&'s Steering> {
    const NONE: f64 = -1.0;
    let index = axle.maybe("Steering Index").filter(|index| *index != NONE)?;
    let mut places = (0..).map(f64::from).zip(steerings);
    let found = places.find(|(place, _)| index.total_cmp(place).is_eq());
    if found.is_none() {
        axle.mistake(&format!(
            "`Steering Index` is {index}: there is no such steering; -1 means none"
        ));
    }
    found.map(|(_, steering)| steering)
}

/// The wheel on the left spindle of an axle.
fn mounted(node: &Node<'_>, library: &Library<'_>, tyre: &Wheel, own: &mut Drawn) -> Wheel {
    let separation = node.maybe("Wheel Separation");
    if separation.is_some_and(|own| own <= 0.0) {
        node.mistake("`Wheel Separation` has to be above zero");
    }
    let keys: &[&str] = match separation {
        None => &["Left Wheel Input File", "Right Wheel Input File"],
        Some(_) => &[
            "Left Inside Wheel Input File",
            "Right Inside Wheel Input File",
            "Left Outside Wheel Input File",
            "Right Outside Wheel Input File",
        ],
    };
    let names: Vec<Option<&str>> = keys.iter().map(|key| node.text(key)).collect();
    let key = keys[0];
    node.part(key);
    if names.iter().any(|name| *name != names[0]) {
        node.note(&format!("different wheels on one axle: that of `{key}` is taken"));
    }
    if separation.is_some() {
        node.note(
            "double wheels: `tyre` inside, `tyre_outside` outside; Chrono leaves their offset out of the moment of inertia, which is counted here",
        );
    }
    let mut wheel = Wheel {
        separation: separation.filter(|own| *own > 0.0),
        ..tyre.clone()
    };
    if let Some(document) = library.open(node, key) {
        let root = document.root();
        let inertia = root.vector("Inertia");
        wheel.mass += root.number("Mass");
        wheel.spin_inertia += inertia[1];
        wheel.diametral_inertia += 0.5 * (inertia[0] + inertia[2]);
        own.take(&document);
    }
    wheel
}

/// Unloaded radius of a property file that a tyre names [m]; Chrono takes all numbers of the tyre from this file.
fn radius_of_property_file(root: &Node<'_>, library: &Library<'_>) -> Option<f64> {
    let (name, text) = library.text(root, PROPERTY_FILE)?;
    let read = PropertyFile::read_for_slip(&text);
    let read = read.map_err(|mistakes| {
        for mistake in mistakes {
            root.mistake(&format!("{name}: {mistake}"));
        }
    });
    Some(read.ok()?.coefficients.unloaded_radius)
}

/// Key of the property file of a tyre.
const PROPERTY_FILE: &str = "TIR Specification File";

/// Radius, mass and inertia of a Chrono tyre; its forces are not read.
pub fn tyre(root: &Node<'_>, library: &Library<'_>) -> Wheel {
    const RADII: [(&str, &str); 6] = [
        ("Design", "Unloaded Radius [m]"),
        ("Fiala Parameters", "Unloaded Radius"),
        ("Design Parameters", "Unloaded Radius"),
        ("Dimension", "Unloaded Radius"),
        ("DIMENSION", "UNLOADED_RADIUS"),
        ("Tire", "Radius"),
    ];
    let is_elsewhere = root.has(PROPERTY_FILE);
    let radius = match is_elsewhere {
        true => radius_of_property_file(root, library),
        false => RADII
            .iter()
            .find_map(|(part, key)| root.get(part)?.maybe(key))
            .or_else(|| root.maybe("Radius")),
    };
    if radius.is_none() && !is_elsewhere {
        root.mistake("its unloaded radius is not given");
    }
    let (mass, inertia) = match root.get("Design").filter(|own| own.has("Mass [kg]")) {
        Some(design) => (design.number("Mass [kg]"), design.vector("Inertia [kg.m2]")),
        None => (root.number("Mass"), root.vector("Inertia")),
    };
    Wheel {
        radius: radius.unwrap_or(0.0),
        mass,
        spin_inertia: inertia[1],
        diametral_inertia: 0.5 * (inertia[0] + inertia[2]),
        separation: None,
    }
}

/// The greatest torque of the brake of a side [N m].
fn brake(node: &Node<'_>, library: &Library<'_>, side: &str, own: &mut Drawn) -> f64 {
    let key = format!("{} Brake Input File", capital(side));
    let Some(document) = library.open(node, &key) else {
        return 0.0;
    };
    let torque = document.root().number("Maximum Torque");
    own.take(&document);
    torque
}

fn capital(word: &str) -> String {
    let mut letters = word.split('_').map(|part| {
        let mut letters = part.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().collect::<String>() + letters.as_str()
        })
    });
    letters.by_ref().collect()
}
