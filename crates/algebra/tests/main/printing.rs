//! What is printed reads back, and looks as people write it.

use crate::common::{symbols, tree};
use appell_algebra::{
    Budget, Form, Formula, Graph, Names, Notation, Poly, Printer, Rational, Symbols, Trigonometry,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn text_reads_back(tree in tree()) {
        let symbols = symbols();
        let budget = Budget::default();
        let graph = Graph::new(&symbols);
        let expr = tree.expr(&graph);
        let poly = expr.expand(&budget).unwrap();
        let read = |text: &str| Poly::parse(text, &symbols, &budget).unwrap();

        let expanded = poly.text(&symbols);
        prop_assert_eq!(&read(&expanded), &poly, "{}", expanded);
        prop_assert_eq!(&read(&expanded).text(&symbols), &expanded);

        let printer = Printer::new(&symbols);
        let velocity = symbols.find("x").unwrap();
        for form in [Form::Grouped(vec![velocity]), Form::Compact] {
            let shown = printer.text(&printer.arrange(&poly, &form, &budget).unwrap());
            prop_assert_eq!(&read(&shown), &poly, "{}", shown);
        }
        let nested = expr.text().unwrap();
        prop_assert_eq!(&read(&nested), &poly, "{}", nested);
        // lines break without a change of meaning
        let narrow = printer.with_width(20).text(&Printer::new(&symbols).arrange(&poly, &Form::Expanded, &budget).unwrap());
        prop_assert_eq!(&read(&narrow), &poly);
    }

    #[test]
    fn folding_never_adds_terms(tree in tree()) {
        let symbols = symbols();
        let budget = Budget::default();
        let poly = tree.expr(&Graph::new(&symbols)).expand(&budget).unwrap();
        let printer = Printer::new(&symbols);
        let compact = printer.arrange(&poly, &Form::Compact, &budget).unwrap();
        let count = match compact {
            Formula::Sum(terms) => terms.len(),
            _ => 1,
        };
        prop_assert!(count <= poly.term_count());
    }

    #[test]
    fn brackets_balance_in_every_language(tree in tree()) {
        let symbols = symbols();
        let budget = Budget::default();
        let poly = tree.expr(&Graph::new(&symbols)).expand(&budget).unwrap();
        let printer = Printer::new(&symbols).with_width(40);
        for form in [Form::Expanded, Form::Grouped(Vec::new()), Form::Compact] {
            let formula = printer.arrange(&poly, &form, &budget).unwrap();
            for text in [printer.latex(&formula), printer.typst(&formula), printer.text(&formula)] {
                for (open, close) in [('(', ')'), ('{', '}')] {
                    let count = |c: char| text.matches(c).count();
                    prop_assert_eq!(count(open), count(close), "{}", text);
                }
                prop_assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
            }
        }
    }
}

/// A planar arm with two rotations, as in every textbook.
fn arm() -> (Symbols, Poly) {
    let symbols = Symbols::new();
    for name in ["M1", "M2", "l1", "l2", "g", "J1z"] {
        symbols.parameter(name).unwrap();
    }
    for name in ["q1", "q2", "q3"] {
        symbols.coordinate(name).unwrap();
    }
    let text = "J1z*q1'' + M1*l1^2*q1'' + M2*l1*l2*cos(q2)*q1'' + 1/2*M2*l1*l2*cos(q2)*q2'' \
                - M2*l1*l2*sin(q2)*q1'*q2' - 1/2*M2*l1*l2*sin(q2)*q2'^2 \
                + M2*g*l2*cos(q1 + q2) + M1*g*l1*cos(q1)";
    let poly = Poly::parse(text, &symbols, &Budget::default()).unwrap();
    (symbols, poly)
}

#[test]
fn expanded_in_the_order_of_the_papers() {
    let (symbols, poly) = arm();
    assert_eq!(
        poly.text(&symbols),
        "J1z*q1'' + M1*q1''*l1^2 + M2*q1''*l1*l2*cos(q2) + 1/2*M2*q2''*l1*l2*cos(q2) \
         - M2*q1'*q2'*l1*l2*sin(q2) - 1/2*M2*q2'^2*l1*l2*sin(q2) + M1*g*l1*cos(q1) \
         + M2*g*l2*cos(q1)*cos(q2) - M2*g*l2*sin(q1)*sin(q2)"
    );
}

