"""Evidence: what a file is, what is in it, and the store that it is loaded into.

`sources` finds out what files are; `inspect` says what is in one without keeping anything; `load` decodes
files into a `store`, which is a directory of Parquet files; `view` is the window of a store (or of files)
that rules look at; `dictionary` tells what every column is and how its place in the record is known.
"""
