//! Ranges: a file in pieces that are read apart, by several at once, and give what one reading gives.
//!
//! Nobody knows where a record begins in the middle of a file, so a cut is a guess: a place from which several records
//! follow each other. A range is read as if its first record began there, and then **a guess becomes a proof at the joint**:
//! where the range before it has come to exactly this place, with a whole record and nothing lost, the two are one reading
//! ([`State::joins`]). Where it has not, what was read is thrown away and the range is read again from where the
//! one before it really is, which is what a reading from the start does there. So damage across a cut, a cut inside a record
//! and a cut at something that only looks like a record cost time and change nothing.
//!
//! Files of blocks have a memory: where the block that is open ends, and how long blocks are. A range says what it needs of
//! both ([`Blocks::join`](super::blocks::Blocks::join)); one whose reading depends on the length of blocks does not join.
//!
//! So have traces of GTF: segments of records lie between each other. One who does not come from before a range reads the
//! beginning of the trace, and some of what is before the range ([`Records::lead`]).

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use crate::damage::DamageLog;
use crate::gtf::Translator;
use crate::layout::Layouts;
use crate::record::Own;

use super::lengths::Lengths;
use super::reader::{Reader, State};
use super::step::{Found, Search, Step, Steps};
use super::{Block, Framing};

/// Bytes that are looked at to find a record: some of the longest.
const LOOK: usize = 1 << 16;
/// Bytes after which what seems to begin at a place is not waited for.
const LONGEST: usize = 1 << 19;
/// Records that follow each other from a cut on.
const CHAIN: usize = 3;
/// Bytes behind a range that tell whether its last record ends where it says.
const BEHIND: u64 = 512;
/// Bytes of the beginning of a trace that tell how its records are laid out.
const BEGINNING: u64 = 256 << 10;
/// Bytes before a range of a trace in which the records begin that may go on in it: of Db2, so many wait at the most.
const LEAD: u64 = 1 << 20;

/// A file of records that is no stream: any part of it can be read.
pub(crate) struct Records {
    file: File,
    /// Its bytes when it was opened.
    pub(crate) size: u64,
    framing: Framing,
    lengths: Arc<Lengths>,
}

impl Records {
    /// The records of an open file.
    pub(crate) fn new(file: File, framing: Framing, layouts: &Layouts) -> io::Result<Records> {
        Ok(Records { size: file.metadata()?.len(), file, framing, lengths: Arc::new(Lengths::new(layouts)) })
    }

    /// Where the first range from `from` on may begin, if before `to`: where a record seems to.
    pub(crate) fn cut(&self, from: u64, to: u64) -> io::Result<Option<u64>> {
        let (mut bytes, mut from, mut look) = (Vec::new(), from, LOOK);
        while from < to.min(self.size) {
            bytes.resize(look, 0);
            let read = read_at(&self.file, &mut bytes, from)?;
            bytes.truncate(read);
            let last = from + read as u64 >= self.size;
            let steps = Steps { bytes: &bytes, last, framing: self.framing, lengths: &self.lengths };
            let end = usize::try_from(to - from).map_or(read, |end| end.min(read));
            match steps.chain(end) {
                Search::At(at) => return Ok(Some(from + at as u64)),
                Search::Nothing if end == read => from += read as u64,
                Search::Nothing => return Ok(None),
                Search::More(at) => {
                    // What seems to begin here and has no end in so many bytes is no record.
                    look = if read - at < LONGEST && !last { look.max(read - at) * 2 } else { LOOK };
                    from += at as u64 + u64::from(look == LOOK);
                }
            }
        }
        Ok(None)
    }

    /// Reads a range, not knowing what is before it. Its blocks are put into `blocks`, which are used again.
    pub(crate) fn guess(&self, range: &Range<u64>, blocks: Vec<Block>) -> Reading {
        self.read(State::assumed(range.start), range.end, blocks)
    }

