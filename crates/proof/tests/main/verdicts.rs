//! What can be decided is decided, and what cannot is called undecided: nothing is proved by
//! numbers, and nothing is refuted by rounded ones.

use appell_model::{Robot, bundled, read_toml};
use appell_proof::{Doubt, Finding, Notation, Options, SecondRoute, Verdict, VerdictKind, check};

fn robot(name: &str) -> Robot {
    bundled(name).unwrap().read().robot.unwrap()
}

fn finding_of(robot: &Robot, paper: &str) -> Finding {
    let axes = Notation::read("[quantities]\n'k_i' = \"k[i]\"").unwrap();
    let report = check(paper, robot, Some(&axes), &Options::default()).unwrap();
    let [finding] = <[Finding; 1]>::try_from(report.findings).unwrap();
    finding
}

fn finding(paper: &str) -> Finding {
    finding_of(&robot("2r"), paper)
}

/// Of roots not every relation is known: sqrt(x)^2 and x have two normal forms.
const ONE_WITH_A_ROOT: &str = r"\left(\sqrt{l_1}\sqrt{l_1} - l_1 + 1\right)";

#[test]
fn what_cannot_be_decided_is_undecided() {
    for paper in [
        format!(r"$$ G_2 = {ONE_WITH_A_ROOT} G_2 $$"),
        format!(r"$$ \omega_2 = {ONE_WITH_A_ROOT} \omega_2 $$"),
        format!(r"$$ M = {ONE_WITH_A_ROOT} M $$"),
        r"$$ \omega_2 = \left(\sqrt{l_1^2} - l_1 + 1\right) \omega_2 $$".to_owned(),
        // a difference that is smaller than the intervals
        format!(r"$$ G_2 = \left({ONE_WITH_A_ROOT} + 0.00000000000000000001\right) G_2 $$"),
    ] {
        let finding = finding(&paper);
        let Verdict::Undecided { cause: Doubt::NoNormalForm, reason, agrees_at } = &finding.verdict
        else {
            panic!("{paper}: {finding:?}");
        };
        assert!(*agrees_at > 1 && reason.contains(&format!("agree at {agrees_at} ")), "{reason}");
        assert!(!finding.printed.is_empty() && !finding.quantity.is_empty());
        assert_eq!(finding.verdict.second_route(), SecondRoute::None);
    }
}

#[test]
fn a_vector_or_matrix_is_undecided_where_an_entry_is() {
    let paper = format!(
        r"$$ v_2 = [l_1\dot q_1\sin q_2, {ONE_WITH_A_ROOT} l_1\dot q_1\cos q_2, 0]^T + 0\cdot v_1 $$"
    );
    let finding = finding(&paper);
    assert_eq!(finding.verdict.kind(), VerdictKind::Undecided, "{finding:?}");
    assert!(finding.verdict.reason().starts_with("in y: "), "{finding:?}");
}

/// Where the normal forms cannot tell, intervals can: also a difference that rounding would hide.
#[test]
fn a_state_refutes_what_has_roots() {
    for paper in [
        format!(r"$$ G_2 = \left({ONE_WITH_A_ROOT} + 1\right) G_2 $$"),
        format!(r"$$ \omega_2 = \left({ONE_WITH_A_ROOT} + 1\right) \omega_2 $$"),
        format!(r"$$ M = \left({ONE_WITH_A_ROOT} + 0.00000000001\right) M $$"),
        format!(r"$$ G_2 = \left({ONE_WITH_A_ROOT} + 0.00000000001\right) G_2 $$"),
    ] {
        let finding = finding(&paper);
        assert_eq!(finding.verdict.kind(), VerdictKind::Refuted, "{paper}: {finding:?}");
        assert_eq!(finding.verdict.second_route(), SecondRoute::Interval, "{paper}");
    }
}

