"""What every dialect must come to, and the reader that says what it came to.

`tests/support/dialects/` has one reader for each dialect, found by the dialect's name. It defines

- `read(raw)`: the `Reading` of a whole answer, as the dialect's own clients would read it;
- `thoughts(raw)`: the model's thoughts, or None where the dialect does not show them;
- `payloads(raw)`: what the dialect says about each source, by citation id;

and, where they apply, `OPTIONS` for the encoder, `HAS_IDS = False` (its frames have no ids) and `IS_JSON = False`
(text stands on the wire as it is).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gateway import slots
from gateway.answer.events import fold
from tests.support import sse
from tests.support.event_lists import ABOUT
from tests.support.found import beside

DIALECTS = slots.names("wire")


@dataclass
class Reading:
    text: str = ""
    paragraphs: list = field(default_factory=list)
    references: list = field(default_factory=list)
    failed: bool = False
    ends: int = 0
    """Terminal events seen."""
    last: bool = False
    """The last thing on the wire is the terminal one."""

    @property
    def content(self):
        return self.text, self.paragraphs, self.references, self.failed


def reader(dialect):
    """Returns the dialect's reader, or fails with the name of the file to write."""
    return beside("dialects", dialect, "`read`, `thoughts` and `payloads`, as tests/support/folding.py describes them")


def encoded(dialect, numbered, **options):
    """Returns one encoder's bytes for each event. `options`: instead of those of the dialect's reader."""
    options = options or getattr(reader(dialect), "OPTIONS", {})
    encoder = slots.load("wire", dialect, "dialect").Encoder(ABOUT, **options)
    return [encoder.encode(event) for event in numbered]


def truth(numbered):
    """Returns what every dialect must come to."""
    answer = fold(event.event for event in numbered)
    paragraphs = [(paragraph.text, paragraph.citation_ids) for paragraph in answer.paragraphs]
    failed = type(answer.end).__name__ == "Failed"
    return Reading(answer.text, paragraphs, [shown.citation_id for shown in answer.references], failed, 1, True)


def bodies(raw):
    """Returns the data of events none of which has a name."""
    events = sse.parse(raw)
    assert all(not event.name for event in events)
    return [event.data for event in events]
