//! Julia without Julia: our functions use so little of the language that every line can be matched.

/// Keywords of Julia, and literals that are written as words.
const KEYWORDS: &str = "baremodule begin break catch const continue do else elseif end export false \
    finally for function global if import in isa let local macro module quote return struct true try \
    using where while";

/// Fails where a line is none of those that a function is made of.
pub fn check(text: &str) {
    let mut lines = text.lines();
    let mut line =
        || lines.by_ref().find(|line| !line.is_empty() && !line.starts_with("# ") && *line != "#");
    let head = line().unwrap();
    let (name, arguments) = head
        .strip_prefix("function ")
        .and_then(|it| it.strip_suffix(')'))
        .unwrap()
        .split_once('(')
        .unwrap();
    assert!(is_name(name) && arguments.split(", ").all(is_name), "{head}");
    loop {
        let statement = line().unwrap();
        if statement == "    return [" {
            break;
        }
        let (name, value) =
            statement.trim_start().split_once(" = ").unwrap_or_else(|| panic!("{statement}"));
        assert!(is_name(name) && is_expression(value), "{statement}");
    }
    loop {
        let entry = line().unwrap().trim_start();
        if entry == "]" {
            break;
        }
        assert!(entry.strip_suffix(',').is_some_and(is_operand), "{entry}");
    }
    assert_eq!((line(), line()), (Some("end"), None));
}

fn is_name(word: &str) -> bool {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(letters)
        && !KEYWORDS.split_whitespace().any(|keyword| keyword == word)
}

fn is_operand(text: &str) -> bool {
    let bare = text.strip_prefix('-').unwrap_or(text);
    is_name(bare) || bare.parse::<f64>().is_ok_and(f64::is_finite)
}

/// An operand, two with a sign between, an entry of an argument, or a function of an operand.
fn is_expression(text: &str) -> bool {
    let call =
        |open: char, close: char| text.strip_suffix(close).and_then(|it| it.split_once(open));
    match text.split(' ').collect::<Vec<_>>()[..] {
        [a, "+" | "-" | "*" | "/", b] => is_operand(a) && is_operand(b),
        [_] => {
            let entry =
                call('[', ']').is_some_and(|(a, b)| is_name(a) && b.parse::<usize>().is_ok());
            let value = call('(', ')').is_some_and(|(a, b)| is_name(a) && is_operand(b));
            entry || value || is_operand(text)
        }
        _ => false,
    }
}
