//! Rebuilds the crate when a layout changes: the layouts are embedded at compile time.

fn main() {
    println!("cargo:rerun-if-changed=../../layouts");
}
