//! Keys of records: which of them were seen before, in this load or in those that the store has of the same day.
//!
//! A record's time and date are part of its key, so that only days that a load touches are looked at, whatever else the
//! store holds. Memory is bounded: beyond so many keys they go to disk, sorted, and a filter of 10 bits a key says
//! nearly always without reading that a key is in none of these runs (Bloom 1970; one line of cache a key, as Putze,
//! Sanders and Singler, "Cache-, hash- and space-efficient Bloom filters", 2009, have it).

use std::collections::HashSet;
use std::fs::File;
use std::hash::Hasher;
use std::io::{BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt32Type, UInt64Type};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::error::Error;
use crate::time;

/// A day, counted from 1970-01-01 in local time; none for records without a time.
pub type Day = Option<i32>;

/// What tells a record from others: a hash of its bytes, and its time and date as they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// XXH3 of the record without its RDW.
    pub hash: u64,
    /// Time and date of its header, 8 bytes.
    pub identity: i64,
}

impl Key {
    /// The day of its record.
    pub fn day(&self) -> Day {
        time::smf(&self.identity.to_be_bytes()).and_then(time::day)
    }
}

/// Gives the Parquet files with the keys that the store has of a day.
pub type Known = Box<dyn Fn(Day) -> Result<Vec<PathBuf>, Error> + Send + Sync>;

/// Keys held in memory, 16 bytes each and room to grow: some 150 MB.
const HELD: usize = 4_000_000;
/// Keys between two entries of a run's index: what is read to look one up, 4 KiB.
const STRIDE: usize = 256;
const KEY: usize = 16;

impl std::hash::Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash ^ self.identity as u64);
    }
}

/// The keys seen so far.
pub struct Keys {
    scratch: PathBuf,
    known: Known,
    limit: usize,
    held: HashSet<Key, ahash::RandomState>,
    runs: Vec<Run>,
    days: HashSet<Day>,
    /// The day of the key before: most records are of the day of the one before them.
    last: Option<Day>,
}

impl Keys {
    /// None seen yet. Runs go to `scratch`; `known` is asked for each day, when its first key comes.
    pub fn new(scratch: &Path, known: Known) -> Keys {
        Keys::with_limit(scratch, known, HELD)
    }

    /// The same, with at most `limit` keys in memory.
    pub fn with_limit(scratch: &Path, known: Known, limit: usize) -> Keys {
        let scratch = scratch.to_path_buf();
        let (held, runs, days) = (HashSet::default(), Vec::new(), HashSet::new());
        Keys { scratch, known, limit: limit.max(1), held, runs, days, last: None }
    }

    /// Whether a key is seen for the first time; from now on it is not.
    pub fn first(&mut self, day: Day, key: Key) -> Result<bool, Error> {
        self.learn(day)?;
        self.add(key)
    }

    /// Whether a key was seen before.
    pub(super) fn has(&mut self, day: Day, key: Key) -> Result<bool, Error> {
        self.learn(day)?;
        Ok(self.held.contains(&key) || self.is_on_disk(key)?)
    }

