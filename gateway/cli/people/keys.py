"""`citestream keys create | list | limit | revoke`: who may call, and how much."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from gateway.cli.options import (
    LONGEST_NAME,
    DataDir,
    NewTenant,
    configured,
    in_gateway,
    is_name,
    on_one_line,
    say_table,
)
from gateway.errors import WrongUse
from gateway.limits.access_key import TENANT, Key, Limits, Role

if TYPE_CHECKING:
    from gateway.app import Gateway

commands = typer.Typer(name="keys", help="Make, list, limit and revoke access keys.", no_args_is_help=True)
HEADINGS = ("prefix", "tenant", "role", "workspaces", "expires", "label")


@commands.command()
def create(
    role: Annotated[Role, typer.Option("--role", help="What its bearer may do (docs/access.md).")],
    tenant: NewTenant = "default",
    workspace: Annotated[
        list[str] | None, typer.Option("--workspace", help="The only workspace it sees; may be repeated.")
    ] = None,
    label: Annotated[str, typer.Option("--label", help="What it is for.")] = "",
    expires_days: Annotated[int | None, typer.Option(min=1, max=36_500, help="Days until it ends.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Make a key and show it, once: only its hash is kept."""
    if not TENANT.fullmatch(tenant):
        raise WrongUse(
            f"--tenant {tenant!r}: a tenant is named by up to 63 of a-z, 0-9, - and _, first a letter or digit."
        )
    workspaces = [_line("--workspace", name) for name in dict.fromkeys(workspace or ())]
    if "" in workspaces:
        raise WrongUse("--workspace: a workspace has a name.")
    named = _line("--label", label)
    secret = in_gateway(
        configured(data_dir=data_dir),
        lambda gateway: gateway.keys.create(tenant, role, workspaces, named, expires_days),
    )
    print(f"A key of the role {role} for the tenant {tenant}. It is shown only now:")
    print(secret)


@commands.command("list")
def list_(data_dir: DataDir = None) -> None:
    """All keys by the first characters of each, revoked ones too."""
    found = in_gateway(configured(data_dir=data_dir), lambda gateway: gateway.keys.all())
    if not found:
        print("There are no keys.")
        return
    say_table([HEADINGS, *map(_row, found)])


@commands.command()
def revoke(
    prefix: Annotated[
        str, typer.Argument(callback=on_one_line, help="The first characters of the key, as `list` shows them.")
    ],
    data_dir: DataDir = None,
) -> None:
    """End a key, within five seconds on every running server."""

    async def work(gateway: Gateway) -> Key:
        found = await gateway.keys.named(prefix) if prefix else []
        if not found:
            raise WrongUse(f"No key begins with {prefix[:8]!r}; `citestream keys list` shows them.")
        if len(found) > 1:
            raise WrongUse(f"{len(found)} keys begin with {prefix[:8]!r}; give more of it, or the whole key.")
        await gateway.keys.revoke(found[0])
        return found[0]

    key = in_gateway(configured(data_dir=data_dir), work)
    print(f"Revoked {key.prefix} (tenant {key.tenant}, role {key.role}).")


@commands.command()
def limit(
    limits: Annotated[
        list[str] | None, typer.Argument(help="requests_per_minute=600 and so on; none: those of the setting.")
    ] = None,
    tenant: NewTenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Set what a tenant may use, in the place of GATEWAY_TENANT_LIMITS (docs/access.md)."""
    try:
        Limits.read(",".join(limits or ()))
    except ValueError as wrong:
        raise WrongUse(f"{wrong}.") from None
    named = {name.strip(): int(value) for name, _, value in (given.partition("=") for given in limits or ())}
    in_gateway(configured(data_dir=data_dir), lambda gateway: gateway.keys.limit_tenant(tenant, allowance=named))
    print(f"Set for {tenant}: {', '.join(limits or ()) or 'what GATEWAY_TENANT_LIMITS says'}.")


def _line(option: str, text: str) -> str:
    """Returns a name on one line."""
    name = text.strip()
    if not is_name(name):
        raise WrongUse(f"{option}: at most {LONGEST_NAME} characters on one line.")
    return name


def _row(key: Key) -> tuple[str, ...]:
    return (key.prefix, key.tenant, key.role, ", ".join(key.workspaces) or "all", _end(key), key.label)


def _end(key: Key) -> str:
    if key.revoked_at is not None:
        return f"revoked {_day(key.revoked_at)}"
    if key.expires_at is None:
        return "never"
    return f"{'expired ' if key.expires_at <= datetime.now(UTC) else ''}{_day(key.expires_at)}"


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()
