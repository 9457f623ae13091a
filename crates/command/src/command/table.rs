//! Tables and paragraphs for the terminal.

/// A table whose columns are as wide as their widest cell.
pub(crate) struct Table<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table with the names of its columns.
    pub(crate) fn new(header: [&str; N]) -> Self {
        Self { rows: vec![header.map(str::to_owned)] }
    }

    pub(crate) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells.map(|cell| shortened(&cell)));
    }

    /// The names of the columns, and the rows below them.
    pub(crate) fn cells(&self) -> &[[String; N]] {
        &self.rows
    }

    /// The lines; columns that are empty but for their name are left out.
    pub(crate) fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            let empty = self.rows[1..].iter().all(|row| row[column].is_empty());
            if empty { 0 } else { cells.max().unwrap_or(0) }
        };
        let widths: [usize; N] = std::array::from_fn(width);
        let mut out = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(widths).filter(|(_, width)| *width > 0);
            let line: Vec<String> = cells.map(|(cell, width)| format!("{cell:<width$}")).collect();
            out.push_str(line.join("  ").trim_end());
            out.push('\n');
        }
        out
    }
}

/// Rows of any number of cells: the first one on the left, the others, which are numbers, on the right
/// of their columns.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |j: usize| {
        let cells = rows.iter().filter_map(|row| row.get(j));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(j, (cell, width))| match j {
            0 => format!("{cell:<width$}"),
            _ => format!("  {cell:>width$}"),
        });
        format!("{}\n", cells.collect::<String>().trim_end())
    };
    rows.iter().map(line).collect()
}

/// A text with a margin.
pub(crate) fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// A cell that fits a terminal and does not steer it.
fn shortened(cell: &str) -> String {
    const LONGEST: usize = 120;
    let mut shown: String = cell
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if cell.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A text in lines of at most so many letters, broken at blanks.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
