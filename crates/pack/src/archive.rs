//! Archives: ZIP and tar, whose members are evidence each by itself.
//!
//! Members are spooled into a directory, archives in archives too, as far as they are not packed otherwise: a member
//! that is gzip or tersed stays so, and is unpacked as it is read. Every member is told of: where it lies, or why not.

use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};

use tar::EntryType;
use zip::ZipArchive;

use crate::error::PackError;
use crate::layer::Archive;
use crate::limit::Limit;
use crate::source::Opened;

/// Archives in each other that are opened.
const DEEPEST: usize = 3;
/// Members of one file on disk, in all: more are told of, and not spooled.
const MOST: usize = 100_000;
/// Characters of a member's name that are kept.
const NAME: usize = 300;
/// Bytes copied at once.
const PIECE: usize = 1 << 18;

/// A member of an archive, or of one inside it.
#[derive(Debug)]
pub struct Member {
    /// The names that lead to it, joined by `!`; control characters are escaped.
    pub name: String,
    /// Where its bytes lie; None where there are none to be had.
    pub path: Option<PathBuf>,
    /// Why there are no bytes, or why they end before its end; None for a member that is whole.
    pub why: Option<String>,
    /// Whether it is nothing that could be evidence: a link or a device.
    pub passed_over: bool,
}

/// Spools the members of an archive into `directory`; None when the file is no archive.
///
/// What is wrong with a member is told of it. An error is one of the whole archive, or of the disk.
pub fn members(path: &Path, directory: &Path) -> Result<Option<Vec<Member>>, PackError> {
    let opened = Opened::new(path, None)?;
    let Some(kind) = Archive::of(&opened.mark) else { return Ok(None) };
    let mut spool = Spool { directory, limit: Limit::of(opened.file_bytes), members: Vec::new(), files: 0 };
    spool.archive(kind, opened, path, "", 1)?;
    Ok(Some(spool.members))
}

struct Spool<'a> {
    directory: &'a Path,
    limit: Limit,
    members: Vec<Member>,
    /// Files made so far: their names, which owe nothing to those in the archive.
    files: usize,
}

