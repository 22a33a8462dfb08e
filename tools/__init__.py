"""What makes parts of getpage that are kept as data. Not shipped."""
