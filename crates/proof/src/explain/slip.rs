//! Slips by their kinds, and what to say about them.

use std::fmt;

use appell_algebra::Poly;

/// What went wrong at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A plus for a minus, or the reverse.
    Sign,
    /// `\dot q` for `\ddot q`, `q` for `\dot q`.
    MissingDot,
    /// `\ddot q` for `\dot q`.
    ExtraDot,
    /// M_4 for M_5, r_5x for r_5z.
    WrongIndex,
    /// A sine for a cosine, or the reverse.
    SineCosine,
    /// `\dot q` for `\dot q^2`.
    LostSquare,
    /// `\dot q^2` for `\dot q`.
    ExtraSquare,
    /// A factor 2 too many or too few.
    Factor,
    /// l for q.
    WrongSymbol,
    /// A factor was left out.
    MissingFactor,
    /// A factor that does not belong there.
    ExtraFactor,
    /// A term was left out.
    MissingTerm,
    /// A term that does not belong there.
    ExtraTerm,
    /// A term that belongs to another row of the same equation.
    MovedRow,
    /// A sum for a product, a product for a sum.
    Structural,
    /// cos q1 cos q2 or cos(q1 - q2) for cos(q1 + q2), sin q2 + sin q3 for sin(q2 + q3).
    AngleSum,
    /// A bracket that opens or closes at the wrong place, or is missing.
    Bracket,
    /// `\dot q_1 \dot q_2` for `\dot q_1^2`.
    Rates,
    /// Two names, each printed for the other throughout.
    ExchangedNames,
    /// Two entries of a matrix, each at the place of the other.
    SwappedEntries,
    /// Two rows of a matrix or components of a vector, each at the place of the other.
    SwappedRows,
    /// A matrix whose rows are printed as columns.
    Transposed,
    /// So much is wrong that it was written anew.
    Rewritten,
}

/// What is wrong at one place of a printed equation, and what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// What kind of slip it is.
    pub kind: Kind,
    /// What is printed, as LaTeX; empty where something is missing.
    pub printed: String,
    /// What should be there, as LaTeX; empty where nothing should.
    pub correct: String,
    /// Whether the printed term cannot be right already by its dimension.
    pub dimension: Option<String>,
    /// The value of a term that as a whole is too many or missing, with its sign: by it a term is
    /// known again in another row, however it is written.
    pub(crate) whole: Option<Poly>,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 23] = [
        Self::Sign,
        Self::MissingDot,
        Self::ExtraDot,
        Self::WrongIndex,
        Self::SineCosine,
        Self::LostSquare,
        Self::ExtraSquare,
        Self::Factor,
        Self::WrongSymbol,
        Self::MissingFactor,
        Self::ExtraFactor,
        Self::MissingTerm,
        Self::ExtraTerm,
        Self::MovedRow,
        Self::Structural,
        Self::AngleSum,
        Self::Bracket,
        Self::Rates,
        Self::ExchangedNames,
        Self::SwappedEntries,
        Self::SwappedRows,
        Self::Transposed,
        Self::Rewritten,
    ];

    /// Its name, for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sign => "sign",
            Self::MissingDot => "missing-dot",
            Self::ExtraDot => "extra-dot",
            Self::WrongIndex => "wrong-index",
            Self::SineCosine => "sine-cosine",
            Self::LostSquare => "lost-square",
            Self::ExtraSquare => "extra-square",
            Self::Factor => "factor",
            Self::WrongSymbol => "wrong-symbol",
            Self::MissingFactor => "missing-factor",
            Self::ExtraFactor => "extra-factor",
            Self::MissingTerm => "missing-term",
            Self::ExtraTerm => "extra-term",
            Self::MovedRow => "moved-row",
            Self::Structural => "structural",
            Self::AngleSum => "angle-sum",
            Self::Bracket => "bracket",
            Self::Rates => "rates",
            Self::ExchangedNames => "exchanged-names",
            Self::SwappedEntries => "swapped-entries",
            Self::SwappedRows => "swapped-rows",
            Self::Transposed => "transposed",
            Self::Rewritten => "rewritten",
        }
    }

    /// What happened, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Sign => "wrong sign",
            Self::MissingDot => "a dot is missing",
            Self::ExtraDot => "a dot too many",
            Self::WrongIndex => "wrong index",
            Self::SineCosine => "sine and cosine mixed up",
            Self::LostSquare => "a power is lost",
            Self::ExtraSquare => "a power too many",
            Self::Factor => "wrong numeric factor",
            Self::WrongSymbol => "wrong symbol",
            Self::MissingFactor => "a factor is missing",
            Self::ExtraFactor => "a factor too many",
            Self::MissingTerm => "a term is missing",
            Self::ExtraTerm => "a term too many",
            Self::MovedRow => "a term is in the wrong row",
            Self::Structural => "sum and product mixed up",
            Self::AngleSum => "wrong sum of angles",
            Self::Bracket => "a bracket is misplaced",
            Self::Rates => "wrong product of velocities",
            Self::ExchangedNames => "two names are exchanged throughout",
            Self::SwappedEntries => "two entries are exchanged",
            Self::SwappedRows => "two rows are exchanged",
            Self::Transposed => "the matrix is transposed",
            Self::Rewritten => "too many errors to name them",
        }
    }

    /// How unlikely it is, to choose between explanations.
    pub(crate) fn cost(self) -> i64 {
        match self {
            Self::Sign | Self::MissingDot | Self::Structural | Self::AngleSum | Self::Rates => 2,
            Self::ExtraDot | Self::WrongIndex | Self::SineCosine | Self::LostSquare => 3,
            Self::ExchangedNames | Self::SwappedEntries | Self::SwappedRows => 3,
            Self::Bracket | Self::Transposed => 4,
            Self::Factor | Self::ExtraSquare => 3,
            Self::WrongSymbol => 5,
            Self::MissingFactor | Self::ExtraFactor => 6,
            Self::MissingTerm | Self::ExtraTerm | Self::MovedRow => 8,
            Self::Rewritten => 100,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Slip {
    /// What is wrong in one sentence, without the dimension.
    pub fn sentence(&self) -> String {
        let Self { kind, printed, correct, .. } = self;
        let what = kind.words();
        if matches!(kind, Kind::ExchangedNames | Kind::SwappedEntries | Kind::SwappedRows) {
            return format!("{what}: {printed} and {correct}");
        }
        match (printed.is_empty(), correct.is_empty()) {
            (true, _) => format!("{what}: {correct}"),
            (_, true) => format!("{what}: {printed}"),
            _ => format!("{what}: {printed} should be {correct}"),
        }
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())?;
        match &self.dimension {
            Some(dimension) => write!(f, " ({dimension})"),
            None => Ok(()),
        }
    }
}
