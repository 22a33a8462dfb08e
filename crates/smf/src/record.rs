//! Records: the header, and the sections that the triplets point to, checked before anything is decoded.
//!
//! A record is accepted whole or refused whole: triplets must lie within the record, eye-catchers must match, repeated
//! lengths must agree, values must satisfy what the layout says of them, and where the layout says so the sections must follow each other up to the end of the record. What fails is a
//! [`Problem`], which the caller turns into located damage.

use crate::ebcdic;
use crate::layout::{Chain, Kind, Layouts, Record, Relation, Rows, Section, TRIPLET};
use crate::limits::{self, Limits};
use crate::problem::Problem;
use crate::relations;
use crate::{number, product, time};

/// What a record's own sections say about the length that its descriptors give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Own {
    /// The last section ends the record, and the common header is where it should be: the length is right.
    Holds,
    /// The sections do not end where the record ends, or are not in their places, though those of its type and subtype must.
    Broken,
    /// Nothing in the record tells its length.
    Untold,
}

/// A section as one record has it: `count` pieces of `length` bytes from `at`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) at: usize,
    pub(crate) length: usize,
    pub(crate) count: usize,
}

impl Piece {
    /// What the bytes of a triplet say.
    pub(crate) fn of(triplet: &[u8]) -> Piece {
        Piece {
            at: number::unsigned(&triplet[..4]) as usize,
            length: number::unsigned(&triplet[4..6]) as usize,
            count: number::unsigned(&triplet[6..8]) as usize,
        }
    }
}

/// Flag byte of the SMF header: new format, subtype valid (X'5E', as in every record of MQ seen).
pub(crate) const SMF_FLAG: u8 = 0x5E;

/// Where the subtype stands (RDW included): in the header, but for DFSORT (16), whose header names the job there (ICERSUB).
pub(crate) fn subtype_at(record_type: u8) -> usize {
    if record_type == 16 { 50 } else { 22 }
}

/// SMF record type and subtype of a record (RDW included); the subtype is None in headers too short to have one.
pub(crate) fn kind_of(record: &[u8]) -> (u8, Option<u16>) {
    let record_type = record.get(5).copied().unwrap_or(0);
    if product::DB2.contains(&record_type)
        && let Some(ifcid) = product::ifcid(record)
    {
        return (record_type, Some(ifcid));
    }
    let at = subtype_at(record_type);
    let subtype = record.get(at..at + 2).map(|b| number::unsigned(b) as u16);
    (record_type, if record_type == 2 || record_type == 3 { None } else { subtype })
}

/// What the checks of one section layout need, in bytes.
#[derive(Debug, Clone)]
pub(crate) struct Check {
    name: String,
    eye_catcher: Option<(usize, Vec<u8>)>,
    length_at: Option<usize>,
    expect: Vec<(usize, Kind, Vec<i64>)>,
    shortest: usize,
    relations: Vec<Relation>,
    limits: Limits,
    rows: Option<Rows>,
    /// What to do where it does not hold, for layouts that were worked out and not seen.
    advice: &'static str,
}

/// Trust of layouts that are known from records or from IBM: there the record is wrong, and not its layout.
const KNOWN: [&str; 2] = ["seen", "ibm"];

/// What to do where a record and a layout of lesser trust do not agree.
const IMPORT: &str = " (a layout that was worked out, not seen; if it does not fit your release, import your own DSECT \
                      listing: getpage layout import)";

impl Check {
    pub(crate) fn new(section: &Section) -> Check {
        Check {
            name: section.name.clone(),
            eye_catcher: section.eye_catcher.as_ref().map(|e| (e.at, ebcdic::encode(&e.text, e.text.len()))),
            length_at: section.length_at,
            expect: section.expect.iter().map(|e| (e.at, e.kind, e.values.clone())).collect(),
            shortest: section.shortest,
            relations: section.relations.clone(),
            limits: Limits::of(&section.fields),
            rows: section.rows.clone(),
            advice: if KNOWN.contains(&section.trust.as_str()) { "" } else { IMPORT },
        }
    }

    /// Whether the layout was worked out and not seen, so that it rather than the record may be wrong.
    pub(crate) fn is_doubtful(&self) -> bool {
        !self.advice.is_empty()
    }

