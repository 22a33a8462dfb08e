"""A forecast: every figure before and after, with its interval."""
