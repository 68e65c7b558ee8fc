"""Parts of the reader of PDF files."""
