"""Buffer pools: what is measured of them, their simulated pools, and what may be said of one pool alone."""
