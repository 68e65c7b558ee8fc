"""Parts of `bench/reading.py`."""
