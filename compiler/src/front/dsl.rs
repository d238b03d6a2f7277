//! The grammar of `vehicle! { .. }`, read from tokens.
//!
//! Every function returns the part of the tree that it read, or `None` after it has reported a mistake. Its caller then
//! skips to the next comma or item and continues, so that all mistakes are found in one pass.

use super::keywords::{is_keyword, keywords};
use super::language;
use super::origin::Origin;
use super::suggest;
use super::syntax::{Attribute, Element, Form, Item, Path, Reach, Tune, Value, Vehicle, Word};
use super::text::SourceText;
use super::tokens::{self, Tokens};
use super::value;
use crate::diag::{Diagnostics, SourceId, catalogue};
use proc_macro2::{Delimiter, TokenStream};

/// Reads the tokens inside `vehicle! { .. }`.
pub fn parse_tokens(stream: TokenStream) -> Result<Vehicle, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let vehicle = tokens::read(stream, Origin::Tokens, &mut diagnostics, vehicle);
    finished(vehicle, diagnostics)
}

/// Reads the content of `vehicle! { .. }` from a text.
pub fn parse_text(text: &str) -> Result<Vehicle, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let vehicle = vehicle_in(SourceText::new(SourceId::MAIN, text), &mut diagnostics);
    finished(vehicle, diagnostics)
}

/// Reads a value that stands in no declaration, such as a default of the language; `None` if the text is not a value.
pub(crate) fn value_in(text: &str) -> Option<Value> {
    let mut diagnostics = Diagnostics::default();
    SourceText::new(SourceId::MAIN, text).read(&mut diagnostics, value::value)
}

/// Reads a value that stands in no declaration.
///
/// # Errors
/// If the text is no value, or something stands behind it.
pub(crate) fn value_alone(text: &str) -> Result<Value, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let value = SourceText::new(SourceId::MAIN, text).read(&mut diagnostics, value::value);
    finished(value, diagnostics)
}

/// Reads the declaration in a text; `None` after a report.
pub(super) fn vehicle_in(text: SourceText, diagnostics: &mut Diagnostics) -> Option<Vehicle> {
    text.read(diagnostics, vehicle)
}

/// Reads the items of an included text: everything that may stand inside a vehicle's braces.
pub(super) fn items_in(text: SourceText, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let items = text.read(diagnostics, |tokens, diagnostics| {
        let inside = *tokens;
        tokens.skip_until(Tokens::is_empty);
        Some(items(inside, Within::Declaration, diagnostics))
    });
    items.unwrap_or_default()
}

/// Returns the declaration if there are no diagnostics.
pub(super) fn finished<T>(read: Option<T>, diagnostics: Diagnostics) -> Result<T, Diagnostics> {
    match read {
        Some(read) => diagnostics.finish(read),
        None => Err(diagnostics),
    }
}

fn vehicle(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Vehicle> {
    let doc = documentation(tokens, diagnostics);
    let public = tokens.peek_word().is_some_and(|word| word.text == "pub");
    if public {
        tokens.skip();
    }
    let name = tokens.word("the vehicle's name", diagnostics);
    if name.is_none() {
        tokens.skip_until(|rest| rest.peek_group(Delimiter::Brace));
        if tokens.is_empty() {
            return None;
        }
    }
    let inside = tokens.group(Delimiter::Brace, diagnostics)?;
    let items = items(inside, Within::Declaration, diagnostics);
    Some(Vehicle {
        doc,
        public,
        name: name?,
        items,
    })
}

/// Lines of `/// ..`, which reach a macro as `#[doc = ".."]`. Any other attribute is reported.
fn documentation(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(hash) = tokens.take_mark('#') {
        let inside = tokens.take_group(Delimiter::Bracket);
        match inside.and_then(|(inside, _)| documentation_line(inside)) {
            Some(line) => lines.push(line),
            None => {
                let message = "only documentation (`/// ..`) may stand here, no other attribute";
                diagnostics.error(&catalogue::SYNTAX, hash, message);
            }
        }
    }
    lines
}

fn documentation_line(mut inside: Tokens) -> Option<String> {
    inside.take_word().filter(|word| word.text == "doc")?;
    inside.take_mark('=')?;
    let literal = inside.take_literal()?;
    Some(syn::parse_str::<syn::LitStr>(&literal.text).ok()?.value())
}

/// The surroundings of an item.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Within {
    /// A vehicle, group or subsystem, in which parts are declared.
    Declaration,
    /// A place, in which existing parts are named: their kind may be left out, and their name may contain dots.
    Place,
}

fn items(mut tokens: Tokens, within: Within, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let mut items = Vec::new();
    while !tokens.is_empty() {
        documentation(&mut tokens, diagnostics);
        if tokens.is_empty() {
            break;
        }
        let keyword = tokens.peek_word().map(|word| word.text).unwrap_or_default();
        match item(&mut tokens, within, diagnostics) {
            Some(item) => items.push(item),
            None => pass_over(&keyword, &mut tokens, diagnostics),
        }
        tokens.take_mark(',');
    }
    items
}

