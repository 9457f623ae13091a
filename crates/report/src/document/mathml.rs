//! LaTeX as MathML.

use std::collections::VecDeque;

use appell_output::escaped;
use pulldown_latex::config::DisplayMode;
use pulldown_latex::event::{
    Content, Dimension, DimensionUnit, Event, Grouping, ScriptType, Visual,
};
use pulldown_latex::{Parser, ParserError, RenderConfig, Storage, push_mathml};

/// LaTeX as MathML; as it is where that cannot be done.
pub fn mathml(latex: &str) -> String {
    rendered(latex, DisplayMode::Inline)
}

/// The same, displayed by itself. The sign with which a line goes on stands between two terms, and has the space
/// of one that does.
pub(super) fn display(latex: &str) -> String {
    let lines = rendered(latex, DisplayMode::Block);
    ["+", "\u{2212}"].iter().fold(lines, |lines, sign| {
        let begins = |element: &str| format!("<mspace width=\"1em\" />{element}");
        lines.replace(
            &begins(&format!("<mi>{sign}</mi>")),
            &begins(&format!("<mo form=\"infix\">{sign}</mo>")),
        )
    })
}

fn rendered(latex: &str, display_mode: DisplayMode) -> String {
    let storage = Storage::new();
    let mut out = String::new();
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    match push_mathml(&mut out, FunctionGroups::of(Parser::new(latex, &storage)), config) {
        Ok(()) if !out.contains("<merror") => out,
        _ => format!("<code>{}</code>", escaped(latex)),
    }
}

/// Events with functions in groups of their own where a single element is expected: the writer puts a
/// space before a function, which as the base of a power would be an element too many.
struct FunctionGroups<I: Iterator> {
    events: I,
    ready: VecDeque<I::Item>,
    open: Vec<Open>,
}

/// What is not complete.
enum Open {
    Group,
    /// A script, a fraction or a root, with the number of elements that it still takes; whether it is a
    /// power or an index of a function.
    Takes {
        left: usize,
        of_function: bool,
    },
}

impl<'s> FunctionGroups<Parser<'s>> {
    fn of(events: Parser<'s>) -> Self {
        Self { events, ready: VecDeque::new(), open: Vec::new() }
    }

    /// After an element: what it completes. Behind a function with a power stands a space, as behind one
    /// without.
    fn complete(&mut self) {
        while let Some(Open::Takes { left, .. }) = self.open.last_mut() {
            *left -= 1;
            if *left > 0 {
                return;
            }
            let last = self.open.pop();
            let is_free = !matches!(self.open.last(), Some(Open::Takes { .. }));
            if is_free && matches!(last, Some(Open::Takes { of_function: true, .. })) {
                let width = Some(Dimension { value: 0.1667, unit: DimensionUnit::Em });
                self.ready.push_back(Ok(Event::Space { width, height: None, depth: None }));
            }
        }
    }
}

