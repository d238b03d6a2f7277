//! SVG text: a tree of elements that escapes its content.

use std::fmt::{self, Display, Write};

/// An element with its attributes and content.
#[derive(Clone, Debug)]
pub struct Element {
    tag: &'static str,
    attributes: Vec<(&'static str, String)>,
    inside: Vec<Inside>,
}

#[derive(Clone, Debug)]
enum Inside {
    Element(Element),
    Text(String),
}

impl Element {
    /// An empty element.
    pub fn new(tag: &'static str) -> Self {
        Element {
            tag,
            attributes: Vec::new(),
            inside: Vec::new(),
        }
    }

    /// Adds an attribute.
    pub fn set(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Adds an attribute with a length [px], rounded to a tenth.
    pub fn at(self, name: &'static str, length: f64) -> Self {
        self.set(name, px(length))
    }

    /// Adds a child element.
    pub fn with(mut self, child: Element) -> Self {
        self.inside.push(Inside::Element(child));
        self
    }

    /// Adds child elements.
    pub fn with_all(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.inside.extend(children.into_iter().map(Inside::Element));
        self
    }

    /// Adds text.
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.inside.push(Inside::Text(text.into()));
        self
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        write!(f, "{:depth$}<{}", "", self.tag)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{}\"", Escaped(value))?;
        }
        if self.inside.is_empty() {
            return f.write_str("/>\n");
        }
        f.write_char('>')?;
        // White space is significant inside text, so child elements get separate lines only if there is no text.
        let own_lines = !self.inside.iter().any(|inside| matches!(inside, Inside::Text(_)));
        if own_lines {
            f.write_char('\n')?;
        }
        for inside in &self.inside {
            match inside {
                Inside::Element(element) => element.write(f, depth + 1)?,
                Inside::Text(text) => write!(f, "{}", Escaped(text))?,
            }
        }
        if own_lines {
            write!(f, "{:depth$}", "")?;
        }
        writeln!(f, "</{}>", self.tag)
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

/// A length rounded to a tenth of a pixel, without trailing zeros.
pub fn px(length: f64) -> String {
    let tenths = (length * 10.0).round() / 10.0;
    // Adding zero turns -0 into 0.
    format!("{}", tenths + 0.0)
}

/// XML 1.0, section 2.4: markup characters in text and in quoted attributes.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_names_is_escaped() {
        let element = Element::new("text").set("id", "a\"b").text("x < y & z > \"w\"");
        assert_eq!(
            element.to_string(),
            "<text id=\"a&quot;b\">x &lt; y &amp; z &gt; &quot;w&quot;</text>\n"
        );
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!(
            [px(12.0), px(0.25), px(-0.04), px(1.0 / 3.0)],
            ["12", "0.3", "0", "0.3"]
        );
    }
}
