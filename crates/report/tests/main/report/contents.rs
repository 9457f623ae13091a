//! What the parts of a report contain: symbols, tables, numbers; which parts there are.

use appell_model::{BUNDLED, Robot, read_toml};
use appell_report::{Block, Columns, Inline, Part, ReportOptions, Section, Text};

use super::names::names_in;
use super::{report, words};

/// What a parameter is follows from where the robot file uses it; units of coordinates and of their forces
/// from the joints.
#[test]
fn symbols_have_meanings_and_units() {
    let robot = Robot::bundled("scara").unwrap();
    let parts = [Part::Symbols, Part::Numbers];
    let document = ReportOptions::new().parts(parts).document(&robot).unwrap();
    let tables = document.sections.iter().flat_map(|section| &section.blocks);
    let rows: Vec<Vec<String>> = tables
        .filter_map(|block| match block {
            Block::Table(table) => Some(&table.rows),
            _ => None,
        })
        .flatten()
        .map(|row| row.iter().map(words).collect())
        .collect();
    let row = |symbol: &str| {
        rows.iter().find(|row| row[0] == symbol).unwrap_or_else(|| panic!("{symbol}: {rows:?}"))
    };
    assert_eq!(row("M_2")[1], "mass of link 2");
    assert_eq!(row("J_{1z}")[1], "inertia zz of link 1");
    assert_eq!(row("g")[1], "gravity");
    // a note of the file says it better
    assert_eq!(row("l_0")[1], "height of the arms");
    let unit = |symbol: &str| row(symbol).last().unwrap().clone();
    assert_eq!([unit("q_1"), unit("q_3")], ["\\mathrm{rad}", "\\mathrm{m}"]);
    assert_eq!([unit("Q_{1}"), unit("Q_{3}")], ["N m", "\\mathrm{N}"]);
}

/// A parameter whose unit the file does not give has that of what it is; one that is two things has none.
#[test]
fn units_follow_from_what_parameters_are() {
    let file = r#"
        name = "units"
        gravity = "g"
        [[joint]]
        type = "R"
        axis = "z"
        rotation = { axis = "x", angle = "alpha" }
        friction = { viscous = "b1", coulomb = "mu", diameter = "d" }
        rotor = { inertia = "Ir", ratio = "N", on = "base" }
        link = { mass = "m1", centre = ["c1", 0, 0], inertia = { zz = "both" } }
        [[joint]]
        type = "P"
        axis = "x"
        offset = ["both", 0, 0]
        friction = { viscous = "b2", constant = "F2" }
        spring = { stiffness = "k", rest = "2*r" }
        link = { mass = "m2" }
    "#;
    let robot = read_toml(file, &Default::default()).robot.unwrap();
    let markdown = ReportOptions::new().parts([Part::Symbols]).document(&robot).unwrap().markdown();
    for (symbol, unit) in [
        ("g", "\\mathrm{m}/\\mathrm{s}^{2}"),
        ("\\alpha", "\\mathrm{rad}"),
        ("b_1", "\\mathrm{N}\\,\\mathrm{m}\\,\\mathrm{s}/\\mathrm{rad}"),
        ("b_2", "\\mathrm{N}\\,\\mathrm{s}/\\mathrm{m}"),
        ("k", "\\mathrm{N}/\\mathrm{m}"),
        ("m_2", "\\mathrm{kg}"),
    ] {
        let row = markdown.lines().find(|line| line.starts_with(&format!("| ${symbol}$ |")));
        assert!(row.unwrap().ends_with(&format!("| ${unit}$ |")), "{symbol}: {row:?}");
    }
    for symbol in ["\\mathrm{both}", "r"] {
        let row = markdown.lines().find(|line| line.starts_with(&format!("| ${symbol}$ |")));
        assert!(row.unwrap().ends_with("|  |"), "{symbol}: {row:?}");
    }
}

/// Base parameters are sums of products, whatever is too long before them; those that are zero are counted.
#[test]
fn base_parameters_are_printed_as_they_are() {
    let document = report(&Robot::bundled("puma560").unwrap(), Columns::One);
    let rows = |of: &str| -> Vec<String> {
        let rows = document.equations().filter(|it| it.id.starts_with(of));
        rows.map(|it| it.latex.concat()).collect()
    };
    let base = rows("base-");
    let is_plain = |row: &String| row != "0" && names_in(row).is_empty();
    assert!(base.len() > 15 && base.iter().all(is_plain), "{base:?}");
    assert!(rows("G").iter().all(is_plain), "{:?}", rows("G"));
    assert!(document.markdown().contains("more are zero with the masses of this robot"));
}

