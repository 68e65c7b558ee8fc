"""What readers think of answers and of single citations, and what staff do with it (docs/reading-room.md)."""

from __future__ import annotations

import re
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, WithJsonSchema
from starlette.responses import Response

from gateway.answer.meta import rfc3339
from gateway.errors import InvalidField, NotFound
from gateway.http.bodies import STORABLE, Absent, checked, received, storable, whole
from gateway.http.endpoint import EVERYBODY, STAFF, HttpEndpoint
from gateway.http.openapi.operation import Operation, body, no_content, ok, page_of, parameters
from gateway.http.openapi.shapes import one_of, shape
from gateway.http.openapi.tags import FEEDBACK
from gateway.http.paging import MOST_PER_PAGE, USUAL_PAGE, PageQuery, cursor_at, cut, number_at
from gateway.http.replies import fresh
from gateway.http.stored_answers import UUID_IN_PATH, about_answer, known
from gateway.http.visit import Visit
from gateway.store.answers.feedback_rows import (
    Feedback,
    FeedbackSearch,
    FeedbackState,
    JudgedPart,
    Opinion,
    Verdict,
)
from gateway.wire.shared.rest_json import citation_of

LONGEST_COMMENT = 2000
LARGEST_INDEX = 2**31 - 1
TEXT = {"type": "string", "maxLength": LONGEST_COMMENT, "pattern": STORABLE}
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
Comment = Annotated[str, Field(max_length=LONGEST_COMMENT), AfterValidator(storable), WithJsonSchema(TEXT)]
Index = Annotated[
    Annotated[StrictInt, Field(ge=0, le=LARGEST_INDEX)],
    BeforeValidator(whole),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": LARGEST_INDEX}),
]
"""A whole number from 0 on; JSON makes no difference between 7 and 7.0."""
CitationId = Annotated[str, Field(pattern=r"^[EG][1-9][0-9]*$", max_length=10)]


class CitationNamed(BaseModel):
    """Names a citation of a paragraph, or, without both, a whole answer."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    paragraph_index: Index | None = None
    """The paragraph that the citation stands in, from 0."""
    citation_id: Annotated[CitationId | None, Absent()] = None
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

    verdict: Annotated[Verdict | None, Absent()] = None
    state: Annotated[FeedbackState | None, Absent()] = None


class FeedbackChange(BaseModel):
    """The body of `PATCH /v1/feedback/{id}`."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    state: FeedbackState
    """`handled` when somebody has looked into it."""
    note: Comment | None = None
    """What was found or done; absent: as it is."""


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
    named = checked(CitationQuery, dict(visit.query))
    named.check()
    part = JudgedPart(tenant, answer_uuid, visit.caller.subject, named.paragraph_index, named.citation_id)
    await visit.services.reading.feedback.take_back(part)
    return Response(status_code=204)


async def own(visit: Visit) -> Response:
    """Returns what the caller said about an answer."""
    tenant, answer_uuid, _ = await known(visit)
    found = await visit.services.reading.feedback.of_answer(tenant, answer_uuid, visit.caller.subject)
    return fresh({"feedback": [_opinion(opinion) for opinion in found]})


async def listed(visit: Visit) -> Response:
    """Lists feedback, newest first, on answers that the caller may read; and how much of all nobody has handled."""
    wanted, asker = checked(FeedbackQuery, dict(visit.query)), visit.caller
    search = FeedbackSearch(wanted.verdict, wanted.state, number_at(wanted.cursor), wanted.limit + 1)
    rows = visit.services.reading.feedback
    page, last = cut(await rows.listed(asker.tenant, search), wanted.limit)
    shown = [_feedback(found) for found in page if asker.may_read(found.stored)]
    cursor = cursor_at(last.number) if last else None
    return fresh({"feedback": shown, "next_cursor": cursor, "open": await rows.open(asker.tenant)})


async def handle(visit: Visit) -> Response:
    """Notes that feedback is handled, or open again."""
    found = await _found(visit)
    change = await received(visit, FeedbackChange)
    await visit.services.reading.feedback.handle(visit.caller.tenant, found.number, change.state, change.note)
    return fresh(_feedback(await _found(visit)))


async def _found(visit: Visit) -> Feedback:
    """Returns the feedback of the path. What is about an answer that the caller may not read is unknown."""
    named, asker = str(visit.path_params["id"]), visit.caller
    if _NUMBER.fullmatch(named):
        for found in await visit.services.reading.feedback.listed(asker.tenant, FeedbackSearch(), int(named)):
            if asker.may_read(found.stored):
                return found
    raise NotFound(f"There is no feedback {named[:80]}.")


