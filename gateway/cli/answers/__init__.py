"""Commands that ask, replay and curate answers."""