    /// What to do where a record and its layout do not agree.
    pub(crate) fn advice(&self) -> &'static str {
        self.advice
    }

    /// Checks one section; `bytes` are all it has.
    pub(crate) fn run(&self, bytes: &[u8]) -> Result<(), Problem> {
        if bytes.len() < self.shortest {
            return Err(Problem {
                expected: format!("section {} of {} bytes or more{}", self.name, self.shortest, self.advice),
                found: format!("{} bytes", bytes.len()),
            });
        }
        if let Some((at, text)) = &self.eye_catcher
            && !has(bytes, *at, text)
        {
            let found = bytes.get(*at..at + text.len()).map_or_else(|| "a shorter section".to_owned(), show);
            return Err(Problem { expected: format!("eye-catcher {}", self.name_of(text)), found });
        }
        if let Some(at) = self.length_at {
            let recorded = bytes.get(at..at + 2).map(|b| number::unsigned(b) as usize);
            if recorded != Some(bytes.len()) {
                return Err(Problem {
                    expected: format!("section {} to give its own length, {} bytes", self.name, bytes.len()),
                    found: recorded.map_or_else(|| "a shorter section".to_owned(), |n| format!("{n} bytes")),
                });
            }
        }
        for (at, kind, values) in &self.expect {
            let value = bytes.get(*at..at + kind.width()).map(|b| integer(b, *kind));
            if !value.is_some_and(|v| values.contains(&v)) {
                return Err(Problem {
                    expected: format!("section {} to have {values:?} at offset {at}", self.name),
                    found: value.map_or_else(|| "a shorter section".to_owned(), |v| v.to_string()),
                });
            }
        }
        match &self.rows {
            None => self.values(bytes),
            Some(rows) => self
                .elements_within(rows, bytes)
                .and_then(|()| rows.used(bytes).try_for_each(|(_, element)| self.values(element))),
        }
    }

    /// Checks that the elements of which a section tells lie within it.
    fn elements_within(&self, rows: &Rows, bytes: &[u8]) -> Result<(), Problem> {
        let (at, count) = rows.span(bytes);
        if rows.locator.is_none() || at + count * rows.stride <= bytes.len() {
            return Ok(());
        }
        let expected = format!("elements of section {} within its {} bytes{}", self.name, bytes.len(), self.advice);
        Err(Problem { expected, found: format!("{count} of {} bytes from {at} on", rows.stride) })
    }

    /// Checks what the layout says of the values of a section, or of one of its elements.
    fn values(&self, bytes: &[u8]) -> Result<(), Problem> {
        self.limits.check(&self.name, bytes)?;
        for relation in &self.relations {
            if let Some(found) = relations::broken(relation, bytes) {
                let expected = format!("section {} to have {}{}", self.name, relation.words(), self.advice);
                return Err(Problem { expected, found });
            }
        }
        Ok(())
    }

    fn name_of(&self, text: &[u8]) -> String {
        format!("{} in section {}", ebcdic::decode(text), self.name)
    }
}

/// Whether a text stands at an offset. Most eye-catchers have four bytes, which are compared at once.
fn has(bytes: &[u8], at: usize, text: &[u8]) -> bool {
    let there = bytes.get(at..at + text.len());
    match <&[u8; 4]>::try_from(text) {
        Ok(four) => there.and_then(<[u8]>::first_chunk) == Some(four),
        Err(_) => there == Some(text),
    }
}

pub(crate) fn integer(bytes: &[u8], kind: Kind) -> i64 {
    match kind {
        Kind::Signed(_) => number::signed(bytes),
        _ => number::unsigned(bytes) as i64,
    }
}

fn show(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|b| format!("{b:02X}")).collect();
    format!("X'{digits}'")
}

/// Bytes that may lie between two sections, for alignment. In all records of MQ seen there are none.
const PADDING: usize = 7;

/// The triplets of a record, checked against its length. The table of triplets ends where the first section begins.
///
/// `pieces` is cleared and filled, one a triplet; a triplet without a section has a count of 0.
pub(crate) fn triplets(layout: &Record, record: &[u8], pieces: &mut Vec<Piece>) -> Result<(), Problem> {
    pieces.clear();
    if let Some(late) = record.get(6..14).and_then(time::smf).filter(|time| *time > limits::LATEST) {
        let found = format!("a date in {}", time::day_name(time::day(late)));
        return Err(Problem::new("a record written before the year 2100", found));
    }
    let start = layout.triplets.start();
    let mut first_section = record.len();
    let mut end = start;
    while let Some(at) = layout.triplets.place(pieces.len()) {
        let Some(triplet) = record.get(at..at + TRIPLET).filter(|_| at + TRIPLET <= first_section) else { break };
        let piece = Piece::of(triplet);
        if piece.at != 0 {
            first_section = first_section.min(piece.at);
        }
        let size = piece.length * piece.count;
        if size > 0 && (piece.at < start + TRIPLET || piece.at + size > record.len()) {
            return Err(Problem {
                expected: format!("triplet {} to point into the record of {} bytes", pieces.len(), record.len()),
                found: format!("{} sections of {} bytes at {}", piece.count, piece.length, piece.at),
            });
        }
        pieces.push(piece);
        end = layout.triplets.end(pieces.len() - 1).min(at + layout.triplets.stride.max(TRIPLET));
    }
    let padding = if layout.triplets.count_at.is_some() { PADDING } else { 0 };
    let first = first_section.max(start);
    let apart = if layout.triplets.offsets.is_empty() { !(end..=end + padding).contains(&first) } else { end > first };
    if apart && first_section != record.len() {
        return Err(Problem {
            expected: format!("sections behind the {} triplets", pieces.len()),
            found: format!("a section at {first_section}, inside the triplets that end at {end}"),
        });
    }
    counted(layout, record, pieces)?;
    if layout.sections_end_record { one_behind_the_other(pieces, end, record.len()) } else { Ok(()) }
}

