//! Texts with `${expressions}` and `$(commands)` in them, in pieces.

/// A piece of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    /// What stands as it is.
    Plain(&'t str),
    /// `${...}`, without the brackets.
    Expression(&'t str),
    /// `$(...)`, without the brackets.
    Command(&'t str),
}

/// The pieces of a text, or where a bracket is not closed. `$${` stands for `${`.
pub(crate) fn pieces(text: &str) -> Result<Vec<Piece<'_>>, &str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(dollar) = rest.find('$') else {
            pieces.push(Piece::Plain(rest));
            break;
        };
        let (plain, from) = rest.split_at(dollar);
        if !plain.is_empty() {
            pieces.push(Piece::Plain(plain));
        }
        let dollars = from.len() - from.trim_start_matches('$').len();
        let opening = from[dollars..].chars().next().filter(|c| ['{', '('].contains(c));
        rest = match opening {
            // one dollar of several is taken away, and the bracket means nothing
            Some(_) if dollars > 1 => {
                pieces.push(Piece::Plain(&from[1..=dollars]));
                &from[dollars + 1..]
            }
            Some(opening) => {
                let inside = &from[2..];
                let end = closing(inside, opening).ok_or(from)?;
                pieces.push(match opening {
                    '{' => Piece::Expression(&inside[..end]),
                    _ => Piece::Command(&inside[..end]),
                });
                &inside[end + 1..]
            }
            None => {
                pieces.push(Piece::Plain(&from[..dollars]));
                &from[dollars..]
            }
        };
    }
    Ok(pieces)
}

/// Where the bracket closes that was opened before a text: brackets and quotes inside belong
/// together.
fn closing(text: &str, opening: char) -> Option<usize> {
    let end = if opening == '{' { '}' } else { ')' };
    let mut depth = 0usize;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, c) if c == opening => depth += 1,
            (None, c) if c == end && depth == 0 => return Some(at),
            (None, c) if c == end => depth -= 1,
            _ => {}
        }
    }
    // an apostrophe that is no quote
    text.find(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_commands_and_dollars() {
        use Piece::{Command, Expression, Plain};
        let cases = [
            ("a${x}b", vec![Plain("a"), Expression("x"), Plain("b")]),
            ("$(arg n)_${'}'}", vec![Command("arg n"), Plain("_"), Expression("'}'")]),
            ("$${x}", vec![Plain("${"), Plain("x}")]),
            ("$$${x}", vec![Plain("$${"), Plain("x}")]),
            ("5$ $", vec![Plain("5"), Plain("$"), Plain(" "), Plain("$")]),
            ("${ {'a': 1}['a'] }", vec![Expression(" {'a': 1}['a'] ")]),
            ("$(eval (1+2)*3)", vec![Command("eval (1+2)*3")]),
        ];
        for (text, expected) in cases {
            assert_eq!(pieces(text), Ok(expected), "{text}");
        }
        assert!(pieces("a ${x").is_err());
    }
}
