//! LaTeX as people write it: every spelling of a right equation is proved, and what can be read in
//! two ways is not read in one of them.

use appell_model::{Robot, bundled};
use appell_proof::{Options, Report, VerdictKind, check};

fn robot(name: &str) -> Robot {
    bundled(name).unwrap().read().robot.unwrap()
}

fn checked(paper: &str) -> Report {
    check(paper, &robot("2r"), None, &Options::default()).unwrap()
}

fn verdicts(paper: &str) -> Vec<VerdictKind> {
    checked(paper).findings.iter().map(|finding| finding.verdict.kind()).collect()
}

/// All that is printed is proved, and something is.
fn assert_proved(paper: &str) {
    let report = checked(paper);
    let proved = |it: &appell_proof::Finding| it.verdict.kind() == VerdictKind::Proved;
    let reasons: Vec<&str> = report.findings.iter().map(|it| it.verdict.reason()).collect();
    assert!(!reasons.is_empty(), "nothing was read in {paper}");
    assert!(report.findings.iter().all(proved), "{paper}\n{reasons:?}");
}

/// Something in it is neither proved nor refuted: the reader says that it cannot read it.
fn assert_not_read(paper: &str) {
    let verdicts = verdicts(paper);
    let unread = |it: &&VerdictKind| matches!(it, VerdictKind::Unreadable | VerdictKind::Unmapped);
    assert!(verdicts.iter().any(|it| unread(&it)), "{paper}\n{verdicts:?}");
    assert!(!verdicts.contains(&VerdictKind::Refuted), "{paper}\n{verdicts:?}");
}

const GRAVITY: &str = r"G_2 = M_2 g r_{2x}\cos(q_1+q_2)";

/// The velocity of the second link with its first component as given.
fn velocity(first: &str) -> String {
    format!(r"$$ v_2 = \begin{{bmatrix}} {first} \\ l_1 \dot q_1 \cos q_2 \\ 0 \end{{bmatrix}} $$")
}

#[test]
fn factors_sines_and_dots() {
    for first in [
        r"l_1 \cdot \dot q_1 \cdot \sin q_2",
        r"l_1\,\dot q_1\;\sin q_2",
        r"l_1~\dot q_1~\sin q_2",
        r"(l_1\;\dot q_1)\sin q_2",
        r"l_1 \times \dot q_1 \times \sin q_2",
        r"l_1 * \dot q_1 * \sin q_2",
        r"l_1\dot{q_1}\sin{q_2}",
        r"l_1{\dot q}_1 sq_2",
        r"l_1\dot q_1 s q_2",
        r"l_1\dot q_1 s_2",
        r"l_1\dot q_1\mathrm{s}_{2}",
        r"l_1 q_1' \sin q_2",
        r"l_1\dot q_1(t)\sin(q_2(t))",
        r"l_1\dot q_1\sin\!\left(q_2\right)",
        r"l_1\dot q_1\sin[q_2]",
        r"l_1\dot q_1\mathrm{sin}(q_2)",
        r"l_1\dot q_1 sin(q_2)",
        r"l_1\dot q_1\operatorname{sin} q_2",
        r"\bigl(l_1 \dot q_1\bigr)\sin q_2",
        r"\Bigl[l_1 \dot q_1\Bigr]\sin q_2",
        r"\{l_1 \dot q_1\}\sin q_2",
        r"\boldsymbol{l}_1 \dot{\mathrm q}_1 \sin \mathbf{q}_2",
        r"\textcolor{red}{l_1}\dot q_1\sin q_2",
        r"-l_1 \dot q_1 \sin(-q_2)",
        r"l_1\dot q_1(\sin(q_1+q_2)\cos q_1 - \cos(q_1+q_2)\sin q_1)",
        r"l_1\dot q_1(s_{12}c_1 - c_{12}s_1)",
        r"l_1\dot q_1(S_{12}C_1 - C_{12}S_1)",
        r"l_1\dot q_1\sin q_2\,(\sin^2 q_1 + \cos^{2}(q_1))",
        r"l_1\dot q_1\sin q_2\,(s^2q_1 + c_1^2)",
        r"l_1\dot q_1\sin q_2\,(\sin(q_1)^2 + {\cos q_1}^2)",
        r"\frac{l_1\dot q_1\sin 2q_2}{2\cos q_2}",
        r"\frac12 l_1\dot q_1(\sin q_2 + \sin q_2)",
        r"\tfrac12 l_1\dot q_1 \cdot 2\sin q_2",
        r"{1\over 2} l_1\dot q_1 \cdot 2\sin q_2",
        r"1/2\, l_1\dot q_1 \cdot 2\sin q_2",
        r".5\, l_1\dot q_1 \cdot 2\sin q_2",
        r"\frac{l_1{\dot q_1}^2\sin q_2}{\left(\dot q_1\right)^2}\dot{q}_1^{1}",
        "l_1\\dot q_1\\sin q_2 \u{2212} 0",
    ] {
        assert_proved(&velocity(first));
    }
}

