//! From pieces to printed mathematics.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::ink::{Accent, Ink, InkKind, Operator, Script};
use super::scripts::{accented, attached, dotted, scripted, unwrapped};
use super::token::{Token, TokenKind, tokens};

/// How deep braces, brackets and environments may stand in one another.
const DEEPEST: usize = 100;

/// Reads pieces one after the other.
pub(crate) struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

/// Where a row of mathematics ends.
#[derive(Clone, Copy, PartialEq)]
enum Until<'e> {
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
    let tokens = tokens(text, 0..text.len(), false);
    Reader::new(text, &tokens).all()
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str, tokens: &'t [Token]) -> Self {
        Self { text, tokens, at: 0, depth: 0 }
    }

    /// All of it.
    pub(crate) fn all(mut self) -> Result<Vec<Ink>, Diagnostic> {
        self.row(Until::End)
    }

    fn peek(&self) -> Option<&'t TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    /// Where the next piece stands; the end of the text when there is none.
    fn place(&self) -> Range<usize> {
        let last = self.tokens.last().map_or(0..0, |token| token.span.clone());
        self.tokens.get(self.at).map_or(last, |token| token.span.clone())
    }

    fn next(&mut self) -> Option<&'t Token> {
        let token = self.tokens.get(self.at);
        self.at += usize::from(token.is_some());
        token
    }

    fn skip(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(&TokenKind::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn problem(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("latex", message)
            .at(self.place())
            .hint("the equation is left out; check its braces, brackets and environments")
    }

    fn deeper<R>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<R, Diagnostic>,
    ) -> Result<R, Diagnostic> {
        if self.depth == DEEPEST {
            return Err(self.problem("brackets stand too deep in one another"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A row up to its end, which is taken, but for that of a cell.
    fn row(&mut self, until: Until<'_>) -> Result<Vec<Ink>, Diagnostic> {
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
                    Until::End => Ok(attached(inks)),
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
                    return Ok(attached(inks));
                }
                TokenKind::Mark(close @ (')' | ']' | '|')) if closes(until, *close) => {
                    self.at += 1;
                    return Ok(attached(inks));
                }
                TokenKind::Mark('&') => {
                    if matches!(until, Until::Cell(_)) {
                        return Ok(attached(inks));
                    }
                    self.at += 1;
                    continue;
                }
                TokenKind::Command(name) if name == "right" && until == Until::Right => {
                    self.at += 1;
                    self.next();
                    return Ok(attached(inks));
                }
                TokenKind::Command(name)
                    if matches!(until, Until::Cell(_))
                        && matches!(name.as_str(), "\\" | "end" | "cr" | "tabularnewline") =>
                {
                    return Ok(attached(inks));
                }
                // a line that is broken inside brackets
                TokenKind::Command(name) if name == "\\" => {
                    self.at += 1;
                    self.skip('*');
                    self.skip_length();
                    while self.skip('&') {}
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
            '=' => InkKind::Operator(Operator::Equal),
            '/' => InkKind::Operator(Operator::Over),
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

    /// Where the piece before the next ends.
    fn end_before(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |token| token.span.end)
    }

    /// What a command or a script is applied to: a group or a single piece.
    fn argument(&mut self) -> Result<Vec<Ink>, Diagnostic> {
        if self.skip('{') {
            return self.deeper(|reader| reader.row(Until::Brace));
        }
        let found = self.deeper(Self::one)?;
        found.map(|ink| vec![ink]).ok_or_else(|| self.problem("an argument is missing"))
    }

    /// The letters in the braces that follow.
    fn word(&mut self) -> Result<String, Diagnostic> {
        if !self.skip('{') {
            return Err(self.problem("a `{` is missing"));
        }
        let start = self.place().start;
        let mut open = 1usize;
        while let Some(token) = self.next() {
            match token.kind {
                TokenKind::Mark('{') => open += 1,
                TokenKind::Mark('}') => open -= 1,
                _ => {}
            }
            if open == 0 {
                let word = self.text.get(start..token.span.start).unwrap_or_default();
                return Ok(word.trim().to_owned());
            }
        }
        Err(self.problem("a brace `{` is not closed"))
    }

    fn command(&mut self, name: &str, span: Range<usize>) -> Result<Option<Ink>, Diagnostic> {
        let kind = match name {
            "cdot" | "ast" | "cdotp" | "bullet" => InkKind::Operator(Operator::Times),
            "times" => InkKind::Operator(Operator::Cross),
            "quad" | "qquad" | " " | ";" | "enspace" | "enskip" => InkKind::Space,
            "sin" | "cos" | "tan" | "sgn" | "sign" => InkKind::Function(name.to_owned()),
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                InkKind::Fraction(self.argument()?, self.argument()?)
            }
            "sqrt" => InkKind::Root(self.argument()?),
            "dot" => self.accent(Accent::Dots(1))?,
            "ddot" => self.accent(Accent::Dots(2))?,
            "dddot" => self.accent(Accent::Dots(3))?,
            "ddddot" => self.accent(Accent::Dots(4))?,
            "bar" | "overline" | "vec" | "overrightarrow" => self.accent(Accent::Bar)?,
            "hat" | "widehat" => self.accent(Accent::Hat)?,
            "tilde" | "widetilde" => self.accent(Accent::Tilde)?,
            // how letters look says nothing about what they are
            "mathbf" | "mathrm" | "mathit" | "mathsf" | "mathcal" | "mathbb" | "mathnormal"
            | "boldsymbol" | "bm" | "pmb" | "underline" | "boxed" | "mathord" | "mathop"
            | "underbrace" | "overbrace" | "phantom" | "vphantom" | "hphantom" => {
                let inside = self.argument()?;
                match name {
                    "phantom" | "vphantom" | "hphantom" => return Ok(None),
                    _ => InkKind::Group(inside),
                }
            }
            "text" | "textrm" | "textit" | "textbf" | "mbox" | "hbox" | "textnormal" => {
                InkKind::Text(self.word()?)
            }
            "operatorname" => {
                self.skip('*');
                InkKind::Function(self.word()?)
            }
            "prescript" => {
                let (sup, sub) = (self.argument()?, self.argument()?);
                let base = Ink::new(InkKind::Group(self.argument()?), span.clone());
                let script = Script {
                    before_sub: sub,
                    before_sup: sup,
                    base: unwrapped(base),
                    sub: Vec::new(),
                    sup: Vec::new(),
                };
                InkKind::Script(Box::new(script))
            }
            "left" => return self.fenced(span).map(Some),
            "bigl" | "Bigl" | "biggl" | "Biggl" | "big" | "Big" | "bigg" | "Bigg" | "bigr"
            | "Bigr" | "biggr" | "Biggr" => return Ok(None),
            "begin" => {
                let environment = self.word()?;
                return self.environment(&environment, span).map(Some);
            }
            "lbrack" => return self.mark('[', span),
            "{" | "lbrace" => {
                let inside = self.row_to_brace()?;
                InkKind::Fenced { open: '{', inside }
            }
            "end" | "right" | "}" | "rbrace" => {
                self.at -= 1;
                return Err(self.problem(format!("`\\{name}` closes nothing")));
            }
            "label" | "tag" | "eqno" | "ref" | "hspace" | "vspace" | "color" | "mathcolor"
            | "raisebox" | "kern" | "cline" => {
                self.skip('*');
                if self.peek() == Some(&TokenKind::Mark('{')) {
                    self.word()?;
                }
                return Ok(None);
            }
            "," | "!" | ":" | "/" | "-" | "hline" | "nonumber" | "notag" | "displaystyle"
            | "textstyle" | "scriptstyle" | "limits" | "nolimits" | "relax" | "hfill" | "hfil"
            | "newline" | "allowbreak" | "noindent" | "centering" | "small" | "footnotesize"
            | "normalsize" | "large" | "bf" | "rm" | "it" | "mid" => {
                return Ok(None);
            }
            "vert" | "lvert" | "rvert" => return self.mark('|', span),
            "sum" | "int" | "prod" | "partial" | "begingroup" | "cases" | "ldots" | "dots"
            | "cdots" | "vdots" | "infty" | "leq" | "geq" | "neq" | "approx" | "pm" | "mp"
            | "Rightarrow" | "to" | "in" | "forall" | "div" => {
                InkKind::Unknown(format!("\\{name}"))
            }
            _ => InkKind::Letter(format!("\\{name}")),
        };
        let span = span.start..self.end_before().max(span.end);
        Ok(Some(Ink::new(kind, span)))
    }

    /// What stands between `\{` and `\}`.
    fn row_to_brace(&mut self) -> Result<Vec<Ink>, Diagnostic> {
        let mut open = 1;
        let mut end = self.at;
        while let Some(token) = self.tokens.get(end) {
            match &token.kind {
                TokenKind::Command(name) if name == "{" || name == "lbrace" => open += 1,
                TokenKind::Command(name) if name == "}" || name == "rbrace" => open -= 1,
                _ => {}
            }
            if open == 0 {
                let mut inner = Reader { tokens: &self.tokens[self.at..end], at: 0, ..*self };
                let inks = inner.row(Until::End)?;
                self.at = end + 1;
                return Ok(inks);
            }
            end += 1;
        }
        Err(self.problem("a `\\{` is not closed"))
    }

    fn accent(&mut self, accent: Accent) -> Result<InkKind, Diagnostic> {
        let start = self.place();
        let inside = unwrapped(Ink::new(InkKind::Group(self.argument()?), start));
        // \dot{q_1} is \dot{q}_1
        Ok(match inside.kind {
            InkKind::Script(mut script) => {
                let base = Ink::new(script.base.kind, script.base.span.clone());
                script.base = Ink::new(accented(accent, base), script.base.span);
                InkKind::Script(script)
            }
            _ => accented(accent, inside),
        })
    }

    /// `\left( ... \right)`; a dot stands for no bracket.
    fn fenced(&mut self, span: Range<usize>) -> Result<Ink, Diagnostic> {
        let open = match self.next().map(|token| &token.kind) {
            Some(TokenKind::Mark(mark)) => *mark,
            Some(TokenKind::Command(name)) if name == "{" || name == "lbrace" => '{',
            Some(TokenKind::Command(name)) if name.ends_with("vert") => '|',
            _ => return Err(self.problem("`\\left` has no bracket")),
        };
        let inside = self.deeper(|reader| reader.row(Until::Right))?;
        Ok(Ink::new(InkKind::Fenced { open, inside }, span.start..self.end_before()))
    }

    fn environment(&mut self, name: &str, span: Range<usize>) -> Result<Ink, Diagnostic> {
        let columns = name.trim_end_matches('*');
        if matches!(columns, "array" | "alignedat" | "alignat" | "tabular") {
            if self.peek() == Some(&TokenKind::Mark('[')) {
                while self.next().is_some_and(|token| token.kind != TokenKind::Mark(']')) {}
            }
            self.word()?;
        }
        let mut rows: Vec<Vec<Vec<Ink>>> = vec![Vec::new()];
        let mut rules = Vec::new();
        loop {
            while self.peek() == Some(&TokenKind::Command("hline".to_owned())) {
                self.at += 1;
                rules.push(rows.len() - 1);
            }
            let cell = self.deeper(|reader| reader.row(Until::Cell(name)))?;
            if let Some(row) = rows.last_mut() {
                row.push(cell);
            }
            match self.next().map(|token| &token.kind) {
                Some(TokenKind::Mark('&')) => {}
                Some(TokenKind::Command(end)) if end == "end" => {
                    let closed = self.word()?;
                    if closed != name {
                        let message =
                            format!("`\\begin{{{name}}}` is closed by `\\end{{{closed}}}`");
                        return Err(self.problem(message));
                    }
                    break;
                }
                _ => {
                    self.skip('*');
                    self.skip_length();
                    rows.push(Vec::new());
                }
            }
        }
        if rows.last().is_some_and(|row| row.iter().all(Vec::is_empty)) {
            rows.pop();
        }
        let kind = match columns {
            "bmatrix" | "pmatrix" | "matrix" | "Bmatrix" | "smallmatrix" | "array" => {
                InkKind::Matrix { rows, rules }
            }
            "aligned" | "split" | "gathered" | "alignedat" | "multlined" | "align" => {
                InkKind::Lines(
                    rows.into_iter().map(|row| row.into_iter().flatten().collect()).collect(),
                )
            }
            _ => InkKind::Unknown(format!("\\begin{{{name}}}")),
        };
        Ok(Ink::new(kind, span.start..self.end_before()))
    }

    /// `[2pt]` after `\\`.
    fn skip_length(&mut self) {
        let is_length = matches!(
            self.tokens.get(self.at..self.at + 3),
            Some([
                Token { kind: TokenKind::Mark('['), .. },
                Token { kind: TokenKind::Number(_), .. },
                Token { kind: TokenKind::Letter(_), .. }
            ])
        );
        if is_length {
            while self.next().is_some_and(|token| token.kind != TokenKind::Mark(']')) {}
        }
    }
}

fn closes(until: Until<'_>, close: char) -> bool {
    matches!(
        (until, close),
        (Until::Bracket('('), ')') | (Until::Bracket('['), ']') | (Until::Bracket('|'), '|')
    )
}
