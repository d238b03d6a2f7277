//! Vehicles of the library with their derivatives.

macro_rules! derived {
    ($($module:ident: $vehicle:literal;)*) => {
        $(
            #[allow(missing_docs, clippy::all, reason = "generated")]
            pub mod $module {
                include!(concat!(env!("OUT_DIR"), "/", $vehicle, "_derived.rs"));
            }
        )*
    };
}

derived! {
    quarter_sla: "quarter_sla";
    hmmwv14: "hmmwv14";
    semitrailer12: "semitrailer12";
    hmmwv: "hmmwv";
}
