//! ARC `.lis`: text, one request per line: first page, number of pages, ignored, request number.
//!
//! A request for several pages is that many references, in ascending order: the ARC paper counts
//! pages so, and its table gives 914,145 references for OLTP. All are random reads, since the
//! format has no access type. Request numbers must not fall: they are the only order there is.
//! Reference: N. Megiddo and D. Modha, ARC: a self-tuning, low overhead replacement cache, FAST
//! 2003, table III.

use std::io::BufRead;

use super::error::TraceError;
use super::reader::TraceReader;
use crate::reference::Chunk;

const FORMAT: &str = "ARC .lis";

/// The longest request believed: 16 Mi pages. The public traces have at most a few hundred;
/// more than this is a damaged line, not a request.
const LONGEST_REQUEST: u64 = 1 << 24;

/// Reader of the ARC format.
pub struct ArcTrace<R> {
    input: R,
    line: Vec<u8>,
    offset: u64,
    request: u64,
    /// Pages of the last request that did not fit into the last chunk.
    pending: std::ops::Range<u64>,
}

impl<R: BufRead> ArcTrace<R> {
    /// Reads from the start of `input`.
    pub fn new(input: R) -> Self {
        ArcTrace { input, line: Vec::new(), offset: 0, request: 0, pending: 0..0 }
    }

    /// Reads one line into `pending`; `false` at the end of the input.
    fn read_request(&mut self) -> Result<bool, TraceError> {
        let offset = self.offset;
        self.line.clear();
        let bytes = self.input.read_until(b'\n', &mut self.line).map_err(|source| TraceError::Io {
            format: FORMAT,
            offset,
            source,
        })?;
        if bytes == 0 {
            return Ok(false);
        }
        self.offset += bytes as u64;
        let impossible = |expected, line: &[u8]| TraceError::Impossible {
            format: FORMAT,
            offset,
            expected,
            found: format!("{:?}", String::from_utf8_lossy(&line[..line.len().min(80)])),
            advice: "check that the file is the decompressed .lis text, and whole",
        };
        let Some([first, count, _, request]) = four_numbers(&self.line) else {
            return Err(impossible("four decimal numbers", &self.line));
        };
        if count == 0 || count > LONGEST_REQUEST {
            return Err(impossible("a request of 1 to 16,777,216 pages", &self.line));
        }
        let Some(end) = first.checked_add(count) else {
            return Err(impossible("a last page below 2^64", &self.line));
        };
        if request < self.request {
            return Err(TraceError::Unsorted {
                format: FORMAT,
                offset,
                what: "a request number",
                previous: self.request.to_string(),
                found: request.to_string(),
            });
        }
        self.request = request;
        self.pending = first..end;
        Ok(true)
    }
}

fn four_numbers(line: &[u8]) -> Option<[u64; 4]> {
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let mut numbers = [0; 4];
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(numbers)
}

impl<R: BufRead> TraceReader for ArcTrace<R> {
    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, TraceError> {
        chunk.clear();
        while !chunk.is_full() {
            match self.pending.next() {
                Some(page) => chunk.push_random(page),
                None if self.read_request()? => {}
                None => break,
            }
        }
        Ok(!chunk.pages.is_empty())
    }
}
