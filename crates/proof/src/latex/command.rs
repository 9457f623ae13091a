//! What commands print: marks, letters, functions, accents, brackets.

use std::ops::Range;

use appell_diagnostic::Diagnostic;

use super::ink::{Accent, Ink, InkKind, Operator, Script, integer_of};
use super::read::{Reader, Until};
use super::scripts::{accented, unwrapped};
use super::token::TokenKind;

impl Reader<'_> {
    pub(super) fn command(
        &mut self,
        name: &str,
        span: Range<usize>,
    ) -> Result<Option<Ink>, Diagnostic> {
        let kind = match name {
            "cdot" | "ast" | "cdotp" | "bullet" => InkKind::Operator(Operator::Times),
            "triangleq" | "coloneqq" | "coloneq" | "equiv" | "doteq" | "stackrel" | "overset"
                if self.is_equality(name)? =>
            {
                InkKind::Operator(Operator::Equal)
            }
            "times" => InkKind::Operator(Operator::Cross),
            "quad" | "qquad" | " " | ";" | "enspace" | "enskip" => InkKind::Space,
            "sin" | "cos" | "tan" | "cot" | "sec" | "csc" | "sgn" | "sign" | "det" => {
                return self.function(name, span).map(Some);
            }
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
                    "mathrm" if is_word(&inside, "diag") => InkKind::Function("diag".to_owned()),
                    "mathrm" if let Some(function) = upright_function(&inside) => {
                        return self.function(function, span).map(Some);
                    }
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
                let inside = self.row_to(&["{", "lbrace"], &["}", "rbrace"])?;
                InkKind::Fenced { open: '{', inside }
            }
            // a length, or a magnitude
            "|" | "Vert" | "lVert" | "vert" | "lvert" => {
                let inside = self.row_to(&[], &["|", "Vert", "rVert", "vert", "rvert"])?;
                InkKind::Fenced { open: '|', inside }
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

    /// What stands before a command that closes: between `\{` and `\}`.
    fn row_to(&mut self, opening: &[&str], closing: &[&str]) -> Result<Vec<Ink>, Diagnostic> {
        let mut open = 1;
        let mut end = self.at;
        while let Some(token) = self.tokens.get(end) {
            match &token.kind {
                TokenKind::Command(name) if opening.contains(&name.as_str()) => open += 1,
                TokenKind::Command(name) if closing.contains(&name.as_str()) => open -= 1,
                _ => {}
            }
            if open == 0 {
                let inks = self.part(end)?;
                self.at = end + 1;
                return Ok(inks);
            }
            end += 1;
        }
        Err(self.problem("a bracket is not closed"))
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

    /// `\left( ... \right)`; a dot stands for no bracket.
    fn fenced(&mut self, span: Range<usize>) -> Result<Ink, Diagnostic> {
        let open = match self.next().map(|token| &token.kind) {
            Some(TokenKind::Mark(mark)) => *mark,
            Some(TokenKind::Command(name)) if name == "{" || name == "lbrace" => '{',
            Some(TokenKind::Command(name)) if matches!(name.as_str(), "|" | "Vert" | "vert") => '|',
            _ => return Err(self.problem("`\\left` has no bracket")),
        };
        let inside = self.deeper(|reader| reader.row(Until::Right))?;
        Ok(Ink::new(InkKind::Fenced { open, inside }, span.start..self.end_before()))
    }
}

/// Whether letters in a row are a word.
fn is_word(inside: &[Ink], word: &str) -> bool {
    let letter = |ink: &Ink| match &ink.kind {
        InkKind::Letter(letter) => Some(letter.clone()),
        _ => None,
    };
    inside.iter().map(letter).collect::<Option<String>>().as_deref() == Some(word)
}

/// A function that is set as upright letters: `\mathrm{sgn}`.
fn upright_function(inside: &[Ink]) -> Option<&'static str> {
    ["sin", "cos", "tan", "sgn", "sign", "det"].into_iter().find(|name| is_word(inside, name))
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