#[test]
fn the_order_does_not_depend_on_when_symbols_were_made() {
    let (symbols, poly) = arm();
    let backwards = Symbols::new();
    for name in ["q3", "q2", "q1"] {
        backwards.coordinate(name).unwrap();
    }
    for name in ["J1z", "g", "l2", "l1", "M2", "M1"] {
        backwards.parameter(name).unwrap();
    }
    let text = poly.text(&symbols);
    let again = Poly::parse(&text, &backwards, &Budget::default()).unwrap();
    assert_eq!(again.text(&backwards), text);
}

#[test]
fn grouped_by_motion_and_gravity() {
    let (symbols, poly) = arm();
    let printer = Printer::new(&symbols);
    let form = Form::Grouped(vec![symbols.find("g").unwrap()]);
    let formula = printer.arrange(&poly, &form, &Budget::default()).unwrap();
    assert_eq!(
        printer.text(&formula),
        "q1''*(J1z + M1*l1^2 + M2*l1*l2*cos(q2)) + 1/2*M2*q2''*l1*l2*cos(q2) \
         - M2*q1'*q2'*l1*l2*sin(q2) - 1/2*M2*q2'^2*l1*l2*sin(q2) \
         + g*(M1*l1*cos(q1) + M2*l2*cos(q1 + q2))"
    );
}

#[test]
fn compact_folds_sums_of_angles() {
    let (symbols, poly) = arm();
    let budget = Budget::default();
    let short = Notation::default().with_trigonometry(Trigonometry::Short);
    let printer = Printer::new(&symbols);
    let show = |text: &str| {
        let poly = Poly::parse(text, &symbols, &budget).unwrap();
        let formula = printer.arrange(&poly, &Form::Compact, &budget).unwrap();
        let papers = Printer::new(&symbols).with_notation(short.clone());
        (printer.text(&formula), papers.text(&formula))
    };
    let check = |text: &str, function: &str, shortened: &str| {
        assert_eq!(show(text), (function.to_owned(), shortened.to_owned()), "{text}");
    };
    check("l1*sin(q2 + q3)", "l1*sin(q2 + q3)", "l1*s23");
    check("cos(q1 + q2 + q3)", "cos(q1 + q2 + q3)", "c123");
    check("cos(q1 - q2)", "cos(q1 - q2)", "c(q1 - q2)");
    check("sin(q2)*cos(q2 + q3)", "cos(q2 + q3)*sin(q2)", "c23*s2");
    check("sin(q2 + q3)^2*l1", "l1*sin(q2 + q3)^2", "l1*s23^2");
    check("l1 - l1*cos(q1)^2", "l1*sin(q1)^2", "l1*s1^2");
    check("1 - 2*cos(q1)^2", "-cos(2*q1)", "-c(2*q1)");
    check("sin(q3 + 2*q2)/2", "1/2*sin(2*q2 + q3)", "1/2*s(2*q2 + q3)");
    check("l1*sin(q3) + l2*cos(q2 + q3)", "l1*sin(q3) + l2*cos(q2 + q3)", "l1*s3 + l2*c23");
    check("sin(q1 + q2) + sin(q1)", "sin(q1) + sin(q1 + q2)", "s1 + s12");
    let whole = printer.arrange(&poly, &Form::Compact, &budget).unwrap();
    assert!(printer.text(&whole).ends_with("+ M2*g*l2*cos(q1 + q2)"), "{}", printer.text(&whole));
}

