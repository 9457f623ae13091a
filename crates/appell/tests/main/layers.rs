//! A crate uses only crates before it in the list of the workspace.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use toml::Table;

/// Which crate uses one above its layer, as sentences; empty when none does.
fn violations(members: &[(String, Table)]) -> Vec<String> {
    let name = |manifest: &Table| manifest["package"]["name"].as_str().unwrap_or("").to_owned();
    let names: Vec<String> = members.iter().map(|(_, manifest)| name(manifest)).collect();
    let mut found = Vec::new();
    for (level, (folder, manifest)) in members.iter().enumerate() {
        // a crate may name itself, to have a feature of its own in its tests
        let own = manifest["package"]["name"].as_str().unwrap();
        for dependency in dependencies(manifest).into_iter().filter(|name| name != own) {
            match names.iter().position(|known| *known == dependency) {
                Some(other) if other >= level => {
                    found.push(format!("{folder} uses {dependency}, which is above it"));
                }
                None if dependency.starts_with("appell") => {
                    found.push(format!("{folder} uses {dependency}, which is no member"));
                }
                _ => {}
            }
        }
    }
    found
}

/// The packages that a manifest names, for any target and under any name.
fn dependencies(manifest: &Table) -> Vec<String> {
    let mut names = Vec::new();
    let targets = manifest.get("target").and_then(|targets| targets.as_table());
    let platforms = targets.into_iter().flat_map(|table| table.values());
    for table in std::iter::once(manifest).chain(platforms.filter_map(|table| table.as_table())) {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(used) = table.get(kind).and_then(|used| used.as_table()) else { continue };
            names.extend(used.iter().map(|(name, details)| {
                let package = details.get("package").and_then(|package| package.as_str());
                package.unwrap_or(name).to_owned()
            }));
        }
    }
    names
}

fn workspace() -> Vec<(String, Table)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &Path| -> Table { std::fs::read_to_string(path).unwrap().parse().unwrap() };
    let manifest = read(&root.join("Cargo.toml"));
    let members = manifest["workspace"]["members"].as_array().unwrap();
    members
        .iter()
        .map(|member| {
            let folder = member.as_str().unwrap().to_owned();
            let manifest = read(&root.join(&folder).join("Cargo.toml"));
            (folder, manifest)
        })
        .collect()
}

#[test]
fn no_crate_uses_one_above_its_layer() {
    let members = workspace();
    assert!(members.len() >= 3, "the members were not found");
    assert_eq!(violations(&members), Vec::<String>::new());
}

#[test]
fn the_check_can_fail() {
    let mut members = workspace();
    members.reverse();
    assert!(!violations(&members).is_empty());
    // under another name, for one platform only
    let mut members = workspace();
    let hidden = "[target.'cfg(unix)'.dependencies]\nfacade = { package = 'appell' }";
    members[0].1.extend(hidden.parse::<Table>().unwrap());
    assert_eq!(violations(&members).len(), 1);
}

#[test]
fn every_crate_of_the_folder_is_a_member() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    let members: Vec<String> = workspace().into_iter().map(|(folder, _)| folder).collect();
    for entry in std::fs::read_dir(root).unwrap() {
        let folder = format!("crates/{}", entry.unwrap().file_name().to_str().unwrap());
        assert!(members.contains(&folder), "{folder} is not a member of the workspace");
    }
}

/// What a release compiles quickly, a distribution compiles well: profiles inherit the levels of packages.
#[test]
fn a_distribution_is_optimised_as_a_whole() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let manifest: Table = std::fs::read_to_string(root).unwrap().parse().unwrap();
    let packages = |profile: &str| -> Table {
        let levels = manifest["profile"][profile].get("package").and_then(|it| it.as_table());
        levels.cloned().unwrap_or_default()
    };
    let full = packages("dist");
    let quick = packages("release").into_iter().filter(|(_, it)| it.get("opt-level").is_some());
    for (name, _) in quick {
        let level = full.get(&name).and_then(|it| it.get("opt-level")?.as_integer());
        assert_eq!(level, Some(3), "[profile.dist.package] {name}");
    }
}
