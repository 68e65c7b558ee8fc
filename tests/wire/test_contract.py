"""The invariants of the stream, for every dialect: each is read back and compared with the fold of the events."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from gateway import slots
from gateway.answer.events import TYPES, Numbered, data, parse
from gateway.http.asking import answers
from gateway.wire.shared.frame import EVENT_STREAM
from tests.support import sse
from tests.support.effort import examples
from tests.support.event_lists import lists
from tests.support.folding import DIALECTS, encoded, reader, truth

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
every_dialect = pytest.mark.parametrize("dialect", DIALECTS)


@every_dialect
@given(numbered=lists())
@settings(max_examples=examples(200), deadline=None)
def test_a_dialect_folds_back_to_text_paragraphs_and_citations_and_ends_once(dialect, numbered):
    reading, expected = reader(dialect).read(b"".join(encoded(dialect, numbered))), truth(numbered)
    assert reading.content == expected.content
    assert reading.ends == 1 and reading.last
    if reading.paragraphs:
        assert "\n\n".join(text for text, _ in reading.paragraphs) == reading.text
        cited = dict.fromkeys(citation_id for _, ids in reading.paragraphs for citation_id in ids)
        assert reading.references == list(cited)


@every_dialect
@given(numbered=lists())
@settings(max_examples=examples(50), deadline=None)
def test_a_replay_from_the_database_has_the_same_bytes(dialect, numbered):
    """Events as rows give them back: through JSON, keys in another order."""

    def stored(event):
        return parse(TYPES[type(event)], json.loads(json.dumps(data(event), sort_keys=True)))

    rows = [Numbered(row.seq, row.epoch, row.t_ms, stored(row.event)) for row in numbered]
    assert encoded(dialect, rows) == encoded(dialect, numbered)


@every_dialect
@given(numbered=lists())
@settings(max_examples=examples(50), deadline=None)
def test_an_event_is_whole_frames_whose_last_has_its_id_and_a_stateless_encoder_may_begin_anywhere(dialect, numbered):
    module = slots.load("wire", dialect, "dialect")
    frames = encoded(dialect, numbered)
    if module.MEDIA_TYPE == EVENT_STREAM:
        has_ids = getattr(reader(dialect), "HAS_IDS", True)
        for event, raw in zip(numbered, frames, strict=True):
            assert not raw or (raw.endswith(b"\n\n") and sse.parse(raw)[-1].id == (event.id if has_ids else ""))
    if getattr(module, "STATELESS", False):
        assert [b"".join(encoded(dialect, [event])) for event in numbered] == frames


@every_dialect
@given(numbered=lists())
@settings(max_examples=examples(100), deadline=None)
def test_json_bodies_are_one_line_for_every_kind_of_reader(dialect, numbered):
    if getattr(reader(dialect), "IS_JSON", True):
        text = b"".join(encoded(dialect, numbered)).decode()
        assert text.splitlines() == text.removesuffix("\n").split("\n")


@every_dialect
def test_the_protocol_lists_the_dialect_with_its_media_type_and_shows_its_bytes(dialect):
    page = PROTOCOL.read_text(encoding="utf-8")
    media_type = slots.load("wire", dialect, "dialect").MEDIA_TYPE
    row = rf"^\| `{re.escape(dialect)}` \| `{re.escape(media_type)}`"
    assert re.search(row, page, re.MULTILINE), f"docs/protocol.md, section 8: the table needs a row for `{dialect}`."
    heading = rf"^### .*`{re.escape(dialect)}`"
    assert re.search(heading, page, re.MULTILINE), f"docs/protocol.md: `{dialect}` needs a section of its own."


@every_dialect
def test_the_description_of_an_answer_lists_its_media_type(dialect):
    (ask,) = (known for known in answers.ENDPOINTS if (known.method, known.path) == ("POST", "/v1/answers"))
    media_type = slots.load("wire", dialect, "dialect").MEDIA_TYPE
    described = ask.operation.described(ask.path)["responses"]["200"]["content"]
    assert media_type in described, f"gateway/http/asking/answers.py: the description of an answer needs {media_type}."
