"""What is told of a backup."""

from types import SimpleNamespace

from gateway.cli.operating.backup_report import contents


def test_documents_answers_and_all_rows_are_counted():
    rows = {"document": 1, "answer": 2, "tenant": 4}
    tables = [SimpleNamespace(name=name, rows=count) for name, count in rows.items()]
    assert contents(SimpleNamespace(tables=tables)) == "1 document, 2 answers, 7 rows"