#[test]
fn what_has_no_exact_value_is_confirmed_by_intervals() {
    let proved = finding(r"$$ G_2 = \left(\sqrt{l_1} - \sqrt{l_1} + 1\right) G_2 $$");
    assert_eq!(proved.verdict.kind(), VerdictKind::Proved, "{proved:?}");
    assert_eq!(proved.verdict.second_route(), SecondRoute::Interval);
    let refuted = finding(r"$$ \omega_2 = \left(\sqrt{l_1} - \sqrt{l_1} + 2\right) \omega_2 $$");
    assert_eq!(refuted.verdict.kind(), VerdictKind::Refuted, "{refuted:?}");
    assert_eq!(refuted.verdict.second_route(), SecondRoute::Interval);
    let Verdict::Proved(proof) = finding(r"$$ \omega_2 = \omega_1 + \dot q_2 k_2 $$").verdict
    else {
        panic!("not proved");
    };
    assert_eq!((proof.second_route, proof.assumptions.len()), (SecondRoute::Exact, 0));
}

/// A robot with constant angles has no exact values anywhere.
#[test]
fn a_robot_with_constant_angles_is_checked_by_intervals() {
    let text = bundled("2r").unwrap().text;
    let tilted = text.replace(
        "offset = [\"l1\", 0, 0]",
        "offset = [\"l1\", 0, 0]\nrotation = { rpy = [0.3, 0, 0] }",
    );
    assert_ne!(text, tilted);
    let robot = read_toml(&tilted, &appell_model::Options::default()).robot.unwrap();
    for (right, paper) in [
        (true, r"$$ \omega_2 = {}^1R_2^T \omega_1 + \dot q_2 k_2 $$"),
        (true, r"$$ \omega_2 = {}^1R_2^{-1} \omega_1 + \dot q_2 k_2 $$"),
        (false, r"$$ \omega_2 = {}^1R_2 \omega_1 + \dot q_2 k_2 $$"),
    ] {
        let finding = finding_of(&robot, paper);
        let expected = if right { VerdictKind::Proved } else { VerdictKind::Refuted };
        assert_eq!(finding.verdict.kind(), expected, "{paper}: {finding:?}");
        assert_eq!(finding.verdict.second_route(), SecondRoute::Interval, "{paper}");
    }
}

/// A formula for every link is right when it is for each, wrong when it is for one, and else open.
#[test]
fn the_links_of_a_general_formula_are_taken_together() {
    for (paper, expected) in [
        (r"\omega_i = {}^{i}R_{i-1} \omega_{i-1} + \dot q_i k_i", VerdictKind::Proved),
        (r"\omega_i = {}^{i}R_{i-1} \omega_{i-1} + 2 \dot q_i k_i", VerdictKind::Refuted),
        // of the first link it cannot be decided, of the second it is wrong
        (
            r"\omega_i = {}^{i}R_{i-1} \omega_{i-1} + (\sqrt{l_i}\sqrt{l_i} - l_i + 1) \dot q_i k_i + \omega_{i-1}",
            VerdictKind::Refuted,
        ),
        (
            r"\omega_i = {}^{i}R_{i-1} \omega_{i-1} + (\sqrt{l_i}\sqrt{l_i} - l_i + 1) \dot q_i k_i",
            VerdictKind::Undecided,
        ),
        // there is no l_0: what is wrong for the second link is not held against a formula that
        // cannot be read for the first
        (r"\omega_i = l_{i-1} \omega_i", VerdictKind::Unmapped),
    ] {
        let finding = finding(&format!("$$ {paper} $$"));
        assert_eq!(finding.verdict.kind(), expected, "{paper}: {finding:?}");
    }
}

