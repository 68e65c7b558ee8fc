"""Services that turn texts into sound and sound into texts, with the interface that OpenAI's have."""
