"""The text of an answer with numbered sources."""

import pytest

from gateway.http.mcp.numbered_sources import with_sources
from gateway.wire.shared.addresses import place

DOCUMENT = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10"


def ref(name, kind="embedding", **payload):
    return {"citation_id": name, "type": kind, "payload": payload}


def test_numbers_stand_behind_paragraphs_and_below_are_title_place_and_address():
    position = {"heading": "Loans", "page": 3, "pageEnd": 4}
    refs = [
        ref("E1", title="Unused"),
        ref("E2", title="Rules", documentId=DOCUMENT, embeddingId="p1", position=position),
        ref("E3", title=None, source="https://a.example/x"),
        ref("E4", title="Notes", source="notes.md"),
        ref("G1", "graph", entitiesFromQuestion=[], vertices=[], edges=[]),
    ]
    paragraphs = [
        {"text": "One.", "citation_ids": ["E2", "E3"]},
        {"text": "Two.", "citation_ids": []},
        {"text": "Three.", "citation_ids": ["E3", "E4", "G1", "E9"]},
    ]
    assert with_sources(paragraphs, refs, "https://ask.example") == (
        "One. [1][2]\n\nTwo.\n\nThree. [2][3][4]\n\n"
        f"[1] Rules › Loans, p. 3–4 <https://ask.example/sources/{DOCUMENT}#p1>\n"
        "[2] E3 <https://a.example/x>\n[3] Notes <notes.md>\n[4] G1"
    )


def test_remarks_stand_last_behind_the_numbers_of_their_sources():
    refs, remarks = [ref("E1", title="A"), ref("E2", title="B")], [("E2", "The source says 36."), ("E9", "Unlisted.")]
    told = with_sources([{"text": "One.", "citation_ids": ["E1", "E2"]}], refs, "", remarks)
    assert told == "One. [1][2]\n\n[1] A\n[2] B\n\n[2] The source says 36."


@pytest.mark.parametrize("block", ["```\ncode\n```", "| a |\n|---|\n| b |", "$$x$$"])
def test_a_number_never_becomes_part_of_code_or_of_a_table(block):
    told = with_sources([{"text": block, "citation_ids": ["E1"]}], [ref("E1", title="T")], "")
    assert told == f"{block}\n\n[1]\n\n[1] T"


def test_without_citations_there_is_no_list():
    assert with_sources([{"text": "Nothing found.", "citation_ids": []}], [], "") == "Nothing found."


def test_a_place_is_on_one_line_whatever_a_title_holds():
    assert place("A\nB", {"page": 2, "page_end": 2}) == "A B, p. 2" and place(None, {}) == ""
