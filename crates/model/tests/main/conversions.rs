//! Nothing of a file is lost without a word: what other formats have is carried through, or listed.

use appell_algebra::Budget;
use appell_diagnostic::{Diagnostic, Severity};
use appell_model::{
    Convention, Format, Options, Reading, Robot, read, write_csv, write_mjcf, write_sdf,
    write_toml, write_urdf,
};

use crate::common;

const INERTIAL: &str =
    "<mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>";

fn read_as(text: &str, format: Format) -> Reading {
    read(text.as_bytes(), format, &Options::default())
}

fn robot(text: &str, format: Format) -> Robot {
    common::robot(read_as(text, format), text)
}

/// An arm on a root link with a name and a mesh of its own, and shapes that are not meshes.
fn urdf() -> String {
    format!(
        "<robot name='arm'><link name='pedestal'><visual><origin xyz='0 0 0.5'/><geometry>\
         <mesh filename='base.stl'/></geometry><material name='grey'/></visual></link>\
         <link name='rod'><inertial>{INERTIAL}</inertial>\
         <visual><geometry><box size='1 1 1'/></geometry></visual>\
         <collision><geometry><cylinder radius='1' length='2'/></geometry></collision>\
         <collision><geometry><plane/></geometry></collision></link>\
         <joint name='q' type='continuous'><parent link='pedestal'/><child link='rod'/>\
         <axis xyz='0 0 1'/></joint></robot>"
    )
}

/// Messages of a code and severity, with what they are about.
fn said(findings: &[Diagnostic], severity: Severity) -> Vec<String> {
    let meant = findings.iter().filter(|it| it.severity == severity);
    meant.map(|it| format!("{} {:?} {:?}", it.message, it.facts, it.hints)).collect()
}

#[test]
fn the_root_link_is_carried_through() {
    let given = robot(&urdf(), Format::Urdf);
    let placed = write_toml(&given).replace("[base]\n", "[base]\noffset = [0, 0, 1]\n");
    let csv = write_csv(&given, Convention::Standard, &Budget::default()).unwrap().0;
    for (text, format, is_placed) in [
        (write_toml(&given), Format::Toml, false),
        (write_urdf(&given, &Budget::default()).unwrap().0, Format::Urdf, false),
        (csv, Format::Csv, false),
        (placed, Format::Toml, true),
    ] {
        let again = robot(&text, format);
        assert_eq!(again.base_link(), given.base_link(), "{text}");
        assert_eq!(again.base().is_some(), is_placed, "{text}");
        // with its mesh, also where the base is placed
        let (urdf, _) = write_urdf(&again, &Budget::default()).unwrap();
        assert!(urdf.contains("<link name=\"pedestal\">\n    <visual>"), "{urdf}");
    }
    // a base without a name, and a placed one at the origin, stay what they are
    let plain = robot(&urdf().replace("pedestal", "base"), Format::Urdf);
    assert_eq!(plain.base_link().name, None);
    let text = write_toml(&given).replace("[base]\n", "[base]\noffset = [0, 0, 0]\n");
    assert!(robot(&write_toml(&robot(&text, Format::Toml)), Format::Toml).base().is_some());
}

#[test]
fn what_a_world_has_no_place_for_is_listed() {
    let named = write_toml(&robot(&urdf(), Format::Urdf));
    let named = named.replace("type = \"revolute\"", "type = \"revolute\"\ncoordinate = \"a\"");
    let robot = robot(&named, Format::Toml);
    for (written, format) in [
        (write_sdf(&robot, &Budget::default()), "SDF"),
        (write_mjcf(&robot, &Budget::default()), "MJCF"),
    ] {
        let notes = said(&written.unwrap().1, Severity::Note).join("\n");
        for lost in ["`pedestal` became the world", "meshes of the base", "name of the coordinate"]
        {
            assert!(notes.contains(lost), "{format}: {lost}\n{notes}");
        }
    }
}

