"""Text in the margins of pages and across them that does not belong to their text."""
