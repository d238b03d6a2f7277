//! Motions, besides the motions of wheels, that a solver passes out between kinematics and accelerations: points of
//! contact with the ground, and markers. A vehicle without one of these kinds has no text for it.

use super::names::ident;
use crate::model::{Model, SignalId};
use crate::programs::ports::Array;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// One kind of these motions, with the vehicle's parts of this kind.
pub struct Outside<'m> {
    array: Array,
    /// Name of each element, with the inputs that belong to it.
    each: Vec<(&'m str, [SignalId; 6])>,
}

/// All kinds that a vehicle has.
pub fn all(model: &Model) -> Vec<Outside<'_>> {
    let contacts = model.contacts().map(|(name, contact)| (name, contact.ground));
    let markers = model.markers().map(|(name, marker)| (name, marker.load));
    let kinds = [
        (Array::Contacts, contacts.collect::<Vec<_>>()),
        (Array::Markers, markers.collect()),
    ];
    let kinds = kinds.into_iter().filter(|(_, each)| !each.is_empty());
    kinds.map(|(array, each)| Outside { array, each }).collect()
}

/// The arrays of all kinds.
pub fn arrays(model: &Model) -> impl Iterator<Item = Array> {
    all(model).into_iter().map(|kind| kind.array)
}

impl Outside<'_> {
    fn name(&self) -> Ident {
        ident(self.array.path())
    }

    /// Type of an element.
    fn record(&self) -> TokenStream {
        let record = self.array.record().map(ident);
        quote!(::wishbone::ports::#record)
    }

    /// Type of an element of a batch.
    fn lanes(&self) -> TokenStream {
        let record = self.record();
        quote!(#record<::wishbone::batch::Lanes>)
    }

    /// Names and positions of the inputs, as a field of the description.
    pub fn places(&self) -> TokenStream {
        let field = self.name();
        let each = self.each.iter().map(|(name, inputs)| {
            let inputs = inputs.map(|signal| Literal::usize_unsuffixed(signal.index()));
            quote!((#name, [#(#inputs),*]))
        });
        quote!(#field: &[#(#each),*],)
    }

    /// The function of the runtime's trait that lends the array.
    pub fn lent(&self) -> TokenStream {
        lent(&self.name(), &self.record())
    }

    /// The function that passes out the array of a batch: the contacts of all vehicles, or the markers of one vehicle
    /// from its own solver.
    pub fn batch_lent(&self) -> TokenStream {
        let (name, record) = (self.name(), self.record());
        match self.array {
            Array::Markers => quote! {
                fn #name(&mut self, lane: usize) -> &[#record] {
                    let single = &mut self.singles[lane % 8];
                    for (one, all) in single.#name.iter_mut().zip(&self.#name) {
                        *one = ::wishbone::batch::InLanes::lane(all, lane);
                    }
                    &single.#name
                }
            },
            _ => lent(&name, &self.lanes()),
        }
    }

    /// The field of a batch.
    pub fn batch_field(&self) -> TokenStream {
        let (name, lanes, count) = (self.name(), self.lanes(), self.each.len());
        let count = Literal::usize_unsuffixed(count);
        quote!(#name: [#lanes; #count],)
    }

    /// First value of the field of a batch.
    pub fn batch_value(&self) -> TokenStream {
        let (name, count) = (self.name(), Literal::usize_unsuffixed(self.each.len()));
        quote!(#name: [::core::default::Default::default(); #count],)
    }

    /// Copies the results of the solver of one lane.
    pub fn copied(&self) -> TokenStream {
        let name = self.name();
        quote! {
            for (all, one) in self.#name.iter_mut().zip(&single.#name) {
                ::wishbone::batch::InLanes::set_lane(all, lane, one);
            }
        }
    }
}

fn lent(name: &Ident, record: &TokenStream) -> TokenStream {
    quote! {
        fn #name(&self) -> &[#record] {
            &self.#name
        }
    }
}