#[test]
fn latex_and_typst_of_everything() {
    let symbols = Symbols::new();
    for name in ["M5", "r5x", "alpha1", "mass", "x"] {
        symbols.parameter(name).unwrap();
    }
    symbols.coordinate("q1").unwrap();
    symbols.coordinate("q2").unwrap();
    symbols.function("mu").unwrap();
    let budget = Budget::default();
    let r5x = symbols.find("r5x").unwrap();
    let notation = Notation::default().with_name(r5x, Names::latex("{}^5r", "_{C_{5x}}"));
    let printer = Printer::new(&symbols).with_notation(notation);
    let check = |text: &str, latex: &str, typst: &str| {
        let poly = Poly::parse(text, &symbols, &budget).unwrap();
        let formula = printer.arrange(&poly, &Form::Compact, &budget).unwrap();
        assert_eq!(printer.latex(&formula), latex, "{text}");
        assert_eq!(printer.typst(&formula), typst, "{text}");
    };
    check("M5*q1'", r"M_5 \dot{q}_1", "M_5 dot(q)_1");
    check("q1''''", r"\ddddot{q}_1", "dot.quad(q)_1");
    check("q1'''", r"\dddot{q}_1", "dot.triple(q)_1");
    check("q1'''''", r"q_1^{(5)}", "q_1^((5))");
    check("M5*r5x", r"M_5 {}^5r_{C_{5x}}", "M_5 \"^5r_C_5x\"");
    check("3/2*x", r"\frac{3}{2} x", "frac(3, 2) x");
    check("3/2*x/M5", r"\frac{3 x}{2 M_5}", "frac(3 x, 2 M_5)");
    check("-mass*alpha1^2", r"-\alpha_1^{2} \mathrm{mass}", "-alpha_1^2 upright(\"mass\")");
    check("cos(q1)^2*sin(q1 + q2)", r"\cos^{2} q_1 \sin(q_1 + q_2)", "cos^2 q_1 sin(q_1 + q_2)");
    check("sqrt(x + 1)/2", r"\frac{1}{2} \sqrt{x + 1}", "frac(1, 2) sqrt(x + 1)");
    check("abs(x)*sign(x)", r"|x| \operatorname{sgn} x", "abs(x) op(\"sgn\") x");
    check("1/(x + M5)", r"\frac{1}{M_5 + x}", "frac(1, M_5 + x)");
    check("mu(x)^2", r"\operatorname{mu}(x)^{2}", "op(\"mu\")(x)^2");
    check("q1'''''^2", r"(q_1^{(5)})^{2}", "(q_1^((5)))^2");
    check("sin(q1)*mu(x)", r"\sin(q_1) \operatorname{mu}(x)", "sin(q_1) op(\"mu\")(x)");
    check("0", "0", "0");
}

#[test]
fn the_text_does_not_depend_on_history() {
    // signs inside functions, the choice of folds and ties of names, whatever was made before
    let texts = [
        "abs(x - y)",
        "sign(x - y)",
        "1/(x - 2*y)",
        "sin(x*y - y^2)",
        "x1*x01",
        "f(x)*g(x)",
        "abs(sqrt(x) - abs(y))",
        "sin(x - y)",
        "2*cos(2*q3 - 2*q1) + 2*cos(2*q2 + 2*q3)",
    ];
    let show = |names: [&str; 9], before: &[&str]| -> Vec<String> {
        let symbols = Symbols::new();
        for name in names {
            match name.as_bytes()[0] {
                b'q' => symbols.coordinate(name).map(|_| ()),
                b'f' | b'g' => symbols.function(name).map(|_| ()),
                _ => symbols.parameter(name).map(|_| ()),
            }
            .unwrap();
        }
        let budget = Budget::default();
        let printer = Printer::new(&symbols);
        let one = |text: &&str| {
            let poly = Poly::parse(text, &symbols, &budget).unwrap();
            printer.text(&printer.arrange(&poly, &Form::Compact, &budget).unwrap())
        };
        before.iter().for_each(|text| drop(one(text)));
        texts.iter().map(one).collect()
    };
    let forwards = ["x", "y", "x1", "x01", "q1", "q2", "q3", "f", "g"];
    let plain = show(forwards, &[]);
    let backwards = show(["g", "f", "q3", "q2", "q1", "x01", "x1", "y", "x"], &[]);
    let later = show(forwards, &["cos(2*q3 - 2*q2)", "abs(y)", "sin(y - x)"]);
    assert_eq!(plain, backwards);
    assert_eq!(plain, later);
    assert_eq!(plain[..2], ["abs(x - y)", "sign(x - y)"]);
}

