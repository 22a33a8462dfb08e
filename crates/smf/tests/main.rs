//! Records of SMF and GTF, whole and damaged, read by their layouts. One program: what it stands on is linked once.

mod chains;
mod children;
mod common;
mod counters;
mod db2;
mod detection;
mod errors;
mod expansion;
mod framing;
mod gtf;
mod hostile;
mod ims;
mod layouts;
mod lost_starts;
mod monitoring;
mod random_damage;
mod relations;
mod round_trip;
mod samples;
