"""Commands and definitions that answer what the rules found."""
