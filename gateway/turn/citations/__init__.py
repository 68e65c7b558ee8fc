"""Questions about the sources that a conversation has shown."""
