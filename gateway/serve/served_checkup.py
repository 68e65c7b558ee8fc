"""Whether a running gateway uses the database of these settings: `citestream doctor --url`."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping

from gateway.serve.diagnosis import Diagnosis
from gateway.serve.stream_checkup import connected
from gateway.store.database.database_facts import Identity

STATUS = "/v1/status"
ADVICE = "run this command with the settings of the gateway: --env-file /etc/citestream.env (docs/install.md)"
KEY_ADVICE = "name a file with an administrator's key: --key-file FILE"


def same_database(url: str, key: str | None, here: Identity | None, location: str) -> Diagnosis:
    """Compares the database of the gateway at `url` with that of these settings. `here`: None if these have none.
    Blocks until the gateway answers."""
    try:
        status, told = _read(url, {"Authorization": f"Bearer {key}"} if key else {})
        there = Identity(told["database_id"], told["database_version"]) if "database_id" in told else None
    except (OSError, http.client.HTTPException, ValueError) as error:
        why = f"not compared: {url}{STATUS} cannot be read ({type(error).__name__})"
        return Diagnosis("served", "warn", why, "check the address, the proxy and its certificate")
    if there is None:
        why = f"not compared: {url}{STATUS} answered {status} without a database"
        return Diagnosis("served", "warn", why, KEY_ADVICE)
    if there == here:
        return Diagnosis("served", "ok", f"{url} uses this database ({here.id}, PostgreSQL {here.version})")
    found = f"{location} ({here.id}, PostgreSQL {here.version})" if here else f"{location} (no database)"
    why = f"{url} uses another database ({there.id}, PostgreSQL {there.version}) than these settings: {found}"
    return Diagnosis("served", "fail", why, ADVICE)


def _read(url: str, headers: Mapping[str, str]) -> tuple[int, dict[str, str]]:
    """Returns the status code and the body of `/v1/status`; no body if it is not 200."""
    connection, path = connected(url)
    try:
        connection.request("GET", path + STATUS, headers=dict(headers))
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read()) if reply.status == 200 else {}
    finally:
        connection.close()
