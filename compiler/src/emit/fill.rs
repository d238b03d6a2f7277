//! Fills the lines of formatted text. Statements that the formatter has broken into many short lines are joined as far
//! as the width allows. Statements that only move a number are put together in one line.

/// Longest line, in characters.
const WIDTH: usize = 120;

/// The text with fewer lines and equal tokens.
pub fn fill(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut filled: Vec<String> = Vec::with_capacity(lines.len());
    let mut next = 0;
    while next < lines.len() {
        let last = last_of(&lines[next..]).map_or(next, |length| next + length);
        if let Some(comment) = comment(lines[next]) {
            filled.push(comment);
        } else if last > next {
            wrap(&lines[next..=last], &mut filled);
        } else {
            filled.push(lines[next].to_owned());
        }
        next = last + 1;
    }
    let mut text = packed(filled).join("\n");
    text.push('\n');
    text
}

/// The comment that a string literal used as a statement represents; `None` for other lines.
fn comment(line: &str) -> Option<String> {
    let text = line.trim_start().strip_prefix("\"// ")?.strip_suffix("\";")?;
    Some(format!("{}// {text}", " ".repeat(indentation(line))))
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a line is empty, a comment or an attribute, or begins a raw string. Such lines stay as they are.
fn stays(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with("//") || line.starts_with('#') || line.contains("r#\"")
}

/// Number of the following lines that continue the first line without opening a block; `None` if the first line is
/// complete.
fn last_of(lines: &[&str]) -> Option<usize> {
    let first = lines[0];
    let own = indentation(first);
    if stays(first) || first.ends_with(';') || first.ends_with('{') || first.ends_with('}') {
        return None;
    }
    for (length, line) in lines.iter().enumerate().skip(1) {
        if stays(line) || indentation(line) < own {
            return None;
        }
        let closes = line.trim_start().starts_with([')', ']', '}']);
        if indentation(line) == own {
            // The closing bracket of the first line ends it, but a `{` that opens a block does not.
            let is_end = line.ends_with([';', ',', '{', ')', ']', '}']);
            return (closes && is_end).then_some(length);
        }
        if line.ends_with(';') {
            return Some(length);
        }
        if line.ends_with('{') || line.ends_with("=>") {
            return None;
        }
        let ends = lines.get(length + 1).is_none_or(|next| indentation(next) < own);
        if ends {
            return Some(length);
        }
    }
    None
}

/// Joins the lines of one statement or signature and breaks them at the width, after commas and before operators.
fn wrap(lines: &[&str], filled: &mut Vec<String>) {
    let own = indentation(lines[0]);
    let mut whole = lines[0].trim_start().to_owned();
    for line in &lines[1..] {
        let line = line.trim_start();
        let opens = whole.ends_with(['(', '[']) || line.starts_with('.');
        if line.starts_with([')', ']']) && whole.ends_with(',') {
            whole.pop();
        }
        if !opens && !line.starts_with([')', ']', '?']) {
            whole.push(' ');
        }
        whole += line;
    }
    let mut indent = own;
    let mut rest = whole.as_str();
    while indent + rest.chars().count() > WIDTH {
        let Some(at) = break_of(rest, WIDTH - indent) else {
            break;
        };
        filled.push(format!("{}{}", " ".repeat(indent), rest[..at].trim_end()));
        rest = rest[at..].trim_start();
        indent = own + 4;
    }
    filled.push(format!("{}{rest}", " ".repeat(indent)));
}

/// Position at which a line that is too long is broken. In the second half of a line, breaks inside few brackets are
/// preferred, then breaks at sums over breaks at products, then late breaks. If there is none in the second half, the
/// latest place is taken.
fn break_of(line: &str, width: usize) -> Option<usize> {
    let mut best: Option<((usize, bool), usize)> = None;
    let mut latest = None;
    let (mut in_text, mut before, mut depth) = (false, ' ', 0_usize);
    for (columns, (at, letter)) in line.char_indices().enumerate() {
        in_text ^= letter == '"' && before != '\\';
        match letter {
            '(' | '[' | '{' if !in_text => depth += 1,
            ')' | ']' | '}' if !in_text => depth = depth.saturating_sub(1),
            // A bracket of a type, not a comparison.
            '<' if !in_text && before.is_alphanumeric() => depth += 1,
            '>' if !in_text && before.is_alphanumeric() => depth = depth.saturating_sub(1),
            ' ' if !in_text => {
                let rest = &line[at + 1..];
                let begins = |signs: [&str; 2]| signs.iter().any(|sign| rest.starts_with(sign));
                let is_product = begins(["* ", "/ "]);
                if before == ',' || before == '=' || is_product || begins(["+ ", "- "]) {
                    if columns > width {
                        return best.map(|(_, at)| at).or(latest).or(Some(at));
                    }
                    let rank = (depth, is_product);
                    if columns > width / 2 && best.is_none_or(|(other, _)| rank <= other) {
                        best = Some((rank, at));
                    }
                    latest = Some(at);
                }
            }
            _ => {}
        }
        before = letter;
    }
    best.map(|(_, at)| at).or(latest)
}

/// Whether a line is a complete statement that moves a number without computing anything.
fn moves(line: &str) -> bool {
    let Some(statement) = line.trim_start().strip_suffix(';') else {
        return false;
    };
    let Some((to, from)) = statement.split_once(" = ") else {
        return false;
    };
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_.-".contains(c));
    let is_place = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_.[]:".contains(c));
    let load =
        to.strip_prefix("let ").is_some_and(is_name) && from.starts_with('x') && from.ends_with(']') && is_place(from);
    load || is_place(to) && (is_name(from) || is_place(from))
}

/// Puts neighbouring statements that move numbers into common lines.
fn packed(lines: Vec<String>) -> Vec<String> {
    let mut packed: Vec<String> = Vec::with_capacity(lines.len());
    let mut was_move = false;
    for line in lines {
        let is_move = moves(&line);
        if let Some(last) = packed.last_mut().filter(|_| is_move && was_move) {
            let fits = last.chars().count() + 1 + line.trim_start().chars().count() <= WIDTH;
            if fits && indentation(last) == indentation(&line) {
                last.push(' ');
                last.push_str(line.trim_start());
                continue;
            }
        }
        packed.push(line);
        was_move = is_move;
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_filled() {
        let text = "fn f(\n    &mut self,\n    x: f64,\n) -> f64 {\n    let a = [\n        1.0,\n        2.0,\n    ];\n    \
                    let b = a[0]\n        + a[1];\n    if b {\n        1.0\n    }\n}\n";
        let filled = "fn f(&mut self, x: f64) -> f64 {\n    let a = [1.0, 2.0];\n    let b = a[0] + a[1];\n    \
                      if b {\n        1.0\n    }\n}\n";
        assert_eq!(fill(text), filled);
    }

    #[test]
    fn moves_share_a_line() {
        let text = "    x1[0] = a;\n    self.rate.q[1] = b;\n    let c = a + b;\n    self.rate.q[2] = c;\n";
        let filled = "    x1[0] = a; self.rate.q[1] = b;\n    let c = a + b;\n    self.rate.q[2] = c;\n";
        assert_eq!(fill(text), filled);
    }
}