#[test]
fn counts_name_every_verdict() {
    let paper = format!(
        r"$$ G_2 = {ONE_WITH_A_ROOT} G_2 $$ $$ \omega_2 = [0, 0, \dot q_1 - \dot q_2]^T $$ $$ G_2 = \frac{{1}}{{0}} $$ $$ G_2 = x_9 $$"
    );
    let report = check(&paper, &robot("2r"), None, &Options::default()).unwrap();
    let counts: Vec<(&str, usize)> =
        report.counts().into_iter().map(|(kind, count)| (kind.name(), count)).collect();
    let expected = [
        ("proved", 2),
        ("refuted", 1),
        ("undecided", 1),
        ("defined", 0),
        ("unreadable", 1),
        ("unmapped", 1),
    ];
    assert_eq!(counts, expected);
    let Verdict::Unmapped { name, .. } = &report.findings[5].verdict else {
        panic!("not unmapped")
    };
    assert_eq!(name.as_deref(), Some("x_9"));
}

/// A sign that two lines print differently is read as the second line has it, and what is proved by
/// that says so; without such a place nothing is assumed.
#[test]
fn a_doubtful_reading_is_an_assumption() {
    let proved = |paper: &str| match finding(paper).verdict {
        Verdict::Proved(proof) => proof.assumptions,
        other => panic!("{other:?}"),
    };
    let plain = r"$$ G_1 = G_1 - 1 + \cos^2 q_2 + \\ + \sin^2 q_2 $$";
    assert_eq!(proved(plain), []);
    let doubtful = r"$$ G_1 = G_1 - 1 + \cos^2 q_2 - \\ + \sin^2 q_2 $$";
    let [assumption] = proved(doubtful).try_into().unwrap();
    assert_eq!(assumption.name, "line-break");
}

/// What a finding has: the quantity by its name, the component, what is printed, and of what
/// is wrong the difference, a state at which it is wrong, and the corrected equation.
#[test]
fn a_finding_says_what_it_is_about() {
    for (paper, quantity, component) in [
        (r"$$ \left(\omega_2\right)_z = \dot q_1 + \dot q_2 $$", "omega[2].z", "z"),
        (r"$$ M_{1,2} = M_{2,1} $$", "M.1,2", "1,2"),
        (r"$$ C_{1,2} = C_{1,2} + 0 $$", "C.1,2", "1,2"),
        (r"$$ J_{4,2} = 0 $$", "J.4,2", "4,2"),
        (r"$$ M^T = M $$", "M", ""),
        (r"$$ G_2 = G_2 + 0 $$", "G[2]", ""),
    ] {
        let finding = finding(paper);
        assert_eq!(finding.verdict.kind(), VerdictKind::Proved, "{finding:?}");
        assert_eq!((&*finding.quantity, &*finding.component), (quantity, component), "{paper}");
        assert!(!finding.printed.is_empty());
    }
    let report = |paper: &str| check(paper, &robot("2r"), None, &Options::default()).unwrap();
    let spin = report(r"$$ \omega_2 = [0, 0, \dot q_1 - \dot q_2]^T $$");
    let about: Vec<(&str, &str)> =
        spin.findings.iter().map(|it| (&*it.quantity, &*it.component)).collect();
    assert_eq!(about, [("omega[2].x", "x"), ("omega[2].y", "y"), ("omega[2].z", "z")]);
    let refutation = spin.findings[2].refutation().unwrap();
    assert_eq!(refutation.difference, "-2*q2'");
    assert!(refutation.corrected.starts_with(r"\left(\omega_2\right)_z ="), "{refutation:?}");
    let state = refutation.counter_example.clone().unwrap();
    let value = |name: &str| state.values.iter().find(|(it, _)| it == name).unwrap().1;
    assert_eq!(state.values.len(), 2);
    assert!((state.printed - (value("q1'") - value("q2'"))).abs() < 1e-12, "{state:?}");
    assert!((state.derived - (value("q1'") + value("q2'"))).abs() < 1e-12, "{state:?}");
    // the same rows of a matrix: not x, y and z
    let matrix = report(
        r"$$ J = \begin{bmatrix} -l_1 s_1 + l_2 s_{12} & -l_2 s_{12} \\ l_1 c_1 + l_2 c_{12} & l_2 c_{12} \\
             0 & 0 \\ 0 & 0 \\ 0 & 0 \\ 1 & 1 \end{bmatrix} $$",
    );
    let about: Vec<(&str, &str)> =
        matrix.findings[..4].iter().map(|it| (&*it.quantity, &*it.component)).collect();
    assert_eq!(about, [("J.1,1", "1,1"), ("J.1,2", "1,2"), ("J.2,1", "2,1"), ("J.2,2", "2,2")]);
    assert!(
        matrix.findings[0].refutation().unwrap().corrected.starts_with(r"\left(J\right)_{1,1} =")
    );
    let forces = report(r"$$ G = [0, M_2 g r_{2x}\cos(q_1+q_2)]^T $$");
    let components: Vec<&str> = forces.findings.iter().map(|it| &*it.component).collect();
    assert_eq!(components, ["1", "2"]);
}

