"""The ledger: who holds real storage."""
