//! The library as an importing tool loads it: its functions by name, its state machines walked, its numbers against those of the workbench.

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
