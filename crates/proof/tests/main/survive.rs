//! What any text is put through, in every format: nothing panics or hangs, and what is said lies in the text.
//! The fuzz target `paper` and the test of mutated papers do this.

use std::time::Duration;

use appell_algebra::Budget;
use appell_model::Robot;
use appell_paper::Paper;
use appell_proof::{Notation, Options, check, dh_tables, draft, notation_for};

/// Reads bytes as archives, as a notation and as a paper in every format.
pub fn survive(data: &[u8], robot: &Robot) {
    for name in ["a.zip", "a.tar", "a.tgz", "a.gz"] {
        let _ = Paper::from_archive(data, name);
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    let budget =
        Budget::default().with_terms(500).with_nodes(2000).with_time(Duration::from_millis(200));
    notation_for(text, robot);
    let _ = Notation::read(text);
    let options = Options { budget, ..Options::default() };
    let _ = draft(text);
    for table in dh_tables(text) {
        assert!(text.get(table.span.clone()).is_some(), "{table:?}");
    }
    // mathematics is rare in random text: the text is also read as the inside of a display
    let displayed = format!("$$ G_2 = {text} $$");
    let tagged = format!("<math display='block'><mrow>{text}</mrow></math>");
    for (name, text) in [
        ("a.md", text),
        ("a.md", displayed.as_str()),
        ("a.tex", text),
        ("a.rst", text),
        ("a.ipynb", text),
        ("a.html", text),
        ("a.html", tagged.as_str()),
    ] {
        let Ok(paper) = Paper::from_text(name, text) else { continue };
        let Ok(report) = check(paper.text(), robot, None, &options) else { continue };
        for finding in &report.findings {
            assert!(paper.text().get(finding.span.clone()).is_some(), "{finding:?}");
            let (file, span) = paper.origin(finding.span.clone());
            assert!(file.text().get(span).is_some(), "{finding:?}");
        }
        for note in &report.notes {
            note.render("paper", paper.text());
        }
    }
}
