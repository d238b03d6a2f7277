//! Answers of the workbench, checked by closed forms and against each other.

mod affairs;
mod bends;
mod by_number;
mod cars;
mod door;
mod ends;
mod glossary;
mod hostile;
mod measure;
mod named;
mod new_cars;
mod papers;
mod plausible;
mod procedures;
mod promises;
mod queries;
mod responses;
mod rig;
mod runs;
mod series;
mod starts;
mod steady;
mod sweep_page;
mod sweeps;
mod tyres;
mod verdicts;
