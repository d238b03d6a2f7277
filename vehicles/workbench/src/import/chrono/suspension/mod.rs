//! Suspensions: one function for each template.

mod axle;
mod generic;
mod independent;

use super::draft::{Draft, Wheel};
use super::json::Node;

/// Templates that are read.
pub const TEMPLATES: &[&str] = &[
    "DoubleWishbone",
    "DoubleWishboneReduced",
    "MacPhersonStrut",
    "MultiLink",
    "ThreeLinkIRS",
    "SemiTrailingArm",
    "SingleWishbone",
    "RigidSuspension",
    "RigidPinnedAxle",
    "LeafspringAxle",
    "ToeBarLeafspringAxle",
    "PushPipeAxle",
    "ToeBarPushPipeAxle",
    "DeDionAxle",
    "ToeBarDeDionAxle",
    "RigidPanhardAxle",
    "ToeBarRigidPanhardAxle",
    "SolidAxle",
    "SolidThreeLinkAxle",
    "SolidBellcrankThreeLinkAxle",
    "HendricksonPRIMAXX",
    "SAELeafspringAxle",
    "SAEToeBarLeafspringAxle",
    "GenericWheeledSuspension",
];

/// Writes a suspension with what is mounted on its spindles.
pub fn drawn(root: &Node<'_>, wheel: &Wheel) -> Draft {
    let mut draft = Draft::default();
    let own = &mut draft;
    match root.text("Template").unwrap_or("") {
        "DoubleWishbone" => independent::double_wishbone(own, root, wheel),
        "DoubleWishboneReduced" => independent::double_wishbone_reduced(own, root, wheel),
        "MacPhersonStrut" => independent::macpherson(own, root, wheel),
        "MultiLink" => independent::multi_link(own, root, wheel),
        "ThreeLinkIRS" => independent::three_link(own, root, wheel),
        "SemiTrailingArm" => independent::semi_trailing_arm(own, root, wheel),
        "SingleWishbone" => independent::single_wishbone(own, root, wheel),
        "RigidSuspension" => independent::rigid(own, root, wheel),
        "RigidPinnedAxle" => axle::rigid_pinned(own, root, wheel),
        "LeafspringAxle" => axle::leafspring(own, root, wheel, false),
        "ToeBarLeafspringAxle" => axle::leafspring(own, root, wheel, true),
        "PushPipeAxle" => axle::push_pipe(own, root, wheel, false),
        "ToeBarPushPipeAxle" => axle::push_pipe(own, root, wheel, true),
        "DeDionAxle" => axle::de_dion(own, root, wheel, false),
        "ToeBarDeDionAxle" => axle::de_dion(own, root, wheel, true),
        "RigidPanhardAxle" => axle::panhard(own, root, wheel, false),
        "ToeBarRigidPanhardAxle" => axle::panhard(own, root, wheel, true),
        "SolidAxle" => axle::solid(own, root, wheel),
        "SolidThreeLinkAxle" => axle::solid_three_link(own, root, wheel),
        "SolidBellcrankThreeLinkAxle" => axle::bellcrank_three_link(own, root, wheel),
        "HendricksonPRIMAXX" => axle::hendrickson(own, root, wheel),
        "SAELeafspringAxle" => axle::sae_leafspring(own, root, wheel, false),
        "SAEToeBarLeafspringAxle" => axle::sae_leafspring(own, root, wheel, true),
        "GenericWheeledSuspension" => generic::generic(own, root, wheel),
        other => root.mistake(&format!(
            "the suspension `{other}` is not read; these are: {}",
            TEMPLATES.join(", ")
        )),
    }
    draft
}
