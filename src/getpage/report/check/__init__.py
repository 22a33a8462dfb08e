"""The report itself: findings and changes with all that they stand on."""
