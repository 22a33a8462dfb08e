"""What every floor may use: names, units, numbers as people read them, and errors."""
