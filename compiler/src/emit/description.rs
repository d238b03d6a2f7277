//! The description of a solver, as constants: names of inputs and outputs, and their positions in arrays.

use super::corrections::pivot;
use super::kernel::number;
use super::outside::{self, Outside};
use super::{levels, reports};
use crate::pipeline::Compiled;
use crate::programs::calls::Call;
use proc_macro2::TokenStream;
use quote::quote;

/// A constant for each list that a program may use alone, and the description, which joins them.
pub fn constants(compiled: &Compiled) -> TokenStream {
    let Compiled {
        model,
        layout,
        state: held,
        ..
    } = compiled;
    let name = &model.name;
    let gravity = <[f64; 3]>::from(*model.gravity).map(number);
    let (coordinates, speeds) = (held.coordinate_names(layout), held.speed_names(layout));
    let (joint_coordinates, joint_speeds) = (&layout.coordinates, &layout.speeds);
    let pivots = held.margins.iter().map(|&(_, speed)| pivot(compiled, speed));
    let drives = &model.inputs;
    let signals = model.signals.iter().map(|s| &s.name);
    let wheels = model.wheels.iter().map(|w| &w.name);
    let bodies = model.bodies[1..].iter().map(|b| &b.name);
    let outputs = model.outputs.iter().map(|o| &o.name);
    let output_units = model.outputs.iter().map(|o| o.measure.unit(model));
    let outside = outside::all(model);
    let places = outside.iter().map(Outside::places);
    let slopes = reports::places_of_slopes("slopes", compiled.programs.slopes(Call::Slopes));
    let output_slopes = reports::places_of_slopes("output_slopes", compiled.programs.slopes(Call::OutputSlopes));
    let levels = (!model.levels.is_empty()).then(|| {
        let list = levels::list(&model.levels);
        quote!(levels: #list,)
    });
    quote! {
        /// Name of the vehicle.
        pub const NAME: &'static str = #name;
        /// Name of each coordinate.
        pub const COORDINATES: &'static [&'static str] = &[#(#coordinates),*];
        /// Name of each speed.
        pub const SPEEDS: &'static [&'static str] = &[#(#speeds),*];
        /// Name of each driven input.
        pub const DRIVES: &'static [&'static str] = &[#(#drives),*];
        /// Name of each signal: an input of force elements.
        pub const SIGNALS: &'static [&'static str] = &[#(#signals),*];
        /// Name of each wheel.
        pub const WHEELS: &'static [&'static str] = &[#(#wheels),*];
        /// Name of each moving body.
        pub const BODIES: &'static [&'static str] = &[#(#bodies),*];
        /// Name of each named output.
        pub const OUTPUTS: &'static [&'static str] = &[#(#outputs),*];
        /// All names and places.
        pub const DESCRIPTION: &'static ::wishbone::description::Description = &::wishbone::description::Description {
            name: Self::NAME,
            gravity: [#(#gravity),*],
            coordinates: Self::COORDINATES,
            speeds: Self::SPEEDS,
            joint_coordinates: &[#(#joint_coordinates),*],
            joint_speeds: &[#(#joint_speeds),*],
            drives: Self::DRIVES,
            signals: Self::SIGNALS,
            wheels: Self::WHEELS,
            bodies: Self::BODIES,
            outputs: Self::OUTPUTS,
            output_units: &[#(#output_units),*],
            pivots: &[#(#pivots),*],
            #(#places)*
            #slopes
            #output_slopes
            #levels
            ..::wishbone::description::Description::EMPTY
        };
    }
}
