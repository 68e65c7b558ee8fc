"""Checks citation ids, the wording of the sources and a verifier's verdicts. Pure."""
