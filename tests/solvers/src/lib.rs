//! Solvers of the vehicles of the tests, as the build script writes them. The solvers are a separate package, because
//! all of its code is generated, and a change of the tests' shared code does not compile the solvers again.
#![allow(
    clippy::all,
    reason = "generated modules allow these anyway; allowed at the root, they do not even run"
)]

/// Folder of the written texts.
pub const TEXTS: &str = env!("OUT_DIR");

/// The vehicles of `tests/vehicles`, each compiled by the build script.
#[allow(missing_docs, non_camel_case_types, reason = "generated")]
pub mod vehicles {
    include!(concat!(env!("OUT_DIR"), "/batched.rs"));
    include!(concat!(env!("OUT_DIR"), "/bricard.rs"));
    include!(concat!(env!("OUT_DIR"), "/cardans.rs"));
    include!(concat!(env!("OUT_DIR"), "/curves.rs"));
    include!(concat!(env!("OUT_DIR"), "/cuts.rs"));
    include!(concat!(env!("OUT_DIR"), "/dampers.rs"));
    include!(concat!(env!("OUT_DIR"), "/five_link.rs"));
    include!(concat!(env!("OUT_DIR"), "/forces.rs"));
    include!(concat!(env!("OUT_DIR"), "/front_axle.rs"));
    include!(concat!(env!("OUT_DIR"), "/gears.rs"));
    include!(concat!(env!("OUT_DIR"), "/inward.rs"));
    include!(concat!(env!("OUT_DIR"), "/joints.rs"));
    include!(concat!(env!("OUT_DIR"), "/linear_quarter_car.rs"));
    include!(concat!(env!("OUT_DIR"), "/overrides.rs"));
    include!(concat!(env!("OUT_DIR"), "/pendulum.rs"));
    include!(concat!(env!("OUT_DIR"), "/planar.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_01.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_02.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_03.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_04.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_05.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_06.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_07.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_08.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_09.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_10.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_11.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_12.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_13.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_14.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_15.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_16.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_17.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_18.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_19.rs"));
    include!(concat!(env!("OUT_DIR"), "/random_20.rs"));
    include!(concat!(env!("OUT_DIR"), "/rigid_body.rs"));
    include!(concat!(env!("OUT_DIR"), "/rocker_first.rs"));
    include!(concat!(env!("OUT_DIR"), "/seven_hinges.rs"));
    include!(concat!(env!("OUT_DIR"), "/signals.rs"));
    include!(concat!(env!("OUT_DIR"), "/six_hinges_and_a_slide.rs"));
    include!(concat!(env!("OUT_DIR"), "/spherical_pendulum.rs"));
    include!(concat!(env!("OUT_DIR"), "/swing.rs"));
    include!(concat!(env!("OUT_DIR"), "/top.rs"));
    include!(concat!(env!("OUT_DIR"), "/trains.rs"));
    include!(concat!(env!("OUT_DIR"), "/tuned_corner.rs"));
    include!(concat!(env!("OUT_DIR"), "/words.rs"));
}

/// Vehicles with their derivatives.
#[allow(missing_docs, non_camel_case_types, reason = "generated")]
pub mod derived {
    include!(concat!(env!("OUT_DIR"), "/batched_derived.rs"));
    include!(concat!(env!("OUT_DIR"), "/hmmwv_derived.rs"));
    include!(concat!(env!("OUT_DIR"), "/quarter_sla_derived.rs"));
    include!(concat!(env!("OUT_DIR"), "/top_derived.rs"));
}
