"""Did the change work? Before against after, and forecast against actual."""
