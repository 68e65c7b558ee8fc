"""The doors for OpenAI clients: chat completions and responses."""
