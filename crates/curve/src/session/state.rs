//! The trace so far: names of pools and objects, the models of each pool, the order in time.

use std::collections::HashMap;

use super::error::SessionError;
use super::format::TraceFormat;
use super::models::Models;
use super::rows::{LruRow, PoolSummary, SimulatedRow};
use super::sequences::{Missing, Sequences};
use super::settings::Settings;
use crate::lru::WarmRow;
use crate::reference::{Chunk, Columns};
use crate::trace::Names;
use crate::units::Pages;

/// What a pool is called in a trace that names none.
pub(super) const NAMELESS: &str = "trace";

/// One run over one trace: references go in, file by file; counts come out.
///
/// ```
/// use getpage_curve::session::{Session, Settings, TraceFormat};
/// use getpage_curve::{Access, Columns, Pages, Touch};
///
/// let mut session = Session::new(Settings::default());
/// session.expect_format(TraceFormat::Frame, "my frame")?;
/// session.push(0, Columns::new(&[1, 2, 1], &[Touch::read(Access::Random); 3])?)?;
/// session.finish()?;
/// assert_eq!(session.lru_rows("trace", &[Pages(2)])?[0].reads.total().0, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    pub(super) settings: Settings,
    pub(super) names: Names,
    /// Numbers of the objects of Db2, by DBID, OBID and partition.
    db2_objects: HashMap<[u32; 3], u32>,
    /// Format of the trace: all its files have the same.
    pub(super) format: Option<TraceFormat>,
    /// Whether page keys hold an object number.
    pub(super) objects: Option<bool>,
    /// First and last time, in the unit of the format.
    pub(super) times: Option<(f64, f64)>,
    pub(super) references: u64,
    sequences: Sequences,
    /// By number of the pool; `None` for a pool that was not asked for.
    pools: Vec<Option<(String, Models)>>,
    parts: Vec<Chunk>,
}

