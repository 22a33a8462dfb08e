"""What all products share."""