#[test]
fn vectors_and_their_names() {
    for name in [
        r"\omega_2",
        r"\boldsymbol{\omega}_2",
        r"\vec{\omega}_2",
        r"\vec{\omega_2}",
        r"\bar\omega_{2}",
        r"{}^2\omega_2",
        r"{}^{2}\!\omega_2",
        r"^2\omega_2",
        r"\prescript{2}{}{\omega}_2",
        r"\omega_2^{(2)}",
        "\u{3c9}_2",
    ] {
        assert_proved(&format!(r"$$ {name} = [0, 0, \dot q_1 + \dot q_2]^T $$"));
    }
    for column in [
        r"\begin{pmatrix} 0\\0\\ Z\end{pmatrix}",
        r"\begin{Bmatrix} 0\\0\\ Z\end{Bmatrix}",
        r"\begin{bmatrix*}[r] 0\\0\\ Z\end{bmatrix*}",
        r"\left[\begin{array}{c} 0\\[2pt] 0\\*[1.5ex] Z\end{array}\right]",
        r"\left\lbrack\begin{matrix} 0\cr 0\cr Z\end{matrix}\right\rbrack",
        r"\left\{\begin{array}{c} 0\\ \hline 0\\ \hline Z\end{array}\right\}",
        r"\begin{bmatrix} 0 & 0 & Z\end{bmatrix}^{\mathrm{T}}",
        r"\begin{bmatrix} 0 \\ 0 \\ \dot q_1 + \\ + \dot q_2\end{bmatrix}",
        r"[0\;0\;Z]^T",
        r"[0 \quad 0 \quad Z]^T",
        r"(0, 0, Z)^T",
        r"(Z)\,[0,0,1]^T",
    ] {
        let column = column.replace('Z', r"\dot q_1 + \dot q_2");
        assert_proved(&format!(r"$$ \omega_2 = {column} $$"));
    }
}

#[test]
fn displays_and_numbers() {
    for display in [
        "\u{feff}$$E$$",
        "text with $x$ and 5% here\r\n\r\n$$\r\nE\r\n$$\r\n",
        "`$$` is code, and here $$\tE\t$$",
        "```math\nE\n```",
        "% $$ G_2 = 0 $$\n$$E % G_2 = 0\n$$",
        r"\[E.\]",
        r"\begin{equation}\label{eq:1}E,\end{equation}",
        r"\begin{equation}\begin{split}E\end{split}\end{equation}",
        r"\begin{alignat}{2}E\end{alignat}",
        r"\begin{eqnarray*}E\nonumber\end{eqnarray*}",
        r"\newcommand{\be}{\begin{equation}}\newcommand{\ee}{\end{equation}} \be E \ee",
        r"\newcommand{\half}{\frac12}\newcommand{\two}[1]{#1 + #1} $$G_2 = \half(\two{M_2 g r_{2x}\cos(q_1+q_2)})$$",
        r"\DeclareMathOperator{\sgn}{sgn} $$E + 0\sgn(q_1)$$",
        r"$$\boxed{E}$$",
        r"$$E \quad\text{and}\quad E\text{.}$$",
        r"$$\Rightarrow E$$",
        r"$$\left\{\begin{array}{l}E\\E\end{array}\right.$$",
        r"$$\begin{array}{rcl}G_2 & = & M_2 g r_{2x}\cos(q_1+q_2)\end{array}$$",
        r"\begin{align}E\\[2pt] -G_2 &= -M_2 g r_{2x}\cos(q_1+q_2)\end{align}",
        r"$$\begin{aligned}G_2 &= M_2 g r_{2x}\cos(q_1+q_2) + \\ &\quad + 0\end{aligned}$$",
    ] {
        assert_proved(&display.replace('E', GRAVITY));
    }
    for (display, number) in [
        (r"$$E$$ (12)", "12"),
        (r"$$E\tag{3a}$$", "3a"),
        (r"$$E \eqno(12)$$", "12"),
        (r"$$E\quad (2.14)$$", "2.14"),
        (r"$$E\hspace{2cm} (12)$$", "12"),
        (r"$$E~~~(12)$$", "12"),
        (r"$$E (12)$$", "12"),
        ("\n\n$$E$$", "line 3"),
    ] {
        let display = display.replace('E', GRAVITY);
        assert_proved(&display);
        assert_eq!(checked(&display).findings[0].equation, number, "{display}");
    }
}

