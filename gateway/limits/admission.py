"""May a caller begin this? What limits count of a request, an answer or a stream, and how the outcome is told.

The database decides (`admit` in `migrations/`), in the statement that stores what begins, so that of all processes one
decides at a time. `docs/adr/0032-exact-limits.md` says why that is exact and what it costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gateway.errors import LimitReached
from gateway.limits.access_key import NO_LIMITS, Limits

WINDOW_S = 60
"""`requests_per_minute` counts so many seconds, wherever they begin."""
ALWAYS_S = 3600
"""When to try again where only deleting something helps."""
SENTENCES = {
    "requests_per_minute": "{whose} may send {most} requests in a minute",
    "running_answers": "{whose} may have {most} answers written at the same time",
    "viewers": "{whose} may have {most} open streams",
    "tokens_per_day": "{whose} may use {most} tokens a day (UTC)",
    "stored_bytes": "{whose} may have {most} bytes of documents; delete some",
}
WHOSE = {"key": "This key", "tenant": "All keys of this tenant together"}


@dataclass(frozen=True, slots=True)
class Admission:
    """What a caller begins, as far as limits count it."""

    key_hash: str = ""
    """Of their key; empty where nobody needs one."""
    limits: Limits = NO_LIMITS
    """Of the key."""
    whole: Limits = NO_LIMITS
    """Of all keys of its tenant together."""
    requests: int = 0
    """How many requests this is; 0 where it was counted before."""
    answer_uuid: str | None = None
    """The answer that is to be written."""
    reserve: int = 0
    """Tokens that each running answer may still use: so many are not given out a second time."""
    viewer: str | None = None
    """The stream that is to be opened, a uuid."""
    owner: str = ""
    """The process that serves it."""

    @property
    def asked(self) -> dict[str, Any] | None:
        """What the database is asked; None where no limit concerns it."""
        limits = {}
        for whose, of_them in (("tenant", self.whole), ("key", self.limits)):
            if most := {name: value for name, value in of_them.by_name.items() if value and name in self._counted}:
                limits[whose] = most
        if not limits:
            return None
        asked = {"requests": self.requests, "reserve": self.reserve, "window": WINDOW_S, "limits": limits}
        if self.answer_uuid is not None:
            asked["answer"] = self.answer_uuid
        if any("viewers" in most for most in limits.values()):
            asked |= {"viewer": self.viewer, "owner": self.owner}
        return asked

    @property
    def _counted(self) -> set[str]:
        counted = {"requests_per_minute"} if self.requests else set()
        if self.answer_uuid is not None:
            counted |= {"running_answers", "tokens_per_day"}
        return counted | {"viewers"} if self.viewer is not None else counted

    def outcome(self, told: Mapping[str, Any] | None) -> dict[str, str]:
        """Returns the fields of a response that tell what is left. Raises `LimitReached` for what the database
        refused."""
        if told is None:
            return {}
        fields = rate_fields(told["requests"])
        if (refused := told["refused"]) is not None:
            raise self.refusal(refused["of"], refused["limit"], max(1, refused["wait"]), fields)
        # The request itself is counted behind the look.
        return rate_fields([{**state, "left": max(0, state["left"] - self.requests)} for state in told["requests"]])

    def refusal(self, of: str, limit: str, wait_s: int, fields: Mapping[str, str] | None = None) -> LimitReached:
        """Returns what a caller is told who has reached a limit of `key` or `tenant`."""
        most = (self.limits if of == "key" else self.whole).by_name[limit]
        sentence = SENTENCES[limit].format(whose=WHOSE[of], most=most)
        if limit != "requests_per_minute":
            name = f"{of}-{limit.replace('_', '-')}"
            fields = _joined(fields or {}, {POLICY: f'"{name}";q={most}', LEFT: f'"{name}";r=0;t={wait_s}'})
        return LimitReached(f"{sentence}; try again in {wait_s} s.", limit, of, wait_s, fields)


UNLIMITED = Admission()
"""What commands begin."""
POLICY, LEFT = "RateLimit-Policy", "RateLimit"


def rate_fields(states: list[Mapping[str, Any]]) -> dict[str, str]:
    """Returns the fields of draft-ietf-httpapi-ratelimit-headers-10: quota and window of each policy, and how many
    requests are left and after how many seconds one more is."""
    if not states:
        return {}
    policies = ", ".join(f'"{state["of"]}";q={state["most"]};w={WINDOW_S}' for state in states)
    left = ", ".join(f'"{state["of"]}";r={state["left"]};t={state["reset"]}' for state in states)
    return {POLICY: policies, LEFT: left}


def _joined(fields: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    return {name: ", ".join(filter(None, (fields.get(name), more[name]))) for name in more}
