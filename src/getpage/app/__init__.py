"""One use case a verb, the same for the command line, Python and the web."""
