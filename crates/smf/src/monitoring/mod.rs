//! What a record of CICS monitoring says of itself: product section, dictionary, and where fields stand by them.

mod at;
mod dictionary;
pub mod histogram;
pub(crate) mod product;
pub(crate) mod user;
mod walk;

pub(crate) use at::{At, wide};
pub use dictionary::{Book, Dictionary};
pub(crate) use dictionary::{ENTRY, Entry};
pub(crate) use walk::{Marks, Walk, slots};
