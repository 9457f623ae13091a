//! LaTeX with its inputs, in folders and alone.

use appell_paper::Paper;

use crate::{Scratch, place_of};

const MAIN: &str = r"\documentclass{article}
\usepackage{amsmath, mine}
\begin{document}
first % \input{no such file}
\input{parts/one}
  \include{parts/two.tex} behind
\begin{comment} $$ hidden $$ \end{comment}
\verb|\input{never}| and \iffalse switched \ifx off \fi off \fi
\subimport{parts/}{three}
\input missing
\end{document}
$$ after the end $$
";

fn sources() -> [(&'static str, &'static str); 5] {
    [
        ("main.tex", MAIN),
        ("mine.sty", "\\ProvidesPackage{mine}\n\\def\\[{nothing}\n\\newcommand{\\qd}{\\dot{q}}\n"),
        ("parts/one.tex", "α $$ E = 1 $$\n\\endinput\n$$ left out $$"),
        ("parts/two.tex", "\n\n$$ E = 2 $$\n\\input{parts/two}"),
        ("parts/three.tex", "$$ E = 3 $$"),
    ]
}

fn check(paper: &Paper) {
    let text = paper.text();
    for hidden in ["hidden", "left out", "after the end", "switched", "ProvidesPackage"] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
    let ends_with = |words: &str, file: &str, line, column| {
        let (found, at, from) = place_of(paper, words);
        assert!(found.ends_with(file), "{words} is in {found}");
        assert_eq!((at, from), (line, column), "{words}");
    };
    ends_with("first", "main.tex", 4, 1);
    ends_with("E = 1", "one.tex", 1, 6);
    ends_with("E = 2", "two.tex", 3, 4);
    ends_with("behind", "main.tex", 6, 27);
    ends_with("E = 3", "three.tex", 1, 4);
    ends_with("\\newcommand{\\qd}", "mine.sty", 3, 1);
    let warnings: Vec<&str> = paper.warnings().iter().map(|it| it.message.as_str()).collect();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains("input of itself"), "{warnings:?}");
    assert!(warnings[1].contains("`missing`"), "{warnings:?}");
}

#[test]
fn a_file_and_a_folder_with_inputs() {
    let scratch = Scratch::new("inputs");
    for (name, text) in sources() {
        scratch.write(name, text);
    }
    check(&Paper::read(scratch.0.join("main.tex")).unwrap());
    check(&Paper::read(&scratch.0).unwrap());
}

#[test]
fn inputs_do_not_lead_out() {
    let scratch = Scratch::new("outside");
    scratch.write("secret.tex", "secret");
    let path = scratch.write("inside/main.tex", "\\documentclass{a}\\input{../secret} x");
    let paper = Paper::read(path).unwrap();
    assert!(!paper.text().contains("secret"), "{}", paper.text());
    assert_eq!(paper.warnings()[0].code, "outside-folder");
}

#[test]
fn the_main_file_of_a_folder() {
    let scratch = Scratch::new("main-file");
    let code = || Paper::read(&scratch.0).err().map(|problem| problem.code);
    assert_eq!(code(), Some("no-main-file"));
    scratch.write("b.md", "$$ a = 1 $$");
    assert_eq!(code(), None);
    scratch.write("c.md", "$$ a = 1 $$");
    assert_eq!(code(), Some("no-main-file"));
    scratch.write("figure.tex", "\\documentclass{standalone}");
    scratch.write("thesis.tex", "% \\documentclass{x}\n\\documentclass[a4paper]{book} text");
    assert_eq!(code(), None);
    scratch.write("talk.tex", "\\documentclass{beamer}");
    assert_eq!(code(), Some("several-main-files"));
    scratch.write("paper.tex", "\\documentclass{article} chosen");
    assert!(Paper::read(&scratch.0).unwrap().text().contains("chosen"));
}

#[test]
fn latin1_where_it_is_said() {
    let scratch = Scratch::new("latin1");
    let said = b"\\documentclass{a}\\usepackage[latin1]{inputenc} caf\xe9 $$ E = 1 $$";
    let paper = Paper::read(scratch.write("a.tex", said)).unwrap();
    assert!(paper.text().contains("café"));
    let problem = Paper::read(scratch.write("b.tex", b"caf\xe9")).unwrap_err();
    assert_eq!(problem.code, "not-utf8");
}

#[test]
fn an_input_bomb_ends() {
    let scratch = Scratch::new("bomb");
    // each file names the next twice: 2^40 inputs
    for index in 0..15 {
        let next = format!("\\input{{f{}}}\\input{{f{}}} x", index + 1, index + 1);
        scratch.write(&format!("f{index}.tex"), next);
    }
    let problem = Paper::read(scratch.0.join("f0.tex")).unwrap_err();
    assert_eq!(problem.code, "too-many-inputs");
}
