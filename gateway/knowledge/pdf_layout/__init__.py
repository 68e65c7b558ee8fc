"""From characters at places on pages to text in reading order. Pure."""
