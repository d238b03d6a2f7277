//! Derivatives of the rates of a vehicle's states by declared numbers, such as the coordinates of hardpoints.
//!
//! No program of a solver has these derivatives, so they are central differences. The loops are closed on both sides:
//! dependent coordinates and speeds follow the number, and the independent ones are held. A number that can be a
//! parameter of the solver is set in one compilation. Any other number changes the declaration, which is compiled for
//! each side.

use super::{Asked, Car, Kind, Present};
use crate::problem::Problem;
use crate::unit;
use crate::vehicle::Declaration;
use std::collections::BTreeMap;
use wishbone_compiler::front::units::Scale;
use wishbone_studies::manoeuvre::Manoeuvre;

/// Change of a number for differences, in parts of its size.
const DIFFERENCE: f64 = 1e-5;
/// Least size that counts for lengths [m] and angles [rad]: a coordinate may be near zero by chance.
const LEAST: f64 = 0.1;
/// Beginning of the names of the parameters.
const NAME: &str = "slope_by_";

/// A vehicle whose rates are differentiated, at the present state of another car with the same declaration.
pub struct ByNumbers<'a> {
    /// The declaration.
    pub declaration: &'a Declaration,
    /// What the car offers.
    pub asked: &'a Asked,
    /// Its manoeuvre; `None` for level ground.
    pub manoeuvre: Option<Manoeuvre>,
    /// Its present.
    pub present: &'a Present,
}

/// A number of the declaration.
struct Number {
    path: String,
    /// Unit as it is written, and its factor to SI.
    unit: String,
    factor: f64,
    /// Change to both sides [SI].
    step: f64,
}

