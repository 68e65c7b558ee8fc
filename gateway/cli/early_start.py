"""The embedded PostgreSQL begins to start while the gateway is still being imported: each takes about as long.

Only where the data directory has a database already: the first start of all makes it after everything that could forbid
the start was looked at. Whatever goes wrong here is left to the start itself, which meets it too and says what it is.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gateway.settings import Settings

if TYPE_CHECKING:
    from gateway.store.bundled.embedded import Embedded


@contextlib.contextmanager
def of(settings: Settings) -> Iterator[None]:
    """Uses the server of these settings meanwhile, if it is the embedded one; it stops for want of users."""
    if settings.database_url:
        yield
        return
    used: list[Embedded] = []
    begun = threading.Thread(target=_begin, args=(settings, used), name="embedded PostgreSQL", daemon=True)
    begun.start()
    try:
        yield
    finally:
        begun.join()
        for embedded in used:
            embedded.release()


def _begin(settings: Settings, used: list[Embedded]) -> None:
    with contextlib.suppress(Exception):
        from gateway.store.bundled.embedded import Embedded, exists

        if exists(settings.data_dir):
            used.append(Embedded(settings.data_dir))
            used[0].begin()
