"""Records, one a line."""

import json


def sample(heading: str, sentence: str) -> bytes:
    return "\n".join(json.dumps(record) for record in [{"place": heading, "rule": sentence}]).encode()
