"""`citestream migrate`: the database brought up to date, or what is missing."""

from __future__ import annotations

from typing import Annotated

import typer

from gateway import slots
from gateway.cli.options import DataDir, configured, run
from gateway.settings import Settings


def migrate(
    adopt: Annotated[bool, typer.Option("--adopt", help="Allow a database that holds other tables.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what is pending; exit code 1 if anything is.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Bring the database up to date."""
    names = run(_migrate(configured(data_dir=data_dir), adopt, check))
    for name in names:
        print(f"{'pending' if check else 'applied'} {name}")
    if not names:
        print("The database is up to date.")
    raise typer.Exit(1 if check and names else 0)


async def _migrate(config: Settings, adopt: bool, check: bool) -> list[str]:
    from gateway.app import Gateway
    from gateway.store.database.migrations import migrate, pending

    gateway = Gateway(config)
    try:
        url = await gateway.checked_url()
        folder = slots.resource("migrations")
        return await pending(url, folder) if check else await migrate(url, folder, adopt=adopt)
    finally:
        await gateway.close()