impl ByNumbers<'_> {
    /// Derivative of each rate with respect to each of the numbers at these paths [SI], number by number.
    ///
    /// # Errors
    /// Returns all paths that do not name a single number; or loops that do not close near the present state.
    pub fn slopes(&self, paths: &[String]) -> Result<Vec<Vec<f64>>, Problem> {
        if let Some(name) = self.present.set_parameter() {
            return Err(Problem::Misuse(format!(
                "the parameter `{name}` was set to another value than the declared one: change the vehicle by it in place of this, and take \
                 the present of that vehicle"
            )));
        }
        let numbers: Vec<Result<Number, Problem>> = paths.iter().map(|path| self.number(path)).collect();
        let wrong = numbers.iter().filter_map(|own| own.as_ref().err());
        let wrong: Vec<String> = wrong.map(Problem::message).collect();
        if !wrong.is_empty() {
            return Err(Problem::Misuse(wrong.join("\n")));
        }
        let numbers: Vec<Number> = numbers.into_iter().flatten().collect();
        let mut found: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for group in groups(&numbers) {
            found.extend(self.by_group(&numbers, &group)?);
        }
        Ok(found.into_values().collect())
    }

    /// The number at a path.
    fn number(&self, path: &str) -> Result<Number, Problem> {
        let same = self.declaration.clone().changed(&[format!("{path} *= 1")])?;
        let written = same.changes().last().and_then(|own| own.before.clone());
        let (value, unit, scale) = written.as_deref().and_then(read).ok_or_else(|| {
            Problem::Misuse(format!(
                "`{path}` is no single number: name one of its numbers, as `front_left.tie_outer.z` does"
            ))
        })?;
        let is_of = |name: &str| unit::scale(name).is_some_and(|own| own.dimension == scale.dimension);
        let least = if !unit.is_empty() && (is_of("m") || is_of("rad")) {
            LEAST
        } else {
            0.0
        };
        let size = (value * scale.factor).abs().max(least);
        Ok(Number {
            path: path.to_owned(),
            unit,
            factor: scale.factor,
            step: DIFFERENCE * if size == 0.0 { 1.0 } else { size },
        })
    }

    /// Derivatives by numbers of which no two are the same number.
    fn by_group(&self, numbers: &[Number], group: &[usize]) -> Result<Vec<(usize, Vec<f64>)>, Problem> {
        let names: Vec<String> = group.iter().map(|place| format!("{NAME}{place}")).collect();
        let each = group.iter().zip(&names);
        let tuned = each.map(|(place, name)| (numbers[*place].path.as_str(), name.as_str()));
        let declaration = self.declaration.clone().tuned(tuned)?;
        let (model, _) = declaration.resolved()?;
        // Equations that are redundant for some numbers may not be redundant for others.
        let is_of_numbers = model.accept_redundant || model.accept_singular;
        let is_parameter = |name: &String| !is_of_numbers && model.parameters.iter().any(|own| own.name == *name);
        let mut shared = match names.iter().any(is_parameter) {
            true => Some(self.car(declaration)?),
            false => None,
        };
        let mut found = Vec::new();
        for (place, name) in group.iter().zip(&names) {
            let number = &numbers[*place];
            let slopes = match &mut shared {
                Some(car) if is_parameter(name) => self.by_parameter(car, name, number)?,
                _ => self.by_declaration(number)?,
            };
            found.push((*place, slopes));
        }
        Ok(found)
    }

    fn car(&self, declaration: Declaration) -> Result<Car, Problem> {
        Car::new(declaration, self.asked, self.manoeuvre.clone(), false)
    }

    /// Difference by a parameter of the solver.
    fn by_parameter(&self, car: &mut Car, name: &str, number: &Number) -> Result<Vec<f64>, Problem> {
        let mut variables = car.table().iter();
        let variable = variables.position(|own| matches!(own.kind, Kind::Tunable(place) if car.tunable(place) == name));
        let variable = variable.ok_or_else(|| Problem::Finding(format!("`{}` is no parameter", number.path)))?;
        let value = car.get(variable)?;
        let mut beside = |by: f64| {
            car.run_from(self.present)?;
            car.set(variable, value + by)?;
            car.rates()
        };
        let sides = [number.step, -number.step].map(&mut beside);
        car.set(variable, value)?;
        let [up, down] = sides;
        Ok(quotient(&up?, &down?, 2.0 * number.step))
    }

    /// Difference by two declarations.
    fn by_declaration(&self, number: &Number) -> Result<Vec<f64>, Problem> {
        let beside = |by: f64| -> Result<(f64, Vec<f64>), Problem> {
            let change = format!("{} += {:e} {}", number.path, by / number.factor, number.unit);
            let changed = self.declaration.clone().changed(&[change])?;
            let written = changed.changes().last().map(|own| own.after.clone());
            let (value, ..) = written
                .as_deref()
                .and_then(read)
                .ok_or_else(|| Problem::Finding(format!("`{}` cannot be read after a change", number.path)))?;
            let mut car = self.car(changed)?;
            car.run_from(self.present)?;
            Ok((value * number.factor, car.rates()?))
        };
        let ((above, up), (below, down)) = (beside(number.step)?, beside(-number.step)?);
        Ok(quotient(&up, &down, above - below))
    }
}

fn quotient(up: &[f64], down: &[f64], width: f64) -> Vec<f64> {
    up.iter().zip(down).map(|(up, down)| (up - down) / width).collect()
}

/// Value, unit and scale of the unit of a written number, such as `tune 300 mm`.
fn read(written: &str) -> Option<(f64, String, Scale)> {
    let plain = unit::untuned(written);
    let (value, scale) = unit::measured(plain)?;
    let end = plain.find(' ').unwrap_or(plain.len());
    Some((value, plain[end..].trim().to_owned(), scale))
}

/// Positions of the numbers, in groups. Within a group no path can name the number of another path: paths with equal
/// beginnings are in different groups, and each path occurs once.
fn groups(numbers: &[Number]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let first = |place: usize| numbers[place].path.split('.').next().unwrap_or_default();
    for place in 0..numbers.len() {
        let fits = |group: &&mut Vec<usize>| {
            let is_alike = first(group[0]) == first(place);
            is_alike && group.iter().all(|own| numbers[*own].path != numbers[place].path)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}
