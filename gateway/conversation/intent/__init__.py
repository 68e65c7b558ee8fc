"""What kind of message a question is, and what it asks for. Pure."""
