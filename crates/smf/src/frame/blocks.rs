//! The blocks that a file of blocks is in: where the one that is read ends, and whether a record may go on behind it.
//!
//! A record that does not fit into what is left of a block is divided; its segments are in consecutive blocks, one in each,
//! and a block that a record goes on behind is as long as blocks of the data set are. So a record that ends inside its
//! block, or in one that is shorter than others, is whole, whatever follows it.
//!
//! Source: z/OS DFSMS Using Data Sets, "Spanned Format-VS Records (Sequential Access Method)" (blocks are filled); z/OS XL C/C++
//! Programming Guide, "Spanned records" (segments are accommodated in consecutive blocks).

use std::cell::Cell;

use crate::damage::{Damage, DamageLog};

/// A block descriptor word of which the block has not ended yet, at offsets in the file.
#[derive(Debug, Clone, Copy)]
struct Open {
    offset: u64,
    end: u64,
}

/// The blocks read so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Blocks {
    open: Option<Open>,
    /// Bytes of the longest block that ended where it says.
    longest: u64,
    before: Before,
    /// Whether what was read depends on how long blocks are.
    consulted: Cell<bool>,
}

/// What the first block of a range tells of the one that is open where the range begins.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing is open, or it does not matter any more where it ends.
    #[default]
    Nothing,
    /// A block may be open, and none began yet.
    Open,
    /// A block began at this offset of the file: the one that is open must end there.
    Ends(u64),
}

/// The block that a record ends in, at positions in the buffer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Where the block ends.
    pub(super) end: usize,
    /// Its length, descriptor word included.
    pub(super) len: u64,
    /// That of the longest one before it.
    pub(super) longest: u64,
}

impl Blocks {
    /// In the middle of a file of which nothing was read.
    pub(super) fn unknown() -> Blocks {
        Blocks { before: Before::Open, ..Blocks::default() }
    }

    /// Whether a range that was read not knowing these blocks, and has come to `next`, would have been read the same behind them.
    pub(super) fn join(&self, next: &Blocks) -> bool {
        !next.consulted.get()
            && match (next.before, self.open) {
                (Before::Ends(at), Some(open)) => open.end == at,
                _ => true,
            }
    }

    /// Where the block that is open ends, and where that before the range must end; whether what was read depends on more.
    pub(super) fn joint(&self) -> (Option<u64>, Option<u64>, bool) {
        let before = match self.before {
            Before::Ends(at) => Some(at),
            Before::Open | Before::Nothing => None,
        };
        (self.open.map(|open| open.end), before, self.consulted.get())
    }

    /// These blocks and those of a range that joins.
    pub(super) fn then(self, next: Blocks) -> Blocks {
        let open = if next.before == Before::Open { self.open } else { next.open };
        let ended = self.open.filter(|open| next.before == Before::Ends(open.end));
        let longest = self.longest.max(next.longest).max(ended.map_or(0, |open| open.end - open.offset));
        let before = if self.before == Before::Open { next.before } else { self.before };
        Blocks { open, longest, before, consulted: self.consulted }
    }

    /// The block that is read ended here, or begins in what cannot be read: nothing is known of where it ends.
    pub(super) fn forget(&mut self) {
        self.open = None;
        if self.before == Before::Open {
            self.before = Before::Nothing;
        }
    }

    /// A block begins at an offset of the file. `known` says that its descriptor word is one for sure.
    pub(super) fn begin(&mut self, offset: u64, len: usize, known: bool, log: &mut DamageLog) {
        self.end(offset, log);
        if known {
            self.open = Some(Open { offset, end: offset + len as u64 });
        }
    }

    /// Where a block ends, one must begin, or the file end: otherwise its descriptor word is damaged. Its records are not.
    pub(super) fn end(&mut self, here: u64, log: &mut DamageLog) {
        if self.before == Before::Open {
            self.before = Before::Ends(here);
        }
        let Some(block) = self.open.take() else { return };
        if block.end == here {
            self.longest = self.longest.max(block.end - block.offset);
            return;
        }
        log.add(Damage {
            offset: block.offset,
            length: 4,
            record_type: None,
            subtype: None,
            expected: format!("a block descriptor word of {} bytes", here - block.offset),
            found: format!("one of {} bytes", block.end - block.offset),
        });
    }

    /// The block that a record ends in, if that is known: the last of those that began in it (positions in a buffer that
    /// starts at `offset` of the file, and lengths), or else the one that is read.
    pub(super) fn room(&self, began: &[(usize, usize)], offset: u64) -> Option<Room> {
        self.consulted.set(true);
        let before = self.open.map(|open| (open.offset, open.end - open.offset));
        let inside = began.iter().map(|(at, len)| (offset + *at as u64, *len as u64));
        let blocks: Vec<(u64, u64)> = before.into_iter().chain(inside).collect();
        let (&(at, len), _) = blocks.split_last()?;
        let ended = blocks.windows(2).filter(|pair| pair[0].0 + pair[0].1 == pair[1].0).map(|pair| pair[0].1);
        let longest = ended.max().map_or(self.longest, |ended| ended.max(self.longest));
        Some(Room { end: (at + len).checked_sub(offset)? as usize, len, longest })
    }
}
