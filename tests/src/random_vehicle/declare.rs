//! Writes a genome as a declaration.

use super::budget::Budget;
use super::numbers::{around, between, direction, inertia, list};
use super::{Assembly, Closure, Genome, Hold, Limb, Push, Ring, Tree, parts};
use fastrand::Rng;
use nalgebra::Vector3;

/// Names that users choose, and names that the solver's own code uses. No two of them give the same identifier.
const NAMES: [&str; 24] = [
    "chassis", "lowerArm", "LCA", "q", "v", "a", "a_wx", "a_e0", "Ok", "x", "rates", "wx", "o_O", "state", "e0", "new",
    "DESIGN", "spin", "_under", "größe", "drives", "r2d2", "body", "joint",
];

/// The declaration of the genome.
pub fn text(genome: &Genome) -> String {
    let mut writer = Writer {
        lines: Vec::new(),
        bodies: vec![("ground".to_owned(), Vector3::zeros())],
        single: Vec::new(),
        budget: Budget::new(),
        parts: [0; 4],
        names: genome.names,
        indent: "    ",
        firm: Extra::None,
    };
    writer.assembly(&genome.core);
    if let Some(side) = &genome.side {
        writer.line("mirror left as right {".to_owned());
        writer.budget.begin_group();
        writer.indent = "        ";
        writer.assembly(side);
        writer.indent = "    ";
        writer.line("}".to_owned());
    }
    let accept = if genome.accept_redundant {
        "    redundant: accept\n"
    } else {
        ""
    };
    format!("pub Random {{\n{accept}{}\n}}\n", writer.lines.join("\n"))
}

/// Kinds of parts, each with its own names.
#[derive(Clone, Copy)]
enum Kind {
    Body,
    Joint,
    Spring,
    Wheel,
}

struct Writer {
    lines: Vec<String>,
    /// Name and centre of mass of each body, the ground first.
    bodies: Vec<(String, Vector3<f64>)>,
    /// Name of each hinge and slide that is not driven, and whether it is a slide.
    single: Vec<(String, bool)>,
    budget: Budget,
    /// Number of parts of each kind.
    parts: [usize; 4],
    names: usize,
    indent: &'static str,
    /// Which closures so far must stay in the tree: driven closures, or closures declared as kept. Only one kind is
    /// used, since both kinds together could make a loop without a joint that may be cut.
    firm: Extra,
}

/// Additional attribute of a joint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extra {
    None,
    Driven,
    Declared(Tree),
}

impl Writer {
    fn assembly(&mut self, assembly: &Assembly) {
        assembly.limbs.iter().for_each(|limb| self.limb(limb));
        assembly.ring.iter().for_each(|ring| self.ring(ring));
        assembly.closures.iter().for_each(|closure| self.closure(closure));
        for gene in &assembly.struts {
            let Some((first, second)) = self.two(gene.first, gene.second) else {
                continue;
            };
            let (name, ends) = (self.name(Kind::Spring), self.pair(first, second));
            let attributes = parts::strut(gene, &self.bodies[first].1, &self.bodies[second].1);
            self.line(format!("spring {name}: between({ends}) {{ {attributes} }}"));
        }
        assembly.pushes.iter().for_each(|push| self.push(push));
        for gene in &assembly.wheels {
            let moving = self.bodies.len() - 1;
            if moving == 0 {
                continue;
            }
            let name = self.name(Kind::Wheel);
            let (carrier, com) = self.bodies[1 + gene.on % moving].clone();
            let driven_from = self.bodies[gene.driven_from % self.bodies.len()].0.clone();
            let attributes = parts::tyre(gene, &com, &driven_from);
            self.line(format!("wheel {name}: on({carrier}) {{ {attributes} }}"));
        }
    }