/// A vector or matrix that is wrong says where, and how it should be; an entry that is open does
/// not hide one that is wrong, and the weakest of the confirmations is reported.
#[test]
fn a_wrong_vector_says_where() {
    let paper = format!(
        r"$$ v_2 = [2 l_1\dot q_1\sin q_2, {ONE_WITH_A_ROOT} l_1\dot q_1\cos q_2, 0]^T + 0\cdot v_1 $$"
    );
    let wrong = finding(&paper);
    let refutation = wrong.refutation().unwrap();
    assert_eq!(refutation.reason, "not equal in x");
    assert_eq!(refutation.slips.len(), 1, "{refutation:?}");
    assert!(refutation.corrected.starts_with("v_2 = "), "{refutation:?}");
    let paper = r"$$ v_2 = [(1 + \sqrt{2} - \sqrt{2}) l_1\dot q_1\sin q_2, l_1\dot q_1\cos q_2, 0]^T + 0\cdot v_1 $$";
    let proved = finding(paper);
    assert_eq!(proved.verdict.kind(), VerdictKind::Proved, "{proved:?}");
    assert_eq!(proved.verdict.second_route(), SecondRoute::Interval);
}

/// What cannot be compared says why, of which quantity it is, and where it stands.
#[test]
fn what_is_not_compared_says_why_and_where() {
    for (paper, quantity, reason) in [
        (r"$$ G_2 + 1 $$", "", "no equals sign"),
        (r"$$ G_2 = \omega_2 $$", "G[2]", "the two sides do not have the same shape"),
        (r"$$ \omega_2 = M $$", "omega[2]", "the two sides do not have the same shape"),
        (
            r"$$ M = \begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \end{bmatrix} $$",
            "M",
            "printed with 2 rows and 3 columns, derived with 2 and 2",
        ),
        (r"$$ l_1 = 2 $$", "", "it contains no quantity of the robot"),
        (r"$$ M_{0,1} = 1 $$", "", "the name M_{0,1} is not known"),
        (r"$$ x_9 = y_9 $$", "", "the name x_9 is not known"),
        (r"$$ G_2 = x_9 $$", "G[2]", "the name x_9 is not known"),
    ] {
        let finding = finding(paper);
        assert_eq!((&*finding.quantity, finding.verdict.reason()), (quantity, reason), "{paper}");
        if reason.contains("x_9") {
            assert_eq!(&paper[finding.span.clone()], "x_9", "{paper}");
        }
    }
    let words = r"$$ G_1 = 0 \quad\text{if it rains} $$";
    let unread = finding(words);
    assert!(words[unread.span.clone()].starts_with(r"\text"), "{unread:?}");
    let report = check(r"$$ x_9 = y_9 $$", &robot("2r"), None, &Options::default()).unwrap();
    assert_eq!(report.proposals.len(), 2, "{:?}", report.proposals);
}

