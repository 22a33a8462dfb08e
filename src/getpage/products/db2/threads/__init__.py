"""Threads: accounting added up, and what it says of reuse, of plans and of packages."""
