//! Files of Chrono::Vehicle: each template with our own numbers. Its kinematics are computed from these numbers by [`Linkage`].

use crate::linkage::{Body, GROUND, Linkage, V};
use serde_json::{Value, json};
use wishbone::prelude::*;
use wishbone::state::StateVector;
use wishbone_studies::rig::Rig;
use wishbone_workbench::files::{Files, NoFiles};
use wishbone_workbench::import::chrono::imported;
use wishbone_workbench::vehicle::{Declaration, Running};

/// Tolerance for positions and directions.
const ALIKE: f64 = 1e-9;
/// Heights of both wheels above their design position [m].
const LIFTS: [[f64; 2]; 4] = [[0.03, 0.03], [-0.025, -0.025], [0.02, -0.01], [0.0, 0.0]];

fn vector(file: &Value, part: &str, key: &str) -> V {
    let numbers = file[part][key].as_array().unwrap_or_else(|| panic!("{part} {key}"));
    V::from_iterator(numbers.iter().map(|own| own.as_f64().expect("a number")))
}

fn mirrored(at: V) -> V {
    V::new(at.x, -at.y, at.z)
}

/// A body with its mass and the members in `more`.
fn body(mass: f64, com: [f64; 3], more: Value) -> Value {
    let mut own = json!({ "Mass": mass, "COM": com, "Radius": 0.02 });
    let inertia = [0.011 * mass, 0.012 * mass, 0.014 * mass];
    for key in ["Inertia", "Moments of Inertia"] {
        own[key] = json!(inertia);
    }
    own["Products of Inertia"] = json!([0, 0, 0]);
    for (key, value) in more.as_object().into_iter().flatten() {
        own[key] = value.clone();
    }
    own
}

/// The members that every suspension has.
fn file(template: &str, parts: Value) -> Value {
    let mut own = json!({
        "Name": "ours", "Type": "Suspension", "Template": template,
        "Camber Angle (deg)": -0.7, "Toe Angle (deg)": 0.2,
        "Spindle": { "Mass": 7.5, "COM": [0.011, 0.757, 0.006], "Inertia": [0.04, 0.07, 0.04], "Radius": 0.1, "Width": 0.06 },
        "Axle": { "Inertia": 0.3 },
        "Spring": {
            "Location Chassis": [-0.1, 0.51, 0.36], "Location Arm": [-0.08, 0.565, -0.125], "Location Upright": [-0.01, 0.62, 0.01],
            "Location Axle": [-0.06, 0.48, 0.02], "Location Link": [0.12, 0.58, -0.1],
            "Spring Coefficient": 41000, "Free Length": 0.56, "Preload": 900, "Minimum Length": 0.2, "Maximum Length": 0.7,
        },
        "Shock": {
            "Location Chassis": [-0.1, 0.51, 0.37], "Location Arm": [-0.08, 0.565, -0.125], "Location Upright": [-0.01, 0.62, 0.02],
            "Location Axle": [-0.09, 0.45, 0.03], "Location Link": [0.1, 0.58, -0.1], "Damping Coefficient": 3100,
        },
        "Tierod": {
            "Location Chassis": [-0.22, 0.33, -0.04], "Location Upright": [-0.15, 0.61, -0.045], "Location Knuckle": [-0.16, 0.58, -0.02],
            "Mass": 1.4, "Inertia": [0.01, 0.01, 0.001], "Radius": 0.01,
        },
    });
    for (key, value) in parts.as_object().expect("parts") {
        own[key] = value.clone();
    }
    own
}

fn arm(outer: [f64; 3], front: [f64; 3], rear: [f64; 3]) -> Value {
    let more = json!({ "Location Chassis Front": front, "Location Chassis Back": rear, "Location Upright": outer });
    body(4.0, [0.01, 0.46, outer[2]], more)
}

fn lower() -> Value {
    arm([0.02, 0.645, -0.125], [0.23, 0.41, -0.11], [-0.18, 0.26, -0.1])
}

fn upper() -> Value {
    arm([-0.015, 0.65, 0.087], [0.15, 0.455, 0.1], [-0.05, 0.4, 0.08])
}

fn upright() -> Value {
    body(13.0, [0.0, 0.65, -0.01], json!({}))
}

fn tube() -> Value {
    body(
        70.0,
        [0.0, 0.0, 0.01],
        json!({ "Location Connector Chassis": [0.9, 0.0, 0.05], "Pin Location": [0.0, 0.02, 0.06] }),
    )
}

fn knuckle(drag: f64) -> Value {
    let more = json!({
        "Location Lower": [0.012, 0.66, -0.1], "Location Upper": [-0.012, 0.63, 0.1], "Location Draglink": [0.05, drag, 0.12],
        "Location Tierod": [0.2, 0.6, 0.04], "Lower Attachment Point": [0.012, 0.66, -0.1], "Upper Attachment Point": [-0.012, 0.63, 0.1],
    });
    body(12.0, [0.0, 0.69, 0.0], more)
}

fn drag() -> Value {
    json!({ "Mass": 2.0, "Inertia": [0.05, 0.001, 0.05], "Location Chassis": [0.55, 0.45, 0.1], "Location Steering": [0.6, 0.35, 0.1],
        "Location Bellcrank": [0.2, 0.3, 0.06], "Location Bell Crank": [-0.45, 0.2, -0.02], "Radius": 0.01 })
}

