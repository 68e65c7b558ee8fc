"""The calibrated rules of the evidence check, by workspace."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime

from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.store.accounts import audit
from gateway.store.database.database import Database
from gateway.store.database.statements import Rows, load

SQL = load("accounts/evidence_rules.sql")
KNOWN_S = 3.0
"""How long a process uses the rules that it has read: a new one takes effect within this time."""
MOST_TENANTS = 1000
"""Tenants whose rules a process remembers."""


@dataclass(frozen=True, slots=True)
class StoredRule:
    workspace: str
    """Empty: every workspace without its own rule."""
    rule: EvidenceRule
    created_at: datetime
    created_by: str


class EvidenceRules(Rows):
    """Raises `errors.Unavailable` if the database is unavailable."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: dict[str, tuple[float, dict[str, EvidenceRule]]] = {}

    async def all(self, tenant: str) -> list[StoredRule]:
        rows = await self._database.fetch(tenant, SQL["all"], tenant)
        found = ((row, EvidenceRule.from_json(row["rule"])) for row in rows)
        return [StoredRule(row["workspace"], rule, row["created_at"], row["created_by"]) for row, rule in found if rule]

    async def of(self, tenant: str, workspace: str | None) -> EvidenceRule | None:
        """Returns the rule for answers in a workspace; None: in all of them. It may be `KNOWN_S` old."""
        read_at, rules = self._known.get(tenant, (-KNOWN_S, {}))
        if time.monotonic() - read_at >= KNOWN_S:
            if len(self._known) >= MOST_TENANTS:
                self._known.clear()
            rules = {each.workspace: each.rule for each in await self.all(tenant)}
            self._known[tenant] = time.monotonic(), rules
        return rules.get(workspace or "") or rules.get("")

    async def put(self, tenant: str, workspace: str, rule: EvidenceRule) -> None:
        """Stores a rule instead of the one that the workspace has."""
        async with self._database.transaction(tenant) as connection:
            await connection.execute(SQL["put"], tenant, workspace, rule.to_json(), audit.actor().name)
            await audit.note(connection, tenant, "evidence.calibrated", [workspace or "*"], [rule.to_json()])

    async def remove(self, tenant: str, workspace: str) -> bool:
        """Removes the rule of a workspace; returns whether there was one."""
        async with self._database.transaction(tenant) as connection:
            is_removed = await connection.execute(SQL["remove"], tenant, workspace) != "DELETE 0"
            if is_removed:
                await audit.note(connection, tenant, "evidence.rule_removed", [workspace or "*"])
        return is_removed
