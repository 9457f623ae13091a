//! Texts of a robot's file in comments of generated code. Whoever wrote the file chose them, so this is
//! the one way by which they get there.

/// How many characters of a text a comment shows at the most.
const LONGEST: usize = 400;

/// Pairs of characters that open, close or change something in a language, some of them also inside
/// of a comment.
const MARKS: [[char; 2]; 11] = [
    ['*', '/'],
    ['/', '*'],
    ['%', '{'],
    ['%', '}'],
    ['#', '{'],
    ['#', '}'],
    ['#', '='],
    ['=', '#'],
    ['#', '|'],
    ['|', '#'],
    ['?', '?'],
];

/// A text as one line of printable ASCII that means nothing to a compiler: other characters are written
/// as their number, `<U+00B5>`, marks are pulled apart by a space, and what is too long is cut.
pub(super) fn plain(text: &str) -> String {
    let mut line = String::new();
    let mut last = ' ';
    for (count, letter) in text.chars().enumerate() {
        if count == LONGEST {
            line += " ...";
            break;
        }
        if MARKS.contains(&[last, letter]) {
            line.push(' ');
        }
        match letter {
            '\n' | '\r' | '\t' => line.push(' '),
            // at the end of a line it would join the next one to it
            '\\' => line += "<U+005C>",
            ' '..='~' => line.push(letter),
            other => line += &format!("<U+{:04X}>", u32::from(other)),
        }
        last = letter;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_text_stays_one_line_of_printable_ascii() {
        assert_eq!(plain("arm no. 3 (left), 50 %"), "arm no. 3 (left), 50 %");
        assert_eq!(plain("a */ b /* c ??/"), "a * / b / * c ? ?/");
        assert_eq!(plain("/*/"), "/ * /");
        assert_eq!(plain("a\r\nb\\"), "a  b<U+005C>");
        assert_eq!(
            plain("\u{b5}m \u{202e}\0\u{85}\u{1f600}"),
            "<U+00B5>m <U+202E><U+0000><U+0085><U+1F600>"
        );
        assert_eq!(plain(&"x".repeat(10_000)), "x".repeat(400) + " ...");
    }
}
