"""`citestream doctor`: what is wrong here, and what to do about it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from gateway.cli import environment
from gateway.cli.options import DataDir, Provider, run
from gateway.errors import WrongUse
from gateway.serve.diagnosis import Diagnosis
from gateway.serve.logs import start_logging
from gateway.settings import Settings, fixed, mounted_secrets


def doctor(
    url: Annotated[
        str | None, typer.Option("--url", help="The address that callers use: do streams pass the proxy?")
    ] = None,
    key_file: Annotated[
        Path | None,
        typer.Option("--key-file", help="An administrator's key for --url: does that gateway use this database?"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of lines.")] = False,
    data_dir: DataDir = None,
    provider: Provider = None,
) -> None:
    """Look at settings, database, models, disk and clock, and say what to do; exit code 1 where something fails."""
    if key_file is not None and url is None:
        raise WrongUse("--key-file needs --url, the address of the gateway that accepts the key.")
    found: list[Diagnosis] = []

    def tell(diagnosis: Diagnosis) -> None:
        found.append(diagnosis)
        if not as_json:
            print(diagnosis.line, flush=True)

    from gateway import settings

    try:
        config = settings.read(data_dir=data_dir, provider=provider)
    except WrongUse as wrong:
        tell(Diagnosis("settings", "fail", wrong.detail, "docs/settings.md has every setting with its values"))
    else:
        start_logging(config.model_copy(update={"log_level": "ERROR"}))
        remarks = environment.remarks(config)
        for remark in remarks:
            tell(Diagnosis("settings", "warn", remark))
        for note in fixed.notes():
            tell(Diagnosis("settings", "ok", note))
        if not remarks:
            tell(Diagnosis("settings", "ok", "every name means something"))
        key = None if key_file is None else mounted_secrets.read("--key-file", key_file)
        run(_examine(config, url, key, tell))
    failed = any(diagnosis.level == "fail" for diagnosis in found)
    if as_json:
        print(json.dumps({"ok": not failed, "found": [diagnosis.named() for diagnosis in found]}, indent=2))
    raise typer.Exit(1 if failed else 0)


async def _examine(config: Settings, url: str | None, key: str | None, tell: Callable[[Diagnosis], None]) -> None:
    from gateway.serve import checkup, stream_checkup

    async for diagnosis in checkup.examine(config, url, key):
        tell(diagnosis)
    if url is not None:
        tell(await asyncio.to_thread(stream_checkup.stream, url))
