//! The vehicles and manoeuvres of the papers: their counts as printed, and their motions by closed forms and second ways.

use wishbone_workbench::compiler::model::JointKind;
