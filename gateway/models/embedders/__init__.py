"""Text to vectors. One file each."""
