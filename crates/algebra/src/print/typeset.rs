//! Names of symbols as users give them in LaTeX: a small part of LaTeX, so that nothing else gets into
//! a document and the same name can be set in Typst.
//!
//! ```text
//! name   = base [ "_" script ]
//! base   = letter | accent "{" letter "}" | word
//! script = sign | word | "{" (sign | "," | word) [ "_" script ] ... "}"
//! word   = "\mathrm{" letters and digits "}", or with "\text"
//! letter = a-z, A-Z or a Greek letter by its command;  sign = letter or digit
//! accent = "\bar" | "\hat" | "\tilde"
//! ```

use super::name::{GREEK, Names};

/// The longest name, in characters of LaTeX.
const LONGEST: usize = 40;
/// How deep indices may have indices.
const DEEPEST: usize = 3;
const ACCENTS: [&str; 3] = ["bar", "hat", "tilde"];

impl Names {
    /// The names of a symbol that LaTeX users call `latex`, such as `l_{c1}` or `\hat{m}`; in plain
    /// text it keeps its own name. Typst is set from the LaTeX.
    ///
    /// ```
    /// use appell_algebra::Names;
    /// let names = Names::of_latex("lc1", "l_{c1}")?;
    /// assert_eq!((names.latex.as_str(), names.latex_index.as_str()), ("l", "_{c1}"));
    /// assert_eq!((names.typst.as_str(), names.typst_index.as_str()), ("l", "_(c 1)"));
    /// assert!(Names::of_latex("lc1", r"\input{x}").is_err());
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the name, in words.
    pub fn of_latex(text: &str, latex: &str) -> Result<Self, String> {
        if latex.chars().count() > LONGEST {
            return Err(format!("expected at most {LONGEST} characters"));
        }
        let mut reader = Reader { rest: latex };
        let (base, typst) = reader.base()?;
        let (index, typst_index) = match reader.take("_") {
            true => reader.script(0)?,
            false => Default::default(),
        };
        match reader.rest.chars().next() {
            // `check` reads primes as dots
            Some('\'') => Err("a prime is read as a time derivative".to_owned()),
            Some(next) => Err(format!("`{next}` after the end of the name")),
            // in front of an angle they are read as sine and cosine
            None if index.is_empty() && matches!(base.as_str(), "s" | "c") => {
                Err(format!("`{base}` alone is read as a sine or cosine"))
            }
            None => Ok(Self {
                text: text.to_owned(),
                latex: base,
                latex_index: index,
                typst,
                typst_index,
            }),
        }
    }

    /// The name in LaTeX without what does not tell it from others: braces, spaces, upright letters.
    pub fn latex_signs(&self) -> String {
        let whole = format!("{}{}", self.latex, self.latex_index);
        whole.replace("\\mathrm", "").replace(['{', '}', ' '], "")
    }
}

