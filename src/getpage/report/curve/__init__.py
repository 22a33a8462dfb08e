"""A curve: what every size of a buffer pool would have read."""
