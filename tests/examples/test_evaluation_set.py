"""The questions of `examples/evaluation/`: as many of each kind as promised, each with gold that the sample holds."""

import json
from collections import Counter

import pytest

from gateway import slots
from gateway.knowledge.extraction import opened
from tests.support.splitting import split

FOLDER = slots.resource("examples")
LINES = (FOLDER / "evaluation" / "sample.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]
PASSAGES = [
    (f"{file.parent.name}/{file.name}", read.language, draft)
    for file in sorted(FOLDER.glob("??/*"))
    for read in [opened(file.read_bytes(), file.name)]
    for draft in split(read.text, read.media_type)
]
FIELDS = {"id", "question", "language", "kind", "gold_passages", "gold_answer", "history", "subject", "answerable"}


def holders(wording):
    """The passages that contain this wording: the name and the language of their documents, and their texts."""
    return [(name, language, draft.text) for name, language, draft in PASSAGES if wording in draft.text]


def languages_of(case):
    """The languages of the documents that answer this case."""
    return {language for wording in case.get("gold_passages", ()) for _, language, _ in holders(wording)}


def plain(text):
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def test_each_kind_has_as_many_cases_as_promised():
    assert Counter(case["kind"] for case in CASES) == {
        "single": 60,
        "two-passages": 30,
        "across": 30,
        "unanswerable": 30,
        "follow-up": 40,
    }
    hard = [case for case in CASES if len(case.get("gold_passages", ())) > 1 or languages_of(case) - {case["language"]}]
    assert len(hard) * 3 >= len(CASES)
    assert {case["language"] for case in CASES} == {"en", "fr", "zh"}


def test_no_question_copies_a_heading_or_another_question():
    headings = {plain(part) for _, _, draft in PASSAGES for part in (draft.heading or "").split(" › ")}
    lines = {plain(line) for _, _, draft in PASSAGES for line in draft.text.splitlines()}
    asked = [plain(case["question"]) for case in CASES]
    assert not set(asked) & (headings | lines)
    assert len(set(asked)) == len(asked) and len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_is_valid_and_its_gold_is_found(case):
    assert case.keys() <= FIELDS and case["id"].startswith(f"{case['kind']}-{case['language']}-")
    assert ("history" in case) == ("subject" in case) == (case["kind"] == "follow-up")
    assert "subject" not in case or plain(case["subject"]) not in plain(case["question"])
    gold = case.get("gold_passages", [])
    assert (
        bool(gold) == bool(case.get("gold_answer")) == (case["kind"] != "unanswerable") == case.get("answerable", True)
    )
    found = [holders(wording) for wording in gold]
    assert all(len(wording) >= 20 for wording in gold) and all(len(passages) == 1 for passages in found)
    texts = {text for [(_, _, text)] in found}
    assert len(texts) == len(gold), "each wording is in another passage"
    assert len(gold) == 2 or case["kind"] != "two-passages"
    assert languages_of(case) - {case["language"]} or case["kind"] != "across"
    assert languages_of(case) <= {case["language"]} or case["kind"] in ("across", "follow-up")
    answers = [plain(answer) for answer in case.get("gold_answer", ())]
    assert not gold or any(answer in plain(text) for answer in answers for text in texts)
    assert not any(answer in plain(case["question"]) for answer in answers), "repeating the question is no answer"
