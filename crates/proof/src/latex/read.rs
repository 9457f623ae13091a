//! From pieces to printed mathematics.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::ink::{Ink, InkKind, Operator};
use super::scripts::{attached, dotted, scripted};
use super::token::{Token, TokenKind, length_behind_break, spelled, tokens};

/// How deep braces, brackets and environments may stand in one another.
const DEEPEST: usize = 100;

/// Reads pieces one after the other.
pub(crate) struct Reader<'t> {
    pub(super) tokens: &'t [Token],
    pub(super) at: usize,
    depth: usize,
}

/// Where a row of mathematics ends.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Until<'e> {
    End,
    /// `}`
    Brace,
    /// A closing bracket.
    Bracket(char),
    /// `\right`
    Right,
    /// `&`, `\\` or the end of this environment.
    Cell(&'e str),
}

/// The name with which a text begins and ends, as in a notation.
pub(crate) fn read_name(text: &str) -> Result<Vec<Ink>, Diagnostic> {
    Reader::new(&tokens(text, 0..text.len())?).all()
}

impl<'t> Reader<'t> {
    pub(crate) fn new(tokens: &'t [Token]) -> Self {
        Self { tokens, at: 0, depth: 0 }
    }

    /// All of it.
    pub(crate) fn all(mut self) -> Result<Vec<Ink>, Diagnostic> {
        self.row(Until::End)
    }

    pub(super) fn peek(&self) -> Option<&'t TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    /// Where the next piece stands; the end of the text when there is none.
    pub(super) fn place(&self) -> Range<usize> {
        let last = self.tokens.last().map_or(0..0, |token| token.span.clone());
        self.tokens.get(self.at).map_or(last, |token| token.span.clone())
    }

