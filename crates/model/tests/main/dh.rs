//! Denavit-Hartenberg tables against the product of four matrices, written out.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::common::{
    Mat4, ONE, assert_near, assert_same_frame, frames, point, product, robot, shift, turn,
};
use appell_algebra::Budget;
use appell_model::{Convention, Options, read_csv, read_toml, write_csv, write_toml};
use proptest::prelude::*;

#[derive(Clone, Debug)]
struct Row {
    rotation: bool,
    a: f64,
    alpha: f64,
    d: f64,
    theta: f64,
    q: f64,
    centre: [f64; 3],
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    // angles in tenths, so that the text has the same number
    let tenth = || (-30..30i32).prop_map(|x| f64::from(x) / 10.0);
    let row =
        (any::<bool>(), tenth(), tenth(), tenth(), tenth(), tenth(), [tenth(), tenth(), tenth()]);
    let row = row.prop_map(|(rotation, a, alpha, d, theta, q, centre)| Row {
        rotation,
        a,
        alpha,
        d,
        theta,
        q,
        centre,
    });
    proptest::collection::vec(row, 1..6)
}

impl Row {
    fn factors(&self, convention: &str) -> Mat4 {
        let (theta, d) = match self.rotation {
            true => (self.theta + self.q, self.d),
            false => (self.theta, self.d + self.q),
        };
        let [about_z, along_z] = [turn(2, theta), shift(0.0, 0.0, d)];
        let [along_x, about_x] = [shift(self.a, 0.0, 0.0), turn(0, self.alpha)];
        match convention {
            "standard" => product(&[about_z, along_z, along_x, about_x]),
            _ => product(&[about_x, along_x, about_z, along_z]),
        }
    }
}

/// The table as CSV; the centre of every link as it is given in the frame of its row.
fn table(rows: &[Row], convention: &str) -> String {
    let mut text = format!(
        "# name = \"table\"\n# convention = \"{convention}\"\n# gravity = 9.81\ntype,a,alpha,d,theta,mass,cx,cy,cz,xx,yy,zz\n"
    );
    for row in rows {
        let kind = if row.rotation { "rotation" } else { "translation" };
        let [x, y, z] = row.centre;
        text += &format!(
            "{kind},{},{},{},{},2,{x},{y},{z},1,1,1\n",
            row.a, row.alpha, row.d, row.theta
        );
    }
    text
}

/// A table read by the other convention is the robot that the file with the other word describes:
/// whatever the quotes, in TOML and in CSV, with joints that have no row among the others.
#[test]
fn the_other_convention() {
    let toml = |convention: &str| {
        format!(
            "name = 'arm'\ngravity = 'g'\nconvention = {convention}\n\
             [[joint]]\ntype = 'rotation'\ndh = {{ a = 'l1', alpha = 'pi/2', d = 'd1', theta = 0 }}\n\
             link = {{ mass = 'M', centre = ['c', 0, 0] }}\n\
             [[joint]]\ntype = 'rotation'\naxis = 'y'\noffset = ['h', 0, 0]\n\
             [[joint]]\ntype = 'translation'\ndh = {{ a = 'l2', alpha = 0.3, d = 0, theta = 'b' }}\n"
        )
    };
    let csv = |convention: &str| {
        format!(
            "# name = 'arm'\n# gravity = 0\n# convention = {convention}\ntype,a,alpha,d,theta,mass,cx\n\
             rotation,l1,pi/2,d1,0,M,c\nrotation,l2,0.3,0,b,1,0\n"
        )
    };
    let read = |text: &str| match text.starts_with('#') {
        true => robot(read_csv(text, &Options::default()), text),
        false => robot(read_toml(text, &Options::default()), text),
    };
    for own in Convention::ALL {
        for quote in ['"', '\''] {
            let quoted = |convention: Convention| format!("{quote}{}{quote}", convention.name());
            for file in [&toml as &dyn Fn(&str) -> String, &csv] {
                let given = read(&file(&quoted(own)));
                let (convention, found) = given.other_convention().unwrap().unwrap();
                assert_eq!(convention, own.other());
                let expected = write_toml(&read(&file(&quoted(own.other()))));
                assert_eq!(write_toml(&found), expected);
                assert_ne!(write_toml(&given), expected);
                let (_, again) = found.other_convention().unwrap().unwrap();
                assert_eq!(write_toml(&again), write_toml(&given));
            }
        }
    }
}