/// Skips to the next item after a mistake: behind the braces of the faulty item, or to a word that begins an item. The
/// content of the braces is read to find the mistakes in it.
fn pass_over(keyword: &str, tokens: &mut Tokens, diagnostics: &mut Diagnostics) {
    while !tokens.is_empty() && !begins_item(tokens) {
        let Some((inside, _)) = tokens.take_group(Delimiter::Brace) else {
            tokens.skip();
            continue;
        };
        match keyword {
            "place" => drop(items(inside, Within::Place, diagnostics)),
            "mirror" | "subsystem" => drop(items(inside, Within::Declaration, diagnostics)),
            other if language::part(other).is_some() => drop(attributes(inside, diagnostics)),
            _ => {}
        }
        return;
    }
}

/// Whether the next word begins an item.
fn begins_item(tokens: &Tokens) -> bool {
    tokens.peek_word().is_some_and(|word| is_keyword(&word.text))
}

fn item(tokens: &mut Tokens, within: Within, diagnostics: &mut Diagnostics) -> Option<Item> {
    let Some(keyword) = tokens.take_word() else {
        tokens.expected("an item such as `body`, `joint` or `points`", diagnostics);
        tokens.skip();
        return None;
    };
    if tokens.peek_mark(':') {
        return attribute_after(keyword, tokens, diagnostics).map(Item::Setting);
    }
    match keyword.text.as_str() {
        "points" => {
            let inside = tokens.group(Delimiter::Brace, diagnostics)?;
            Some(Item::Points(attributes_called(within, inside, diagnostics)))
        }
        "mirror" => mirror(tokens, diagnostics),
        "subsystem" => subsystem(tokens, diagnostics),
        "place" => place(tokens, diagnostics),
        "include" => tokens
            .string("the path of a file in quotes", diagnostics)
            .map(Item::Include),
        "tune" => {
            if !tokens.is_once(&keyword, diagnostics) {
                return None;
            }
            let mut item = item(tokens, within, diagnostics)?;
            if let Item::Include(path) = &item {
                let message = "an included file is not tuned from outside";
                diagnostics
                    .error(&catalogue::NOT_TUNABLE, path.span, message)
                    .help("write `tune` in the file, or `tune: all` for the whole vehicle");
            }
            item.tune(&Tune {
                name: None,
                reach: Reach::Item,
                span: keyword.span,
            });
            Some(item)
        }
        "gravity" => {
            tokens.expected("`:`", diagnostics);
            None
        }
        other if language::part(other).is_some() => element(keyword, tokens, within, diagnostics).map(Item::Element),
        other => {
            let problem = diagnostics.error(
                &catalogue::UNKNOWN_KEYWORD,
                keyword.span,
                format!("`{other}` begins no item"),
            );
            problem.help = suggest::advice(other, &keywords().collect::<Vec<_>>());
            None
        }
    }
}

