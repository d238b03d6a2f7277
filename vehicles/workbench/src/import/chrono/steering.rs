//! Steerings: bodies and joints on the chassis, with a drive.

use super::draft::{Draft, Inertia, Vector, Where, sum, times, vector};
use super::frame::Frame;
use super::json::Node;
use Where::Whole;

/// A steering that is written in its place.
#[derive(Clone, Debug)]
pub struct Steering {
    /// Its parts.
    pub text: String,
    /// The body to which tie rods are attached.
    pub link: String,
    /// The drive that moves it.
    pub drive: String,
    /// Travel of the drive at full lock to the left, with its unit.
    pub lock: String,
}

/// Writes a steering; `prefix` comes before the names of its parts.
pub fn drawn(root: &Node<'_>, frame: &Frame, prefix: &str) -> Option<Steering> {
    let mut draft = Draft::default();
    let own = Placed { frame, prefix };
    let (link, drive, lock) = match root.text("Template").unwrap_or("") {
        "PitmanArm" => own.pitman_arm(&mut draft, root),
        "RackPinion" => own.rack(&mut draft, root),
        "RotaryArm" => own.rotary_arm(&mut draft, root),
        other => {
            root.mistake(&format!(
                "the steering `{other}` is not read; `PitmanArm`, `RackPinion` and `RotaryArm` are"
            ));
            return None;
        }
    };
    Some(Steering {
        text: draft.whole(),
        link,
        drive,
        lock,
    })
}

struct Placed<'a> {
    frame: &'a Frame,
    prefix: &'a str,
}

impl Placed<'_> {
    fn name(&self, own: &str) -> String {
        format!("{}{own}", self.prefix)
    }

    /// A body whose axes are those of the frame.
    fn body(&self, draft: &mut Draft, name: &str, node: &Node<'_>, com: Vector, keys: [&str; 2]) {
        let products = if node.has(keys[1]) {
            node.vector(keys[1])
        } else {
            [0.0; 3]
        };
        let inertia = Inertia {
            moments: node.vector(keys[0]),
            products,
            axes: Some(self.frame.axes),
        };
        draft.rigid(Whole, name, node, node.number("Mass"), self.frame.point(com), inertia);
    }

    fn at(&self, node: &Node<'_>, key: &str) -> String {
        vector(self.frame.point(node.vector(key)), "m")
    }

    fn along(&self, node: &Node<'_>, key: &str) -> String {
        vector(self.frame.direction(node.vector(key)), "")
    }

    /// Angle of the arm relative to the chassis. The torque has the opposite sign, because Chrono's motor counts the
    /// chassis relative to the arm.
    fn lock(node: &Node<'_>) -> String {
        format!("{} deg", -node.number("Maximum Angle (deg)"))
    }

    fn pitman_arm(&self, draft: &mut Draft, root: &Node<'_>) -> (String, String, String) {
        if root.flag("Vehicle-Frame Inertia") {
            root.note("moments of inertia in the axes of the vehicle are taken in those of the steering");
        }
        let (arm, link) = (self.name("pitman_arm"), self.name("steering_link"));
        let (arm_node, link_node) = (root.part("Pitman Arm"), root.part("Steering Link"));
        let keys = ["Moments of Inertia", "Products of Inertia"];
        self.body(draft, &arm, &arm_node, arm_node.vector("COM"), keys);
        self.body(draft, &link, &link_node, link_node.vector("COM"), keys);
        root.get("Tierod Locations").iter().for_each(Node::see);
        let pivot = root.part("Revolute Joint");
        let drive = self.name("pitman");
        let own = format!(
            "{{ at: {}, axis: {}, drive: {drive} }}",
            self.at(&pivot, "Location"),
            self.along(&pivot, "Direction")
        );
        draft.line(
            Whole,
            &format!("joint {}: revolute(chassis, {arm}) {own}", self.name("arm_pivot")),
        );
        let cross = root.part("Universal Joint");
        let axes = format!(
            "[{}, {}]",
            self.along(&cross, "Direction Arm"),
            self.along(&cross, "Direction Link")
        );
        draft.line(
            Whole,
            &format!(
                "joint {}: universal({arm}, {link}) {{ at: {}, axes: {axes} }}",
                self.name("arm_end"),
                self.at(&cross, "Location")
            ),
        );
        let idler = root.part("Revolute-Spherical Joint");
        let own = format!(
            "{{ at: {}, axis: {}, ball: {} }}",
            self.at(&idler, "Location Chassis"),
            self.along(&idler, "Direction"),
            self.at(&idler, "Location Link")
        );
        draft.line(
            Whole,
            &format!("link {}: spherical_revolute(chassis, {link}) {own}", self.name("idler")),
        );
        (link, drive, Self::lock(&pivot))
    }

    fn rack(&self, draft: &mut Draft, root: &Node<'_>) -> (String, String, String) {
        let node = root.part("Steering Link");
        let (rack, drive) = (self.name("rack"), self.name("rack_travel"));
        let com = [0.0, node.number("COM"), 0.0];
        node.get("Length").iter().for_each(Node::see);
        self.body(draft, &rack, &node, com, ["Inertia", "Products of Inertia"]);
        let axis = vector(self.frame.direction([0.0, 1.0, 0.0]), "");
        let at = vector(self.frame.point(com), "m");
        draft.line(
            Whole,
            &format!(
                "joint {}: prismatic(chassis, {rack}) {{ axis: {axis}, at: {at}, drive: {drive} }}",
                self.name("rack_guide")
            ),
        );
        let pinion = root.part("Pinion");
        let lock = -pinion.number("Maximum Angle (deg)").to_radians()
            * pinion.get("Radius").map_or(0.0, |_| pinion.number("Radius"));
        (rack, drive, format!("{lock} m"))
    }

    fn rotary_arm(&self, draft: &mut Draft, root: &Node<'_>) -> (String, String, String) {
        let node = root.part("Pitman Arm");
        let (arm, drive) = (self.name("rotary_arm"), self.name("pitman"));
        let com = times(
            sum(node.vector("Point of Rotation"), node.vector("Point to Draglink")),
            0.5,
        );
        self.body(draft, &arm, &node, com, ["Inertia", "Inertia Products"]);
        let own = format!(
            "{{ at: {}, axis: {}, drive: {drive} }}",
            self.at(&node, "Point of Rotation"),
            self.along(&node, "Axis of Rotation")
        );
        draft.line(
            Whole,
            &format!("joint {}: revolute(chassis, {arm}) {own}", self.name("arm_pivot")),
        );
        (arm, drive, Self::lock(&node))
    }
}
