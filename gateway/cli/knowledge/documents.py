"""`citestream documents list | show | delete`: what the knowledge base holds."""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gateway.cli.options import DataDir, Tenant, configured, in_gateway, say_table
from gateway.errors import NotFound, WrongUse
from gateway.knowledge.extraction import visible

if TYPE_CHECKING:
    from gateway.app import Gateway
    from gateway.store.documents.stored_documents import StoredDocument, StoredDocuments

commands = typer.Typer(name="documents", help="What the knowledge base holds.", no_args_is_help=True)
HEADINGS = ("document", "workspace", "passages", "created", "title", "source")
LONGEST_CELL = 60
"""Characters of a title or source in the list."""
MOST_NAMED = 10
"""Documents of one name that are told apart for whoever gave it."""

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
    from gateway.store.documents.stored_documents import DocumentSearch, described

    spoken = language.partition("-")[0].lower() if language else None
    workspaces = [workspace] if workspace is not None else None
    wanted = DocumentSearch(workspaces, source_app, spoken, cursor=cursor, limit=limit)
    found, more = in_gateway(
        configured(data_dir=data_dir), lambda gateway: gateway.library.documents.page(tenant, wanted)
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
    from gateway.store.documents.stored_documents import described

    async def work(gateway: Gateway) -> StoredDocument:
        documents = gateway.library.documents
        return await documents.by_id(tenant, (await _meant(documents, tenant, document, workspace)).document_id)

    found = in_gateway(configured(data_dir=data_dir), work)
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

    async def work(gateway: Gateway) -> list[StoredDocument]:
        found = [await _meant(gateway.library.documents, tenant, name, workspace) for name in documents]
        gone = {document.document_id: document for document in found}
        for document_id in gone:
            await gateway.library.delete_document(tenant, document_id)
        return list(gone.values())

    for document in in_gateway(configured(data_dir=data_dir), work):
        called = visible(document.source or document.title)
        print(f"Deleted {document.document_id} ({called}, workspace {visible(document.workspace)}).")


async def _meant(stored: StoredDocuments, tenant: str, name: str, workspace: str | None) -> StoredDocument:
    """Returns the document that is meant. Raises `WrongUse` when there is none or more than one."""
    path, name = _file_here(name), _text(name)
    try:
        return await stored.by_id(tenant, str(uuid.UUID(name)), [workspace] if workspace else None)
    except (ValueError, NotFound):
        found = await stored.named(tenant, name, path, [workspace] if workspace else None, MOST_NAMED)
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
