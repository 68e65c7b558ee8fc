"""Question to candidates. One file each."""
