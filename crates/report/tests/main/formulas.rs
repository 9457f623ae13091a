//! The document of formulas: its writers, progress, and what is left when a budget is hit.

use std::cell::RefCell;

use appell_algebra::{Budget, Cancel};
use appell_mechanics::Quantity;
use appell_model::{Robot, bundled};
use appell_report::{DeriveOptions, DerivedForm, Error};

fn robot(name: &str) -> Robot {
    bundled(name).unwrap().read().robot.unwrap()
}

fn quantities(names: &[&str], robot: &Robot) -> Vec<Quantity> {
    names.iter().flat_map(|name| Quantity::read(name, robot).unwrap()).collect()
}

#[test]
fn names_are_set_as_in_print() {
    let robot = robot("2r");
    let asked = quantities(&["Q[2]", "omega[2]@0", "aC[1]", "Ek", "T[tool]"], &robot);
    let derived = DeriveOptions::new().derive(&robot, &asked).unwrap();
    let (latex, typst) = (derived.latex(), derived.typst());
    let names = [
        "Q_{2} =",
        "{}^{0}\\omega_{2} =",
        "a_{C_{1}} =",
        "E_{\\mathrm{k}} =",
        "T_{\\mathrm{tool}} =",
    ];
    assert!(names.iter().all(|name| latex.contains(name)), "{latex}");
    let names =
        ["Q_(\"2\") =", "attach(\"\", tl: \"0\")omega_(\"2\") =", "a_(C_(\"1\")) =", "E_(\"k\") ="];
    assert!(names.iter().all(|name| typst.contains(name)), "{typst}");
}

#[test]
fn progress_is_told_in_order() {
    let robot = robot("2r");
    let asked = quantities(&["M", "G", "Ek"], &robot);
    let heard = RefCell::new(Vec::new());
    let options = DeriveOptions::new().on_progress(|quantity| heard.borrow_mut().push(quantity));
    options.derive(&robot, &asked).unwrap();
    assert_eq!(*heard.borrow(), asked);
}

/// What is too long says nothing about what is asked for after it.
#[test]
fn what_is_too_long_does_not_suppress_the_others() {
    let robot = robot("puma560");
    let asked = quantities(&["EA1", "G", "base"], &robot);
    for form in [DerivedForm::Expanded, DerivedForm::Grouped] {
        let options = DeriveOptions::new().form(form).budget(&Budget::default().with_terms(2000));
        let derived = options.derive(&robot, &asked).unwrap();
        let names: Vec<Quantity> = derived.quantities().iter().map(|it| it.quantity()).collect();
        assert_eq!(names, asked[1..], "{form:?}");
        assert_eq!(derived.missing().len(), 1, "{form:?}");
    }
}

#[test]
fn a_budget_that_is_hit_leaves_what_was_derived_before() {
    let robot = robot("6r");
    let asked = quantities(&["T[1]", "Q", "Ek"], &robot);
    for form in [DerivedForm::Expanded, DerivedForm::Nested] {
        let budget = Budget::default().with_terms(300).with_nodes(300);
        let options = DeriveOptions::new().form(form).budget(&budget);
        let derived = options.derive(&robot, &asked).unwrap();
        assert_eq!(derived.quantities().len(), 1, "{form:?}");
        assert_eq!(derived.missing()[0].quantity(), asked[1], "{form:?}");
        assert!(derived.text().contains("T[1][1,1] = ") && !derived.text().contains("Q["));
    }
}

#[test]
fn cancelled_work_stops() {
    let robot = robot("6r");
    let cancel = Cancel::new();
    cancel.cancel();
    let budget = Budget::default().with_cancel(&cancel);
    let asked = quantities(&["Q", "M"], &robot);
    for form in [DerivedForm::Expanded, DerivedForm::Short] {
        let options = DeriveOptions::new().form(form).budget(&budget);
        let derived = options.derive(&robot, &asked).unwrap();
        assert!(derived.quantities().is_empty());
        // all that is missing is listed, not only where the work ended
        let missing: Vec<_> = derived.missing().iter().map(|it| it.quantity()).collect();
        assert_eq!(missing, asked);
    }
}

#[test]
fn a_quotient_is_derived_nested_only() {
    let robot = robot("2r");
    let asked = quantities(&["qdd"], &robot);
    let around = quantities(&["M", "qdd", "G"], &robot);
    for form in [DerivedForm::Expanded, DerivedForm::Grouped] {
        let derived = DeriveOptions::new().form(form).derive(&robot, &around).unwrap();
        let error = derived.missing()[0].error();
        assert!(matches!(error, Error::Quotient { quantity } if quantity == "qdd"), "{error:?}");
        // the others are there
        assert_eq!(derived.quantities().len(), 2);
        let json: serde_json::Value = serde_json::from_str(&derived.json()).unwrap();
        assert_eq!(json["errors"]["qdd"][0]["code"], "no-expanded-form");
        assert!(json["G"].is_array());
    }
    let nested = DeriveOptions::new().form(DerivedForm::Nested).derive(&robot, &asked).unwrap();
    assert!(!nested.steps().is_empty());
    assert_eq!(nested.quantities()[0].entries()[1].0.to_string(), "qdd[2]");
}

#[test]
fn json_holds_every_quantity_under_its_name() {
    let robot = robot("2r");
    let derived = DeriveOptions::new().derive(&robot, &quantities(&["M", "Ek"], &robot)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&derived.json()).unwrap();
    assert_eq!(json["robot"], robot.name());
    assert_eq!(json["M"].as_array().unwrap().len(), 2);
    assert_eq!(json["M"][0][1], json["M"][1][0]);
    assert!(json["Ek"].as_str().unwrap().contains("q1'^2"));

    // under the names that were asked for
    let asked = ["J", "J@0", "J@joint2"].map(|it| (it.to_owned(), quantities(&[it], &robot)[0]));
    let derived = DeriveOptions::new().derive(&robot, &asked.each_ref().map(|it| it.1)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&derived.with_names(&asked).json()).unwrap();
    assert_eq!(json["J"], json["J@0"]);
    assert!(json["J@joint2"].is_array() && json["J@joint2"] != json["J"]);
}

#[test]
fn json_keeps_the_order_that_was_asked_for_and_each_name_once() {
    let robot = robot("2r");
    let derived =
        DeriveOptions::new().derive(&robot, &quantities(&["Q", "M", "G", "M"], &robot)).unwrap();
    let text = derived.json();
    let keys: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  \"")).collect();
    assert_eq!(keys, ["robot\": \"2R\",", "joints\": [", "Q\": [", "M\": [", "G\": ["]);
}

/// No form has accelerations under friction by the load: then no other form is advised.
#[test]
fn accelerations_without_a_closed_form_in_any_form() {
    let joint = "[[joint]]\ntype = \"revolute\"\naxis = \"y\"\noffset = [1, 0, 0]\nfriction = { coulomb = 0.1, diameter = 0.1 }\nlink = { mass = 1, centre = [0.5, 0, 0], inertia = { yy = 0.1 } }\n";
    let text = format!("name = \"arm\"\ngravity = 9.81\n{}", joint.repeat(3));
    let robot = appell_model::read_toml(&text, &Default::default()).robot.unwrap();
    for form in
        [DerivedForm::Expanded, DerivedForm::Grouped, DerivedForm::Short, DerivedForm::Nested]
    {
        let options = DeriveOptions::new().form(form);
        let derived = options.derive(&robot, &quantities(&["qdd"], &robot)).unwrap();
        assert_eq!(derived.missing()[0].diagnostics()[0].code, "implicit-friction", "{form:?}");
    }
}
