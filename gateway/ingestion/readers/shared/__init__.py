"""What readers of several formats are made of: packages, XML trees, Markdown, text recognition."""