/// The linkage of a file, and the bodies that carry its left and right wheel.
fn drawn(file: &Value) -> (Linkage, [Body; 2]) {
    let mut own = Linkage::default();
    let at = |part: &str, key: &str| vector(file, part, key);
    let sides: [fn(V) -> V; 2] = [|at| at, mirrored];
    let template = file["Template"].as_str().expect("a template");
    let tie = |own: &mut Linkage, body: Body, side: fn(V) -> V, end: &str| {
        own.rod(
            GROUND,
            side(at("Tierod", "Location Chassis")),
            body,
            side(at("Tierod", end)),
        );
    };
    match template {
        "RigidSuspension" => return (own, [GROUND; 2]),
        "GenericWheeledSuspension" => return listed(file),
        _ => {}
    }
    if !file["Axle Tube"].is_object() && !file["Tube"].is_object() && !file["Axle Housing"].is_object() {
        let carriers = sides.map(|side| {
            let body = own.body();
            let wishbone = |own: &mut Linkage, part: &str| {
                let arm = own.body();
                let [front, rear] = ["Location Chassis Front", "Location Chassis Back"].map(|key| side(at(part, key)));
                own.hinge(GROUND, arm, 0.5 * (front + rear), front - rear);
                own.ball(arm, body, side(at(part, "Location Upright")));
            };
            let rod = |own: &mut Linkage, part: &str, end: &str| {
                own.rod(GROUND, side(at(part, "Location Chassis")), body, side(at(part, end)));
            };
            match template {
                "DoubleWishbone" => {
                    wishbone(&mut own, "Lower Control Arm");
                    wishbone(&mut own, "Upper Control Arm");
                    tie(&mut own, body, side, "Location Upright");
                }
                "DoubleWishboneReduced" => {
                    for part in ["Lower Control Arm", "Upper Control Arm"] {
                        for key in ["Location Chassis Front", "Location Chassis Back"] {
                            own.rod(GROUND, side(at(part, key)), body, side(at(part, "Location Upright")));
                        }
                    }
                    tie(&mut own, body, side, "Location Upright");
                }
                "MacPhersonStrut" => {
                    wishbone(&mut own, "Control Arm");
                    let strut = own.body();
                    let [top, seat] = ["Location Chassis", "Location Upright"].map(|key| side(at("Spring", key)));
                    own.sleeve(strut, body, seat, top - seat);
                    own.cross(GROUND, strut, top, [V::x(), (top - seat).cross(&V::x())]);
                    tie(&mut own, body, side, "Location Upright");
                }
                "MultiLink" => {
                    wishbone(&mut own, "Upper Arm");
                    rod(&mut own, "Lateral", "Location Upright");
                    rod(&mut own, "Trailing Link", "Location Upright");
                    tie(&mut own, body, side, "Location Upright");
                }
                "ThreeLinkIRS" => {
                    own.ball(GROUND, body, side(at("Trailing Arm", "Location Chassis")));
                    rod(&mut own, "Upper Link", "Location Arm");
                    rod(&mut own, "Lower Link", "Location Arm");
                }
                "SemiTrailingArm" => {
                    let [outer, inner] =
                        ["Location Chassis Outer", "Location Chassis Inner"].map(|key| side(at("Trailing Arm", key)));
                    own.hinge(GROUND, body, outer, outer - inner);
                }
                "SingleWishbone" => {
                    let arm = own.body();
                    own.hinge(GROUND, arm, side(at("Control Arm", "Location Chassis")), V::x());
                    own.hinge(arm, body, side(at("Control Arm", "Location Upright")), V::z());
                    tie(&mut own, body, side, "Location Upright");
                }
                other => panic!("{other} is not drawn"),
            }
            body
        });
        return (own, carriers);
    }
    let axle = own.body();
    let rod = |own: &mut Linkage, part: &str, chassis: &str, end: &str, side: fn(V) -> V| {
        own.rod(GROUND, side(at(part, chassis)), axle, side(at(part, end)));
    };
    let kingpins = |own: &mut Linkage, lower: &str, upper: &str| {
        sides.map(|side| {
            let body = own.body();
            let [lower, upper] = [lower, upper].map(|key| side(at("Knuckle", key)));
            own.hinge(axle, body, lower, upper - lower);
            body
        })
    };
    match template {
        "RigidPinnedAxle" => own.hinge(GROUND, axle, at("Tube", "Pin Location"), V::x()),
        "LeafspringAxle" | "ToeBarLeafspringAxle" => {
            own.parallel(GROUND, axle, V::x());
            // Its centre only moves up and down.
            for normal in [V::x(), V::y()] {
                own.plane(GROUND, axle, at("Axle Tube", "COM"), normal);
            }
        }
        "PushPipeAxle" | "ToeBarPushPipeAxle" => {
            own.ball(GROUND, axle, at("Axle Tube", "Location Connector Chassis"));
            rod(
                &mut own,
                "Panhard Rod",
                "Location Connector Chassis",
                "Location Connector Axle",
                |at| at,
            );
        }
        "RigidPanhardAxle" | "ToeBarRigidPanhardAxle" => {
            own.parallel(GROUND, axle, V::x());
            own.plane(GROUND, axle, at("Axle Tube", "COM"), V::x());
            rod(&mut own, "Panhard Rod", "Location Chassis", "Location Axle", |at| at);
        }
        "DeDionAxle" | "ToeBarDeDionAxle" => {
            own.ball(GROUND, axle, at("Axle Tube", "Location Connector Chassis"));
            let crank = own.body();
            let ends =
                ["Location Left Link to Center", "Location Right Link to Center"].map(|key| at("Watt Mechanism", key));
            own.hinge(axle, crank, 0.5 * (ends[0] + ends[1]), V::x());
            for (end, key) in ends
                .into_iter()
                .zip(["Location Left Link to Chassis", "Location Right Link to Chassis"])
            {
                own.rod(GROUND, at("Watt Mechanism", key), crank, end);
            }
        }
        "SolidThreeLinkAxle" | "SolidBellcrankThreeLinkAxle" => {
            let triangle = own.body();
            let [pivot, ball] = ["Location Chassis", "Location Axle"]
                .map(|key| at("Triangular Link", key))
                .map(|at| V::new(at.x, 0.0, at.z));
            own.hinge(GROUND, triangle, pivot, V::y());
            own.ball(triangle, axle, ball);
            for side in sides {
                rod(&mut own, "Longitudinal Link", "Location Chassis", "Location Axle", side);
            }
            if template == "SolidBellcrankThreeLinkAxle" {
                let crank = own.body();
                own.hinge(axle, crank, at("Bellcrank", "Location Axle"), V::z());
                own.rod(
                    GROUND,
                    at("Draglink", "Location Steering"),
                    crank,
                    at("Draglink", "Location Bellcrank"),
                );
                let knuckles = kingpins(&mut own, "Location Lower", "Location Upper");
                for (side, knuckle) in sides.into_iter().zip(knuckles) {
                    own.rod(
                        crank,
                        side(at("Bellcrank", "Location Tierod")),
                        knuckle,
                        side(at("Knuckle", "Location Tierod")),
                    );
                }
                return (own, knuckles);
            }
        }
        "SolidAxle" => {
            for side in sides {
                for part in ["Upper Link", "Lower Link"] {
                    rod(&mut own, part, "Location Chassis", "Location Axle", side);
                }
            }
            rod(&mut own, "Trackbar", "Location Chassis", "Location Axle", |at| at);
            let knuckles = kingpins(&mut own, "Location Lower", "Location Upper");
            let (tie, crank) = (own.body(), own.body());
            let end = at("Tierod", "Location Knuckle");
            own.ball(knuckles[0], tie, end);
            own.cross(knuckles[1], tie, mirrored(end), [V::x(), V::z()]);
            own.hinge(axle, crank, at("Bell Crank", "Location Axle"), V::z());
            own.rod(
                GROUND,
                at("Draglink", "Location Chassis"),
                crank,
                at("Draglink", "Location Bell Crank"),
            );
            own.plane(tie, crank, at("Bell Crank", "Location Tierod"), V::y());
            return (own, knuckles);
        }
        "HendricksonPRIMAXX" => {
            for side in sides {
                for part in ["Torque Rod", "Lower Beam"] {
                    let arm = own.body();
                    own.hinge(GROUND, arm, side(at(part, "Chassis Attachment Point")), V::y());
                    own.ball(arm, axle, side(at(part, "Axle Housing Attachment Point")));
                }
            }
            let knuckles = kingpins(&mut own, "Lower Attachment Point", "Upper Attachment Point");
            for (side, knuckle) in sides.into_iter().zip(knuckles) {
                tie(&mut own, knuckle, side, "Location Knuckle");
            }
            return (own, knuckles);
        }
        other => panic!("{other} is not drawn"),
    }
    if !template.starts_with("ToeBar") {
        return (own, [axle; 2]);
    }
    let knuckles = kingpins(&mut own, "Location Lower", "Location Upper");
    let end = at("Tierod", "Location Knuckle");
    own.rod(knuckles[0], end, knuckles[1], mirrored(end));
    let end = at("Knuckle", "Location Draglink");
    own.rod(
        GROUND,
        at("Draglink", "Location Chassis"),
        knuckles[usize::from(end.y < 0.0)],
        end,
    );
    (own, knuckles)
}

/// A suspension whose file lists bodies, joints and rods. Those of a side are mirrored, and chassis and steering are the ground.
fn listed(file: &Value) -> (Linkage, [Body; 2]) {
    let mut own = Linkage::default();
    let list = |key: &str| file[key].as_array().cloned().unwrap_or_default();
    let mut bodies = std::collections::BTreeMap::new();
    for (side, mirror) in [(0, (|at| at) as fn(V) -> V), (1, mirrored)] {
        for body in list("Bodies") {
            bodies.insert((side, body["Name"].as_str().expect("a name").to_owned()), own.body());
        }
        let find = |own: &Value| match own.as_str().expect("a name") {
            "Chassis" | "Steering" => GROUND,
            name => bodies[&(side, name.to_owned())],
        };
        let at = |own: &Value, key: &str| {
            mirror(V::from_iterator(
                (0..3).map(|axis| own[key][axis].as_f64().expect("a number")),
            ))
        };
        for joint in list("Joints") {
            let [first, second] = ["Body1", "Body2"].map(|key| find(&joint[key]));
            let q: Vec<f64> = (0..4)
                .map(|place| joint["Rotation"][place].as_f64().expect("a number"))
                .collect();
            let q = nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]));
            match joint["Type"].as_str().expect("a type") {
                "Revolute" => own.hinge(first, second, at(&joint, "Position"), mirror(q * V::z())),
                "Spherical" => own.ball(first, second, at(&joint, "Position")),
                other => panic!("{other} is not drawn"),
            }
        }
        for rod in list("Distance Constraints") {
            own.rod(
                find(&rod["Body1"]),
                at(&rod, "Point1"),
                find(&rod["Body2"]),
                at(&rod, "Point2"),
            );
        }
    }
    let carrier = file["Spindle"]["Attachment Body"].as_str().expect("a name");
    let carriers = [0, 1].map(|side| bodies[&(side, carrier.to_owned())]);
    (own, carriers)
}

