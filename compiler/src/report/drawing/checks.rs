//! Checks for the text of any drawing.

use super::Rectangle;
use super::style::width;

/// Checks that tags open and close in pairs, attributes are quoted, and ampersands begin entities.
pub fn check_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, after) = part.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!after.contains('>'), "{after}");
        for entity in tag.split('&').skip(1).chain(after.split('&').skip(1)) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;"].iter().any(|e| entity.starts_with(e)),
                "{entity}"
            );
        }
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or(tag));
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Checks that a part with this full name, alone or followed by its kind, occurs once.
pub fn check_named_once(text: &str, name: &str) {
    let begins = format!("<title>{name}");
    let whole = |rest: &str| rest.starts_with("</") || rest.starts_with(": ");
    let found = text
        .match_indices(&begins)
        .filter(|(at, _)| whole(&text[at + begins.len()..]));
    assert_eq!(found.count(), 1, "{name}");
}

/// Rectangles with that class in the text of a drawing.
pub fn rectangles(text: &str, class: &str) -> Vec<Rectangle> {
    let of_class = |line: &&str| line.contains("<rect ") && line.contains(&format!("class=\"{class}\""));
    let rectangle = |line: &str| Rectangle {
        left: number(line, "x"),
        top: number(line, "y"),
        width: number(line, "width"),
        height: number(line, "height"),
    };
    text.lines().filter(of_class).map(rectangle).collect()
}

fn attribute<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, after) = line.split_once(&format!(" {key}=\""))?;
    after.split('"').next()
}

fn number(line: &str, key: &str) -> f64 {
    let found = attribute(line, key).and_then(|n| n.parse().ok());
    found.unwrap_or_else(|| panic!("no number `{key}`: {line}"))
}

fn apart(a: &Rectangle, b: &Rectangle) -> bool {
    a.right() <= b.left || b.right() <= a.left || a.bottom() <= b.top || b.bottom() <= a.top
}

/// Checks that no two rectangles overlap.
pub fn check_apart(rectangles: &[Rectangle]) {
    for (i, a) in rectangles.iter().enumerate() {
        let over = rectangles[..i].iter().find(|b| !apart(a, b));
        assert_eq!(over, None, "lies on {a:?}");
    }
}

/// Checks that no text overlaps another text, or extends beyond the page, or beyond the body or label on which the
/// middle of the text lies.
pub fn check_texts(text: &str) {
    let texts: Vec<Rectangle> = text.lines().filter_map(written).collect();
    check_apart(&texts);
    let page = text.lines().next().expect("a drawing has lines");
    let page = Rectangle {
        left: 0.0,
        top: 0.0,
        width: number(page, "width"),
        height: number(page, "height"),
    };
    let boxes = [vec![page], rectangles(text, "bar"), rectangles(text, "plate")].concat();
    for text in &texts {
        let (x, y) = text.middle();
        let on =
            |around: &&Rectangle| (around.left < x && x < around.right()) && (around.top < y && y < around.bottom());
        for around in boxes.iter().filter(on) {
            let inside = around.left <= text.left && text.right() <= around.right();
            assert!(
                inside && around.top <= text.top && text.bottom() <= around.bottom(),
                "{text:?} in {around:?}"
            );
        }
    }
}

/// Extent of a text, by the font sizes of the style sheet. Rotated text reads upward.
fn written(line: &str) -> Option<Rectangle> {
    let (_, element) = line.split_once("<text")?;
    let (tag, rest) = element.split_once('>')?;
    let size = match attribute(tag, "class") {
        Some("title") => 22.0,
        Some("subtitle" | "group" | "body") => 14.0,
        Some("tag") => 11.0,
        _ => 12.0,
    };
    let starts = matches!(attribute(tag, "class"), Some("title" | "subtitle" | "legend"));
    let style = attribute(tag, "style").unwrap_or("");
    let length = width(rest.split('<').next()?, size);
    let before = match (starts || style.contains("anchor: start"), style.contains("anchor: end")) {
        (true, _) => 0.0,
        (_, true) => length,
        _ => length / 2.0,
    };
    let (x, y) = (number(tag, "x"), number(tag, "y"));
    Some(match attribute(tag, "transform") {
        Some(_) => Rectangle {
            left: x - size / 2.0,
            top: y - (length - before),
            width: size,
            height: length,
        },
        None => Rectangle {
            left: x - before,
            top: y - size / 2.0,
            width: length,
            height: size,
        },
    })
}
