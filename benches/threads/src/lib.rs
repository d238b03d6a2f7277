//! Large vehicles on several threads.
//!
//! The tests run small vehicles: each thread's results are those of one thread, to the last bit. The program `threads`
//! times large vehicles, with the feature `large`. The program `literature` times the vehicles of the literature, with
//! the feature `literature`.
#![allow(
    clippy::all,
    reason = "generated modules allow these anyway; allowed at the root, they do not even run"
)]

#[cfg(feature = "literature")]
pub mod rolling;
#[cfg(any(feature = "large", feature = "literature"))]
pub mod timing;

macro_rules! vehicles {
    ($($(#[$attribute:meta])* $file:ident)*) => {$(
        $(#[$attribute])*
        #[allow(missing_docs, reason = "generated")]
        pub mod $file {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($file), ".rs"));
        }
    )*};
}

vehicles! {
    truck_2_2
    truck_3_3
    bus_6_2
    truck_2_v3
    truck_4_in_lanes
    bus_14_in_lanes
    equipped
    five_link
    five_link_in_lanes
    #[cfg(feature = "large")]
    truck_4_lanes
    #[cfg(feature = "large")]
    truck_4
    #[cfg(feature = "large")]
    truck_10_lanes
    #[cfg(feature = "large")]
    truck_10
    #[cfg(feature = "large")]
    bus_20_lanes
    #[cfg(feature = "large")]
    bus_20
    #[cfg(feature = "large")]
    bus_74_lanes
    #[cfg(feature = "large")]
    bus_74
    #[cfg(feature = "literature")]
    deyo_sedan
    #[cfg(feature = "literature")]
    rtrd_car
    #[cfg(feature = "literature")]
    rtrd_truck
    #[cfg(feature = "literature")]
    small_car
    #[cfg(feature = "literature")]
    szczotka_car
    #[cfg(feature = "literature")]
    iltis
}

/// Calls a macro with each vehicle of the literature: its name, its type, and the radius of its tyres [m].
#[cfg(feature = "literature")]
#[macro_export]
macro_rules! literature {
    ($call:ident) => {
        $call!("Deyo's sedan", $crate::deyo_sedan::DeyoSedan, 0.318);
        $call!("RTRD's car", $crate::rtrd_car::RtrdCar, 0.319);
        $call!("RTRD's truck", $crate::rtrd_truck::RtrdTruck, 0.5588);
        $call!("small car", $crate::small_car::SmallCar, 0.319);
        $call!("Szczotka's car", $crate::szczotka_car::SzczotkaCar, 0.313);
        $call!("Iltis", $crate::iltis::Iltis, 0.364);
    };
}
