//! The implementation of the runtime's trait for a vehicle on several threads.

use super::functions::{Evaluation, recall, remember};
use super::kernel::{Kernels, Setting};
use super::levels::{self, Version};
use super::places::Positions;
use super::sizes::{inputs, state};
use crate::ir::Phase;
use crate::lower::{Routine, Text};
use crate::model::Level;
use crate::pipeline::Compiled;
use crate::programs::calls::Corrected;
use crate::programs::sharing::{Holdings, Portion};
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

fn functions_of_trait(state: &TokenStream) -> [Function; 4] {
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

/// The functions of [`wishbone::solver::Solver`] that close loops: part by part, as threads do.
pub fn corrections() -> TokenStream {
    quote! {
        fn correct_position(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> ::wishbone::stabilise::Gap {
            ::wishbone::threads::correct_position(self, state, inputs)
        }

        fn correct_velocity(&mut self, state: &mut Self::State, inputs: &Self::Inputs) -> ::wishbone::stabilise::Gap {
            ::wishbone::threads::correct_velocity(self, state, inputs)
        }

        fn close(
            &mut self,
            state: &mut Self::State,
            inputs: &Self::Inputs,
            projection: &::wishbone::stabilise::Projection,
        ) -> ::core::result::Result<::wishbone::stabilise::Closure, ::wishbone::stabilise::NotClosed> {
            ::wishbone::threads::close(self, state, inputs, projection)
        }
    }
}

/// The trait's function that corrects something of a part of the vehicle. A part in which nothing is corrected has no gap.
fn correction(compiled: &Compiled, corrected: Corrected) -> TokenStream {
    let (levels, lowered) = (&compiled.model.levels, compiled.lowered());
    let patterns = std::iter::once(quote!(::core::option::Option::None)).chain((0..).map(|thread| {
        let thread = Literal::usize_unsuffixed(thread);
        quote!(::core::option::Option::Some(#thread))
    }));
    let arms = lowered.texts[0]
        .closing
        .iter()
        .zip(patterns)
        .filter_map(|(part, pattern)| {
            let own = part.iter().find(|own| own.corrected == corrected)?;
            let call = format!("{}_by", own.name);
            let call = levels::dispatch(levels, lowered.serving(&own.name), &call, &quote!(state, inputs));
            Some(quote!(#pattern => #call,))
        });
    let name = format_ident!("{}_of", corrected.call().entry().functions[0]);
    let (state, inputs) = (state(compiled), inputs(compiled));
    quote! {
        fn #name(
            &mut self,
            thread: ::core::option::Option<usize>,
            state: &mut #state,
            inputs: &#inputs,
        ) -> ::wishbone::stabilise::Gap {
            match thread {
                #(#arms)*
                _ => ::wishbone::stabilise::Gap::of(0.0),
            }
        }
    }
}

/// Functions of all threads, and the trait; nothing for a vehicle on one thread.
pub fn all(compiled: &Compiled, vehicle: &Ident, setting: &Setting) -> TokenStream {
    let Ok(sharing) = &compiled.programs.sharing else {
        return TokenStream::new();
    };
    let (levels, texts) = (&compiled.model.levels, &compiled.lowered().texts);
    let serving = texts.last().map_or(&[][..], |text| &text.levels);
    let written: Vec<Written> = texts.iter().map(|text| Written::new(compiled, setting, text)).collect();
    let holdings = sharing.portions.iter().map(holdings);
    let (state, inputs) = (state(compiled), inputs(compiled));
    let own = functions_of_trait(&state);
    let [kinematics, tell, meanwhile, hear] = std::array::from_fn(|k| match levels.is_empty() {
        true => written[0].bodies[0].1[k].clone(),
        false => dispatched(levels, serving, &own[k]),
    });
    let by_level = (!levels.is_empty()).then(|| {
        let bodies = written.iter().flat_map(|written| &written.bodies);
        let each = bodies.map(|(version, bodies)| by_level(*version, &own, bodies, &inputs));
        quote!(#(#each)*)
    });
    let texts = written.iter().map(|written| &written.functions);
    let corrections = [Corrected::Position, Corrected::Velocity].map(|corrected| correction(compiled, corrected));
    quote! {
        #[allow(clippy::all, clippy::pedantic, non_snake_case, unused_parens, unused_variables, reason = "generated")]
        impl #vehicle {
            #(#texts)*
            #by_level
        }

        #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut, non_snake_case, reason = "generated")]
        impl ::wishbone::threads::Threaded for #vehicle {
            const THREADS: &'static [::wishbone::threads::Holdings] = &[#(#holdings),*];

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
                #hear
            }

            #(#corrections)*
        }
    }
}

/// The functions of all threads in one text.
struct Written {
    functions: TokenStream,
    /// By version: the work of each function of the trait.
    bodies: Vec<(Version, [TokenStream; 4])>,
}

impl Written {
    fn new(compiled: &Compiled, setting: &Setting, text: &Text) -> Self {
        let versions = Version::each(&text.levels);
        let own = Setting {
            version: versions[0],
            is_shared: versions.len() > 1,
            ..setting.clone()
        };
        let kernels = text.threads.iter().map(|routine| Kernels::new(routine, own.clone()));
        let kernels: Vec<Kernels> = kernels.collect();
        let evaluation = |kernels| Evaluation {
            kernels,
            versions: &versions,
            inputs: inputs(compiled),
            state: state(compiled),
            stays_apart: false,
        };
        let evaluations: Vec<Evaluation> = kernels.iter().map(evaluation).collect();
        let functions = evaluations.iter().flat_map(Evaluation::functions);
        let of_trait = functions_of_trait(&state(compiled));
        let bodies = |&version: &Version| {
            let body = |function: &Function| function.body(version, &evaluations, setting.positions);
            (version, of_trait.each_ref().map(body))
        };
        let corrections = text.closing.iter().flatten();
        let corrections = corrections.map(|correction| correction.function(compiled, &own, &versions));
        Written {
            functions: quote!(#(#functions)* #(#corrections)*),
            bodies: versions.iter().map(bodies).collect(),
        }
    }
}

impl Function {
    /// The body of the function: the calls of each thread.
    fn body(&self, version: Version, evaluations: &[Evaluation], positions: &Positions) -> TokenStream {
        let threads = (0..).map(Literal::usize_unsuffixed).zip(evaluations);
        let arms = threads.map(|(thread, evaluation)| {
            let routine = evaluation.kernels.routine;
            let kept = match self.phase {
                Phase::Early => remember(&routine.remembered().collect(), positions),
                Phase::After => recall(&routine.known_rates().collect(), positions),
                Phase::Before | Phase::Meanwhile => TokenStream::new(),
            };
            let calls = self.on_array(evaluation.calls_of(version, self.phase), routine);
            quote!(#thread => { #kept #calls })
        });
        quote!(match thread { #(#arms)* _ => {} })
    }

    /// The calls of a thread on its array of numbers, instead of a slice of at least this length.
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
fn by_level(
    version: Version,
    functions: &[Function; 4],
    bodies: &[TokenStream; 4],
    inputs: &TokenStream,
) -> TokenStream {
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
    let literals =
        |places: &[usize]| -> Vec<Literal> { places.iter().copied().map(Literal::usize_unsuffixed).collect() };
    let list = |places: &[usize]| {
        let places = literals(places);
        quote!(&[#(#places),*])
    };
    let stretches = |places: &[usize]| {
        let stretches = places.chunk_by(|one, next| one + 1 == *next);
        let [begins, ends]: [Vec<usize>; 2] = [
            stretches.clone().map(|stretch| stretch[0]).collect(),
            stretches.map(|stretch| stretch[stretch.len() - 1] + 1).collect(),
        ];
        let (begins, ends) = (literals(&begins), literals(&ends));
        quote!(&[#(#begins..#ends),*])
    };
    let Holdings {
        coordinates,
        speeds,
        wheels,
        spins,
        markers,
        margins,
    } = &portion.holdings;
    let [coordinates, speeds] = [coordinates, speeds].map(|places| stretches(places));
    let [wheels, markers, margins] = [wheels, markers, margins].map(|places| list(places));
    let spins = spins.iter().map(|spin| match spin.map(Literal::usize_unsuffixed) {
        Some(place) => quote!(::core::option::Option::Some(#place)),
        None => quote!(::core::option::Option::None),
    });
    let told = Literal::usize_unsuffixed(portion.messages);
    quote! {
        ::wishbone::threads::Holdings {
            coordinates: #coordinates,
            speeds: #speeds,
            wheels: #wheels,
            spins: &[#(#spins),*],
            markers: #markers,
            margins: #margins,
            told: #told,
        }
    }
}
