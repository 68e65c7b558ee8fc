"""Rows that people read again: threads, feedback, questions, uses of documents."""
