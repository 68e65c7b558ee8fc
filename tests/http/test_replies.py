"""JSON answers: never kept, in the order given or in the spelling of the dialects."""

import ast
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest
from typing_extensions import TypedDict

from gateway.evaluation.labelling.label_agreement import Agreement
from gateway.http import replies
from gateway.http.admin import audit_log, keys
from gateway.http.knowledge import documents, failed_documents
from gateway.http.memory import staff_memory
from gateway.http.openapi.components import SavedDocument
from gateway.http.reading_room import evaluations, feedback, paragraph_labels, recordings, source_uses, threads
from gateway.http.replies import canonical, fresh, shown_as
from gateway.ingestion.ingest_result import IngestResult
from gateway.knowledge.documents import corpus
from gateway.limits.access_key import Key
from gateway.memory.rules.decision import Step
from gateway.memory.rules.entry import MemoryEntry
from gateway.store.accounts.audit import AuditEvent
from gateway.store.documents.failed_sources import FailedSource
from gateway.store.evaluation.evaluation_runs import EvaluationRun
from gateway.store.reading_room.asked_rows import EndedAnswer
from gateway.store.reading_room.document_uses import CitingAnswer
from gateway.store.reading_room.feedback_rows import Opinion
from gateway.store.reading_room.owned_threads import StoredThread, ThreadAnswer
from gateway.turn.replay import Difference

VALUE = {"b": "é\u2028", "a": None}


@pytest.mark.parametrize("reply", [fresh, canonical])
def test_json_is_not_kept_and_has_the_status_given(reply):
    assert reply(VALUE).status_code == 200 and reply(VALUE, 201).status_code == 201
    assert reply(VALUE).headers["cache-control"] == "no-store"
    assert reply(VALUE).headers["content-type"] == "application/json"


def test_one_keeps_the_order_of_fields_the_other_sorts_them_on_one_line_for_every_reader():
    assert fresh(VALUE).body.decode() == '{"b":"é\u2028","a":null}'
    assert canonical(VALUE).body.decode() == '{"a":null,"b":"é\\u2028"}'
    assert canonical(VALUE, headers={"Allow": "GET"}).headers["allow"] == "GET"


class Shown(TypedDict):
    name: str
    at: str
    state: str
    until: str


def test_a_record_is_shown_by_the_names_of_its_type_with_times_in_rfc_3339():
    fields = {"at": datetime(2026, 1, 2, tzinfo=UTC), "name": "a", "number": 7, "state": None}
    shown = {"name": "b", "at": "2026-01-02T00:00:00.000Z", "state": None, "until": "2026-01-03T00:00:00.000Z"}
    for record in (fields, SimpleNamespace(**fields)):
        found = shown_as(Shown, record, name="b", until=datetime(2026, 1, 3, tzinfo=UTC))
        assert found == shown and list(found) == list(shown)
    with pytest.raises(KeyError):
        shown_as(Shown, fields)
    with pytest.raises(AttributeError):
        shown_as(Shown, SimpleNamespace(**fields))


RECORDS = {
    audit_log.Event: (AuditEvent, {"id", "role"}),
    keys.KeyRecord: (Key, {"id", "state", "last_used_at", "limits"}),
    threads.Thread: (StoredThread, {"named"}),
    threads.TurnJson: (ThreadAnswer, {"question_uuid", "question", "asked_at", "answer_uuid", "earlier_answers"}),
    source_uses.Citing: (CitingAnswer, {"answer_uuid", "question", "citations"}),
    recordings.Ended: (EndedAnswer, {"answer_uuid", "question", "asked_at"}),
    recordings.Changed: (Difference, {"was", "now"}),
    feedback.OwnOpinion: (Opinion, set()),
    failed_documents.FailedDocument: (FailedSource, {"document_id", "status", "error", "can_retry"}),
    documents.PassageJson: (corpus.Passage, {"boxes"}),
    documents.Box: (corpus.LayoutLine, set()),
    paragraph_labels.AgreementJson: (Agreement, set()),
    paragraph_labels.LabelRun: (EvaluationRun, {"run", "set"}),
    evaluations.RunJson: (EvaluationRun, {"run", "set", "repeat"}),
    SavedDocument: (IngestResult, {"error"}),
    staff_memory.JudgedEntry: (MemoryEntry, set()),
    staff_memory.DecisionStep: (Step, set()),
}
"""The record of each type of response, and the fields that the record does not have."""
ROWS = {"LabelItem", "Neighbour", "EntryEvent", "Entry", "PassageText"}
"""Types whose records are rows, which have no types."""


def in_json(kind):
    """Returns what a value of a type can be in JSON: types, and the texts of literals."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return set().union(*map(in_json, arguments))
    if origin is Literal:
        return set(arguments)
    if origin is tuple:
        return {list[arguments[0]]}
    if origin is Mapping:
        return {dict[arguments]}
    return {str if kind is datetime else kind}


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_a_record_has_the_fields_of_its_type_with_the_same_types(kind):
    record, others = RECORDS[kind]
    computed = {name: part.fget for name, part in vars(record).items() if isinstance(part, property)}
    hints = get_type_hints(record) | {name: get_type_hints(read)["return"] for name, read in computed.items()}
    for name, wanted in get_type_hints(kind).items():
        if name in others:
            continue
        found, allowed = in_json(hints[name]), in_json(wanted)
        assert {str if isinstance(value, str) and str in allowed else value for value in found} <= allowed, name


def test_each_type_that_shows_a_record_is_compared_with_it():
    calls = {
        call.args[0].id
        for file in Path(replies.__file__).parent.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text()))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "shown_as"
    }
    assert calls == ROWS | {kind.__name__ for kind in RECORDS}
