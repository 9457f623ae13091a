//! Characters that are written as `&name;`.

use std::ops::Range;

use crate::mapped::Mapped;

const GREEK: [&str; 25] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigmaf", "sigma", "tau", "upsilon", "phi",
    "chi", "psi", "omega",
];

const NAMED: [(&str, &str); 22] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("minus", "\u{2212}"),
    ("times", "\u{d7}"),
    ("middot", "\u{b7}"),
    ("sdot", "\u{22c5}"),
    ("deg", "\u{b0}"),
    ("prime", "\u{2032}"),
    ("Prime", "\u{2033}"),
    ("dot", "\u{2d9}"),
    ("DoubleDot", "\u{a8}"),
    ("it", ""),
    ("InvisibleTimes", ""),
    ("af", ""),
    ("ApplyFunction", ""),
    ("thinsp", " "),
    ("ensp", " "),
    ("ndash", "\u{2013}"),
];

/// Copies a part of a page with its characters decoded; backticks, which mark code in Markdown, are left
/// out.
pub(super) fn write_decoded(mapped: &mut Mapped, file: usize, text: &str, range: Range<usize>) {
    let mut at = range.start;
    while let Some(found) = text[at..range.end].find(['&', '`']).map(|found| at + found) {
        mapped.copy(file, at..found);
        let rest = &text[found..range.end];
        match decoded(rest) {
            Some((character, length)) => {
                mapped.write(&character, file, found);
                at = found + length;
            }
            // an ampersand that is meant as one
            None if rest.starts_with('&') => {
                mapped.copy(file, found..found + 1);
                at = found + 1;
            }
            None => at = found + 1,
        }
    }
    mapped.copy(file, at..range.end);
}

/// The characters of a part of a page.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(found) = rest.find('&') {
        out.push_str(&rest[..found]);
        rest = &rest[found..];
        let (character, length) = decoded(rest).unwrap_or_else(|| ("&".to_owned(), 1));
        out.push_str(&character);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// The character with which a text begins as `&name;`, and how long that is.
fn decoded(text: &str) -> Option<(String, usize)> {
    let near = &text[..text.floor_char_boundary(text.len().min(32))];
    let (name, _) = near.strip_prefix('&')?.split_once(';')?;
    let length = name.len() + 2;
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
            None => number.parse().ok()?,
        };
        return Some((char::from_u32(code)?.to_string(), length));
    }
    if let Some((_, character)) = NAMED.iter().find(|(known, _)| *known == name) {
        return Some(((*character).to_owned(), length));
    }
    let small = name.to_lowercase();
    let index = GREEK.iter().position(|known| *known == small)? as u32;
    let first = if name == small { 0x3b1 } else { 0x391 };
    Some((char::from_u32(first + index)?.to_string(), length))
}
