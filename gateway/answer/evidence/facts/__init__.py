"""Facts of a sentence against the sentences of its sources: figures, names, negations and comparisons. Pure.

One file for each kind of fact. `check.findings` is the entrance.
"""
