"""Terms for search: splitting, stems, stop words, numbers. Pure."""
