"""What a reader's process writes of a file or text, run here without the process."""

import json
from collections import defaultdict

import pytest

from gateway.knowledge.formats import MARKDOWN, Unreadable
from gateway.readers.stream import AT_ONCE, Reading, Task, fields, read
from gateway.source import Source
from gateway.spool import END, HEAD, ROWS, TEXT
from gateway.store.rows import pack

SECTIONS = "".join(f"# Part {number}\n\nLoan number {number} lasts three weeks.\n\n" for number in range(450))


def gathered(frames):
    found = defaultdict(list)
    for kind, content in frames:
        found[kind].append(content)
    return found


def reading(most=0, name="loans.md", is_text=False):
    return Reading(Task("default", "none", None, pack, most), Source(b"", name, is_text=is_text), "", MARKDOWN)


def test_a_long_file_is_written_a_few_passages_at_a_time():
    found = gathered(read(SECTIONS.encode(), reading()))
    end = json.loads(found[END][0])
    assert b"".join(found[TEXT]).decode() == SECTIONS
    assert end["passages"] == 450 and end["is_same"]
    assert len(found[ROWS]) == -(-450 // AT_ONCE)
    assert json.loads(found[HEAD][0])["title"] == "Part 0"


def test_too_many_passages_are_a_sentence_that_names_the_setting():
    with pytest.raises(Unreadable, match=r"^loans\.md is cut into more than 400 passages \(GATEWAY_MAX_PASSAGES\)"):
        list(read(SECTIONS.encode(), reading(most=400)))


@pytest.mark.parametrize("blank", [b"", b" \n\n "])
def test_a_file_without_text_is_refused(blank):
    with pytest.raises(Unreadable, match=r"^loans\.md (holds no text|is empty)"):
        list(read(blank, reading()))


def test_the_text_of_a_json_body_comes_apart_from_its_other_fields():
    found = gathered(fields(json.dumps({"title": "Loans", "text": "Three weeks. " * 1000}).encode(), None))
    assert b"".join(found[TEXT]).decode() == "Three weeks. " * 1000
    assert json.loads(found[HEAD][0]) == {"title": "Loans", "text": "."}
    assert json.loads(found[END][0]) == {"wrong": None}


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (b'{"a": ', "is not valid JSON (line 1, column 7)"),
        (b"[1]", "must be a JSON object"),
        (b"[" * 200_000, "is not"),
    ],
    ids=["cut", "list", "deep"],
)
def test_a_body_that_is_no_json_object_says_what_is_wrong(body, wrong):
    found = gathered(fields(body, None))
    assert json.loads(found[END][0])["wrong"].startswith(wrong)