    fn push(&mut self, gene: &Push) {
        let Some((first, second)) = self.two(gene.first, gene.second) else {
            return;
        };
        // Nothing pushes the ground alone.
        let (first, second) = if first == 0 { (second, first) } else { (first, second) };
        let name = self.name(Kind::Spring);
        let joint = gene
            .third
            .checked_rem(self.single.len())
            .map(|place| &self.single[place]);
        let text = match (parts::pushed(gene), joint) {
            (parts::Pushed::Joint, Some((joint, slides))) => parts::on_joint(gene, &name, joint, *slides),
            (parts::Pushed::Bushing, _) => {
                let middle = (self.bodies[first].1 + self.bodies[second].1) / 2.0;
                let ends = self.pair(first, second);
                format!(
                    "bushing {name}: between({ends}) {{ {} }}",
                    parts::bushing(gene, &middle)
                )
            }
            _ => {
                let seen_from = &self.bodies[gene.third % self.bodies.len()].0;
                let (on, com) = &self.bodies[first];
                let attributes = parts::load(gene, com, &self.bodies[second].0, seen_from);
                format!("load {name}: on({on}) {{ {attributes} }}")
            }
        };
        self.line(text);
    }

    fn limb(&mut self, gene: &Limb) {
        let mut rng = Rng::with_seed(gene.seed);
        let parent = gene.parent % self.bodies.len();
        let body = self.body(parent, &mut rng);
        let driven = gene.driven && matches!(gene.hold, Hold::Revolute | Hold::Prismatic);
        let freedoms = if driven { 0 } else { freedoms(gene.hold) };
        self.budget.hang(parent, freedoms, gene.hold == Hold::Free);
        let ends = if gene.reversed { (body, parent) } else { (parent, body) };
        let Hold::Rods(count) = gene.hold else {
            let extra = if driven { Extra::Driven } else { Extra::None };
            return self.joint(gene.hold, ends, extra, &mut rng);
        };
        for rod in 0..count {
            let other = if rod == 0 { parent } else { rng.usize(..body) };
            if self.budget.spend(other, body, 1) {
                self.joint(Hold::Rods(1), (other, body), Extra::None, &mut rng);
            }
        }
    }

    /// Adds six bodies in an irregular hexagon, with hinges or slides between them and from the first and the last to the body `on`.
    fn ring(&mut self, gene: &Ring) {
        let mut rng = Rng::with_seed(gene.seed);
        let on = gene.on % self.bodies.len();
        let mut inboard = on;
        for place in 0..7 {
            let slides = place % 3 == 1 && gene.slides >> place & 1 == 1;
            let hold = if slides { Hold::Prismatic } else { Hold::Revolute };
            let outboard = if place == 6 { on } else { self.body(inboard, &mut rng) };
            if place < 6 {
                self.budget.hang(inboard, if place == 0 { 1 } else { 0 }, false);
            }
            self.joint(hold, (inboard, outboard), Extra::None, &mut rng);
            inboard = outboard;
        }
    }

    fn closure(&mut self, gene: &Closure) {
        let Some((first, second)) = self.two(gene.first, gene.second) else {
            return;
        };
        let drivable = matches!(gene.hold, Hold::Revolute | Hold::Prismatic);
        let wishes = [
            (
                gene.hold,
                gene.driven && drivable && self.firm != Extra::Declared(Tree::Keep),
            ),
            (Hold::Spherical, false),
            (Hold::Rods(1), false),
        ];
        for (hold, driven) in wishes {
            let hold = if hold == Hold::Free { Hold::Rods(1) } else { hold };
            let rod = matches!(hold, Hold::Rods(_));
            let rows = if driven {
                6
            } else if rod {
                1
            } else {
                6 - freedoms(hold)
            };
            if (rod || self.budget.takes_joint(first, second)) && self.budget.spend(first, second, rows) {
                let extra = match gene.tree {
                    _ if driven => Extra::Driven,
                    Some(Tree::Cut) if !rod => Extra::Declared(Tree::Cut),
                    Some(Tree::Keep) if !rod && self.firm == Extra::None => Extra::Declared(Tree::Keep),
                    _ => Extra::None,
                };
                if extra != Extra::Declared(Tree::Cut) && extra != Extra::None {
                    self.firm = extra;
                }
                return self.joint(hold, (first, second), extra, &mut Rng::with_seed(gene.seed));
            }
        }
    }

