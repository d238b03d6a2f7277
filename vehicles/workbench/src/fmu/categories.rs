//! Categories of the messages to the importing tool.

/// Name and meaning of each category. The names come from FMI 2.0.4, section 2.2.4.
pub const CATEGORIES: [(&str, &str); 3] = [
    ("logStatusWarning", "What works otherwise than it may be expected"),
    ("logStatusDiscard", "Steps that are refused"),
    ("logStatusError", "Calls that are refused, and defects of the library"),
];