impl Spool<'_> {
    /// Spools the members of an archive that `opened` has at its beginning and that lies at `path`.
    fn archive(
        &mut self,
        kind: Archive,
        opened: Opened,
        path: &Path,
        inside: &str,
        depth: usize,
    ) -> Result<(), PackError> {
        match kind {
            Archive::Tar => self.tar(Cursor::new(opened.mark).chain(opened.input), inside, depth),
            Archive::Zip if opened.layers.is_empty() => self.zip(File::open(path)?, inside, depth),
            Archive::Zip => {
                // Its directory is at its end: it has to lie on disk as it is.
                let plain = self.next();
                let cut = self.copy(Cursor::new(opened.mark).chain(opened.input), &plain)?;
                if let Some(why) = cut {
                    return Err(PackError::Zip(why));
                }
                self.zip(File::open(&plain)?, inside, depth)?;
                Ok(fs::remove_file(plain)?)
            }
        }
    }

    fn tar(&mut self, input: impl Read, inside: &str, depth: usize) -> Result<(), PackError> {
        let mut archive = tar::Archive::new(input);
        let mut behind = 0;
        for entry in archive.entries()? {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let why = format!(
                        "the archive is damaged behind byte {behind}, and what follows is lost: expected the next \
                         member, found {error}; transfer the archive again, in binary"
                    );
                    self.without(joined(inside, "(next member)"), why);
                    break;
                }
            };
            behind = entry.raw_file_position();
            let name = joined(inside, &String::from_utf8_lossy(&entry.path_bytes()));
            match entry.header().entry_type() {
                EntryType::GNUSparse => self.member(entry, None, name, depth)?,
                EntryType::Regular | EntryType::Continuous => {
                    let bytes = entry.size();
                    self.member(entry, Some(bytes), name, depth)?;
                }
                EntryType::Directory | EntryType::XGlobalHeader => {}
                _ => self.pass_over(name),
            }
        }
        Ok(())
    }

    fn zip(&mut self, file: impl Read + Seek, inside: &str, depth: usize) -> Result<(), PackError> {
        let mut archive = ZipArchive::new(file).map_err(|error| PackError::Zip(error.to_string()))?;
        for index in 0..archive.len() {
            let name = archive.name_for_index(index).and_then(Result::ok).unwrap_or("(a member without a name)".into());
            let name = joined(inside, &name);
            match archive.by_index(index) {
                Ok(entry) if entry.is_dir() => {}
                Ok(entry) if entry.is_symlink() => self.pass_over(name),
                Ok(entry) => self.member(entry, None, name, depth)?, // its checksum tells whether it is whole
                Err(error) => self.without(name, format!("{error}; unpack it yourself first, or transfer it again")),
            }
        }
        Ok(())
    }

    /// Spools one member, of `bytes` where that is told, or, where it is an archive, its members.
    fn member(&mut self, input: impl Read, bytes: Option<u64>, name: String, depth: usize) -> Result<(), PackError> {
        if self.members.len() >= MOST {
            self.without(name, format!("the archive has more than {MOST} members"));
            return Ok(());
        }
        let path = self.next();
        let cut = match self.copy(input, &path)? {
            None => short(&path, bytes)?,
            damaged => damaged,
        };
        let why = cut.map(|why| format!("{why}; transfer the archive again, in binary"));
        let inner = Opened::new(&path, None).ok().and_then(|opened| Some((Archive::of(&opened.mark)?, opened)));
        let Some((kind, opened)) = inner else {
            self.members.push(Member { name, path: Some(path), why, passed_over: false });
            return Ok(());
        };
        if depth >= DEEPEST {
            self.without(name, format!("an archive in {DEEPEST} others; unpack those yourself first"));
        } else if let Err(error) = self.archive(kind, opened, &path, &name, depth + 1) {
            self.without(name, error.to_string());
        } else if let Some(why) = why {
            self.without(name, why);
        }
        Ok(fs::remove_file(path)?)
    }

    /// Copies a member to disk; why not all of it, where it is damaged. An error is one of the disk.
    fn copy(&mut self, mut input: impl Read, path: &Path) -> Result<Option<String>, PackError> {
        let failed = PackError::writing(path);
        let mut out = File::create(path).map_err(&failed)?;
        let mut buffer = vec![0; PIECE];
        loop {
            let got = match input.read(&mut buffer) {
                Ok(0) => return Ok(None),
                Ok(got) => got,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Ok(Some(error.to_string())),
            };
            if let Err(error) = self.limit.count(got) {
                return Ok(Some(error.to_string()));
            }
            out.write_all(&buffer[..got]).map_err(&failed)?;
        }
    }

    fn without(&mut self, name: String, why: String) {
        self.members.push(Member { name, path: None, why: Some(why), passed_over: false });
    }

    fn pass_over(&mut self, name: String) {
        let why = Some("a link or a device, not a file".to_owned());
        self.members.push(Member { name, path: None, why, passed_over: true });
    }

    fn next(&mut self) -> PathBuf {
        self.files += 1;
        self.directory.join(format!("{:06}", self.files))
    }
}

/// Why a member that was copied is not whole: it has fewer bytes than its header tells.
fn short(path: &Path, stated: Option<u64>) -> io::Result<Option<String>> {
    let actual = fs::metadata(path)?.len();
    let short = stated.filter(|&stated| actual < stated);
    Ok(short.map(|stated| format!("cut off: {actual} of {stated} bytes are there")))
}

/// A member's name behind that of the archive it is in, fit to be shown.
fn joined(inside: &str, name: &str) -> String {
    let name: String = name.chars().take(NAME).flat_map(shown).collect();
    if inside.is_empty() { name } else { format!("{inside}!{name}") }
}

fn shown(character: char) -> Vec<char> {
    if character.is_control() { character.escape_default().collect() } else { vec![character] }
}
