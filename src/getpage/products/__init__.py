"""The products: what uses memory. Each folder is one; none knows of another."""
