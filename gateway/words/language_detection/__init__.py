"""Which language a text is in. Pure."""
