//! Broken and hostile papers: clear words or verdicts, in bounded time, and never a panic.

use appell_algebra::Budget;
use appell_model::{Robot, bundled};
use appell_proof::{Notation, Options, Report, Verdict, VerdictKind, check, notation_for};

fn robot() -> Robot {
    bundled("2r").unwrap().read().robot.unwrap()
}

/// The report of a paper; every place that it names lies in the paper.
fn checked(paper: &str) -> Report {
    let robot = robot();
    notation_for(paper, &robot);
    let options = Options { budget: Budget::default().with_terms(20_000), ..Options::default() };
    let report = check(paper, &robot, None, &options).unwrap();
    for finding in &report.findings {
        assert!(paper.get(finding.span.clone()).is_some(), "{finding:?}");
    }
    for note in &report.notes {
        note.render("paper", paper);
    }
    report
}

/// The reason why the first equation cannot be read.
fn reason(paper: &str) -> String {
    let report = checked(paper);
    let first = &report.findings[0];
    assert!(
        matches!(first.verdict, Verdict::Unreadable(_) | Verdict::Unmapped { .. }),
        "{first:?}"
    );
    first.verdict.reason().to_owned()
}

#[test]
fn broken_latex_is_named() {
    for (paper, expected) in [
        (r"$$Q_1 = {q_1$$", "a brace `{` is not closed"),
        (r"$$Q_1 = q_1}$$", "`}` closes nothing"),
        (r"$$Q_1 = \left(q_1$$", "a `\\left` has no `\\right`"),
        (r"$$Q_1 = q_1\right)$$", "`\\right` closes nothing"),
        (r"$$Q_1 = \begin{bmatrix}1$$", "`\\begin{bmatrix}` has no end"),
        (r"$$Q_1 = 1\end{bmatrix}$$", "`\\end` closes nothing"),
        (r"\begin{equation}Q_1 = 1", "this display is not closed"),
        (r"$$Q_1 = q_1^$$", "an argument is missing"),
        (r"$$Q_1 = \frac$$", "an argument is missing"),
        (r"$$Q_1 = q_1^2^3$$", "`^{}^{}` is not understood"),
        (r"$$Q_1 = q__1$$", "not understood"),
        (r"$$Q_1 = \frac{1}{0}$$", "division by zero"),
        (r"$$Q_1 = 10^{999999999}$$", "an exponent that is too large"),
        (r"$$Q_1 = \sin^{64}(q_1)^{64}$$", "an exponent that is too large"),
    ] {
        assert!(reason(paper).contains(expected), "{paper}: {}", reason(paper));
    }
}

#[test]
fn nonsense_is_survived() {
    for paper in [
        "",
        "$",
        "$$",
        "$$$",
        "$$$$",
        "\\",
        "$$\\",
        "$$\\$$",
        "$$\\begin$$",
        "$$\\left$$",
        "$$\\tag$$",
        "$$Q_1=0\\tag{$$",
        "$$\u{3a9}\u{307}\u{e9}_1 = \u{65e5}\\\u{e9}_\u{e9}^\u{e9}$$",
        "$$ Q_1 & = & q_1 &&& $$",
        "\\begin{\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}}",
        "\\def",
        "\\def\\a{",
        "\\newcommand{\\a}[9]{#9#0#1} $$\\a$$",
        "$$Q_1 = \\omega_{i+4294967295} = \\omega_{i-99999999999999999999}$$",
        "$$\\left(\\omega_1\\right)_{4000000000,4000000000} = 0$$",
        "\0\0$$Q_1=\0$$",
    ] {
        checked(paper);
    }
}

#[test]
fn macros_without_end_are_stopped() {
    assert!(reason(r"\newcommand{\a}{\a\a} $$Q_1 = \a$$").contains("expands without end"));
    assert!(reason(r"\def\a{\b}\def\b{\a} $$Q_1 = \a$$").contains("expands without end"));
    let doubling = |last: &str| {
        let mut paper = String::new();
        for (a, b) in ('a'..='y').zip('b'..='z') {
            paper.push_str(&format!("\\def\\x{a}{{\\x{b}\\x{b}}}"));
        }
        paper + "\\def\\xz{" + last + "}$$Q_1 = \\xa$$"
    };
    assert!(reason(&doubling("q_1")).contains("more than"));
    assert!(reason(&doubling("")).contains("expands without end"));
}

#[test]
fn what_is_long_or_deep_is_bounded() {
    for (piece, count) in [
        ("{", 1_000_000),
        ("$ ", 1_000_000),
        ("$$$ a", 50_000),
        ("\\begin{equation}", 20_000),
        ("\\begin{", 200_000),
        ("\\def\\a{", 100_000),
        ("`", 1_000_000),
    ] {
        checked(&piece.repeat(count));
    }
    for (piece, count) in [
        ("(", 90_000),
        ("{", 90_000),
        ("\\{", 90_000),
        ("\\left(", 40_000),
        ("\\dot", 90_000),
        ("\\sgn", 90_000),
        ("'", 90_000),
        ("-", 90_000),
        (",", 90_000),
        ("_1", 40_000),
        ("1", 1_000_000),
        ("\\sin 2", 40_000),
    ] {
        checked(&format!("$$Q_1 = q_1{}$$", piece.repeat(count)));
    }
    for (piece, count) in [("/q_1", 20_000), ("\\times q_1", 20_000)] {
        reason(&format!("$$Q_1 = q_1{}$$", piece.repeat(count)));
    }
    assert!(reason(&format!("$$Q_1 = {}q_1$$", "q_1 + ".repeat(300_000))).contains("pieces"));
    let row = vec!["1"; 200].join("&");
    let matrix = vec![row; 200].join("\\\\");
    let paper = format!("$$M = \\begin{{bmatrix}}{matrix}\\end{{bmatrix}}$$");
    assert!(reason(&paper).contains("200 rows and 200 columns"));
}

#[test]
fn one_bad_equation_does_not_spoil_the_next() {
    let large = "(q_1+q_2+l_1+l_2+M_1+M_2+g+r_{1x})^{40}";
    let paper = format!("$$Q_1 = {large}$$ $$Q_2 = \\frac{{1}}{{0}}$$ $$v_1 = [0, 0, 0]^T$$");
    let report = checked(&paper);
    let verdicts: Vec<VerdictKind> = report.findings.iter().map(|it| it.verdict.kind()).collect();
    use VerdictKind::{Proved, Undecided, Unreadable};
    assert_eq!(verdicts, [Undecided, Unreadable, Proved, Proved, Proved]);
    assert!(report.findings[0].verdict.reason().contains("terms"), "{:?}", report.findings[0]);
    assert_eq!(report.stopped, None);
}

#[test]
fn notations_with_nonsense_are_refused() {
    for text in ["[symbols]\n'q_{' = \"q1\"", "[quantities]\n'' = \"Q[1]\"", "x = 1", "symbols = 3"]
    {
        assert!(Notation::read(text).is_err(), "{text}");
    }
    // a meaning that the robot does not have is no meaning
    let notation = Notation::read("[quantities]\n'H_i' = \"Q[i]\"\n'X' = \"nonsense[7]\"").unwrap();
    let report = check("$$H_{77} = X$$", &robot(), Some(&notation), &Options::default()).unwrap();
    assert_eq!(report.findings[0].verdict.kind(), VerdictKind::Unmapped);
}
