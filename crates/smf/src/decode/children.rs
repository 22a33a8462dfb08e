//! Sections that belong to the elements of another section: which are whose.

use std::ops::Range;

use crate::column::Place;
use crate::layout::Field;
use crate::layout::TRIPLET;
use crate::layout::ancestors::ANCESTORS;
use crate::problem::Problem;
use crate::record::{self, Member, Piece};

use super::plan::Lead;

impl Member {
    /// Where it stands in a block in which its record starts at `record`.
    pub(super) fn place(&self, record: u32) -> Place {
        Place { at: record + self.start as u32, len: self.length as u32 }
    }
}

/// One section of a record that has a parent.
pub(super) struct Children<'a> {
    /// Name of the section.
    pub(super) name: &'a str,
    /// The record, RDW included.
    pub(super) bytes: &'a [u8],
    /// The elements of its parent, as places in the list of sections found.
    pub(super) parents: Range<usize>,
    /// Where its own begin in that list.
    pub(super) own: usize,
}

impl Children<'_> {
    /// Finds the elements of the section, or whose those are that were found last. Each belongs to one of the parent's,
    /// and none of them tells of more than there are: what else it is, the layout or the record is wrong.
    pub(super) fn find<'f>(
        &self,
        lead: &'f Lead,
        is_piece: impl Fn((usize, &'f Field)) -> bool,
        members: &mut Vec<Member>,
    ) -> Result<(), Problem> {
        match lead {
            Lead::Triplet(at) => {
                let mut left = self.bytes.len();
                self.parents.clone().try_for_each(|parent| self.behind(*at, parent, &mut left, members))
            }
            Lead::Around => {
                // None of the parent's were kept where one of them does not hold.
                members.truncate(self.own + self.parents.len());
                members[self.own..].iter_mut().zip(self.parents.clone()).for_each(|(m, at)| m.parent = Some(at));
                Ok(())
            }
            Lead::Numbers(numbers) => match &numbers.unless {
                Some((slot, field)) if is_piece((*slot, field)) => Ok(()),
                _ => self.numbered(&numbers.first, &numbers.count, members),
            },
        }
    }

    /// Those behind the triplet at an offset of an element of the parent. Together they have no more bytes than are left
    /// of the record.
    fn behind(&self, at: usize, parent: usize, left: &mut usize, members: &mut Vec<Member>) -> Result<(), Problem> {
        let Member { start, length, .. } = members[parent];
        let Some(triplet) = self.bytes.get(start + at..start + at + TRIPLET).filter(|_| at + TRIPLET <= length) else {
            return Ok(()); // a release without it
        };
        let piece = Piece::of(triplet);
        let size = piece.length * piece.count;
        if size > 0 && (piece.at < TRIPLET || piece.at + size > self.bytes.len() || size > *left) {
            return Err(Problem {
                expected: format!("sections {} within the record of {} bytes", self.name, self.bytes.len()),
                found: format!(
                    "{} of {} bytes at {}, by the triplet at {}",
                    piece.count,
                    piece.length,
                    piece.at,
                    start + at
                ),
            });
        }
        *left -= size;
        let first = members.len();
        record::members(self.bytes, piece, false, members)?;
        members[first..].iter_mut().for_each(|member| member.parent = Some(parent));
        Ok(())
    }

    /// Gives those found last, all that lie behind one triplet, to the elements of the parent that name them.
    fn numbered(&self, first: &Field, count: &Field, members: &mut [Member]) -> Result<(), Problem> {
        let (before, own) = members.split_at_mut(self.own);
        let expected = format!("each of {} sections {} to belong to one section", own.len(), self.name);
        for parent in self.parents.clone() {
            let place = before[parent].place(0);
            let (from, many) = (number(first, self.bytes, place, 0), number(count, self.bytes, place, 0));
            if many == 0 {
                continue;
            }
            let named = from.checked_sub(1).and_then(|from| own.get_mut(from as usize..(from + many) as usize));
            match named.filter(|all| all.iter().all(|m| m.parent.is_none())) {
                Some(named) => named.iter_mut().for_each(|member| member.parent = Some(parent)),
                None => {
                    let nth = parent - self.parents.start;
                    return Err(Problem {
                        expected,
                        found: format!("{many} from number {from} on to belong to section {nth}"),
                    });
                }
            }
        }
        match own.iter().position(|m| m.parent.is_none()) {
            None => Ok(()),
            Some(nth) => Err(Problem { expected, found: format!("number {} to belong to none", nth + 1) }),
        }
    }
}

/// The unsigned integer of a field in a section; 0 where the section ends before it. Places count from `base`.
pub(super) fn number(field: &Field, bytes: &[u8], place: Place, base: u32) -> u64 {
    if place.len < field.end() as u32 {
        return 0;
    }
    let at = (place.at - base) as usize + field.at;
    bytes.get(at..at + field.kind.width()).map_or(0, |b| field.small(b) as u64)
}

/// Where the sections stand that a section belongs to, the nearest first; nowhere where it belongs to none.
pub(super) fn ancestor_places(members: &[Member], member: &Member, record: u32) -> [Place; ANCESTORS] {
    let mut places = [Place::default(); ANCESTORS];
    let up = std::iter::successors(member.parent, |at| members[*at].parent);
    up.zip(&mut places).for_each(|(at, place)| *place = members[at].place(record));
    places
}
