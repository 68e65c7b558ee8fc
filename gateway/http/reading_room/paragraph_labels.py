"""Labels that people give to paragraphs and their cited passages, for the page `/qa/labels` (docs/evaluation.md)."""

from __future__ import annotations

import uuid
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.answer import EvidenceRange
from gateway.answer.json_types import CitationId, Count, PositiveCount, Time, Uuid
from gateway.errors import NotFound, NothingToTakeBack
from gateway.evaluation.labelling.label_agreement import Judgement, Labelled, agreements, settled
from gateway.http.door.bodies import (
    FILLED_LINE,
    DescribedModel,
    OrAbsent,
    plain,
    queried,
    received,
    text_schema,
)
from gateway.http.door.endpoint import QA, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.operation import Operation, body, no_content, ok, parameter, up_to
from gateway.http.openapi.tags import FEEDBACK
from gateway.http.reading_room.feedback import Index, SentCitationId
from gateway.http.replies import fresh, shown_as
from gateway.store.evaluation.evaluation_runs import EvaluationRuns
from gateway.store.evaluation.label_rows import LabelQueue, LabelRows, Queued, ShownItem
from gateway.wire.shared.rest_json import Reference

LONGEST_LABELLER = 100
MOST_ITEMS = 50
RUN_SCHEMA = {"type": "string", "pattern": "^([0-9a-f]{32})?$"}
Hex = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
Labeller = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_LABELLER, strict=True),
    AfterValidator(plain),
    WithJsonSchema(text_schema(LONGEST_LABELLER, FILLED_LINE)),
]


class WhoseLabels(DescribedModel):
    """Names a queue: who labels, and the run; without it the live answers of the last seven days."""

    labeller: Labeller
    """Who labels. The labels of others are not shown."""
    run: OrAbsent[Hex] = None
    """The run of an evaluation; absent: the live answers of the last seven days."""

    @property
    def queue(self) -> LabelQueue:
        return LabelQueue(self.labeller, uuid.UUID(self.run) if self.run else None)


class LabelsQuery(WhoseLabels):
    """The query of the list."""

    limit: int = Field(20, ge=1, le=MOST_ITEMS)


class LabelRequest(WhoseLabels):
    """The body of `POST /v1/labels`; null means absent."""

    answer_uuid: Hex
    paragraph_index: Index
    citation_id: OrAbsent[SentCitationId] = None
    """One citation of a paragraph that has several, as the item names it."""
    verdict: Judgement
    """Whether the passages support all, a part, or nothing of what the paragraph says."""


class JudgedPassage(Reference):
    evidence: list[EvidenceRange]


class LabelItem(TypedDict):
    """A paragraph beside its cited passages. `citation_id`: only this citation is judged; null: all citations."""

    answer_uuid: Uuid
    paragraph_index: Count
    citation_id: CitationId | None
    question: str
    text: str
    passages: list[JudgedPassage]


class AgreementJson(TypedDict):
    """Cohen's kappa of two people over the items that both labelled; null if it is not defined."""

    labellers: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]
    cases: PositiveCount
    kappa: Annotated[float, Field(ge=-1, le=1)] | None


class LabelRun(TypedDict):
    run: Uuid
    set: str
    created_at: Time


class LabelPage(TypedDict):
    """`labelled` of `total` items are done by this person. `contradictions`: items on which people disagree whether the
    passages support them; they count for nothing."""

    items: list[LabelItem]
    labelled: Count
    total: Count
    agreement: list[AgreementJson]
    contradictions: Count
    runs: list[LabelRun]


class Undone(TypedDict):
    item: LabelItem | None
    """Null if its answer was deleted."""


