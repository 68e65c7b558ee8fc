"""Text formats: one file turns one format into Markdown lines. Pure."""