/// Each side of a chain is compared with the quantity, and a block matrix as a whole.
#[test]
fn chains_and_blocks() {
    let kinds = |paper: &str| -> Vec<VerdictKind> {
        let report = check(paper, &robot("2r"), None, &Options::default()).unwrap();
        report.findings.iter().map(|it| it.verdict.kind()).collect()
    };
    let chain = r"$$ M_2 g r_{2x}\cos(q_1+q_2) = G_2 = 2 G_2 $$";
    assert_eq!(kinds(chain), [VerdictKind::Proved, VerdictKind::Refuted]);
    let blocks = |last: &str| {
        format!(
            r"$$ J = \begin{{bmatrix}} J_{{1,1}} & J_{{1,2}} \\ J_{{2,1}} & J_{{2,2}} \\ {last} & {last} \end{{bmatrix}} $$"
        )
    };
    let [zeros, ones] = ["[0, 0, 0, 1]^T", "[0, 0, 1, 1]^T"].map(blocks);
    assert_eq!(kinds(&zeros), [VerdictKind::Proved]);
    assert_eq!(kinds(&ones), [VerdictKind::Refuted]);
    // a side may be without the index of a general formula
    assert_eq!(kinds(r"$$ \omega_i - \omega_i = [0, 0, 0]^T $$"), [VerdictKind::Proved]);
}

/// Entries by the numbers of joints mean nothing where rows are numbered otherwise; by row and
/// column they mean the same everywhere.
#[test]
fn entries_of_matrices_by_their_numbers() {
    let text = bundled("2r").unwrap().text;
    let fixed = "[[joint]]\ntype = \"fixed\"\nname = \"foot\"\n\n[[joint]]";
    let text = text.replacen("[[joint]]", fixed, 1);
    let raised = read_toml(&text, &appell_model::Options::default()).robot.unwrap();
    let names = "[quantities]\n'A_{i,j}' = \"C.i,j\"\n'B_{i,j}' = \"C#i,j\"\n'D_{i,j}' = \"J.i,j\"\n\
        'R_{i,j}' = \"R[0,1].i,j\"\n'Y_{i,j}' = \"Y.i,j\"\n'X' = \"M.x\"";
    let names = Notation::read(names).unwrap();
    let kind = |robot: &Robot, paper: &str| {
        let report = check(paper, robot, Some(&names), &Options::default()).unwrap();
        report.findings[0].verdict.kind()
    };
    let plain = robot("2r");
    for name in ["A", "B"] {
        let [right, turned] = [("1,2", "1,2"), ("1,2", "2,1")]
            .map(|(left, right)| format!("$$ {name}_{{{left}}} = C_{{{right}}} $$"));
        assert_eq!(kind(&plain, &right), VerdictKind::Proved);
        assert_eq!(kind(&plain, &turned), VerdictKind::Refuted);
    }
    assert_eq!(kind(&raised, "$$ A_{1,2} = 0 $$"), VerdictKind::Unmapped);
    assert_eq!(kind(&raised, "$$ D_{1,2} = 0 $$"), VerdictKind::Unmapped);
    assert_eq!(kind(&raised, "$$ Y_{1,1} = 0 $$"), VerdictKind::Unmapped);
    assert_eq!(kind(&plain, "$$ X = 0 $$"), VerdictKind::Unmapped);
    // C is not unique
    assert_eq!(kind(&raised, "$$ B_{1,1} = 0 $$"), VerdictKind::Undecided);
    assert_eq!(kind(&raised, "$$ R_{1,1} = 1 $$"), VerdictKind::Proved);
}

