"""Commands for documents and search."""