    /// What a trace says at `start` of the records behind it, as far as it can be told from some of it: whether that is so is
    /// told by who comes from before.
    pub(crate) fn lead(&self, start: u64, translator: &mut Translator) -> io::Result<()> {
        let read = |from, to, translator: &mut Translator| {
            let Reading { blocks, mut log, .. } = self.guess(&(from..to), Vec::new());
            blocks.into_iter().for_each(|mut block| translator.block(&mut block, false, &mut log));
        };
        let near = start.saturating_sub(LEAD);
        let mut from = Some(near);
        if near > 0 {
            read(0, BEGINNING.min(near), translator);
            translator.forget_records();
            from = self.cut(near, start)?;
        }
        if let Some(from) = from {
            read(from, start, translator);
        }
        translator.count_anew();
        Ok(())
    }

    /// What was read of a range as it is read by one who comes from `before`.
    pub(crate) fn join(&self, before: State, range: &Range<u64>, guess: Reading) -> Reading {
        if before.joins(range.start, &guess.state) {
            return Reading { state: before.then(guess.state), ..guess };
        }
        self.read(before, range.end, guess.blocks)
    }

    /// Reads the records that begin before `end`, from where `state` is. The last range ends at the end of the file,
    /// wherever that is by then.
    fn read(&self, state: State, end: u64, mut blocks: Vec<Block>) -> Reading {
        let mut log = DamageLog::default();
        let until = if end >= self.size { u64::MAX } else { end };
        let size = end.saturating_sub(state.offset).saturating_add(BEHIND) as usize;
        let input = Part { file: &self.file, at: state.offset };
        let mut reader = Reader::of_range(input, self.framing, self.lengths.clone(), state, until).with_size(size);
        let mut used = 0;
        loop {
            if used == blocks.len() {
                blocks.push(Block::default());
            }
            if !reader.next_raw(&mut blocks[used], &mut log) {
                blocks.truncate(used);
                let (state, is_end) = reader.into_state();
                return Reading { blocks, log, state, is_end };
            }
            used += 1;
        }
    }
}

/// What was read of a range.
pub(crate) struct Reading {
    /// Its records; those of GTF as they are.
    pub(crate) blocks: Vec<Block>,
    pub(crate) log: DamageLog,
    /// What is known where it ends, and whether that is the end of the file.
    pub(crate) state: State,
    pub(crate) is_end: bool,
}

impl Steps<'_> {
    /// The first position before `end` from which records follow each other.
    fn chain(&self, end: usize) -> Search {
        let mut from = 0;
        loop {
            let at = match self.search(from, end) {
                Search::At(at) => at,
                other => return other,
            };
            match self.follow(at) {
                Some(true) => return Search::At(at),
                Some(false) => from = at + 1,
                None => return Search::More(at),
            }
        }
    }

    /// Whether records follow each other from `pos` on, up to the end of the file if that is near; and where a block begins
    /// there, whether another does at its end. None when the buffer is too short to tell.
    fn follow(&self, mut pos: usize) -> Option<bool> {
        if let Found::Record(first) = self.record(pos)
            && let Some(&(at, len)) = first.blocks.first().filter(|(at, _)| *at == pos)
        {
            match self.at(at + len) {
                Step::NeedMore => return None,
                Step::Segment { at: behind, .. } if behind > at + len => {}
                _ if self.last && at + len == self.bytes.len() => {}
                _ => return Some(false),
            }
        }
        for _ in 0..CHAIN {
            match self.record(pos) {
                Found::Record(record) if record.own != Own::Broken => pos = record.end,
                Found::NeedMore => return None,
                _ => return Some(false),
            }
            if self.last && pos == self.bytes.len() {
                break;
            }
        }
        Some(true)
    }
}

/// A file from an offset on.
struct Part<'a> {
    file: &'a File,
    at: u64,
}

impl Read for Part<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// Fills a buffer as far as the file goes.
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read_at(&mut buffer[filled..], at + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