impl Session {
    /// Before the first reference.
    pub fn new(settings: Settings) -> Session {
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

    /// What it was made with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// References taken, of the pools asked for.
    pub fn references(&self) -> u64 {
        self.references
    }

    /// The pools and objects met so far.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Takes over the names that a reader has met beyond those it was given.
    pub fn set_names(&mut self, names: &Names) {
        let counts = |names: &Names| (names.pools().len(), names.objects().len());
        if counts(&self.names) != counts(names) {
            self.names.clone_from(names);
        }
    }

    /// The number of a pool: a new one where the name is new.
    pub fn pool(&mut self, name: &str) -> Result<usize, SessionError> {
        self.names.pool(name).map(|pool| usize::from(pool.0)).ok_or(SessionError::TooManyPools)
    }

    /// The number of an object: a new one where the name is new.
    pub fn object(&mut self, name: &str) -> u32 {
        self.names.object(name)
    }

    /// The number of an object of Db2, by DBID, OBID and partition.
    pub fn db2_object(&mut self, object: [u32; 3]) -> u32 {
        let names = &mut self.names;
        let number = self.db2_objects.entry(object);
        *number.or_insert_with(|| names.object(&object.map(|part| part.to_string()).join(".")))
    }

    /// Notes the format of the next file; refuses another one than that of the file before.
    pub fn expect_format(&mut self, format: TraceFormat, name: &str) -> Result<(), SessionError> {
        let before = *self.format.get_or_insert(format);
        if before == format {
            return Ok(());
        }
        Err(SessionError::Format { name: name.to_owned(), before, found: format })
    }

    /// Notes whether pages are numbered within objects; refuses a mixture.
    pub fn expect_objects(&mut self, objects: bool, name: &str) -> Result<(), SessionError> {
        if *self.objects.get_or_insert(objects) == objects {
            return Ok(());
        }
        Err(SessionError::Objects { name: name.to_owned() })
    }

    /// Notes the time reached, in the unit of the format; what is no number is passed over.
    pub fn reach(&mut self, first: f64, last: f64) {
        if first.is_finite() && last.is_finite() {
            self.times = Some((self.times.map_or(first, |(start, _)| start), last));
        }
    }

    /// The last time reached, in the unit of the format.
    pub fn last_time(&self) -> Option<f64> {
        self.times.map(|(_, last)| last)
    }

    /// Numbers of the records of the trace, by which lost ones are found.
    pub fn sequences(&mut self) -> &mut Sequences {
        &mut self.sequences
    }

    /// Takes a chunk of a reader.
    pub fn take(&mut self, chunk: &Chunk) -> Result<(), SessionError> {
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
    pub fn push(&mut self, pool: usize, references: Columns<'_>) -> Result<(), SessionError> {
        if references.is_empty() {
            return Ok(());
        }
        if let Some(models) = self.models(pool)? {
            models.push(references)?;
            self.references += references.len() as u64;
        }
        if self.references > self.settings.exact_limit && self.settings.sample.is_none() {
            self.give_up_exact()?;
        }
        Ok(())
    }

    /// The models of a pool, made when it is met first; `None` where the pool was not asked for.
    pub(super) fn models(&mut self, pool: usize) -> Result<Option<&mut Models>, SessionError> {
        while self.pools.len() <= pool {
            let name = match self.names.pools().get(self.pools.len()) {
                Some(name) => name.clone(),
                None => self.settings.pool.clone().unwrap_or_else(|| NAMELESS.to_owned()),
            };
            let wanted = self.settings.pool.as_ref().is_none_or(|pool| *pool == name);
            let models = if wanted { Some(Models::new(&name, &self.settings)?) } else { None };
            self.pools.push(models.map(|models| (name, models)));
        }
        Ok(self.pools[pool].as_mut().map(|(_, models)| models))
    }

    pub(super) fn models_by_name(&mut self) -> impl Iterator<Item = (&str, &mut Models)> {
        self.pools.iter_mut().flatten().map(|(name, models)| (name.as_str(), models))
    }

    fn models_of(&mut self, pool: &str) -> Result<&mut Models, SessionError> {
        let pool_models = self.models_by_name().find(|(name, _)| *name == pool);
        pool_models.map(|(_, models)| models).ok_or_else(|| SessionError::NoPool { pool: pool.to_owned() })
    }

    /// Goes on with the samples alone.
    fn give_up_exact(&mut self) -> Result<(), SessionError> {
        let limit = self.settings.exact_limit;
        for (pool, models) in self.models_by_name() {
            if !models.give_up_exact() {
                return Err(SessionError::TooLong { pool: pool.to_owned(), limit });
            }
        }
        Ok(())
    }

    /// The pools of the trace so far, in the order in which they were met.
    pub fn pools(&mut self) -> Vec<PoolSummary> {
        self.models_by_name().map(|(name, models)| models.summary(name)).collect()
    }

    /// The plain LRU curve of a pool at some sizes; of a sample, with its band and in ascending order.
    pub fn lru_rows(&mut self, pool: &str, sizes: &[Pages]) -> Result<Vec<LruRow>, SessionError> {
        self.models_of(pool)?.lru_rows(sizes)
    }

    /// What a plain LRU pool reads that was in use before the trace: bounds and an estimate, in ascending order of size.
    pub fn warm_rows(&mut self, pool: &str, sizes: &[Pages]) -> Result<Vec<WarmRow>, SessionError> {
        Ok(self.models_of(pool)?.warm_rows(sizes))
    }

    /// The clairvoyant bound of a pool at some sizes.
    pub fn opt_rows(&mut self, pool: &str, sizes: &[Pages]) -> Result<Vec<LruRow>, SessionError> {
        self.models_of(pool)?.opt_rows(sizes)
    }

    /// The pools simulated for a pool, in the order in which they were asked for.
    pub fn grid_rows(&mut self, pool: &str) -> Result<Vec<SimulatedRow>, SessionError> {
        Ok(self.models_of(pool)?.grid_rows())
    }

    /// Checks what only the whole trace shows; what is missing from it, if that is little enough.
    pub fn finish(&mut self) -> Result<Option<Missing>, SessionError> {
        let missing = self.sequences.finish(self.settings.lost_limit)?;
        if self.references > 0 {
            return Ok(missing);
        }
        match &self.settings.pool {
            Some(pool) if !self.names.pools().is_empty() => {
                Err(SessionError::NoneOfPool { pool: pool.clone(), found: self.names.pools().to_vec() })
            }
            _ => Err(SessionError::Empty),
        }
    }
}