/// G_1 with a bracket that is opened in one row and closed in the next.
#[test]
fn brackets_over_rows() {
    let first = r"G_1 &= M_1 g r_{1x} \cos q_1 + M_2 g l_1 \cos q_1";
    for (open, close, broken) in [
        ("(", ")", r"\\ &\quad"),
        ("\\bigl[", "\\bigr]", r"\notag \\[2pt] &\quad"),
        ("\\{", "\\}", r"\\ &"),
        ("\\left(", "\\right)", r"\right. \notag \\ &\quad \left."),
    ] {
        let rest = format!(
            r"+ M_2 g {open} r_{{2x}} \cos q_1 \cos q_2 {broken} - r_{{2x}} \sin q_1 \sin q_2 {close}"
        );
        for (environment, counts) in
            [("align", true), ("eqnarray", true), ("multline", true), ("align*", false)]
        {
            // the bracket may also be opened in a row below the first
            for lead in [" ", r" \\ & "] {
                let lines = format!("{first}{lead}{rest}");
                let paper = format!(r"\begin{{{environment}}} {lines} \end{{{environment}}}");
                assert_proved(&paper);
                // what is left out in the second half is seen
                let wrong = paper.replace(r"r_{2x} \sin", r"2 r_{2x} \sin");
                assert_eq!(verdicts(&wrong), [VerdictKind::Refuted], "{wrong}");
            }
            let document = format!(
                r"\documentclass{{a}} \begin{{document}} \begin{{{environment}}} {first} {rest} \end{{{environment}}} \end{{document}}"
            );
            let number = &checked(&document).findings[0].equation;
            assert_eq!(counts, number.parse::<usize>().is_ok(), "{number}: {document}");
        }
    }
    // the other half of these is missing: the brace is that of a system, the bar that of a value
    let lone = r"\begin{align} G_1 &= \left\{ M_1 g r_{1x} \cos q_1 \right. \\ & + \left. M_2 \right| \end{align}";
    assert_eq!(verdicts(lone), [VerdictKind::Undecided]);
}

/// An equation is not judged without the row that cannot be read.
#[test]
fn a_row_that_is_not_read_is_a_part_of_its_equation() {
    let first = r"G_1 &= M_1 g r_{1x} \cos q_1 + M_2 g l_1 \cos q_1";
    for second in [r"+ M_2 g (r_{2x} \cos(q_1 + q_2)", r"+ M_2 g r_{2x}) \cos(q_1 + q_2)"] {
        assert_not_read(&format!(r"\begin{{align}} {first} \\ & {second} \end{{align}}"));
        // and those below it are read
        let rows = format!(r"{first} \\ & {second} \\ G_2 &= M_2 g r_{{2x}} \cos(q_1 + q_2)");
        let found = verdicts(&format!(r"\begin{{align}} {rows} \end{{align}}"));
        assert_eq!(found, [VerdictKind::Unreadable, VerdictKind::Proved], "{rows}");
    }
}

#[test]
fn equations_of_latex_count_themselves() {
    let paper = r"\documentclass{article}\begin{document}
        \begin{equation} G_2 = M_2 g r_{2x}\cos(q_1+q_2) \end{equation}
        % \begin{equation} G_2 = 0 \end{equation}
        \begin{align}
          G_2 &= M_2 g r_{2x}\cos(q_1+q_2) \nonumber \\ &\quad + 0 \\
          G_2 &= M_2 g r_{2x}\cos(q_1+q_2)
        \end{align}";
    let report = checked(paper);
    let numbers: Vec<&str> = report.findings.iter().map(|it| it.equation.as_str()).collect();
    assert_eq!(numbers, ["1", "2", "3"]);
    assert_proved(paper);
}

