//! A data sharing group as lists of pages, the next to leave first; one size of the group pool.

use std::collections::VecDeque;

use getpage_curve::gbp::{GbpCache, GbpRow};
use getpage_curve::{Pages, References, Touch};

pub struct Group {
    /// Size, and pages with whether they are valid.
    members: Vec<(usize, VecDeque<(u64, bool)>)>,
    data: VecDeque<u64>,
    cache: GbpCache,
    pub row: GbpRow,
    pub invalidations: u64,
}

impl Group {
    pub fn new(local: &[Pages], cache: GbpCache, size: Pages) -> Group {
        let none = References(0);
        Group {
            members: local.iter().map(|size| (size.0 as usize, VecDeque::new())).collect(),
            data: VecDeque::new(),
            cache,
            row: GbpRow {
                size,
                local_hits: none,
                gbp_hits: none,
                gbp_hits_invalid: none,
                disk_reads: none,
                disk_reads_invalid: none,
            },
            invalidations: 0,
        }
    }

    fn enter(&mut self, page: u64) {
        self.data.retain(|other| *other != page);
        self.data.push_back(page);
        if self.data.len() > self.row.size.0 as usize {
            self.data.pop_front();
        }
    }

    pub fn reference(&mut self, page: u64, touch: Touch, member: usize) {
        let (size, pool) = &mut self.members[member];
        let found = pool.iter().position(|other| other.0 == page).and_then(|at| pool.remove(at));
        if found.is_none() && pool.len() == *size {
            pool.pop_front();
        }
        pool.push_back((page, true));

        if found == Some((page, true)) {
            self.row.local_hits += References(1);
        } else {
            let invalid = References(u64::from(found.is_some()));
            if self.data.contains(&page) {
                self.row.gbp_hits += References(1);
                self.row.gbp_hits_invalid += invalid;
                self.enter(page);
            } else {
                self.row.disk_reads += References(1);
                self.row.disk_reads_invalid += invalid;
                if self.cache == GbpCache::All {
                    self.enter(page);
                }
            }
        }
        if touch.is_write() {
            for (other, (_, pool)) in self.members.iter_mut().enumerate() {
                for entry in pool.iter_mut().filter(|entry| other != member && entry.0 == page && entry.1) {
                    entry.1 = false;
                    self.invalidations += 1;
                }
            }
            self.enter(page);
        }
    }
}