/// Without a table there is no other convention, and an elastic link has none in a standard table.
#[test]
fn no_other_convention() {
    let plain = "name = 'arm'\ngravity = 0\n[[joint]]\ntype = 'rotation'\naxis = 'z'\n";
    assert!(robot(read_toml(plain, &Options::default()), plain).other_convention().is_none());
    let elastic = "name = 'arm'\ngravity = 0\nconvention = 'modified'\n[[joint]]\n\
        type = 'rotation'\ndh = { a = 0, alpha = 0, d = 0, theta = 0 }\n\
        [joint.link.elastic.beam]\nlength = 1\ndensity = 2700\narea = 1e-4\nE = 7e10\n\
        Iz = 1e-9\nbend_y = 1\n";
    let given = robot(read_toml(elastic, &Options::default()), elastic);
    let problems = given.other_convention().unwrap().unwrap_err();
    assert_eq!(problems[0].code, "elastic-link");
}

proptest! {
    #[test]
    fn a_table_is_the_product_of_its_rows(rows in rows(), standard: bool) {
        let convention = if standard { "standard" } else { "modified" };
        let text = table(&rows, convention);
        let robot = robot(read_csv(&text, &Options::default()), &text);
        let q: Vec<f64> = rows.iter().map(|row| row.q).collect();
        let found = frames(&robot, &q);
        let mut expected = ONE;
        for (index, row) in rows.iter().enumerate() {
            expected = product(&[expected, row.factors(convention)]);
            // centres of mass lie where the table says, whichever frame the model keeps
            let centre = robot.joints()[index].body.centre.try_map(|x| robot.evaluate(x)).unwrap();
            let [found, expected] = [point(&found[index], centre.0), point(&expected, row.centre)];
            for (a, b) in found.into_iter().zip(expected) {
                assert_near(a, b, 1e-9, "centre");
            }
        }
        assert_same_frame(found.last().unwrap(), &expected, "tool");
    }

    #[test]
    fn a_table_is_written_back(rows in rows(), standard: bool) {
        let (convention, name) = match standard {
            true => (Convention::Standard, "standard"),
            false => (Convention::Modified, "modified"),
        };
        let text = table(&rows, name);
        let first = robot(read_csv(&text, &Options::default()), &text);
        let written = write_csv(&first, convention, &Budget::default()).unwrap().0;
        let again = robot(read_csv(&written, &Options::default()), &written);
        prop_assert_eq!(write_toml(&first), write_toml(&again));
        // and through TOML
        let toml = write_toml(&first);
        let again = robot(read_toml(&toml, &Options::default()), &toml);
        let through = write_csv(&again, convention, &Budget::default()).unwrap().0;
        prop_assert_eq!(written, through);
    }
}

#[test]
fn the_convention_is_never_guessed() {
    let text = table(
        &[Row { rotation: true, a: 0.5, alpha: 0.3, d: 0.1, theta: 0.0, q: 0.0, centre: [0.0; 3] }],
        "standard",
    );
    let text = text.replace("# convention = \"standard\"\n", "");
    let reading = read_csv(&text, &Options::default());
    assert!(reading.robot.is_none());
    let [finding] = reading.findings.as_slice() else { panic!("{:?}", reading.findings) };
    assert_eq!(finding.code, "missing-convention");
    let [standard, modified] = finding.hints.as_slice() else { panic!("{finding:?}") };
    assert!(
        standard.contains("convention = \"standard\"") && standard.contains("1/2*cos(q1)"),
        "{standard}"
    );
    assert!(
        modified.contains("convention = \"modified\"") && modified.contains("[1/2,"),
        "{modified}"
    );
}

#[test]
fn symbols_stay_symbols() {
    let text = "# name = \"arm\"\n# gravity = \"g\"\n# convention = \"modified\"\n\
        type, a, alpha, d, theta\nrotation, a1, alpha1, d1, 0\n";
    let robot = robot(read_csv(text, &Options::default()), text);
    let offset = robot.joints()[0].placement.offset.map(|entry| entry.text(robot.symbols()));
    assert_eq!(offset.0, ["a1", "-d1*sin(alpha1)", "d1*cos(alpha1)"]);
}

