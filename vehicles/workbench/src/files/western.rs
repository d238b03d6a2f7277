//! Tables in Windows-1252, which older programs write. Latin-1 is a part of it.

/// Letters of the bytes 0x80 to 0x9f, by the table of the Unicode consortium. Five of them have no meaning, and are not
/// changed.
const LETTERS: &str = "\
    \u{20ac}\u{81}\u{201a}\u{192}\u{201e}\u{2026}\u{2020}\u{2021}\
    \u{2c6}\u{2030}\u{160}\u{2039}\u{152}\u{8d}\u{17d}\u{8f}\
    \u{90}\u{2018}\u{2019}\u{201c}\u{201d}\u{2022}\u{2013}\u{2014}\
    \u{2dc}\u{2122}\u{161}\u{203a}\u{153}\u{9d}\u{17e}\u{178}";

/// The text of bytes in Windows-1252; `None` if the bytes contain control codes and so are not text.
pub(super) fn text(bytes: &[u8]) -> Option<String> {
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=31 | 127);
    if bytes.iter().any(is_control) {
        return None;
    }
    let letter = |byte: &u8| match byte {
        0x80..=0x9f => LETTERS.chars().nth(usize::from(byte - 0x80)),
        byte => Some(char::from(*byte)),
    };
    bytes.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn letters_of_western_europe_are_read() {
        let found = text(b"\xc4nderung \x80 5 \x96 \xb0/s\r\n\x9f").expect("a text");
        assert_eq!(found, "\u{c4}nderung \u{20ac} 5 \u{2013} \u{b0}/s\r\n\u{178}");
        assert_eq!(text(b"PK\x03\x04"), None);
        assert_eq!(super::LETTERS.chars().count(), 32);
    }
}
