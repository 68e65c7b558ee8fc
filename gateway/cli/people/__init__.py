"""Commands for keys and personal data."""
