"""Every error a caller can meet. The class docstring is the title, `code` and `status` go on the wire.

    CitestreamError
    ├── WrongUse                 command line and settings: one sentence, exit code 2
    │   └── DatabaseUnreachable
    └── Refusal                  HTTP: problem+json
        ├── InvalidJson 400      ├── InvalidField 422      ├── TooLarge 413
        ├── UnsupportedType 415  ├── NotFound 404          ├── MalformedCursor 400
        ├── CursorAhead 400      ├── Unavailable 503       ├── TurnRunning 409
        │                        │   └── DatabaseAway 503  │
        ├── IdempotencyMismatch 422                        ├── DocumentReplaced 412
        ├── SessionExpired 410   ├── RoundLimitReached 409 ├── NoOpenRound 409
        ├── NoPrimary 409        ├── NoActiveWorkflow 409  ├── DepthLimitReached 409
        ├── VersionConflict 409  ├── TooSlow 408           ├── Forbidden 403
        ├── UnknownHost 421      │                         │   ├── WrongRole 403
        ├── LimitReached 429     │                         │   └── ForeignOrigin 403
        ├── NothingToTakeBack 409
        └── UpstreamError 502    ├── UpstreamTimeout 504   ├── UpstreamRefused 502
                                 └── UpstreamPaused 503   └── AnswerWithheld 502

The model's mistakes are not here: they are events (`gateway.answer.events`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class CitestreamError(Exception):
    """Something went wrong."""

    @property
    def detail(self) -> str:
        """What happened, where, and how to mend it; safe to show to a caller."""
        return str(self) or self.title

    @property
    def title(self) -> str:
        return (type(self).__doc__ or "").strip().split("\n")[0].rstrip(".")


class WrongUse(CitestreamError):
    """The command or a setting cannot work as given."""


class DatabaseUnreachable(WrongUse):
    """The database cannot be reached."""


class Refusal(CitestreamError):
    """The request was refused."""

    code: ClassVar[str] = "internal"
    status: ClassVar[int] = 500
    retry_after_s: int | None = None
    told: bool = False
    """The log has a line about it already, from whoever met it first (`gateway.telemetry.outage`)."""

    members: Mapping[str, Any] = {}
    """What the problem document says beside the common members."""
    more_headers: Mapping[str, str] = {}
    """Headers of the response beside `Retry-After`."""

    @property
    def headers(self) -> dict[str, str]:
        """Headers of the response."""
        wait = {} if self.retry_after_s is None else {"Retry-After": str(self.retry_after_s)}
        return {**wait, **self.more_headers}


class InvalidJson(Refusal):
    """The body is not JSON."""

    code, status = "invalid_json", 400


class InvalidField(Refusal):
    """A field has a wrong value."""

    code, status = "invalid_field", 422

    def __init__(self, detail: str, errors: list[dict[str, str]] | None = None) -> None:
        super().__init__(detail)
        self.errors = errors or []
        """One entry per wrong field: {"field", "message"}."""
        self.members = {"errors": errors} if errors else {}

    @classmethod
    def named(cls, field: str, message: str) -> InvalidField:
        """Returns the error of one wrong field."""
        return cls(f"{field}: {message}", [{"field": field, "message": message}])


class NothingRead(Refusal):
    """No document could be read."""

    code, status = "unreadable_document", 422

    def __init__(self, documents: Sequence[Mapping[str, Any]]) -> None:
        """documents: the outcome of each file, as a response without failures lists them."""
        super().__init__(" ".join(document["error"] for document in documents))
        self.members = {"documents": list(documents)}


class TooLarge(Refusal):
    """The body is too large."""

    code, status = "too_large", 413


class TooSlow(Refusal):
    """The body came too slowly."""

    code, status = "too_slow", 408
    more_headers: Mapping[str, str] = {"Connection": "close"}
    """The rest of the body would be taken for the next request (RFC 9110, section 15.5.9)."""


class UnsupportedType(Refusal):
    """The content type is not supported."""

    code, status = "unsupported_type", 415


class Unauthorized(Refusal):
    """A key is missing or wrong."""

    code, status = "unauthorized", 401
    more_headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"}


class Forbidden(Refusal):
    """The key may not do this."""

    code, status = "forbidden", 403


class WrongRole(Forbidden):
    """The key's role may not do this."""


