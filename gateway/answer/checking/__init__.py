"""Checks of an answer: citation ids, the wording of the sources, a verifier's verdicts, and the confidence gate.
Pure."""
