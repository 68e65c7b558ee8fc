"""`citestream psql`: the PostgreSQL shell on the database of Citestream, wherever that is."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlsplit

import typer

from gateway.cli.options import DataDir, configured, run
from gateway.errors import WrongUse
from gateway.settings import Settings

CONTEXT_SETTINGS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Arguments and options are psql's own."""


def psql(
    context: typer.Context,
    arguments: Annotated[
        list[str] | None, typer.Argument(help="Passed on to psql, such as -c 'select count(*) from document'.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Open psql on the database: the embedded one, with its socket and password, or that of DATABASE_URL."""
    raise typer.Exit(run(_psql(configured(data_dir=data_dir), [*(arguments or ()), *context.args])))


@dataclass(frozen=True, slots=True)
class Target:
    """A database as psql is told of it. The address has no password: other users of the machine see command lines."""

    address: str
    password: str | None

    @classmethod
    def of(cls, url: str) -> Target:
        """Reads a database URL, whose password may stand before the host or behind the question mark."""
        try:
            parts = urlsplit(url)
            password = parts.password
        except ValueError:
            raise WrongUse("DATABASE_URL is not a database URL.") from None
        login, at, host = parts.netloc.rpartition("@")
        options = [option for option in parts.query.split("&") if option]
        stated = [option.partition("=")[2] for option in options if option.startswith("password=")]
        query = "&".join(option for option in options if not option.startswith("password="))
        address = f"{parts.scheme}://{login.partition(':')[0]}{at}{host}{parts.path}{f'?{query}' if query else ''}"
        password = stated[-1] if stated else password
        return cls(address, None if password is None else unquote(password))

    def environment(self, given: Mapping[str, str], *, embedded: bool) -> dict[str, str]:
        """Returns variables for psql. Those of PostgreSQL that a shell has set are for other servers than the embedded
        one.
        """
        variables = {name: value for name, value in given.items() if not (embedded and name.startswith("PG"))}
        return variables | ({} if self.password is None else {"PGPASSWORD": self.password})


async def _psql(config: Settings, arguments: Sequence[str]) -> int:
    from gateway.app import Gateway
    from gateway.store.database.roles import looks_as_ops
    from gateway.store.database.tenancy import OPS

    gateway = Gateway(config)
    try:
        url = await gateway.database_url()
        target = Target.of(url)
        embedded = gateway.embedded is not None
        program = _program(embedded=embedded)
        if program is None:
            where = f"its password is in {config.data_dir.absolute() / 'server.json'} while it runs" if embedded else ""
            raise WrongUse(
                f"There is no psql on this machine: install the PostgreSQL client (such as postgresql-client), or "
                f"connect another one to {target.address}{f' ({where})' if where else ''}."
            )
        environment = target.environment(os.environ, embedded=embedded)
        if await looks_as_ops(url):
            environment.setdefault("PGOPTIONS", f"-c role={OPS}")
        return await _run([program, target.address, *arguments], environment)
    finally:
        await gateway.close()


def _program(*, embedded: bool) -> str | Path | None:
    """Returns the psql to run: the bundled one fits the embedded server; that of the system can encrypt, which another
    server may want."""
    from gateway.store.bundled.cluster import bundled

    ours, theirs = bundled("psql"), shutil.which("psql")
    return ours or theirs if embedded else theirs or ours


async def _run(command: Sequence[str | Path], environment: dict[str, str]) -> int:
    """Runs a program on this terminal until it ends; Ctrl-C is for the program, which may break off a query with it."""
    # Not ignored: the program would inherit that.
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        process = await asyncio.create_subprocess_exec(*command, env=environment)
        return await process.wait()
    except OSError as error:
        raise WrongUse(f"{command[0]} cannot be started: {error.strerror or error}.") from None
    finally:
        signal.signal(signal.SIGINT, before)
