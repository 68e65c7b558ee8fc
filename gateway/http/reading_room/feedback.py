"""What readers think of answers and of single citations, and what staff do with it (docs/reading-room.md)."""

from __future__ import annotations

import re
from typing import Annotated, Any, cast, get_args

from pydantic import Field, StrictInt
from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.answer.json_types import CitationId, Count, Time, Uuid
from gateway.answer.meta import rfc3339
from gateway.errors import InvalidField, NotFound
from gateway.http.asking.stored_answers import UUID_IN_PATH, about_answer, known
from gateway.http.door.bodies import (
    STORABLE,
    DescribedModel,
    OrAbsent,
    bounded_text,
    from_zero,
    queried,
    received,
    storable,
)
from gateway.http.door.endpoint import EVERYBODY, STAFF, endpoints_of
from gateway.http.door.paging import PAGE, Page, PageQuery, cut, number_at
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import one_of
from gateway.http.openapi.operation import Operation, body, no_content, ok, parameter
from gateway.http.openapi.tags import ANSWERS, FEEDBACK
from gateway.http.replies import fresh, shown_as
from gateway.store.reading_room.feedback_rows import (
    Feedback,
    FeedbackSearch,
    FeedbackState,
    JudgedPart,
    Verdict,
)
from gateway.wire.shared.rest_json import CitationHead, Reference, citation_of

LONGEST_COMMENT = 2000
LARGEST_INDEX = 2**31 - 1
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
Comment = Annotated[str, *bounded_text(LONGEST_COMMENT, storable, STORABLE)]
Index = Annotated[StrictInt, *from_zero(LARGEST_INDEX)]
SentCitationId = Annotated[str, Field(pattern=r"^[EG][1-9][0-9]*$", max_length=10)]


class CitationNamed(DescribedModel):
    """Names a citation of a paragraph, or, without both, a whole answer."""

    paragraph_index: Index | None = None
    """The paragraph that the citation stands in, from 0."""
    citation_id: OrAbsent[SentCitationId] = None
    """The citation that is wrong there."""

    def check(self) -> None:
        """Raises `InvalidField` where it names half of a citation."""
        if (self.paragraph_index is None) != (self.citation_id is None):
            raise InvalidField.named("citation_id", "belongs together with paragraph_index")


class CitationQuery(CitationNamed):
    """The same in an address."""

    paragraph_index: Annotated[int, Field(ge=0, le=LARGEST_INDEX)] | None = None


class FeedbackRequest(CitationNamed):
    """The body of `POST /v1/answers/{uuid}/feedback`; null means absent."""

    verdict: Verdict
    """Of the answer, `helpful` or `not_helpful`; of a citation, `wrong_citation`."""
    comment: Comment = ""
    """Why."""

    def check(self) -> None:
        """Raises `InvalidField` also where the verdict does not fit to what is named."""
        super().check()
        if (self.verdict == "wrong_citation") != (self.citation_id is not None):
            raise InvalidField.named("citation_id", "belongs to the verdict wrong_citation, and to no other")


class FeedbackQuery(PageQuery):
    """The query of the list."""

    verdict: OrAbsent[Verdict] = None
    state: OrAbsent[FeedbackState] = None


class FeedbackChange(DescribedModel):
    """The body of `PATCH /v1/feedback/{id}`."""

    state: FeedbackState
    """`handled` when somebody has looked into it."""
    note: Comment | None = None
    """What was found or done; absent: as it is."""


class OwnOpinion(TypedDict):
    verdict: Verdict
    paragraph_index: Count | None
    citation_id: CitationId | None
    comment: str
    state: FeedbackState
    created_at: Time


class OwnOpinions(TypedDict):
    feedback: list[OwnOpinion]


class JudgedCitation(CitationHead):
    evidence: list[Any]


class FeedbackEntry(OwnOpinion):
    id: Count
    note: str
    handled_at: Time | None
    answer_uuid: Uuid
    question: str
    asked_at: Time
    source: str
    model: str | None
    paragraph: str | None
    """The text before the citation."""
    citation: JudgedCitation | None
    """Null if a verifier has removed it since."""
    reference: Reference | None
    """The cited source, as it was."""


class FeedbackPage(Page):
    feedback: list[FeedbackEntry]
    open: Count


async def give(visit: Visit) -> Response:
    """Stores the caller's verdict on an answer or on a citation, in place of an earlier one on the same."""
    tenant, answer_uuid, _ = await known(visit)
    asked = await received(visit, FeedbackRequest)
    asked.check()
    rows = visit.services.reading.feedback
    part = JudgedPart(tenant, answer_uuid, visit.caller.subject, asked.paragraph_index, asked.citation_id)
    if asked.citation_id is not None and not await rows.cites(part):
        raise InvalidField.named("citation_id", "must be a citation of a paragraph that this answer has")
    await rows.give(part, asked.verdict, asked.comment.strip())
    return await own(visit)


async def take_back(visit: Visit) -> Response:
    """Takes the caller's verdict back. It may be called any number of times."""
    tenant, answer_uuid, _ = await known(visit)
    named = queried(visit, CitationQuery)
    named.check()
    part = JudgedPart(tenant, answer_uuid, visit.caller.subject, named.paragraph_index, named.citation_id)
    await visit.services.reading.feedback.take_back(part)
    return Response(status_code=204)