/// Templates with wheels that rise independently, with our own numbers.
fn files() -> Vec<Value> {
    let panhard = |chassis: &str, axle: &str| json!({ "Mass": 3.0, "Inertia": [0.1, 0.001, 0.1], "Radius": 0.02, chassis: [-0.12, 0.46, 0.08], axle: [-0.13, -0.46, 0.05] });
    let watt = json!({
        "Center Link Mass": 1.5, "Side Link Mass": 1.0, "Link Radius": 0.01, "Center Link Inertia": [0.005, 0.004, 0.002], "Side Link Inertia": [0.01, 0.001, 0.01],
        "Location Left Link to Center": [-0.12, 0.0, 0.09], "Location Right Link to Center": [-0.12, 0.01, -0.085],
        "Location Left Link to Chassis": [-0.12, 0.5, 0.1], "Location Right Link to Chassis": [-0.12, -0.5, -0.095],
    });
    let bar = json!({ "Mass": 4.0, "Inertia": [0.2, 0.05, 0.2], "Radius": 0.02, "Location Chassis": [0.3, 0.4, 0.1], "Location Axle": [0.05, 0.4, 0.08],
        "Rotational Stiffness": 900, "Rotational Damping": 9 });
    let triangle = json!({ "Mass": 9.0, "Inertia": [0.3, 0.3, 0.5], "Location Chassis": [-0.5, 0.2, 0.15], "Location Axle": [0.0, 0.02, 0.17] });
    let link = json!({ "Mass": 6.0, "Inertia": [0.01, 0.2, 0.2], "Location Chassis": [0.55, 0.42, -0.06], "Location Axle": [0.02, 0.46, -0.08] });
    let crank = body(
        2.0,
        [0.0; 3],
        json!({ "Location Axle": [0.25, 0.1, 0.05], "Location Tierod": [0.35, 0.05, 0.05] }),
    );
    let trailing = body(
        18.0,
        [0.2, 0.55, 0.0],
        json!({
            "Location Chassis": [0.5, 0.5, 0.02], "Location Spindle": [0.0, 0.7, 0.0],
            "Location Chassis Outer": [0.42, 0.62, 0.01], "Location Chassis Inner": [0.3, 0.2, -0.02],
        }),
    );
    let across = |height: f64| {
        body(
            2.0,
            [0.0, 0.45, height],
            json!({
                "Location Chassis": [-0.02, 0.25, height], "Location Arm": [-0.03, 0.62, 1.1 * height], "Location Upright": [0.03, 0.68, 1.1 * height],
                "Universal Joint Axis": [1, 0, 0], "Universal Joint Axis Chassis": [1, 0, 0], "Universal Joint Axis Link": [0, 0, 1],
            }),
        )
    };
    let long = body(
        5.0,
        [0.25, 0.55, -0.1],
        json!({
            "Location Chassis": [0.5, 0.45, -0.08], "Location Upright": [0.03, 0.63, -0.12],
            "Universal Joint Axis Chassis": [0, 1, 0], "Universal Joint Axis Link": [0.02, 0, 1],
        }),
    );
    let swing = body(
        6.0,
        [0.0, 0.4, -0.05],
        json!({ "Location Chassis": [0.0, 0.2, -0.04], "Location Upright": [0.01, 0.63, -0.06] }),
    );
    let listed = json!({
        "Independent": true, "Steerable": true, "Antiroll Body": "Lower Arm",
        "Spindle": { "Attachment Body": "Upright", "Mass": 7.5, "COM": [0.011, 0.757, 0.006], "Inertia": [0.04, 0.07, 0.04], "Radius": 0.1, "Width": 0.06 },
        "Bodies": [
            { "Name": "Lower Arm", "Mirrored": true, "Position": [0, 0.45, -0.1], "Rotation": [0.9, 0.1, 0, 0.2], "Mass": 4, "Moments of Inertia": [0.04, 0.05, 0.08], "Products of Inertia": [0, 0, 0] },
            { "Name": "Upright", "Mirrored": true, "Position": [0, 0.65, 0], "Rotation": [1, 0, 0, 0], "Mass": 13, "Moments of Inertia": [0.15, 0.16, 0.1], "Products of Inertia": [0, 0, 0] },
        ],
        "Joints": [
            { "Name": "Pivot", "Type": "Revolute", "Mirrored": true, "Body1": "Chassis", "Body2": "Lower Arm", "Position": [0.02, 0.33, -0.1], "Rotation": [0.7, 0.05, 0.7, -0.1] },
            { "Name": "Ball", "Type": "Spherical", "Mirrored": true, "Body1": "Lower Arm", "Body2": "Upright", "Position": [0.02, 0.645, -0.125], "Rotation": [1, 0, 0, 0] },
        ],
        "Distance Constraints": [
            { "Name": "Upper Front", "Mirrored": true, "Body1": "Chassis", "Body2": "Upright", "Point1": [0.15, 0.455, 0.1], "Point2": [-0.015, 0.65, 0.087] },
            { "Name": "Upper Rear", "Mirrored": true, "Body1": "Chassis", "Body2": "Upright", "Point1": [-0.05, 0.4, 0.08], "Point2": [-0.015, 0.65, 0.087] },
            { "Name": "Tie Rod", "Mirrored": true, "Body1": "Steering", "Body2": "Upright", "Point1": [-0.22, 0.33, -0.04], "Point2": [-0.15, 0.61, -0.045] },
        ],
        "TSDAs": [
            { "Name": "Spring", "Mirrored": true, "Body1": "Chassis", "Body2": "Lower Arm", "Point1": [-0.1, 0.51, 0.36], "Point2": [-0.08, 0.565, -0.125], "Spring Coefficient": 41000, "Free Length": 0.56 },
        ],
    });
    let mut all = vec![
        file("GenericWheeledSuspension", listed),
        file(
            "DoubleWishbone",
            json!({ "Upright": upright(), "Upper Control Arm": upper(), "Lower Control Arm": lower() }),
        ),
        file(
            "DoubleWishboneReduced",
            json!({ "Upright": upright(), "Upper Control Arm": upper(), "Lower Control Arm": lower() }),
        ),
        file(
            "MacPhersonStrut",
            json!({ "Upright": upright(), "Control Arm": lower(), "Strut": body(2.0, [0.0; 3], json!({})) }),
        ),
        file(
            "MultiLink",
            json!({ "Upright": upright(), "Upper Arm": upper(), "Lateral": across(-0.09), "Trailing Link": long }),
        ),
        file(
            "ThreeLinkIRS",
            json!({ "Trailing Arm": trailing, "Upper Link": across(0.12), "Lower Link": across(-0.1) }),
        ),
        file("SemiTrailingArm", json!({ "Trailing Arm": trailing })),
        file("SingleWishbone", json!({ "Upright": upright(), "Control Arm": swing })),
        file(
            "SolidThreeLinkAxle",
            json!({ "Axle Tube": tube(), "Triangular Link": triangle, "Longitudinal Link": link }),
        ),
        file(
            "SolidBellcrankThreeLinkAxle",
            json!({ "Axle Tube": tube(), "Triangular Link": triangle, "Longitudinal Link": link, "Knuckle": knuckle(0.45), "Bellcrank": crank, "Draglink": drag() }),
        ),
    ];
    for (name, parts) in [
        ("LeafspringAxle", json!({})),
        (
            "PushPipeAxle",
            json!({ "Panhard Rod": panhard("Location Connector Chassis", "Location Connector Axle") }),
        ),
        ("DeDionAxle", json!({ "Watt Mechanism": watt })),
        (
            "RigidPanhardAxle",
            json!({ "Panhard Rod": panhard("Location Chassis", "Location Axle"), "Anti Roll Bar": bar }),
        ),
    ] {
        let mut parts = parts;
        parts["Axle Tube"] = tube();
        all.push(file(name, parts.clone()));
        parts["Knuckle"] = knuckle(if name == "DeDionAxle" { -0.45 } else { 0.45 });
        parts["Draglink"] = drag();
        all.push(file(&format!("ToeBar{name}"), parts));
    }
    all
}

