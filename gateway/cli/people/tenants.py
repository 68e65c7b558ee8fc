"""`citestream tenants [erase]`: which tenants there are, and the end of one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gateway.cli.options import DataDir, configured, did_you_mean, in_gateway, say, say_table
from gateway.errors import WrongUse

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.store.accounts.tenants import TenantUse

commands = typer.Typer(name="tenants", help="List tenants, and export and erase one.", invoke_without_command=True)
HEADINGS = ("tenant", "documents", "answers", "keys", "last use")
OPERATOR = "default"


@commands.callback()
def tenants(context: typer.Context, data_dir: DataDir = None) -> None:
    """List tenants, and export and erase one."""
    if context.invoked_subcommand is None:
        say_table([HEADINGS, *map(_row, in_gateway(configured(data_dir=data_dir), _all))])


@commands.command()
def erase(
    name: Annotated[str, typer.Argument(help="The tenant.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", help="The file for the export; it must not exist yet.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Export every row of a tenant, then remove them. Interrupted, the same command continues."""
    is_there = out.exists()
    in_gateway(configured(data_dir=data_dir), lambda gateway: _erase(gateway, name, out, is_there=is_there, yes=yes))


async def _all(gateway: Gateway) -> list[TenantUse]:
    from gateway.store.accounts.tenants import Tenants

    return await Tenants(gateway.database).all()


async def _erase(gateway: Gateway, name: str, out: Path, *, is_there: bool, yes: bool) -> None:
    from gateway.store.accounts.tenants import Tenants

    stored, known = Tenants(gateway.database), {tenant.name: tenant for tenant in await _all(gateway)}
    if name not in known:
        raise WrongUse(f"There is no tenant {name!r}{did_you_mean(name, list(known))}")
    if name == OPERATOR:
        raise WrongUse(f"The tenant {OPERATOR} is the operator's; it cannot be erased.")
    if not known[name].leaving:
        if is_there:
            raise WrongUse(f"--out {out}: the file exists; name another one.")
        _confirm(known[name], yes=yes)
        await stored.close(name)
        try:
            say(f"Exported {await stored.export(name, out)} rows to {out}.")
        except OSError as error:
            raise WrongUse(f"--out {out} cannot be written: {error.strerror}. Nothing was removed.") from None
    else:
        say(f"The tenant {name} was exported before; its removal continues.")
    removed = await stored.erase(name, lambda table, number: say(f"{number:8} {table}"))
    say(f"Erased the tenant {name}: {removed} rows.")


def _confirm(tenant: TenantUse, *, yes: bool) -> None:
    """Raises `typer.Abort` if the operator does not type the tenant's name."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise WrongUse("Nobody can be asked here; --yes confirms the erasure.")
    what = f"{tenant.documents} documents, {tenant.answers} answers, {tenant.keys} keys"
    if typer.prompt(f"This erases the tenant {tenant.name} ({what}). Type its name to confirm") != tenant.name:
        raise WrongUse("The name differs; nothing was removed.")


def _row(tenant: TenantUse) -> tuple[str, ...]:
    last = "never" if tenant.last_use is None else tenant.last_use.isoformat(timespec="minutes")
    counts = map(str, (tenant.documents, tenant.answers, tenant.keys))
    return (tenant.name, *counts, f"{last}{' (being erased)' if tenant.leaving else ''}")
