//! Control records: what the files of a transmission are.

use crate::layer::Records;

use super::INMR;
use super::error::XmitError;
use super::segments::Record;

/// Keys of text units.
const INMTERM: u16 = 0x0028;
const INMLRECL: u16 = 0x0042;
const INMRECFM: u16 = 0x0049;
const INMUTILN: u16 = 0x1028;

/// `INMCOPY` in EBCDIC, the utility that copies sequential data sets.
const INMCOPY: [u8; 7] = [0xC9, 0xD5, 0xD4, 0xC3, 0xD6, 0xD7, 0xE8];
const IEBCOPY: [u8; 7] = [0xC9, 0xC5, 0xC2, 0xC3, 0xD6, 0xD7, 0xE8];
const AMSCIPHR: [u8; 8] = [0xC1, 0xD4, 0xE2, 0xC3, 0xC9, 0xD7, 0xC8, 0xD9];

/// What one file of a transmission is.
#[derive(Debug, Clone, Default)]
pub(super) struct File {
    pub(super) number: u32,
    /// Where it is described.
    pub(super) offset: u64,
    /// Whether it is a message that was sent along.
    pub(super) message: bool,
    /// Utilities that restore it, besides INMCOPY.
    others: Vec<Vec<u8>>,
    format: u16,
    length: u32,
}

/// The number of a control record: 1 for INMR01.
pub(super) fn number(record: &Record) -> Result<u8, XmitError> {
    match record.bytes.as_slice() {
        [a, b, c, d, 0xF0, last @ 0xF1..=0xF9, ..] if [*a, *b, *c, *d] == INMR => Ok(last - 0xF0),
        other => Err(XmitError::Damaged {
            offset: record.offset,
            expected: "a control record INMR01 to INMR07",
            found: format!("{:02X?}", &other[..other.len().min(6)]),
        }),
    }
}

/// Reads an INMR02: one step of restoring a file. Steps of one file follow each other.
pub(super) fn step(record: &Record, files: &mut Vec<File>) -> Result<(), XmitError> {
    let cut = || XmitError::Damaged {
        offset: record.offset,
        expected: "whole text units in INMR02",
        found: "the end of the record".to_owned(),
    };
    let number = record.bytes.get(6..10).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes);
    let number = number.ok_or_else(cut)?;
    if files.last().is_none_or(|file| file.number != number) {
        files.push(File { number, offset: record.offset, ..File::default() });
    }
    let Some(file) = files.last_mut() else { return Err(cut()) };
    let (mut format, mut length, mut utility) = (0, 0, Vec::new());
    let mut rest = &record.bytes[10..];
    while !rest.is_empty() {
        let key = word(&mut rest).ok_or_else(cut)?;
        let count = word(&mut rest).ok_or_else(cut)?;
        file.message |= key == INMTERM;
        for _ in 0..count {
            let size = usize::from(word(&mut rest).ok_or_else(cut)?);
            let (value, others) = rest.split_at_checked(size).ok_or_else(cut)?;
            rest = others;
            match key {
                INMLRECL => length = value.iter().fold(0u32, |all, byte| all << 8 | u32::from(*byte)),
                INMRECFM => format = value.iter().fold(0u16, |all, byte| all << 8 | u16::from(*byte)),
                INMUTILN => utility = value.to_vec(),
                _ => {}
            }
        }
    }
    if utility == INMCOPY {
        (file.format, file.length) = (format, length);
    } else {
        file.others.push(utility);
    }
    Ok(())
}

fn word(bytes: &mut &[u8]) -> Option<u16> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u16::from_be_bytes(*word))
}

impl File {
    /// How its records come out; None where they have no format, and their bytes come out as they are.
    pub(super) fn records(&self) -> Result<Option<Records>, XmitError> {
        let refused = |found: String| XmitError::NotSequential { offset: self.offset, found };
        if let Some(utility) = self.others.first() {
            return Err(refused(match utility.as_slice() {
                name if *name == IEBCOPY => "a library unloaded by IEBCOPY; transmit its members one by one, or the \
                                             data set itself if it is sequential"
                    .to_owned(),
                name if *name == AMSCIPHR => "an encrypted one; transmit it without ENCIPHER".to_owned(),
                other => format!("one that a utility getpage does not know ({other:02X?}) restores"),
            }));
        }
        if self.format & 0x000C != 0 {
            return Err(refused(format!("one that is packed or compressed (INMRECFM X'{:04X}')", self.format)));
        }
        match self.format >> 14 {
            0b10 if self.length > 0 => Ok(Some(Records::Fixed(self.length))),
            0b10 => Err(XmitError::Damaged {
                offset: self.offset,
                expected: "the length of fixed records (INMLRECL)",
                found: "0".to_owned(),
            }),
            0b01 => Ok(Some(Records::Variable)),
            _ => Ok(None),
        }
    }

    /// Whether records of varying length are sent with their descriptor words.
    pub(super) fn with_words(&self) -> bool {
        self.format & 0x0002 == 0
    }
}
