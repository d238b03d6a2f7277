//! Meaning of a name at the place where it is written.

use super::Scope;
use crate::diag::{Diagnostics, catalogue};
use crate::front::suggest;
use crate::front::syntax::Path;
use crate::model::expand::Formal;
use crate::model::namespace::{KINDS, Kind};

/// The meaning of a name.
enum Meaning {
    Part(usize),
    /// A declaration that could not be read, which has been reported.
    Reported,
}

impl<'a> Scope<'a> {
    /// Finds the part to which a reference refers: a part of the surrounding group, otherwise the body that replaces
    /// a formal body, otherwise a part outside the group. Reports if there is none.
    pub(in crate::model) fn find(
        &self,
        kind: Kind,
        reference: &Path,
        group: Option<usize>,
        diagnostics: &mut Diagnostics,
    ) -> Option<usize> {
        let name = reference.text.as_str();
        let meaning = self.seek(kind, name, group);
        if meaning.is_none() {
            let message = format!("there is no {} `{name}`", kind.word());
            let elsewhere = KINDS.into_iter().find(|other| self.seek(*other, name, group).is_some());
            let problem = diagnostics.error(&catalogue::UNKNOWN_NAME, reference.span, message);
            if let Some(other) = elsewhere {
                problem.label(format!("this is a {}, a {} is needed", other.word(), kind.word()));
            }
            let general = problem.help.take().filter(|_| elsewhere.is_none());
            problem.help = suggest::advice(name, &self.visible(kind, group)).or(general);
        }
        meaning.and_then(|meaning| match meaning {
            Meaning::Part(position) => Some(position),
            Meaning::Reported => None,
        })
    }

    /// Whether a name has a meaning of this kind where it is written.
    pub(in crate::model) fn knows(&self, kind: Kind, reference: &Path, group: Option<usize>) -> bool {
        self.seek(kind, &reference.text, group).is_some()
    }

    fn seek(&self, kind: Kind, name: &str, group: Option<usize>) -> Option<Meaning> {
        let full_name = self.full_name(name, group);
        if let Some(position) = self.position(kind, &full_name) {
            return Some(Meaning::Part(position));
        }
        if self.is_lost(&full_name) {
            return Some(Meaning::Reported);
        }
        let around = self.groups[group?].around;
        match self.formal(name, group).filter(|_| kind == Kind::Body) {
            Some(Formal { argument, .. }) => {
                let meaning = argument.as_ref().and_then(|body| self.seek(kind, &body.text, around));
                Some(meaning.unwrap_or(Meaning::Reported))
            }
            None => self.seek(kind, name, around),
        }
    }

    fn formal(&self, name: &str, group: Option<usize>) -> Option<&'a Formal> {
        let formals = self.groups[group?].formals;
        formals.iter().find(|formal| formal.name == name)
    }

    /// The body that replaces the formal body with this name at the place of `group`.
    pub(in crate::model) fn argument(&self, name: &str, group: Option<usize>) -> Option<&'a Path> {
        self.formal(name, group)?.argument.as_ref()
    }

    /// Whether this name would belong to a part of a group that could not be read.
    fn is_lost(&self, full_name: &str) -> bool {
        let is_in = |group: &str| full_name.strip_prefix(group).is_some_and(|part| part.starts_with('.'));
        let mut lost = self.groups.iter().filter(|group| group.is_lost);
        lost.any(|group| is_in(&group.name) || group.image.as_deref().is_some_and(is_in))
    }

    /// Names as they may be written inside `group`.
    fn visible(&self, kind: Kind, group: Option<usize>) -> Vec<&str> {
        let around: Vec<String> = self
            .outward(group)
            .map(|group| self.full_name("", Some(group)))
            .collect();
        let names = self.tables[kind as usize].positions.keys();
        let names = names.map(|name| {
            let mut inside = around.iter().filter_map(|group| name.strip_prefix(group.as_str()));
            inside.next().unwrap_or(name)
        });
        let formals = self.outward(group).flat_map(|group| self.groups[group].formals);
        let formals = formals
            .filter(|_| kind == Kind::Body)
            .map(|formal| formal.name.as_str());
        names.chain(formals).collect()
    }
}
