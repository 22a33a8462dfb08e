//! Why a packed file cannot be opened.

use std::io;
use std::path::{Path, PathBuf};

use crate::layer::Layer;
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
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl PackError {
    pub(crate) fn writing(place: &Path) -> impl Fn(io::Error) -> PackError {
        move |why| PackError::Write { place: place.to_path_buf(), why }
    }
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
