//! Notes the dictionaries of CICS monitoring as the blocks come by.

use std::sync::Arc;

use crate::block::Block;
use crate::expand;
use crate::monitoring::product::{DICTIONARY, Product, monitoring};
use crate::monitoring::{Book, Dictionary};

/// Whether a block has records that dictionaries are of or for.
pub(crate) fn concerns(block: &Block) -> bool {
    block.records.iter().any(|span| matches!(monitoring(block.record(*span)), Some(Ok(_))))
}

/// Notes the dictionaries of a block, which has the book from then on. `given` says that they are from a file that the
/// user gave for its dictionaries. A damaged one is told where its record is decoded.
pub fn note(book: &mut Arc<Book>, block: &mut Block, given: bool) {
    for span in &block.records {
        let record = block.record(*span);
        let Some(Ok(product)) = monitoring(record).filter(|p| p.as_ref().is_ok_and(|p| p.class == DICTIONARY)) else {
            continue;
        };
        let whole = expand::expanded(record);
        let record = whole.as_deref().unwrap_or(record);
        let product = if whole.is_some() { Product { compressed: 0, ..product } } else { product };
        if let Ok(dictionary) = Dictionary::of(&product, record, (block.file, span.offset)) {
            Arc::make_mut(book).add(dictionary, given);
        }
    }
    block.book = book.clone();
}
