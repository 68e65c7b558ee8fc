"""What all commands share: common options, settings, running to the end."""

from __future__ import annotations

import difflib
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar

import typer

from gateway import settings, slots
from gateway.cli import environment
from gateway.concurrency import event_loop
from gateway.errors import WrongUse
from gateway.serve.logs import start_logging
from gateway.settings import fixed

if TYPE_CHECKING:
    from gateway.app import Gateway

log = logging.getLogger(__name__)
Result = TypeVar("Result")

TenantNeed: TypeAlias = Literal["known", "named", "new"]
LONGEST_NAME = 200
"""Characters of a tenant, a workspace or a label."""


def on_one_line(param: typer.CallbackParam, value: str | None) -> str | None:
    """Returns a name as it is. Raises `WrongUse` for one with control characters, or with bytes that are no UTF-8,
    which come from the command line as lone surrogates.
    """
    if value is not None and not is_name(value):
        raise WrongUse(f"{param.opts[0]}: at most {LONGEST_NAME} characters on one line.")
    return value


def is_name(text: str) -> bool:
    return len(text) <= LONGEST_NAME and text.isprintable()


DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Embedded PostgreSQL and uploads.")]
Provider = Annotated[
    str | None, typer.Option("--provider", help=f"One of {', '.join(slots.names('models.providers'))}.")
]
ASKED_TENANT: ContextVar[tuple[str | None, TenantNeed] | None] = ContextVar("ASKED_TENANT", default=None)
"""The tenant that the command line names (None: it names none) and what the command needs of it."""


def _tenant(need: TenantNeed, help_: str) -> Any:
    """Returns the option `--tenant`. need: `known`: `default` is used if none is named; `named`: one must be named if
    several have data; `new`: one must be named, and it may be unknown."""

    def note(context: typer.Context, param: typer.CallbackParam, value: str) -> str:
        on_one_line(param, value)
        source = context.get_parameter_source("tenant")
        is_named = source is not None and source.name == "COMMANDLINE"
        ASKED_TENANT.set((value if is_named else None, need))
        return value

    return typer.Option("--tenant", callback=note, help=help_)


Tenant = Annotated[str, _tenant("known", "Whose knowledge base.")]
NamedTenant = Annotated[str, _tenant("named", "The tenant; needed if several tenants have data.")]
NewTenant = Annotated[str, _tenant("new", "The tenant, always needed; a new one is made.")]
Workspace = Annotated[
    str, typer.Option("--workspace", callback=on_one_line, help="A named part of the knowledge base.")
]
OnlyWorkspace = Annotated[
    str | None, typer.Option("--workspace", callback=on_one_line, help="Look only in this workspace.")
]


def text_of(file: Path) -> str:
    """Returns the text of a file. Raises `WrongUse` for one that cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUse(f"{file} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}.") from None


def say(line: str) -> None:
    """Prints a line at once, whether it goes to a screen or into a file."""
    print(line, flush=True)


def say_table(rows: Sequence[Sequence[str]]) -> None:
    """Prints rows in columns as wide as their widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def configured(*, serves: bool = False, **options: Any) -> settings.Settings:
    """Returns the settings of this command, with logs started. A command that does not serve shows its results itself:
    where nobody set a level, it logs warnings only."""
    config = settings.read(**options)
    is_quiet = not serves and "log_level" not in config.model_fields_set
    start_logging(config.model_copy(update={"log_level": "WARNING"}) if is_quiet else config)
    for note in fixed.notes():
        log.info("%s", note)
    for remark in environment.remarks(config):
        if config.log_format == "json":  # whoever collects the log meets nothing else there
            log.warning("%s", remark)
        else:
            print(f"citestream: {remark}", file=sys.stderr)
    return config


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs work to its end; Ctrl-C ends it without a traceback."""
    try:
        return event_loop.run(work)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


@asynccontextmanager
async def opened(config: settings.Settings) -> AsyncIterator[Gateway]:
    """Opens the knowledge base, without a model, and closes it after the block."""
    from gateway.app import Gateway

    gateway = await Gateway(config).open()
    try:
        await check_tenant(gateway)
        yield gateway
    finally:
        await gateway.close()


async def check_tenant(gateway: Gateway) -> None:
    """Raises `WrongUse` if the tenant of the command line is unknown, or if it names none and the command needs one.
    Prints a note if it names none and several tenants have data."""
    from gateway.store.accounts.tenants import Tenants

    if (asked := ASKED_TENANT.get()) is None:
        return
    (name, need), tenants = asked, Tenants(gateway.database)
    if name is not None:
        if name not in (known := await tenants.names()):
            unknown = f"--tenant {name}: there is no tenant of this name{did_you_mean(name, known)}"
            if need != "new":
                raise WrongUse(unknown)
            print(f"citestream: {unknown} It is made.", file=sys.stderr)
        return
    others = [tenant.name for tenant in await tenants.all() if tenant.has_data and tenant.name != "default"]
    listed = ", ".join(["default", *others])
    if need == "new":
        raise WrongUse(f"Name the tenant with --tenant; tenants: {listed}.")
    if others:
        if need == "named":
            raise WrongUse(f"Several tenants have data: {listed}. Name one with --tenant.")
        print(f"citestream: the tenant is default, one of {listed}; --tenant names another one.", file=sys.stderr)


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """Returns the end of a sentence about an unknown name."""
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else " (`citestream tenants` lists them)."


def in_gateway(config: settings.Settings, work: Callable[[Gateway], Awaitable[Result]]) -> Result:
    """Runs work on an open knowledge base to its end."""

    async def working() -> Result:
        async with opened(config) as gateway:
            return await work(gateway)

    return run(working())
