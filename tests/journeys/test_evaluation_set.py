"""The questions of `examples/evaluation/`, asked without a model: no kind and no language does worse than it did.

They guard against regressions and prove nothing. A bound moves if a change is better on the whole, never to pass.
"""

import json
from collections import Counter

from gateway import slots

CASES = [
    json.loads(line)
    for line in (slots.resource("examples") / "evaluation" / "sample.jsonl").read_text(encoding="utf-8").splitlines()
]
FOUND = {"single": 42, "two-passages": 49, "across": 8, "follow-up": 31, "en": 52, "fr": 40, "zh": 40}
"""How many wordings of gold are in the first five passages at least: two fewer than when the questions were new."""
REFUSED = {"single": 17, "two-passages": 3, "across": 13, "follow-up": 11, "en": 6, "fr": 12, "zh": 24}
"""How many questions that have an answer are refused at most."""
ANSWERED = {"unanswerable": 12, "en": 10, "fr": 3, "zh": 3}
"""How many questions that have no answer are answered without a doubt at most."""


async def texts_of(server):
    """The text of each passage, by its id."""
    listed = (await server.client.get("/v1/documents", params={"limit": 100})).json()["documents"]
    found = [await server.client.get(f"/v1/documents/{one['document_id']}/passages") for one in listed]
    return {passage["passage_id"]: passage["text"] for each in found for passage in each.json()["passages"]}


def messages(history):
    return [entry if isinstance(entry, dict) else {"role": "user", "content": entry} for entry in history]


async def test_the_questions_about_the_sample_fare_no_worse_than_before(sample):
    texts = await texts_of(sample)
    found, refused, answered = Counter(), Counter(), Counter()
    for case in CASES:
        before = messages(case.get("history", ()))
        document = await sample.document(case["question"], conversation_history=before, memory="skip")
        first = [texts.get(offered.get("passage_id"), "") for offered in document["offered"][:5]]
        gold = case.get("gold_passages", ())
        for group in (case["kind"], case["language"]):
            found[group] += sum(any(wording in text for text in first) for wording in gold)
            if gold:
                refused[group] += document["no_context"]
            else:
                answered[group] += document["meta"]["answer"]["confidence"]["level"] == "confident"
    assert {group: found[group] for group in FOUND if found[group] < FOUND[group]} == {}, found
    assert {group: refused[group] for group in REFUSED if refused[group] > REFUSED[group]} == {}, refused
    assert {group: answered[group] for group in ANSWERED if answered[group] > ANSWERED[group]} == {}, answered
