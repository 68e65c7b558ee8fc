"""What `bench/answer.py` is made of."""
