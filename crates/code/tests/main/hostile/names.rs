//! Names that were chosen to do harm; the same on every run.

use std::collections::HashSet;

use appell_algebra::Symbols;

/// The file that a name makes if something of it is run.
pub const MARKER: &str = "MARKER";

/// What leaves a comment or a string of some language, or is decoded to that.
const TEXTS: &[&str] = &[
    "*/ int open(void); /*",
    "/* not closed",
    "\"\"\"\nopen('MARKER', 'w')\n\"\"\"",
    "'''\nopen('MARKER', 'w')\n'''",
    "\nimport os; os.mkdir('MARKER')\n#",
    "\r\nopen('MARKER', 'w')",
    "\u{2028}open('MARKER', 'w')\u{2029}\u{85}\u{b}\u{c}",
    "arm (coding: raw_unicode_escape) \\u000aopen('MARKER', 'w')\\u000a#",
    "-*- coding: utf-7 -*- +AAo-open('MARKER', 'w')+AAo-",
    "coding=unicode_escape \\nopen('MARKER','w')\\n",
    "vim: set fileencoding=utf-16 :",
    "ends with a backslash \\",
    "trigraph at the end ??/",
    "%{\nfopen('MARKER', 'w');\n%}",
    "}% #} #{",
    "#= not closed",
    "=# touch(\"MARKER\") #=",
    "`touch MARKER` $(touch MARKER) ; system('touch MARKER')",
    "\"; }\n#include \"/etc/passwd\"\n",
    "#error stopped",
    "\n#![no_main]\nmod other;",
    "%s%n%d {} {0} {{ }}",
    "\u{202e}\u{2066} turned \u{2069}",
    "\u{feff}\u{200b}\u{0}\u{1b}]0;title\u{7}\u{1b}[31m",
    "../../../../tmp/MARKER",
    "C:\\CON\\NUL.txt",
    "<script>alert(1)</script>",
    "\u{e000}\u{1f916}\u{10ffff}\u{e0001}\u{301}",
];

/// Words that mean something in some language.
const WORDS: &str = "
    M_PI M_E M_SQRT1_2 NAN INFINITY HUGE_VAL HUGE_VALF FP_NAN FP_ZERO MATH_ERREXCEPT MATH_ERRNO NULL
    INT8_MAX UINT64_C SIZE_MAX PTRDIFF_MIN linux unix asm typeof auto double float int void while register
    restrict inline signbit isnan fpclassify j0 y1 gamma fabs pow hypot size_t ptrdiff_t max_align_t
    class template this new delete operator namespace typename virtual friend public co_await concept
    constexpr decltype nullptr and or not xor bitand compl requires export import module final override
    blockIdx threadIdx blockDim gridDim warpSize dim3 float4 sincos rsqrt min max
    None True False lambda def del pass raise yield async await nonlocal global is in as with from
    print exec match case type np numpy len range list str float_ id sum
    Self self crate super fn impl trait mod mut ref dyn box gen try union macro_rules Some Ok Err Box Vec
    String Option Result F Functions T Copy drop part0 become unsized abstract priv raw safe
    function end endfunction endif elseif otherwise parfor persistent spmd until unwind_protect classdef
    nargin varargout ans eps Inf NaN NA i j e J zeros size ones
    begin baremodule using quote struct primitive mutable macro let local isa where nothing missing im
    Base Core Main do finally catch elseif ccall
    q qd qdd tau out work n t1 t2 s1 c1 c12 w1x minus_w1x parameters index generated dq1 ddq2 u3b1
    break case const continue default else enum extern false for goto if long return short signed sizeof
    static switch true typedef unsigned volatile";

/// Names, by a random sequence.
pub struct Names {
    state: u64,
}

impl Names {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn number(&mut self, below: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 20) as usize % below
    }

    /// A character of any plane.
    fn letter(&mut self) -> char {
        loop {
            let plane = 0x1_0000 * self.number(17);
            let below = [0x80, 0x800, 0x1_0000][self.number(3)];
            let code = plane + self.number(below);
            if let Some(letter) = char::from_u32(code as u32) {
                return letter;
            }
        }
    }

    /// Any text, as a string of TOML. No two are the same: joints must not be.
    pub fn text(&mut self) -> String {
        let number = self.number(1 << 30);
        let text = match self.number(8) {
            0 => format!("{number}").repeat(1 + self.number(1200)),
            1 => (0..40).map(|_| self.letter()).collect::<String>() + &number.to_string(),
            2 => {
                let words: Vec<&str> = WORDS.split_whitespace().collect();
                format!("{} {number}", words[self.number(words.len())])
            }
            3 => format!("{number} {}", TEXTS[self.number(TEXTS.len())]),
            _ => {
                let [a, b] = [(); 2].map(|()| TEXTS[self.number(TEXTS.len())]);
                format!("{a} {number} {b}")
            }
        };
        quoted(&text)
    }

    /// Three parameters that a robot may have: reserved words mostly; letters of any script; long ones
    /// that begin alike.
    pub fn parameters(&mut self) -> [String; 3] {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        let mut seen = HashSet::new();
        [(); 3].map(|()| {
            loop {
                let name = match self.number(6) {
                    0 => {
                        let letters: Vec<char> = (0..20_000).map(|_| self.letter()).collect();
                        let letters = letters.into_iter().filter(|c| c.is_alphabetic());
                        letters.take(1 + self.number(5)).collect()
                    }
                    1 => "x".repeat(9_999) + ["a", "b", "c", "d"][self.number(4)],
                    _ => words[self.number(words.len())].to_owned(),
                };
                let admitted = Symbols::new().parameter(&name).is_ok();
                // coordinates have these names already
                if admitted && !["q1", "q2"].contains(&name.as_str()) && seen.insert(name.clone()) {
                    return name;
                }
            }
        })
    }
}

/// A text as a string of TOML.
pub fn quoted(text: &str) -> String {
    let escaped: String = text.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
    format!("\"{escaped}\"")
}