    pub(super) fn next(&mut self) -> Option<&'t Token> {
        let token = self.tokens.get(self.at);
        self.at += usize::from(token.is_some());
        token
    }

    pub(super) fn skip(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(&TokenKind::Mark(mark));
        self.at += usize::from(found);
        found
    }

    pub(super) fn problem(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("latex", message)
            .at(self.place())
            .hint("the equation is left out; check its braces, brackets and environments")
    }

    pub(super) fn deeper<R>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<R, Diagnostic>,
    ) -> Result<R, Diagnostic> {
        if self.depth == DEEPEST {
            return Err(self.problem("brackets are nested too deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A row up to its end, which is taken, but for that of a cell.
    pub(super) fn row(&mut self, until: Until<'_>) -> Result<Vec<Ink>, Diagnostic> {
        let start = self.place();
        let (inks, over) = self.row_to_over(until)?;
        if !over {
            return Ok(inks);
        }
        // {1 \over 2}
        let below = self.deeper(|reader| reader.row(until))?;
        let span = start.start..self.end_before().max(start.end);
        Ok(vec![Ink::new(InkKind::Fraction(inks, below), span)])
    }

    /// A row up to its end, or to an `\over` in it.
    fn row_to_over(&mut self, until: Until<'_>) -> Result<(Vec<Ink>, bool), Diagnostic> {
        let mut inks: Vec<Ink> = Vec::new();
        let mut broken = false;
        loop {
            if broken && self.repeats_sign(inks.last())? {
                inks.pop();
            }
            broken = false;
            let start = self.place();
            let Some(kind) = self.peek() else {
                return match until {
                    Until::End => Ok((attached(inks), false)),
                    Until::Brace => Err(self.problem("a brace `{` is not closed")),
                    Until::Bracket(open) => {
                        Err(self.problem(format!("a bracket `{open}` is not closed")))
                    }
                    Until::Right => Err(self.problem("a `\\left` has no `\\right`")),
                    Until::Cell(name) => {
                        Err(self.problem(format!("`\\begin{{{name}}}` has no end")))
                    }
                };
            };
            match kind {
                TokenKind::Mark('}') if until == Until::Brace => {
                    self.at += 1;
                    return Ok((attached(inks), false));
                }
                TokenKind::Mark(close @ (')' | ']' | '|')) if closes(until, *close) => {
                    self.at += 1;
                    return Ok((attached(inks), false));
                }
                TokenKind::Mark('&') if matches!(until, Until::Cell(_)) => {
                    return Ok((attached(inks), false));
                }
                TokenKind::Mark('&') => {
                    self.at += 1;
                    if until == Until::End {
                        inks.push(Ink::new(InkKind::Tab, start));
                    }
                    continue;
                }
                TokenKind::Command(name) if name == "over" => {
                    self.at += 1;
                    return Ok((attached(inks), true));
                }
                TokenKind::Command(name) if name == "right" && until == Until::Right => {
                    self.at += 1;
                    self.next();
                    return Ok((attached(inks), false));
                }
                TokenKind::Command(name)
                    if matches!(until, Until::Cell(_))
                        && matches!(name.as_str(), "\\" | "end" | "cr" | "tabularnewline") =>
                {
                    return Ok((attached(inks), false));
                }
                // a line that is broken inside brackets
                TokenKind::Command(name) if name == "\\" => {
                    self.at += 1;
                    self.skip_length();
                    self.skip_indent();
                    broken = true;
                    continue;
                }
                TokenKind::Mark(mark @ ('^' | '_')) => {
                    self.at += 1;
                    let script = self.argument()?;
                    scripted(&mut inks, *mark == '^', script, start);
                    continue;
                }
                TokenKind::Mark('\'') => {
                    self.at += 1;
                    dotted(&mut inks);
                    continue;
                }
                _ => {}
            }
            if let Some(ink) = self.deeper(Self::one)? {
                inks.push(ink);
            }
        }
    }

    /// Whether the next piece repeats, behind a break, the sign before it.
    fn repeats_sign(&self, last: Option<&Ink>) -> Result<bool, Diagnostic> {
        let next = match self.peek() {
            Some(TokenKind::Mark('+')) => Operator::Plus,
            Some(TokenKind::Mark('-')) => Operator::Minus,
            _ => return Ok(false),
        };
        match last {
            Some(last) if last.is(next) => Ok(true),
            Some(last) if last.is_sign() => {
                Err(self.problem("the sign at the end of a line is not that of the next line"))
            }
            _ => Ok(false),
        }
    }

    /// One thing, or nothing where the piece only steers the printing.
    fn one(&mut self) -> Result<Option<Ink>, Diagnostic> {
        let Some(token) = self.next() else { return Ok(None) };
        let span = token.span.clone();
        let ink = |kind| Ok(Some(Ink::new(kind, span.clone())));
        match &token.kind {
            TokenKind::Letter(letter) => ink(InkKind::Letter(letter.to_string())),
            TokenKind::Number(digits) => ink(InkKind::Number(digits.clone())),
            TokenKind::Argument(_) => ink(InkKind::Unknown("#".to_owned())),
            TokenKind::Mark(mark) => self.mark(*mark, span),
            TokenKind::Command(name) => self.command(name, span),
        }
    }

    fn mark(&mut self, mark: char, span: Range<usize>) -> Result<Option<Ink>, Diagnostic> {
        let kind = match mark {
            '+' => InkKind::Operator(Operator::Plus),
            '-' => InkKind::Operator(Operator::Minus),
            // =: defines what stands behind it
            '=' => {
                self.skip(':');
                InkKind::Operator(Operator::Equal)
            }
            '/' => InkKind::Operator(Operator::Over),
            // := defines
            ':' if self.peek() == Some(&TokenKind::Mark('=')) => {
                self.at += 1;
                InkKind::Operator(Operator::Equal)
            }
            ',' => InkKind::Operator(Operator::Comma),
            ';' => InkKind::Operator(Operator::Semicolon),
            '.' => InkKind::Operator(Operator::Stop),
            '*' => InkKind::Letter("*".to_owned()),
            '~' => InkKind::Space,
            '{' => InkKind::Group(self.row(Until::Brace)?),
            // a rule between the columns of a matrix, drawn as a cell of its own
            '|' if self.ends_cell() => return Ok(None),
            '(' | '[' | '|' => {
                let inside = self.row(Until::Bracket(mark))?;
                let span = span.start..self.end_before();
                return Ok(Some(Ink::new(InkKind::Fenced { open: mark, inside }, span)));
            }
            '}' | ')' | ']' => {
                self.at -= 1;
                return Err(self.problem(format!("`{mark}` closes nothing")));
            }
            other => InkKind::Unknown(other.to_string()),
        };
        let span = span.start..self.end_before().max(span.end);
        Ok(Some(Ink::new(kind, span)))
    }

    /// Whether the cell of a matrix ends here.
    fn ends_cell(&self) -> bool {
        match self.peek() {
            Some(TokenKind::Mark('&')) => true,
            Some(TokenKind::Command(name)) => name == "\\" || name == "end",
            _ => false,
        }
    }

    /// What stands between here and a later piece, as a row of its own.
    pub(super) fn part(&self, end: usize) -> Result<Vec<Ink>, Diagnostic> {
        let mut inner = Reader { tokens: &self.tokens[self.at..end], at: 0, ..*self };
        inner.row(Until::End)
    }

    /// Where the piece before the next ends.
    pub(super) fn end_before(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |token| token.span.end)
    }

    /// What a command or a script is applied to: a group or a single piece.
    pub(super) fn argument(&mut self) -> Result<Vec<Ink>, Diagnostic> {
        if self.skip('{') {
            return self.deeper(|reader| reader.row(Until::Brace));
        }
        if let Some(TokenKind::Number(digits)) = self.peek()
            && digits.len() > 1
        {
            // x^12 is printed as x^1 2, and hardly meant so
            return Err(self.problem(format!("`{digits}` needs braces around it")));
        }
        let found = self.deeper(Self::one)?;
        found.map(|ink| vec![ink]).ok_or_else(|| self.problem("an argument is missing"))
    }

    /// The letters in the braces that follow.
    pub(super) fn word(&mut self) -> Result<String, Diagnostic> {
        if !self.skip('{') {
            return Err(self.problem("a `{` is missing"));
        }
        let start = self.at;
        let mut open = 1usize;
        while let Some(token) = self.next() {
            match token.kind {
                TokenKind::Mark('{') => open += 1,
                TokenKind::Mark('}') => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Ok(spelled(&self.tokens[start..self.at - 1]));
            }
        }
        Err(self.problem("a brace `{` is not closed"))
    }

    /// Tabs and spaces with which a line begins: they part nothing.
    fn skip_indent(&mut self) {
        let is_indent = |kind: &TokenKind| match kind {
            TokenKind::Mark(mark) => matches!(mark, '&' | '~'),
            TokenKind::Command(name) => {
                matches!(name.as_str(), "quad" | "qquad" | " " | ";" | "," | ":")
            }
            _ => false,
        };
        while self.peek().is_some_and(is_indent) {
            self.at += 1;
        }
    }

    /// `*[2pt]` after `\\`.
    pub(super) fn skip_length(&mut self) {
        self.at += length_behind_break(&self.tokens[self.at..]);
    }
}

fn closes(until: Until<'_>, close: char) -> bool {
    matches!(
        (until, close),
        (Until::Bracket('('), ')') | (Until::Bracket('['), ']') | (Until::Bracket('|'), '|')
    )
}
