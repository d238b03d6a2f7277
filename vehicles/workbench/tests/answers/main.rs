//! Answers of the workbench, checked by closed forms and against each other.

mod affairs;
mod cars;
mod door;
mod measure;
mod plausible;
mod rig;
mod starts;
mod steady;
mod verdicts;
