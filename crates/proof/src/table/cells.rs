//! Where tables are in a text, and their cells.

use std::ops::Range;

/// Where a cell is in the text.
pub(super) type Cell = Range<usize>;

/// A table cut into cells.
pub(super) struct Grid {
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) span: Range<usize>,
}

/// Environments of tables, and how many arguments stand before their cells.
const ENVIRONMENTS: [(&str, usize); 7] = [
    ("tabular", 1),
    ("tabular*", 2),
    ("tabularx", 2),
    ("tabulary", 2),
    ("array", 1),
    ("longtable", 1),
    ("matrix", 0),
];
/// A table of a robot is short: what is longer is none.
const LONGEST: usize = 20_000;
/// How many tables of a text are looked at.
const MOST_TABLES: usize = 1000;

/// The tables of LaTeX and Markdown.
pub(super) fn grids(text: &str) -> Vec<Grid> {
    let mut grids: Vec<Grid> = latex(text).chain(markdown(text)).take(MOST_TABLES).collect();
    grids.sort_by_key(|grid| grid.span.start);
    grids
}

fn latex(text: &str) -> impl Iterator<Item = Grid> {
    text.match_indices("\\begin{").filter_map(|(start, _)| {
        let name_at = start + "\\begin{".len();
        let near = &text[name_at..text.floor_char_boundary(text.len().min(name_at + 12))];
        let name = near.split_once('}')?.0;
        let (_, arguments) = ENVIRONMENTS.iter().find(|(known, _)| *known == name)?;
        let mut at = name_at + name.len() + 1;
        if text[at..].starts_with('[') {
            at += text[at..].find(']')? + 1;
        }
        for _ in 0..*arguments {
            at += braced(&text[at..])?;
        }
        let close = format!("\\end{{{name}}}");
        let window = &text[..text.floor_char_boundary(text.len().min(at + LONGEST))];
        let end = at + window[at..].find(&close)?;
        Some(Grid { rows: latex_rows(text, at..end), span: start..end + close.len() })
    })
}

/// How long the braces are with which a text begins.
fn braced(text: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, c) in text.char_indices().take(LONGEST) {
        match c {
            '{' => open += 1,
            '}' if open <= 1 => return (open == 1).then_some(at + 1),
            '}' => open -= 1,
            c if open == 0 && !c.is_whitespace() => return None,
            _ => {}
        }
    }
    None
}

/// Commands that draw rules between rows, with how many arguments they take.
const RULES: [(&str, usize); 8] = [
    ("\\hline", 0),
    ("\\toprule", 0),
    ("\\midrule", 0),
    ("\\bottomrule", 0),
    ("\\cline", 1),
    ("\\cmidrule", 1),
    ("\\centering", 0),
    ("\\tabularnewline", 0),
];

fn latex_rows(text: &str, range: Range<usize>) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = vec![Vec::new()];
    let (mut at, mut open, mut start) = (range.start, 0i32, range.start);
    let push = |rows: &mut Vec<Vec<Cell>>, cell: Cell| {
        let cells = spread(text, cell);
        if let Some(row) = rows.last_mut() {
            row.extend(cells);
        }
    };
    while let Some(c) = text[at..range.end].chars().next() {
        let rest = &text[at..range.end];
        match c {
            '%' => at += rest.find('\n').unwrap_or(rest.len()),
            '{' => open += 1,
            '}' => open -= 1,
            '&' if open == 0 => {
                push(&mut rows, start..at);
                start = at + 1;
            }
            '\\' if rest.starts_with("\\\\") || rest.starts_with("\\tabularnewline") => {
                let length = if rest.starts_with("\\\\") { 2 } else { "\\tabularnewline".len() };
                if open == 0 {
                    push(&mut rows, start..at);
                    rows.push(Vec::new());
                    start = at + length + height(&rest[length..]);
                }
                at += length;
                continue;
            }
            // \& is a letter
            '\\' => at += rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => {}
        }
        at += text[at..range.end].chars().next().map_or(0, char::len_utf8);
    }
    push(&mut rows, start.min(range.end)..range.end);
    rows.retain(|row| row.iter().any(|cell| !text[cell.clone()].trim().is_empty()));
    rows
}

/// How long the height behind `\\` is: `[2pt]`.
fn height(rest: &str) -> usize {
    let inside = rest.strip_prefix('[').and_then(|inside| inside.split_once(']'));
    inside.filter(|(height, _)| height.len() < 12).map_or(0, |(height, _)| height.len() + 2)
}

/// A cell without rules before it; as often as the columns that it spans.
fn spread(text: &str, mut cell: Cell) -> Vec<Cell> {
    loop {
        let inside = &text[cell.clone()];
        cell.start += inside.len() - inside.trim_start().len();
        let inside = &text[cell.clone()];
        let Some((rule, arguments)) = RULES.iter().find(|(rule, _)| inside.starts_with(rule))
        else {
            break;
        };
        cell.start += rule.len();
        for _ in 0..*arguments {
            // \cmidrule(lr){2-3}
            let trim = &text[cell.clone()];
            cell.start += trim.strip_prefix('(').and_then(|it| it.find(')')).map_or(0, |it| it + 2);
            cell.start += braced(&text[cell.clone()]).unwrap_or_default();
        }
    }
    let inside = &text[cell.clone()];
    cell.end = cell.start + inside.trim_end().len();
    let Some(behind) = inside.strip_prefix("\\multicolumn{") else { return vec![cell] };
    let count: usize = behind.split('}').next().and_then(|it| it.parse().ok()).unwrap_or(1);
    let mut at = cell.start + "\\multicolumn".len();
    for _ in 0..2 {
        at += braced(&text[at..cell.end]).unwrap_or_default();
    }
    vec![at.min(cell.end)..cell.end; count.clamp(1, 20)]
}

/// Lines that begin with `|`, one below the other.
fn markdown(text: &str) -> impl Iterator<Item = Grid> {
    let mut grids: Vec<Grid> = Vec::new();
    let mut inside = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (from, trimmed) = (start + line.len() - line.trim_start().len(), line.trim());
        start += line.len();
        let is_row = trimmed.len() > 1 && trimmed.starts_with('|');
        // +---+ of reStructuredText
        let is_rule = trimmed.starts_with("+-") || trimmed.starts_with("+=");
        if !is_row && !is_rule {
            inside = false;
            continue;
        }
        if !inside {
            inside = true;
            grids.push(Grid { rows: Vec::new(), span: from..from });
        }
        let Some(grid) = grids.last_mut() else { continue };
        grid.span.end = from + trimmed.len();
        if is_row && !trimmed.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '=')) {
            grid.rows.push(markdown_cells(trimmed, from));
        }
    }
    grids.into_iter()
}

fn markdown_cells(line: &str, from: usize) -> Vec<Cell> {
    let inside = line.trim_end_matches('|');
    let mut at = from + 1;
    let mut cells = Vec::new();
    for piece in inside[1..].split('|') {
        let start = at + piece.len() - piece.trim_start().len();
        cells.push(start..start + piece.trim().len());
        at += piece.len() + 1;
    }
    cells
}