async def waiting(visit: Visit) -> Response:
    """Returns the next items that this person has not labelled, and how far people agree."""
    asked, tenant = queried(visit, LabelsQuery), visit.caller.tenant
    rows, runs = LabelRows(visit.services.database), await EvaluationRuns(visit.services.database).all(tenant)
    queue = await _queue(visit, asked.queue)
    items = [queued.item for queued in queue if not queued.labelled][: asked.limit]
    labels = await rows.labels(tenant, asked.queue.run)
    page = LabelPage(
        items=[_shown(item) for item in await rows.shown(tenant, asked.queue.run, items)],
        labelled=sum(queued.labelled for queued in queue),
        total=len(queue),
        agreement=[shown_as(AgreementJson, agreement) for agreement in agreements(labels)],
        contradictions=settled(labels)[1],
        runs=[shown_as(LabelRun, run, run=run.run_id.hex, set=run.set_name) for run in runs],
    )
    return fresh(page)


async def give(visit: Visit) -> Response:
    """Stores the verdict of this person in place of an earlier one on the same."""
    asked = await received(visit, LabelRequest)
    item = Labelled(asked.answer_uuid, asked.paragraph_index, asked.citation_id or "")
    rows = LabelRows(visit.services.database)
    for queued in await _queue(visit, asked.queue):
        if queued.item == item and await rows.give(visit.caller.tenant, asked.queue, queued, asked.verdict):
            return Response(status_code=204)
    raise NotFound("There is no such paragraph to label; its answer may have been deleted.")


async def undo(visit: Visit) -> Response:
    """Removes the last label of this person, and returns its item."""
    asked, tenant = queried(visit, WhoseLabels), visit.caller.tenant
    rows = LabelRows(visit.services.database)
    undone = await rows.undo(tenant, asked.labeller, await _queue(visit, asked.queue))
    if undone is None:
        raise NothingToTakeBack(f"{asked.labeller} has labelled nothing here.")
    shown = await rows.shown(tenant, asked.queue.run, [undone])
    return fresh(Undone(item=_shown(shown[0]) if shown else None))


async def _queue(visit: Visit, wanted: LabelQueue) -> list[Queued]:
    """Returns the queue as far as the caller may read the answers. Raises `NotFound` for an unknown run."""
    tenant, database = visit.caller.tenant, visit.services.database
    if wanted.run is not None:
        await EvaluationRuns(database).run(tenant, wanted.run)
    queue = await LabelRows(database).queue(tenant, wanted)
    return [queued for queued in queue if visit.caller.may_read(queued.stored)]


def _shown(shown: ShownItem) -> LabelItem:
    answer_uuid, paragraph, citation_id = shown.item
    return shown_as(
        LabelItem, shown, answer_uuid=answer_uuid, paragraph_index=paragraph, citation_id=citation_id or None
    )


LABELLER: Any = parameter("labeller", text_schema(LONGEST_LABELLER, FILLED_LINE), "Who labels.", required=True)
RUN = parameter("run", RUN_SCHEMA, "The run of an evaluation. Without it: the live answers of the last seven days.")
WAITING = Operation(
    "listLabelItems: List what is to be labelled. A random sample, weak and moved citations, and citations that "
    "readers called wrong; and how far people agree.",
    ok(LabelPage, "The next items, and the progress of this person."),
    parameters=(LABELLER, RUN, parameter("limit", {**up_to(MOST_ITEMS), "default": 20}, "Items at most.")),
    refusals=(NotFound,),
)
GIVE = Operation(
    "giveLabel: Label a paragraph. Whether its cited passages support it; in place of an earlier label of the same "
    "person.",
    no_content("It is stored."),
    body(
        LabelRequest,
        {
            "labeller": "anna",
            "answer_uuid": "5b0d6b1c0f6e4f0fa3c1d2e4f5061728",
            "paragraph_index": 0,
            "verdict": "partly",
        },
    ),
    refusals=(NotFound,),
)
UNDO = Operation(
    "undoLabel: Take the last label back. Also one of an earlier session.",
    ok(Undone, "What was labelled."),
    parameters=(LABELLER, RUN),
    refusals=(NotFound, NothingToTakeBack),
)
ENDPOINTS = endpoints_of(
    FEEDBACK,
    ("GET", "/v1/labels", QA, waiting, WAITING),
    ("POST", "/v1/labels", QA, give, GIVE),
    ("DELETE", "/v1/labels", QA, undo, UNDO),
)
