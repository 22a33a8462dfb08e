"""A plan: where storage goes, the commands, and why not more."""
