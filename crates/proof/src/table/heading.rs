//! The headings of a table: which column is which, in which unit, and by which convention.

use std::ops::Range;

use appell_model::Convention;

use super::cells::Cell;

/// The unit of plain numbers in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Metre,
    Millimetre,
    Centimetre,
    Radian,
    Degree,
    /// Of an angle whose heading names no unit.
    Angle,
}

/// Where the columns of a table are.
#[derive(Debug)]
pub(super) struct Columns {
    pub(super) a: usize,
    pub(super) alpha: usize,
    pub(super) d: usize,
    pub(super) theta: usize,
    /// The column with the kinds of joints.
    pub(super) kind: Option<usize>,
    pub(super) a_unit: Unit,
    pub(super) alpha_unit: Unit,
    pub(super) d_unit: Unit,
    pub(super) theta_unit: Unit,
    /// Whether a and alpha have the index before that of the row: `a_{i-1}`.
    pub(super) index_before: bool,
    pub(super) assumptions: Vec<String>,
}

/// What a heading says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    A,
    Alpha,
    D,
    Theta,
    /// Khalil's d, or a.
    R,
    Kind,
}

impl Columns {
    /// The row of headings, among the first rows, and its columns.
    pub(super) fn find(text: &str, rows: &[Vec<Cell>]) -> Option<(usize, Self)> {
        rows.iter().take(3).enumerate().find_map(|(index, row)| {
            let cells: Vec<&str> = row.iter().map(|cell| &text[cell.clone()]).collect();
            Some((index, Self::of(&cells)?))
        })
    }

    fn of(cells: &[&str]) -> Option<Self> {
        let headings: Vec<Option<Heading>> = cells.iter().map(|cell| heading(cell)).collect();
        let column = |wanted: Heading| {
            let mut found = (0..cells.len()).filter(|at| headings[*at] == Some(wanted));
            let first = found.next();
            // a heading that occurs twice says nothing
            first.filter(|_| found.next().is_none())
        };
        let (alpha, theta) = (column(Heading::Alpha)?, column(Heading::Theta)?);
        let mut assumptions = Vec::new();
        let (a, d) = match (column(Heading::A), column(Heading::D), column(Heading::R)) {
            (Some(a), Some(d), _) => (a, d),
            (Some(a), None, Some(r)) => (a, r),
            // alpha, d, theta, r of Khalil; theta, d, r, alpha of others
            (None, Some(d), Some(r)) => {
                let khalil = alpha < d && d < theta && theta < r;
                let (a, along) = if khalil { ("d", "r") } else { ("r", "d") };
                assumptions
                    .push(format!("column {a} is the length along x, {along} the one along z"));
                if khalil { (d, r) } else { (r, d) }
            }
            _ => return None,
        };
        let index_before = [a, alpha].iter().all(|column| is_before(cells[*column]));
        Some(Self {
            a,
            alpha,
            d,
            theta,
            kind: column(Heading::Kind),
            a_unit: length(cells[a]),
            alpha_unit: angle(cells[alpha]),
            d_unit: length(cells[d]),
            theta_unit: angle(cells[theta]),
            index_before,
            assumptions,
        })
    }
}

/// `a_{i-1}`, `\alpha_{j - 1}`.
fn is_before(heading: &str) -> bool {
    let plain: String = heading.chars().filter(|c| !c.is_whitespace()).collect();
    ["i", "j", "k", "n"]
        .iter()
        .any(|index| plain.contains(&format!("{index}-1")) || plain.contains(&format!("{index}−1")))
}

fn length(heading: &str) -> Unit {
    match heading.contains("mm") {
        true => Unit::Millimetre,
        false if ["(cm)", "[cm]"].iter().any(|it| heading.contains(it)) => Unit::Centimetre,
        false => Unit::Metre,
    }
}

fn angle(heading: &str) -> Unit {
    let lower = heading.to_lowercase();
    if ["deg", "circ", "°"].iter().any(|it| lower.contains(it)) {
        Unit::Degree
    } else if lower.contains("rad") {
        Unit::Radian
    } else {
        Unit::Angle
    }
}

fn heading(cell: &str) -> Option<Heading> {
    let lower = cell.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    // words first: "twist angle", "joint offset", "link length"
    if says(&["alpha", "α", "twist"]) {
        return Some(Heading::Alpha);
    }
    if says(&["theta", "θ", "ϑ", "joint angle"]) {
        return Some(Heading::Theta);
    }
    if says(&["type", "kind", "\\sigma", "σ"]) {
        return Some(Heading::Kind);
    }
    if says(&["offset", "distance"]) {
        return Some(Heading::D);
    }
    if says(&["length"]) {
        return Some(Heading::A);
    }
    // a single letter, with an index and a unit or without
    match letters(&lower).as_str() {
        "a" | "l" | "ell" => Some(Heading::A),
        "d" => Some(Heading::D),
        "r" => Some(Heading::R),
        "q" => Some(Heading::Theta),
        _ => None,
    }
}

/// The letters of a heading without its index, its unit, and commands that only change how it looks.
fn letters(heading: &str) -> String {
    const LOOKS: [&str; 9] =
        ["textbf", "mathbf", "boldsymbol", "mathrm", "mathit", "bm", "bf", "text", "textit"];
    let before_unit = heading.split(['[', '(']).next().unwrap_or_default();
    let mut plain = before_unit.to_owned();
    for look in LOOKS {
        plain = plain.replace(&format!("\\{look}"), " ");
    }
    let without_index = plain.split('_').next().unwrap_or_default();
    let letters: String = without_index.chars().filter(|c| c.is_alphabetic()).collect();
    // ai, di: an index without a mark
    match letters.strip_suffix(['i', 'j']) {
        Some(letter) if letter.len() == 1 && !plain.contains('_') => letter.to_owned(),
        _ => letters,
    }
}

/// How far from its table the words on the convention are looked for first.
const NEAR: usize = 3000;

/// The convention: by the indices of the headings, or by words near the table.
pub(super) fn convention_near(
    text: &str,
    columns: &Columns,
    table: &Range<usize>,
) -> Option<Convention> {
    if columns.index_before {
        return Some(Convention::Modified);
    }
    let start = text.floor_char_boundary(table.start.saturating_sub(NEAR));
    let end = text.ceil_char_boundary((table.end + NEAR).min(text.len()));
    said(&text[start..end])
}

/// The convention that words name; none where they name both.
pub(super) fn said(text: &str) -> Option<Convention> {
    let lower = text.to_lowercase();
    let near_name = |words: &[&str]| {
        lower
            .match_indices("hartenberg")
            .chain(lower.match_indices("dh"))
            .chain(lower.match_indices("d-h"))
            .any(|(at, _)| {
                let start = lower.floor_char_boundary(at.saturating_sub(60));
                let end = lower.ceil_char_boundary((at + 60).min(lower.len()));
                words.iter().any(|word| lower[start..end].contains(word))
            })
    };
    let modified = near_name(&["modified", "craig", "proximal", "khalil"]);
    let standard = near_name(&["standard", "classic", "distal", "original"]);
    match (standard, modified) {
        (true, false) => Some(Convention::Standard),
        (false, true) => Some(Convention::Modified),
        _ => None,
    }
}
