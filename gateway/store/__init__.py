"""The database: every row is written and read here, and nothing else speaks SQL."""
