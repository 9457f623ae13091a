//! From pieces to printed mathematics.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::ink::{Accent, Ink, InkKind, Operator, Script, integer_of};
use super::scripts::{accented, attached, dotted, scripted, unwrapped};
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
    fn place(&self) -> Range<usize> {
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

    /// Where the piece before the next ends.
    pub(super) fn end_before(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |token| token.span.end)
    }

    /// What a command or a script is applied to: a group or a single piece.
    fn argument(&mut self) -> Result<Vec<Ink>, Diagnostic> {
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

    fn command(&mut self, name: &str, span: Range<usize>) -> Result<Option<Ink>, Diagnostic> {
        let kind = match name {
            "cdot" | "ast" | "cdotp" | "bullet" => InkKind::Operator(Operator::Times),
            "triangleq" | "coloneqq" | "coloneq" | "equiv" | "doteq" | "stackrel" | "overset"
                if self.is_equality(name)? =>
            {
                InkKind::Operator(Operator::Equal)
            }
            "times" => InkKind::Operator(Operator::Cross),
            "quad" | "qquad" | " " | ";" | "enspace" | "enskip" => InkKind::Space,
            "sin" | "cos" | "tan" | "sgn" | "sign" => return self.function(name, span).map(Some),
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                InkKind::Fraction(self.argument()?, self.argument()?)
            }
            "sqrt" if self.peek() == Some(&TokenKind::Mark('[')) => {
                InkKind::Unknown("\\sqrt[ ]".to_owned())
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
            | "mathfrak" | "mathscr" | "underbrace" | "overbrace" | "phantom" | "vphantom"
            | "hphantom" => {
                let inside = self.argument()?;
                // what stands at the brace is a remark
                while matches!(name, "underbrace" | "overbrace")
                    && matches!(self.peek(), Some(TokenKind::Mark('_' | '^')))
                {
                    self.at += 1;
                    self.argument()?;
                }
                match name {
                    "phantom" | "vphantom" | "hphantom" => return Ok(None),
                    "mathrm" | "mathit" | "mathsf" => word_of(inside),
                    _ => InkKind::Group(inside),
                }
            }
            "text" | "textrm" | "textit" | "textbf" | "mbox" | "hbox" | "textnormal" => {
                InkKind::Text(self.word()?)
            }
            // in names such as \mathrm{tool\_flange}
            "_" => InkKind::Letter("_".to_owned()),
            "operatorname" => {
                self.skip('*');
                let name = self.word()?;
                return self.function(name.trim_start_matches('\\'), span).map(Some);
            }
            "textcolor" => {
                self.word()?;
                InkKind::Group(self.argument()?)
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
            "," | "!" | ":" | "/" | "-" | ">" | "mathstrut" | "strut" | "negthinspace" | "null"
            | "hline" | "nonumber" | "notag" | "displaystyle" | "textstyle" | "scriptstyle"
            | "limits" | "nolimits" | "relax" | "hfill" | "hfil" | "newline" | "allowbreak"
            | "noindent" | "centering" | "small" | "footnotesize" | "normalsize" | "large"
            | "bf" | "rm" | "it" => {
                return Ok(None);
            }
            // what is struck out may be left out or not
            "cancel" | "bcancel" | "xcancel" | "sout" | "SI" => {
                self.argument()?;
                // the unit, which is not one of the SI
                if name == "SI" {
                    self.argument()?;
                }
                InkKind::Unknown(format!("\\{name}"))
            }
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

    /// A function by its name. Braces behind it do not print: a sum in them could be meant or not.
    fn function(&mut self, name: &str, span: Range<usize>) -> Result<Ink, Diagnostic> {
        let before = self.at;
        if self.peek() == Some(&TokenKind::Mark('{')) {
            let inside = self.argument()?;
            if inside.iter().any(Ink::is_sign) {
                let span = span.start..self.end_before();
                return Ok(Ink::new(InkKind::Unknown(format!("\\{name}{{ + }}")), span));
            }
        }
        self.at = before;
        Ok(Ink::new(InkKind::Function(name.to_owned()), span))
    }

    /// Whether a command is an equals sign; that of `\stackrel{!}{=}` is taken with what stands on it.
    fn is_equality(&mut self, name: &str) -> Result<bool, Diagnostic> {
        if !matches!(name, "stackrel" | "overset") {
            return Ok(true);
        }
        let before = self.at;
        self.argument()?;
        let relation = self.argument()?;
        let equal = matches!(relation.as_slice(), [only] if only.is(Operator::Equal));
        if !equal {
            self.at = before;
        }
        Ok(equal)
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
        // \dot{q_1} is \dot{q}_1, but \dot{q_1^2} is not \dot{q}_1^2
        Ok(match inside.kind {
            InkKind::Script(mut script) if integer_of(&script.sup).is_none() => {
                let base = Ink::new(script.base.kind, script.base.span.clone());
                script.base = Ink::new(accented(accent, base), script.base.span);
                InkKind::Script(script)
            }
            kind => accented(accent, Ink::new(kind, inside.span)),
        })
    }

    /// `*[2pt]` after `\\`.
    pub(super) fn skip_length(&mut self) {
        self.at += length_behind_break(&self.tokens[self.at..]);
    }

    /// `\left( ... \right)`; a dot stands for no bracket.
    fn fenced(&mut self, span: Range<usize>) -> Result<Ink, Diagnostic> {
        let open = match self.next().map(|token| &token.kind) {
            Some(TokenKind::Mark(mark)) => *mark,
            Some(TokenKind::Command(name)) if name == "{" || name == "lbrace" => '{',
            _ => return Err(self.problem("`\\left` has no bracket")),
        };
        let inside = self.deeper(|reader| reader.row(Until::Right))?;
        Ok(Ink::new(InkKind::Fenced { open, inside }, span.start..self.end_before()))
    }
}

/// Upright letters in a row are one name: `\mathrm{tilt}`.
fn word_of(inside: Vec<Ink>) -> InkKind {
    let mut word = String::new();
    for (at, ink) in inside.iter().enumerate() {
        match &ink.kind {
            InkKind::Letter(letter) if !letter.starts_with('\\') => word.push_str(letter),
            InkKind::Number(digits) if at > 0 => word.push_str(digits),
            // \mathrm{tool\text{-}flange}: a hyphen, not a difference
            InkKind::Text(text) if at > 0 && text == "-" => word.push_str(text),
            _ => return InkKind::Group(inside),
        }
    }
    if inside.len() > 1 { InkKind::Letter(word) } else { InkKind::Group(inside) }
}

fn closes(until: Until<'_>, close: char) -> bool {
    matches!(
        (until, close),
        (Until::Bracket('('), ')') | (Until::Bracket('['), ']') | (Until::Bracket('|'), '|')
    )
}
