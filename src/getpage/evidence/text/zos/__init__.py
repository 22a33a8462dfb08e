"""Read printed z/OS evidence: RMF reports and panels, SDSF, and replies about large frames and dumps.

Only lines in which memory stands are read; every other line of these reports is passed over.
"""
