//! Traces as they are found. One program: what it stands on is linked once.

mod arrow;
mod common;
mod detect;
mod files;
mod frame;
mod getpages;