/// Checks the number of triplets, where a section tells it: there are as many, and what follows them is empty.
fn counted(layout: &Record, record: &[u8], pieces: &[Piece]) -> Result<(), Problem> {
    let (Some(at), Some(first)) = (layout.triplets.count_at, pieces.first()) else { return Ok(()) };
    let stated = record.get(first.at + at).map_or(0, |n| usize::from(*n));
    let used = pieces.iter().rposition(|p| p.at > 0 || p.length * p.count > 0).map_or(0, |last| last + 1);
    if (used..=pieces.len()).contains(&stated) {
        return Ok(());
    }
    Err(Problem {
        expected: format!("{stated} triplets, as the section of the first one tells"),
        found: format!("{} before the first section, {used} of them in use", pieces.len()),
    })
}

/// One of the sections behind a triplet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) start: usize,
    pub(crate) length: usize,
    /// Its place among those behind the same triplet, 0 the first.
    pub(crate) position: usize,
    /// What it belongs to, as a place in the same list.
    pub(crate) parent: Option<usize>,
}

/// The sections that a triplet points to, as appended to `members`.
///
/// Where they vary in length, each has a u16 with its own in front. (Db2: macro DSNDQWA1, as public readers of IFCID 239
/// and 3 describe it; the triplet then gives no length.)
pub(crate) fn members(record: &[u8], piece: Piece, varying: bool, members: &mut Vec<Member>) -> Result<(), Problem> {
    if !varying {
        let count = if piece.length == 0 { 0 } else { piece.count };
        let length = piece.length;
        let member = |k| Member { start: piece.at + k * length, length, position: k, parent: None };
        members.extend((0..count).map(member));
        return Ok(());
    }
    let mut at = piece.at;
    for nth in 0..piece.count {
        let length = record.get(at..at + 2).map_or(0, |b| number::unsigned(b) as usize);
        if length == 0 || at + 2 + length > record.len() {
            return Err(Problem {
                expected: format!("{} sections with their lengths in front, within the record", piece.count),
                found: format!("a length of {length} at {at}, in front of section {nth} of {}", piece.count),
            });
        }
        members.push(Member { start: at + 2, length, position: nth, parent: None });
        at += 2 + length;
    }
    Ok(())
}

/// One of the sections of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) id: u16,
    start: usize,
    length: usize,
}

impl Link {
    /// The section, as the one of its identifier that stands at a position.
    pub(crate) fn member(&self, position: usize) -> Member {
        Member { start: self.start, length: self.length, position, parent: None }
    }
}

/// The sections of a chain, as appended to `links`. They fill what the triplet points to.
pub(crate) fn links(chain: &Chain, record: &[u8], pieces: &[Piece], links: &mut Vec<Link>) -> Result<(), Problem> {
    let Some(piece) = pieces.get(chain.triplet).filter(|p| p.length * p.count > 0) else { return Ok(()) };
    let (mut at, end) = (piece.at, piece.at + piece.length * piece.count);
    while at < end {
        let number = |offset: usize| record[..end].get(at + offset..at + offset + 2).map_or(0, number::unsigned);
        let (length, id) = (number(chain.length_at) as usize, number(chain.id_at) as u16);
        if length < chain.shortest || at + length > end {
            return Err(Problem {
                expected: format!("sections of {} bytes or more that end at {end}", chain.shortest),
                found: format!("one of {length} bytes at {at}, identifier {id}"),
            });
        }
        links.push(Link { id, start: at, length });
        at += length;
    }
    Ok(())
}

/// Checks that the sections follow each other from the end of the triplets to the end of the record: a damaged
/// triplet leaves a gap, an overlap, or an end elsewhere.
fn one_behind_the_other(pieces: &[Piece], start: usize, end: usize) -> Result<(), Problem> {
    let used = || pieces.iter().filter(|p| p.length * p.count > 0);
    let (mut pos, mut seen) = (start, 0);
    while let Some(next) = used().find(|p| (pos..=pos + PADDING).contains(&p.at)) {
        pos = next.at + next.length * next.count;
        seen += 1;
    }
    if pos == end && seen == used().count() {
        return Ok(());
    }
    Err(Problem {
        expected: format!("{} sections, one behind the other, up to the end of the record at {end}", used().count()),
        found: format!("{seen} that do, up to {pos}"),
    })
}

/// Every context section that some record type has, per type, in order of first mention.
pub(crate) fn context_names(layouts: &Layouts, record_type: u8) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for context in layouts.records.get(&record_type).map_or(&[][..], |r| &r.context) {
        if !names.contains(&context.section) {
            names.push(context.section.clone());
        }
    }
    names
}
