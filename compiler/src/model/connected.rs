//! Checks that every body is connected to the ground.

use super::namespace::Kind;
use super::scope::Scope;
use super::{Body, Joint};
use crate::diag::{Diagnostics, catalogue};

/// Reports each island of bodies that no chain of joints and links connects to the ground.
///
/// If a joint could not be resolved, or a group could not be read, the islands are not known and no island is reported.
pub(super) fn check(scope: &Scope, bodies: &[Option<Body>], joints: &[Option<Joint>], diagnostics: &mut Diagnostics) {
    let Some(joints) = joints.iter().map(Option::as_ref).collect::<Option<Vec<&Joint>>>() else {
        return;
    };
    if scope.is_incomplete() {
        return;
    }
    let islands = islands(bodies.len(), &joints);
    for island in 1..bodies.len() {
        let members: Vec<usize> = (1..bodies.len()).filter(|body| islands[*body] == island).collect();
        // Each problem is reported once. The image of an island is also an island, and a second body with an equal name
        // has been reported already.
        let is_told = |body: &usize| {
            let name = scope.name(Kind::Body, *body);
            scope.is_image(Kind::Body, *body) || scope.position(Kind::Body, name) != Some(*body)
        };
        let originals: Vec<usize> = members.into_iter().filter(|body| !is_told(body)).collect();
        let Some((first, others)) = originals.split_first() else {
            continue;
        };
        let names: Vec<String> = originals
            .iter()
            .map(|body| format!("`{}`", scope.name(Kind::Body, *body)))
            .collect();
        let message = format!("no joint connects {} to the ground", names.join(", "));
        let problem = diagnostics.error(&catalogue::ISLAND, scope.place(Kind::Body, *first), message);
        problem.label("it floats free of everything else");
        for other in others {
            problem.also(scope.place(Kind::Body, *other), "and so does this");
        }
    }
}

/// For each body, the smallest position among the bodies that are connected to it; 0 is the ground.
fn islands(bodies: usize, joints: &[&Joint]) -> Vec<usize> {
    let mut least: Vec<usize> = (0..bodies).collect();
    for joint in joints {
        let (a, b) = (least[joint.first.index()], least[joint.second.index()]);
        for island in &mut least {
            if *island == a.max(b) {
                *island = a.min(b);
            }
        }
    }
    least
}
