//! One Db2 pool as a list of pages, the next to be stolen first.

use std::collections::{HashSet, VecDeque};

use getpage_curve::pool::{ClassRule, PageSteal, PoolReads, PoolSettings};
use getpage_curve::{Access, References, Touch};

pub struct Pool {
    settings: PoolSettings,
    steal: PageSteal,
    /// Page, and whether it is sequential.
    pages: VecDeque<(u64, bool)>,
    /// The main area of PGSTEAL(NONE).
    main: HashSet<u64>,
    main_room: usize,
    seen: HashSet<u64>,
    pub reads: PoolReads,
}

impl Pool {
    pub fn new(settings: PoolSettings, steal: PageSteal) -> Pool {
        let size = settings.size.0;
        let overflow = (size / 10).clamp(50, 6400).min(size);
        let main_room = if steal == PageSteal::None { (size - overflow) as usize } else { 0 };
        Pool {
            settings,
            steal,
            pages: VecDeque::new(),
            main: HashSet::new(),
            main_room,
            seen: HashSet::new(),
            reads: PoolReads::default(),
        }
    }

    fn quota(&self) -> usize {
        (self.settings.size.0 * u64::from(self.settings.vpseqt.get()) / 100) as usize
    }

    fn sequential_pages(&self) -> usize {
        self.pages.iter().filter(|page| page.1).count()
    }

    fn steal_one(&mut self, sequential_first: bool) {
        let oldest_sequential = self.pages.iter().position(|page| page.1);
        let victim = if sequential_first { oldest_sequential.unwrap_or(0) } else { 0 };
        self.pages.remove(victim);
    }

    pub fn alter(&mut self, settings: PoolSettings) {
        self.settings = settings;
        while self.pages.len() > settings.size.0 as usize {
            let above = self.steal != PageSteal::Fifo && self.sequential_pages() > self.quota();
            self.steal_one(above);
        }
    }

    pub fn reference(&mut self, page: u64, touch: Touch) {
        let access = touch.access();
        let sequential = access != Access::Random;
        let first = self.seen.insert(page);
        if self.main.contains(&page) {
            return;
        }
        if let Some(at) = self.pages.iter().position(|other| other.0 == page) {
            if let PageSteal::Lru(rule) = self.steal {
                let was = self.pages.remove(at).expect("just found").1;
                let now = match rule {
                    ClassRule::LastAccess => sequential,
                    ClassRule::KeepRandom => sequential && was,
                    ClassRule::AsRead => was,
                };
                self.pages.push_back((page, now));
            }
            return;
        }
        if first && self.main.len() < self.main_room {
            self.main.insert(page);
            self.reads.asynchronous += References(1);
            return;
        }
        *match access {
            Access::Random => &mut self.reads.synchronous_random,
            _ if self.settings.vpseqt.get() == 0 => &mut self.reads.synchronous_sequential,
            _ => &mut self.reads.asynchronous,
        } += References(1);
        if self.pages.len() == self.settings.size.0 as usize - self.main_room {
            let lru = matches!(self.steal, PageSteal::Lru(_));
            let full = lru && sequential && self.sequential_pages() >= self.quota();
            self.steal_one(full);
        }
        self.pages.push_back((page, sequential));
    }
}
