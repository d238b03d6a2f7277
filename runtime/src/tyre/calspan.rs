//! The Calspan tyre on a wheel.

use super::{Calspan, Contact, Tyre, TyreForce};
use crate::subsystem::Quantity;

/// A rolling tyre without memory.
impl Tyre for Calspan {
    type State = ();

    fn radius(&self) -> f64 {
        self.radius
    }

    fn respond(&self, contact: &Contact, (): &()) -> (TyreForce, ()) {
        (self.law(contact), ())
    }

    fn states((): &(), _wheel: usize, _tell: &mut dyn FnMut(Quantity)) {}
}