/// The imported vehicle.
fn running(file: &Value) -> Running {
    let found = imported(&file.to_string(), "ours.json", None, &NoFiles).unwrap_or_else(|problem| panic!("{problem}"));
    Running::of(Declaration::of_text("ours.toml", &found.text, &NoFiles))
        .unwrap_or_else(|problem| panic!("{problem}\n{}", found.text))
}

/// Direction of the left or right spindle: turned by the camber about x, then by the toe about z.
fn spindle(file: &Value, side: usize) -> V {
    let angle = |key: &str| file[key].as_f64().unwrap_or(0.0).to_radians() * if side == 0 { -1.0 } else { 1.0 };
    let turn = |axis: V, angle: f64| nalgebra::Rotation3::new(axis * angle);
    turn(V::z(), angle("Toe Angle (deg)")) * turn(V::x(), angle("Camber Angle (deg)")) * V::y()
}

/// Greatest difference between the wheels on the rig and those of the linkage.
fn compared(
    file: &Value,
    heights: &[f64],
    rig: &mut Rig<wishbone_engine::Engine>,
    linkage: &Linkage,
    carriers: [Body; 2],
) -> f64 {
    rig.lift(heights)
        .unwrap_or_else(|reason| panic!("{}: {reason}", file["Template"]));
    let centre = vector(file, "Spindle", "COM");
    let mut far = 0.0_f64;
    for (side, wheel) in rig.wheels().iter().enumerate() {
        let drawn = if side == 0 { centre } else { mirrored(centre) };
        let place = linkage.point(carriers[side], drawn);
        let axis = linkage.direction(carriers[side], spindle(file, side));
        far = far
            .max((V::from(wheel.centre) - place).amax())
            .max((V::from(wheel.axis) - axis).amax());
    }
    far
}

/// Wheel centres and spindles over heave and roll, for every template with independent wheels.
#[test]
fn every_template_has_its_kinematics_in_two_ways() {
    let files = files();
    for file in &files {
        let running = running(file);
        let mut rig = Rig::new(running.engine.clone(), &[], &[], &running.radii)
            .unwrap_or_else(|reason| panic!("{}: {reason}", file["Template"]));
        let (mut linkage, carriers) = drawn(file);
        let centre = vector(file, "Spindle", "COM");
        for (side, carrier) in carriers.into_iter().enumerate() {
            let drawn = if side == 0 { centre } else { mirrored(centre) };
            linkage.height(carrier, drawn, centre.z);
        }
        for lifts in LIFTS {
            for (side, lift) in lifts.into_iter().enumerate() {
                linkage.lift(side, centre.z + lift);
            }
            assert!(linkage.close(), "{} does not close at {lifts:?}", file["Template"]);
            let far = compared(file, &lifts.map(|lift| centre.z + lift), &mut rig, &linkage, carriers);
            assert!(far < ALIKE, "{} at {lifts:?}: {far:e}", file["Template"]);
        }
    }
    assert_eq!(files.len(), 18);
}

/// Axles with one freedom: the right wheel follows the left one.
#[test]
fn axles_of_one_freedom_follow_too() {
    let pinned = file("RigidPinnedAxle", json!({ "Tube": tube() }));
    let beam = |height: f64, length: f64| {
        body(
            5.0,
            [0.3, 0.45, height],
            json!({
                "Chassis Attachment Point": [length, 0.45, height], "Axle Housing Attachment Point": [0.02, 0.45, 1.1 * height],
            }),
        )
    };
    let lift = |file: &Value, linkage: &mut Linkage, carriers: [Body; 2], to: f64| {
        let centre = vector(file, "Spindle", "COM");
        linkage.lift(0, centre.z + to);
        assert!(linkage.close(), "{} does not close at {to}", file["Template"]);
        [
            linkage.point(carriers[0], centre).z,
            linkage.point(carriers[1], mirrored(centre)).z,
        ]
    };
    let strut = json!({ "Location Chassis": [-0.1, 0.5, 0.4], "Location Axle Housing": [-0.1, 0.5, 0.05], "Location Lower Beam": [-0.12, 0.48, 0.05],
        "Spring Coefficient": 90000, "Free Length": 0.5 });
    let hendrickson = file(
        "HendricksonPRIMAXX",
        json!({
            "Axle Housing": tube(), "Transverse Beam": body(5.0, [0.0; 3], json!({})), "Torque Rod": beam(0.15, 0.6), "Lower Beam": beam(-0.06, 0.65),
            "Knuckle": knuckle(0.45), "Shock Axle Housing": strut, "Shock Lower Beam": strut,
        }),
    );
    for file in [pinned, hendrickson] {
        let running = running(&file);
        let (mut linkage, carriers) = drawn(&file);
        linkage.height(carriers[0], vector(&file, "Spindle", "COM"), 0.0);
        let mut rig = Rig::holding(running.engine.clone(), &[], &[], &running.radii).expect("a rig");
        for to in [0.0, 0.015, -0.02] {
            let heights = lift(&file, &mut linkage, carriers, to);
            let far = compared(&file, &heights, &mut rig, &linkage, carriers);
            assert!(far < ALIKE, "{} at {to}: {far:e}", file["Template"]);
        }
    }
}

/// A wheel on the chassis itself.
#[test]
fn a_rigid_suspension_has_its_wheels_in_place() {
    let file = file("RigidSuspension", json!({}));
    assert!(rigid(&file) < ALIKE);
}

/// Difference for wheels that do not move.
fn rigid(file: &Value) -> f64 {
    let running = running(file);
    let mut engine = running.engine.clone();
    let (state, inputs) = (engine.design_state(), engine.no_inputs());
    engine.kinematics(&state, &inputs);
    let centre = vector(file, "Spindle", "COM");
    let places = [centre, mirrored(centre)];
    let far = engine
        .wheels()
        .iter()
        .zip(places)
        .map(|(wheel, place)| (V::from(wheel.centre) - place).amax());
    far.fold(0.0, f64::max)
}

/// The suspensions of Project Chrono itself, from the folder in the environment variable `CHRONO_VEHICLE`: its `data/vehicle`.
#[test]
#[ignore = "wants the files of Project Chrono"]
fn the_suspensions_of_chrono_have_their_kinematics_in_two_ways() {
    let folder = std::env::var("CHRONO_VEHICLE").expect("the folder data/vehicle of Project Chrono");
    let (mut open, mut found, mut count) = (vec![std::path::PathBuf::from(folder)], Vec::new(), 0);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                std::fs::read_dir(path)
                    .expect("a folder")
                    .map(|entry| entry.expect("an entry").path()),
            );
        } else if path.extension().is_some_and(|own| own == "json") {
            found.push(path);
        }
    }
    found.sort();
    let mut alike = 0;
    for path in found {
        let text = std::fs::read_to_string(&path).expect("a text");
        let Ok(file) = serde_json::from_str::<Value>(&uncommented(&text)) else {
            continue;
        };
        if file["Type"] != "Suspension" || !file["Template"].is_string() {
            continue;
        }
        count += 1;
        let told = std::panic::catch_unwind(|| public(&file));
        match told {
            Ok(Some(far)) if far < ALIKE => alike += 1,
            Ok(told) => println!("{}: {told:?}", path.display()),
            Err(_) => println!("{}: not compared", path.display()),
        }
    }
    println!("{alike} of {count} suspensions alike to {ALIKE}");
    assert!(alike >= 61 && count >= 66, "{alike} of {count}");
}

