//! The trace so far: names of pools and objects, the models of each pool, the order in time.

use std::collections::HashMap;

use getpage_curve::trace::Names;
use getpage_curve::{Chunk, Columns};
use serde_json::Value;

use super::pool::PoolRun;
use super::sequences::Sequences;
use super::settings::Settings;

/// What a pool is called in a trace that names none.
const NAMELESS: &str = "trace";

pub(super) struct Session {
    pub(super) settings: Settings,
    pub(super) names: Names,
    /// Numbers of the objects of Db2, by DBID, OBID and partition.
    pub(super) db2_objects: HashMap<[u32; 3], u32>,
    /// Format of the trace: all its files have the same.
    pub(super) format: Option<String>,
    /// Whether page keys hold an object number.
    pub(super) objects: Option<bool>,
    /// First and last time, in the unit of the format.
    pub(super) times: Option<(f64, f64)>,
    pub(super) references: u64,
    pub(super) sequences: Sequences,
    /// By number of the pool; `None` for a pool that was not asked for.
    pools: Vec<Option<(String, PoolRun)>>,
    parts: Vec<Chunk>,
}

impl Session {
    pub(super) fn new(settings: Settings) -> Session {
        Session {
            settings,
            names: Names::default(),
            db2_objects: HashMap::new(),
            format: None,
            objects: None,
            times: None,
            references: 0,
            sequences: Sequences::default(),
            pools: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Notes the format of the next file; refuses another one than that of the file before.
    pub(super) fn expect_format(&mut self, format: &str, name: &str) -> Result<(), String> {
        match &self.format {
            Some(before) if before != format => Err(format!(
                "{name}: expected a {before} file, as those before it, found {format}; several files are one trace only in one format"
            )),
            Some(_) => Ok(()),
            None => {
                self.format = Some(format.to_owned());
                Ok(())
            }
        }
    }

    /// Notes whether pages are numbered within objects; refuses a mixture.
    pub(super) fn expect_objects(&mut self, objects: bool, name: &str) -> Result<(), String> {
        if *self.objects.get_or_insert(objects) == objects {
            return Ok(());
        }
        Err(format!("{name}: expected the object column in all frames of a trace or in none; add it, or leave it out"))
    }

    /// Notes the time reached.
    pub(super) fn reach(&mut self, first: f64, last: f64) {
        if first.is_finite() && last.is_finite() {
            self.times = Some((self.times.map_or(first, |(start, _)| start), last));
        }
    }

    /// Takes a chunk of a reader.
    pub(super) fn take(&mut self, chunk: &Chunk) -> Result<(), String> {
        if chunk.pools().is_empty() {
            return self.push(0, chunk.columns());
        }
        let mut parts = std::mem::take(&mut self.parts);
        parts.iter_mut().for_each(Chunk::clear);
        chunk.distribute(&mut parts);
        let result = parts.iter().enumerate().try_for_each(|(pool, part)| self.push(pool, part.columns()));
        self.parts = parts;
        result
    }

    /// Takes references of one pool, by its number.
    pub(super) fn push(&mut self, pool: usize, references: Columns<'_>) -> Result<(), String> {
        if references.is_empty() {
            return Ok(());
        }
        if let Some(run) = self.run(pool)? {
            run.push(references)?;
            self.references += references.len() as u64;
        }
        if self.references > self.settings.exact_limit && self.settings.sample.is_none() {
            self.give_up_exact()?;
        }
        Ok(())
    }

    /// The models of a pool, made when it is met first; `None` where the pool was not asked for.
    pub(super) fn run(&mut self, pool: usize) -> Result<Option<&mut PoolRun>, String> {
        while self.pools.len() <= pool {
            let name = match self.names.pools().get(self.pools.len()) {
                Some(name) => name.clone(),
                None => self.settings.pool.clone().unwrap_or_else(|| NAMELESS.to_owned()),
            };
            let wanted = self.settings.pool.as_ref().is_none_or(|pool| *pool == name);
            self.pools.push(match wanted {
                true => Some((name.clone(), PoolRun::new(&name, &self.settings)?)),
                false => None,
            });
        }
        Ok(self.pools[pool].as_mut().map(|(_, run)| run))
    }

    pub(super) fn pool_mut(&mut self, name: &str) -> Result<&mut PoolRun, String> {
        let mut pools = self.pools.iter_mut().flatten();
        pools.find(|(known, _)| known == name).map(|(_, run)| run).ok_or_else(|| format!("no pool {name} in the trace"))
    }

    pub(super) fn runs(&mut self) -> impl Iterator<Item = (&str, &mut PoolRun)> {
        self.pools.iter_mut().flatten().map(|(name, run)| (name.as_str(), run))
    }

    pub(super) fn summaries(&mut self) -> Vec<Value> {
        self.pools.iter_mut().flatten().map(|(name, run)| run.summary(name)).collect()
    }

    /// Goes on with the sample alone.
    fn give_up_exact(&mut self) -> Result<(), String> {
        let limit = self.settings.exact_limit;
        for (name, run) in self.pools.iter_mut().flatten() {
            if run.exact.is_some() && run.sample.is_none() {
                return Err(format!(
                    "pool {name}: more than {limit} references; give a rate to sample at, or a shorter window of the trace"
                ));
            }
            run.exact = None;
        }
        Ok(())
    }

    /// Checks what only the whole trace shows.
    pub(super) fn finish(&mut self) -> Result<Vec<String>, String> {
        let notes = self.sequences.finish(self.settings.lost_limit)?;
        if self.references > 0 {
            return Ok(notes);
        }
        match &self.settings.pool {
            Some(pool) if !self.names.pools().is_empty() => {
                Err(format!("no references of pool {pool} in the trace, which has {}", self.names.pools().join(", ")))
            }
            _ => Err("no references in the trace: expected at least one getpage".to_owned()),
        }
    }
}
