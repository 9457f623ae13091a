//! Archives of sources: read as a folder is, and no further than their limits.

use std::io::Write;

use appell_paper::Paper;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::place_of;

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A tar with entries of any name, as one who means harm writes it.
fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = tar::Header::new_ustar();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_entry_type(tar::EntryType::Regular);
        header.set_cksum();
        builder.append(&header, *content).unwrap();
    }
    builder.into_inner().unwrap()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    for (name, content) in files {
        let builder = archive.new_file(name);
        let (mut entry, config) =
            builder.compression_method(rawzip::CompressionMethod::DEFLATE).start().unwrap();
        let encoder = flate2::write::DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(content).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    out
}

const FILES: [(&str, &[u8]); 4] = [
    ("src/main.tex", b"\\documentclass{a}\n\\input{one} \\input{../../../etc/passwd}"),
    ("src/one.tex", b"\n $$ E = 1 $$"),
    ("src/picture.png", b"\xff\xfe"),
    ("src/notes.txt", b"nothing"),
];

#[test]
fn every_kind_of_archive() {
    let plain = tar(&FILES);
    for (name, bytes) in [
        ("a.tar", plain.clone()),
        ("a.tar.gz", gz(&plain)),
        ("A.TGZ", gz(&plain)),
        ("a.gz", gz(&plain)),
        ("a.zip", zip(&FILES)),
    ] {
        let paper = Paper::from_archive(&bytes, name).unwrap();
        assert_eq!(place_of(&paper, "E = 1"), ("src/one.tex", 2, 5), "{name}");
        assert_eq!(paper.warnings().len(), 1, "{name}");
    }
    let single = gz(b"$$ E = 1 $$");
    let paper = Paper::from_archive(&single, "folder/1234.5678.gz").unwrap();
    assert_eq!(place_of(&paper, "E = 1").1, 1);
}

#[test]
fn paths_do_not_lead_out() {
    let files: [(&str, &[u8]); 3] = [
        ("xx/evil.tex", b"\\documentclass{a}"),
        ("yevil.tex", b"\\documentclass{b}"),
        ("a.md", b"good"),
    ];
    for (name, mut bytes) in [("a.tar", tar(&files)), ("a.zip", zip(&files))] {
        assert!(Paper::from_archive(&bytes, name).is_err());
        // writers do not write such names
        for (from, to) in [(&b"xx/evil"[..], &b"../evil"[..]), (b"yevil", b"/evil")] {
            for at in 0..bytes.len() - from.len() {
                if bytes[at..].starts_with(from) {
                    bytes[at..at + to.len()].copy_from_slice(to);
                }
            }
        }
        if name == "a.tar" {
            for header in bytes.chunks_mut(512).filter(|it| it.starts_with(b"../") || it[0] == b'/')
            {
                let mut whole = tar::Header::from_byte_slice(header).clone();
                whole.set_cksum();
                header.copy_from_slice(whole.as_bytes());
            }
        }
        let paper = Paper::from_archive(&bytes, name).unwrap();
        assert_eq!(paper.text(), "good", "{name}");
    }
}

#[test]
fn bombs_are_refused() {
    let large = vec![b' '; 17 << 20];
    let many: Vec<(String, &[u8])> =
        (0..6).map(|index| (format!("{index}.tex"), &large[..12 << 20])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let names: Vec<String> = (0..10_001).map(|index| format!("{index}.png")).collect();
    let names: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    for (name, bytes) in [
        ("one.zip", zip(&[("a.tex", &large)])),
        ("one.tgz", gz(&tar(&[("a.tex", &large)]))),
        ("one.gz", gz(&large)),
        ("all.zip", zip(&many)),
        ("all.tgz", gz(&tar(&many))),
        ("names.tgz", gz(&tar(&names))),
        ("names.zip", zip(&names)),
    ] {
        let problem = Paper::from_archive(&bytes, name).unwrap_err();
        assert_eq!(problem.code, "archive-too-large", "{name}");
    }
}

#[test]
fn damaged_archives() {
    let (whole, packed) = (zip(&FILES), gz(&tar(&FILES)));
    for (name, bytes) in [
        ("a.zip", &whole[..whole.len() / 2]),
        ("a.tgz", &packed[..packed.len() / 2]),
        ("a.tar", &b"not a tar at all, but long enough to have some bytes in it".repeat(20)[..]),
        ("a.gz", b"no"),
        ("a.zip", b""),
    ] {
        let problem = Paper::from_archive(bytes, name).unwrap_err();
        assert_eq!(problem.code, "archive", "{name}: {problem:?}");
    }
}

/// Bytes of archives changed, cut out and doubled at random: none makes the reader panic, hang or unpack
/// more than its limits.
#[test]
fn mutated_archives_are_survived() {
    mutated(2000, 1);
}

/// `cargo test -p appell-paper many_mutated -- --ignored`
#[test]
#[ignore = "takes minutes: run by ./test full"]
fn many_mutated_archives_are_survived() {
    mutated(100_000, 1_000_000);
}

fn mutated(runs: u64, seed: u64) {
    let plain = tar(&FILES);
    let archives = [
        ("a.zip", zip(&FILES)),
        ("a.tgz", gz(&plain)),
        ("a.gz", gz(b"$$ E = 1 $$")),
        ("a.tar", plain),
    ];
    for number in 0..runs {
        let mut state = seed + number;
        let mut below = |end: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % end.max(1)
        };
        let (name, whole) = &archives[below(archives.len())];
        let mut bytes = whole.clone();
        for _ in 0..=below(4) {
            let at = below(bytes.len());
            let end = (at + below(40)).min(bytes.len());
            match below(4) {
                0 => drop(bytes.drain(at..end)),
                1 => bytes.extend_from_within(at..end),
                2 => bytes[at..end].fill(below(256) as u8),
                _ => bytes[at] ^= 1 << below(8),
            }
            if bytes.is_empty() {
                break;
            }
        }
        // a damaged tar has a wrong sum, and would be refused at once
        if *name == "a.tar" {
            for header in bytes.chunks_exact_mut(512) {
                let mut header_of_entry = tar::Header::from_byte_slice(header).clone();
                header_of_entry.set_cksum();
                header.copy_from_slice(header_of_entry.as_bytes());
            }
        }
        if let Ok(paper) = Paper::from_archive(&bytes, name) {
            let (file, span) = paper.origin(0..paper.text().len().min(7));
            assert!(file.text().get(span).is_some(), "{number}");
        }
    }
}