#[test]
fn a_macro_holds_from_its_definition_on() {
    assert_proved(
        r"\newcommand{\x}{q_1 + q_2} $$G_2 = M_2 g r_{2x}\cos(\x)$$
          \renewcommand{\x}{r_{2x}} $$G_2 = M_2 g \x\cos(q_1+q_2)$$",
    );
}

#[test]
fn what_can_be_read_in_two_ways_is_not_read() {
    for first in [
        r"l_1\dot{q_1^2}\sin q_2/\dot q_1",
        r"\sqrt[3]{l_1^3}\dot q_1\sin q_2",
        r"l_1\dot q_1\sin{q_2+0}",
        r"l_1\dot q_1\sin q_2 + \ldots",
        r"\pm l_1\dot q_1\sin q_2",
        r"{l_1\dot q_1}^1\sin q_2",
        r"l_1^1^1\dot q_1\sin q_2",
    ] {
        assert_not_read(&velocity(first));
    }
    for paper in [
        r"$$G_2 = $$",
        r"$$ = G_2$$",
        r"$$G_2 = 1,0 M_2 g r_{2x}\cos(q_1+q_2)$$",
        r"$$G_2 = M_2 g r_2x^12$$",
        r"$$G_2 \approx M_2 g r_{2x}\cos(q_1+q_2)$$",
        r"$$G_2 = M_2 g r_{2x}\cos(q_1+q_2) \quad\text{if } q_1 = 0$$",
        r"$$G_2 = M_2 g r_{2x}\cos(q_1+q_2), \quad\text{if } q_1 = 0$$",
        r"$$M_{9,9} = 0$$",
        r"$$G_2 = M_2 g r_{2x}\cos(q_1+q_2)",
    ] {
        assert_not_read(paper);
    }
}

#[test]
fn a_bar_is_a_magnitude_and_a_square_no_index() {
    let magnitude = velocity(r"l_1\mid\dot q_1\mid\sin q_2");
    assert!(verdicts(&magnitude).contains(&VerdictKind::Refuted));
    // this robot has an l12, which l_1^2 is not
    let robot = appell_model::read_toml(
        r#"
        name = "one"
        gravity = 0
        [parameters]
        l1 = { value = 1, unit = "m" }
        l12 = { value = 1, unit = "m" }
        [[joint]]
        type = "rotation"
        axis = "z"
        link = { mass = 1, centre = ["l1", "l12", 0], inertia = { zz = 1 } }
        "#,
        &appell_model::Options::default(),
    );
    let robot = robot.robot.unwrap_or_else(|| panic!("{:?}", robot.findings));
    let paper = r"$$ \omega_1 = [0, 0, \dot q_1 + l_1^2 - l_1 l_1]^T $$";
    let report = check(paper, &robot, None, &Options::default()).unwrap();
    assert_eq!(report.findings[2].verdict.kind(), VerdictKind::Proved, "{:?}", report.findings[2]);
}

/// What begins with a sign continues the display before it; a part of an equation alone is not read.
#[test]
fn equations_over_several_displays() {
    for paper in [
        r"$$ G_2 = M_2 g r_{2x}\cos q_1 \cos q_2 $$ $$ - M_2 g r_{2x}\sin q_1 \sin q_2 $$",
        r"$$ G_2 = M_2 g r_{2x}\cos q_1 \cos q_2 - $$ $$ - M_2 g r_{2x}\sin q_1 \sin q_2 $$",
        r"$$ G_2 $$ and therefore $$ = M_2 g r_{2x}\cos(q_1 + q_2) $$",
        r"$$ G_2 = - M_2 g r_{2x}\sin q_1 \sin q_2 , $$ $$ + M_2 g r_{2x}\cos q_1 \cos q_2 . $$",
        r"\begin{align} G_2 = M_2 g & r_{2x} \end{align} \begin{align} & \cdot \cos(q_1 + q_2) \end{align}",
    ] {
        assert_proved(paper);
        assert_eq!(verdicts(paper).len(), 1, "{paper}");
    }
    let far = "word ".repeat(60);
    for paper in [
        r"$$ + M_2 g r_{2x}\cos(q_1 + q_2) $$".to_owned(),
        format!(r"$$ G_2 = M_2 g r_{{2x}}\cos(q_1 + q_2) $$ {far} $$ = 0 $$"),
        r"where $x$ $$ = M_2 g r_{2x}\cos(q_1 + q_2) $$".to_owned(),
    ] {
        let report = checked(&paper);
        let last = report.findings.last().unwrap();
        assert!(last.verdict.reason().contains("incomplete"), "{paper}: {}", last.verdict.reason());
    }
    // what is cut off is not completed by the next equation
    let cut = format!("$$ G_2 = M_2 g r_{{2x}} - $$ $$ {GRAVITY} $$");
    assert_eq!(verdicts(&cut), [VerdictKind::Unreadable, VerdictKind::Proved]);
    // an equation of its own, and a term behind words or a full stop
    for paper in [
        r"$$ G_2 = M_2 g r_{2x}\cos(q_1 + q_2) $$ $$ -G_2 = -M_2 g r_{2x}\cos(q_1 + q_2) $$",
        r"$$ G_2 = M_2 g r_{2x}\cos(q_1 + q_2). $$ $$ - M_2 g $$",
        r"$$ G_2 = M_2 g r_{2x}\cos(q_1 + q_2) $$ with the force $$ - M_2 g $$",
    ] {
        assert_eq!(verdicts(paper)[0], VerdictKind::Proved, "{paper}");
        assert_eq!(verdicts(paper).len(), 2, "{paper}");
    }
}