#[test]
fn numbers_in_names_compare_as_numbers() {
    let symbols = Symbols::new();
    let budget = Budget::default();
    for name in ["l10", "l2", "l1"] {
        symbols.parameter(name).unwrap();
    }
    let poly = Poly::parse("l10 + l2 + l1", &symbols, &budget).unwrap();
    assert_eq!(poly.text(&symbols), "l1 + l2 + l10");
}

#[test]
fn short_sines_are_never_ambiguous() {
    let show = |names: &[&str], text: &str| {
        let symbols = Symbols::new();
        for name in names {
            symbols.coordinate(name).unwrap();
        }
        let budget = Budget::default();
        let short = Notation::default().with_trigonometry(Trigonometry::Short);
        let printer = Printer::new(&symbols).with_notation(short);
        let poly = Poly::parse(text, &symbols, &budget).unwrap();
        printer.text(&printer.arrange(&poly, &Form::Compact, &budget).unwrap())
    };
    assert_eq!(show(&["q1", "q2"], "sin(q1 + q2)"), "s12");
    assert_eq!(show(&["q1", "q2", "q12"], "sin(q1 + q2)"), "s(q1 + q2)");
    assert_eq!(show(&["q1", "p1"], "sin(q1)"), "s(q1)");
    assert_eq!(show(&["phi"], "sin(phi)"), "s(phi)");
}

#[test]
fn reciprocals_read_back() {
    let symbols = symbols();
    let budget = Budget::default();
    let read = |text: &str| Poly::parse(text, &symbols, &budget).unwrap();
    for text in [
        "1/x/(l2 + 1)",
        "1/(x + 1)/(l2 + 1)",
        "M1/(x*l2 + x)^2",
        "cos(pi/4)",
        "cos(q1)/(x*cos(q1) + cos(q1))",
        "1/sin(q1)",
        "1/(3*x - 3*l2)^3",
    ] {
        let poly = read(text);
        assert_eq!(read(&poly.text(&symbols)), poly, "{text}: {}", poly.text(&symbols));
    }
    assert_eq!(read("1/(x*(l2 + 1))"), read("1/x/(l2 + 1)"));
    assert_eq!(read("1/(x*l2 + x)"), read("1/x/(l2 + 1)"));
    assert_eq!(read("cos(q1 - pi/4)"), read("cos(pi/4 - q1)"));
}

#[test]
fn a_sum_of_thousands_of_terms_is_written() {
    let symbols = Symbols::new();
    let graph = Graph::new(&symbols);
    let sum = (0..5000).fold(graph.zero(), |sum, i| sum + graph.parameter(&format!("v{i}")));
    let text = sum.text().unwrap();
    assert!(text.starts_with("v0 + v1 + v2 + ") && text.ends_with(" + v4999"));
}

#[test]
fn the_longest_number_reads_back() {
    let symbols = Symbols::new();
    let budget = Budget::default();
    let long = Poly::parse("1023^104857", &symbols, &budget).unwrap();
    assert_eq!(Poly::parse(&long.text(&symbols), &symbols, &budget), Ok(long));
}

#[test]
fn long_sums_break_at_signs() {
    let (symbols, poly) = arm();
    let printer = Printer::new(&symbols).with_width(30);
    let formula = printer.arrange(&poly, &Form::Expanded, &Budget::default()).unwrap();
    let latex = printer.latex(&formula);
    assert!(latex.starts_with("\\begin{aligned}\n& J_{1z} \\ddot{q}_1 + M_1 "), "{latex}");
    assert!(latex.ends_with("\n\\end{aligned}"), "{latex}");
    let lines: Vec<&str> = latex.lines().collect();
    assert!(lines.len() > 5);
    for line in &lines[2..lines.len() - 1] {
        assert!(line.starts_with("&\\quad + ") || line.starts_with("&\\quad - "), "{line}");
    }
    let typst = printer.typst(&formula);
    for line in typst.lines().skip(1) {
        assert!(line.starts_with("& quad + ") || line.starts_with("& quad - "), "{line}");
    }
    for line in printer.text(&formula).lines().skip(1) {
        assert!(line.starts_with("    + ") || line.starts_with("    - "), "{line}");
    }
}

