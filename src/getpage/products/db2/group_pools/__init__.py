"""Group buffer pools: what members and coupling facilities tell of their structures."""
