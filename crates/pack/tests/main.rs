//! Packed evidence, whole and hostile. One program: what it stands on is linked once.

mod files;
mod hostile;
mod round_trips;
mod samples;
