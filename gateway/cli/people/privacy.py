"""`citestream privacy count | export | erase`: everything of one user, thread, session or document."""

from __future__ import annotations

import sys
import uuid
from typing import TYPE_CHECKING, Annotated

import typer

from gateway.cli.options import DataDir, NamedTenant, configured, in_gateway
from gateway.errors import WrongUse

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.store.privacy import Privacy, Whose

commands = typer.Typer(
    name="privacy",
    help="Count, export or erase everything of one user, thread, session or document.",
    no_args_is_help=True,
)
What = Annotated[str, typer.Argument(help="user, thread, session or document.", show_default=False)]
Name = Annotated[str, typer.Argument(help="The user_ref, or the id.", show_default=False)]
CallerApp = Annotated[str | None, typer.Option("--caller-app", help="The application of a thread.")]


@commands.command()
def count(
    what: What, name: Name, caller_app: CallerApp = None, tenant: NamedTenant = "default", data_dir: DataDir = None
) -> None:
    """How many rows there are, by kind."""
    config, whose = configured(data_dir=data_dir), _whose(what, name, caller_app)
    found = in_gateway(config, lambda gateway: _privacy(gateway).found(tenant, whose))
    for kind, number in found.items():
        print(f"{number:8} {kind}")
    if not found:
        raise _nothing(what, name, tenant)


@commands.command()
def export(
    what: What, name: Name, caller_app: CallerApp = None, tenant: NamedTenant = "default", data_dir: DataDir = None
) -> None:
    """All of it as JSON lines, on the standard output."""
    config, whose = configured(data_dir=data_dir), _whose(what, name, caller_app)

    async def write(gateway: Gateway) -> int:
        lines = 0
        async for line in _privacy(gateway).export(tenant, whose):
            lines += 1
            sys.stdout.buffer.write(line)
        return lines

    written = in_gateway(config, write)
    sys.stdout.buffer.flush()
    if not written:
        raise _nothing(what, name, tenant)


@commands.command()
def erase(
    what: What, name: Name, caller_app: CallerApp = None, tenant: NamedTenant = "default", data_dir: DataDir = None
) -> None:
    """Remove all of it; ends when nothing is left. Broken off, a running server goes on with it."""
    config, whose = configured(data_dir=data_dir), _whose(what, name, caller_app)

    async def work(gateway: Gateway) -> dict[str, int] | None:
        privacy = _privacy(gateway)
        return await privacy.erase(tenant, whose) if await privacy.found(tenant, whose) else None

    erased = in_gateway(config, work)
    if erased is None:
        raise _nothing(what, name, tenant)
    print(f"Erased: {', '.join(f'{number} {kind}' for kind, number in erased.items())}.")


def _nothing(what: str, name: str, tenant: str) -> typer.Exit:
    print(f"The tenant {tenant} has nothing of the {what} {name!r}.", file=sys.stderr)
    return typer.Exit(1)


def _whose(what: str, name: str, caller_app: str | None) -> Whose:
    from gateway.store.privacy import Whose

    if (what == "thread") != (caller_app is not None):
        raise WrongUse("--caller-app goes with a thread, which needs it.")
    match what:
        case "user":
            return Whose.user(name)
        case "thread":
            return Whose("thread", name, caller_app)
        case "session":
            return Whose("session", name)
        case "document":
            try:
                return Whose("document", str(uuid.UUID(name)))
            except ValueError:
                raise WrongUse(f"{name!r} is no document's id.") from None
    raise WrongUse("Name a user, thread, session or document.")


def _privacy(gateway: Gateway) -> Privacy:
    from gateway.store.answers.turn_rows import Answers
    from gateway.store.privacy import Privacy

    return Privacy(gateway.database, Answers(gateway.database, "privacy"), gateway.library)
