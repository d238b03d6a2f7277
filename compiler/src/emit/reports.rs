//! The functions that report numbers of a state: each fills an array of the solver, or a record, and returns it. What
//! several of them need is computed by common functions ([`crate::lower::Reports`]).

use super::functions::outputs;
use super::kernel::{Kernels, Setting, fresh_workspace, workspace_definition};
use super::names::ident;
use super::outside;
use super::places::{element, whole};
use super::sizes::{inputs, state};
use crate::lower::{Function, Routine};
use crate::pipeline::Compiled;
use crate::programs::calls::{Call, Role};
use crate::programs::ports::{Array, Root};
use crate::programs::slopes::Slope;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The functions of the runtime's trait.
pub fn all(compiled: &Compiled, setting: &Setting) -> Vec<TokenStream> {
    let reports = &compiled.lowered().reports;
    let setting = own_setting(setting);
    let kernels = Kernels::new(&reports.routine, setting);
    let functions = reports.calls.iter().filter_map(|(call, regions)| {
        let entry = call.entry();
        match entry.role {
            Role::Report { array, needs_rate } => Some(function(
                compiled,
                &kernels,
                entry.functions[0],
                (array, needs_rate),
                regions,
            )),
            Role::Evaluation | Role::Correction(_) => None,
        }
    });
    functions.collect()
}

/// Values that common functions leave for reports are in a local variable, because reports may be requested between the
/// two halves of an evaluation.
fn own_setting<'a>(setting: &Setting<'a>) -> Setting<'a> {
    Setting {
        workspace: quote!(kept),
        ..setting.clone()
    }
}

