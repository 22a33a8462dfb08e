"""Which page sets belong in which buffer pool: what each reads and holds, and the statements that move it."""
