//! A load in pieces: ranges of files that are loaded by processes that know nothing of each other, and what they leave
//! joined to what one load of all gives.
//!
//! A piece writes its rows, and a file with the rest: counts, damage, tasks that are not rows yet, and its dictionaries
//! of CICS monitoring. Dictionaries that stand in other pieces, and records that other pieces have too, cannot be known to
//! it. So whoever joins gives it both where there are any, and it is loaded again:
//!
//! - A piece with tasks that no known dictionary is before is only looked through for dictionaries, until those of all
//!   pieces are known ([`write_book`]). What was decoded by one before it stays, whatever is found behind it.
//! - [`Keys::repeated`] says which records of a piece stand in those before it; rarely are there any.

use std::collections::{BTreeMap, HashSet, btree_map::Entry};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::frame::Joint;
use crate::inspect::Progress;
use crate::layout::Layouts;
use crate::monitor::Measures;
use crate::monitoring::{Book, Dictionary};
use crate::prepared::Prepared;
use crate::summary::Summary;
use crate::writer::{Held, Part, Target, Writers, write_held};

use super::keys::{Key, Keys, each_key};
use super::run::Load;
use super::worker::{Done, Parts, Together, Worker};
use super::{Decoded, Input, Options, decode, finish, given};

/// How a piece is loaded.
#[derive(Debug, Clone, Copy)]
pub struct Apart<'a> {
    /// The dictionaries of other pieces.
    pub book: Option<&'a Path>,
    /// Whether these are not all yet.
    pub waits: bool,
    /// A Parquet file with the keys of records that pieces before this one have.
    pub seen: Option<&'a Path>,
    /// Where keys go that are too many for memory.
    pub scratch: &'a Path,
    /// The file for what joins this piece to others.
    pub state: &'a Path,
}

/// What came of a piece.
#[derive(Debug)]
pub struct Loaded {
    /// The files written; none where it has to be loaded again with the dictionaries of all.
    pub parts: Vec<Part>,
    /// Its ends, where it is one range of a file that is not packed.
    pub joint: Option<Joint>,
    /// Whether it has tasks for which dictionaries of other pieces are needed, so that nothing was written.
    pub is_deferred: bool,
    /// How many dictionaries it has.
    pub dictionaries: usize,
}

/// What joins a piece to others.
#[derive(Serialize, Deserialize)]
struct State {
    summaries: Vec<Summary>,
    parts: Vec<Parts>,
    measures: Measures,
    dictionaries: Vec<Dictionary>,
}

/// Loads ranges of files, not knowing what is in others. Records that stand in them again are left out.
pub fn load_apart(
    apart: Apart<'_>,
    options: &Options,
    inputs: &[Input],
    by: &Prepared<'_>,
    target: Target<'_>,
    threads: usize,
    progress: Progress<'_>,
) -> Result<Loaded, Error> {
    let together = Together::default();
    let within = |place: (u32, u64)| inputs.iter().any(|i| i.file == place.0 && i.range.contains(&place.1));
    let (mut all, given) = apart.book.map(read::<Dictionaries>).transpose()?.unwrap_or_default();
    all.retain(|dictionary| !within(dictionary.place)); // found anew, if they are there
    let load = Load {
        layouts: by.layouts,
        digests: options.digests,
        waits: apart.waits,
        dictionaries: Mutex::new(Arc::new(Book::of(all, given))),
        read: AtomicU64::new(0),
        has_left: AtomicBool::new(false),
    };
    let seen: Vec<PathBuf> = apart.seen.iter().map(|path| path.to_path_buf()).collect();
    let mut keys = Keys::new(apart.scratch, Box::new(move |_| Ok(seen.clone())));
    let threads = threads.max(1);
    let worker = |n| Worker::new(by, Writers::new(target, n, threads), &together, options.tasks);
    let workers = (0..threads).map(worker).collect();
    let Decoded { summaries, done, book, is_deferred } = decode(load, inputs, Some(&mut keys), workers, progress)?;
    let mut measures = together.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (mut parts, mut written, mut held) = (Vec::new(), Vec::new(), Vec::new());
    for worker in done {
        parts.push(worker.parts);
        written.extend(worker.written);
        held.push(worker.held);
        if let Some(tables) = &by.plan.monitor {
            measures.merge(worker.measures, &tables.monitoring);
        }
    }
    measures.count(false);
    if is_deferred {
        let gone = |part: &Part| std::fs::remove_file(target.directory.join(&part.path));
        written.iter().try_for_each(|part| gone(part).map_err(|e| Error::writing(Path::new(&part.path), e)))?;
        written.clear();
    } else {
        written.extend(write_held(held, target, threads)?);
        written.sort_by(|a, b| (a.day, &a.table, &a.path).cmp(&(b.day, &b.table, &b.path)));
    }
    let joint = summaries.first().filter(|_| summaries.len() == 1).and_then(|summary| summary.joint);
    let own: Vec<_> = book.dictionaries().0.into_iter().filter(|d| within(d.place)).cloned().collect();
    let dictionaries = own.len();
    write(apart.state, &State { summaries, parts, measures, dictionaries: own })?;
    Ok(Loaded { parts: written, joint, is_deferred, dictionaries })
}

