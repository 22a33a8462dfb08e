//! The formats of a trace, by the names under which a user gives them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a trace is written in. All files of a trace have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TraceFormat {
    /// SMF 102, IFCID 198.
    #[serde(rename = "smf")]
    Smf,
    /// The same records by way of GTF.
    #[serde(rename = "gtf")]
    Gtf,
    /// Rows with a heading.
    #[serde(rename = "csv")]
    Csv,
    /// Parquet files of columns.
    #[serde(rename = "parquet")]
    Parquet,
    /// Arrow IPC files or streams of columns.
    #[serde(rename = "arrow")]
    Arrow,
    /// 8 bytes a reference.
    #[serde(rename = "u64")]
    U64,
    /// 4 bytes a reference.
    #[serde(rename = "u32")]
    U32,
    /// ARC `.lis`.
    #[serde(rename = "arc")]
    Arc,
    /// 24 bytes a reference.
    #[serde(rename = "oracleGeneral")]
    OracleGeneral,
    /// Columns in memory.
    #[serde(rename = "frame")]
    Frame,
}

impl TraceFormat {
    /// All formats.
    pub const ALL: [TraceFormat; 10] = [
        TraceFormat::Smf,
        TraceFormat::Gtf,
        TraceFormat::Csv,
        TraceFormat::Parquet,
        TraceFormat::Arrow,
        TraceFormat::U64,
        TraceFormat::U32,
        TraceFormat::Arc,
        TraceFormat::OracleGeneral,
        TraceFormat::Frame,
    ];

    /// The name by which a user gives it.
    pub fn name(self) -> &'static str {
        match self {
            TraceFormat::Smf => "smf",
            TraceFormat::Gtf => "gtf",
            TraceFormat::Csv => "csv",
            TraceFormat::Parquet => "parquet",
            TraceFormat::Arrow => "arrow",
            TraceFormat::U64 => "u64",
            TraceFormat::U32 => "u32",
            TraceFormat::Arc => "arc",
            TraceFormat::OracleGeneral => "oracleGeneral",
            TraceFormat::Frame => "frame",
        }
    }
}

impl fmt::Display for TraceFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Not the name of a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found} is no format that is read here")]
pub struct UnknownFormat {
    /// The name given.
    pub found: String,
}

impl FromStr for TraceFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<TraceFormat, UnknownFormat> {
        let mut all = TraceFormat::ALL.into_iter();
        all.find(|format| format.name() == name).ok_or_else(|| UnknownFormat { found: name.to_owned() })
    }
}
