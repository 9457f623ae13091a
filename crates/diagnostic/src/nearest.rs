//! Which known name somebody may have meant.

/// The known name that is most like an unknown one, if any is close.
///
/// ```
/// assert_eq!(appell_diagnostic::nearest("sholder", ["elbow", "shoulder"]), Some("shoulder"));
/// assert_eq!(appell_diagnostic::nearest("wrist", ["elbow", "shoulder"]), None);
/// // in other letters, or with a word more
/// assert_eq!(appell_diagnostic::nearest("PID", ["pd", "pid"]), Some("pid"));
/// assert_eq!(appell_diagnostic::nearest("gear_ratio", ["inertia", "ratio"]), Some("ratio"));
/// // two letters exchanged
/// assert_eq!(appell_diagnostic::nearest("xzy", ["xyz", "limit"]), Some("xyz"));
/// // another number is another thing
/// assert_eq!(appell_diagnostic::nearest("l2", ["l1", "m2", "g"]), None);
/// assert_eq!(appell_diagnostic::nearest("joint3", ["joint2"]), None);
/// ```
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let known: Vec<&str> = known.into_iter().take(300).collect();
    let same = |other: &&str| other.eq_ignore_ascii_case(name);
    if let Some(found) = known.iter().copied().find(same) {
        return Some(found);
    }
    let length = name.chars().count();
    // to a single letter, with or without a number, every other is alike
    let letters = name.chars().filter(|c| !c.is_ascii_digit()).count();
    let limit = if letters < 2 { 0 } else { (length / 3).clamp(1, 4) };
    // Names of another length are not alike; very long ones, and more than a few hundred, are not
    // compared at all.
    let alike = |other: &&str| length < 40 && other.chars().count().abs_diff(length) <= limit;
    let candidates = known.iter().copied().filter(alike).filter(|it| !is_numbered_alike(name, it));
    let distances = candidates.map(|candidate| (distance(name, candidate), candidate));
    let close = distances.min().filter(|(best, _)| *best <= limit);
    // shorter words are parts of too many names
    let is_word = |other: &&str| other.len() > 3 && name.split(['_', '-']).any(|it| it == *other);
    close.map(|(_, candidate)| candidate).or_else(|| known.iter().copied().find(is_word))
}

/// Whether two names differ in their numbers alone, as `l1` and `l2` do: whoever takes the one for the
/// other gets another robot.
fn is_numbered_alike(name: &str, other: &str) -> bool {
    let letters = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
    let is_numbered = |name: &str| name.contains(|c: char| c.is_ascii_digit());
    is_numbered(name) && is_numbered(other) && letters(name) == letters(other)
}

/// How many letters must be inserted, removed, changed or exchanged with the next one to get from one word to
/// the other (optimal string alignment).
fn distance(from: &str, to: &str) -> usize {
    let [from, to] = [from, to].map(|it| it.chars().collect::<Vec<char>>());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let change = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}
