"""Generated documentation: what the program itself says, and the results of studies, as pages."""
