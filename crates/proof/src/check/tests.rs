//! What happens when the two routes do not agree: the second derives for another robot here.

use appell_model::{Robot, bundled, read_toml};

use super::{Options, check_by_two_routes};
use crate::report::{Finding, VerdictKind};

/// The bundled 2R, and the same with its first link twice as long.
fn robots() -> [Robot; 2] {
    let text = bundled("2r").unwrap().text;
    let longer = text.replace("offset = [\"l1\", 0, 0]", "offset = [\"2*l1\", 0, 0]");
    assert_ne!(text, longer);
    [text, &longer].map(|text| read_toml(text, &appell_model::Options::default()).robot.unwrap())
}

/// The findings by two routes that agree, and by two that do not.
fn findings(paper: &str) -> [Vec<Finding>; 2] {
    let [robot, longer] = robots();
    [&robot, &longer].map(|second| {
        let options = Options::default();
        check_by_two_routes(paper, &robot, second, None, &options).unwrap().findings
    })
}

/// The velocity of the second link as a column of scalars, as a formula of a vector, and both with
/// a root in them; its first component with a factor.
fn papers(factor: &str) -> [String; 4] {
    [
        format!(r"$$ v_2 = [{factor} l_1\dot q_1\sin q_2, l_1\dot q_1\cos q_2, 0]^T $$"),
        format!(r"$$ v_2 = l_1\dot q_1 [{factor}\sin q_2, \cos q_2, 0]^T + 0 \cdot v_1 $$"),
        format!(
            r"$$ v_2 = [({factor} + \sqrt{{2}} - \sqrt{{2}}) l_1\dot q_1\sin q_2, l_1\dot q_1\cos q_2, 0]^T $$"
        ),
        format!(
            r"$$ v_2 = l_1\dot q_1 [({factor} + \sqrt{{2}} - \sqrt{{2}})\sin q_2, \cos q_2, 0]^T + 0 \cdot v_1 $$"
        ),
    ]
}

#[test]
fn states_veto_a_proof() {
    for paper in papers("1") {
        let [agreeing, vetoed] = findings(&paper);
        assert!(agreeing.iter().all(|it| it.verdict.kind() == VerdictKind::Proved), "{agreeing:?}");
        assert_eq!(vetoed[0].verdict.kind(), VerdictKind::Undecided, "{vetoed:?}");
        assert!(vetoed[0].verdict.reason().contains("please report"), "{vetoed:?}");
    }
}

/// Twice the first component: wrong, but right for the robot of the second route.
#[test]
fn states_veto_a_refutation() {
    for (number, paper) in papers("2").iter().enumerate() {
        let [agreeing, vetoed] = findings(paper);
        assert_eq!(agreeing[0].verdict.kind(), VerdictKind::Refuted, "{agreeing:?}");
        // as a whole the vector is wrong in its second component by the second route, too
        assert_eq!(vetoed[0].verdict.kind(), VerdictKind::Undecided, "{number}: {vetoed:?}");
        assert!(vetoed[0].verdict.reason().contains("please report"), "{vetoed:?}");
    }
}
