//! Traces of GTF that cannot be read, found out from their first records: why, and what to do.

use crate::damage::DamageLog;
use crate::layout::Layouts;

use super::USE_SMF;
use super::base::{self, LOOK};
use super::header::{self, Header, Record};
use super::segments::Segments;

/// Why a trace of GTF cannot be read. Offsets are bytes from the start of the (decompressed) file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// GTF ran without TIME=YES.
    #[error(
        "offset {offset}: a GTF trace of Db2 without time stamps: expected the event X'EFB9' at byte 14 of \
         its record, found it at 6; start GTF with TIME=YES (S GTF,,,(TIME=YES)) and trace again"
    )]
    Untimed {
        /// The first record without a time.
        offset: u64,
    },
    /// The records carry a source identifier.
    #[error(
        "offset {offset}: a GTF trace merged from several (IPCS COPYTRC): expected records without a \
         source identifier, found a control record that announces one; give the data sets that \
         GTF wrote, each by itself"
    )]
    Merged {
        /// The control record that says so.
        offset: u64,
    },
    /// No way to count leads to the sections of the records.
    #[error(
        "offset {offset}: a GTF trace of Db2 whose sections cannot be found: expected {expected}, found {found}; {USE_SMF}"
    )]
    NoSections {
        /// The first record of Db2.
        offset: u64,
        /// What a way to count must satisfy.
        expected: String,
        /// How many records each way fits.
        found: String,
    },
}

/// The beginning of a trace, record by record.
pub(crate) struct Beginning {
    header: Header,
    segments: Segments,
    /// Offset of the first record of Db2.
    first: Option<u64>,
    log: DamageLog,
}

impl Beginning {
    /// Before the first record; None where the layouts do not describe the header of Db2.
    pub(crate) fn new(layouts: &Layouts) -> Option<Beginning> {
        let header = Header::new(layouts)?;
        Some(Beginning { header, segments: Segments::default(), first: None, log: DamageLog::default() })
    }

    /// Looks at the next record; why the trace cannot be read, if this record tells.
    pub(crate) fn record(&mut self, record: &[u8], offset: u64) -> Option<Refusal> {
        if header::untimed(record) {
            return Some(Refusal::Untimed { offset });
        }
        match header::kind(record) {
            Some(Record::Control) if header::has_sources(record) => return Some(Refusal::Merged { offset }),
            Some(Record::Db2) => {
                self.first.get_or_insert(offset);
                self.segments.add(&self.header, record, offset, &mut self.log);
            }
            _ => {}
        }
        None
    }

    /// Why the trace cannot be read by what all records say together; None where it can, or has no record of Db2 so far.
    pub(crate) fn end(self) -> Option<Refusal> {
        let (offset, search) = (self.first?, base::find(&self.header, self.segments.whole().take(LOOK)));
        if search.base.is_some() || search.records == 0 {
            return None;
        }
        let problem = search.why();
        Some(Refusal::NoSections { offset, expected: problem.expected, found: problem.found })
    }
}
