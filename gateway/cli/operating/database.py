"""`citestream database list | remove`: embedded databases whose data directory was deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gateway.cli.options import say_table

if TYPE_CHECKING:
    from gateway.store.bundled.orphans import Orphan

commands = typer.Typer(
    name="database",
    help="List and remove embedded databases whose data directory was deleted.",
    no_args_is_help=True,
)
HEADINGS = ("name", "MB", "last written", "deleted directory")


@commands.command("list")
def list_() -> None:
    """Embedded databases whose data directory was deleted; only root has them."""
    from gateway.store.bundled import orphans

    found = orphans.found()
    if not found:
        print("No embedded database without its data directory. (Root sees those that root made.)")
        return
    say_table([HEADINGS, *map(_row, found)])


@commands.command()
def remove(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="As `list` shows them.")],
) -> None:
    """Delete such databases for ever, with their documents, answers and keys."""
    from gateway.store.bundled import orphans

    for name in dict.fromkeys(names):
        orphan = orphans.remove(name)
        print(f"Removed {orphan.name}, the database of {orphan.data} ({orphan.size / 1e6:.1f} MB).")


def _row(orphan: Orphan) -> tuple[str, ...]:
    return orphan.name, f"{orphan.size / 1e6:.1f}", f"{orphan.written_at:%Y-%m-%d %H:%M} UTC", str(orphan.data)
