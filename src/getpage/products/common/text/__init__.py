"""What readers of printed evidence share, whichever product they are of."""
