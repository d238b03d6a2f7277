//! The grammar of `vehicle! { .. }`, read from tokens.
//!
//! Every function returns what it read, or none after it has reported why not; its caller then passes over tokens to
//! the next comma or item and goes on, so that one reading finds all mistakes.

use super::suggest;
use super::syntax::{Attribute, Element, Form, Item, Vehicle, Word};
use super::tokens::{self, Tokens};
use super::value;
use crate::diag::{Diagnostics, catalogue};
use proc_macro2::{Delimiter, Span, TokenStream};
use syn::buffer::TokenBuffer;

/// Words that begin an item. None of them is a unit: a unit may be the last word before an item.
pub(super) const KEYWORDS: &[&str] = &[
    "points", "body", "joint", "link", "spring", "wheel", "output", "mirror", "gravity",
];

/// Those that begin a named part.
const ELEMENTS: &[&str] = &["body", "joint", "link", "spring", "wheel", "output"];

/// Reads the tokens inside `vehicle! { .. }`.
pub fn parse_tokens(stream: TokenStream) -> Result<Vehicle, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    if let Some(place) = tokens::too_deep(&stream) {
        diagnostics.error(&catalogue::SYNTAX, place, "brackets are nested too deeply");
        return Err(diagnostics);
    }
    // What is missing at the end is reported at the last token, the nearest place there is.
    let end = stream
        .clone()
        .into_iter()
        .last()
        .map_or_else(Span::call_site, |last| last.span());
    let buffer = TokenBuffer::new2(stream);
    let mut tokens = Tokens::new(buffer.begin(), end);
    match vehicle(&mut tokens, &mut diagnostics) {
        Some(vehicle) => diagnostics.finish(vehicle),
        None => Err(diagnostics),
    }
}

/// Reads the same from text: what stands *inside* `vehicle! { .. }`.
pub fn parse_text(text: &str) -> Result<Vehicle, Diagnostics> {
    text.parse().map_err(unreadable).and_then(parse_tokens)
}

/// Text that does not even fall into tokens.
fn unreadable(error: proc_macro2::LexError) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    diagnostics
        .error(
            &catalogue::SYNTAX,
            error.span().into(),
            "the text cannot be cut into words, numbers and brackets",
        )
        .label("here")
        .help("look for a bracket without its partner, an open quote or a character of another alphabet");
    diagnostics
}

fn vehicle(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Vehicle> {
    let doc = documentation(tokens, diagnostics);
    let public = tokens.peek_word().is_some_and(|word| word.text == "pub");
    if public {
        tokens.skip();
    }
    let name = tokens.word("the vehicle's name", diagnostics)?;
    let inside = tokens.group(Delimiter::Brace, diagnostics)?;
    let items = items(inside, diagnostics);
    if !tokens.is_empty() {
        tokens.expected("nothing after the vehicle", diagnostics);
    }
    Some(Vehicle {
        doc,
        public,
        name,
        items,
    })
}

/// Lines of `/// ..`, which reach a macro as `#[doc = ".."]`; no other attribute means anything here.
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

fn items(mut tokens: Tokens, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let mut items = Vec::new();
    while !tokens.is_empty() {
        documentation(&mut tokens, diagnostics);
        if tokens.is_empty() {
            break;
        }
        match item(&mut tokens, diagnostics) {
            Some(item) => items.push(item),
            None => tokens.skip_until(begins_item),
        }
        tokens.take_mark(',');
    }
    items
}

/// Where reading goes on after a mistake.
fn begins_item(tokens: &Tokens) -> bool {
    tokens
        .peek_word()
        .is_some_and(|word| KEYWORDS.contains(&word.text.as_str()))
}

fn item(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Item> {
    let Some(keyword) = tokens.take_word() else {
        tokens.expected("an item such as `body`, `joint` or `points`", diagnostics);
        tokens.skip();
        return None;
    };
    if tokens.peek_mark(':') {
        return attribute_after(keyword, tokens, diagnostics).map(Item::Setting);
    }
    match keyword.text.as_str() {
        "points" => Some(Item::Points(attributes(
            tokens.group(Delimiter::Brace, diagnostics)?,
            diagnostics,
        ))),
        "mirror" => mirror(tokens, diagnostics),
        "gravity" => {
            tokens.expected("`:`", diagnostics);
            None
        }
        other if ELEMENTS.contains(&other) => element(keyword, tokens, diagnostics).map(Item::Element),
        other => {
            let problem = diagnostics.error(
                &catalogue::UNKNOWN_KEYWORD,
                keyword.span,
                format!("`{other}` begins no item"),
            );
            problem.help = suggest::advice(other, KEYWORDS);
            None
        }
    }
}

/// `mirror front_left as front_right { .. }`
fn mirror(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Item> {
    let group = tokens.word("the name of the group", diagnostics)?;
    if tokens.peek_word().is_none_or(|word| word.text != "as") {
        tokens.expected("`as` and the name of the mirror image", diagnostics);
        return None;
    }
    tokens.skip();
    let image = tokens.word("the name of the mirror image", diagnostics)?;
    let items = items(tokens.group(Delimiter::Brace, diagnostics)?, diagnostics);
    Some(Item::Mirror { group, image, items })
}

/// `chassis { .. }`, `heave: prismatic(ground, chassis) { .. }`
fn element(keyword: Word, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Element> {
    let name = tokens.word(&format!("the name of the {}", keyword.text), diagnostics)?;
    let form = if keyword.text == "body" {
        None
    } else {
        tokens.mark(':', diagnostics)?;
        Some(form(tokens, diagnostics)?)
    };
    let attributes = match tokens.take_group(Delimiter::Brace) {
        Some((inside, _)) => attributes(inside, diagnostics),
        None if tokens.is_empty() || begins_item(tokens) || tokens.peek_mark(',') || tokens.peek_mark('#') => {
            Vec::new()
        }
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

/// `revolute(chassis, lower_arm)`
fn form(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Form> {
    let kind = tokens.word("a kind such as `revolute`", diagnostics)?;
    let mut inside = tokens.group(Delimiter::Parenthesis, diagnostics)?;
    let mut arguments = Vec::new();
    while !inside.is_empty() {
        arguments.push(inside.path("a name", diagnostics)?);
        if !inside.is_empty() {
            inside.mark(',', diagnostics)?;
        }
    }
    Some(Form { kind, arguments })
}

/// `key: value, key: value`
pub(super) fn attributes(mut tokens: Tokens, diagnostics: &mut Diagnostics) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    while !tokens.is_empty() {
        documentation(&mut tokens, diagnostics);
        match attribute(&mut tokens, diagnostics) {
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

/// Goes on at once where the next attribute follows, else after the next comma.
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

fn attribute(tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Attribute> {
    let key = tokens.word("a name and a colon", diagnostics)?;
    attribute_after(key, tokens, diagnostics)
}

fn attribute_after(key: Word, tokens: &mut Tokens, diagnostics: &mut Diagnostics) -> Option<Attribute> {
    tokens.mark(':', diagnostics)?;
    Some(Attribute {
        key,
        value: value::value(tokens, diagnostics)?,
    })
}
