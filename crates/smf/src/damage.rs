//! Damage: what was refused, where it is, what was expected and what was there.

use serde::{Deserialize, Serialize};

/// One refused record or stretch of bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// Byte offset in the file, decompressed.
    pub offset: u64,
    /// Bytes refused.
    pub length: u64,
    /// SMF record type, where the header could be read.
    pub record_type: Option<u8>,
    /// Subtype, where the header could be read.
    pub subtype: Option<u16>,
    /// What should have been there.
    pub expected: String,
    /// What was there.
    pub found: String,
}

/// All damage of one file: everything is counted, the first [`DamageLog::LISTED`] are kept with their places.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct DamageLog {
    /// Records or stretches refused.
    pub count: u64,
    /// Bytes refused.
    pub bytes: u64,
    /// The first ones.
    pub listed: Vec<Damage>,
}

impl DamageLog {
    /// How many are kept with their places: enough to look at, bounded on a hostile file.
    pub const LISTED: usize = 1000;

    /// Counts one, and keeps it if it is among the first, wherever the others were found before it.
    pub fn add(&mut self, damage: Damage) {
        self.count += 1;
        self.bytes += damage.length;
        let at = self.listed.partition_point(|other| other.offset <= damage.offset);
        if at < Self::LISTED {
            self.listed.insert(at, damage);
            self.listed.truncate(Self::LISTED);
        }
    }

    /// Adds what another log of the same file holds.
    pub fn merge(&mut self, other: DamageLog) {
        self.count += other.count;
        self.bytes += other.bytes;
        self.listed.extend(other.listed);
        self.listed.sort_by_key(|d| d.offset);
        self.listed.truncate(Self::LISTED);
    }
}