/// The greatest difference over travel; `None` if the suspension yields to forces, or if this test has no linkage for
/// it.
fn public(file: &Value) -> Option<f64> {
    let template = file["Template"].as_str()?;
    if template == "RigidSuspension" {
        return Some(rigid(file));
    }
    // Leaf springs bend: the motion of their axle depends on forces.
    let is_leaf = template.starts_with("SAE") || file["RSDAs"].is_array();
    if is_leaf {
        return None;
    }
    // Bushings yield to forces. The linkage is compared with joints in their place.
    let mut file = file.clone();
    for (_, part) in file.as_object_mut()? {
        if let Some(part) = part.as_object_mut() {
            part.remove("Bushing Data");
        }
    }
    let file = &file;
    let running = running(file);
    let (mut linkage, carriers) = drawn(file);
    let centre = vector(file, "Spindle", "COM");
    let is_one = ["RigidPinnedAxle", "SolidAxle", "HendricksonPRIMAXX"].contains(&template);
    linkage.height(carriers[0], centre, centre.z);
    if !is_one {
        linkage.height(carriers[1], mirrored(centre), centre.z);
    }
    let mut rig = Rig::holding(running.engine.clone(), &[], &[], &running.radii).expect("a rig");
    let mut far = 0.0_f64;
    for lifts in [[0.02, 0.02], [-0.02, -0.02], [0.015, -0.005]] {
        linkage.lift(0, centre.z + lifts[0]);
        if !is_one {
            linkage.lift(1, centre.z + lifts[1]);
        }
        assert!(linkage.close(), "{template} does not close");
        let heights = [
            linkage.point(carriers[0], centre).z,
            linkage.point(carriers[1], mirrored(centre)).z,
        ];
        far = far.max(compared(file, &heights, &mut rig, &linkage, carriers));
    }
    Some(far)
}

/// The text without comments of both kinds: comments to the end of a line, and comments between marks.
fn uncommented(text: &str) -> String {
    let mut all = String::new();
    for line in text.lines() {
        all += line.split("//").next().unwrap_or("");
        all.push('\n');
    }
    while let Some((before, rest)) = all.split_once("/*") {
        let behind = rest.split_once("*/").map_or("", |(_, behind)| behind);
        all = format!("{before}{behind}");
    }
    all
}

