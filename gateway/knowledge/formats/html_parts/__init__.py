"""What the reader of HTML knows of single parts of a page."""
