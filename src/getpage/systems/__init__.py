"""The consumers of memory. Each folder is one system; none knows of another."""
