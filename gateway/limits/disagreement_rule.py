"""What decides between sources that disagree: `show`, `newest` or `order:hr,wiki`, with exceptions by workspace.

`show,legal=newest` shows both values, and in the workspace `legal` the newest source decides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

HOW = "must be show, newest or order:hr,wiki, with exceptions by workspace behind it, such as show,legal=newest"
_ORDER = "order:"
RuleKind = Literal["show", "newest", "order"]


@dataclass(frozen=True, slots=True)
class DisagreementRule:
    """`order`: source applications, the one that wins first."""

    kind: RuleKind = "show"
    order: tuple[str, ...] = ()

    def __str__(self) -> str:
        return _ORDER + ",".join(self.order) if self.kind == "order" else self.kind


@dataclass(frozen=True, slots=True)
class DisagreementRules:
    """The usual rule and its exceptions by workspace."""

    usual: DisagreementRule = DisagreementRule()
    exceptions: Mapping[str, DisagreementRule] = field(default_factory=dict)

    def shared(self, workspaces: Collection[str]) -> DisagreementRule:
        """Returns the rule of all these workspaces; if they differ or there are none, the usual one."""
        found = {self.exceptions.get(name, self.usual) for name in workspaces}
        return found.pop() if len(found) == 1 else self.usual

    def __str__(self) -> str:
        return ",".join([str(self.usual), *(f"{name}={rule}" for name, rule in self.exceptions.items())])


def read(given: str | DisagreementRules) -> DisagreementRules:
    """Reads the rules as a person writes them. Raises `ValueError` that says how."""
    if isinstance(given, DisagreementRules):
        return given
    texts: dict[str, list[str]] = {}
    for part in (part.strip() for part in given.split(",")):
        name, equals, first = (each.strip() for each in part.rpartition("="))
        if equals or not texts:
            if not bool(equals) == bool(name) == bool(texts) or name in texts:
                raise ValueError(HOW)
            texts[name] = [first]
        else:  # the list of an order goes on
            next(reversed(texts.values())).append(part)
    rules = {name: _rule(listed) for name, listed in texts.items()}
    return DisagreementRules(rules.pop(""), rules)


def _rule(listed: list[str]) -> DisagreementRule:
    first, *others = listed
    if first.startswith(_ORDER):
        order = (first.removeprefix(_ORDER).strip(), *others)
        if all(order) and len(set(order)) == len(order):
            return DisagreementRule("order", order)
    elif first in ("show", "newest") and not others:
        return DisagreementRule(cast(RuleKind, first))
    raise ValueError(HOW)
