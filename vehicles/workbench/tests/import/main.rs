//! Imported data: tables of hardpoints, files of Chrono::Vehicle. Kinematics by a second method, from only the numbers of the file.

mod chrono;
mod linkage;
mod names;
mod onto;
mod table;
mod wheels;
