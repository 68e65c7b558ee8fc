"""Whether the JSON of a model matches the schema as it came."""

import json

import pytest

from gateway.telemetry.families import REGISTRY
from gateway.turn.writing.format_compliance import Compliance, matches
from tests.fakes.model import Model
from tests.support.every import every
from tests.support.malformed import BODY, CASES, P1
from tests.support.prompts import PROMPTS

SCHEMA = PROMPTS.schema


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        f"\n {BODY}\n",
        json.dumps(json.loads(BODY), indent=1),
        '{"paragraphs":[]}',
        '{"paragraphs":[{"text":"</think>","citationIds":[]}]}',
        f"<think>E1? {{}}</think>\n{BODY}",
        f"E1?</think>{BODY}",
    ],
)
def test_json_as_asked_for_complies(text):
    assert matches(text, SCHEMA)


@every(
    "text",
    [
        "",
        "Three weeks [E1].",
        f"```json\n{BODY}\n```",
        f"Here it is: {BODY}",
        f"{BODY} I hope this helps.",
        f"{P1}\n{P1}",
        BODY[:-1],
        BODY.replace("]", ",]"),
        BODY.replace('"', "'"),
        BODY.replace("citationIds", "citations"),
        BODY.replace('"}', '","n":1}'),
        BODY.replace('["E1"]', '"E1"'),
        BODY.replace("E1", "E99"),
        BODY.replace('"one a"', "null"),
        BODY.replace("one a", "one\na"),
        "[" * 100_000,
        "\ud800",
        "[1]",
    ],
)
def test_what_the_reader_has_to_repair_does_not_comply(text):
    assert not matches(text, SCHEMA)


def test_of_the_malformed_answers_hardly_any_complies():
    fine = [case.name for case in CASES if matches(case.model, SCHEMA)]
    assert {"as asked", "pretty-printed", "text first"} <= set(fine) and len(fine) < len(CASES) / 5


@pytest.mark.parametrize(
    ("texts", "verdict"),
    [
        ([], None),
        ([(BODY, True)], True),
        ([(BODY, True), (BODY, True)], True),
        ([(BODY, False)], False),
        ([(BODY[:-1], True), (BODY, True)], False),
    ],
)
async def test_an_answer_complies_when_all_texts_of_its_model_do(texts, verdict):
    def counted():
        labels = {"compliant": "yes" if verdict else "no", "provider": "scripted", "model": "scripted"}
        return REGISTRY.get_sample_value("citestream_format_compliance_total", labels) or 0

    compliance, lines, before = Compliance(), [], counted()
    for text, whole in texts:
        await compliance.judge(text, SCHEMA, whole=whole)
    compliance.note(lambda kind, fields: lines.append((kind, fields)), Model())
    detail = {"decision": "format_compliance", "detail": {"format_compliance": verdict}}
    assert lines == ([] if verdict is None else [("decision", detail)])
    assert counted() - before == (verdict is not None)