/// A symbol without a meaning or a note is not explained; the payload is a body that the tables of links do not name.
#[test]
fn every_symbol_is_explained() {
    for entry in BUNDLED {
        let robot = Robot::bundled(entry.name).unwrap();
        let document = ReportOptions::new().parts([Part::Robot, Part::Symbols]).document(&robot);
        let document = document.unwrap();
        for block in document.sections.iter().flat_map(|section| &section.blocks) {
            if let Block::Table(table) = block
                && table.caption == "Coordinates and parameters"
            {
                for row in &table.rows {
                    assert!(!words(&row[1]).is_empty(), "{}: {}", entry.name, words(&row[0]));
                }
            }
        }
        let has_body = robot.payload().body.is_some();
        assert_eq!(
            document.markdown().contains("The payload is a body"),
            has_body,
            "{}",
            entry.name
        );
    }
    // without the notes of its file
    let entry = BUNDLED.iter().find(|entry| entry.name == "flex2r").unwrap();
    let text = entry.text.replace(", note =", " } # note =");
    let robot = read_toml(&text, &Default::default()).robot.unwrap();
    let document = ReportOptions::new().parts([Part::Robot, Part::Symbols]).document(&robot);
    let text = document.unwrap().markdown();
    for meaning in
        ["| mass of the payload |", "stiffness of the modes of link 1", "moved by the tip"]
    {
        assert!(text.contains(meaning), "{meaning}: {text}");
    }
}

/// No number of the test state is zero, and no two are opposite or equal: a term with such a factor could be wrong
/// without being seen.
#[test]
fn the_test_state_hides_nothing() {
    for name in ["rttrr", "6r", "chain20"] {
        let robot = Robot::bundled(name).unwrap();
        let document = ReportOptions::new().parts([Part::Numbers]).document(&robot).unwrap();
        let Some(Block::Text(Text(pieces))) = document.sections[0].blocks.first() else { panic!() };
        let command = pieces.iter().find_map(|it| match it {
            Inline::Code(code) => code.strip_prefix("--q="),
            _ => None,
        });
        let lists = command.unwrap().split(" --").map(|it| it.split('=').next_back().unwrap());
        let numbers = lists.flat_map(|list| list.split(','));
        let sizes: Vec<f64> = numbers.map(|it| it.parse::<f64>().unwrap().abs()).collect();
        assert_eq!(sizes.len(), 3 * robot.coordinates().len());
        for (k, size) in sizes.iter().enumerate() {
            assert!(*size > 1e-3, "{name}: {sizes:?}");
            assert!(sizes[..k].iter().all(|it| (it - size).abs() > 1e-3), "{name}: {sizes:?}");
        }
    }
}

/// Entries of a matrix that fit stand in it, and only the longest have names.
#[test]
fn a_matrix_names_no_more_entries_than_it_has_to() {
    let document = report(&Robot::bundled("scara").unwrap(), Columns::One);
    let ids: Vec<&str> = document.equations().map(|it| it.id.as_str()).collect();
    let of_tool = ids.iter().filter(|id| id.starts_with("T0-tool-"));
    let of_tool: Vec<&str> = of_tool.copied().collect();
    assert_eq!(of_tool, ["T0-tool-1-4", "T0-tool-2-4"]);
}

/// Typst would break `--qd` behind its hyphens: what is copied then is no command.
#[test]
fn words_of_commands_are_not_broken() {
    let robot = Robot::bundled("rttrr").unwrap();
    let document = ReportOptions::new().parts([Part::Numbers]).document(&robot).unwrap();
    let typst = document.typst();
    assert!(typst.contains("#box(raw(\"--q=0.3,0.4,0.5,0.6,0.7\")) #box(raw(\"--qd="), "{typst}");
}

/// A narrow column takes what it needs, and the wide ones share the rest of the page.
#[test]
fn narrow_columns_of_tables_are_narrow() {
    let document =
        ReportOptions::new().parts([Part::Robot]).document(&Robot::bundled("panda").unwrap());
    let document = document.unwrap();
    let typst = document.typst();
    assert!(typst.contains("table(columns: (auto, auto, 32fr, 60fr,)"), "{typst}");
    assert!(document.latex().contains("[l]{llp{0."), "{}", document.latex());
}

#[test]
fn parts_are_chosen_and_keep_their_order() {
    let robot = Robot::bundled("2r").unwrap();
    let parts = [Part::Torques, Part::Frames, Part::Torques];
    let document = ReportOptions::new().parts(parts).document(&robot).unwrap();
    let ids: Vec<&str> = document.sections.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["frames", "torques"]);
}

#[test]
fn robots_without_values_have_a_report_without_numbers() {
    let text = "name = 'a'\ngravity = 0\n[parameters]\nm = { unit = 'kg' }\nr = { unit = 'm' }\n[[joint]]\ntype = 'rotation'\naxis = 'z'\nlink = { mass = 'm', centre = ['r', 0, 0] }\n";
    let reading = read_toml(text, &Default::default());
    let robot = reading.robot.unwrap_or_else(|| panic!("{:?}", reading.findings));
    let document = ReportOptions::new().document(&robot).unwrap();
    let numbers: &Section = document.sections.iter().find(|it| it.id == "numbers").unwrap();
    assert!(matches!(numbers.blocks.as_slice(), [Block::Text(_)]), "{:?}", numbers.blocks);
    assert!(document.markdown().contains("No numbers: there is no value for `m`, `r`."));
}
