"""`citestream evaluate draft`, as people use it: propose, go through, confirm."""

import json
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from gateway.evaluation.cases import CaseLine

LINE = TypeAdapter(CaseLine)


def test_drafts_come_from_documents_and_from_questions_with_and_without_an_answer(citestream, evaluate, notes):
    (notes / "terms.md").write_text("# Terms\n\nA reading card is a card that every reader gets for a year.\n")
    assert citestream("ingest", str(notes)).returncode == 0
    citestream("ask", "How long may a book be borrowed?")
    citestream("ask", "Who won the football championship?")
    done = evaluate("draft", "--n", "20", "--out", "set.jsonl")
    assert "Only confirmed cases count. `citestream evaluate draft --confirm set.jsonl`" in done.stderr
    cases = [LINE.validate_json(line) for line in Path("set.jsonl").read_text().splitlines()]
    assert cases and not any(case.confirmed for case in cases)
    by_kind = {case.kind: case for case in cases}
    assert by_kind["asked"].question == "How long may a book be borrowed?" and by_kind["asked"].gold_passages
    assert by_kind["unanswered"].answerable is False
    assert by_kind["definition"].question == "What is meant by “reading card”?"
    assert by_kind["definition"].gold_passages == ("A reading card is a card that every reader gets for a year.",)
    assert len(evaluate("draft", "--n", "1").stdout.splitlines()) == 1


LINES = [
    '{"question": "One?", "confirmed": false, "kind": "asked"}',
    "no JSON",
    '{"question": "Two?", "confirmed": false}',
    '{"question": "Confirmed before?"}',
    '{"question": "Three?", "confirmed": false}',
    '{"question": "Four?", "confirmed": false}',
]


def test_people_go_through_drafts_and_every_decision_is_stored(evaluate, tmp_path):
    file = tmp_path / "set.jsonl"
    file.write_text("\n".join(LINES))
    done = evaluate("draft", "--confirm", "set.jsonl", keys="yneWhat is three?\n?kq").stdout
    assert "1/4" in done and "Drafts that nobody has decided about: 2." in done
    first, wrong, confirmed, three, four = file.read_text().splitlines()
    assert json.loads(first) == {"question": "One?", "confirmed": True, "kind": "asked"}
    assert (wrong, confirmed, four) == (LINES[1], LINES[3], LINES[5]), "lines without a decision stay as they are"
    assert json.loads(three) == {"question": "What is three?", "confirmed": False}
    assert "1/2" in evaluate("draft", "--confirm", "set.jsonl", keys="y").stdout
    assert json.loads(file.read_text().splitlines()[3])["confirmed"] is True


@pytest.mark.parametrize("name", ["none.jsonl", "folder"])
def test_a_file_that_cannot_be_read_is_one_sentence(evaluate, tmp_path, name):
    (tmp_path / "folder").mkdir()
    done = evaluate("draft", "--confirm", name)
    assert done.exit_code == 1 and f"{name} cannot be read:" in str(done.exception)
