//! What studies find, compared with closed forms, other methods and published figures.

mod compliance;
mod exact_tyres;
mod implicit_slopes;
mod kinks;
mod plausibility;
mod reproduced;
mod rest;
mod roads;
mod sensitivity;
mod slopes;
mod steady;
mod stiff;
mod suspension_figures;
mod trailing_car;
