//! A curve from a sample of the pages, with a band, or a refusal where the sample is too small.
//!
//! A page is in the sample if its hash is below a limit: all references to a page are, or none.
//! Distances in the sample are then the true ones times the rate. Only plain LRU is sampled here;
//! exact is the default, and this is for when it was asked not to be.
//!
//! - **Corrected denominator.** A few pages have a large share of all references, and whether
//!   they are in the sample sways the number of references sampled. But they hit at every size.
//!   So reads are sampled reads divided by the rate, and compared with the *true* number of
//!   getpages, which costs nothing to count. (SHARDS calls this the adjusted variant; without it
//!   the mean error here is thirty times as large.)
//! - **Band.** The sample is split by hash into 16 smaller ones, each with a curve of its own.
//!   How far they lie apart gives the standard error; the band is 95 % by Student's t, at each size
//!   by itself, or wider for all sizes at once. It assumes that the 16 are independent and ignores
//!   that smaller samples are slightly more biased.
//! - **Refusal.** Fewer than 8,192 sampled pages give no curve.
//!
//! Reference: C. Waldspurger, N. Park, A. Garthwaite, I. Ahmad, Efficient MRC construction with
//! SHARDS, FAST 2015.
//!
//! | file | idea |
//! |---|---|
//! | `filter` | which pages are in the sample |
//! | `band` | how wide the band is, at a size or for all of them |
//! | `curve` | the sample's curve, scaled, with its band |

mod band;
mod curve;
mod filter;

pub use band::Band;
pub use curve::{SampleTooSmall, SampledLru, SampledRow};
pub use filter::{PageFilter, Rate, RateError};
