"""Passages of a document exchanged for those of its new text."""
