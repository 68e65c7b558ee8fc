"""Rows of evaluations: runs, and what each case came to."""
