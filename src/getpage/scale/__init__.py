"""Loads that several machines share: pieces, the worker's part, and the engine that hands them out."""
