"""Text that stays: what a reader who can take nothing back is given."""

from gateway.answer.events import Finished, ParagraphFinished, Started, StateChanged, TextAdded, TextRolledBack
from gateway.wire.shared.settled import Settled


def taken(*events):
    settled = Settled()
    return [sent for event in events for sent in settled.take(event)]


def start(rollback):
    return Started("a", "b", "en", rollback=rollback)


END = Finished({})


def test_text_passes_at_once_where_nothing_is_withdrawn():
    assert taken(start(False), TextAdded("one"))[-1] == TextAdded("one")


def test_newlines_at_the_end_of_a_piece_begin_the_next_and_go_at_the_very_end():
    assert taken(start(False), TextAdded("one\n\n"), TextAdded("two\n"), END)[1:] == [
        TextAdded("one"),
        TextAdded("\n\ntwo"),
        END,
    ]


def test_where_text_may_be_withdrawn_it_waits_for_its_paragraph():
    state = StateChanged("repairing", "…")
    paragraph = ParagraphFinished(0, "right")
    events = [start(True), TextAdded("wro"), TextRolledBack(0, 0), state, TextAdded("right\n\n"), paragraph]
    assert taken(*events)[1:] == [state, TextAdded("right"), paragraph]


def test_only_the_withdrawn_part_goes():
    first, second = ParagraphFinished(0, "one"), ParagraphFinished(1, "two")
    events = [TextAdded("one\n\n"), first, TextAdded("bad"), TextRolledBack(5, 1), TextAdded("two"), second]
    assert taken(start(True), *events)[1:] == [TextAdded("one"), first, TextAdded("\n\ntwo"), second]
