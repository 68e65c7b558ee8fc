"""Citestream: a streaming chat gateway whose answers carry citations per paragraph."""

__version__ = "0.4.0"
