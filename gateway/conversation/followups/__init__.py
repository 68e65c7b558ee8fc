"""Follow-up questions: what a thread can be asked about, and which part of it a question points at. Pure."""
