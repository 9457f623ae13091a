//! Parts on disk: whoever calculates them, the result has the same bytes.

use std::path::PathBuf;

use appell_output::NumberedFile;
use appell_sweep::{Parts, Summary, merge, run};

use crate::{study, two_joints};

const SWEEP: &str = "method = \"random\"\ncount = 203\npart = 5\nseed = 3\n[[sweep.vary]]\n\
    path = \"payload[1].mass\"\nfrom = -0.2\nto = 4\n[[sweep.vary]]\npath = \"parameters.M2\"\nfrom = 1\nto = 5\n";

/// An empty folder of this test run.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn one_core_two_cores_sixteen_shards_and_a_run_that_was_killed_give_the_same_bytes() {
    let study = study(&two_joints(SWEEP)).unwrap();
    assert_eq!((study.parts(), study.part_rows(40)), (41, 200..203));
    let folder = folder("parts");
    let merged = |name: &str, work: &dyn Fn(&Parts<'_>)| {
        let result = folder.join(name);
        let parts = Parts::beside(&study, &result).unwrap();
        work(&parts);
        merge(&parts, &result, || true).unwrap();
        std::fs::read(&result).unwrap()
    };
    let one = merged("one", &|parts| {
        let ended = run(parts, 0..41, 1, &|_| {}).unwrap();
        assert_eq!((ended.kept, ended.written, ended.stopped), (0, 41, None));
    });
    let two = merged("two", &|parts| {
        run(parts, 0..41, 2, &|_| {}).unwrap();
    });
    let shards = merged("shards", &|parts| {
        for shard in (0..16).rev() {
            run(parts, (shard..41).step_by(16), 1, &|_| {}).unwrap();
        }
    });
    let killed = merged("killed", &|parts| {
        run(parts, 0..20, 2, &|_| {}).unwrap();
        // an unfinished part, as SIGKILL leaves it
        let whole = std::fs::read(parts.path(3)).unwrap();
        std::fs::write(parts.path(20).with_extension("parquet.1.tmp"), &whole[..99]).unwrap();
        std::fs::remove_file(parts.path(3)).unwrap();
        let ended = run(parts, 0..41, 2, &|_| {}).unwrap();
        assert_eq!((ended.kept, ended.written), (19, 22));
    });
    assert!(one == two && one == shards && one == killed);
    // nothing is lost, nothing is there twice
    let file = NumberedFile::open(&folder.join("one")).unwrap();
    assert_eq!(file.rows(), 203);
    let rows = study.rows(0..203).unwrap();
    for (heading, column) in study.headings().iter().zip(&rows.columns) {
        let found = file.column(&heading.name, 1).unwrap();
        assert!(found.iter().map(|it| it.to_bits()).eq(column.iter().map(|it| it.to_bits())));
    }
}

#[test]
fn parts_that_are_missing_or_of_another_sweep_are_refused() {
    let folder = folder("other");
    let result = folder.join("all.parquet");
    let first = study(&two_joints(SWEEP)).unwrap();
    let parts = Parts::beside(&first, &result).unwrap();
    run(&parts, [0, 1, 3], 1, &|_| {}).unwrap();
    parts.check_owner().unwrap();
    let missing = merge(&parts, &result, || true).unwrap_err();
    assert_eq!(missing.code, "missing-parts");
    assert!(missing.facts.contains(&("missing".to_owned(), "38".to_owned())), "{missing:?}");
    assert!(!result.exists());
    // a part under the name of another
    std::fs::copy(parts.path(0), parts.path(1)).unwrap();
    assert_eq!(run(&parts, 0..2, 1, &|_| {}).unwrap_err().code, "bad-part");
    let other = study(&two_joints(&SWEEP.replace("seed = 3", "seed = 4"))).unwrap();
    let parts = Parts::beside(&other, &result).unwrap();
    assert_eq!(run(&parts, 0..41, 1, &|_| {}).unwrap_err().code, "other-sweep");
    // a shard that has no part there yet
    assert_eq!(parts.check_owner().unwrap_err().code, "other-sweep");
    std::fs::write(parts.path(5), "no part").unwrap();
    assert_eq!(run(&parts, 5..6, 1, &|_| {}).unwrap_err().code, "bad-part");
}

#[test]
fn a_summary_has_the_quantiles_the_worst_and_what_it_follows_from() {
    let study = study(&two_joints(SWEEP)).unwrap();
    let folder = folder("summary");
    let result = folder.join("all.parquet");
    let parts = Parts::beside(&study, &result).unwrap();
    run(&parts, 0..41, 2, &|_| {}).unwrap();
    merge(&parts, &result, || true).unwrap();
    let summary = Summary::of(&study, &NumberedFile::open(&result).unwrap()).unwrap();
    let rows = study.rows(0..203).unwrap();
    let failed = rows.remarks.iter().filter(|it| !it.is_empty()).count();
    assert!(failed > 0 && summary.failed == failed as u64 && summary.rows == 203);
    let worst = study.worst();
    assert_eq!(study.headings()[worst].name, "energy");
    let energies = &rows.columns[worst];
    let mut sorted: Vec<f64> = energies.iter().copied().filter(|it| !it.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let (row, largest) = summary.worst.unwrap();
    assert_eq!((largest, energies[row as usize]), (sorted[sorted.len() - 1], largest));
    let column = summary.columns.iter().find(|it| it.name == "energy").unwrap();
    assert_eq!([column.quantiles[0], column.quantiles[6]], [sorted[0], largest]);
    let below = sorted.iter().filter(|it| **it <= column.quantiles[3]).count();
    assert!(below.abs_diff(sorted.len() / 2) <= 1);
    // the torques of a motion are linear in a mass: of one that varies alone it follows wholly
    let alone = two_joints(&SWEEP.replace("from = -0.2\nto = 4", "values = [2]"));
    let study = crate::study(&alone).unwrap();
    let result = folder.join("alone.parquet");
    let parts = Parts::beside(&study, &result).unwrap();
    run(&parts, 0..41, 2, &|_| {}).unwrap();
    merge(&parts, &result, || true).unwrap();
    let summary = Summary::of(&study, &NumberedFile::open(&result).unwrap()).unwrap();
    let work = summary.columns.iter().find(|it| it.name == "peak_force_q2").unwrap();
    assert!(work.correlations[0].is_nan() && work.correlations[1] > 0.99, "{work:?}");
}
