//! S/390 evidence: bytes to logical records to sections to Arrow columns, and back.
//!
//! The way through the crate is the way of the data: [`getpage_pack`] opens a file and unpacks it, [`frame`] finds
//! its logical records whatever their framing, [`decode`] turns their sections into columns as the [`layout`]s say, and
//! [`load`] writes the columns to Parquet. [`inspect`] goes the same way and keeps only what a person asks first: what is
//! in this file, and is it whole? [`encode`] is the inverse, for tests and for sample sites.
//!
//! Nothing here panics on input, and nothing is dropped without being counted in a [`damage::DamageLog`].

mod block;
pub mod block_book;
mod chunk;
mod column;
pub mod damage;
pub mod decode;
pub mod dictionary;
pub mod digest;
pub mod disk;
pub mod ebcdic;
pub mod encode;
pub mod error;
mod expand;
pub mod frame;
pub mod gtf;
pub mod ims;
pub mod inspect;
pub mod layout;
mod limits;
pub mod load;
pub mod look;
mod map;
mod monitor;
pub mod monitoring;
pub mod number;
pub mod prepared;
mod problem;
mod product;
mod record;
mod relations;
pub mod rmf;
pub mod run_length;
pub mod summary;
pub mod sums;
pub mod time;
pub mod writer;
