//! A transmission as a stream of the records of its data set.

use std::io::{self, Read};

use crate::layer::Records;

use super::control::{self, File};
use super::error::XmitError;
use super::segments::{LONGEST, Record, Segments};

/// Bytes made ready at once.
const ENOUGH: usize = 1 << 16;

/// The records of the data set in a transmission, as a stream.
///
/// What is wrong with the file is told as an [`io::Error`] around an [`XmitError`], after all that came before it.
pub struct Xmit<R> {
    /// How the records come out; None where they have no format.
    pub records: Option<Records>,
    segments: Segments<R>,
    files: Vec<File>,
    /// Files of which the data have begun.
    begun: usize,
    record: Record,
    ready: Vec<u8>,
    taken: usize,
    ended: bool,
    failed: Option<XmitError>,
}

impl<R: Read> Xmit<R> {
    /// Reads the control records, up to where the data of the data set begin.
    pub fn new(input: R) -> Result<Xmit<R>, XmitError> {
        let mut xmit = Xmit {
            records: None,
            segments: Segments::new(input),
            files: Vec::new(),
            begun: 0,
            record: Record::default(),
            ready: Vec::new(),
            taken: 0,
            ended: false,
            failed: None,
        };
        while !xmit.ended && xmit.file().is_none_or(|file| file.message) {
            xmit.segments.next(&mut xmit.record)?;
            if xmit.record.control {
                xmit.control()?;
            }
        }
        match xmit.file().filter(|file| !file.message) {
            Some(file) => xmit.records = file.records()?,
            None => {
                return Err(XmitError::NotSequential {
                    offset: xmit.record.offset,
                    found: "none: a message or an acknowledgement only".to_owned(),
                });
            }
        }
        Ok(xmit)
    }

    /// The file whose data are being read.
    fn file(&self) -> Option<&File> {
        self.files.get(self.begun.checked_sub(1)?)
    }

    fn control(&mut self) -> Result<(), XmitError> {
        let offset = self.record.offset;
        match control::number(&self.record)? {
            2 => return control::step(&self.record, &mut self.files),
            3 => {
                self.begun += 1;
                if self.file().is_none() {
                    let expected = "an INMR02 for each INMR03";
                    return Err(XmitError::Damaged { offset, expected, found: "one INMR03 more".to_owned() });
                }
                if self.files[..self.begun].iter().filter(|file| !file.message).count() > 1 {
                    return Err(XmitError::NotSequential {
                        offset,
                        found: "a second one; transmit each by itself".to_owned(),
                    });
                }
            }
            6 => {
                self.ended = true;
                self.segments.only_padding()?;
            }
            _ => {}
        }
        Ok(())
    }

    fn fill(&mut self) -> Result<(), XmitError> {
        while !self.ended && self.ready.len() < ENOUGH {
            self.segments.next(&mut self.record)?;
            if self.record.control {
                self.control()?;
            } else if self.file().is_some_and(|file| !file.message) {
                self.put()?;
            }
        }
        Ok(())
    }

    /// Hands out the record that was read.
    fn put(&mut self) -> Result<(), XmitError> {
        let bytes = &self.record.bytes;
        let offset = self.record.offset;
        match self.records {
            None => self.ready.extend_from_slice(bytes),
            Some(Records::Fixed(length)) => {
                if bytes.is_empty() || !bytes.len().is_multiple_of(length as usize) {
                    let found = format!("one of {} bytes, and INMLRECL is {length}", bytes.len());
                    return Err(XmitError::Damaged { offset, expected: "a record of fixed length", found });
                }
                self.ready.extend_from_slice(bytes);
            }
            Some(Records::Variable) => {
                let word = (bytes.len() as u16).to_be_bytes();
                let has_word = self.file().is_some_and(File::with_words) && bytes.starts_with(&word);
                if !has_word {
                    debug_assert!(bytes.len() <= LONGEST);
                    self.ready.extend_from_slice(&(bytes.len() as u16 + 4).to_be_bytes());
                    self.ready.extend_from_slice(&[0, 0]);
                }
                self.ready.extend_from_slice(&self.record.bytes);
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Xmit<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.ready.len() {
            self.ready.clear();
            self.taken = 0;
            if let Some(error) = self.failed.take() {
                self.ended = true;
                return Err(error.into());
            }
            if let Err(error) = self.fill() {
                self.ended = true;
                if self.ready.is_empty() {
                    return Err(error.into());
                }
                self.failed = Some(error);
            }
        }
        let count = out.len().min(self.ready.len() - self.taken);
        out[..count].copy_from_slice(&self.ready[self.taken..self.taken + count]);
        self.taken += count;
        Ok(count)
    }
}
