"""Something new must be handled in several files. mypy or a test names each of them: here for an event and a field of
META. Other tests do it for a provider (`tests/models/providers/test_contract.py`) and for a column of `document`
(`tests/store/documents/test_document_row.py`)."""

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

from gateway import slots
from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.meta import TurnFacts, meta
from gateway.answer.summary import LateVerdict, Summary
from gateway.http.openapi import event_schemas, json_schema
from tests.golden.wire import META

ROOT = Path(__file__).parents[1]
EVENTS = "gateway/answer/events.py"
DIALECTS = [f"gateway/wire/{name.replace('-', '_')}.py" for name in slots.names("wire")]
PLACES_OF_EVENTS = {
    *DIALECTS,
    EVENTS,  # the JSON form and the fold
    "gateway/answer/core/transcript.py",  # an answer that another process continues
    "gateway/answer/writers.py",
    "gateway/cli/answers/ask_printer.py",
    "gateway/conversation/prepared.py",
    "gateway/http/openapi/event_schemas.py",  # the descriptions
    "gateway/store/answers/event_rows.py",
    "gateway/wire/shared/settled.py",
}


def mypy(cache: Path, *options: str) -> set[str]:
    """Returns the errors of mypy in the modules that import events; it reads no other module."""
    sources = [str(path.relative_to(ROOT)) for path in (ROOT / "gateway").rglob("*.py") if "events" in path.read_text()]
    command = [sys.executable, "-m", "mypy", "--config-file=", "--follow-imports=skip", "--cache-dir", str(cache)]
    result = subprocess.run([*command, *options, *sources], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert result.returncode in (0, 1), result.stderr
    return {line for line in result.stdout.splitlines() if ": error: " in line}


def test_mypy_names_every_place_that_a_new_event_needs(tmp_path):
    text = (ROOT / EVENTS).read_text(encoding="utf-8")
    with_planted = text.replace("\n    | Failed\n", "\n    | Failed\n    | Planted\n").replace(
        "\nEvent = (\n", "\n@dataclass(frozen=True, slots=True)\nclass Planted:\n    text: str\n\n\nEvent = (\n"
    )
    assert with_planted.count("Planted") == 2
    (tmp_path / "events.py").write_text(with_planted, encoding="utf-8")
    before = mypy(tmp_path / "cache")
    after = mypy(tmp_path / "cache", "--shadow-file", EVENTS, str(tmp_path / "events.py"))
    assert not [error for error in before if "assert_never" in error or "_type" in error]
    new = [error for error in after - before if "assert_never" in error or "_type" in error]
    assert {error.split(":")[0] for error in new} == PLACES_OF_EVENTS
    both = [error for error in new if error.startswith(EVENTS)]
    assert len(both) == 2, "Both the JSON form of events and their fold must name it."


SUMMARY = Summary(
    citation_mode="paragraph",
    paragraph_count=1,
    ref_count=2,
    has_citation_error=True,
    degraded_reason="limit",
    complete=True,
    citation_status=dict.fromkeys(("ok", "weak", "moved", "unchecked", "dropped"), 0),
    citation_reason=dict.fromkeys(("figure", "name", "negation", "comparison", "part", "wording", "calibrated"), 1),
    text="",
    references=(),
    cited=True,
    is_ref_embedding=True,
    is_ref_graph=True,
    late_verdicts=(LateVerdict(0, "E1", "ok"),),
)
FACTS_OF_A_TURN = TurnFacts(
    strict_in_doubt=True,
    evidence_rule=EvidenceRule((), 0.0, 900),
    question_uuid="q",
    answer_uuid="a",
    question_tokens=3,
    answer_tokens=5,
    source="memory",
    provider="p",
    model="m",
    prompt_version="0123456789ab",
    total_ms=9,
    first_text_ms=4,
    thread=META["thread"],
    session=META["session"],
    followup=META["followup"],
    memory=META["memory"],
    confidence=META["answer"]["confidence"],
    audio=META["audioInfo"],
    warnings=META["warnings"],
    models=(("p", "m"), ("q", "n")),
)


def names_in(value, above=""):
    """Returns the path of each field: `answer.confidence.level`."""
    if isinstance(value, list):
        return set().union(*(names_in(part, above) for part in value))
    if not isinstance(value, dict):
        return set()
    paths = {f"{above}{name}" for name in value}
    return paths.union(*(names_in(part, f"{above}{name}.") for name, part in value.items()))


def names_described(schema, above=""):
    schema = json_schema.components()[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    found = set()
    for part in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())):
        found |= names_described(part, above)
    for name, part in schema.get("properties", {}).items():
        found |= {f"{above}{name}"} | names_described(part, f"{above}{name}.")
    return found


def test_every_place_of_a_field_of_meta_knows_every_field():
    for facts in (SUMMARY, FACTS_OF_A_TURN):
        defaults = [f.name for f in dataclasses.fields(facts) if getattr(facts, f.name) == f.default]
        assert not defaults, f"tests/test_omissions.py: give {defaults} a value, so that META has it."
    sent = names_in(meta(SUMMARY, FACTS_OF_A_TURN))
    described = names_described(json_schema.schema_of(event_schemas.DATA["finished"]))
    assert described == sent, "gateway/answer/meta.py and gateway/answer/event_data.py have other fields."
    assert names_in(META) == sent, "tests/golden/wire.py: META lacks fields, so no client is tested with them."
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    section = re.search(r"^## 4\. META$(.*?)^## ", page, re.MULTILINE | re.DOTALL).group(1)
    unknown = [path for path in sent if f'"{path.rpartition(".")[2]}"' not in section]
    assert not unknown, f"docs/protocol.md, section 4, lacks {unknown}."
