//! The paper's own frames: its Denavit-Hartenberg table says between which frames transforms are, where it
//! describes the robot.

use appell_model::{Robot, read_toml};
use appell_proof::{Doubt, Options, Report, Verdict, VerdictKind, check};

/// An arm whose frames are all parallel to the base at zero.
const ROBOT: &str = include_str!("corpus/tabled.toml");

const STANDARD: &str = r"Denavit-Hartenberg parameters by the standard convention:
\begin{tabular}{c|cccc}
Link & $a_i$ & $\alpha_i$ & $d_i$ & $\theta_i$ \\ \hline
1 & 0 & $90^\circ$ & $d_1$ & $\theta_1^*$ \\
2 & $a_2$ & 0 & 0 & $\theta_2^*$ \\
3 & $a_3$ & 0 & 0 & $\theta_3^*$
\end{tabular}
";

/// The base is where the second axis is.
const MODIFIED: &str = r"
\begin{tabular}{c|cccc}
Link & $\alpha_{i-1}$ & $a_{i-1}$ & $d_i$ & $\theta_i$ \\ \hline
1 & 0 & 0 & 0 & $\theta_1$ \\
2 & $\pi/2$ & 0 & 0 & $\theta_2$ \\
3 & 0 & $a_2$ & 0 & $\theta_3$
\end{tabular}
";

const FIRST: &str = r"\[ A_1 = \begin{bmatrix} c_1 & 0 & s_1 & 0 \\ s_1 & 0 & -c_1 & 0 \\ 0 & 1 & 0 & d_1 \\ 0 & 0 & 0 & 1 \end{bmatrix} \]";

fn checked(robot: &str, paper: &str) -> Report {
    let robot: Robot = read_toml(robot, &Default::default()).robot.unwrap();
    check(paper, &robot, None, &Options::default()).unwrap()
}

/// The one assumption under which all is right.
fn assumed(report: &Report) -> Vec<&str> {
    let mut words = Vec::new();
    for finding in &report.findings {
        let Verdict::Proved(proof) = &finding.verdict else { panic!("{finding:?}") };
        words.extend(proof.assumptions.iter().map(|it| it.words.as_str()));
    }
    words.dedup();
    words
}

#[test]
fn transforms_are_between_the_frames_of_the_table() {
    let report = checked(ROBOT, &format!("{STANDARD}{FIRST}"));
    assert_eq!(
        assumed(&report),
        ["in the frames of the paper's Denavit-Hartenberg table (standard)"]
    );
    let second = r"\[ {}^1_2T = \begin{bmatrix} c_2 & -s_2 & 0 & 0 \\ 0 & 0 & -1 & 0 \\ s_2 & c_2 & 0 & 0 \\ 0 & 0 & 0 & 1 \end{bmatrix} \]
        \[ {}^0_3T = \begin{bmatrix} c_1 c_{23} & -c_1 s_{23} & s_1 & a_2 c_1 c_2 \\ s_1 c_{23} & -s_1 s_{23} & -c_1 & a_2 s_1 c_2 \\ s_{23} & c_{23} & 0 & a_2 s_2 \\ 0 & 0 & 0 & 1 \end{bmatrix} \]
        \[ {}^3\omega_3 = \begin{bmatrix} s_{23} \dot\theta_1 \\ c_{23} \dot\theta_1 \\ \dot\theta_2 + \dot\theta_3 \end{bmatrix} \]";
    let report = checked(ROBOT, &format!("{MODIFIED}{second}"));
    assert_eq!(
        assumed(&report),
        ["in the frames of the paper's Denavit-Hartenberg table (modified)"]
    );
}

#[test]
fn misprints_are_found_in_the_frames_of_the_table() {
    for (right, wrong, slip) in
        [("& -c_1", "& c_1", "sign"), ("0 & d_1", "0 & a_2", "wrong-symbol")]
    {
        let report = checked(ROBOT, &format!("{STANDARD}{}", FIRST.replace(right, wrong)));
        let refuted: Vec<_> = report.findings.iter().filter_map(|it| it.refutation()).collect();
        let slips: Vec<_> =
            refuted.iter().flat_map(|it| &it.slips).map(|it| it.kind.name()).collect();
        assert_eq!(slips, [slip], "{report:?}");
    }
}

/// Without a table that describes the robot, what depends on frames is not called wrong.
#[test]
fn what_cannot_be_placed_is_undecided() {
    let words = "whose Denavit-Hartenberg table does not describe the robot";
    let other = STANDARD.replace("90^", "60^");
    let unknown = STANDARD.replace("$d_1$", "$h_7$");
    for (table, has_words) in [("", false), (other.as_str(), true), (unknown.as_str(), true)] {
        for equation in
            [FIRST, r"\[ {}^1\omega_1 = \begin{bmatrix} 0 \\ \dot\theta_1 \\ 0 \end{bmatrix} \]"]
        {
            let report = checked(ROBOT, &format!("{table}{equation}"));
            assert_eq!(report.counts()[&VerdictKind::Refuted], 0, "{table}{equation}");
            let verdict = &report.findings[0].verdict;
            // a frame that is turned by right angles is assumed where no table contradicts it
            if table.is_empty() && equation == FIRST {
                assert_eq!(verdict.kind(), VerdictKind::Proved);
                continue;
            }
            assert_eq!(verdict.doubt(), Some(Doubt::Unplaced), "{table}{equation}");
            assert_eq!(verdict.reason().contains(words), has_words, "{}", verdict.reason());
        }
    }
}
