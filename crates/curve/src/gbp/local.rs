//! The local pool of one member: plain LRU, each page valid or invalidated.

use crate::map::PageMap;
use crate::units::Pages;

/// No neighbour in the list.
const NONE: u32 = u32::MAX;
/// The largest VPSIZE (Db2 13, -ALTER BUFFERPOOL).
const LARGEST: u64 = 4_000_000_000;

/// How a page was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lookup {
    Valid,
    Invalid,
    Absent,
}

/// A page that was ever referenced; linked while resident.
struct Entry {
    older: u32,
    newer: u32,
    resident: bool,
    valid: bool,
}

pub(super) struct LocalPool {
    size: u64,
    used: u64,
    /// Page to its entry.
    map: PageMap,
    entries: Vec<Entry>,
    oldest: u32,
    newest: u32,
}

impl LocalPool {
    /// An empty pool; `None` where no pool can have this size.
    pub(super) fn new(size: Pages) -> Option<LocalPool> {
        (1..=LARGEST).contains(&size.0).then(|| LocalPool {
            size: size.0,
            used: 0,
            map: PageMap::new(),
            entries: Vec::new(),
            oldest: NONE,
            newest: NONE,
        })
    }

    /// Looks a page up; afterwards it is the newest page of the pool, and valid.
    pub(super) fn reference(&mut self, page: u64) -> Lookup {
        let entry = match self.map.get(page) {
            Some(entry) => entry,
            None => {
                let entry = self.entries.len() as u32;
                self.entries.push(Entry { older: NONE, newer: NONE, resident: false, valid: false });
                self.map.insert(page, entry);
                entry
            }
        };
        let known = &self.entries[entry as usize];
        let lookup = match (known.resident, known.valid) {
            (false, _) => Lookup::Absent,
            (true, true) => Lookup::Valid,
            (true, false) => Lookup::Invalid,
        };
        if lookup != Lookup::Absent {
            self.unlink(entry);
        } else if self.used == self.size {
            self.unlink(self.oldest);
        }
        self.link_newest(entry);
        lookup
    }

    /// Invalidates a page; whether it was here and valid.
    pub(super) fn invalidate(&mut self, page: u64) -> bool {
        let Some(entry) = self.map.get(page) else { return false };
        let entry = &mut self.entries[entry as usize];
        entry.resident && std::mem::replace(&mut entry.valid, false)
    }

    fn unlink(&mut self, entry: u32) {
        let Entry { older, newer, .. } = self.entries[entry as usize];
        match older {
            NONE => self.oldest = newer,
            older => self.entries[older as usize].newer = newer,
        }
        match newer {
            NONE => self.newest = older,
            newer => self.entries[newer as usize].older = older,
        }
        self.entries[entry as usize].resident = false;
        self.used -= 1;
    }

    fn link_newest(&mut self, entry: u32) {
        match self.newest {
            NONE => self.oldest = entry,
            newest => self.entries[newest as usize].newer = entry,
        }
        self.entries[entry as usize] = Entry { older: self.newest, newer: NONE, resident: true, valid: true };
        self.newest = entry;
        self.used += 1;
    }
}