def _opinion(opinion: Opinion) -> dict[str, Any]:
    return {
        "verdict": opinion.verdict,
        "paragraph_index": opinion.paragraph_index,
        "citation_id": opinion.citation_id,
        "comment": opinion.comment,
        "state": opinion.state,
        "created_at": rfc3339(opinion.created_at),
    }


def _feedback(found: Feedback) -> dict[str, Any]:
    cited = found.opinion.citation_id
    return {
        "id": found.number,
        **_opinion(found.opinion),
        "note": found.note,
        "handled_at": rfc3339(found.handled_at) if found.handled_at else None,
        "answer_uuid": found.stored.answer_uuid,
        "question": found.stored.question,
        "asked_at": found.stored.created_at,
        "source": found.source,
        "model": found.model,
        "paragraph": found.paragraph,
        "citation": citation_of(found.citation) if found.citation else None,
        "reference": {"citation_id": cited, "type": found.reference_type, "payload": found.payload} if cited else None,
    }


OWN = """
    verdict: verdict, paragraph_index: count | null, citation_id: citation_id | null, comment: text, state: state,
    created_at: time
"""
FIELDS = f"""
    id: count, {OWN}, note: text, handled_at: time | null, answer_uuid: uuid, question: text, asked_at: time,
    source: text, model: text | null,
    paragraph: text | null, -- The text that the citation stands behind.
    citation: citation | null, -- Null where a verifier has taken it out since.
    reference: Reference | null -- What is cited, as it was.
"""
WORDS = {
    "verdict": one_of(*get_args(Verdict)),
    "state": one_of(*get_args(FeedbackState)),
    "citation": shape(
        "{citation_id: citation_id, status: citation_status, score: number | null, evidence: any[], "
        "original_id?: citation_id}"
    ),
}
MINE = ok(shape(f"{{feedback: {{{OWN}}}[]}}", **WORDS), "What you said: of the whole answer first, then by paragraph.")
GIVE = about_answer(
    "giveFeedback: Say what you think of an answer. That it is helpful or not, or that a citation is wrong; in place "
    "of what you said of the same before.",
    MINE,
    body(FeedbackRequest, {"verdict": "wrong_citation", "paragraph_index": 0, "citation_id": "E1"}),
)
READ = about_answer("readFeedback: What you said about an answer.", MINE)
NAMED = """
    paragraph_index?: index, -- Of a citation: its paragraph; without both, the verdict on the answer is meant.
    citation_id?: citation -- Of a citation: its id.
"""
TAKE_BACK = about_answer(
    "takeFeedbackBack: Take back what you said.",
    no_content("Nothing is said of it."),
    parameters=(
        *UUID_IN_PATH,
        *parameters(
            NAMED,
            index={"type": "integer", "minimum": 0, "maximum": LARGEST_INDEX},
            citation={"type": "string", "pattern": "^([EG][1-9][0-9]{0,8})?$"},
        ),
    ),
)
LIST = Operation(
    FEEDBACK,
    "listFeedback: List feedback. Newest first, with the question, the paragraph and the citation as they were.",
    ok(
        shape(f"{{feedback: {{{FIELDS}}}[], next_cursor: text | null, open: count}}", **WORDS),
        "One page, and how many of all are open.",
    ),
    parameters=parameters(
        "verdict?: verdict, -- Only this.\nstate?: state, -- Only in this state.\n"
        + page_of(MOST_PER_PAGE, USUAL_PAGE),
        verdict=one_of(*get_args(Verdict), ""),
        state=one_of(*get_args(FeedbackState), ""),
    ),
)
HANDLE = Operation(
    FEEDBACK,
    "handleFeedback: Note that feedback is handled.",
    ok(shape(f"{{{FIELDS}}}", **WORDS), "As it is now."),
    body(FeedbackChange, {"state": "handled", "note": "The document was out of date."}),
    parameters("id: count -- The feedback's number."),
)
ENDPOINTS = [
    HttpEndpoint("POST", "/v1/answers/{uuid}/feedback", give, roles=EVERYBODY, operation=GIVE),
    HttpEndpoint("GET", "/v1/answers/{uuid}/feedback", own, roles=EVERYBODY, operation=READ),
    HttpEndpoint("DELETE", "/v1/answers/{uuid}/feedback", take_back, roles=EVERYBODY, operation=TAKE_BACK),
    HttpEndpoint("GET", "/v1/feedback", listed, roles=STAFF, operation=LIST),
    HttpEndpoint("PATCH", "/v1/feedback/{id}", handle, roles=STAFF, operation=HANDLE),
]
