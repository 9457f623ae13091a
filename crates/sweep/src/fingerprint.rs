//! A short text that two studies share only if they are the same.

use appell_numeric::counter::philox;

/// 128 bits of some texts. It finds mistakes, not attacks.
pub(crate) fn fingerprint<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> String {
    let mut state = [0u64; 4];
    let mut take = |words: [u64; 2]| {
        let counter = [state[0] ^ words[0], state[1] ^ words[1], state[2], state[3]];
        state = philox(counter, [state[2], state[3]]);
    };
    for text in texts {
        // the length first, so that no two lists of texts are the same bytes
        take([text.len() as u64, 1]);
        for chunk in text.chunks(16) {
            let word = |half: usize| {
                let bytes = chunk.iter().skip(8 * half).take(8);
                bytes.fold(0u64, |word, byte| word << 8 | u64::from(*byte))
            };
            take([word(0), word(1)]);
        }
    }
    format!("{:016x}{:016x}", state[0], state[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_a_letter_or_in_where_it_is_cut_differs() {
        let of = |texts: &[&str]| fingerprint(texts.iter().map(|it| it.as_bytes()));
        let all =
            [of(&["ab", "c"]), of(&["a", "bc"]), of(&["abc"]), of(&["abd"]), of(&["abc", ""])];
        for (k, one) in all.iter().enumerate() {
            assert!(!all[..k].contains(one));
        }
        assert_eq!(of(&["ab", "c"]), all[0]);
    }
}
