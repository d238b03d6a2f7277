//! Large vehicles on several threads.
//!
//! The tests run small ones: each thread's results are those of one thread, to the last bit. The program `threads` times large
//! ones, with the feature `large`.

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
    #[cfg(feature = "large")]
    deyo_sedan
    #[cfg(feature = "large")]
    rtrd_car
    #[cfg(feature = "large")]
    rtrd_truck
    #[cfg(feature = "large")]
    small_car
    #[cfg(feature = "large")]
    szczotka_car
    #[cfg(feature = "large")]
    iltis
}
