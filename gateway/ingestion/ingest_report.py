"""What a run of ingestion says at its end, in plain lines: what came in, what did not and why, what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

import orjson

from gateway.ingestion.files.folders import FileListing
from gateway.ingestion.files.secret_files import OWN
from gateway.ingestion.ingest_result import IngestResult
from gateway.knowledge.extraction import visible

SAMPLE_LEFT_OUT = (
    "Searches exclude the sample documents from now on. To ask them, name the workspace sample: "
    '"workspace": "sample" in a request, --workspace sample on the command line. If you delete your own documents, '
    "searches include them again."
)
"""What a caller reads who adds the first document next to the sample."""
MOST_NAMED = 20
"""Lines of one kind that are no failures; a thousand of them must not hide the totals."""
MOST_KINDS = 12


def counted(number: int, singular: str, plural: str = "") -> str:
    """Returns `1 document` or `2 documents`; `plural` is given where it is not the singular with an s."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def first_of(lines: Sequence[str], indent: str = "") -> Iterator[str]:
    """Yields the first `MOST_NAMED` lines, and how many more there are."""
    yield from (f"{indent}{line}" for line in lines[:MOST_NAMED])
    if len(lines) > MOST_NAMED:
        yield f"{indent}… and {len(lines) - MOST_NAMED} more."


def left_out(kinds: Counter[str]) -> Iterator[str]:
    """Yields a line with the most frequent kinds of what was left out; nothing if there are none."""
    if kinds:
        named = [f"{count} {visible(kind)}" for kind, count in kinds.most_common(MOST_KINDS)]
        rest = kinds.total() - sum(count for _, count in kinds.most_common(MOST_KINDS))
        yield f"Left out: {', '.join([*named, counted(rest, 'other')] if rest else named)}."


def waiting(passages: int, a_passage_s: float | None) -> Iterator[str]:
    """Yields a sentence about the passages that have no vectors yet; nothing if there are none. `a_passage_s`: the
    processor time that one takes, if it is known."""
    if passages:
        left = f", about {max(1, round(passages * a_passage_s)):,} s" if a_passage_s else ""
        yield (
            f"Found by their words now; vectors are still to be computed of {counted(passages, 'passage')}{left}: a "
            "running `citestream serve` does it in the background, `citestream reindex` in the foreground."
        )


def complaints(results: Sequence[IngestResult]) -> Iterator[str]:
    """Yields one line for every file that failed, then one for each of the first files that were read in part only."""
    yield from (sentence(result) for result in results if result.error)
    yield from first_of([sentence(result) for result in results if result.note])


def as_json(results: Sequence[IngestResult]) -> bytes:
    """Returns what became of each file, with the fields of `POST /v1/documents` and its path."""
    shown = ({name: value for name, value in asdict(result).items() if value not in (None, "")} for result in results)
    return orjson.dumps({"documents": list(shown)}, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def sentence(result: IngestResult) -> str:
    """Returns a sentence that says which file failed and why, or what of it is missing; a name cannot move the cursor
    or hide.
    """
    error = result.error or result.note
    return visible(error if error.startswith(result.path) else f"{result.path}: {error}")


def summary(found: FileListing, results: Sequence[IngestResult], seconds: float) -> Iterator[str]:
    """Yields the totals, then what a person would otherwise wonder about."""
    count = {status: sum(result.status == status for result in results) for status in ("ready", "unchanged", "failed")}
    passages = sum(result.passages for result in results if result.status == "ready")
    size = f"{found.size / 1_000_000:.1f} MB" if found.size >= 50_000 else f"{found.size / 1000:.1f} KB"
    yield (
        f"Documents ingested: {count['ready']} ({counted(passages, 'passage')}), unchanged: {count['unchanged']}, "
        f"failed: {count['failed']}; {size} read in {seconds:.1f} s."
    )
    for first, other in found.same[:MOST_NAMED]:
        yield f"Same content: {other} and {first}; both are kept."
    if len(found.same) > MOST_NAMED:
        yield f"Same content: {counted(len(found.same) - MOST_NAMED, 'more pair')}."
    yield from left_out(found.skipped)
    yield from _safety(found)
    if not results:
        yield "There was nothing to read."


def _safety(found: FileListing) -> Iterator[str]:
    """Yields what was left out because it is not meant for others, and what to do where it is."""
    if not found.withheld:
        return
    yield f"Left out for safety: {', '.join(found.reasons)}. Named itself, such a file is read with --force."
    names = sorted(f"{visible(found.shown(path))}: {reason}" for path, reason in found.withheld.items())
    yield from first_of(names, "  ")
    if OWN in found.withheld.values():
        yield (
            "Files readable by their owner only count as private: `chmod -R go+rX FOLDER` opens them to others, and --force "
            "reads them all the same."
        )
