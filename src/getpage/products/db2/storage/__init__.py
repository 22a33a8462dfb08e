"""Storage beside the pools: address spaces, EDM pools, the dump, and what Db2 sees of its z/OS image."""