#[test]
fn a_tree_is_no_table() {
    let tree = appell_model::bundled("tree").unwrap().read().robot.unwrap();
    let findings = write_csv(&tree, Convention::Modified, &Budget::default()).unwrap_err();
    assert!(findings.iter().all(|finding| finding.code == "no-dh-table"), "{findings:?}");
}

/// A base on the first axis stays; another one is moved, with a note that says where to.
#[test]
fn the_base_of_a_standard_table() {
    let text = "name = \"x\"\ngravity = 0\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [0, 0, 5]\n\
        link = { mass = 1 }\n[tool]\noffset = [0.1, 0.2, 0.3]\n";
    let written = |text: &str| {
        let robot = robot(read_toml(text, &Options::default()), text);
        let (table, notes) = write_csv(&robot, Convention::Standard, &Budget::default()).unwrap();
        let again = crate::common::robot(read_csv(&table, &Options::default()), &table);
        (robot, again, notes)
    };
    let (given, again, notes) = written(text);
    assert!(notes.iter().all(|note| !note.message.contains("base")), "{notes:?}");
    for q in [0.0, 0.7] {
        // the joint's own frame has gone, the tool has not
        assert_same_frame(&frames(&given, &[q])[1], &frames(&again, &[q])[1], "tool");
    }
    let (_, _, notes) = written(&text.replace("[0, 0, 5]", "[1, 0, 5]"));
    let base = notes.iter().find(|note| note.message.contains("base")).unwrap();
    assert_eq!(base.facts[0].1, "1, 0, 5");
}

/// Inertia without mass, a part that is taken away, a text of several lines, quotes and blanks.
#[test]
fn odd_links_and_names_survive_a_table() {
    let text = r#"
        name = " odd, \"name\""
        source = "two\nlines"
        gravity = 0
        convention = "standard"
        [[joint]]
        name = " lead, \"q\""
        type = "rotation"
        dh = { a = 0.5, alpha = "pi/2" }
        link = { inertia = { xx = 1, yy = 2, zz = 0.5 }, at = { rotation = { axis = "z", angle = "pi/2" } } }
        [[joint]]
        type = "rotation"
        dh = { alpha = 0.3 }
        link.parts = [{ mass = 1, sign = -1, centre = [0.1, 0, 0], inertia = { xx = 1, yy = 1, zz = 1 } }]
    "#;
    let first = robot(read_toml(text, &Options::default()), text);
    let (written, _) = write_csv(&first, Convention::Standard, &Budget::default()).unwrap();
    for text in [written.clone(), format!("\u{feff}{written}")] {
        let second = robot(read_csv(&text, &Options::default()), &text);
        assert_eq!((first.name(), first.source()), (second.name(), second.source()));
        for (a, b) in first.joints().iter().zip(second.joints()) {
            assert_eq!(a.name, b.name);
            let shown = |joint: &appell_model::Joint, robot: &appell_model::Robot| {
                let entries =
                    joint.moments.inertia.0.as_flattened().iter().chain(&joint.moments.first.0);
                entries.map(|entry| entry.text(robot.symbols())).collect::<Vec<_>>()
            };
            assert_eq!(shown(a, &first), shown(b, &second));
        }
    }
}

/// A mesh, as everything of a link, is given in the frame of the row: at the far end.
#[test]
fn meshes_of_a_standard_table_lie_at_the_far_end() {
    let text = "name = \"m\"\ngravity = 0\nconvention = \"standard\"\n[[joint]]\ntype = \"rotation\"\n\
        dh = { a = 0.5, d = 0.2 }\nlink = { mass = 1, meshes = [{ file = \"a.stl\", at = { offset = [-0.1, 0, 0] } }] }\n";
    let robot = robot(read_toml(text, &Options::default()), text);
    let offset =
        robot.joints()[0].link.meshes[0].at.offset.map(|entry| entry.text(robot.symbols()));
    assert_eq!(offset.0, ["2/5", "0", "1/5"]);
}

/// In the standard convention the angles of a row turn the frame of the joint after it: what is said of them
/// stands at the row.
#[test]
fn a_large_angle_is_named_at_its_row() {
    let text = "# name = \"arm\"\n# gravity = 9.81\n# convention = \"standard\"\n\
        type,a,alpha,d,theta,name,mass\nR,0.3,90,0.3,0,first,2\nR,0.5,0,0,0,second,1\nR,0.2,70,0,0,third,1\n";
    let findings = read_csv(text, &Options::default()).findings;
    let places = findings.iter().filter(|it| it.code == "angle-large").map(|it| match &it.place {
        appell_diagnostic::Place::Span(span) => text[span.clone()].to_owned(),
        other => format!("{other:?}"),
    });
    let places: Vec<String> = places.collect();
    assert_eq!(places, ["R,0.3,90,0.3,0,first,2", "R,0.2,70,0,0,third,1"]);
}

