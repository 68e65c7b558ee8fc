"""Parts of `bench/planted.py`."""
