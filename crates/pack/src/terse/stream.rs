//! A tersed file as a stream of what it holds.

use std::io::{self, Read};

use super::END;
use super::codes::Codes;
use super::error::TerseError;
use super::header::{Header, Method};
use super::pack::Suffixes;
use super::records::{Sink, Wrong};
use super::spack::Unpairing;

/// Bytes made ready at once: they stay in the L1 cache with the dictionary.
const ENOUGH: usize = 1 << 14;
/// The file is padded to a multiple of this.
const BLOCK: u64 = 1024;

enum Strings {
    Suffixes(Suffixes),
    Pairs(Unpairing),
}

/// What a tersed file holds, as a stream: records back to back, or behind descriptor words where their length varies.
///
/// What is wrong with the file is told as an [`io::Error`] around a [`TerseError`], after all that came before it.
pub struct Terse<R> {
    /// What the header says.
    pub header: Header,
    codes: Codes<R>,
    strings: Strings,
    sink: Sink,
    /// Whether the string of the last code was handed out.
    whole: bool,
    ended: bool,
    failed: Option<TerseError>,
}

impl<R: Read> Terse<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Terse<R>, TerseError> {
        let mut bytes = Vec::with_capacity(Header::LENGTH);
        input.by_ref().take(Header::LENGTH as u64).read_to_end(&mut bytes)?;
        let header = Header::read(&bytes)?;
        Ok(Terse {
            header,
            codes: Codes::new(input),
            strings: match header.method {
                Method::Pack => Strings::Suffixes(Suffixes::new()),
                Method::Spack => Strings::Pairs(Unpairing::new()),
            },
            sink: Sink::new(header.variable),
            whole: true,
            ended: false,
            failed: None,
        })
    }

    /// Unpacks until enough is ready, or all.
    fn fill(&mut self) -> Result<(), TerseError> {
        while !self.ended && self.sink.ready() < ENOUGH {
            if self.whole {
                let Some(code) = self.codes.next()? else {
                    return Err(TerseError::CutOff { offset: self.codes.end() });
                };
                if code == END {
                    self.ended = true;
                    return self.finish();
                }
                let known = match &mut self.strings {
                    Strings::Suffixes(suffixes) => suffixes.take(code, &mut self.sink),
                    Strings::Pairs(pairs) => Ok(pairs.take(code)),
                };
                if !known.map_err(|wrong| self.at(wrong))? {
                    return Err(TerseError::NoString { offset: self.codes.offset(), found: code });
                }
            }
            if let Strings::Pairs(pairs) = &mut self.strings {
                self.whole = pairs.hand_out(&mut self.sink, ENOUGH).map_err(|wrong| located(&self.codes, wrong))?;
            }
            self.sink.check().map_err(|wrong| self.at(wrong))?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TerseError> {
        self.sink.finish().map_err(|wrong| self.at(wrong))?;
        let end = self.codes.end();
        let padding = end.next_multiple_of(BLOCK) - end;
        if self.codes.behind(padding + 1)? > padding {
            return Err(TerseError::Behind { offset: end + padding });
        }
        Ok(())
    }

    fn at(&self, wrong: Wrong) -> TerseError {
        located(&self.codes, wrong)
    }
}

fn located<R: Read>(codes: &Codes<R>, wrong: Wrong) -> TerseError {
    let offset = codes.offset();
    match wrong {
        Wrong::Long => TerseError::LongRecord { offset },
        Wrong::Marks(found) => TerseError::OnlyMarks { offset, found },
    }
}

impl<R: Read> Read for Terse<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.sink.ready() == 0 {
            if let Some(error) = self.failed.take() {
                self.ended = true;
                return Err(error.into());
            }
            if let Err(error) = self.fill() {
                self.ended = true;
                if self.sink.ready() == 0 {
                    return Err(error.into());
                }
                self.failed = Some(error);
            }
        }
        Ok(self.sink.take(out))
    }
}
