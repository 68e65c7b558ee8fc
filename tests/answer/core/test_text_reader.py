"""One text of the model; what becomes of whole answers is in test_stream.py and test_continuation.py."""

import pytest

from gateway.answer.core.endings import ended
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.review import Review
from gateway.answer.core.states import Blocks
from gateway.answer.core.text_reader import TextReader
from gateway.answer.core.transcript import Transcript
from gateway.answer.evidence.evidence import EvidenceIndex
from tests.support.reading import CANDIDATES, FEES, LOANS, OFF, document

AGAIN = Ladder(rollback=True, regenerate=True)


def reader(ladder=AGAIN, inline=False):
    page = Transcript(CANDIDATES, "paragraph", holds_back=False)
    review = Review(page, EvidenceIndex(CANDIDATES, OFF, "en"), ladder, "en")
    return TextReader(CANDIDATES, page, review, inline=inline, blocks=Blocks.PARAGRAPHS), page, review


def over(text, finish_reason="stop", failure=None):
    """The text is said to be over; how it ended, once that is read."""
    parts, end = ended(text.rest(cut=False), text.format, finish_reason, failure)
    text.take([*parts, end])
    return text.read()


def test_a_text_is_read_up_to_its_end():
    text, page, _ = reader()
    text.receive(text.sanitized(document((["E1"], LOANS), (["E2"], FEES))))
    assert text.blank and text.read() is None and not text.blank
    text.end = over(text)
    assert text.end.finish_reason == "stop" and text.format == "json"
    text.finish()
    assert [paragraph.text for paragraph in page.tally.paragraphs] == [LOANS, FEES]


def test_a_paragraph_that_is_lost_stops_the_reading_until_it_is_given_up():
    text, page, review = reader()
    text.receive(f"<p c=E1>{LOANS}</p>Lost.\n\n{FEES} ")
    text.receive(document((["E2"], FEES)))
    assert text.read() is None and review.waits and text.begun == 1
    assert over(text) is None
    while review.waits:
        review.give_up()
        text.end = text.read()
    assert text.end is not None and page.tally.paragraphs[1].degraded == "not_json"


@pytest.mark.parametrize(("inline", "blocks", "begun"), [(False, Blocks.UNDECIDED, 3), (True, Blocks.PARAGRAPHS, 1)])
def test_plain_text_is_a_loss_unless_it_was_asked_for(inline, blocks, begun):
    text, _, _ = reader(inline=inline)
    text.receive(f"{LOANS}\n\n{FEES}\n\nMore")
    text.read()
    assert text.blocks is blocks and text.lost_as == "not_json"
    assert text.begun == begun


def test_titles_are_known_by_where_they_stood():
    text, _, _ = reader()
    text.receive(document((["E1"], f"{LOANS}\n\nSUIVI\n[S1] In the text\n"), outline='[{"title":"In the document"}]'))
    text.receive("SUIVI\n[S1] Behind it\n")
    text.read()
    over(text)
    assert (text.titles, text.block_titles, text.titles_beside()) == (
        ["In the document"],
        ["In the text"],
        ["Behind it"],
    )
