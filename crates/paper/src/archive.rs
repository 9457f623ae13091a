//! Archives of sources, unpacked in memory: only texts, and only so much of them.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use appell_diagnostic::Diagnostic;
use flate2::read::{DeflateDecoder, GzDecoder};

use crate::tree::plain;
use crate::{MAX_FILE, ending};

/// The largest archive that is read.
pub(crate) const MAX_ARCHIVE: usize = 64 << 20;
/// How many bytes of texts are unpacked from one archive.
const MAX_TEXTS: usize = 4 * MAX_FILE;
/// How many bytes an archive is looked through, pictures and all.
const MAX_STREAM: usize = 512 << 20;
/// How many files an archive may have.
const MOST_FILES: usize = 10_000;

const ENDINGS: [&str; 5] = ["zip", "tar", "gz", "tgz", "taz"];

pub(crate) fn is_archive(name: &str) -> bool {
    ENDINGS.contains(&ending(name).as_str())
}

/// The texts in an archive, by their paths.
pub(crate) fn unpacked(bytes: &[u8], name: &str) -> Result<BTreeMap<String, Vec<u8>>, Diagnostic> {
    let problem = |problem: Diagnostic| problem.fact("archive", name);
    match ending(name).as_str() {
        "zip" => zip(bytes).map_err(problem),
        "tar" => tar(Cursor::new(bytes)).map_err(problem),
        _ => {
            let stream = || GzDecoder::new(bytes);
            // a single file may be packed without a tar
            let mut head = [0; 262];
            let length = stream().read(&mut head).map_err(|error| problem(damaged(error)))?;
            let is_tar = head.get(257..length.min(262)) == Some(b"ustar");
            if is_tar || name.contains("tar") || ending(name) != "gz" {
                return tar(stream().take(MAX_STREAM as u64 + 1)).map_err(problem);
            }
            let stem = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".gz");
            let stem = if is_text(stem) { stem.to_owned() } else { format!("{stem}.tex") };
            let text = text_of(stream()).map_err(problem)?;
            Ok(BTreeMap::from([(stem, text)]))
        }
    }
}

/// Whether an entry may be a part of a paper.
fn is_text(name: &str) -> bool {
    const TEXTS: [&str; 13] = [
        "tex", "ltx", "latex", "sty", "cls", "def", "md", "markdown", "rst", "rest", "ipynb",
        "html", "htm",
    ];
    TEXTS.contains(&ending(name).as_str())
}

fn tar(stream: impl Read) -> Result<BTreeMap<String, Vec<u8>>, Diagnostic> {
    let mut files = Files::default();
    let mut archive = tar::Archive::new(stream);
    for entry in archive.entries().map_err(damaged)? {
        let entry = entry.map_err(damaged)?;
        files.count()?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if entry.header().entry_type().is_file() {
            files.add(&path, entry)?;
        }
    }
    Ok(files.texts)
}

fn zip(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, Diagnostic> {
    let archive = rawzip::ZipArchive::from_slice(bytes).map_err(damaged)?;
    let mut files = Files::default();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        files.count()?;
        let path = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        if entry.is_dir() || entry.mode().is_symlink() || !is_text(&path) {
            continue;
        }
        let local = archive.get_entry(entry.wayfinder()).map_err(damaged)?;
        match entry.compression_method() {
            rawzip::CompressionMethod::STORE => files.add(&path, local.data())?,
            rawzip::CompressionMethod::DEFLATE => {
                files.add(&path, DeflateDecoder::new(local.data()))?;
            }
            _ => {
                let message = format!("`{path}` is packed in a way that is not supported");
                return Err(Diagnostic::error("archive", message)
                    .hint("pack it again without encryption, by deflate"));
            }
        }
    }
    Ok(files.texts)
}

/// What was unpacked so far.
#[derive(Default)]
struct Files {
    texts: BTreeMap<String, Vec<u8>>,
    seen: usize,
    bytes: usize,
}

impl Files {
    fn count(&mut self) -> Result<(), Diagnostic> {
        self.seen += 1;
        match self.seen > MOST_FILES {
            true => Err(too_large(format!("{MOST_FILES} files"))),
            false => Ok(()),
        }
    }

    /// A file, if it is a text and its path leads nowhere else.
    fn add(&mut self, path: &str, content: impl Read) -> Result<(), Diagnostic> {
        let Some(path) = plain(path).filter(|path| is_text(path)) else { return Ok(()) };
        let text = text_of(content)?;
        self.bytes += text.len();
        if self.bytes > MAX_TEXTS {
            return Err(too_large(format!("{MAX_TEXTS} bytes of text")));
        }
        self.texts.insert(path, text);
        Ok(())
    }
}

fn text_of(content: impl Read) -> Result<Vec<u8>, Diagnostic> {
    let mut text = Vec::new();
    content.take(MAX_FILE as u64 + 1).read_to_end(&mut text).map_err(damaged)?;
    match text.len() > MAX_FILE {
        true => Err(too_large(format!("{MAX_FILE} bytes in one file"))),
        false => Ok(text),
    }
}

fn damaged(reason: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error("archive", format!("the archive cannot be unpacked: {reason}"))
        .hint("check that it is whole; .zip, .tar, .tar.gz, .tgz and .gz are read")
}

fn too_large(limit: String) -> Diagnostic {
    Diagnostic::error("archive-too-large", format!("the archive has more than {limit}"))
        .hint("unpack it, and give the folder with the sources")
}