fn function(
    compiled: &Compiled,
    kernels: &Kernels,
    name: &str,
    (array, needs_rate): (Array, bool),
    regions: &[u32],
) -> TokenStream {
    let routine = kernels.routine;
    let own = regions[regions.len() - 1];
    let common = routine
        .functions
        .iter()
        .filter(|f| f.region != own && regions.contains(&f.region));
    let common = common.map(|function| {
        let (name, arguments) = (ident(&function.name), arguments(routine, function));
        quote!(self.#name(#(#arguments,)* &mut kept);)
    });
    let common: TokenStream = common.collect();
    let kept = (!common.is_empty()).then(|| {
        let fresh = fresh_workspace(&workspace_name(compiled), &routine.workspace());
        quote!(let mut kept = #fresh;)
    });
    let statements = kernels.statements(own);
    let outputs = outputs(kernels, own);
    let (name, kind, filled) = (ident(name), element(array), whole(array));
    let rate = needs_rate.then(|| quote!(, rate: &Self::State));
    let (result, begin, end) = match array.root() {
        Root::Local => (quote!(#kind), Some(fresh(routine, array)), filled),
        Root::Solver | Root::State | Root::Inputs | Root::Rate => (quote!(&[#kind]), None, quote!(&#filled)),
    };
    quote! {
        fn #name(&mut self, state: &Self::State, inputs: &Self::Inputs #rate) -> #result {
            #begin
            #kept
            #common
            #statements
            #outputs
            #end
        }
    }
}

/// The type of the values that common functions leave for reports; empty if there are none.
pub fn workspace(compiled: &Compiled) -> TokenStream {
    let places = compiled.lowered().reports.routine.workspace();
    match places.is_empty() {
        true => TokenStream::new(),
        false => workspace_definition(&workspace_name(compiled), &places),
    }
}

fn workspace_name(compiled: &Compiled) -> Ident {
    ident(&format!("__{}ReportsWorkspace", compiled.model.name))
}

/// The common functions.
pub fn common(compiled: &Compiled, setting: &Setting) -> TokenStream {
    let reports = &compiled.lowered().reports;
    let routine = &reports.routine;
    let kernels = Kernels::new(routine, own_setting(setting));
    let own: BTreeSet<u32> = reports
        .calls
        .values()
        .filter_map(|regions| regions.last().copied())
        .collect();
    let common = routine
        .functions
        .iter()
        .filter(|function| !own.contains(&function.region));
    let workspace = workspace_name(compiled);
    let functions = common.map(|function| {
        let doc = format!(" {}: {}.", function.sentence, function.count);
        let (name, statements) = (ident(&function.name), kernels.statements(function.region));
        let read = [
            ("state", state(compiled)),
            ("inputs", inputs(compiled)),
            ("rate", state(compiled)),
        ];
        let arguments = arguments(routine, function);
        let parameters = read.into_iter().map(|(name, kind)| (ident(name), kind));
        let parameters = parameters.filter(|(name, _)| arguments.contains(name));
        let parameters = parameters.map(|(name, kind)| quote!(#name: &#kind,));
        quote! {
            #[doc = #doc]
            fn #name(&self, #(#parameters)* kept: &mut #workspace) {
                #statements
            }
        }
    });
    functions.collect()
}

/// What a common function reads beside the workspace.
fn arguments(routine: &Routine, function: &Function) -> Vec<Ident> {
    let read = routine.ported.reads(function.region);
    let of = [("state", Root::State), ("inputs", Root::Inputs), ("rate", Root::Rate)];
    let is_read = |root: Root| read.iter().any(|port| port.root() == root);
    of.into_iter()
        .filter(|&(_, root)| is_read(root))
        .map(|(name, _)| ident(name))
        .collect()
}

/// A local record whose fields the program fills.
fn fresh(routine: &Routine, record: Array) -> TokenStream {
    let (name, kind) = (whole(record), element(record));
    let ports = routine.ported.outputs.iter().flatten();
    let own = ports.filter(|port| port.kind.description().array == record);
    let fields = own.map(|port| ident(port.kind.description().field));
    quote!(let mut #name = #kind { #(#fields: 0.0),* };)
}

/// The field of a description with the rows and columns of slopes; `None` if there are none.
pub fn places_of_slopes(field: &str, slopes: &[Slope]) -> Option<TokenStream> {
    let field = ident(field);
    let number = Literal::usize_unsuffixed;
    let rows = slopes.chunk_by(|one, next| one.row == next.row).map(|row| {
        let columns = row.iter().map(|slope| number(slope.column));
        let row = number(row[0].row);
        quote!((#row, &[#(#columns),*]))
    });
    let rows: Vec<TokenStream> = rows.collect();
    (!rows.is_empty()).then(|| quote!(#field: &[#(#rows),*],))
}

/// Fields of a solver for the arrays that it lends, each with its first value: motion of wheels, contacts and markers,
/// reports.
pub fn kept(compiled: &Compiled) -> Vec<(TokenStream, TokenStream)> {
    let reported = compiled
        .programs
        .calls
        .keys()
        .filter_map(|call| match call.entry().role {
            Role::Report { array, .. } => Some(array),
            Role::Evaluation | Role::Correction(_) => None,
        });
    let arrays = [Array::Wheels, Array::KinematicMargins]
        .into_iter()
        .chain(outside::arrays(&compiled.model))
        .chain(reported);
    let lent = arrays.filter(|array| array.root() == Root::Solver);
    lent.map(|array| field(compiled, array)).collect()
}

fn field(compiled: &Compiled, array: Array) -> (TokenStream, TokenStream) {
    let (name, kind) = (ident(array.path()), element(array));
    let length = Literal::usize_unsuffixed(length(compiled, array));
    let zero = match array.record() {
        Some(_) => quote!(#kind::ZERO),
        None => quote!(0.0),
    };
    (quote!(#name: [#kind; #length]), quote!(#name: [#zero; #length]))
}

/// Number of elements of an array that the solver lends.
fn length(compiled: &Compiled, array: Array) -> usize {
    let Compiled {
        model,
        layout,
        state,
        programs,
        ..
    } = compiled;
    match array {
        Array::JointCoordinates => layout.coordinates.len(),
        Array::JointSpeeds => layout.speeds.len(),
        Array::Wheels => model.wheels.len(),
        Array::Contacts => model.contacts().count(),
        Array::Markers => model.markers().count(),
        Array::Bodies => model.moving_bodies().count(),
        Array::Outputs => model.outputs.len(),
        Array::KinematicMargins => state.margins.len(),
        Array::Slopes => programs.slopes(Call::Slopes).len(),
        Array::OutputSlopes => programs.slopes(Call::OutputSlopes).len(),
        other => unreachable!("{other:?} are not lent"),
    }
}
