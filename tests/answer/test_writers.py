"""Who wrote an answer, read off its events."""

from gateway.answer.events import (
    CitationsFinished,
    Failed,
    Numbered,
    ParagraphFinished,
    StateChanged,
    TextAdded,
    TextRolledBack,
)
from gateway.answer.writers import Writers
from tests.support.every import every

SWITCHING = StateChanged("provider_switching", "Another model goes on")


@every(
    ("events", "places"),
    [
        ([], []),
        ([SWITCHING], []),
        ([TextAdded("a"), TextAdded("b"), ParagraphFinished(0, "ab")], [0]),
        ([SWITCHING, TextAdded("a")], [1]),
        ([TextAdded("a"), SWITCHING], [0]),
        ([TextAdded("a"), StateChanged("repairing", ""), TextAdded("b")], [0]),
        ([TextAdded("a"), SWITCHING, TextAdded("b"), SWITCHING, TextAdded("c")], [0, 1, 2]),
        ([TextAdded("ab"), TextRolledBack(0, 0), SWITCHING, TextAdded("c")], [1]),
        ([TextAdded("ab"), SWITCHING, TextAdded("c"), TextRolledBack(2, 1)], [0]),
        ([TextAdded("a"), CitationsFinished(1, 0), SWITCHING, Failed("timeout", "", True)], [0]),
    ],
)
def test_who_wrote_is_whose_text_stands(events, places):
    writers = Writers()
    for event in events:
        writers.take(event)
    assert writers.indexes == places


def journal(*epochs):
    return [Numbered(1, epoch, 0, event) for epoch, events in enumerate(epochs, start=1) for event in events]


def test_every_process_begins_with_the_first_provider():
    first, second = [SWITCHING, TextAdded("a")], [TextAdded("…\n\n"), SWITCHING]
    assert Writers.of(journal(first)).indexes == [1]
    assert Writers.of(journal(first, second)).indexes == [1], "what only closes a text is nobody's"
    writers = Writers.of(journal(first, [*second, TextAdded("b")]))
    writers.take(TextAdded("c"))
    assert writers.indexes == [1, 0], "the last one is the one that wrote last"
