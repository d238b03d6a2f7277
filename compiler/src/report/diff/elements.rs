//! Force elements as parts, with their attributes in words.

use super::numbers::numbers;
use super::parts::{DescribedPart, between, part};
use crate::model::{Model, Owner};

/// Spring-dampers.
pub(super) fn springs(model: &Model) -> Vec<DescribedPart> {
    let springs = model.springs.iter().enumerate().map(|(index, spring)| {
        let mut attributes = vec![("between", between(model, spring.first, spring.second))];
        attributes.extend(numbers(model, Owner::Spring(index.into())));
        part(&spring.name, attributes)
    });
    springs.collect()
}

/// Other force elements.
pub(super) fn forces(model: &Model) -> Vec<DescribedPart> {
    let forces = model.forces.iter().enumerate().map(|(index, force)| {
        let bodies = force
            .law
            .bodies(&model.joints)
            .into_iter()
            .map(|b| model.body(b).name.as_str());
        let mut attributes = vec![
            ("kind", force.law.word().to_owned()),
            ("bodies", bodies.collect::<Vec<_>>().join(", ")),
        ];
        let joint = force.law.element().joint();
        attributes.extend(joint.map(|joint| ("joint", model.joint(joint).name.clone())));
        let seen_from = force.law.element().seen_from();
        attributes.extend(seen_from.map(|body| ("axis fixed in", model.body(body).name.clone())));
        attributes.extend(numbers(model, Owner::Force(index.into())));
        part(&force.name, attributes)
    });
    forces.collect()
}
