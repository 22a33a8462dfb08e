//! What a summary has of one file: its records by kind, by subsystem, by section and by class.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::damage::DamageLog;
use crate::frame::Framing;
use crate::frame::Joint;
use crate::gtf::GtfSummary;

/// Records of one type and subtype.
#[derive(Debug, Clone, Default)]
pub struct Count {
    /// SMF record type.
    pub record_type: u8,
    /// Subtype; none for types whose records have no subtype or no layout here.
    pub subtype: Option<u16>,
    /// What the type is called.
    pub title: String,
    /// What the subtype is called: for Db2 the IFCID; empty where that is not known.
    pub name: String,
    /// Why a known subtype is not decoded, and what would decode it.
    pub why: String,
    /// Releases of Db2 that wrote them (QWHSRN), hexadecimal.
    pub releases: Vec<String>,
    /// `decoded`, `ignored` (known, with a reason) or `unknown`.
    pub state: &'static str,
    /// Records that hold together.
    pub records: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Sections of one identifier in the records of one type and subtype: the statistics of CICS.
#[derive(Debug, Clone, Default)]
pub struct Chained {
    /// SMF record type.
    pub record_type: u8,
    /// Subtype.
    pub subtype: u16,
    /// The identifier.
    pub id: u16,
    /// What it is called; empty where that is not known.
    pub name: String,
    /// Whether a layout describes it.
    pub decoded: bool,
    /// Sections.
    pub sections: u64,
}

/// Records of CICS monitoring of one region and class.
#[derive(Debug, Clone, Default)]
pub struct Monitored {
    /// APPLID of the region.
    pub region: String,
    /// What the class is called.
    pub class: String,
    /// Whether they are decoded; performance records are where a dictionary was found.
    pub decoded: bool,
    /// Records.
    pub records: u64,
    /// Data records in them: of class performance, tasks or parts of tasks.
    pub rows: u64,
}

/// What one subsystem wrote of one record type and subtype.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Coverage {
    /// SMF record type.
    pub record_type: u8,
    /// Subtype.
    pub subtype: u16,
    /// The day on which SMF wrote them, counted from 1970-01-01 in local time; none where days are not told apart.
    pub day: Option<i32>,
    /// SMF identifier of the system.
    pub system: String,
    /// The subsystem: for MQ the queue manager.
    pub subsystem: String,
    /// Releases seen.
    pub levels: BTreeSet<String>,
    /// Records.
    pub records: u64,
    /// First and last time at which SMF wrote one, microseconds since 1970, local time.
    pub written: Option<(i64, i64)>,
    /// Intervals of zero length.
    pub zero_length: u64,
    /// The lengths of all intervals together, in microseconds.
    pub covered: i64,
    /// Stretches of time without a gap, microseconds since 1970, local time; from interval starts and lengths.
    pub ranges: Vec<(i64, i64)>,
}

/// What one file holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Summary {
    /// The file, as numbered by the caller.
    pub file: u32,
    /// Its name.
    pub path: String,
    /// Bytes on disk.
    pub file_bytes: u64,
    /// Bytes read, decompressed.
    pub bytes: u64,
    /// What it is packed in, innermost first (`AMATERSE PACK in gzip`), or none.
    pub compression: Option<String>,
    /// How its records are delimited.
    pub framing: Framing,
    /// Records by type and subtype.
    #[serde(skip)]
    pub counts: Vec<Count>,
    /// Sections that tell what they are, by identifier.
    #[serde(skip)]
    pub chained: Vec<Chained>,
    /// Records of CICS monitoring, by region and class.
    #[serde(skip)]
    pub monitored: Vec<Monitored>,
    /// Coverage by subsystem.
    pub coverage: Vec<Coverage>,
    /// Records that stand in the file more than once, and how many records were compared.
    pub duplicates: (u64, u64),
    /// The days of its decoded records, those that were there before too, where days are told apart.
    pub days: BTreeSet<Option<i32>>,
    /// What was refused.
    pub damage: DamageLog,
    /// What a file of GTF holds besides.
    pub gtf: Option<GtfSummary>,
    /// The ends of what was loaded of it; None where it is packed, or not loaded.
    #[serde(skip)]
    pub joint: Option<Joint>,
    /// XXH3 of the file, 128 bits, where it was asked for.
    pub digest: Option<u128>,
}