/// A coordinate in a row is one finding at its entry, not one for each entry that follows from it.
#[test]
fn a_coordinate_in_a_row_is_one_finding() {
    for convention in ["standard", "modified"] {
        let rows = [1, 2].map(|k| {
            format!(
                "[[joint]]\ntype = 'revolute'\ndh = {{ a = 0.3, alpha = 0.1, d = 0, theta = 'q{k}' }}\n\
                 link = {{ mass = 1, centre = [-0.1, 0, 0] }}\n"
            )
        });
        let text = format!(
            "name = 'a'\ngravity = 9.81\nconvention = '{convention}'\n{}",
            rows[0].replace("'q1'", "0") + &rows[1]
        );
        let findings = read_toml(&text, &Options::default()).findings;
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!(finding.code, "coordinate-in-entry");
        let appell_diagnostic::Place::Span(span) = &finding.place else { panic!("{finding:?}") };
        assert_eq!(&text[span.clone()], "'q2'");
    }
}

/// Angles and lengths in the wrong unit are named where they are given.
#[test]
fn doubts_about_a_placement_are_at_its_keys() {
    let text = "name = 'a'\ngravity = 0\n[[joint]]\ntype = 'revolute'\naxis = 'z'\n\
        offset = [0, 0, 300]\nrotation = { rpy = [0, 90, 0] }\nlink = { mass = 1 }\n\
        [tool]\noffset = [0, 400, 0]\nrotation = { rpy = [0, 0, 45] }\n";
    let findings = read_toml(text, &Options::default()).findings;
    let places = findings.iter().filter_map(|it| match &it.place {
        appell_diagnostic::Place::Span(span) => Some((it.code, &text[span.clone()])),
        _ => None,
    });
    let mut places: Vec<_> = places.filter(|(code, _)| code.ends_with("-large")).collect();
    places.sort_unstable();
    let expected = [
        ("angle-large", "{ rpy = [0, 0, 45] }"),
        ("angle-large", "{ rpy = [0, 90, 0] }"),
        ("length-large", "[0, 0, 300]"),
        ("length-large", "[0, 400, 0]"),
    ];
    assert_eq!(places, expected);
}

/// Links of a robot with decimal angles are given in numbers, in the frames of either convention.
#[test]
fn tables_of_decimal_angles_have_numbers() {
    let text = r#"
        name = "arm"
        gravity = 9.81
        [[joint]]
        type = "revolute"
        axis = "z"
        offset = [0, 0, 0.3]
        link = { mass = 2, com = [0.1, 0, 0.05], inertia = { ixx = 0.1, iyy = 0.2, izz = 0.15 } }
        [[joint]]
        type = "revolute"
        axis = "y"
        offset = [0.1, 0.05, 0.2]
        rotation = { rpy = [0.3, 0.2, 0.1] }
        link = { mass = 1, com = [0.2, 0, 0], inertia = { ixx = 0.01, iyy = 0.02, izz = 0.02 } }
        [[joint]]
        type = "prismatic"
        axis = "x"
        offset = [0.4, 0, 0]
        rotation = { rpy = [0, 0.7, 0] }
        link = { mass = 1, com = [0.2, 0, 0] }
        "#;
    let arm = robot(read_toml(text, &Options::default()), text);
    for convention in [Convention::Standard, Convention::Modified] {
        let (table, _) = write_csv(&arm, convention, &Budget::default()).unwrap();
        let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
        for cell in rows[1..].iter().flat_map(|row| row.split(',').skip(1)) {
            let is_number = cell.is_empty() || cell == "pi/2" || cell.parse::<f64>().is_ok();
            assert!(is_number, "{cell} in\n{table}");
        }
        // the body of the last link is a point, gravity and the tool are numbers
        let moments = rows[3].split(',').skip(9);
        assert!(moments.clone().all(|cell| cell.is_empty()), "{table}");
        assert!(!table.contains("sin(") && !table.contains("cos("), "{table}");
    }
}
