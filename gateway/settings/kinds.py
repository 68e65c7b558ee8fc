"""Kinds of values that settings have, and what makes a field a setting."""

from __future__ import annotations

import ipaddress
import re
import shlex
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer
from pydantic_settings import NoDecode

from gateway.limits import disagreement_rule, thresholds
from gateway.limits.access_key import Limits
from gateway.limits.disagreement_rule import DisagreementRules
from gateway.limits.thresholds import Levels
from gateway.settings.service_timeouts import ServiceTimeouts

NumberByPart = Annotated[Levels, NoDecode, BeforeValidator(thresholds.read), PlainSerializer(str)]
"""A number that may differ between parts of the knowledge base."""
RulesByWorkspace = Annotated[DisagreementRules, NoDecode, BeforeValidator(disagreement_rule.read), PlainSerializer(str)]
"""A rule that may differ between workspaces."""
NAME = r"(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])"
HOST = re.compile(r"(\*|(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)

ADDRESS = re.compile(rf"https?://{NAME}(?::[0-9]{{1,5}})?(?:/[A-Za-z0-9._~%/-]*)?", re.ASCII | re.IGNORECASE)


def split(text: str | None) -> list[str]:
    """Returns the parts of a list with commas, without blanks around them."""
    return [part for part in (part.strip() for part in (text or "").split(",")) if part]


def _checked_hosts(text: str) -> str:
    for name in split(text):
        if not HOST.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a host such as gateway.example or *.example.com")
    return text


HostNames = Annotated[str, AfterValidator(_checked_hosts)]
"""Names of hosts, separated by commas. A port behind a name is ignored: behind proxies, the same gateway has many."""


def _checked_address(text: str) -> str:
    if not ADDRESS.fullmatch(text):
        raise ValueError("give an address such as https://gateway.example, without a user, a query or a fragment")
    return text.rstrip("/")


def _checked_ocr(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not any("{in}" in word for word in words[1:]):
        raise ValueError("give a program and its arguments, {in} among them: ocrmypdf --skip-text {in} {out}")
    return text


OcrLine = Annotated[str, AfterValidator(_checked_ocr)]
"""A program and its arguments, in quotes where they have blanks; no shell reads it."""


PublicAddress = Annotated[str, AfterValidator(_checked_address)]
"""The address of this gateway as readers have it, without a slash at its end. A path may follow the name."""


def _checked_networks(text: str) -> str:
    for part in split(text):
        try:
            ipaddress.ip_network(part.strip("[]"))
        except ValueError:
            if "/" in part or not re.fullmatch(NAME, part, re.ASCII | re.IGNORECASE):
                raise ValueError(f"{part!r} is no name, address or network such as wiki.intern or 10.0.0.0/8") from None
    return text


Networks = Annotated[str, AfterValidator(_checked_networks)]
"""Names of hosts, addresses and networks, and the word `public`, separated by commas."""


def _checked_contact(text: str) -> str:
    if not re.fullmatch(r"[!-~]{1,200}", text) or not re.search("[@:]", text) or re.search("[();]", text):
        raise ValueError("give an address or e-mail such as https://example.org/bot or library@example.org")
    return text


Contact = Annotated[str, AfterValidator(_checked_contact)]
"""Whom the owner of a site may turn to."""


def _checked_limits(text: str) -> str:
    Limits.read(text)
    return text


LimitsText = Annotated[str, AfterValidator(_checked_limits)]
"""Limits of a key or a tenant, as `Limits.read` reads them."""


def _checked_effort(text: str) -> str:
    if text not in EFFORTS and not (text.isascii() and text.isdigit() and int(text) <= MAX_THINKING_TOKENS):
        raise ValueError(f"give {', '.join(EFFORTS)} or a number of tokens up to {MAX_THINKING_TOKENS}")
    return text


EFFORTS = ("low", "medium", "high", "xhigh", "max")
MAX_THINKING_TOKENS = 65_536
Effort = Annotated[str, AfterValidator(_checked_effort)]
"""How much a model thinks: a word, or tokens."""


def _checked_prefixes(text: str) -> str:
    if text and text.count(PREFIXES_END) != 1:
        raise ValueError(f"give the prefix of questions, {PREFIXES_END} and the prefix of passages: query: ;;passage: ")
    return text


PREFIXES_END = ";;"
Prefixes = Annotated[str, AfterValidator(_checked_prefixes)]
"""The prefix of questions and the prefix of passages with `PREFIXES_END` between them."""
Timeouts = Annotated[
    ServiceTimeouts, NoDecode, BeforeValidator(ServiceTimeouts.read), PlainSerializer(str, return_type=str)
]
CosineRange = Annotated[str, AfterValidator(thresholds.checked_range)]


def knob(name: str, default: Any, reason: str, **limits: Any) -> Any:
    return Field(default, alias=name, description=reason, **limits)
