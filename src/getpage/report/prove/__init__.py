"""A proof: what differs between before and after."""