    /// Adds a body near another one, and returns its position.
    fn body(&mut self, near: usize, rng: &mut Rng) -> usize {
        let com = around(rng, &self.bodies[near].1, 0.3, 0.7);
        let mass = 10.0_f64.powf(between(rng, -0.3, 1.3));
        let name = self.name(Kind::Body);
        let (place, inertia) = (list(&com), inertia(rng, mass));
        self.line(format!(
            "body {name} {{ mass: {mass:.2} kg, com: {place} m, inertia: {inertia} kg*m^2 }}"
        ));
        self.bodies.push((name, com));
        self.bodies.len() - 1
    }

    fn joint(&mut self, hold: Hold, (first, second): (usize, usize), extra: Extra, rng: &mut Rng) {
        let (name, ends) = (self.name(Kind::Joint), self.pair(first, second));
        if extra != Extra::Driven && matches!(hold, Hold::Revolute | Hold::Prismatic) {
            self.single.push((name.clone(), hold == Hold::Prismatic));
        }
        let (a, b) = (self.bodies[first].1, self.bodies[second].1);
        let at = list(&around(rng, &((a + b) / 2.0), 0.05, 0.3));
        let axis = list(&direction(rng));
        let extra = match extra {
            Extra::None => String::new(),
            Extra::Driven => format!(", drive: {name}"),
            Extra::Declared(Tree::Keep) => ", tree: keep".to_owned(),
            Extra::Declared(Tree::Cut) => ", tree: cut".to_owned(),
        };
        self.line(match hold {
            Hold::Fixed => format!("joint {name}: fixed({ends}) {{ at: {at} m{extra} }}"),
            Hold::Revolute => format!("joint {name}: revolute({ends}) {{ axis: {axis}, at: {at} m{extra} }}"),
            Hold::Prismatic => format!("joint {name}: prismatic({ends}) {{ axis: {axis}{extra} }}"),
            Hold::Spherical => format!("joint {name}: spherical({ends}) {{ at: {at} m{extra} }}"),
            Hold::Universal => {
                let second = list(&direction(rng));
                format!("joint {name}: universal({ends}) {{ axes: [{axis}, {second}], at: {at} m{extra} }}")
            }
            Hold::Free => format!("joint {name}: free({ends}) {{ at: {at} m }}"),
            Hold::Rods(_) => {
                let (from, to) = (list(&around(rng, &a, 0.1, 0.3)), list(&around(rng, &b, 0.1, 0.3)));
                format!("link {name}: distance({ends}) {{ from: {from} m, to: {to} m }}")
            }
        });
    }

    fn line(&mut self, text: String) {
        self.lines.push(format!("{}{text}", self.indent));
    }

    /// Two different bodies; `None` if there is only one body.
    fn two(&self, first: usize, second: usize) -> Option<(usize, usize)> {
        let count = self.bodies.len();
        let first = first % count;
        (count > 1).then(|| (first, (first + 1 + second % (count - 1)) % count))
    }

    fn pair(&self, first: usize, second: usize) -> String {
        format!("{}, {}", self.bodies[first].0, self.bodies[second].0)
    }

    fn name(&mut self, kind: Kind) -> String {
        let number = self.parts[kind as usize];
        self.parts[kind as usize] += 1;
        let word = NAMES[(self.names + number) % NAMES.len()];
        match number / NAMES.len() {
            0 => word.to_owned(),
            round => format!("{word}_{round}"),
        }
    }
}

/// Freedoms that a connection leaves its body, without a drive; rods are subtracted one by one later.
fn freedoms(hold: Hold) -> usize {
    match hold {
        Hold::Fixed => 0,
        Hold::Revolute | Hold::Prismatic => 1,
        Hold::Universal => 2,
        Hold::Spherical => 3,
        Hold::Free | Hold::Rods(_) => 6,
    }
}
