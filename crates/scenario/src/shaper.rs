//! Input shaping of a move: by a frequency and a damping ratio that are given, or by those of a vibration of the
//! robot where the move ends.

use appell_code::CompiledRobot;
use appell_diagnostic::Diagnostic;
use appell_simulation::{Loads, vibrations_at_rest};
use appell_toml::{Fields, Read, Reader, whole};
use appell_trajectory::{Law, Motion, ShaperKind};
use appell_units::{ANGULAR_VELOCITY, PURE_NUMBER};

use super::Placed;

/// A shaper as it is given.
#[derive(Clone, Debug)]
pub(super) struct ShaperDraft {
    kind: ShaperKind,
    against: Against,
}

/// What it keeps from vibrating.
#[derive(Clone, Debug)]
enum Against {
    /// An undamped angular frequency and a damping ratio.
    Given { omega: f64, ratio: f64 },
    /// A vibration of the robot where the move ends, by its number from 1.
    Mode(usize),
}

const HINT: &str =
    "write shaper = { kind = \"zv\" }, or { kind = \"zvd\", omega = 12.5, ratio = 0.01 }";

impl ShaperDraft {
    pub(super) fn read(fields: &mut Fields<'_>, reader: &mut Reader) -> Option<Self> {
        let kinds = ShaperKind::ALL.map(|kind| (kind.name(), kind));
        let kind = fields.choice("kind", &kinds, reader).unwrap_or_default();
        let omega = fields.positive("omega", &ANGULAR_VELOCITY, reader);
        let ratio = fields.number("ratio", &PURE_NUMBER, reader);
        let mode = fields.read("mode", reader, |reader, value| {
            let mode = whole(value).filter(|mode| *mode > 0);
            if mode.is_none() {
                let message = "`mode` must be an integer from 1 on";
                let problem = Diagnostic::error("bad-shaper", message).hint("write mode = 1");
                reader.report(problem, value.span());
            }
            mode
        });
        let problem = match (omega, ratio, mode) {
            (Some(_), _, Some(_)) => Some(("omega", "`omega` and `mode` both say what vibrates")),
            (None, Some(_), _) => Some(("ratio", "`ratio` belongs to `omega`, which is missing")),
            (_, Some(ratio), _) if !(0.0..1.0).contains(&ratio) => {
                Some(("ratio", "`ratio` must be from 0 to below 1"))
            }
            _ => None,
        };
        if let Some((key, message)) = problem {
            let problem = Diagnostic::error("bad-shaper", message).hint(HINT);
            reader.report(problem, fields.place(key));
            return None;
        }
        let against = match omega {
            Some(omega) => Against::Given { omega, ratio: ratio.unwrap_or_default() },
            None => Against::Mode(mode.unwrap_or(1)),
        };
        Some(Self { kind, against })
    }

    /// The laws of a move, shaped; they end where they ended before, later.
    pub(super) fn shape(
        &self,
        machine: &CompiledRobot,
        laws: &[Law],
    ) -> Result<Vec<Law>, Vec<Diagnostic>> {
        let (omega, ratio) = match self.against {
            Against::Given { omega, ratio } => (omega, ratio),
            Against::Mode(number) => {
                let end: Vec<f64> = laws.iter().map(|law| law.at(law.duration(), 0)).collect();
                let found = vibrations_at_rest(machine, &end, &Loads::default());
                let found = found.map_err(|error| error.diagnostics())?;
                let it =
                    found.get(number - 1).filter(|it| it.frequency > 0.0).ok_or_else(|| {
                        let message = "there is no such vibration where this move ends";
                        let problem = Diagnostic::error("bad-shaper", message);
                        vec![problem.fact("vibrations", found.len()).hint(HINT)]
                    })?;
                (it.natural_frequency, it.ratio.max(0.0))
            }
        };
        let shaper = self.kind.shaper(omega, ratio);
        Ok(laws.iter().map(|law| law.shaped(&shaper)).collect())
    }
}

/// A motion whose last move is shaped as its step says.
pub(super) fn shaped(
    machine: &CompiledRobot,
    motion: Motion,
    shaper: &Placed<ShaperDraft>,
) -> Result<Motion, Vec<Diagnostic>> {
    let Some((before, last)) = motion.without_last() else { return Ok(motion) };
    let laws = shaper.value.shape(machine, &last.laws);
    let placed = |problems: Vec<Diagnostic>| -> Vec<Diagnostic> {
        problems.into_iter().map(|it| it.at(shaper.span.clone())).collect()
    };
    Ok(before.then(laws.map_err(placed)?))
}
