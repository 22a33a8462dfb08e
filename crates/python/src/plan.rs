//! Hulls, and the price of storage: arrays of 64-bit numbers in, places or a price out.

use getpage_plan::Curves;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};

use crate::errors::Named;
use crate::guard::guarded;

struct Arrays {
    owner: Vec<i64>,
    taken: Vec<i64>,
    worth: Vec<f64>,
}

impl Arrays {
    fn new(py: Python<'_>, owner: &PyBuffer<i64>, taken: &PyBuffer<i64>, worth: &PyBuffer<f64>) -> PyResult<Self> {
        Ok(Self { owner: owner.to_vec(py)?, taken: taken.to_vec(py)?, worth: worth.to_vec(py)? })
    }

    fn curves(&self) -> PyResult<Curves<'_>> {
        Curves::new(&self.owner, &self.taken, &self.worth).map_err(Named::named)
    }
}

/// Curves of many owners, ascending by owner and by bytes taken: places of the vertices of their upper hulls, as a view of
/// 64-bit integers.
#[pyfunction]
fn upper_hulls<'py>(
    py: Python<'py>,
    owner: PyBuffer<i64>,
    taken: PyBuffer<i64>,
    worth: PyBuffer<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    guarded(|| {
        let arrays = Arrays::new(py, &owner, &taken, &worth)?;
        let hull = getpage_plan::upper_hulls(arrays.curves()?);
        let places: Vec<u8> = hull.into_iter().flat_map(|place| (place as i64).to_ne_bytes()).collect();
        PyMemoryView::from(&PyBytes::new(py, &places))?.call_method1("cast", ("q",))
    })
}

/// The least price of a byte at which the best points of all owners take no more than `room` bytes; 0 where all fits.
#[pyfunction]
fn price(py: Python<'_>, owner: PyBuffer<i64>, taken: PyBuffer<i64>, worth: PyBuffer<f64>, room: i64) -> PyResult<f64> {
    guarded(|| {
        let arrays = Arrays::new(py, &owner, &taken, &worth)?;
        Ok(getpage_plan::price(arrays.curves()?, room))
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(upper_hulls, module)?)?;
    module.add_function(wrap_pyfunction!(price, module)?)
}