/// LaTeX and the same in Typst.
type Both = (String, String);

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn take(&mut self, wanted: &str) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(match self.rest.chars().next() {
                Some(found) => format!("expected `{wanted}`, found `{found}`"),
                None => format!("expected `{wanted}` at the end"),
            }),
        }
    }

    /// The characters up to the first that is no such.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    /// The word of a command; nothing where none begins here.
    fn command(&mut self) -> Option<String> {
        self.take("\\").then(|| self.word(|c| c.is_ascii_alphabetic()))
    }

    fn base(&mut self) -> Result<Both, String> {
        let Some(command) = self.command() else {
            return self.letter().ok_or_else(|| "expected a letter first".to_owned());
        };
        match command.as_str() {
            "mathrm" | "text" => self.upright(),
            accent if ACCENTS.contains(&accent) => {
                self.expect("{")?;
                let (letter, typst) = match self.command() {
                    Some(command) => greek(&command)?,
                    None => self.letter().ok_or(format!("expected a letter in \\{accent}{{}}"))?,
                };
                self.expect("}")?;
                Ok((
                    format!("\\{accent}{{{letter}}}"),
                    format!("{}({typst})", typst_accent(accent)),
                ))
            }
            _ => greek(&command),
        }
    }

    /// `{tool}` behind `\mathrm` or `\text`.
    fn upright(&mut self) -> Result<Both, String> {
        self.expect("{")?;
        let letters = self.word(|c| c.is_ascii_alphanumeric());
        self.expect("}")?;
        match letters.is_empty() {
            true => Err("expected letters or digits between the braces".to_owned()),
            false => Ok((format!("\\mathrm{{{letters}}}"), format!("upright(\"{letters}\")"))),
        }
    }

    /// What a command in an index begins: an upright word, or a Greek letter.
    fn word_or_greek(&mut self, command: &str) -> Result<Both, String> {
        match command {
            "mathrm" | "text" => self.upright(),
            _ => greek(command),
        }
    }

    fn letter(&mut self) -> Option<Both> {
        let is_letter = self.rest.starts_with(|c: char| c.is_ascii_alphabetic());
        self.sign().filter(|_| is_letter).map(|letter| (letter.clone(), letter))
    }

    /// A letter or digit.
    fn sign(&mut self) -> Option<String> {
        let sign = self.rest.chars().next().filter(char::is_ascii_alphanumeric)?;
        self.rest = &self.rest[1..];
        Some(sign.to_string())
    }

    /// What stands behind `_`, with that sign.
    fn script(&mut self, depth: usize) -> Result<Both, String> {
        if depth == DEEPEST {
            return Err(format!("more than {DEEPEST} indices in one another"));
        }
        if !self.take("{") {
            return match self.sign() {
                Some(sign) => Ok((format!("_{sign}"), format!("_{sign}"))),
                None => {
                    let command = self.command().ok_or("expected an index behind `_`")?;
                    let (latex, typst) = self.word_or_greek(&command)?;
                    Ok((format!("_{{{latex}}}"), format!("_{typst}")))
                }
            };
        }
        let (mut latex, mut typst) = (String::new(), Vec::new());
        while !self.take("}") {
            let (part, shown) = self.part()?;
            // a command ends where no letter follows
            let is_open = latex.rsplit_once('\\').is_some_and(|(_, word)| is_word(word));
            if is_open && part.starts_with(|c: char| c.is_ascii_alphabetic()) {
                latex.push(' ');
            }
            latex.push_str(&part);
            typst.push(shown);
            if self.take("_") {
                let (inner, shown) = self.script(depth + 1)?;
                latex.push_str(&inner);
                if let Some(last) = typst.last_mut() {
                    last.push_str(&shown);
                }
            }
            while self.take(" ") {}
        }
        match typst.len() {
            0 => Err("nothing between the braces of an index".to_owned()),
            1 if latex.len() == 1 => Ok((format!("_{latex}"), format!("_{latex}"))),
            _ => Ok((format!("_{{{latex}}}"), format!("_({})", typst.join(" ")))),
        }
    }

    /// A part of an index in braces.
    fn part(&mut self) -> Result<Both, String> {
        if self.take(",") {
            return Ok((",".to_owned(), ",".to_owned()));
        }
        if let Some(sign) = self.sign() {
            return Ok((sign.clone(), sign));
        }
        match self.command() {
            Some(command) => self.word_or_greek(&command),
            None => Err(match self.rest.chars().next() {
                Some(found) => {
                    format!("expected letters, digits or commas in an index, found `{found}`")
                }
                None => "a brace that is not closed".to_owned(),
            }),
        }
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn greek(command: &str) -> Result<Both, String> {
    match GREEK.contains(&command) {
        true => Ok((format!("\\{command}"), command.to_owned())),
        false => Err(format!("the command `\\{command}` is not allowed in a name")),
    }
}

fn typst_accent(accent: &str) -> &str {
    match accent {
        "bar" => "macron",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(latex: &str) -> (String, String) {
        let names = Names::of_latex("x", latex).unwrap();
        (names.latex + &names.latex_index, names.typst + &names.typst_index)
    }

    #[test]
    fn names_are_set_in_both_languages() {
        for (given, latex, typst) in [
            ("l", "l", "l"),
            ("l_1", "l_1", "l_1"),
            ("l_{1}", "l_1", "l_1"),
            ("l_{c1}", "l_{c1}", "l_(c 1)"),
            (r"\alpha_{12}", r"\alpha_{12}", "alpha_(1 2)"),
            (r"\hat{m}_\beta", r"\hat{m}_{\beta}", "hat(m)_beta"),
            (r"\bar{\rho}", r"\bar{\rho}", "macron(rho)"),
            (r"\mathrm{load}_{x,1}", r"\mathrm{load}_{x,1}", "upright(\"load\")_(x , 1)"),
            (r"r_{C_1x}", r"r_{C_1x}", "r_(C_1 x)"),
            (r"r_{\alpha x}", r"r_{\alpha x}", "r_(alpha x)"),
            (r"m_\mathrm{p}", r"m_{\mathrm{p}}", "m_upright(\"p\")"),
            (r"m_{\text{pole}}", r"m_{\mathrm{pole}}", "m_(upright(\"pole\"))"),
        ] {
            assert_eq!(both(given), (latex.to_owned(), typst.to_owned()), "{given}");
            assert_eq!(both(latex).0, latex, "the name that is written is one");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let long = format!("l_{{{}}}", "1".repeat(LONGEST));
        for name in [
            "",
            "1",
            "_1",
            "l_",
            "l_{",
            "l_{}",
            "l_{1",
            "l_1}",
            "l1",
            "l^2",
            "l_1^2",
            r"\dot{q}",
            r"\input{x}",
            r"\def\x",
            r"l\\m",
            "l_1 m",
            "l$",
            "l'",
            "l_1'",
            r"m_\mathrm{}",
            r"m_\mathrm",
            "l_{$}",
            "l_{a#b}",
            "l%",
            r"\mathrm{}",
            r"\mathrm{a b}",
            r"\mathrm{\x}",
            r"\hat{}",
            r"\hat{ab}",
            "l_{a_{b_{c_{d}}}}",
            "l\n",
            "{l}",
            "é",
            r"\",
            r"l_\",
            "s",
            "c",
            &long,
        ] {
            assert!(Names::of_latex("x", name).is_err(), "{name}");
        }
    }
}
