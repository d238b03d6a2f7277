//! The library, loaded like an importing tool loads it: its functions by name, all transitions of its state machines,
//! and its numbers compared with the numbers of the workbench.

mod archive;
mod arrays;
mod conformance;
mod cosimulation;
mod description;
mod exchange;
mod forces;
mod foreign;
mod indicators;
mod loaded;
mod logging;
mod native;
mod packed;
mod ports;
mod sequences;
mod states;
