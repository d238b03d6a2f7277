//! The library inside an FMU: a vehicle from its text, behind the functions of FMI 2.0 and 3.0.
//!
//! [`instance`] is the state machine of both standards in safe Rust. [`fmi2`] and [`fmi3`] pass the calls of C on to
//! it; `boundary` contains the parts that both share. All functions of both standards exist; a function that does
//! nothing returns an error and says so.
//!
//! No panic leaves the library: it becomes an error of its instance. Nothing is shared between instances.

mod boundary;
#[allow(unsafe_code, reason = "the functions of the standard are called from C")]
pub mod fmi2;
#[allow(unsafe_code, reason = "the functions of the standard are called from C")]
pub mod fmi3;
pub mod instance;
mod logging;
mod machine;