impl<'s> Iterator for FunctionGroups<Parser<'s>> {
    type Item = Result<Event<'s>, ParserError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(event) = self.ready.pop_front() {
            return Some(event);
        }
        let event = match self.events.next()? {
            Ok(event) => event,
            failure => return Some(failure),
        };
        match &event {
            Event::Begin(_) => self.open.push(Open::Group),
            Event::End => {
                self.open.pop();
                self.complete();
            }
            Event::Script { ty, .. } => {
                let left = if *ty == ScriptType::SubSuperscript { 3 } else { 2 };
                self.open.push(Open::Takes { left, of_function: false });
            }
            Event::Visual(Visual::SquareRoot) => {
                self.open.push(Open::Takes { left: 1, of_function: false });
            }
            Event::Visual(Visual::Root | Visual::Fraction(_)) => {
                self.open.push(Open::Takes { left: 2, of_function: false });
            }
            Event::Content(Content::Function(_)) => {
                let Some(Open::Takes { of_function, .. }) = self.open.last_mut() else {
                    return Some(Ok(event));
                };
                *of_function = true;
                self.ready.extend([Ok(event), Ok(Event::End)]);
                self.complete();
                return Some(Ok(Event::Begin(Grouping::Normal)));
            }
            Event::Content(_) => self.complete(),
            Event::Visual(Visual::Negation)
            | Event::Space { .. }
            | Event::StateChange(_)
            | Event::EnvironmentFlow(_) => {}
        }
        Some(Ok(event))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use std::path::Path;

    use super::mathml;

    /// How many children an element of MathML must have.
    fn arity(tag: &str) -> Option<usize> {
        match tag {
            "msup" | "msub" | "mfrac" | "mroot" | "mover" | "munder" => Some(2),
            "msubsup" | "munderover" => Some(3),
            _ => None,
        }
    }

    /// Walks through all elements: every one is closed, and has as many children as it must have.
    fn check(mathml: &str) {
        let mut open: Vec<(&str, usize)> = Vec::new();
        for piece in mathml.split('<').skip(1) {
            let inside = piece.split('>').next().unwrap();
            let tag = inside.split([' ', '/']).find(|it| !it.is_empty()).unwrap();
            if inside.starts_with('/') {
                let (opened, children) = open.pop().unwrap();
                assert_eq!(opened, tag, "{mathml}");
                assert!(
                    arity(tag).is_none_or(|it| it == children),
                    "{children} in {tag}: {mathml}"
                );
                continue;
            }
            if let Some((_, children)) = open.last_mut() {
                *children += 1;
            }
            if !inside.ends_with('/') {
                open.push((tag, 0));
            }
        }
        assert!(open.is_empty(), "{mathml}");
    }

    #[test]
    fn a_power_of_a_function_is_raised() {
        let power = mathml(r"m \cos^2 \theta");
        assert!(power.contains("<mi>cos</mi></mrow><mn>2</mn></msup>"), "{power}");
        assert!(
            mathml(r"m \cos \theta").contains("<mi>cos</mi><mo>"),
            "a function alone stays as it was"
        );
    }

    #[test]
    fn a_line_goes_on_with_a_sign_between_terms() {
        let lines = r"a = \begin{aligned} & b \\ & \quad + c \\ & \quad - d \end{aligned}";
        let rendered = super::display(lines);
        for sign in ["+", "\u{2212}"] {
            let infix = format!("<mspace width=\"1em\" /><mo form=\"infix\">{sign}</mo>");
            assert!(rendered.contains(&infix), "{rendered}");
        }
    }

    #[test]
    fn every_element_has_as_many_children_as_it_must_have() {
        for latex in [
            r"m_c \cos^2 \theta + \sin^{2}(q_2 + q_3)",
            r"a \sin_1^2 \theta",
            r"2 \frac\cos\sin + \sqrt\cos + \sqrt[\cos]\sin",
            r"x^\cos y_\sin^\cos",
            r"a \cos^{\sin^2 b} c",
            r"\lim_{x \to 0} a \max_i b \log_2 x",
            r"\left( a \cos^2 b \right)^2 \not= {\cos}^2",
            r"\begin{bmatrix} a\cos^2 q & 0 \\ 0 & -\sin^2 q \end{bmatrix}",
        ] {
            let rendered = mathml(latex);
            assert!(rendered.starts_with("<math"), "{latex}");
            check(&rendered);
        }
    }

    /// The equations of the papers: what the page shows is made of their parts.
    #[test]
    fn the_equations_of_the_papers_are_well_formed() {
        let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof/papers");
        let mut rendered = 0;
        for entry in std::fs::read_dir(papers).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "tex") {
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            for equation in text.split(r"\begin{equation}").skip(1) {
                let equation = equation.split(r"\end{equation}").next().unwrap();
                let equation = equation.split(r"\tag").next().unwrap();
                // trigonometric functions as other papers write them, with powers
                for latex in [equation.to_owned(), equation.replace("cq", r"\cos^2 q")] {
                    let mathml = mathml(&latex);
                    rendered += usize::from(mathml.starts_with("<math"));
                    if mathml.starts_with("<math") {
                        check(&mathml);
                    }
                }
            }
        }
        assert!(rendered > 200, "{rendered}");
    }
}