/// `mirror front_left as front_right { .. }`
fn mirror(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Item> {
    let group = tokens.word("the name of the group", diagnostics)?;
    particle("as", "the name of the mirror image", tokens, diagnostics)?;
    let image = tokens.word("the name of the mirror image", diagnostics)?;
    let items = items(
        tokens.group(Delimiter::Brace, diagnostics)?,
        Within::Declaration,
        diagnostics,
    );
    Some(Item::Mirror { group, image, items })
}

/// `subsystem DoubleWishbone(chassis, rack) { .. }`
fn subsystem(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Item> {
    let name = tokens.word("the name of the subsystem", diagnostics)?;
    let inside = tokens.group(Delimiter::Parenthesis, diagnostics)?;
    let formals = listed(inside, diagnostics, |inside, diagnostics| {
        inside.word("the name of a body", diagnostics)
    })?;
    let items = items(
        tokens.group(Delimiter::Brace, diagnostics)?,
        Within::Declaration,
        diagnostics,
    );
    Some(Item::Subsystem { name, formals, items })
}

/// `place DoubleWishbone(chassis, rack) as front_left mirrored front_right { .. }`
fn place(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Item> {
    let subsystem = tokens.word("the name of a subsystem", diagnostics)?;
    let arguments = names(tokens.group(Delimiter::Parenthesis, diagnostics)?, diagnostics)?;
    particle("as", "the name of the group", tokens, diagnostics)?;
    let group = tokens.word("the name of the group", diagnostics)?;
    let image = match tokens.peek_word() {
        Some(word) if word.text == "mirrored" => {
            tokens.skip();
            Some(tokens.word("the name of the mirror image", diagnostics)?)
        }
        _ => None,
    };
    let items = match tokens.take_group(Delimiter::Brace) {
        Some((inside, _)) => items(inside, Within::Place, diagnostics),
        None if is_between_items(tokens) => Vec::new(),
        None => {
            tokens.expected("`mirrored`, `{` or the next item", diagnostics);
            return None;
        }
    };
    Some(Item::Place {
        subsystem,
        arguments,
        group,
        image,
        items,
    })
}

/// Reads the word `word` inside an item; for a report, `next` describes what has to follow the word.
fn particle(word: &str, next: &str, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<()> {
    if tokens.peek_word().is_none_or(|found| found.text != word) {
        tokens.expected(&format!("`{word}` and {next}"), diagnostics);
        return None;
    }
    tokens.skip();
    Some(())
}

/// Whether an item may end here.
fn is_between_items(tokens: &Tokens) -> bool {
    tokens.is_empty() || begins_item(tokens) || tokens.peek_mark(',') || tokens.peek_mark('#')
}

/// `chassis { .. }`, `heave: prismatic(ground, chassis) { .. }`
fn element(keyword: Word, tokens: &mut Tokens, within: Within, diagnostics: &mut Diagnostics) -> Option<Element> {
    let name = name(
        within,
        &format!("the name of the {}", keyword.text),
        tokens,
        diagnostics,
    )?;
    let may_lack_form = within == Within::Place && !tokens.peek_mark(':');
    let form = if keyword.text == "body" || may_lack_form {
        None
    } else {
        tokens.mark(':', diagnostics)?;
        Some(form(tokens, diagnostics)?)
    };
    let attributes = match tokens.take_group(Delimiter::Brace) {
        Some((inside, _)) => attributes(inside, diagnostics),
        None if is_between_items(tokens) => Vec::new(),
        None => {
            let problem = tokens.expected("`{` or the next item", diagnostics);
            if tokens.peek_mark(':') && keyword.text == "body" {
                problem.help(format!("a body has no kind: write `body {} {{ .. }}`", name.text));
            }
            return None;
        }
    };
    Some(Element {
        keyword,
        name,
        form,
        attributes,
    })
}

/// Reads a name: `lower_arm`; in a place also `strut.piston`.
pub(super) fn name(within: Within, what: &str, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Word> {
    match within {
        Within::Declaration => tokens.word(what, diagnostics),
        Within::Place => {
            let Path { text, span } = tokens.path(what, diagnostics)?;
            Some(Word { text, span })
        }
    }
}

/// `revolute(chassis, lower_arm)`
pub(super) fn form(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Form> {
    let kind = tokens.word("a kind such as `revolute`", diagnostics)?;
    let arguments = names(tokens.group(Delimiter::Parenthesis, diagnostics)?, diagnostics)?;
    Some(Form { kind, arguments })
}

/// `chassis, front_left.lower_arm`
fn names(inside: Tokens, diagnostics: &mut Diagnostics) -> Option<Vec<Path>> {
    listed(inside, diagnostics, |inside, diagnostics| {
        inside.path("a name", diagnostics)
    })
}

/// Reads members with commas between them.
fn listed<T>(
    mut inside: Tokens,
    diagnostics: &mut Diagnostics,
    member: impl Fn(&mut Tokens, &mut Diagnostics) -> Option<T>,
) -> Option<Vec<T>> {
    let mut members = Vec::new();
    while !inside.is_empty() {
        members.push(member(&mut inside, diagnostics)?);
        if !inside.is_empty() {
            inside.mark(',', diagnostics)?;
        }
    }
    Some(members)
}

/// `key: value, key: value`
pub(super) fn attributes(tokens: Tokens, diagnostics: &mut Diagnostics) -> Vec<Attribute> {
    attributes_called(Within::Declaration, tokens, diagnostics)
}

fn attributes_called(within: Within, mut tokens: Tokens, diagnostics: &mut Diagnostics) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    while !tokens.is_empty() {
        documentation(&mut tokens, diagnostics);
        match attribute(within, &mut tokens, diagnostics) {
            Some(attribute) => attributes.push(attribute),
            None => tokens.skip_until(|rest| rest.peek_mark(',')),
        }
        if tokens.is_empty() || tokens.take_mark(',').is_some() {
            continue;
        }
        missing_comma(&mut tokens, diagnostics);
    }
    attributes
}

/// Reports a missing comma, and continues at the next attribute if an attribute follows directly, else after the next
/// comma.
fn missing_comma(tokens: &mut Tokens, diagnostics: &mut Diagnostics) {
    let problem = tokens.expected("`,`", diagnostics);
    if tokens.peek_mark('.') {
        problem.help("units are multiplied by `*`: `N*m`");
    } else if ['+', '-', '*', '/'].into_iter().any(|mark| tokens.peek_mark(mark)) {
        problem.help("nothing is calculated here: write the result");
    }
    if tokens.peek_word().is_none() || !tokens.after().peek_mark(':') {
        tokens.skip_until(|rest| rest.peek_mark(','));
        tokens.take_mark(',');
    }
}

fn attribute(within: Within, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Attribute> {
    let key = name(within, "a name and a colon", tokens, diagnostics)?;
    attribute_after(key, tokens, diagnostics)
}

fn attribute_after(key: Word, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Attribute> {
    tokens.mark(':', diagnostics)?;
    Some(Attribute {
        key,
        value: value::value(tokens, diagnostics)?,
    })
}
