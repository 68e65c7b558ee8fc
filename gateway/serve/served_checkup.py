"""Whether a running gateway uses the database of these settings: `citestream doctor --url`."""

from __future__ import annotations

import aiohttp

from gateway.serve.diagnosis import Diagnosis
from gateway.store.database.database_facts import Identity

TIMEOUT = aiohttp.ClientTimeout(total=20)
ADVICE = "run this command with the settings of the gateway: --env-file /etc/citestream.env (docs/install.md)"
KEY_ADVICE = "name a file with an administrator's key: --key-file FILE"


async def same_database(url: str, key: str | None, here: Identity | None, location: str) -> Diagnosis:
    """Compares the database of the gateway at `url` with that of these settings. `here`: None if these have none."""
    status = f"{url if '//' in url else f'http://{url}'}".rstrip("/") + "/v1/status"
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        async with (
            aiohttp.ClientSession(timeout=TIMEOUT) as session,
            session.get(status, headers=headers, allow_redirects=False) as reply,
        ):
            told = await reply.json() if reply.status == 200 else {}
            there = Identity(told["database_id"], told["database_version"]) if "database_id" in told else None
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        why = f"not compared: {status} cannot be read ({type(error).__name__})"
        return Diagnosis("served", "warn", why, "check the address, the proxy and its certificate")
    if there is None:
        why = f"not compared: {status} answered {reply.status} without a database"
        return Diagnosis("served", "warn", why, KEY_ADVICE)
    if there == here:
        return Diagnosis("served", "ok", f"{url} uses this database ({here.id}, PostgreSQL {here.version})")
    found = f"{location} ({here.id}, PostgreSQL {here.version})" if here else f"{location} (no database)"
    why = f"{url} uses another database ({there.id}, PostgreSQL {there.version}) than these settings: {found}"
    return Diagnosis("served", "fail", why, ADVICE)
