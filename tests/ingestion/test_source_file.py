"""What was sent and the document that becomes of it."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest

from gateway.ingestion.source_file import (
    FEW,
    LONGEST_ID,
    Source,
    TooMany,
    count,
    cut,
    document_of,
    open_source,
    packed,
)
from gateway.knowledge.extraction import Unreadable

TEXT = "# Rules\n\n" + "\n\n".join(f"## Part {number}\n\nRule {number}: books come back." for number in range(5000))


def counted(source):
    return count("default", source, source.identity, "mark", "none")


def test_an_external_id_goes_before_the_source_and_the_content():
    assert Source("x", source="a.md", external_id="7").identity == "7"
    assert Source("x", source="a.md").identity == "a.md"
    assert Source("x").identity == Source(b"x").identity != Source("y").identity
    assert len(Source("x", source="a" * (LONGEST_ID + 1)).identity) <= LONGEST_ID


@pytest.mark.parametrize(
    "change", [{"title": "T"}, {"source_app": "wiki"}, {"language": "fr"}, {"metadata": {"a": 1}}, {"content": b"y"}]
)
def test_whatever_was_sent_is_part_of_the_fingerprint(change):
    source = Source(b"x", "x.md")
    assert source.fingerprint("none") == Source(b"x", "x.md").fingerprint("none")
    assert replace(source, **change).fingerprint("none") != source.fingerprint("none") != source.fingerprint("hash")


def test_only_what_the_text_does_not_give_back_is_kept_beside_it():
    assert counted(Source(b"# Plain\n\ntext", "a.md")).document.original is None
    assert counted(Source("Un été à Paris".encode("latin-1"), "a.txt")).document.original == "Un été à Paris".encode(
        "latin-1"
    )


def test_passages_have_ids_in_their_order_also_beyond_one_millisecond():
    source = Source(TEXT, title="Rules", media_type="text/markdown")
    document = document_of(source, "id", open_source(source), TEXT)
    passages = list(cut(document, [TEXT]))
    ids = [passage.passage_id for passage in passages]
    assert len(ids) > 4096 and ids == sorted(set(ids)) and {uuid.UUID(passage_id).version for passage_id in ids} == {7}
    assert all(passage.text == document.text[passage.start : passage.end] for passage in passages)
    assert passages[0].heading == "Part 0"  # the title stands beside it


def test_a_blank_text_is_unreadable_in_a_sentence_that_names_it():
    with pytest.raises(Unreadable, match=r"^Empty holds no text\.$"):
        counted(Source(" \n", title="Empty"))


def test_packing_happens_where_the_words_were_counted():
    source = Source("Books come back.", title="Rules")
    assert packed(lambda indexed: [indexed.document.title], "default", source, "id", "m", "none") == ["Rules"]


def test_a_text_of_many_passages_is_not_counted_beside_everything_else():
    with pytest.raises(TooMany):
        counted(Source("".join(f"# {number}\n\nRule.\n\n" for number in range(FEW + 1)), title="Rules"))


@pytest.mark.parametrize("content", ["Un \ud83d\u00e9t\u00e9.", "  \ud800 a\r\nb", "plain"])
def test_a_text_is_the_same_whether_it_was_sent_as_characters_or_in_utf_8(content):
    sent, text = Source(content, title="T"), Source(content.encode("utf-8", "surrogatepass"), title="T", is_text=True)
    assert sent.fingerprint("none") == text.fingerprint("none")
    assert counted(sent).document.text == counted(text).document.text
    assert Source(content.encode("utf-8", "surrogatepass"), title="T").fingerprint("none") != sent.fingerprint("none")
