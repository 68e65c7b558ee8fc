"""Searches for the candidates of one turn and judges them."""
