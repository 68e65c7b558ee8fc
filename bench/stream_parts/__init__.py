"""What `bench/stream.py` is made of: a model, the servers that are compared, their readers, and the measuring."""
