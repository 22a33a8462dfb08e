"""Shared by the readers of printed evidence of all products: three shapes, figures, and layouts."""
