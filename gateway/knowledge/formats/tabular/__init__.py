"""What a table needs to be understood from any of its pieces: its header, and records as rows."""
