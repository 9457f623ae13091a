//! How far links may bend.

use appell_diagnostic::{Diagnostic, shown};

/// The largest slope at the tip of a link, in rad, for which links are modelled: a static deflection is then 3
/// percent off, with the square of the slope.
pub const STEEPEST: f64 = 0.25;

/// The warning that the tip of the link of a joint turns further, by a slope in rad.
///
/// ```
/// let warning = appell_mechanics::large_deflection("boom", 0.4);
/// assert_eq!(warning.code, "large-deflection");
/// ```
pub fn large_deflection(joint: &str, slope: f64) -> Diagnostic {
    let message = "an elastic link bends further than its model is made for";
    Diagnostic::warning("large-deflection", message)
        .fact("link of", joint)
        .fact("slope of its tip", format!("{} rad", shown(slope)))
        .hint("the error grows with the square of the slope: about 3 % at 0.25 rad, 11 % at 0.5 rad")
        .hint("divide the link into several, with joints of type \"fixed\" between them; or check E, the section and the loads")
}