class ForeignOrigin(Forbidden):
    """Pages of this origin may not call."""


class UnknownHost(Refusal):
    """The gateway does not answer to this name."""

    code, status = "unknown_host", 421


class LimitReached(Refusal):
    """A limit of the key or its tenant is reached."""

    code, status = "limit_reached", 429
    retry_after_s = 1

    def __init__(
        self, detail: str, limit: str, of: str, retry_after_s: int, fields: Mapping[str, str] | None = None
    ) -> None:
        """`limit`: its name in `/admin/limits`; `of`: `key` or `tenant`; `retry_after_s`: when another try makes
        sense; `fields`: those of the response that tell the limits."""
        super().__init__(detail)
        self.limit, self.of, self.retry_after_s = limit, of, retry_after_s
        self.members, self.more_headers = {"limit": limit, "of": of}, fields or {}


class NotFound(Refusal):
    """There is nothing here."""

    code, status = "not_found", 404


class DocumentReplaced(Refusal):
    """The document was replaced."""

    code, status = "document_replaced", 412


class MalformedCursor(Refusal):
    """The event id is malformed."""

    code, status = "invalid_field", 400


class CursorAhead(Refusal):
    """The event id lies past the end of this answer."""

    code, status = "cursor_ahead", 400


class TurnRunning(Refusal):
    """An answer of this thread or session is still running."""

    code, status = "turn_running", 409

    def __init__(self, detail: str, answer_uuid: str, read: bool = True) -> None:
        super().__init__(detail)
        self.answer_uuid, self.read = answer_uuid, read
        """`read`: somebody follows it, as far as its process has told."""
        self.members = {"answer_uuid": answer_uuid}
        self.more_headers = {"Location": f"/v1/answers/{answer_uuid}"}


class IdempotencyMismatch(Refusal):
    """The idempotency key belongs to another request."""

    code, status = "idempotency_mismatch", 422


class SessionOver(Refusal):
    """The session takes no more input."""

    def __init__(self, detail: str, session_id: str, new_session_id: str | None = None) -> None:
        super().__init__(detail)
        new = {} if new_session_id is None else {"new_session_id": new_session_id}
        self.members = {**new, "previous_session_id": session_id}


class SessionExpired(SessionOver):
    """The session has expired."""

    code, status = "session_expired", 410


class RoundLimitReached(SessionOver):
    """The session has had all its rounds."""

    code, status = "round_limit_reached", 409


class NoOpenRound(Refusal):
    """No user input waits for a reply."""

    code, status = "no_open_round", 409


class NoPrimary(Refusal):
    """There is no primary workflow."""

    code, status = "no_primary", 409


class NoActiveWorkflow(Refusal):
    """No workflow is active."""

    code, status = "no_active_workflow", 409


class DepthLimitReached(Refusal):
    """Workflows nest two levels deep."""

    code, status = "depth_limit_reached", 409


class VersionConflict(Refusal):
    """The session has changed meanwhile."""

    code, status = "version_conflict", 409

    def __init__(self, detail: str, version: int) -> None:
        super().__init__(detail)
        self.members = {"version": version}


class NothingToTakeBack(Refusal):
    """Something else has happened meanwhile."""

    code, status = "nothing_to_take_back", 409


class Unavailable(Refusal):
    """The service is not available at the moment."""

    code, status = "unavailable", 503
    retry_after_s = 2


class DatabaseAway(Unavailable):
    """The service is not available at the moment."""


class UpstreamError(Refusal):
    """The model service failed."""

    code, status = "upstream_error", 502
    retryable: ClassVar[bool] = True


class UpstreamTimeout(UpstreamError):
    """The model service did not answer in time."""

    code, status = "upstream_timeout", 504


class UpstreamRefused(UpstreamError):
    """The model service refused the request."""

    code, status = "upstream_refused", 502
    retryable = False


class KeyRefused(UpstreamRefused):
    """The model service did not accept the key."""


class AnswerWithheld(UpstreamRefused):
    """A filter of the model service withheld the answer."""

    code = "content_filter"


class UpstreamPaused(UpstreamError):
    """The circuit breaker of the model service is open."""

    code, status = "unavailable", 503
    retry_after_s = 2