/// Without a state at which both sides have values, nothing is said of states and nothing confirmed.
#[test]
fn what_has_no_values_is_not_confirmed() {
    let open =
        finding(r"$$ G_2 = \left(\sqrt{-1 - l_1^2}\sqrt{-1 - l_1^2} + 2 + l_1^2\right) G_2 $$");
    let Verdict::Undecided { cause: Doubt::NoNormalForm, reason, agrees_at: 0 } = &open.verdict
    else {
        panic!("{open:?}");
    };
    assert!(!reason.contains("agree at"), "{reason}");
    let proved = finding(r"$$ G_2 = \left(\sqrt{-1 - l_1^2} - \sqrt{-1 - l_1^2} + 1\right) G_2 $$");
    assert_eq!(proved.verdict.kind(), VerdictKind::Proved, "{proved:?}");
    assert_eq!(proved.verdict.second_route(), SecondRoute::None);
    // at a state that is shown both sides do differ
    for sign in ["", "-"] {
        let wrong =
            finding(&format!(r"$$ \left(\omega_2\right)_z = {sign}\mid\dot q_1\mid + \dot q_2 $$"));
        let state = wrong.refutation().unwrap().counter_example.clone().unwrap();
        assert!((state.printed - state.derived).abs() > 1e-3, "{state:?}");
    }
    assert_eq!(format!("{:<8}|", VerdictKind::Proved), "proved  |");
}

/// A general formula says for which links it holds or for which it is wrong, how it was confirmed,
/// and how it is right for each.
#[test]
fn a_general_formula_says_for_which_links() {
    const SPIN: &str = r"\omega_i = {}^{i}R_{i-1} \omega_{i-1}";
    let report = |paper: String| check(&paper, &robot("2r"), None, &Options::default()).unwrap();
    let chain = report(format!(r"$$ {SPIN} + \dot q_i [0, 0, 1]^T = 2 \omega_i $$"));
    let [right, wrong] = <[Finding; 2]>::try_from(chain.findings).unwrap();
    assert_eq!(right.verdict.reason(), "holds for i = 1 to 2");
    assert_eq!(right.verdict.second_route(), SecondRoute::Exact);
    let refutation = wrong.refutation().unwrap();
    assert!(refutation.reason.starts_with("for i = 2: "), "{}", refutation.reason);
    assert_eq!(refutation.slips[0].kind.name(), "rewritten");
    let sign = finding(&format!(r"$$ {SPIN} - \dot q_i [0, 0, 1]^T $$"));
    let refutation = sign.refutation().unwrap();
    assert!(refutation.reason.starts_with("for i = 2: wrong sign"), "{}", refutation.reason);
    let kinds: Vec<&str> = refutation.slips.iter().map(|slip| slip.kind.name()).collect();
    assert_eq!(kinds, ["sign"]);
    let again = finding(&format!("$$ {} $$", refutation.corrected));
    assert_eq!(again.verdict.kind(), VerdictKind::Proved, "{}", refutation.corrected);
    let open = finding(&format!(
        r"$$ {SPIN} + (\sqrt{{l_i}}\sqrt{{l_i}} - l_i + 1) \dot q_i [0, 0, 1]^T $$"
    ));
    assert!(open.verdict.reason().starts_with("for i = 1: in z: "), "{open:?}");
    // the weakest of the confirmations of all entries
    let unit = finding(
        r"$$ {}^{i}R_{i} = \begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & 0 & 1 + \sqrt2 - \sqrt2 \end{bmatrix} $$",
    );
    assert_eq!(unit.verdict.kind(), VerdictKind::Proved, "{unit:?}");
    assert_eq!(unit.verdict.second_route(), SecondRoute::Interval);
}

