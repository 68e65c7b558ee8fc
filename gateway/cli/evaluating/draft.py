"""`citestream evaluate draft`: proposes cases of a set; people confirm each, key by key."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gateway.cli.evaluating.label import plain, pressed, write
from gateway.cli.options import DataDir, Tenant, configured, in_gateway, run, say, text_of

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.evaluation.labelling.drafts import Draft

KEYS = "y confirm  n remove  e edit the question  k skip  q quit"


def draft(
    count: Annotated[int, typer.Option("--n", min=1, max=1000, help="Cases to propose.")] = 50,
    out: Annotated[Path | None, typer.Option(help="The file to write; without it, standard output.")] = None,
    confirm: Annotated[Path | None, typer.Option(help="Go through the drafts of this set instead.")] = None,
    seed: Annotated[int, typer.Option(help="Another number draws other passages.")] = 0,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Propose cases from documents, users' questions and feedback; nobody has confirmed them yet."""
    if confirm is not None:
        run(_confirmed(confirm))
        return

    async def work(gateway: Gateway) -> list[Draft]:
        from gateway.evaluation.labelling.drafts import drafts
        from gateway.store.evaluation.draft_rows import DraftRows

        rows = DraftRows(gateway.database)
        texts = await rows.texts(tenant, seed, count)
        return drafts(count, await rows.asked(tenant), texts, gateway.prompts.label)

    found = in_gateway(configured(data_dir=data_dir), work)
    write(out, (json.dumps(each, ensure_ascii=False) for each in found))
    then = f" `citestream evaluate draft --confirm {out}` goes through them." if out else ""
    print(f"Drafts: {len(found)} of {count}. Only confirmed cases count.{then}", file=sys.stderr)


async def _confirmed(file: Path) -> None:
    """Goes through the drafts of a set. Every decision is written at once."""
    lines = text_of(file).removeprefix("\ufeff").splitlines()
    waiting = [number for number, line in enumerate(lines) if _read(line).get("confirmed") is False]
    left, cases = len(waiting), dict(enumerate(lines))
    for count, number in enumerate(waiting, 1):
        case = _read(lines[number])
        key = "e"
        while key == "e":
            say(f"\n{count}/{len(waiting)}  {plain(json.dumps(case, ensure_ascii=False, indent=2))}\n{KEYS}")
            key = await pressed("ynekq")
            if key == "e":
                say("The question, on one line; empty: as it is.")
                typed = await asyncio.to_thread(sys.stdin.readline)
                case["question"] = typed.strip() or case["question"]
                cases[number] = json.dumps(case, ensure_ascii=False)
        if key == "n":
            del cases[number]
        elif key == "y":
            cases[number] = json.dumps({**case, "confirmed": True}, ensure_ascii=False)
        left -= key in "yn"
        write(file, cases.values())
        if key == "q":
            break
    say(f"Drafts that nobody has decided about: {left}.")


def _read(line: str) -> dict[str, Any]:
    """Returns the object of a line; empty for a line that is none: it stays as it is."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) and isinstance(found.get("question"), str) else {}