/// Links, joints and frames of SDF share their names, and some words are the format's own: they are written under
/// others, which is said, and read again.
#[test]
fn names_that_other_formats_cannot_have_are_changed() {
    let joint = |name: &str, link: &str| {
        format!(
            "[[joint]]\nname = \"{name}\"\ntype = \"revolute\"\naxis = \"z\"\noffset = [0.5, 0, 0]\n\
             link = {{ name = \"{link}\", mass = 1, centre = [0.2, 0, 0], inertia = {{ zz = 0.1 }} }}\n"
        )
    };
    let joints = [joint("world", "arm"), joint("hand", "hand"), joint("__model__", "world")];
    let text = format!(
        "name = \"r\"\ngravity = 9.81\n{}[[frame]]\nname = \"arm\"\nparent = \"hand\"\noffset = [0.1, 0, 0]\n",
        joints.concat()
    );
    let given = robot(&text, Format::Toml);
    for (format, write, names) in [
        (Format::Sdf, write_sdf as fn(&Robot, &Budget) -> _, ["world_2", "hand", "model"]),
        (Format::Mjcf, write_mjcf, ["world", "hand", "__model__"]),
    ] {
        let (written, findings) = write(&given, &Budget::default()).unwrap();
        let again = robot(&written, format);
        let joints: Vec<&str> = again.joints().iter().map(|joint| joint.name.as_str()).collect();
        assert_eq!(joints, names);
        for (joint, known) in again.joints().iter().zip(given.joints()) {
            let [found, known] = [(&again, joint), (&given, known)]
                .map(|(robot, joint)| robot.evaluate(&joint.parent_from_frame.position.0[0]));
            assert_eq!(found, known, "{written}");
        }
        let notes = said(&findings, Severity::Note).join("\n");
        if format == Format::Sdf {
            for change in [
                "joint `world` is called `world_2`",
                "link `hand` is called `hand_2`",
                "frame `arm` is called `arm_2`",
            ] {
                assert!(notes.contains(change), "{notes}");
            }
        }
    }
}

#[test]
fn another_gravity_is_a_warning() {
    let text = |gravity: &str| {
        let toml = write_toml(&robot(&urdf(), Format::Urdf));
        toml.replace("gravity = \"g\"", &format!("gravity = {gravity}"))
    };
    for (gravity, is_lost) in
        [("\"g\"", false), ("9.81", false), ("9.8", true), ("0", true), ("[0, -9.81, 0]", true)]
    {
        let robot = robot(&text(gravity), Format::Toml);
        for written in [write_urdf, write_sdf].map(|write| write(&robot, &Budget::default())) {
            let findings = written.unwrap().1;
            let warnings = said(&findings, Severity::Warning).join("\n");
            assert_eq!(
                warnings.contains("gravity is not part of"),
                is_lost,
                "{gravity}: {warnings}"
            );
            let notes = said(&findings, Severity::Note).join("\n");
            assert_eq!(notes.contains("gravity is not part of"), !is_lost, "{gravity}: {notes}");
        }
    }
}

#[test]
fn shapes_that_are_not_kept_are_listed() {
    let sdf = "<sdf version='1.9'><model name='m'><link name='rod'><inertial><mass>1</mass><inertia/></inertial>\
        <visual name='v'><geometry><box><size>1 wide</size></box></geometry><material/></visual>\
        <collision name='c'><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link>\
        <joint name='q' type='revolute'><parent>world</parent><child>rod</child><axis><xyz>0 0 1</xyz></axis></joint>\
        </model></sdf>";
    let mjcf = "<mujoco><worldbody><body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>\
        <geom type='plane' size='1 1 1'/><geom type='hfield'/></body></worldbody></mujoco>";
    for (text, format, listed) in [
        (urdf().as_str(), Format::Urdf, &["geometry/plane", "visual/material"][..]),
        (sdf, Format::Sdf, &["geometry/box", "geometry/plane", "visual/material"]),
        (mjcf, Format::Mjcf, &["fitted to meshes are not kept", "\"2\""]),
    ] {
        let notes = said(&read_as(text, format).findings, Severity::Note).join("\n");
        for name in listed {
            assert!(notes.contains(name), "{name}: {notes}");
        }
        assert!(!notes.contains("geometry/mesh"), "{notes}");
    }
}

