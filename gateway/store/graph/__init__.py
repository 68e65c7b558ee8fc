"""Rows of the graph and its search."""
