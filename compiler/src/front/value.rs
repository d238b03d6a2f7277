//! Reads values: numbers with units, lists, names, calls.

use super::dsl;
use super::keywords::is_keyword;
use super::suggest;
use super::syntax::{File, Number, Path, Reach, Tune, Unit, Value, Word};
use super::tokens::Tokens;
use super::units::{self, Scale};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use proc_macro2::Delimiter;

/// Reads a value; `None` after a report.
pub(super) fn value(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Value> {
    if let Some((inside, span)) = tokens.take_group(Delimiter::Bracket) {
        return list(inside, span, tokens, diagnostics);
    }
    if let Some(word) = tokens.peek_word().filter(|word| word.text == "tune") {
        tokens.skip();
        if !tokens.is_once(&word, diagnostics) {
            return None;
        }
        return tuned(word, tokens, diagnostics);
    }
    if let Some(path) = tokens.take_string() {
        return Some(Value::File(File { path, text: None }));
    }
    let minus = tokens.take_mark('-');
    if let Some(literal) = tokens.take_literal() {
        return number(minus, &literal, tokens, diagnostics).map(Value::Number);
    }
    let mut name = tokens.path("a number, a list or a name", diagnostics)?;
    if let Some(minus) = minus {
        name = Path {
            text: format!("-{}", name.text),
            span: minus.to(name.span),
        };
    } else if let Some((inside, _)) = tokens.take_group(Delimiter::Parenthesis) {
        let function = Word {
            text: name.text,
            span: name.span,
        };
        return Some(Value::Call {
            function,
            arguments: dsl::attributes(inside, diagnostics),
        });
    }
    if is_no_number(&name, tokens) {
        let message = format!("`{}` is not a finite number", name.text);
        diagnostics.error(&catalogue::NOT_FINITE, name.span, message);
        unit(None, tokens, diagnostics);
        return None;
    }
    Some(Value::Name(name))
}

/// Whether this is `NaN` or `inf` in front of a unit, which programs print if a result is not a number.
fn is_no_number(name: &Path, tokens: &Tokens) -> bool {
    let word = name.text.trim_start_matches('-').to_lowercase();
    let has_unit = tokens
        .peek_word()
        .is_some_and(|next| units::lookup(&next.text).is_some());
    has_unit && matches!(word.as_str(), "nan" | "inf" | "infinity")
}

/// Reads the rest of a `tune`: an optional name in parentheses, then a value in which all numbers are parameters.
fn tuned(word: Word, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Value> {
    let name = match tokens.take_group(Delimiter::Parenthesis) {
        Some((mut inside, _)) => Some(inside.word("the name of the parameter", diagnostics)?),
        None => None,
    };
    let mut value = value(tokens, diagnostics)?;
    let tune = Tune {
        name,
        reach: match value {
            Value::Number(_) => Reach::Number,
            _ => Reach::Numbers,
        },
        span: word.span,
    };
    if let Value::Name(Path { text, span })
    | Value::File(File {
        path: Word { text, span },
        ..
    }) = &value
    {
        let message = format!("`{text}` is no number and cannot be tuned");
        diagnostics.error(&catalogue::NOT_TUNABLE, *span, message);
        return None;
    }
    value.tune(&tune);
    Some(value)
}

fn list(mut inside: Tokens, span: SourceSpan, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Value> {
    let mut members = Vec::new();
    let mut sound = true;
    while !inside.is_empty() {
        match value(&mut inside, diagnostics) {
            Some(member) => members.push(member),
            None => {
                sound = false;
                inside.skip_until(|rest| rest.peek_mark(','));
            }
        }
        if inside.take_mark(',').is_none() && !inside.is_empty() {
            inside.expected("`,` or `]`", diagnostics);
            return None;
        }
    }
    let unit = unit(None, tokens, diagnostics)?;
    sound.then_some(Value::List { members, unit, span })
}

fn number(
    minus: Option<SourceSpan>,
    literal: &Word,
    tokens: &mut Tokens,
    diagnostics: &mut Diagnostics,
) -> Option<Number> {
    let Some((digits, suffix)) = split_literal(&literal.text) else {
        let message = format!("expected a number, found {}", literal.text);
        diagnostics
            .error(&catalogue::SYNTAX, literal.span, message)
            .label("expected a number");
        return None;
    };
    let suffix = (!suffix.is_empty()).then(|| Word {
        text: suffix.to_owned(),
        span: literal.span,
    });
    let unit = unit(suffix, tokens, diagnostics)?;
    let value = if minus.is_some() { -digits } else { digits };
    Some(Number {
        value,
        unit,
        tune: None,
        instead_of: None,
        span: minus.unwrap_or(literal.span).to(literal.span),
    })
}

/// Digits and suffix of a literal: `350kg` is 350 and `kg`, `1e3N` is 1000 and `N`. None if it is not a decimal number.
fn split_literal(text: &str) -> Option<(f64, &str)> {
    let digits_from = |from: usize| {
        let rest = &text.as_bytes()[from..];
        from + rest
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || **byte == b'_')
            .count()
    };
    let byte = |at: usize| text.as_bytes().get(at).copied().unwrap_or_default();
    let mut end = digits_from(usize::from(text.starts_with('-')));
    if byte(end) == b'.' {
        end = digits_from(end + 1);
    }
    if matches!(byte(end), b'e' | b'E') {
        let exponent = end + 1 + usize::from(matches!(byte(end + 1), b'+' | b'-'));
        if byte(exponent).is_ascii_digit() {
            end = digits_from(exponent);
        }
    }
    let (digits, suffix) = text.split_at(end);
    Some((digits.replace('_', "").parse().ok()?, suffix))
}

/// The unit that follows a number or a list, if there is a unit; the outer `None` means that a mistake was reported.
///
/// `unit = factor (("*" | "/") factor)*`, `factor = name ("^" "-"? integer)?`. The first name may directly follow the
/// number, without a blank.
pub(super) fn unit(suffix: Option<Word>, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Option<Unit>> {
    let Some(first) = suffix.or_else(|| unit_name(tokens)) else {
        return Some(None);
    };
    let mut unit = Unit {
        text: String::new(),
        factor: 1.0,
        dimension: Scale::ONE.dimension,
        span: first.span,
    };
    factor(&mut unit, first, 1, tokens, diagnostics)?;
    loop {
        let (mark, sign) = if tokens.take_mark('*').is_some() {
            ('*', 1)
        } else if tokens.take_mark('/').is_some() {
            ('/', -1)
        } else {
            return Some(Some(unit));
        };
        unit.text.push(mark);
        let next = tokens.word(&format!("a unit after `{mark}`"), diagnostics)?;
        factor(&mut unit, next, sign, tokens, diagnostics)?;
    }
}

/// The next word if it can be a unit: not the start of the next item or attribute.
fn unit_name(tokens: &mut Tokens) -> Option<Word> {
    let word = tokens.peek_word()?;
    let begins_something = is_keyword(&word.text) || tokens.after().peek_mark(':');
    if begins_something { None } else { tokens.take_word() }
}

/// Multiplies `unit` by `name ^ (sign * exponent)`.
fn factor(unit: &mut Unit, name: Word, sign: i8, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<()> {
    let known = units::lookup(&name.text);
    if known.is_none() {
        let problem = diagnostics.error(
            &catalogue::UNKNOWN_UNIT,
            name.span,
            format!("there is no unit `{}`", name.text),
        );
        if let Some(help) = units::foreign(&name.text) {
            problem.help(help.to_owned());
        } else if let Some((first, second)) = product(&name.text) {
            problem.help(format!("did you mean `{first}*{second}`?"));
        } else if let Some(near) = suggest::nearest(&name.text, units::names()) {
            problem.help(format!("did you mean `{near}`?"));
        }
    }
    unit.text.push_str(&name.text);
    unit.span = unit.span.to(name.span);
    let exponent = if tokens.take_mark('^').is_some() {
        exponent(unit, tokens, diagnostics)?
    } else {
        1
    };
    let so_far = Scale {
        factor: unit.factor,
        dimension: unit.dimension,
    };
    let Some(product) = so_far.times(known?, sign * exponent) else {
        let message = format!("the exponents of `{}` are too large", unit.text);
        diagnostics.error(&catalogue::UNIT_EXPONENT, unit.span, message);
        return None;
    };
    (unit.factor, unit.dimension) = (product.factor, product.dimension);
    Some(())
}

/// Two units written without an operator between them: `Nm`, `kgm`.
fn product(text: &str) -> Option<(&str, &str)> {
    text.char_indices()
        .map(|(at, _)| text.split_at(at))
        .find(|(first, second)| [first, second].into_iter().all(|unit| units::lookup(unit).is_some()))
}

/// An integer from -9 to 9 after `^`.
fn exponent(unit: &mut Unit, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<i8> {
    let minus = tokens.take_mark('-').is_some();
    let place = tokens.span();
    let digit = tokens
        .take_literal()
        .and_then(|literal| literal.text.parse::<i8>().ok());
    let Some(digit) = digit.filter(|digit| (0..=9).contains(digit)) else {
        let message = "a unit's exponent is a whole number from -9 to 9";
        diagnostics.error(&catalogue::UNIT_EXPONENT, place, message);
        return None;
    };
    let exponent = if minus { -digit } else { digit };
    unit.text.push_str(&format!("^{exponent}"));
    unit.span = unit.span.to(place);
    Some(exponent)
}