/// A slip in what mechanics needs is a warning with what could be meant; what the format has besides is listed.
#[test]
fn unknown_elements_of_the_mechanics_are_warnings() {
    let urdf = |joint: &str, inertial: &str| {
        format!(
            "<robot name='r'><link name='a'/><link name='b'><inertial>{INERTIAL}{inertial}</inertial></link>\
             <joint name='q' type='continuous'><parent link='a'/><child link='b'/>{joint}</joint></robot>"
        )
    };
    for (joint, inertial, expected) in [
        ("<axis><xyz>0 0 1</xyz></axis>", "", "<axis xyz=\\\"...\\\"/>"),
        ("<axis xyz='0 0 1'/><rotor_inertia/>", "", "its elements are: origin, parent"),
        ("<axis xyz='0 0 1'/><dynamic damping='1'/>", "", "did you mean `dynamics`?"),
        (
            "<axis xyz='0 0 1'/><dynamics><damping>1</damping></dynamics>",
            "",
            "<dynamics damping=\\\"...\\\"/>",
        ),
        (
            "<axis xyz='0 0 1'/><limit effort='1' velocity='1'><soft/></limit>",
            "",
            "<limit has an element `soft`",
        ),
        ("<axis xyz='0 0 1'/>", "<centre xyz='1 0 0'/>", "its elements are: origin, mass, inertia"),
        ("<axis/>", "", "<axis> has no `xyz`: the axis is x"),
    ] {
        let warnings =
            said(&read_as(&urdf(joint, inertial), Format::Urdf).findings, Severity::Warning);
        let expected = expected.replace("<limit has", "<limit> has");
        assert!(warnings.iter().any(|it| it.contains(&expected)), "{expected}: {warnings:?}");
    }
    let plain = urdf("<axis xyz='0 0 1'/><safety_controller k_velocity='1'/>", "");
    let findings = read_as(&plain, Format::Urdf).findings;
    assert_eq!(said(&findings, Severity::Warning), Vec::<String>::new());
    assert!(said(&findings, Severity::Note).join("").contains("joint/safety_controller"));

    let sdf = |joint: &str, inertial: &str| {
        format!(
            "<sdf version='1.9'><model name='m'><link name='a'><inertial><mass>1</mass><inertia/>{inertial}</inertial></link>\
             <joint name='q' type='revolute'><parent>world</parent><child>a</child>{joint}</joint></model></sdf>"
        )
    };
    for (joint, inertial, expected) in [
        ("<axis/>", "", "the joint `q` has no <xyz> in its <axis>: its axis is z"),
        ("", "", "the joint `q` has no <axis>: its axis is z"),
        ("<axis><xzy>0 1 0</xzy></axis>", "", "did you mean `xyz`?"),
        (
            "<axis><xyz>0 0 1</xyz><armature>1</armature></axis>",
            "",
            "<axis> has an element `armature`",
        ),
        (
            "<axis><xyz>0 0 1</xyz><limit><acceleration>1</acceleration></limit></axis>",
            "",
            "its elements are: lower",
        ),
        (
            "<axis><xyz>0 0 1</xyz><dynamics><viscous>1</viscous></dynamics></axis>",
            "",
            "its elements are: damping",
        ),
        (
            "<axis><xyz>0 0 1</xyz></axis>",
            "<fluid_added_mass/>",
            "<inertial> has an element `fluid_added_mass`",
        ),
        (
            "<axis><xyz>0 0 1</xyz></axis>",
            "<centre>0 0 1</centre>",
            "its elements are: pose, mass, inertia",
        ),
        ("<axis><xyz>0 0 1</xyz></axis><dynamics/>", "", "<joint> has an element `dynamics`"),
    ] {
        let warnings =
            said(&read_as(&sdf(joint, inertial), Format::Sdf).findings, Severity::Warning);
        assert!(warnings.iter().any(|it| it.contains(expected)), "{expected}: {warnings:?}");
    }
    let plain =
        sdf("<axis><xyz>0 0 1</xyz><limit><stiffness>1</stiffness></limit></axis><physics/>", "");
    let findings = read_as(&plain, Format::Sdf).findings;
    assert!(said(&findings, Severity::Warning).iter().all(|it| !it.contains("which is not read")));
    assert!(said(&findings, Severity::Note).join("").contains("limit/stiffness"));
}

/// The offset of a joint that follows others is of the kind of its coordinate.
#[test]
fn the_unit_of_an_offset_fits_the_joint() {
    let file = |coupling: &str| {
        format!(
            "name = \"r\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\nlink = {{ mass = 1, inertia = {{ zz = 1 }} }}\n\
             [[joint]]\nname = \"b\"\ntype = \"revolute\"\naxis = \"z\"\nlink = {{ mass = 1, inertia = {{ zz = 1 }} }}\n{coupling}"
        )
    };
    for (unit, is_wrong) in [("deg", false), ("mm", true)] {
        for text in [
            file(&format!("mimic = {{ of = \"joint1\", offset = \"30 {unit}\" }}\n")),
            file(&format!(
                "[[coupling]]\njoint = \"b\"\nof = {{ joint1 = 1 }}\noffset = \"30 {unit}\"\n"
            )),
        ] {
            let reading = read_as(&text, Format::Toml);
            assert_eq!(reading.robot.is_none(), is_wrong, "{text}\n{:?}", reading.findings);
        }
    }
    let text = file("[[coupling]]\njoint = \"b\"\nof = { b = 2 }\n");
    let findings = read_as(&text, Format::Toml).findings;
    assert!(findings.iter().any(|it| it.hints.join("").contains("[[coupling]]")), "{findings:?}");
}