/// Remarks in words; what may be a condition is not left out.
#[test]
fn remarks() {
    for remark in [
        r"\text{ (gravity)}",
        r"\qquad\text{(potential energy)}",
        r", \text{ where } g \text{ is gravity}",
    ] {
        assert_proved(&format!("$$ {GRAVITY} {remark} $$"));
    }
    for remark in [r"\text{ (if at rest)}", r"\text{ for small } q_1", r"\text{(approximately)}"] {
        assert_not_read(&format!("$$ {GRAVITY} {remark} $$"));
    }
}

/// Commands of packages, and macros with arguments that the author defines.
#[test]
fn packages_and_macros() {
    for paper in [
        r"$$ G_2 = \qty(M_2 g r_{2x}) \cos\qty(q_1+q_2) $$",
        r"$$ G_2 = M_2 g \vb{r}_{2x} \cos\mleft(q_1+q_2\mright) $$",
        r"$$ G_2 = \cancelto{0}{M_1} + M_2 g r_{2x} \mathclap{\cos(q_1+q_2)} $$",
        r"$$ v_2 = \bmqty{l_1 \dot q_1 \sin q_2 \\ l_1 \dot q_1 \cos q_2 \\ 0} $$",
        r"$$ v_2 = \mqty(l_1 \dot q_1 \sin q_2 \\ l_1 \dot q_1 \cos(q_2) \\ 0) $$",
        r"\newcommand{\c}[2][q_1]{\cos(#1 + #2)} $$ G_2 = M_2 g r_{2x} \c{q_2} $$",
        r"\newcommand{\c}[2][q_1]{\cos(#1 + #2)} $$ G_2 = M_2 g r_{2x} \c[q_2]{q_1} $$",
        r"\NewDocumentCommand{\c}{m m}{\cos(#1 + #2)} $$ G_2 = M_2 g r_{2x} \c{q_1}{q_2} $$",
        r"\def\c#1{\cos(#1)}\let\cc\c $$ G_2 = M_2 g r_{2x} \cc{q_1+q_2} $$",
        r"\let\grav=g $$ G_2 = M_2 \grav r_{2x} \cos(q_1+q_2) $$",
        r"\DeclarePairedDelimiter{\br}{(}{)} $$ G_2 = M_2 g r_{2x} \cos\br{q_1+q_2} $$",
        r"\newenvironment{eq}[1][x]{\small\begin{equation}}{\end{equation}} \begin{eq} G_2 = M_2 g r_{2x} \cos(q_1+q_2) \end{eq}",
    ] {
        assert_proved(paper);
        assert_eq!(verdicts(paper).len(), if paper.contains("v_2") { 3 } else { 1 }, "{paper}");
    }
    // a term that is struck out, and units with a prefix
    for paper in [
        r"$$ G_2 = \cancel{M_1 g} + M_2 g r_{2x}\cos(q_1+q_2) $$",
        r"$$ G_2 = M_2 g \SI{10}{cm} \cos(q_1+q_2) $$",
        r"$$ G_2 = M_2 g \qty{10}{ms} \cos(q_1+q_2) $$",
    ] {
        assert_not_read(paper);
    }
}
