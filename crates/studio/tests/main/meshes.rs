//! Meshes and folders: which files are sent, and which are not.

use std::path::{Path, PathBuf};

use appell_studio::{Start, StudioOptions};
use serde_json::{Value, json};

use crate::client::{Running, Tab};

/// A robot with one link and a base, and meshes by these names.
fn urdf(base: &str, link: &[&str]) -> String {
    let visual = |file: &&str| {
        format!(
            r#"<visual><origin xyz="0 0 0.5" rpy="0 0 1.5707963267948966"/><geometry>
               <mesh filename="{file}" scale="0.001 0.001 0.002"/></geometry></visual>"#
        )
    };
    let (base, link): (String, String) = (visual(&base), link.iter().map(visual).collect());
    format!(
        r#"<robot name="arm"><link name="base">{base}</link><link name="arm">{link}<inertial><mass value="1"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <joint name="shoulder" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
        </robot>"#
    )
}

/// A new folder `arm` with a robot in it, and a file beside the folder.
fn folder(name: &str, robot: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("appell-studio-{name}-{}", std::process::id()));
    std::fs::create_dir_all(root.join("arm/meshes")).expect("a folder");
    let write = |path: &str, text: &[u8]| std::fs::write(root.join(path), text).expect("a file");
    write("arm/arm.urdf", robot.as_bytes());
    write("arm/meshes/link.stl", b"solid link");
    write("arm/meshes/base.OBJ", b"v 0 0 0");
    write("arm/meshes/large.stl", &vec![b'x'; (16 << 20) + 1]);
    write("secret.stl", b"not for you");
    root
}

fn studio_in(root: &Path) -> (Running, Tab) {
    let studio = Running::with(StudioOptions {
        start: Start::Robot("arm.urdf".into()),
        beside: root.join("arm/arm.urdf"),
        ..StudioOptions::default()
    });
    let tab = studio.tab();
    (studio, tab)
}

fn code(message: &Value) -> &str {
    message["findings"][0]["code"].as_str().unwrap_or_default()
}

#[test]
fn meshes_are_described_and_sent() {
    let robot = urdf("package://arm/meshes/base.OBJ", &["meshes/link.stl"]);
    let root = folder("meshes", &robot);
    let (_studio, mut tab) = studio_in(&root);
    let robot = tab.answer("open", json!({ "robot": "arm.urdf" }));
    let mesh = &robot["joints"][0]["link"]["meshes"][0];
    assert_eq!(mesh["file"], "meshes/link.stl");
    assert_eq!(mesh["scale"], json!([0.001, 0.001, 0.002]));
    // a quarter turn about z: x of the mesh is y of the link
    let at: Vec<f64> = serde_json::from_value(mesh["at"].clone()).expect("12 numbers");
    assert_eq!(at, [0.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.5]);
    assert_eq!(robot["base"]["meshes"][0]["file"], "package://arm/meshes/base.OBJ");
    // base64 of the bytes
    assert_eq!(
        tab.answer("mesh", json!({ "file": "meshes/link.stl" }))["bytes"],
        "c29saWQgbGluaw=="
    );
    let packaged = json!({ "file": "package://arm/meshes/base.OBJ" });
    assert_eq!(tab.answer("mesh", packaged)["bytes"], "diAwIDAgMA==");
    // a text in the place of the file has them too, a text without a place has none
    let text = urdf("a.stl", &["meshes/link.stl"]);
    tab.answer("open", json!({ "text": text, "format": "urdf", "beside": "arm.urdf" }));
    tab.answer("mesh", json!({ "file": "meshes/link.stl" }));
    tab.answer("open", json!({ "text": text, "format": "urdf" }));
    assert_eq!(code(&tab.whole("mesh", json!({ "file": "meshes/link.stl" }))), "no-folder");
    std::fs::remove_dir_all(root).expect("it was there");
}

#[test]
fn other_files_are_not_sent() {
    let named = [
        "../secret.stl",
        "package://arm/../../secret.stl",
        "file:///etc/passwd.stl",
        "meshes/large.stl",
        "meshes/no.stl",
        "meshes/link.blend",
    ];
    let root = folder("other-files", &urdf("meshes/base.OBJ", &named));
    let (_studio, mut tab) = studio_in(&root);
    tab.answer("open", json!({ "robot": "arm.urdf" }));
    let expected = [
        "outside-folder",
        "outside-folder",
        "outside-folder",
        "file-too-large",
        "unreadable-file",
        "mesh-format",
    ];
    for (file, expected) in named.into_iter().zip(expected) {
        assert_eq!(code(&tab.whole("mesh", json!({ "file": file }))), expected, "{file}");
    }
    // a file that may be read, but that the robot does not name
    assert_eq!(code(&tab.whole("mesh", json!({ "file": "meshes/link.stl" }))), "bad-message");
    let outside =
        json!({ "text": urdf("a", &[]), "format": "urdf", "beside": "../../etc/arm.urdf" });
    assert_eq!(code(&tab.whole("open", outside)), "outside-folder");
    std::fs::remove_dir_all(root).expect("it was there");
}

#[test]
fn texts_of_a_dropped_folder_are_included() {
    let studio = Running::start();
    let mut tab = studio.tab();
    let xacro = r#"<robot name="slide" xmlns:xacro="http://www.ros.org/wiki/xacro">
        <xacro:include filename="$(find slide)/parts/cart.xacro"/><link name="rail"/>
        <joint name="x" type="prismatic"><parent link="rail"/><child link="cart"/><axis xyz="1 0 0"/>
        <limit lower="0" upper="1" effort="10" velocity="1"/></joint></robot>"#;
    let cart = r#"<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="cart"><inertial><mass value="7"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"#;
    let dropped = json!({
        "text": xacro, "format": "xacro", "main": "slide/urdf/slide.xacro",
        "files": { "slide/parts/cart.xacro": cart },
    });
    assert_eq!(tab.answer("open", dropped)["joints"][0]["link"]["mass"], 7.0);
    let mjcf = r#"<mujoco><include file="parts/arm.xml"/></mujoco>"#;
    let arm = r#"<mujoco><worldbody><body><joint axis="0 1 0"/><geom size="0.1" mass="3"/></body></worldbody></mujoco>"#;
    let dropped = json!({
        "text": mjcf, "format": "mjcf", "main": "robot/scene.xml",
        "files": { "robot/parts/arm.xml": arm },
    });
    assert_eq!(tab.answer("open", dropped)["joints"][0]["link"]["mass"], 3.0);
    let wrong = json!({ "text": mjcf, "format": "mjcf", "files": { "a": 1 } });
    assert_eq!(code(&tab.whole("open", wrong)), "bad-message");
}
