//! Methods of integration, by their names in files and on the command line.

use crate::steps;
use serde::Deserialize;

/// Method of integration with a fixed step.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Adams and Bashforth, second order.
    Ab2,
    /// Adams and Bashforth, third order.
    #[default]
    Ab3,
    /// Predictor of Adams and Bashforth, corrector of Adams and Moulton, second order.
    Abm2,
    /// The same pair, third order.
    Abm3,
    /// Heun, second order.
    Rk2,
    /// Runge and Kutta, fourth order.
    Rk4,
    /// Dormand and Prince, fifth order.
    DormandPrince,
    /// Linearly implicit, second order: for stiff vehicles ([`Sbdf2`](wishbone::integrate::Sbdf2)).
    Sbdf2,
    /// This method, but with only the fast motions implicit and all other motions explicit ([`stiff`](crate::stiff)).
    Hybrid,
    /// Implicit, second order ([`GeneralisedAlpha`](wishbone::integrate::GeneralisedAlpha)).
    GeneralisedAlpha,
    /// Linearly implicit, third order ([`Rosenbrock`](wishbone::integrate::Rosenbrock)).
    Rosenbrock,
}

impl Method {
    /// All methods: the name in a file, the method, and a sentence.
    pub const NAMED: [(&str, Self, &str); 11] = [
        (
            "ab2",
            Self::Ab2,
            "Adams-Bashforth of second order: one evaluation a step",
        ),
        (
            "ab3",
            Self::Ab3,
            "Adams-Bashforth of third order: one evaluation a step; the default of manoeuvres",
        ),
        (
            "abm2",
            Self::Abm2,
            "Adams-Bashforth-Moulton of second order, without a last evaluation: one evaluation a step",
        ),
        (
            "abm3",
            Self::Abm3,
            "Adams-Bashforth-Moulton of third order, without a last evaluation: one evaluation a step",
        ),
        (
            "rk2",
            Self::Rk2,
            "Runge-Kutta of second order (Heun): two evaluations a step",
        ),
        ("rk4", Self::Rk4, "Runge-Kutta of fourth order: four evaluations a step"),
        (
            "dormand_prince",
            Self::DormandPrince,
            "Runge-Kutta of fifth order (Dormand and Prince), with fixed steps: seven evaluations a step",
        ),
        (
            "sbdf2",
            Self::Sbdf2,
            "linearly implicit, second order, for stiff vehicles: one evaluation a step, a Jacobian every 20 steps",
        ),
        (
            "hybrid",
            Self::Hybrid,
            "`sbdf2` with only the fast motions implicit, those that are unstable otherwise at the step; all others are explicit",
        ),
        (
            "generalised_alpha",
            Self::GeneralisedAlpha,
            "implicit, second order, for stiff vehicles: iterates, with a Jacobian every 20 steps",
        ),
        (
            "rosenbrock",
            Self::Rosenbrock,
            "linearly implicit, third order, for stiff vehicles: five evaluations and a Jacobian a step",
        ),
    ];

    /// Its name in a file.
    pub fn word(self) -> &'static str {
        let own = Self::NAMED.iter().find(|(_, method, _)| *method == self);
        own.map_or("", |(name, ..)| name)
    }

    /// The method with this name.
    ///
    /// # Errors
    /// The list of known names, if the name is unknown.
    pub fn named(text: &str) -> Result<Self, String> {
        let found = Self::NAMED.iter().find(|(name, ..)| *name == text);
        found.map(|(_, method, _)| *method).ok_or_else(|| {
            let names: Vec<&str> = Self::NAMED.iter().map(|(name, ..)| *name).collect();
            format!("no method; there are {}", names.join(", "))
        })
    }

    /// The explicit method with its region of stability; `None` for an implicit method.
    pub fn explicit(self) -> Option<steps::Method> {
        match self {
            Self::Ab2 => Some(steps::Method::AdamsBashforth2),
            Self::Ab3 => Some(steps::Method::AdamsBashforth3),
            Self::Abm2 => Some(steps::Method::AdamsBashforthMoulton2),
            Self::Abm3 => Some(steps::Method::AdamsBashforthMoulton3),
            Self::Rk2 => Some(steps::Method::RungeKutta2),
            Self::Rk4 => Some(steps::Method::RungeKutta4),
            Self::DormandPrince => Some(steps::Method::DormandPrince5),
            Self::Sbdf2 | Self::Hybrid | Self::GeneralisedAlpha | Self::Rosenbrock => None,
        }
    }

    /// Advice where a step of this method was too long.
    pub fn advice(self) -> &'static str {
        match self.is_implicit() {
            true => "a shorter `--step` may help",
            false => "a shorter `--step` or an implicit `--method sbdf2` may help",
        }
    }

    /// Whether the method needs a Jacobian.
    pub fn is_implicit(self) -> bool {
        self.explicit().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct File {
        method: Method,
    }

    /// The names on the command line are the names in files.
    #[test]
    fn every_name_is_that_of_a_file() {
        for (name, method, _) in Method::NAMED {
            let file: File = toml::from_str(&format!("method = \"{name}\"")).expect("it is read");
            assert_eq!((file.method, method.word()), (method, name));
            assert_eq!(Method::named(name), Ok(method));
        }
        let told = Method::named("euler").expect_err("there is no such method");
        assert!(told.contains("ab2, ab3, abm2") && told.contains("rosenbrock"), "{told}");
    }
}
