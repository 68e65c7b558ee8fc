"""From the content of a file to clean text and passages. Pure."""
