"""The seam: what a product is given, and what it must say. Engines know products by this alone."""
