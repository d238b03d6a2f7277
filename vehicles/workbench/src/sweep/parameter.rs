//! Parameters of a sweep: a number of the declaration, and its values.

/// A number of the declaration that changes from point to point.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// `front_left.tie_outer.z`
    pub path: String,
    /// `=`, `+=`, `-=` or `*=`.
    pub sign: &'static str,
    /// Unit of its values; empty for none.
    pub unit: String,
    /// Its values.
    pub scatter: Scatter,
}

/// Values of a parameter, in its unit.
#[derive(Clone, Debug, PartialEq)]
pub enum Scatter {
    /// These values; if points are drawn, each is equally likely.
    Values(Vec<f64>),
    /// All values between two ends, equally likely.
    Uniform {
        /// Least and greatest value.
        ends: [f64; 2],
        /// Number of values in a grid, including both ends.
        steps: Option<u64>,
    },
    /// Normally distributed values.
    Normal {
        /// Expected value.
        mean: f64,
        /// Standard deviation.
        deviation: f64,
    },
    /// Least, most likely and greatest value of a triangular distribution.
    Triangular([f64; 3]),
}

impl Scatter {
    /// Number of values, if it is finite.
    pub fn levels(&self) -> Option<u64> {
        match self {
            Self::Values(values) => Some(values.len() as u64),
            Self::Uniform { steps, .. } => *steps,
            Self::Normal { .. } | Self::Triangular(_) => None,
        }
    }

    /// The value at a level of a grid or list.
    pub fn level(&self, level: u64) -> f64 {
        match self {
            Self::Uniform {
                ends: [low, high],
                steps: Some(steps),
            } if level + 1 == *steps && level > 0 => *high,
            Self::Uniform {
                ends: [low, high],
                steps: Some(steps),
            } => low + (high - low) * level as f64 / (steps.saturating_sub(1)).max(1) as f64,
            Self::Values(values) => values.get(level as usize).copied().unwrap_or(f64::NAN),
            _ => f64::NAN,
        }
    }
}

/// The only spelling of a path: members of a list have the names `x`, `y`, `z`, or the numbers 1, 2, 3.
pub fn number(path: &str) -> String {
    let word = |word: &str| match (word, word.parse::<usize>()) {
        ("x", _) => "1".to_owned(),
        ("y", _) => "2".to_owned(),
        ("z", _) => "3".to_owned(),
        (_, Ok(place)) => place.to_string(),
        (word, _) => word.to_owned(),
    };
    let words: Vec<String> = path.split('.').map(word).collect();
    words.join(".")
}

impl Parameter {
    /// The number that changes, however its path is spelt.
    pub fn number(&self) -> String {
        number(&self.path)
    }

    /// The change that gives the number this value: `front_left.tie_outer.z += 3 mm`.
    pub fn change(&self, value: f64) -> String {
        // `{value}` prints all digits, and no exponent.
        format!("{} {} {value} {}", self.path, self.sign, self.unit)
            .trim_end()
            .to_owned()
    }
}