/// Masses, inertia, springs and dampers follow Chrono's formulas.
#[test]
fn masses_and_forces_are_those_of_the_file() {
    let mut own = files().swap_remove(1);
    own["Spring"]["Spring Curve Data"] = json!([[-0.1, -9000], [0, 0], [0.1, 5000]]);
    own["Shock"]["Degressivity Compression"] = json!(2.5);
    own["Shock"]["Degressivity Expansion"] = json!(2.5);
    let running = running(&own);
    let model = &running.compiled.model;
    let spring = model
        .springs
        .iter()
        .find(|spring| spring.name == "axle.left.spring")
        .expect("a spring");
    let length = (*spring.to - *spring.from).norm();
    let drawn = (vector(&own, "Spring", "Location Arm") - vector(&own, "Spring", "Location Chassis")).norm();
    assert!((length - drawn).abs() < 1e-15);
    let wheel = &model.wheels[0];
    assert!((*wheel.mass - 7.5).abs() < 1e-15);
    // F = P - k(L - L0) at the design position, from the table: -9000 N at -0.1 m.
    let told = wishbone_workbench::vehicle::Vehicle::of_text(
        "ours.toml",
        &imported(&own.to_string(), "ours.json", None, &NoFiles)
            .expect("a file")
            .text,
    );
    let text = told.declaration().text().to_owned();
    for words in [
        "deflection = \"[-0.102, -0.1, 0, 0.1, 0.102] m\"",
        "preload = \"900 N\"",
        "damping = \"degressive(rate: 3100 N*s/m, speed: 0.4 m/s)\"",
        "shaft_inertia = \"0.3 kg*m^2\"",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

/// All missing values are reported together, and unused values are reported, too.
#[test]
fn nothing_is_dropped_in_silence() {
    let mut own = files().swap_remove(1);
    own["Upright"]["Colour"] = json!([1, 0, 0]);
    let found = imported(&own.to_string(), "ours.json", None, &NoFiles).expect("a file");
    assert!(
        found
            .notes
            .iter()
            .any(|note| note.contains("`Upright / Colour` is not carried over")),
        "{:?}",
        found.notes
    );
    assert!(
        found.text.contains("`Upright / Colour` is not carried over"),
        "{}",
        found.text
    );
    own.as_object_mut().expect("an object").remove("Shock");
    own["Upright"]["COM"] = json!("here");
    own["Spindle"]["Mass"] = json!("much");
    let reason = imported(&own.to_string(), "ours.json", None, &NoFiles)
        .expect_err("mistakes")
        .message();
    for words in [
        "`Shock` is missing",
        "`Upright / COM` is not three numbers",
        "`Spindle / Mass` is no number",
    ] {
        assert!(reason.contains(words), "{words}\n{reason}");
    }
    for (text, words) in [
        ("{ \"a\": }", "is no JSON: expected value at line 1"),
        ("[1]", "is no JSON object"),
        ("{ \"Name\": \"x\" }", "it has no `Type`"),
        ("{ \"Type\": \"Tire\" }", "`Tire` is not read"),
        (
            "{ \"Type\": \"Suspension\", \"Template\": \"Hovercraft\" }",
            "the suspension `Hovercraft` is not read; these are: DoubleWishbone",
        ),
    ] {
        let reason = imported(text, "ours.json", None, &NoFiles).expect_err(words).message();
        assert!(reason.contains(words), "{words}\n{reason}");
    }
}

/// Values of wrong types and extreme values are reported or declared, and never cause a panic.
#[test]
fn any_value_may_be_wrong() {
    fn paths(value: &Value, path: &str, all: &mut Vec<String>) {
        all.push(path.to_owned());
        match value {
            Value::Object(members) => members
                .iter()
                .for_each(|(key, own)| paths(own, &format!("{path}/{key}"), all)),
            Value::Array(members) => members
                .iter()
                .enumerate()
                .for_each(|(at, own)| paths(own, &format!("{path}/{at}"), all)),
            _ => {}
        }
    }
    let wrong = [
        Value::Null,
        json!("a\nb \" // */"),
        json!(-1e300),
        json!(0),
        json!([]),
        json!({}),
        json!([[1, 2], [3]]),
        json!(true),
    ];
    let (mut tried, mut refused) = (0, 0);
    for file in files() {
        let mut all = Vec::new();
        paths(&file, "", &mut all);
        // Every third value, each wrong in a different way.
        for path in all[1..].iter().skip(tried % 3).step_by(3) {
            let mut file = file.clone();
            *file.pointer_mut(path).expect("a value") = wrong[tried % wrong.len()].clone();
            tried += 1;
            refused += usize::from(imported(&file.to_string(), "ours.json", None, &NoFiles).is_err());
        }
    }
    assert!(tried > 900 && 3 * refused > tried, "{refused} of {tried} refused");
}

/// Files by their names.
struct Named(Vec<(&'static str, Value)>);

impl Files for Named {
    fn text(&self, path: &str) -> Result<String, String> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        // A property file is a text, all others are JSON.
        let text = found.map(|(_, value)| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        text.ok_or_else(|| "not there".to_owned())
    }
}

/// A vehicle of two axles, and the files that it names.
fn garage() -> (Value, Named) {
    let axle = |x: f64, steering: Option<i32>| {
        let mut own = json!({
            "Suspension Input File": "our/front.json", "Suspension Location": [x, 0, 0.1],
            "Left Wheel Input File": "our/wheel.json", "Right Wheel Input File": "our/wheel.json",
            "Left Brake Input File": "our/brake.json", "Right Brake Input File": "our/brake.json",
        });
        if let Some(steering) = steering {
            own["Steering Index"] = json!(steering);
        }
        own
    };
    let vehicle = json!({
        "Name": "ours", "Type": "Vehicle", "Template": "WheeledVehicle", "Chassis": { "Input File": "our/chassis.json" },
        "Axles": [axle(1.2, Some(0)), axle(-1.4, None)],
        "Steering Subsystems": [{ "Input File": "our/rack.json", "Location": [1.0, 0, 0.06], "Orientation": [1, 0, 0, 0] }],
        "Wheelbase": 2.6, "Driveline": { "Input File": "our/driveline.json", "Suspension Indexes": [1] },
    });
    let half = |x: f64, mass: f64| {
        json!({ "Centroidal Frame": { "Location": [x, 0, 0.3], "Orientation": [1, 0, 0, 0] }, "Mass": mass,
        "Moments of Inertia": [200, 500, 600], "Products of Inertia": [0, 0, 0], "Void": false })
    };
    let files = Named(vec![
        ("data/our/front.json", files().swap_remove(1)),
        (
            "data/our/wheel.json",
            json!({ "Type": "Wheel", "Mass": 11, "Inertia": [0.4, 0.7, 0.4] }),
        ),
        ("data/our/brake.json", json!({ "Type": "Brake", "Maximum Torque": 900 })),
        (
            "data/our/chassis.json",
            json!({ "Type": "Chassis", "Components": [half(0.5, 600.0), half(-0.5, 400.0)] }),
        ),
        (
            "data/our/rack.json",
            json!({ "Type": "Steering", "Template": "RackPinion",
            "Steering Link": { "Mass": 2, "COM": 0, "Inertia": [0.1, 0.001, 0.1], "Radius": 0.03, "Length": 0.5 }, "Pinion": { "Radius": 0.1, "Maximum Angle (deg)": 40 } }),
        ),
        (
            "data/our/tyre.json",
            json!({ "Type": "Tire", "Design": { "Unloaded Radius [m]": 0.33, "Mass [kg]": 9, "Inertia [kg.m2]": [0.6, 1.0, 0.6] } }),
        ),
    ]);
    (vehicle, files)
}

/// Text and notes of a vehicle with its tyre.
fn assembled(vehicle: &Value, files: &Named) -> Result<wishbone_workbench::import::Imported, String> {
    let tyre = Some("data/our/tyre.json");
    imported(&vehicle.to_string(), "data/our/car/vehicle.json", tyre, files).map_err(|problem| problem.message())
}

fn run(text: &str) -> Running {
    Running::of(Declaration::of_text("ours.toml", text, &NoFiles)).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

/// The same files with another one of a name.
fn with(files: Named, name: &str, value: Value) -> Named {
    let others = files.0.into_iter();
    Named(
        others
            .map(|(own, old)| (own, if own == name { value.clone() } else { old }))
            .collect(),
    )
}

/// A vehicle with several files: origins, a steering that turns left, brakes, and the tyre.
#[test]
fn a_vehicle_is_put_together() {
    let (vehicle, files) = garage();
    let found = assembled(&vehicle, &files).unwrap_or_else(|problem| panic!("{problem}"));
    let running = run(&found.text);
    let model = &running.compiled.model;
    let chassis = &model.bodies[1];
    assert!((*chassis.mass - 1000.0).abs() < 1e-12 && (chassis.com.x - 0.1).abs() < 1e-12);
    // Steiner's theorem: 600 kg at 0.4 m and 400 kg at 0.6 m.
    assert!(
        found.text.contains("inertia = \"[400, 1240, 1440] kg*m^2\""),
        "{}",
        found.text
    );
    let places: Vec<f64> = model.wheels.iter().map(|wheel| wheel.centre.x).collect();
    for (found, wanted) in places.iter().zip([1.211, 1.211, -1.389, -1.389]) {
        assert!((found - wanted).abs() < 1e-12, "{places:?}");
    }
    assert!((running.radii[0] - 0.33).abs() < 1e-15 && (*model.wheels[0].mass - 27.5).abs() < 1e-12);
    // A turn to the left steers to the left.
    let mut rig = Rig::new(running.engine.clone(), &[0], &[], &running.radii).expect("a rig");
    rig.steer(wishbone_studies::rig::Steering::Drive(0), -0.02);
    let heights: Vec<f64> = model.wheels.iter().map(|wheel| wheel.centre.z).collect();
    rig.lift(&heights).expect("a position");
    assert!(rig.wheels()[0].axis[0] < -0.05, "{:?}", rig.wheels()[0].axis);
    assert!(
        found.text.contains("per_turn = \"-0.06981317007977318 m\""),
        "{}",
        found.text
    );
    let missing = Named(
        files
            .0
            .into_iter()
            .filter(|(name, _)| !name.contains("wheel"))
            .collect(),
    );
    let reason = imported(&vehicle.to_string(), "data/our/car/vehicle.json", None, &missing)
        .expect_err("a file is missing")
        .message();
    assert!(
        reason.contains("our/wheel.json is neither beside it nor in a folder above"),
        "{reason}"
    );
}

/// An index of -1 means that the axle is not steered, like a missing index. Other numbers that name no steering are
/// mistakes.
#[test]
fn an_axle_without_a_steering_has_none() {
    let (mut vehicle, files) = garage();
    let plain = assembled(&vehicle, &files).expect("a vehicle").text;
    assert!(
        plain.contains("[place.rear]\nkind = \"RearSuspension(chassis, chassis)\""),
        "{plain}"
    );
    vehicle["Axles"][1]["Steering Index"] = json!(-1);
    assert_eq!(assembled(&vehicle, &files).expect("a vehicle").text, plain);
    for index in [json!(0.5), json!(-2), json!(1), json!(1e300), json!(-0.5)] {
        vehicle["Axles"][1]["Steering Index"] = index.clone();
        let reason = assembled(&vehicle, &files).expect_err("no such steering");
        assert!(
            reason.contains("there is no such steering; -1 means none"),
            "{index}: {reason}"
        );
    }
}

/// A void is subtracted: mass, centre, and tensor by Steiner's theorem.
#[test]
fn a_void_of_the_chassis_is_subtracted() {
    let part = |x: f64, mass: f64, moments: [f64; 3], void: bool| {
        json!({ "Centroidal Frame": { "Location": [x, 0, 0.3], "Orientation": [1, 0, 0, 0] }, "Mass": mass,
        "Moments of Inertia": moments, "Products of Inertia": [0, 0, 0], "Void": void })
    };
    let solid = [
        part(0.5, 600.0, [200.0, 500.0, 600.0], false),
        part(-0.5, 400.0, [200.0, 500.0, 600.0], false),
    ];
    let chassis = |mass: f64| {
        let [first, second] = solid.clone();
        json!({ "Type": "Chassis", "Components": [first, part(1.0, mass, [5.0, 6.0, 7.0], true), second] })
    };
    let (vehicle, files) = garage();
    let files = with(files, "data/our/chassis.json", chassis(200.0));
    let found = assembled(&vehicle, &files).unwrap_or_else(|problem| panic!("{problem}"));
    let running = run(&found.text);
    let body = &running.compiled.model.bodies[1];
    // 600 kg at 0.5 m, 400 kg at -0.5 m, less 200 kg at 1 m: 800 kg at -0.125 m.
    assert!(
        (*body.mass - 800.0).abs() < 1e-12 && (body.com.x + 0.125).abs() < 1e-12,
        "{}",
        body.com.x
    );
    let shift = 600.0 * 0.625_f64.powi(2) + 400.0 * 0.375_f64.powi(2) - 200.0 * 1.125_f64.powi(2);
    let wanted = format!("inertia = \"[395, {}, {}] kg*m^2\"", 994.0 + shift, 1193.0 + shift);
    assert!(found.text.contains(&wanted), "{wanted}\n{}", found.text);
    let files = with(files, "data/our/chassis.json", chassis(1000.0));
    let reason = assembled(&vehicle, &files).expect_err("no mass is left");
    assert!(
        reason.contains("their mass without the voids is not above zero"),
        "{reason}"
    );
}

/// The radius of a tyre that names a property file is the radius in that file, in the file's units.
#[test]
fn the_radius_of_a_tyre_may_be_in_a_property_file() {
    let (vehicle, mut files) = garage();
    let tyre = json!({ "Type": "Tire", "Template": "Pac02Tire", "Mass": 9, "Inertia": [0.6, 1.0, 0.6], "TIR Specification File": "our/tyre.tir" });
    let text = "[UNITS]\nLENGTH = 'mm'\nFORCE = 'kN'\nANGLE = 'radians'\nTIME = 'second'\n[MODEL]\nPROPERTY_FILE_FORMAT = 'PAC2002'\nTYRESIDE = 'LEFT'\n\
                [DIMENSION]\nUNLOADED_RADIUS = 345\n[VERTICAL]\nFNOMIN = 4\nVERTICAL_STIFFNESS = 0.2\n[A]\nPCX1 = 1.6\nPDX1 = 1.1\nPKX1 = 20\nPCY1 = 1.3\nPDY1 = 1\nPKY1 = -18\nPKY2 = 1.9\n";
    files.0.push(("data/our/tyre.tir", json!(text)));
    let files = with(files, "data/our/tyre.json", tyre);
    let found = assembled(&vehicle, &files).unwrap_or_else(|problem| panic!("{problem}"));
    let running = run(&found.text);
    assert!(
        running.radii.iter().all(|radius| (radius - 0.345).abs() < 1e-15),
        "{:?}",
        running.radii
    );
    assert!((*running.compiled.model.wheels[0].mass - 27.5).abs() < 1e-12);
    let files = with(files, "data/our/tyre.tir", json!(text.replace("345", "much")));
    let reason = assembled(&vehicle, &files).expect_err("no number");
    assert!(
        reason.contains("our/tyre.tir: line 10: `UNLOADED_RADIUS` is `much`"),
        "{reason}"
    );
    let files = Named(
        files
            .0
            .into_iter()
            .filter(|(name, _)| !name.ends_with(".tir"))
            .collect(),
    );
    let reason = assembled(&vehicle, &files).expect_err("a file is missing");
    assert!(
        reason.contains("the file our/tyre.tir is neither beside it"),
        "{reason}"
    );
    assert!(!reason.contains("radius is not given"), "{reason}");
}

/// Double wheels: two wheels on one spindle, beside its centre along its axis. Mass and moment of inertia are the sums
/// over spindle, rims and tyres, by Steiner's theorem.
#[test]
fn double_wheels_are_two_on_one_spindle() {
    let (mut vehicle, files) = garage();
    let rear = vehicle["Axles"][1].as_object_mut().expect("an axle");
    for side in ["Left", "Right"] {
        rear.remove(&format!("{side} Wheel Input File"));
        for place in ["Inside", "Outside"] {
            rear.insert(format!("{side} {place} Wheel Input File"), json!("our/wheel.json"));
        }
    }
    rear.insert("Wheel Separation".to_owned(), json!(0.3));
    let found = assembled(&vehicle, &files).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(
        found.notes.iter().all(|note| !note.contains("Wheel Input File")),
        "{:?}",
        found.notes
    );
    let running = run(&found.text);
    let wheels = &running.compiled.model.wheels;
    let of = |name: &str| {
        wheels
            .iter()
            .find(|wheel| wheel.name == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    assert_eq!(wheels.len(), 6);
    let suspension = files.text("data/our/front.json").expect("a file");
    let suspension: Value = serde_json::from_str(&suspension).expect("JSON");
    for (side, name) in ["left", "right"].into_iter().enumerate() {
        let mirror = |at: V| if side == 0 { at } else { mirrored(at) };
        let middle = mirror(vector(&suspension, "Spindle", "COM")) + V::new(-1.4, 0.0, 0.1);
        let axis = spindle(&suspension, side);
        let outward = if side == 0 { 0.15 } else { -0.15 };
        let pair = [("tyre", -outward), ("tyre_outside", outward)]
            .map(|(wheel, offset)| (of(&format!("rear.{name}.{wheel}")), offset));
        let [mut mass, mut spin, mut across] = [0.0; 3];
        for (wheel, offset) in pair {
            let place = V::new(wheel.centre.x, wheel.centre.y, wheel.centre.z);
            assert!((place - middle - axis * offset).amax() < 1e-11, "{name}: {place}");
            mass += *wheel.mass;
            spin += **wheel.spin_inertia.as_ref().expect("it spins");
            across += *wheel.diametral_inertia + *wheel.mass * 0.15 * 0.15;
        }
        assert!((mass - (7.5 + 2.0 * (11.0 + 9.0))).abs() < 1e-9, "{mass}");
        assert!((spin - (0.07 + 2.0 * (0.7 + 1.0))).abs() < 1e-9, "{spin}");
        let wanted = 0.04 + 2.0 * (0.4 + 0.6) + 2.0 * 20.0 * 0.15 * 0.15;
        assert!((across - wanted).abs() < 1e-9, "{across}, not {wanted}");
    }
    let mut single = vehicle.clone();
    single["Axles"][1]
        .as_object_mut()
        .expect("an axle")
        .remove("Wheel Separation");
    let reason = assembled(&single, &files).expect_err("a wheel is missing");
    assert!(
        reason.contains("`Axles / 2 / Left Wheel Input File` is missing"),
        "{reason}"
    );
    vehicle["Axles"][1]["Wheel Separation"] = json!(0);
    let reason = assembled(&vehicle, &files).expect_err("no separation");
    assert!(reason.contains("`Wheel Separation` has to be above zero"), "{reason}");
}

/// Pivot of the arm of [`on_a_pivot`], about x.
const PIVOT: [f64; 3] = [0.0, 0.3, -0.05];

/// A wheel on an arm, with its pivot between chassis and arm: the axis is x times `joint.0`, and `joint.1` exchanges the bodies. `more` has
/// further members of the file.
fn on_a_pivot(joint: (f64, bool), more: Value) -> Value {
    let [first, second] = if joint.1 {
        ["Arm", "Chassis"]
    } else {
        ["Chassis", "Arm"]
    };
    let mut own = file(
        "GenericWheeledSuspension",
        json!({
            "Independent": true, "Steerable": false, "Camber Angle (deg)": 0, "Toe Angle (deg)": 0,
            "Spindle": { "Attachment Body": "Arm", "Mass": 7.5, "COM": [0.0, 0.76, 0.01], "Inertia": [0.04, 0.07, 0.04], "Radius": 0.1, "Width": 0.06 },
            "Bodies": [{ "Name": "Arm", "Mirrored": true, "Position": [0.02, 0.5, -0.02], "Rotation": [1, 0, 0, 0], "Mass": 6,
                "Moments of Inertia": [0.2, 0.1, 0.25], "Products of Inertia": [0, 0, 0] }],
            "Joints": [{ "Name": "Pivot", "Type": "Revolute", "Mirrored": true, "Body1": first, "Body2": second, "Position": PIVOT,
                "Rotation": [std::f64::consts::FRAC_1_SQRT_2, 0, joint.0 * std::f64::consts::FRAC_1_SQRT_2, 0] }],
        }),
    );
    if let Value::Object(more) = more {
        more.into_iter().for_each(|(key, value)| own[key] = value);
    }
    own
}

/// Moment of inertia of the arm and the wheel of [`on_a_pivot`] about the pivot, by Steiner's theorem [kg m^2].
fn inertia_on_the_pivot() -> f64 {
    let across = |at: [f64; 3]| (at[1] - PIVOT[1]).powi(2) + (at[2] - PIVOT[2]).powi(2);
    0.2 + 6.0 * across([0.02, 0.5, -0.02]) + 0.04 + 7.5 * across([0.0, 0.76, 0.01])
}

/// Angular acceleration of the left arm of [`on_a_pivot`] about x, at rest [rad/s^2].
fn acceleration_on_the_pivot(joint: (f64, bool), more: Value) -> f64 {
    let running = running(&on_a_pivot(joint, more));
    let mut engine = running.engine.clone();
    let (state, inputs) = (engine.design_state(), engine.no_inputs());
    engine.kinematics(&state, &inputs);
    let rate = engine.accelerations(&inputs);
    let names = &running.compiled.layout.speeds;
    let place = names
        .iter()
        .position(|name| name.contains("left.pivot"))
        .unwrap_or_else(|| panic!("{names:?}"));
    joint.0 * if joint.1 { -1.0 } else { 1.0 } * rate.speeds()[place]
}

/// Chrono's torque turns the second body of a torsion spring about the spring's own axis, however its joint is
/// declared. The arm's angular acceleration is the torque divided by its moment of inertia about the pivot.
#[test]
fn a_torsion_spring_acts_about_its_own_axis() {
    // The free angle, and the torque at rest at the angle zero: P - K(-free) - C(0). Beyond their ends the curves are held.
    for (free, torque) in [
        (0.1, 120.0 - (-50.0 + 140.0 * 0.1 / 0.5) - 10.0),
        (-0.6, 120.0 - 90.0 - 10.0),
        (0.5, 120.0 + 50.0 - 10.0),
    ] {
        let spring = |(axis, is_turned): (f64, bool)| {
            let [first, second] = if is_turned {
                ["Arm", "Chassis"]
            } else {
                ["Chassis", "Arm"]
            };
            json!({ "RSDAs": [{ "Name": "Bar", "Mirrored": true, "Body1": first, "Body2": second, "Position": PIVOT, "Axis": [2.0 * axis, 0, 0],
                "Preload": 120, "Free Angle": free, "Spring Curve Data": [[-0.2, -50], [0.3, 90]], "Damping Curve Data": [[-1, -10], [1, 30]] }] })
        };
        for joint in [(1.0, false), (-1.0, false), (1.0, true), (-1.0, true)] {
            let alone = acceleration_on_the_pivot(joint, Value::Null);
            for (axis, is_turned) in [(1.0, false), (-1.0, false), (1.0, true), (-1.0, true)] {
                // On the arm, which is the second body or the first one.
                let wanted = torque * axis * if is_turned { -1.0 } else { 1.0 } / inertia_on_the_pivot();
                let found = acceleration_on_the_pivot(joint, spring((axis, is_turned))) - alone;
                assert!(
                    (found - wanted).abs() < 1e-9 * wanted.abs(),
                    "{joint:?} {axis} {is_turned} {free}: {found}, not {wanted}"
                );
            }
        }
    }
}

/// Beyond their ends, curves and stops have the force of the end (`ChFunctionInterp::GetVal` without extrapolation). A spring 0.45 m long
/// stands on the arm, 0.25 m beside the pivot, and pushes with the force that Chrono's functors have at this length.
#[test]
fn curves_and_stops_hold_their_ends_as_in_chrono() {
    let joint = (1.0, false);
    let spring = |numbers: Value| {
        let mut own = json!({ "Name": "Coil", "Mirrored": true, "Body1": "Chassis", "Body2": "Arm", "Point1": [0, 0.55, 0.4], "Point2": [0, 0.55, -0.05] });
        let numbers = numbers.as_object().cloned().unwrap_or_default();
        numbers.into_iter().for_each(|(key, value)| own[key] = value);
        json!({ "TSDAs": [own] })
    };
    let curve = json!([[-0.1, -9000], [0, 0], [0.1, 5000]]);
    let alone = acceleration_on_the_pivot(joint, Value::Null);
    for (numbers, push) in [
        (json!({ "Free Length": 0.4, "Spring Curve Data": curve }), -2500.0),
        (json!({ "Free Length": 0.3, "Spring Curve Data": curve }), -5000.0),
        (json!({ "Free Length": 0.8, "Spring Curve Data": curve }), 9000.0),
        (json!({ "Damping Curve Data": [[0.2, 40], [1, 300]] }), -40.0),
        (json!({ "Damping Curve Data": [[-1, -300], [-0.2, -40]] }), 40.0),
        (
            json!({ "Free Length": 0.45, "Spring Coefficient": 1000, "Minimum Length": 0.55, "Maximum Length": 0.9 }),
            125_000.0,
        ),
        (
            json!({ "Free Length": 0.45, "Spring Coefficient": 1000, "Minimum Length": 0.1, "Maximum Length": 0.25 }),
            -125_000.0,
        ),
    ] {
        let wanted = -0.25 * push / inertia_on_the_pivot();
        let found = acceleration_on_the_pivot(joint, spring(numbers.clone())) - alone;
        assert!(
            (found - wanted).abs() < 1e-9 * wanted.abs(),
            "{numbers}: {found}, not {wanted}"
        );
    }
    let twice =
        json!({ "Free Length": 0.4, "Spring Curve Data": [[-0.1, -9000], [0.05, 0], [0.05, 100], [0.1, 5000]] });
    let told = imported(
        &on_a_pivot(joint, spring(twice)).to_string(),
        "ours.json",
        None,
        &NoFiles,
    );
    let told = told.map(|own| own.notes).expect_err("two rows").message();
    assert!(
        told.contains("`TSDAs / 1 / Spring Curve Data`: two rows of the curve have the abscissa 0.05, which Chrono refuses; leave one of them out"),
        "{told}"
    );
}

/// Which numbers of a spring act: as in Chrono's `ReadTSDAFunctorJSON`.
#[test]
fn the_numbers_of_a_spring_act_as_in_chrono() {
    let base = files().swap_remove(1);
    let told = |part: &str, numbers: Value| {
        let mut own = base.clone();
        for key in [
            "Spring Coefficient",
            "Free Length",
            "Preload",
            "Minimum Length",
            "Maximum Length",
            "Damping Coefficient",
        ] {
            own[part].as_object_mut().expect("a part").remove(key);
        }
        for (key, value) in numbers.as_object().expect("numbers") {
            own[part][key] = value.clone();
        }
        let found =
            imported(&own.to_string(), "ours.json", None, &NoFiles).unwrap_or_else(|problem| panic!("{problem}"));
        let name = if part == "Shock" { "damper" } else { "spring" };
        let heads = [format!(".left.spring.{name}]"), format!(".left.spring.{name}.")];
        let parts = found.text.split("\n[");
        let parts: Vec<&str> = parts
            .filter(|own| {
                own.lines()
                    .next()
                    .is_some_and(|head| heads.iter().any(|name| head.contains(name)))
            })
            .collect();
        (parts.join("\n"), found.notes.join("\n"))
    };
    // A map has a preload and no stops.
    let map = json!({ "Deformation": [0.3, 0.7], "Map Data": [[-1, -900, -800], [1, 700, 800]], "Preload": 250, "Minimum Length": 0.35, "Maximum Length": 0.6 });
    let (text, notes) = told("Shock", map);
    assert!(
        text.contains("preload = \"250 N\"") && text.contains("map") && !text.contains("stop"),
        "{text}\n{notes}"
    );
    assert!(notes.contains("a map has no stops in Chrono"), "{notes}");
    // A curve of the spring beside a damping rate: no damping.
    let curve =
        json!({ "Spring Curve Data": [[-0.1, -9000], [0.1, 5000]], "Free Length": 0.5, "Damping Coefficient": 1500 });
    let (text, notes) = told("Spring", curve.clone());
    assert!(
        text.contains("deflection") && !text.contains("damping"),
        "{text}\n{notes}"
    );
    assert!(
        notes.contains("`Spring / Damping Coefficient`: left out beside `Spring Curve Data`, as Chrono does"),
        "{notes}"
    );
    // A curve of the damper beside a rate: no spring, no preload, no stops.
    let damper = json!({ "Spring Coefficient": 41000, "Free Length": 0.5, "Preload": 70, "Minimum Length": 0.2, "Maximum Length": 0.7, "Damping Curve Data": [[-1, -900], [1, 1500]] });
    let (text, notes) = told("Spring", damper);
    assert!(
        text.contains("speed")
            && ["rate", "preload", "stop", "free_length"]
                .iter()
                .all(|word| !text.contains(word)),
        "{text}\n{notes}"
    );
    assert!(
        notes.contains("`Spring / Spring Coefficient`: left out beside `Damping Curve Data`, as Chrono does"),
        "{notes}"
    );
    assert!(
        ["Preload", "Minimum Length", "Free Length"]
            .iter()
            .all(|key| notes.contains(&format!("`Spring / {key}` is not carried over"))),
        "{notes}"
    );
    // With both curves both act.
    let mut both = curve;
    both["Damping Curve Data"] = json!([[-1, -900], [1, 1500]]);
    let (text, notes) = told("Spring", both);
    assert!(text.contains("deflection") && text.contains("speed"), "{text}\n{notes}");
}