/// Cells are read each by itself, with spaces around the matrix; ragged rows are not compared.
#[test]
fn cells_of_matrices() {
    let report = |paper: &str| check(paper, &robot("2r"), None, &Options::default()).unwrap();
    let spaced = report(
        r"$$ \omega_2 = \; \begin{bmatrix} 0 \\ 0 \\ \dot q_1 + \dot q_2 \end{bmatrix} \; $$",
    );
    assert_eq!(spaced.findings.len(), 3);
    let ragged = finding(
        r"$$ \omega_2 = \begin{bmatrix} 0 \\ 0 & 1 \\ \dot q_1 + \dot q_2 \end{bmatrix} $$",
    );
    assert_eq!(ragged.verdict.kind(), VerdictKind::Unreadable, "{ragged:?}");
    let single = finding(r"$$ G_2 = \begin{bmatrix} M_2 g r_{2x}\cos(q_1+q_2) \end{bmatrix} $$");
    assert_eq!(single.component, "");
    let unknown = finding(r"$$ l_1 = \begin{bmatrix} x_9 \\ 1 \end{bmatrix} $$");
    assert_eq!(unknown.verdict.reason(), "the name x_9 is not known");
    let row = finding(r"$$ J_{4,1} = 0 $$");
    assert_eq!((&*row.quantity, &*row.component), ("J.4,1", "4,1"));
    // a name that is a parameter, too, is the quantity where it stands alone
    let text = "name = \"one\"\ngravity = 0\n[parameters]\na1 = { value = 1, unit = \"m\" }\n\
        [[joint]]\ntype = \"rotation\"\naxis = \"z\"\nlink = { mass = 1, centre = [\"a1\", 0, 0] }\n";
    let one = read_toml(text, &appell_model::Options::default()).robot.unwrap();
    let still = check("$$ a_1 = [0, 0, 0]^T $$", &one, None, &Options::default()).unwrap();
    let kinds: Vec<VerdictKind> = still.findings.iter().map(|it| it.verdict.kind()).collect();
    assert_eq!(kinds, [VerdictKind::Proved; 3], "{still:?}");
}

/// The first column of a matrix has rows, not x, y and z.
#[test]
fn entries_of_a_matrix_are_no_components_of_a_vector() {
    assert_eq!(finding(r"$$ M_{2,1} = M_{1,2} $$").component, "2,1");
    assert_eq!(finding(r"$$ \left(\omega_2\right)_z = \dot q_1 + \dot q_2 $$").component, "z");
}

/// Why something is undecided is a value, by which other rules go.
#[test]
fn doubts_have_causes() {
    let doubt = |paper: &str| {
        let report = check(paper, &robot("2r"), None, &Options::default()).unwrap();
        report.findings[0].verdict.doubt()
    };
    assert_eq!(doubt(r"$$ Q_1 = 0 $$"), Some(Doubt::Condition));
    assert_eq!(doubt(r"$$ G_1 = 2 m_2 \sin q_2 $$"), Some(Doubt::TooUnlike));
    assert_eq!(doubt(r"$$ \ddot q_1 + \dot q_2 = 3 q_1 $$"), Some(Doubt::FollowsNot));
    assert_eq!(doubt(r"$$ v_2 = [q_1, q_2, l_1]^T $$"), Some(Doubt::Unplaced));
    assert_eq!(doubt(r"$$ C_{12} = \dot q_1 $$"), Some(Doubt::NotUnique));
    // a unit vector, a Coriolis force
    assert_eq!(doubt(r"$$ n_1 = [0, 0, 1]^T $$"), Some(Doubt::Unplaced));
    let coriolis = r"$$ \tau_1 = M_{11} \ddot q_1 + M_{12} \ddot q_2 + c_1 + g_1 $$";
    assert_eq!(doubt(coriolis), Some(Doubt::TooUnlike));
    // also where a formula stands for every link
    let general = r"$$ v_i = q_i \omega_i $$";
    assert_eq!(doubt(general), Some(Doubt::TooUnlike));
}

#[test]
fn causes_are_in_the_schema_and_in_the_guide() {
    let schema = include_str!("../../../../docs/answers.schema.json");
    let guide = include_str!("../../../../docs/proof-reading.md");
    let names: Vec<String> = Doubt::ALL.iter().map(|it| format!("\"{}\"", it.name())).collect();
    assert!(schema.contains(&format!("\"enum\": [{}]", names.join(", "))));
    for cause in Doubt::ALL {
        assert!(guide.contains(&format!("| `{}` |", cause.name())), "{}", cause.name());
    }
}
