//! Answers of the workbench, checked by closed forms and against each other.

mod affairs;
mod bends;
mod cars;
mod door;
mod plausible;
mod rig;
mod starts;
mod steady;
mod verdicts;
