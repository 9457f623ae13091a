//! Orders of the rows of a sparse symmetric matrix in which its envelope is small.

/// The order of Cuthill and McKee, reversed (George, Liu, Computer Solution of Large Sparse Positive
/// Definite Systems, 1981, 4.3): at place k the row that goes there. `neighbours` lists for every row
/// the others with which it has an entry.
pub(crate) fn reverse_cuthill_mckee(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut search = Search { neighbours, seen: vec![0; neighbours.len()], number: 0 };
    let mut placed = vec![false; neighbours.len()];
    let mut order = Vec::with_capacity(neighbours.len());
    for row in 0..neighbours.len() {
        if !placed[row] {
            for reached in search.levels_from_rim(row).concat() {
                placed[reached] = true;
                order.push(reached);
            }
        }
    }
    order.reverse();
    order
}

/// Searches through the rows that are connected, breadth first.
struct Search<'n> {
    neighbours: &'n [Vec<usize>],
    /// The number of the last search that came by.
    seen: Vec<usize>,
    number: usize,
}

impl Search<'_> {
    fn degree(&self, row: usize) -> usize {
        self.neighbours[row].len()
    }

    /// All rows that are connected with a row, by their distance from it; those that a row leads to
    /// follow each other by rising degree.
    fn levels(&mut self, start: usize) -> Vec<Vec<usize>> {
        self.number += 1;
        self.seen[start] = self.number;
        let mut levels = vec![vec![start]];
        loop {
            let mut next = Vec::new();
            for &row in levels.last().into_iter().flatten() {
                let first = next.len();
                for &other in &self.neighbours[row] {
                    if self.seen[other] != self.number {
                        self.seen[other] = self.number;
                        next.push(other);
                    }
                }
                next[first..].sort_by_key(|&other| (self.degree(other), other));
            }
            if next.is_empty() {
                return levels;
            }
            levels.push(next);
        }
    }

    /// The levels from a row on the rim of the part to which a row belongs: from there the levels are
    /// many, and each is small (George, Liu, 4.3.3).
    fn levels_from_rim(&mut self, row: usize) -> Vec<Vec<usize>> {
        let mut levels = self.levels(row);
        loop {
            let last = levels.last().into_iter().flatten();
            let Some(&start) = last.min_by_key(|&&row| (self.degree(row), row)) else {
                return levels;
            };
            let farther = self.levels(start);
            if farther.len() <= levels.len() {
                return farther;
            }
            levels = farther;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A strip of 4 by 60 rows, numbered at random: neighbours get numbers that differ by few. A row
    /// without neighbours, and a second part, are there too.
    #[test]
    fn a_strip_is_narrow_again() {
        let (wide, long) = (4, 60);
        let count = wide * long + 3;
        let mut names: Vec<usize> = (0..count).collect();
        Random::new(5).shuffle(&mut names);
        let mut neighbours = vec![Vec::new(); count];
        let mut join = |a: usize, b: usize| {
            neighbours[names[a]].push(names[b]);
            neighbours[names[b]].push(names[a]);
        };
        for at in 0..wide * long {
            if at % wide > 0 {
                join(at, at - 1);
            }
            if at >= wide {
                join(at, at - wide);
            }
        }
        join(count - 1, count - 2);
        let order = reverse_cuthill_mckee(&neighbours);
        let mut place = vec![usize::MAX; count];
        order.iter().enumerate().for_each(|(k, &row)| place[row] = k);
        assert!(place.iter().all(|&place| place < count), "every row once");
        for (row, others) in neighbours.iter().enumerate() {
            for &other in others {
                assert!(place[row].abs_diff(place[other]) <= 2 * wide);
            }
        }
    }
}