/// Dictionaries that were found, in the order of their places, and those that the user gave.
type Dictionaries = (Vec<Dictionary>, Vec<Dictionary>);

/// Writes the dictionaries of pieces, and those in files that the user gave, for [`Apart::book`].
pub fn write_book(states: &[PathBuf], files: &[PathBuf], to: &Path, layouts: &Layouts) -> Result<(), Error> {
    let mut all = Vec::new();
    for state in states {
        all.extend(read::<State>(state)?.dictionaries);
    }
    all.sort_by_key(|dictionary| dictionary.place);
    let given = given(files, layouts)?.dictionaries().1.into_iter().cloned().collect();
    let book = Book::of(all, given);
    let (all, given) = book.dictionaries();
    write(to, &(&all, &given))
}

/// Whether two books have the same dictionaries before a place, by which tasks behind it are decoded.
pub fn agree_before(book: &Path, other: &Path, place: (u32, u64)) -> Result<bool, Error> {
    let before = |path| -> Result<Vec<Dictionary>, Error> {
        let (all, _) = read::<Dictionaries>(path)?;
        Ok(all.into_iter().filter(|dictionary| dictionary.place < place).collect())
    };
    Ok(before(book)? == before(other)?)
}

/// Joins pieces, in the order of their files and ranges: what is in each file, and files with the rows of tasks, which
/// may be in several pieces.
pub fn join(
    states: &[PathBuf],
    by: &Prepared<'_>,
    target: Target<'_>,
    threads: usize,
) -> Result<(Vec<Summary>, Vec<Part>), Error> {
    let mut summaries: BTreeMap<u32, Summary> = BTreeMap::new();
    let mut done: Vec<Done> = Vec::new();
    for path in states {
        let state: State = read(path)?;
        for summary in state.summaries {
            match summaries.entry(summary.file) {
                Entry::Vacant(none) => drop(none.insert(summary)),
                Entry::Occupied(mut ours) => {
                    let ours = ours.get_mut();
                    ours.bytes = ours.bytes.max(summary.bytes);
                    ours.damage.merge(summary.damage);
                    if let (Some(ours), Some(gtf)) = (&mut ours.gtf, summary.gtf) {
                        ours.then(gtf);
                    }
                }
            }
        }
        let fresh = |parts| Done { parts, written: Vec::new(), held: Held::new(), measures: Measures::default() };
        let first = done.len();
        done.extend(state.parts.into_iter().map(fresh));
        if let Some(first) = done.get_mut(first) {
            first.measures = state.measures;
        }
    }
    let summaries = summaries.into_values().collect();
    let done = done.into_iter().map(Ok);
    finish(summaries, done, threads.max(1), Together::default(), by, target)
}

impl Keys {
    /// Of each piece, the keys of records that stand in those before it, or that are known: it has to leave them out.
    /// A piece is the files with its keys and its state.
    pub fn repeated(&mut self, pieces: &[(Vec<PathBuf>, PathBuf)]) -> Result<Vec<Vec<Key>>, Error> {
        let mut again = vec![Vec::new(); pieces.len()];
        let mut last = Vec::new();
        for (nth, (parts, state)) in pieces.iter().enumerate() {
            let state: State = read(state)?;
            let late: HashSet<(u32, u64)> = state
                .parts
                .iter()
                .flatten()
                .flat_map(|((file, _), part)| part.late.iter().map(|offset| (*file, *offset)))
                .collect();
            for part in parts {
                each_key(part, |place, key| {
                    // One load decodes these last of all, when it knows all dictionaries.
                    if late.contains(&place) {
                        last.push((nth, key));
                    } else if !self.first(key.day(), key)? {
                        again[nth].push(key);
                    }
                    Ok(())
                })?;
            }
        }
        for (nth, key) in last {
            if !self.first(key.day(), key)? {
                again[nth].push(key);
            }
        }
        Ok(again)
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let bytes = std::fs::read(path).map_err(|e| Error::reading(path, e))?;
    postcard::from_bytes(&bytes).map_err(|e| Error::reading(path, std::io::Error::other(e)))
}

fn write(path: &Path, value: &impl Serialize) -> Result<(), Error> {
    let bytes = postcard::to_stdvec(value).map_err(|e| Error::writing(path, e))?;
    std::fs::write(path, bytes).map_err(|e| Error::writing(path, e))
}
