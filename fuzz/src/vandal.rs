//! Changes a declaration so that most of it stays sound. So the declaration is still read, and most of its analysis
//! runs.

/// Numbers at the limits: zero, changed signs, ends of ranges, and numbers that are nearly equal or vectors that are
/// nearly parallel.
const NUMBERS: [&str; 16] = [
    "0", "-0.0", "1", "-1", "1e-300", "1e300", "1e308", "1e-12", "1e-9", "1e9", "0.5", "90", "180", "1e400", "3.14159",
    "1000000",
];

/// Words of the language, and some that are not.
const WORDS: [&str; 44] = [
    "ground",
    "body",
    "joint",
    "link",
    "spring",
    "bushing",
    "friction",
    "roll_bar",
    "torsion",
    "wheel",
    "mirror",
    "subsystem",
    "place",
    "mirrored",
    "as",
    "points",
    "output",
    "revolute",
    "prismatic",
    "spherical",
    "universal",
    "fixed",
    "free",
    "distance",
    "between",
    "on",
    "table",
    "drive",
    "axis",
    "axes",
    "at",
    "through",
    "from",
    "to",
    "mass",
    "inertia",
    "redundant: accept,",
    "base: ground,",
    "tree: cut",
    "tree: keep",
    "x",
    "mm",
    "deg",
    "nobody",
];

/// The text with one to three changes, determined by the seed.
pub fn damaged(text: &str, seed: u64) -> String {
    let mut dice = Dice(seed ^ 0x9e37_79b9_7f4a_7c15);
    let changes = 1 + dice.below(3);
    (0..changes).fold(text.to_owned(), |text, _| change(&text, &mut dice))
}

fn change(text: &str, dice: &mut Dice) -> String {
    let by_lines = dice.below(4) == 0;
    let mut parts = if by_lines {
        text.split_inclusive('\n').collect()
    } else {
        tokens(text)
    };
    if parts.is_empty() {
        return WORDS[dice.below(WORDS.len())].to_owned();
    }
    let (at, other) = (dice.below(parts.len()), dice.below(parts.len()));
    match dice.below(6) {
        0 => _ = parts.remove(at),
        1 => parts.insert(other, parts[at]),
        2 => parts.swap(at, other),
        3 => parts[at] = parts[other],
        4 if !by_lines => parts[at] = WORDS[dice.below(WORDS.len())],
        _ => {
            let parts: Vec<&str> = tokens(text);
            return with_another_number(parts, dice);
        }
    }
    parts.concat()
}

fn with_another_number(mut tokens: Vec<&str>, dice: &mut Dice) -> String {
    let is_number = |token: &str| token.starts_with(|c: char| c.is_ascii_digit());
    let numbers: Vec<usize> = (0..tokens.len()).filter(|&at| is_number(tokens[at])).collect();
    if !numbers.is_empty() {
        let at = numbers[dice.below(numbers.len())];
        // A different number of the same text makes points and axes coincide.
        tokens[at] = match dice.below(2) {
            0 => NUMBERS[dice.below(NUMBERS.len())],
            _ => tokens[numbers[dice.below(numbers.len())]],
        };
    }
    tokens.concat()
}

/// Words with their digits, and every other character as a token.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(word.max(if word == 0 { first.len_utf8() } else { 0 }));
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Pseudo-random numbers by a linear congruence, of which the high digits are better.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}
