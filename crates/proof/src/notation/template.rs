//! Meanings with letters in them, `l{i}` and `Q[i]`: puts values in place of the letters, and finds the values from a
//! text.

use crate::name::Bindings;

/// Puts what letters stand for in the place of `{i}` and its like.
pub(super) fn filled(meaning: &str, bindings: &Bindings) -> String {
    bindings.iter().fold(meaning.to_owned(), |text, (letter, value)| {
        text.replace(&format!("{{{letter}}}"), value)
    })
}

/// Puts what letters stand for in the place of the words i, j, alpha, beta in an index, behind an
/// `@` and in a component.
pub(super) fn filled_words(meaning: &str, bindings: &Bindings) -> String {
    let head = meaning.find(['[', '@', '.', '#', '|']).unwrap_or(meaning.len());
    let mut out = meaning[..head].to_owned();
    let mut word = String::new();
    let mut letters = meaning[head..].chars().chain(['\0']).peekable();
    while let Some(c) = letters.next() {
        // in the name of a frame, tip_i-j, they are no words of their own; i - 1 is
        let joins = c == '_' || c == '-' && letters.peek().is_some_and(|next| next.is_alphabetic());
        if c.is_alphanumeric() || joins {
            word.push(c);
            continue;
        }
        match bindings.get(word.as_str()) {
            Some(value) => out.push_str(value),
            None => out.push_str(&word),
        }
        word.clear();
        if c != '\0' {
            out.push(c);
        }
    }
    out
}

/// What the letters of a meaning stand for, so that it becomes a text.
pub(super) fn bound_by(meaning: &str, text: &str) -> Option<Bindings> {
    const LETTERS: [&str; 4] = ["i", "j", "alpha", "beta"];
    let mut bindings = Bindings::new();
    let (mut meaning, mut text) = (meaning, text);
    while let Some(open) = meaning.find('{') {
        text = text.strip_prefix(&meaning[..open])?;
        let close = open + meaning[open..].find('}')?;
        let letter = LETTERS.into_iter().find(|letter| *letter == &meaning[open + 1..close])?;
        let length = match letter {
            "i" | "j" => text.bytes().take_while(u8::is_ascii_digit).count(),
            _ => usize::from(text.starts_with(['x', 'y', 'z'])),
        };
        let value = text.get(..length).filter(|value| !value.is_empty())?;
        if bindings.insert(letter, value.to_owned()).is_some_and(|before| before != value) {
            return None;
        }
        text = &text[length..];
        meaning = &meaning[close + 1..];
    }
    (text == meaning).then_some(bindings)
}