async def own(visit: Visit) -> Response:
    """Returns what the caller said about an answer."""
    tenant, answer_uuid, _ = await known(visit)
    found = await visit.services.reading.feedback.of_answer(tenant, answer_uuid, visit.caller.subject)
    return fresh(OwnOpinions(feedback=[shown_as(OwnOpinion, opinion) for opinion in found]))


async def listed(visit: Visit) -> Response:
    """Lists feedback, newest first, on answers that the caller may read; and how much of all nobody has handled."""
    wanted, asker = queried(visit, FeedbackQuery), visit.caller
    search = FeedbackSearch(wanted.verdict, wanted.state, number_at(wanted.cursor), wanted.limit + 1)
    rows = visit.services.reading.feedback
    found = await rows.listed(asker.tenant, search)
    page, cursor = cut(found, wanted.limit, lambda feedback: (feedback.number,))
    shown = [_feedback(feedback) for feedback in page if asker.may_read(feedback.stored)]
    return fresh(FeedbackPage(feedback=shown, next_cursor=cursor, open=await rows.open(asker.tenant)))


async def handle(visit: Visit) -> Response:
    """Notes that feedback is handled, or open again."""
    found = await _found(visit)
    change = await received(visit, FeedbackChange)
    await visit.services.reading.feedback.handle(visit.caller.tenant, found.number, change.state, change.note)
    return fresh(_feedback(await _found(visit)))


async def _found(visit: Visit) -> Feedback:
    """Returns the feedback of the path. What is about an answer that the caller may not read is unknown."""
    named, asker = visit.path_id, visit.caller
    if _NUMBER.fullmatch(named):
        for found in await visit.services.reading.feedback.listed(asker.tenant, FeedbackSearch(), int(named)):
            if asker.may_read(found.stored):
                return found
    raise NotFound(f"There is no feedback {named[:80]}.")


def _feedback(found: Feedback) -> FeedbackEntry:
    cited = found.opinion.citation_id
    reference = {"citation_id": cited, "type": found.reference_type, "payload": found.payload} if cited else None
    return {
        "id": found.number,
        **shown_as(OwnOpinion, found.opinion),
        "note": found.note,
        "handled_at": rfc3339(found.handled_at) if found.handled_at else None,
        "answer_uuid": found.stored.answer_uuid,
        "question": found.stored.question,
        "asked_at": found.stored.created_at,
        "source": found.source,
        "model": found.model,
        "paragraph": found.paragraph,
        "citation": citation_of(found.citation) if found.citation else None,
        "reference": cast(Reference | None, reference),
    }


MINE = ok(OwnOpinions, "What you said: of the whole answer first, then by paragraph.")
GIVE = about_answer(
    "giveFeedback: Say what you think of an answer. That it is helpful or not, or that a citation is wrong; in place "
    "of what you said of the same before.",
    MINE,
    body(FeedbackRequest, {"verdict": "wrong_citation", "paragraph_index": 0, "citation_id": "E1"}),
)
READ = about_answer("readFeedback: What you said about an answer.", MINE)
TAKE_BACK = about_answer(
    "takeFeedbackBack: Take back what you said.",
    no_content("Nothing is said of it."),
    parameters=(
        *UUID_IN_PATH,
        parameter(
            "paragraph_index",
            {"type": "integer", "minimum": 0, "maximum": LARGEST_INDEX},
            "The paragraph of a citation. Without this and `citation_id`, the verdict on the answer is meant.",
        ),
        parameter("citation_id", {"type": "string", "pattern": "^([EG][1-9][0-9]{0,8})?$"}, "The citation."),
    ),
)
LIST = Operation(
    "listFeedback: List feedback. Newest first, with the question, the paragraph and the citation as they were.",
    ok(FeedbackPage, "One page, and how many of all are open."),
    parameters=(
        parameter("verdict", one_of(*get_args(Verdict), ""), "Only this verdict."),
        parameter("state", one_of(*get_args(FeedbackState), ""), "Only in this state."),
        *PAGE,
    ),
)
HANDLE = Operation(
    "handleFeedback: Note that feedback is handled.",
    ok(FeedbackEntry, "As it is now."),
    body(FeedbackChange, {"state": "handled", "note": "The document was out of date."}),
    (parameter("id", Count, "The feedback's number."),),
)
ENDPOINTS = [
    *endpoints_of(
        ANSWERS,
        ("POST", "/v1/answers/{uuid}/feedback", EVERYBODY, give, GIVE),
        ("GET", "/v1/answers/{uuid}/feedback", EVERYBODY, own, READ),
        ("DELETE", "/v1/answers/{uuid}/feedback", EVERYBODY, take_back, TAKE_BACK),
    ),
    *endpoints_of(
        FEEDBACK,
        ("GET", "/v1/feedback", STAFF, listed, LIST),
        ("PATCH", "/v1/feedback/{id}", STAFF, handle, HANDLE),
    ),
]