/// Outside of brackets where that leaves the line half full, else inside; inside of a term only where the term is
/// longer than a line, and then the next line begins with a sign of multiplication.
#[test]
fn lines_break_where_a_typesetter_would() {
    let symbols = Symbols::new();
    let symbol = |name: &str| Formula::Symbol(symbols.parameter(name).unwrap());
    let sum = |terms: Vec<Formula>| Formula::Sum(terms.into_iter().map(|it| (false, it)).collect());
    let product = |numerator: Vec<Formula>| Formula::Product {
        coefficient: Rational::from(1),
        numerator,
        denominator: Vec::new(),
    };
    let all = |names: &str| names.split(' ').map(symbol).collect::<Vec<_>>();
    let lines = |formula: &Formula, width: usize| {
        let printer = Printer::new(&symbols).with_width(width);
        [printer.latex_lines(formula), printer.typst_lines(formula)]
    };
    // the bracket would fit in part: it goes to the next line as a whole
    let bracket = product(vec![symbol("c1"), sum(all("d1 e1 f1"))]);
    for lines in lines(&sum([all("a1 b1 g1"), vec![bracket]].concat()), 18) {
        assert_eq!(lines, ["a_1 + b_1 + g_1", "+ c_1 (d_1 + e_1 + f_1)"]);
    }
    let bracket = product(vec![symbol("c1"), sum(all("d1 e1 f1 g1 h1"))]);
    for lines in lines(&bracket, 16) {
        assert_eq!(lines, ["c_1 (d_1 + e_1 + f_1", "+ g_1 + h_1)"]);
    }
    let long = sum(vec![symbol("a1"), product(all("b1 c1 d1 e1 f1 g1 h1 k1 l1"))]);
    for (lines, times) in lines(&long, 10).into_iter().zip(["\\cdot", "dot.op"]) {
        let second = format!("{times} e_1 f_1 g_1 h_1 k_1");
        assert_eq!(lines, ["a_1 + b_1 c_1 d_1", &second, &format!("{times} l_1")]);
    }
    // Typst sets brackets with an exponent as one box: broken, they are signs
    let square = Formula::Power(Box::new(sum(all("a1 b1 c1 d1"))), 2);
    let [latex, typst] = lines(&square, 10);
    assert_eq!(latex, ["(a_1 + b_1", "+ c_1 + d_1)^{2}"]);
    assert_eq!(typst, ["\\(a_1 + b_1", "+ c_1 + d_1\\)^2"]);
    assert_eq!(lines(&square, 60)[1], ["(a_1 + b_1 + c_1 + d_1)^2"]);
    // a name before the first line
    let lead = Printer::new(&symbols).with_width(16).with_lead(8);
    assert_eq!(lead.latex_lines(&sum(all("a1 b1 c1 d1"))), ["a_1 + b_1", "+ c_1 + d_1"]);
    let third = Formula::Product {
        coefficient: "11/125".parse().unwrap(),
        numerator: all("a1"),
        denominator: Vec::new(),
    };
    let decimals = Printer::new(&symbols).with_notation(Notation::default().with_decimals());
    assert_eq!(decimals.latex(&third), "0.088 a_1");
    assert_eq!(Printer::new(&symbols).latex(&third), "\\frac{11}{125} a_1");
}

/// A name with two indices differs from one with a long one; decimals stay decimals when they are
/// multiplied.
#[test]
fn two_indices_and_products_of_decimals() {
    let symbols = Symbols::new();
    let [one, two] = ["q11", "q1_1"].map(|name| symbols.coordinate(name).unwrap());
    let factor = |text: &str| Poly::constant(text.parse().unwrap());
    let product = &factor("0.328564912595471") * &factor("0.185880104735363");
    let sum = &(&product * &Poly::from(two)) + &Poly::from(one);
    let printer = Printer::new(&symbols);
    let formula = printer.arrange(&sum, &Form::Expanded, &Budget::default()).unwrap();
    assert_eq!(printer.text(&formula), "0.061073680365611539229927340973*q1_1 + q11");
    assert_eq!(printer.latex(&formula), "0.061073680365611539229927340973 q_{1,1} + q_{11}");
}
