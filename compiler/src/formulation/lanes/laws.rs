//! Force elements other than springs, whose numbers become one number with lanes.

use super::numbers::{Merger, each, into_first};
use crate::model::{Bushing, Friction, JointId, Law, Model, Six, Torsion};

/// Whether elements of that kind can be computed side by side: those that stand between bodies of one member or the base,
/// and read no input.
pub fn can_be_merged(law: &Law) -> bool {
    match law {
        Law::Bushing(_) | Law::Friction(_) => true,
        Law::Torsion(torsion) => torsion.actuator.is_none(),
        Law::Load(_) | Law::RollBar(_) => false,
    }
}

/// The joint on which an element acts.
pub fn joint(law: &Law) -> Option<JointId> {
    match law {
        Law::Friction(friction) => Some(friction.joint),
        Law::Torsion(torsion) => Some(torsion.joint),
        Law::Bushing(_) | Law::Load(_) | Law::RollBar(_) => None,
    }
}

/// The first of the elements with the numbers of all; none where they differ in more. The joint on which they act gets
/// those of all joints.
pub fn merged(merger: &mut Merger, model: &Model, all: &[&Law], into: &mut Model) -> Option<Law> {
    if let Some(first) = joint(all[0]) {
        let joints: Option<Vec<JointId>> = all.iter().map(|law| joint(law)).collect();
        let kinds: Vec<_> = joints?.into_iter().map(|id| &model.joint(id).kind).collect();
        into.joints[first.index()].kind = merger.joint(&kinds)?;
    }
    match all[0] {
        Law::Bushing(_) => {
            let all = all.iter().map(|law| match law {
                Law::Bushing(bushing) => Some(&**bushing),
                _ => None,
            });
            let bushing = merger.bushing(&all.collect::<Option<Vec<&Bushing>>>()?)?;
            Some(Law::Bushing(bushing.into()))
        }
        Law::Friction(_) => {
            let all = all.iter().map(|law| match law {
                Law::Friction(friction) => Some(friction),
                _ => None,
            });
            Some(Law::Friction(
                merger.friction(&all.collect::<Option<Vec<&Friction>>>()?),
            ))
        }
        Law::Torsion(_) => {
            let all = all.iter().map(|law| match law {
                Law::Torsion(torsion) => Some(torsion),
                _ => None,
            });
            merger
                .torsion(&all.collect::<Option<Vec<&Torsion>>>()?)
                .map(Law::Torsion)
        }
        Law::Load(_) | Law::RollBar(_) => None,
    }
}

impl Merger<'_> {
    /// Its axes are no number of the model that could be another in each lane.
    fn bushing(&mut self, all: &[&Bushing]) -> Option<Bushing> {
        if all.iter().any(|bushing| bushing.axes != all[0].axes) {
            return None;
        }
        let mut curves = all[0].curves.clone();
        for (k, curve) in curves.iter_mut().enumerate() {
            *curve = self.optional(&each(all, |b| &b.curves[k]), Self::curve)?;
        }
        Some(Bushing {
            at: self.point(&each(all, |b| &b.at)),
            stiffness: self.six(&each(all, |b| &b.stiffness))?,
            damping: self.six(&each(all, |b| &b.damping))?,
            curves,
            ..all[0].clone()
        })
    }

    fn friction(&mut self, all: &[&Friction]) -> Friction {
        Friction {
            limit: self.number(&each(all, |f| &f.limit)),
            speed: self.number(&each(all, |f| &f.speed)),
            ..all[0].clone()
        }
    }

    fn torsion(&mut self, all: &[&Torsion]) -> Option<Torsion> {
        Some(Torsion {
            free_angle: self.number(&each(all, |t| &t.free_angle)),
            preload: self.number(&each(all, |t| &t.preload)),
            elastic: self.optional(&each(all, |t| &t.elastic), Self::curve)?,
            damping: self.optional(&each(all, |t| &t.damping), Self::curve)?,
            ..all[0].clone()
        })
    }

    fn six(&mut self, all: &[&Six]) -> Option<Six> {
        let mut matrices: Vec<Six> = all.iter().map(|six| (*six).clone()).collect();
        let mut entries: Vec<Vec<_>> = matrices.iter_mut().map(|six| six.entries_mut().collect()).collect();
        into_first(&mut entries, |all| Some(self.number(all)))?;
        matrices.into_iter().next()
    }
}
