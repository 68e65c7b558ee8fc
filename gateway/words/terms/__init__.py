"""Terms for search: splitting, stems, stop words, synonyms, numbers. Pure."""
