//! How symbols are called in text, LaTeX and Typst.

use std::num::NonZeroU8;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::symbol::Symbol;

/// The print names of a symbol, without its time derivatives, which are added as dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// In plain text; reading back needs the name of the symbol itself.
    pub text: String,
    /// The letter in LaTeX, over which dots are put: `q` of `\ddot{q}_1`.
    pub latex: String,
    /// What follows the letter in LaTeX: `_1`.
    pub latex_index: String,
    /// The letter in Typst.
    pub typst: String,
    /// What follows the letter in Typst.
    pub typst_index: String,
}

/// How sines and cosines are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trigonometry {
    /// `sin(q2)`, `\sin q_2`: reads back.
    #[default]
    Function,
    /// `s2`, `c23`, as in papers; where there is no single index, `s(q2 + 2*q3)`.
    Short,
}

/// Names given from outside, for the symbols that need other than the default.
///
/// By default `M5` is `M_5`, `r5x` is `r_{5x}` and `alpha1` is `\alpha_1`.
///
/// ```
/// use appell_algebra::{Form, Budget, Names, Notation, Poly, Printer, Symbols};
///
/// let symbols = Symbols::new();
/// let r = symbols.parameter("r5x")?;
/// let notation = Notation::default().with_name(r, Names::latex("{}^5r", "_{C_{5x}}"));
/// let printer = Printer::new(&symbols).with_notation(notation);
/// let formula = printer.arrange(&Poly::from(r), &Form::Expanded, &Budget::default())?;
/// assert_eq!(printer.latex(&formula), "{}^5r_{C_{5x}}");
/// # Ok::<(), appell_algebra::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Notation {
    names: HashMap<Symbol, Names, FxBuildHasher>,
    /// How sines and cosines are written.
    pub trigonometry: Trigonometry,
    /// To how many significant digits numbers are rounded; exact where there is none.
    pub digits: Option<NonZeroU8>,
    /// Whether numbers such as 11/125 are written as the decimals that they are.
    pub decimals: bool,
}

impl Notation {
    /// Writes numbers that are no integers as decimals, rounded to so many significant digits. What is
    /// written so is not exact.
    #[must_use]
    pub fn with_digits(mut self, digits: NonZeroU8) -> Self {
        self.digits = Some(digits);
        self
    }

    /// Writes 0.088 for 11/125. Numbers that are no finite decimals stay fractions, and so do those with small
    /// denominators, as 1/2 and 3/8.
    #[must_use]
    pub fn with_decimals(mut self) -> Self {
        self.decimals = true;
        self
    }

    /// Gives a parameter or coordinate other names.
    #[must_use]
    pub fn with_name(mut self, symbol: Symbol, names: Names) -> Self {
        self.names.insert(symbol.base(), names);
        self
    }

    /// Writes sines and cosines in this way.
    #[must_use]
    pub fn with_trigonometry(mut self, trigonometry: Trigonometry) -> Self {
        self.trigonometry = trigonometry;
        self
    }

    pub(super) fn names(&self, symbol: Symbol, name: &str) -> Names {
        self.names.get(&symbol.base()).cloned().unwrap_or_else(|| Names::default_for(name))
    }
}

/// The letters that have a name of their own both in LaTeX and in Typst.
pub(super) const GREEK: [&str; 34] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi",
    "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi",
    "Omega",
];

impl Names {
    /// Names for LaTeX only: the letter and what follows it; text and Typst show the same letters.
    pub fn latex(letter: &str, index: &str) -> Self {
        let plain = |text: &str| text.replace(['{', '}', '\\'], "");
        let quoted = format!("\"{}{}\"", plain(letter), plain(index));
        Self {
            text: format!("{}{}", plain(letter), plain(index)),
            latex: letter.to_owned(),
            latex_index: index.to_owned(),
            typst: quoted,
            typst_index: String::new(),
        }
    }

    /// `q1` is a letter with an index, `q_{1}`, and `q1_2` one with two, `q_{1,2}`; a name of several
    /// letters is set upright.
    pub fn default_for(name: &str) -> Self {
        let letters = name.find(|c: char| !c.is_alphabetic()).unwrap_or(name.len());
        let (stem, tail) = name.split_at(letters);
        let index = tail.split('_').filter(|it| !it.is_empty()).collect::<Vec<_>>().join(",");
        let greek = GREEK.contains(&stem);
        let latex = match stem.chars().count() {
            _ if greek => format!("\\{stem}"),
            0 | 1 => stem.to_owned(),
            _ => format!("\\mathrm{{{stem}}}"),
        };
        let typst = match stem.chars().count() {
            _ if greek => stem.to_owned(),
            0 | 1 => stem.to_owned(),
            _ => format!("upright(\"{stem}\")"),
        };
        let (latex_index, typst_index) = match index.chars().count() {
            0 => (String::new(), String::new()),
            1 => (format!("_{index}"), format!("_{index}")),
            _ if index.bytes().all(|b| b.is_ascii_digit()) => {
                (format!("_{{{index}}}"), format!("_{index}"))
            }
            _ => (format!("_{{{index}}}"), format!("_(\"{index}\")")),
        };
        Self { text: name.to_owned(), latex, latex_index, typst, typst_index }
    }
}
