//! Why a packed file cannot be opened.

use std::io;
use std::path::{Path, PathBuf};

use crate::layer::Layer;
use crate::limit::TooLarge;
use crate::terse::TerseError;
use crate::xmit::XmitError;

/// Why a packed file cannot be opened, or its members cannot be spooled.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// Its tersed form is wrong.
    #[error(transparent)]
    Terse(#[from] TerseError),
    /// Its transmitted form is wrong.
    #[error(transparent)]
    Xmit(#[from] XmitError),
    /// It is packed in too many ways at once.
    #[error(
        "packed {} deep ({}); at most {most} are unpacked: unpack it yourself first",
        layers.len(), layers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    )]
    Deep {
        /// The packings, outermost first.
        layers: Vec<Layer>,
        /// How many are unpacked.
        most: usize,
    },
    /// The directory of a ZIP archive cannot be read.
    #[error("the directory of this ZIP archive is damaged ({0}); transfer the file again, in binary")]
    Zip(String),
    /// What is in it cannot be written to disk.
    #[error("what is inside it cannot be written to {}: {why}", place.display())]
    Write {
        /// Where to.
        place: PathBuf,
        /// Why not.
        why: io::Error,
    },
    /// What is inside it breaks off.
    #[error("damaged behind {offset} bytes of what is inside it: {why}; transfer it again, in binary")]
    Broken {
        /// Bytes that came out before.
        offset: u64,
        /// Why no more do.
        why: io::Error,
    },
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl PackError {
    /// The error of a stream that broke off; one that says itself where it did stays as it is.
    pub(crate) fn broken_at(offset: u64, why: io::Error) -> PackError {
        if says_where(&why) { PackError::Io(why) } else { PackError::Broken { offset, why } }
    }

    /// The same in words.
    pub(crate) fn said_at(offset: u64, why: &io::Error) -> String {
        let words = why.to_string();
        if says_where(why) { words } else { PackError::Broken { offset, why: io::Error::other(words) }.to_string() }
    }

    pub(crate) fn writing(place: &Path) -> impl Fn(io::Error) -> PackError {
        move |why| PackError::Write { place: place.to_path_buf(), why }
    }
}

/// Whether an error names the place itself, or is one of the disk.
fn says_where(why: &io::Error) -> bool {
    let inner = why.get_ref();
    let is_placed =
        inner.is_some_and(|inner| inner.is::<TerseError>() || inner.is::<XmitError>() || inner.is::<TooLarge>());
    is_placed || why.raw_os_error().is_some()
}

impl From<PackError> for io::Error {
    fn from(error: PackError) -> io::Error {
        match error {
            PackError::Io(error) => error,
            PackError::Terse(error) => error.into(),
            PackError::Xmit(error) => error.into(),
            other => io::Error::new(io::ErrorKind::InvalidData, other),
        }
    }
}
