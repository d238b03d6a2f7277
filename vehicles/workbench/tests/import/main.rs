//! Imported data: tables of hardpoints, files of Chrono::Vehicle. Kinematics in a second way, from the numbers of the file alone.

mod chrono;
mod linkage;
mod table;
