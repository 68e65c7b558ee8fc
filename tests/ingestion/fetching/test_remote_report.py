"""What the end of a run over pages and objects says."""

from gateway.ingestion.fetching.remote_report import summary
from gateway.ingestion.fetching.remote_run import RemoteRun
from gateway.ingestion.ingest_result import IngestResult


def run(**fields):
    made = RemoteRun(None, None, None, "default", "default")
    for name, value in fields.items():
        getattr(made, name).extend(value) if isinstance(value, list) else setattr(made, name, value)
    return made


def test_totals_then_what_was_left_out_and_what_is_gone():
    results = [IngestResult("a", "ready", passages=2), IngestResult("b", "failed"), IngestResult("c", "unchanged")]
    made = run(results=results, received=1_500_000, gone=["https://x.example/\u202ea"], removed=["s3://b/c"])
    made.left["image/png"] = 2
    assert list(summary(made, 3.14)) == [
        "Pages and objects ingested: 1 (2 passages), unchanged: 1, failed: 1; 1.5 MB fetched in 3.1 s.",
        "Left out: 2 image/png.",
        "Removed, for they are gone: 1.",
        "  s3://b/c",
        "Gone, but still in the knowledge base: 1; --remove-gone removes them.",
        "  https://x.example/<U+202E>a",
    ]


def test_many_of_a_kind_are_counted():
    made = run(gone=[f"s3://b/{number}" for number in range(30)])
    made.left.update({f"kind {number}": 1 for number in range(15)})
    lines = list(summary(made, 0))
    assert lines[-1] == "  … and 10 more." and lines[1].endswith("3 others.")
