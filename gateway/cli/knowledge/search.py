"""`citestream search`: the passages that an answer would be made from, on the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gateway.cli.options import DataDir, OnlyWorkspace, Tenant, configured, opened, run

if TYPE_CHECKING:
    from gateway.settings import Settings

MOST = 100


def search(
    query: Annotated[str, typer.Argument(help="A question, or some words.")],
    workspace: OnlyWorkspace = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, max=MOST, help="The most passages [GATEWAY_TOP_K].")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As POST /v1/search gives it.")] = False,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Find passages without asking a model; exit code 1 where the knowledge base seems to hold nothing about it."""
    config = configured(data_dir=data_dir)
    brought = run(_found(config, query, tenant, workspace, limit))
    if as_json:
        sys.stdout.buffer.write(json.dumps(brought, ensure_ascii=False, indent=2).encode() + b"\n")
    else:
        _show(brought)
    raise typer.Exit(1 if brought["confidence"]["level"] == "nothing" else 0)


async def _found(
    config: Settings, query: str, tenant: str, workspace: str | None, limit: int | None
) -> Mapping[str, Any]:
    from gateway.cli.answers.ask_printer import question_of
    from gateway.turn.searching.passage_lookup import PassageLookup, described

    question = question_of(config, query, tenant=tenant, workspace=workspace, strict=None, deliverable=None)
    async with opened(config) as gateway:
        if not (await gateway.library.counts(tenant)).documents:
            sys.stderr.write(f"The knowledge base is empty ({gateway.location}); `citestream ingest PATH` fills it.\n")
        brought = await PassageLookup(gateway.preparation.search).find(question, limit)
        return described(brought, gateway.prompts, question.language)


def _show(brought: Mapping[str, Any]) -> None:
    from gateway.knowledge.extraction import visible

    for number, passage in enumerate(brought["passages"], start=1):
        above = " › ".join(part for part in (passage["title"], passage["heading"]) if part)
        print(f"{number}. {visible(above)}  ({visible(passage['source'] or 'no source')})  {passage['score']:.2f}")
        print("\n".join(f"   {visible(line.expandtabs())}" for line in passage["text"].splitlines()) + "\n")
    for warning in brought.get("warnings", ()):
        print(f"citestream: {warning}", file=sys.stderr)
    print(f"Confidence: {brought['confidence']['level']} ({brought['confidence']['value']:.2f}).")
