"""What to run on z/OS, rendered."""
