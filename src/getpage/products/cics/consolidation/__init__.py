"""Fewer regions for the same work: what each takes in intervals, and what fewer of them would."""
