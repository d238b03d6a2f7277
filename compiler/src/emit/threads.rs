//! The implementation of the runtime's trait for a vehicle on several threads.

use super::functions::{Evaluation, remember};
use super::kernel::{Kernels, Setting};
use super::levels::{self, Version};
use super::solver::{inputs, state};
use crate::formulation::sharing::{Holdings, Portion};
use crate::ir::Phase;
use crate::lower::Routine;
use crate::model::Level;
use crate::pipeline::Compiled;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// A function of the trait.
struct Function {
    /// Its name.
    name: &'static str,
    /// The part of the evaluation that it computes.
    phase: Phase,
    /// Parameters behind the thread and before the inputs.
    before: Option<TokenStream>,
    /// Parameters behind the inputs.
    behind: Option<TokenStream>,
    /// All arguments behind the thread.
    arguments: TokenStream,
    /// Array that the trait hands over as a slice.
    array: Option<&'static str>,
}

fn functions(state: &TokenStream) -> [Function; 4] {
    let function = |name, phase| Function {
        name,
        phase,
        before: None,
        behind: None,
        arguments: quote!(inputs),
        array: None,
    };
    [
        Function {
            before: Some(quote!(state: &#state,)),
            arguments: quote!(state, inputs),
            ..function("kinematics_of", Phase::Early)
        },
        Function {
            behind: Some(quote!(sent: &mut [f64],)),
            arguments: quote!(inputs, sent),
            array: Some("sent"),
            ..function("tell", Phase::Before)
        },
        function("meanwhile", Phase::Meanwhile),
        Function {
            behind: Some(quote!(received: &[f64], rate: &mut #state)),
            arguments: quote!(inputs, received, rate),
            array: Some("received"),
            ..function("hear", Phase::After)
        },
    ]
}

/// Functions of all threads, and the trait; nothing for a vehicle on one thread.
pub fn all(compiled: &Compiled, vehicle: &Ident, setting: &Setting) -> TokenStream {
    let Ok(sharing) = &compiled.programs.sharing else {
        return TokenStream::new();
    };
    let levels = &compiled.model.levels;
    // Without lanes no text serves more than the lowest level: see `Text::of_levels`.
    let serving = &levels[..levels.len().min(1)];
    let versions = std::iter::once(Version::BASELINE).chain(serving.iter().copied().map(Version::at));
    let (texts, bodies): (Vec<TokenStream>, Vec<[TokenStream; 4]>) =
        versions.map(|version| text(compiled, setting, version)).unzip();
    let holdings = sharing.portions.iter().map(holdings);
    let (state, inputs) = (state(compiled), inputs(compiled));
    let own = functions(&state);
    let [kinematics, tell, meanwhile, hear] = std::array::from_fn(|k| match levels.is_empty() {
        true => bodies[0][k].clone(),
        false => dispatched(levels, serving, &own[k]),
    });
    let by_level = match levels.is_empty() {
        true => TokenStream::new(),
        false => {
            let versions = std::iter::once(Version::BASELINE).chain(serving.iter().copied().map(Version::at));
            let each = versions
                .zip(&bodies)
                .map(|(version, bodies)| halves(version, &own, bodies, &inputs));
            quote!(#(#each)*)
        }
    };
    quote! {
        #[allow(clippy::all, clippy::pedantic, non_snake_case, unused_parens, unused_variables, reason = "generated")]
        impl #vehicle {
            #(#texts)*
            #by_level
        }

        #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut, non_snake_case, reason = "generated")]
        impl ::wishbone::threads::Threaded for #vehicle {
            const THREADS: &'static [::wishbone::threads::Holdings] = &[#(#holdings),*];

            fn clear_rates(&mut self) {
                self.rate = <#state as ::wishbone::state::Vector>::zero();
            }

            fn kinematics_of(&mut self, thread: usize, state: &#state, inputs: &#inputs) {
                #kinematics
            }

            fn tell(&mut self, thread: usize, inputs: &#inputs, sent: &mut [f64]) {
                #tell
            }

            fn meanwhile(&mut self, thread: usize, inputs: &#inputs) {
                #meanwhile
            }

            fn hear(&mut self, thread: usize, inputs: &#inputs, received: &[f64], rate: &mut #state) {
                *rate = self.rate;
                #hear
            }
        }
    }
}

/// The functions of all threads in one text, and for each function of the trait what it does for each thread.
fn text(compiled: &Compiled, setting: &Setting, version: Version) -> (TokenStream, [TokenStream; 4]) {
    let own = Setting {
        version,
        is_shared: false,
        ..setting.clone()
    };
    let kernels: Vec<Kernels> = compiled
        .lowered
        .threads
        .iter()
        .map(|routine| Kernels::new(routine, own.clone()))
        .collect();
    let versions = [version];
    let evaluations: Vec<Evaluation> = kernels
        .iter()
        .map(|kernels| Evaluation {
            kernels,
            versions: &versions,
            inputs: inputs(compiled),
            state: state(compiled),
            stays_apart: false,
        })
        .collect();
    let written = evaluations.iter().map(Evaluation::functions);
    let functions = functions(&state(compiled));
    let bodies = functions.map(|function| {
        let threads = (0..).map(Literal::usize_unsuffixed).zip(&evaluations);
        let arms = threads.map(|(thread, evaluation)| {
            let routine = evaluation.kernels.routine;
            let kept =
                (function.phase == Phase::Early).then(|| remember(&routine.remembered().collect(), setting.positions));
            let calls = function.on_array(evaluation.calls_of(version, function.phase), routine);
            quote!(#thread => { #kept #calls })
        });
        quote!(match thread { #(#arms)* _ => {} })
    });
    (quote!(#(#written)*), bodies)
}

impl Function {
    /// The calls of a thread on its array of numbers, instead of a slice of at least as many.
    fn on_array(&self, calls: TokenStream, routine: &Routine) -> TokenStream {
        let Some(array) = self.array else { return calls };
        let (count, chunk) = match array {
            "sent" => (routine.sent(), quote!(first_chunk_mut)),
            _ => (routine.received(), quote!(first_chunk)),
        };
        let (array, count) = (format_ident!("{array}"), Literal::usize_unsuffixed(count));
        quote!(if let ::core::option::Option::Some(#array) = #array.#chunk::<#count>() { #calls })
    }
}

/// The trait's functions for one level.
fn halves(version: Version, functions: &[Function; 4], bodies: &[TokenStream; 4], inputs: &TokenStream) -> TokenStream {
    let each = functions.iter().zip(bodies).map(|(function, body)| {
        let (name, attributes) = (version.name(&format!("{}_by", function.name)), version.attributes());
        let (before, behind) = (function.before.iter(), function.behind.iter());
        quote! {
            #attributes
            fn #name(&mut self, thread: usize, #(#before)* inputs: &#inputs, #(#behind)*) {
                #body
            }
        }
    });
    quote!(#(#each)*)
}

fn dispatched(levels: &[Level], serving: &[Level], function: &Function) -> TokenStream {
    let arguments = &function.arguments;
    levels::dispatch(
        levels,
        serving,
        &format!("{}_by", function.name),
        &quote!(thread, #arguments),
    )
}

fn holdings(portion: &Portion) -> TokenStream {
    let list = |places: &[usize]| {
        let places = places.iter().copied().map(Literal::usize_unsuffixed);
        quote!(&[#(#places),*])
    };
    let Holdings {
        coordinates,
        speeds,
        wheels,
        margins,
    } = &portion.holdings;
    let [coordinates, speeds, wheels, margins] = [coordinates, speeds, wheels, margins].map(|places| list(places));
    let told = Literal::usize_unsuffixed(portion.messages);
    quote! {
        ::wishbone::threads::Holdings {
            coordinates: #coordinates,
            speeds: #speeds,
            wheels: #wheels,
            margins: #margins,
            told: #told,
        }
    }
}
