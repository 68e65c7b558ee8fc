"""`citestream documents list | show | delete`: what the knowledge base holds."""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from gateway.cli.options import DataDir, Tenant, configured, run, say_table
from gateway.errors import NotFound, Refusal, WrongUse
from gateway.knowledge.extraction import visible
from gateway.settings import Settings

if TYPE_CHECKING:
    from gateway.store.documents.library import Library
    from gateway.store.documents.stored_documents import StoredDocument

commands = typer.Typer(name="documents", help="What the knowledge base holds.", no_args_is_help=True)
HEADINGS = ("document", "workspace", "passages", "created", "title", "source")
LONGEST_CELL = 60
"""Characters of a title or source in the list."""
MOST_NAMED = 10
"""Documents of one name that are told apart for whoever gave it."""
Result = TypeVar("Result")

Named = Annotated[str | None, typer.Option("--workspace", help="Only in this workspace.")]
AsJson = Annotated[bool, typer.Option("--json", help="As the REST interface gives it (docs/protocol.md).")]
WHAT = "Document id, or else its external id, source, file name, title or file."


@commands.command("list")
def list_(
    workspace: Named = None,
    source_app: Annotated[str | None, typer.Option("--source-app", help="Only from this application.")] = None,
    language: Annotated[str | None, typer.Option("--language", help="Only in this language, such as en.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="Documents on a page.")] = 50,
    cursor: Annotated[str | None, typer.Option(help="Where the page before ended; it says so.")] = None,
    as_json: AsJson = False,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Show documents, newest first, a page at a time."""
    from gateway.http.knowledge.documents import described

    spoken = language.partition("-")[0].lower() if language else None
    found, more = _with_library(
        configured(data_dir=data_dir),
        lambda library: library.list_documents(
            tenant, workspace=workspace, source_app=source_app, language=spoken, cursor=cursor, limit=limit
        ),
    )
    if as_json:
        _print_json({"documents": [described(document) for document in found], "next_cursor": more})
        return
    if not found:
        print("There are no documents here.")
        return
    say_table([HEADINGS, *map(_row, found)])
    if more:
        print(f"There are more: --cursor {more}", file=sys.stderr)


@commands.command()
def show(
    document: Annotated[str, typer.Argument(help=WHAT)],
    workspace: Named = None,
    as_json: AsJson = False,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Show what is kept of a document, and its text."""
    from gateway.http.knowledge.documents import described

    async def work(library: Library) -> StoredDocument:
        return await library.get_document(tenant, (await _meant(library, tenant, document, workspace)).document_id)

    found = _with_library(configured(data_dir=data_dir), work)
    if as_json:
        _print_json({**described(found), "text": found.text})
        return
    for name, value in described(found).items():
        if value not in (None, "", {}):
            shown = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
            print(f"{name:13}{visible(shown)}")
    print(f"\n{_printable(found.text)}")


@commands.command()
def delete(
    documents: Annotated[list[str], typer.Argument(help=f"{WHAT} Several may be named.")],
    workspace: Named = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Delete documents; answers keep what they cited. Where one of them is not found, none is deleted."""

    async def work(library: Library) -> list[StoredDocument]:
        found = [await _meant(library, tenant, name, workspace) for name in documents]
        gone = {document.document_id: document for document in found}
        for document_id in gone:
            await library.delete_document(tenant, document_id)
        return list(gone.values())

    for document in _with_library(configured(data_dir=data_dir), work):
        called = visible(document.source or document.title)
        print(f"Deleted {document.document_id} ({called}, workspace {visible(document.workspace)}).")


async def _meant(library: Library, tenant: str, name: str, workspace: str | None) -> StoredDocument:
    """Returns the document that is meant. Raises `WrongUse` when there is none or more than one."""
    path, name = _file_here(name), _text(name)
    try:
        return await library.get_document(tenant, str(uuid.UUID(name)), [workspace] if workspace else None)
    except (ValueError, NotFound):
        found = await library.named_documents(tenant, name, path, workspace, MOST_NAMED)
    if not found:
        where = f" in the workspace {visible(workspace)}" if workspace else ""
        raise WrongUse(f"There is no document {visible(name)}{where}; `citestream documents list` shows them.")
    if len(found) > 1:
        ids = ", ".join(f"{document.document_id} ({visible(document.workspace)})" for document in found)
        raise WrongUse(f"More than one document is called {visible(name)}; say which by its id: {ids}.")
    return found[0]


def _file_here(name: str) -> str:
    """Returns the file of this name here, as documents that were read from files are known."""
    return _text(os.path.realpath(name))


def _text(name: str) -> str:
    """Returns what can be stored of a name whose bytes are no UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")


def _with_library(config: Settings, work: Callable[[Library], Awaitable[Result]]) -> Result:
    from gateway.app import Gateway

    async def opened() -> Result:
        gateway = await Gateway(config).open()
        try:
            return await work(gateway.library)
        finally:
            await gateway.close()

    try:
        done: Result = run(opened())
    except Refusal as error:
        raise WrongUse(error.detail) from None
    return done


def _row(document: StoredDocument) -> tuple[str, ...]:
    title, source = (_short(visible(text)) for text in (document.title, document.source))
    created = document.created_at.date().isoformat()
    return document.document_id, visible(document.workspace), str(document.passages), created, title, source


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"


def _printable(text: str) -> str:
    """Returns a text whose characters cannot move the cursor; its lines and tabs stay."""
    return "".join(sign if sign in "\n\t" or (sign >= " " and sign != "\x7f") else visible(sign) for sign in text)


def _print_json(value: Mapping[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
