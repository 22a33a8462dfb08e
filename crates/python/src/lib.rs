//! The Python binding: `getpage._native`. Types in, types out, named errors; nothing is decided here.
//!
//! | file | idea |
//! |---|---|
//! | `packed` | files as they arrive to plain bytes, and back for tests |
//! | `evidence` | what is in files, and files to Parquet |
//! | `keys` | which records were seen before |
//! | `summary` | what one file holds, as a dictionary |
//! | `dictionary` | what every column is |
//! | `printed` | labels, units and relations of printed evidence |
//! | `encode` | records from values |
//! | `curve/` | one run over one trace |
//! | `measures` | rows of many objects to one answer an object |
//! | `arrow` | frames of Python as batches |
//! | `plan` | hulls, and the price of storage |
//! | `guard` | a panic as a named exception |
//! | `errors` | errors of the crates by their names in Python |
//! | `progress` | the caller's progress function, and Ctrl-C |
//! | `layouts` | the layouts in use |
//! | `memory` | what the allocator keeps |
#![allow(missing_docs)] // the docstrings are for Python; `_native.pyi` has the signatures

use pyo3::prelude::*;

mod arrow;
mod curve;
mod dictionary;
mod encode;
mod errors;
mod evidence;
mod guard;
mod keys;
mod layouts;
mod measures;
mod memory;
mod packed;
mod plan;
mod printed;
mod progress;
mod summary;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    guard::register(module)?;
    packed::register(module)?;
    evidence::register(module)?;
    keys::register(module)?;
    dictionary::register(module)?;
    printed::register(module)?;
    encode::register(module)?;
    plan::register(module)?;
    measures::register(module)?;
    curve::register(module)
}
