"""The questions of `examples/evaluation/`, asked without a model: no kind and no language does worse than it did.

They guard against regressions and prove nothing. A bound moves if a change is better on the whole, never to pass.
"""

import json
import re
from collections import Counter

from gateway import slots
from tests.conftest import _migrate
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support import effort, postgres
from tests.support.server import running

CASES = [
    json.loads(line)
    for line in (slots.resource("examples") / "evaluation" / "sample.jsonl").read_text(encoding="utf-8").splitlines()
]
ASKED = CASES if effort.whole else CASES[::2]
"""Every second question; all of them with `--all`."""
FOUND = {"single": (42, 21), "two-passages": (49, 22), "across": (8, 4), "follow-up": (31, 17)}
FOUND |= {"en": (52, 23), "fr": (40, 24), "zh": (40, 18)}
"""How many wordings of gold are in the first five passages at least: two fewer of all than when they were new,
and one fewer of every second question."""
REFUSED = {"single": (17, 7), "two-passages": (3, 2), "across": (13, 6), "follow-up": (11, 3)}
REFUSED |= {"en": (6, 2), "fr": (12, 5), "zh": (24, 10)}
"""How many questions that have an answer are refused at most."""
ANSWERED = {"unanswerable": (12, 6), "en": (10, 5), "fr": (3, 1), "zh": (3, 2)}
"""How many questions that have no answer are answered without a doubt at most."""


def bounds(all_and_half):
    return {group: bound[not effort.whole] for group, bound in all_and_half.items()}


async def texts_of(server):
    """The text of each passage, by its id."""
    listed = (await server.client.get("/v1/documents", params={"limit": 100})).json()["documents"]
    found = [await server.client.get(f"/v1/documents/{one['document_id']}/passages") for one in listed]
    return {passage["passage_id"]: passage["text"] for each in found for passage in each.json()["passages"]}


async def asked(server, case):
    """The answer to a case. Earlier questions are asked first, in a conversation of their own."""
    history = case.get("history", [])
    fields = {"memory": "skip", "thread_id": case["id"]}
    if history and isinstance(history[0], dict):
        return await server.document(case["question"], conversation_history=history, memory="skip")
    return [await server.document(question, **fields) for question in (*history, case["question"])][-1]


async def test_the_questions_about_the_sample_fare_no_worse_than_before(sample):
    texts = await texts_of(sample)
    found, refused, answered = Counter(), Counter(), Counter()
    for case in ASKED:
        document = await asked(sample, case)
        first = [texts.get(offered.get("passage_id"), "") for offered in document["offered"][:5]]
        gold = case.get("gold_passages", ())
        for group in (case["kind"], case["language"]):
            found[group] += sum(any(wording in text for text in first) for wording in gold)
            if gold:
                refused[group] += document["no_context"]
            else:
                answered[group] += document["meta"]["answer"]["confidence"]["level"] == "confident"
    assert {group: found[group] for group, bound in bounds(FOUND).items() if found[group] < bound} == {}, found
    assert {group: refused[group] for group, bound in bounds(REFUSED).items() if refused[group] > bound} == {}, refused
    assert {group: answered[group] for group, bound in bounds(ANSWERED).items() if answered[group] > bound} == {}, (
        answered
    )


PASSAGE = re.compile(r'<passage id="(E\d+)">\n.*\n([\s\S]*?)\n</passage>')
SINGLE = {case["question"]: case["gold_passages"][0] for case in CASES if case["kind"] == "single"}
NEXT = dict(zip(SINGLE.values(), [*SINGLE.values()][1:], strict=False))


def quoting(request):
    """A model that quotes the gold, and then the gold of the next question as if it were from the same passage."""
    said = request.body["messages"][-1]["content"]
    gold = next(wording for question, wording in SINGLE.items() if question in said)
    source = next((cited for cited, text in PASSAGE.findall(said) if gold in text), "E1")
    return answer_json([([source], gold), ([source], NEXT.get(gold, gold))], 40)


def plain(text):
    return "".join(letter for letter in text if letter.isalnum())


async def test_a_scripted_quotation_is_confirmed_where_it_stands_and_nowhere_else():
    statuses = Counter()
    async with (
        postgres.fresh_database(_migrate) as url,
        FakeUpstream(quoting) as upstream,
        running(url, sample=True, provider="openai", openai_base_url=upstream.url) as server,
    ):
        for question in SINGLE:
            document = await server.document(question, memory="skip")
            cited = {ref["citation_id"]: plain(ref["payload"].get("text", "")) for ref in document["refs"]}
            for paragraph in document["paragraphs"] if not document["no_context"] else ():
                for citation in paragraph["citations"]:
                    statuses[citation["status"]] += 1
                    stands = plain(paragraph["text"]) in cited[citation["citation_id"]]
                    assert (citation["status"] in ("ok", "moved")) == stands, (question, paragraph)
    assert statuses["ok"] > 35 and statuses["moved"] > 12, statuses
