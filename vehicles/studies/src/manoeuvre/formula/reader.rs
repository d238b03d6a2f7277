//! Reads a formula from left to right, by recursive descent.

use super::functions::{OF_ONE, OF_TWO};
use super::{DEEPEST, Operation};

/// Most characters of a formula.
const LONGEST: usize = 4096;

/// A mistake, and where it begins [byte].
pub(super) struct Wrong {
    pub(super) place: usize,
    pub(super) message: String,
}

/// Reads a formula from left to right.
pub(super) struct Reader<'t> {
    text: &'t str,
    /// Next byte.
    place: usize,
    /// Parentheses and signs that are open.
    depth: usize,
    operations: Vec<Operation>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            place: 0,
            depth: 0,
            operations: Vec::new(),
        }
    }

    /// Operations of the whole text.
    pub(super) fn whole(mut self) -> Result<Vec<Operation>, Wrong> {
        if self.text.len() > LONGEST {
            return Err(Wrong {
                place: 0,
                message: format!("a formula has at most {LONGEST} characters"),
            });
        }
        self.sum()?;
        match self.peek() {
            None => {
                self.fits()?;
                Ok(self.operations)
            }
            Some(')') => Err(self.wrong("this parenthesis closes none")),
            Some(_) => Err(self.wrong("an operation such as `+` or `*` is missing before this")),
        }
    }

    /// Whether no more values wait at once than there is room for.
    fn fits(&self) -> Result<(), Wrong> {
        let mut waiting = 0_usize;
        for operation in &self.operations {
            match operation {
                Operation::Number(_) | Operation::X | Operation::Y => waiting += 1,
                Operation::Negative | Operation::One(_) => {}
                Operation::Sum
                | Operation::Difference
                | Operation::Product
                | Operation::Quotient
                | Operation::Power
                | Operation::Two(_) => waiting -= 1,
            }
            if waiting > DEEPEST {
                return Err(Wrong {
                    place: 0,
                    message: format!("more than {DEEPEST} values wait for an operation: write it with fewer levels"),
                });
            }
        }
        Ok(())
    }

    fn wrong(&self, message: impl Into<String>) -> Wrong {
        Wrong {
            place: self.place,
            message: message.into(),
        }
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.place..];
        self.place += rest.len() - rest.trim_start().len();
        self.text[self.place..].chars().next()
    }

    fn takes(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.place += wanted.len_utf8();
        }
        is_there
    }

    fn sum(&mut self) -> Result<(), Wrong> {
        self.product()?;
        loop {
            let operation = match self.peek() {
                Some('+') => Operation::Sum,
                Some('-') => Operation::Difference,
                _ => return Ok(()),
            };
            self.place += 1;
            self.product()?;
            self.operations.push(operation);
        }
    }

    fn product(&mut self) -> Result<(), Wrong> {
        self.signed()?;
        loop {
            let operation = match self.peek() {
                Some('*') => Operation::Product,
                Some('/') => Operation::Quotient,
                _ => return Ok(()),
            };
            self.place += 1;
            self.signed()?;
            self.operations.push(operation);
        }
    }

    /// `-x^2` is `-(x^2)`.
    fn signed(&mut self) -> Result<(), Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong(format!(
                "more than {DEEPEST} parentheses or signs stand within each other"
            )));
        }
        if self.takes('-') {
            self.signed()?;
            self.operations.push(Operation::Negative);
        } else if self.takes('+') {
            self.signed()?;
        } else {
            self.power()?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// `2^x^2` is `2^(x^2)`.
    fn power(&mut self) -> Result<(), Wrong> {
        self.atom()?;
        if self.takes('^') {
            self.signed()?;
            self.operations.push(Operation::Power);
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), Wrong> {
        match self.peek() {
            Some('(') => {
                self.place += 1;
                self.sum()?;
                self.closes()
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() => self.named(),
            Some(_) => Err(self.wrong("a number, `x`, `y`, `pi`, a function or a parenthesis is needed here")),
            None => Err(self.wrong("the formula ends where a number, `x`, `y` or a function is needed")),
        }
    }

    fn closes(&mut self) -> Result<(), Wrong> {
        match self.takes(')') {
            true => Ok(()),
            false => Err(self.wrong("`)` is missing here")),
        }
    }

    /// `12`, `.5`, `2e-3`
    fn number(&mut self) -> Result<(), Wrong> {
        let rest = &self.text[self.place..];
        let mut end = 0;
        for (at, c) in rest.char_indices() {
            let is_exponent = matches!(c, 'e' | 'E')
                && rest[at + 1..].starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
            let is_sign = matches!(c, '+' | '-') && rest[..at].ends_with(['e', 'E']);
            if !(c.is_ascii_digit() || c == '.' || is_exponent || is_sign) {
                break;
            }
            end = at + c.len_utf8();
        }
        match rest[..end].parse::<f64>() {
            Ok(number) if number.is_finite() => {
                self.operations.push(Operation::Number(number));
                self.place += end;
                Ok(())
            }
            _ => Err(self.wrong(format!("`{}` is no number", &rest[..end]))),
        }
    }

    /// A variable, a constant or a function.
    fn named(&mut self) -> Result<(), Wrong> {
        let start = self.place;
        let rest: &'t str = &self.text[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = &rest[..end.unwrap_or(rest.len())];
        self.place += name.len();
        let plain = match name {
            "x" => Some(Operation::X),
            "y" => Some(Operation::Y),
            "pi" => Some(Operation::Number(std::f64::consts::PI)),
            _ => None,
        };
        if let Some(plain) = plain {
            self.operations.push(plain);
            return Ok(());
        }
        let one = OF_ONE
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, f)| (1, Operation::One(*f)));
        let two = OF_TWO
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, f)| (2, Operation::Two(*f)));
        let Some((arguments, call)) = one.or(two) else {
            let functions: Vec<&str> = OF_ONE
                .iter()
                .map(|(own, _)| *own)
                .chain(OF_TWO.iter().map(|(own, _)| *own))
                .collect();
            return Err(Wrong {
                place: start,
                message: format!(
                    "there is no `{name}`: there are `x`, `y`, `pi` and the functions {}",
                    functions.join(", ")
                ),
            });
        };
        if !self.takes('(') {
            return Err(self.wrong(format!("`(` is missing: `{name}` is a function")));
        }
        self.sum()?;
        if arguments == 2 {
            if !self.takes(',') {
                return Err(self.wrong(format!("`{name}` takes two values: `,` is missing here")));
            }
            self.sum()?;
        }
        self.closes()?;
        self.operations.push(call);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Formula;

    #[test]
    fn mistakes_have_their_place() {
        for (text, place, words) in [
            ("0.02 * sin(z)", 11, "there is no `z`"),
            ("2 x", 2, "operation"),
            ("(x + 1", 6, "`)` is missing"),
            ("x + 1)", 5, "closes none"),
            ("sin x", 4, "is a function"),
            ("max(x)", 5, "two values"),
            ("x +", 3, "ends"),
            ("", 0, "ends"),
            ("x * ²", 4, "is needed here"),
            ("1.2.3", 0, "no number"),
            ("µ", 0, "is needed here"),
        ] {
            let told = Formula::read(text).expect_err(text);
            let lines: Vec<&str> = told.lines().collect();
            assert!(lines[0].contains(words), "{told}");
            assert_eq!(lines[2].chars().count(), place + 3, "{told}");
        }
        for deep in [
            "(".repeat(5000),
            "-".repeat(3000),
            format!("{}x{}", "sin(".repeat(40), ")".repeat(40)),
            "1+(".repeat(31),
        ] {
            assert!(Formula::read(&deep).is_err());
        }
    }
}
