"""Rows of documents: texts, passages, originals, failures."""
