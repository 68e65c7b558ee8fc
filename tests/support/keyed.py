"""A server that knows keys: two tenants, one client for each role and some more."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

import httpx2

from tests.conftest import _migrate
from tests.support import postgres
from tests.support.server import Server, client_of, running

ROLES = ("user", "app", "staff", "qa", "admin", "metrics")
QUESTION = "How long may a book be borrowed?"
LOANS = "A book may be borrowed for three weeks. A loan can be renewed twice."


@dataclass
class Keyed:
    """`server.client` sends no key; `keys` and `clients` by name: the roles, of the tenant `acme`; but `metrics` is of
    `default`, which alone may read figures of all tenants."""

    server: Server
    keys: dict[str, str] = field(default_factory=dict)
    clients: dict[str, httpx2.AsyncClient] = field(default_factory=dict)

    def __getattr__(self, name):
        return self.clients[name]

    async def add(self, name, tenant="acme", role="user", workspaces=()):
        key = self.keys[name] = await self.server.gateway.keys.create(tenant, role, workspaces)
        self.clients[name] = client_of(self.server.url, Authorization=f"Bearer {key}")
        return self.clients[name]

    async def ask(self, name, headers=None, **fields):
        """The document of an answer to this client."""
        sent = {"Accept": "application/json", **(headers or {})}
        answer = await self.clients[name].post("/v1/answers", json={"question": QUESTION, **fields}, headers=sent)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def save(self, name="admin", **fields):
        document = {"title": "Loans", "text": LOANS, **fields}
        answer = await self.clients[name].post("/v1/documents", json=document)
        assert answer.status_code == 201, answer.text
        return answer.json()["documents"][0]["document_id"]


@contextlib.asynccontextmanager
async def keyed(**settings):
    """All roles of `acme`, another user there (`other`), and an admin and a user of `globex`."""
    async with postgres.fresh_database(_migrate) as url, running(url, **{"require_keys": "on"} | settings) as server:
        made = Keyed(server)
        for role in ROLES:
            await made.add(role, tenant="default" if role == "metrics" else "acme", role=role)
        await made.add("other")
        await made.add("stranger", "globex")
        await made.add("owner_of_globex", "globex", "admin")
        await made.save()
        try:
            yield made
        finally:
            for client in made.clients.values():
                await client.aclose()
