//! Files that are traces of GTF and cannot be read, found out from their first bytes: why, and what to do.

use std::io;

use crate::damage::DamageLog;
use crate::frame::{Block, Framing, Reader};
use crate::layout::Layouts;

use super::USE_SMF;
use super::base::{self, LOOK};
use super::header::{self, Header, Record};
use super::segments::Segments;

/// Why the file that begins with `head` cannot be read; None where it can, or has no record of Db2 so far.
pub(crate) fn refusal(head: &[u8], framing: Framing, layouts: &Layouts) -> Option<String> {
    let mut log = DamageLog::default();
    let mut block = Block::default();
    let mut reader = Reader::undecoded(head.to_vec(), io::empty(), framing, layouts);
    let header = Header::new(layouts)?;
    let mut segments = Segments::default();
    let mut first = None;
    while reader.next_block(&mut block, &mut log) {
        for &span in &block.records {
            let (record, offset) = (block.record(span), span.offset);
            if header::untimed(record) {
                return Some(format!(
                    "offset {offset}: a GTF trace of Db2 without time stamps: expected the event X'EFB9' at byte 14 of \
                     its record, found it at 6; start GTF with TIME=YES (S GTF,,,(TIME=YES)) and trace again"
                ));
            }
            match header::kind(record) {
                Some(Record::Control) if header::has_sources(record) => {
                    return Some(format!(
                        "offset {offset}: a GTF trace merged from several (IPCS COPYTRC): expected records without a \
                         source identifier, found a control record that announces one; give the data sets that \
                         GTF wrote, each by itself"
                    ));
                }
                Some(Record::Db2) => {
                    first.get_or_insert(offset);
                    segments.add(&header, record, offset, &mut log);
                }
                _ => {}
            }
        }
    }
    let (offset, found) = (first?, base::find(&header, segments.whole().take(LOOK)));
    if found.base.is_some() || found.records == 0 {
        return None;
    }
    let (expected, found) = found.why();
    Some(format!(
        "offset {offset}: a GTF trace of Db2 whose sections cannot be found: expected {expected}, found {found}; {USE_SMF}"
    ))
}
