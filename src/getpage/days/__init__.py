"""Days of a store held against each other: what is kept of each, and what moved between them."""
