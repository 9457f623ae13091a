//! A robot as a certificate states it: frames with bodies and loads, each on the one before.

use appell_algebra::{Poly, Rational, Symbol};
use appell_model::{Friction, JointId, JointKind, Part, Robot, Sign};
use appell_spatial::{Matrix, Vector};

/// A frame with what is fixed to it. The tool, named frames and parts of links that have frames of their
/// own are fixed joints here: then one recursion treats them all.
pub(super) struct Link {
    /// The number of a joint, `tool`, the name of a frame, or `2.1` for the first part of link 2, `tool.1` for a payload.
    pub(super) key: String,
    /// The key of the frame on which it sits; `0` is the base.
    pub(super) parent: String,
    pub(super) kind: JointKind,
    pub(super) coordinate: Option<Symbol>,
    pub(super) axis: Vector<Poly>,
    /// Where it lies in the frame of its parent at q = 0.
    pub(super) rotation: Matrix<Poly>,
    pub(super) origin: Vector<Poly>,
    pub(super) bodies: Vec<Body>,
    /// The force and the moment that the robot exerts there.
    pub(super) load: Option<[Vector<Poly>; 2]>,
    pub(super) viscous: Poly,
    /// Dry friction: a constant force, and the coefficient times the radius of the bearing.
    pub(super) dry: Option<[Poly; 2]>,
}

/// A rigid body, in the axes of its frame; the inertia is about its centre of mass.
pub(super) struct Body {
    pub(super) mass: Poly,
    pub(super) centre: Vector<Poly>,
    pub(super) inertia: Matrix<Poly>,
}

impl Link {
    /// Its entries.
    pub(super) fn polys<'l>(&'l self) -> impl Iterator<Item = &'l Poly> {
        let frame = self.axis.0.iter().chain(self.rotation.0.as_flattened()).chain(&self.origin.0);
        let of_body = |body: &'l Body| {
            let entries = body.centre.0.iter().chain(body.inertia.0.as_flattened());
            std::iter::once(&body.mass).chain(entries)
        };
        let loads = self.load.iter().flatten().flat_map(|it| &it.0);
        let friction = self.dry.iter().flatten().chain([&self.viscous]);
        frame.chain(loads).chain(friction).chain(self.bodies.iter().flat_map(of_body))
    }

    /// The coordinate with its first two time derivatives.
    pub(super) fn motion(&self) -> Option<[Symbol; 3]> {
        let q = self.coordinate?;
        Some([q, q.derivative(1).ok()?, q.derivative(2).ok()?])
    }
}

/// The frames of a robot, each after its parent.
pub(super) fn links(robot: &Robot) -> Result<Vec<Link>, appell_algebra::Error> {
    let mut links = Vec::new();
    for id in robot.joint_ids() {
        let joint = robot.joint(id);
        let placed = &joint.parent_from_frame;
        links.push(Link {
            key: key(Some(id)),
            parent: key(joint.parent),
            kind: joint.kind,
            coordinate: joint.coordinate,
            axis: joint.axis.clone(),
            rotation: placed.rotation.clone(),
            origin: placed.position.clone(),
            bodies: Vec::new(),
            load: None,
            viscous: joint.friction.viscous.clone(),
            dry: dry(joint.kind, &joint.friction),
        });
        let own = links.len() - 1;
        for (number, part) in joint.link.parts.iter().enumerate() {
            match part.at.is_identity() {
                true => links[own].bodies.push(body(part)),
                false => {
                    let key = format!("{}.{}", id.number(), number + 1);
                    links.push(placed_part(robot, part, key, &id.number().to_string())?);
                }
            }
        }
    }
    let tool = robot.tool();
    let payload = robot.payload();
    let loaded = |force: &Vector<Poly>, moment: &Vector<Poly>| {
        let is_loaded = [force, moment].iter().any(|it| **it != Vector::default());
        is_loaded.then(|| [force.clone(), moment.clone()])
    };
    links.push(Link {
        load: loaded(&payload.force, &payload.moment),
        ..fixed(
            "tool".to_owned(),
            key(Some(tool.parent)),
            tool.parent_from_tool.rotation.clone(),
            tool.parent_from_tool.position.clone(),
        )
    });
    if let Some(part) = &payload.body {
        links.push(placed_part(robot, part, "tool.1".to_owned(), "tool")?);
    }
    for frame in robot.frames() {
        let placed = &frame.parent_from_frame;
        let link = fixed(
            frame.name.to_string(),
            key(frame.parent),
            placed.rotation.clone(),
            placed.position.clone(),
        );
        links.push(Link { load: loaded(&frame.force, &frame.moment), ..link });
    }
    Ok(links)
}

fn key(id: Option<JointId>) -> String {
    id.map_or(0, JointId::number).to_string()
}

fn fixed(key: String, parent: String, rotation: Matrix<Poly>, origin: Vector<Poly>) -> Link {
    Link {
        key,
        parent,
        kind: JointKind::Fixed,
        coordinate: None,
        axis: Vector::default(),
        rotation,
        origin,
        bodies: Vec::new(),
        load: None,
        viscous: Poly::ZERO,
        dry: None,
    }
}

fn placed_part(
    robot: &Robot,
    part: &Part,
    key: String,
    parent: &str,
) -> Result<Link, appell_algebra::Error> {
    let placed = part.at.transform(robot.symbols(), &appell_algebra::Budget::default())?;
    let link = fixed(key, parent.to_owned(), placed.rotation, placed.position);
    Ok(Link { bodies: vec![body(part)], ..link })
}

fn dry(kind: JointKind, friction: &Friction) -> Option<[Poly; 2]> {
    let half = Rational::new(1, 2).ok()?;
    let radius = match kind {
        JointKind::Rotation => friction.diameter.scale(&half),
        _ => Poly::one(),
    };
    let dry = [friction.constant.clone(), &friction.coulomb * &radius];
    dry.iter().any(|entry| !entry.is_zero()).then_some(dry)
}

/// A part as a body; what is taken away has negative mass and inertia.
fn body(part: &Part) -> Body {
    let signed = |entry: &Poly| match part.sign {
        Sign::Added => entry.clone(),
        Sign::Removed => -entry,
    };
    Body {
        mass: signed(&part.mass),
        centre: part.centre.clone(),
        inertia: part.inertia.tensor().map(signed),
    }
}
