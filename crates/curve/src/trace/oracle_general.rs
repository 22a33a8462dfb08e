//! oracleGeneral: 24-byte records, little-endian: u32 time in seconds, u64 object, u32 size in
//! bytes, i64 next access (-1 for none).
//!
//! The exchange format of public cache traces. Objects are taken as pages of one size; all
//! accesses are random reads, since the format has neither access type nor update.
//! Reference: Juncheng Yang, libCacheSim, documentation of its trace formats.

use std::io::Read;

use super::error::TraceError;
use super::reader::TraceReader;
use super::records::Records;
use crate::reference::{CHUNK_REFERENCES, Chunk};

const FORMAT: &str = "oracleGeneral";

/// Reader of the oracleGeneral format.
pub struct OracleGeneralTrace<R> {
    records: Records<R, 24>,
    time: u32,
}

impl<R: Read> OracleGeneralTrace<R> {
    /// Reads from the start of `input`.
    pub fn new(input: R) -> Self {
        OracleGeneralTrace { records: Records::new(input, FORMAT), time: 0 }
    }

    /// The time of the last record read, in seconds.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Refuses records before `time`: the last one of the file before this, in the same trace.
    pub fn starting_at(mut self, time: u32) -> Self {
        self.time = time;
        self
    }
}

impl<R: Read> TraceReader for OracleGeneralTrace<R> {
    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, TraceError> {
        chunk.clear();
        let (start, records) = self.records.next(CHUNK_REFERENCES)?;
        for (index, record) in records.iter().enumerate() {
            let offset = start + 24 * index as u64;
            let [t0, t1, t2, t3, o0, o1, o2, o3, o4, o5, o6, o7, _, _, _, _, next @ ..] = *record;
            let time = u32::from_le_bytes([t0, t1, t2, t3]);
            if time < self.time {
                return Err(TraceError::Unsorted {
                    format: FORMAT,
                    offset,
                    what: "a time",
                    previous: self.time.to_string(),
                    found: time.to_string(),
                });
            }
            self.time = time;
            let next = i64::from_le_bytes(next);
            if next < -1 {
                return Err(TraceError::Impossible {
                    format: FORMAT,
                    offset,
                    expected: "a next access of -1 or more",
                    found: next.to_string(),
                    advice: "check that the file has 24-byte records and is not compressed",
                });
            }
            chunk.push_random(u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]));
        }
        Ok(!records.is_empty())
    }
}