    /// Reads the keys that there are of a day, once.
    fn learn(&mut self, day: Day) -> Result<(), Error> {
        if self.last != Some(day) {
            self.last = Some(day);
            if self.days.insert(day) {
                for part in (self.known)(day)? {
                    self.read(&part)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, key: Key) -> Result<bool, Error> {
        if self.runs.is_empty() && self.held.len() < self.limit {
            return Ok(self.held.insert(key)); // looked for once: nearly each look waits for memory
        }
        if self.held.contains(&key) || self.is_on_disk(key)? {
            return Ok(false);
        }
        if self.held.len() >= self.limit {
            self.spill()?;
        }
        Ok(self.held.insert(key))
    }

    fn is_on_disk(&self, key: Key) -> Result<bool, Error> {
        for run in &self.runs {
            if run.has(key).map_err(|e| Error::reading(&run.path, e))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn read(&mut self, part: &Path) -> Result<(), Error> {
        each_batch(part, &["hash", "identity"], |batch| keys(batch).try_for_each(|key| self.add(key).map(drop)))
    }

    fn spill(&mut self) -> Result<(), Error> {
        let mut keys: Vec<Key> = self.held.drain().collect();
        keys.sort_unstable();
        let path = self.scratch.join(format!("keys-{}", self.runs.len()));
        let run = Run::write(&path, &keys).map_err(|e| Error::writing(&path, e))?;
        self.runs.push(run);
        Ok(())
    }
}

/// Goes through the keys in a Parquet file, with the file and the offset of each record.
pub(super) fn each_key(part: &Path, mut take: impl FnMut((u32, u64), Key) -> Result<(), Error>) -> Result<(), Error> {
    each_batch(part, &["file", "record", "hash", "identity"], |batch| {
        let files = batch.column_by_name("file").and_then(|c| c.as_primitive_opt::<UInt32Type>());
        let records = batch.column_by_name("record").and_then(|c| c.as_primitive_opt::<UInt64Type>());
        let places = files.into_iter().flat_map(|files| files.values()).zip(records.iter().flat_map(|r| r.values()));
        places.zip(keys(batch)).try_for_each(|((file, record), key)| take((*file, *record), key))
    })
}

fn each_batch(
    part: &Path,
    columns: &[&str],
    mut take: impl FnMut(&RecordBatch) -> Result<(), Error>,
) -> Result<(), Error> {
    let failed = |e: Box<dyn std::error::Error + Send + Sync>| Error::reading(part, std::io::Error::other(e));
    let file = crate::digest::open(part).map_err(|e| Error::reading(part, e))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|e| failed(e.into()))?;
    let mask = ProjectionMask::columns(builder.parquet_schema(), columns.iter().copied());
    for batch in builder.with_projection(mask).build().map_err(|e| failed(e.into()))? {
        let batch = batch.map_err(|e| failed(e.into()))?;
        if !columns.iter().all(|name| batch.column_by_name(name).is_some()) {
            return Err(failed("no keys of records in it".into()));
        }
        take(&batch)?;
    }
    Ok(())
}

fn keys(batch: &RecordBatch) -> impl Iterator<Item = Key> {
    let hashes = batch.column_by_name("hash").and_then(|c| c.as_primitive_opt::<UInt64Type>());
    let identities = batch.column_by_name("identity").and_then(|c| c.as_primitive_opt::<Int64Type>());
    let hashes = hashes.into_iter().flat_map(|column| column.values().iter());
    let identities = identities.into_iter().flat_map(|column| column.values().iter());
    hashes.zip(identities).map(|(hash, identity)| Key { hash: *hash, identity: *identity })
}

/// Sorted keys on disk.
struct Run {
    path: PathBuf,
    file: File,
    keys: usize,
    /// Every `STRIDE`th key.
    index: Vec<Key>,
    /// Lines of 512 bits, of which a key has four in one line.
    filter: Vec<[u64; 8]>,
}

impl Run {
    fn write(path: &Path, keys: &[Key]) -> std::io::Result<Run> {
        let mut out = BufWriter::new(File::options().read(true).write(true).create(true).truncate(true).open(path)?);
        let mut filter = vec![[0; 8]; (keys.len() * 10).div_ceil(512).max(1)];
        for key in keys {
            out.write_all(&key.hash.to_le_bytes())?;
            out.write_all(&key.identity.to_le_bytes())?;
            let (line, bits) = places(*key, filter.len());
            bits.for_each(|bit| filter[line][bit / 64] |= 1 << (bit % 64));
        }
        let file = out.into_inner()?;
        let index = keys.iter().step_by(STRIDE).copied().collect();
        Ok(Run { path: path.to_path_buf(), file, keys: keys.len(), index, filter })
    }

    fn has(&self, key: Key) -> std::io::Result<bool> {
        let (line, mut bits) = places(key, self.filter.len());
        if !bits.all(|bit| self.filter[line][bit / 64] >> (bit % 64) & 1 == 1) {
            return Ok(false);
        }
        let Some(stretch) = self.index.partition_point(|first| *first <= key).checked_sub(1) else { return Ok(false) };
        let first = stretch * STRIDE;
        let mut bytes = [0; STRIDE * KEY];
        let bytes = &mut bytes[..(self.keys - first).min(STRIDE) * KEY];
        self.file.read_exact_at(bytes, (first * KEY) as u64)?;
        let mut wanted = [0; KEY];
        wanted[..8].copy_from_slice(&key.hash.to_le_bytes());
        wanted[8..].copy_from_slice(&key.identity.to_le_bytes());
        Ok(bytes.chunks_exact(KEY).any(|key| key == wanted))
    }
}

/// The line of a key and its four bits in it: nine bits of the mixed hash each.
fn places(key: Key, lines: usize) -> (usize, impl Iterator<Item = usize>) {
    let mixed = (key.hash ^ key.identity as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let line = ((u128::from(mixed) * lines as u128) >> 64) as usize;
    let low = key.hash ^ mixed.rotate_left(32);
    (line, (0..4).map(move |i| (low >> (9 * i) & 511) as usize))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Keys in no order, as hashes are (Vigna's SplitMix64).
    fn key(i: u64) -> Key {
        let mut z = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Key { hash: z ^ (z >> 31), identity: (i / 50) as i64 }
    }

    #[test]
    fn a_key_is_first_once_whether_it_is_in_memory_or_on_disk() {
        let scratch = tempfile::tempdir().unwrap();
        let mut keys = Keys::with_limit(scratch.path(), Box::new(|_| Ok(Vec::new())), 1000);
        for round in 0..3 {
            for i in 0..10_500 {
                assert_eq!(keys.first(Some(1), key(i)).unwrap(), round == 0, "key {i}");
            }
        }
        assert!(keys.runs.len() == 10 && keys.held.len() == 500);
        assert!(keys.first(Some(1), key(10_500)).unwrap());
    }

    #[test]
    fn the_filter_of_a_run_lets_few_keys_through_that_are_not_in_it() {
        let scratch = tempfile::tempdir().unwrap();
        let mut held: Vec<Key> = (0..20_000).map(key).collect();
        held.sort_unstable();
        let run = Run::write(&scratch.path().join("run"), &held).unwrap();
        let through = |key: Key| {
            let (line, mut bits) = places(key, run.filter.len());
            bits.all(|bit| run.filter[line][bit / 64] >> (bit % 64) & 1 == 1)
        };
        assert!(held.iter().all(|key| through(*key)));
        let wrong = (20_000..120_000).map(key).filter(|key| through(*key)).count();
        assert!(wrong < 4_000, "{wrong} of 100,000");
    }
}
