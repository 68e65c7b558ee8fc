"""`citestream migrate`: what it did, and what is pending."""


def test_migrate_says_what_it_did(citestream):
    assert citestream("migrate", "--check").returncode == 0
    assert "up to date" in citestream("migrate").stdout


def test_migrate_checks_and_applies_on_an_empty_database(citestream, empty_url):
    check = citestream("migrate", "--check", DATABASE_URL=empty_url)
    assert check.returncode == 1 and "pending 0001_schema" in check.stdout
    assert "applied 0001_schema" in citestream("migrate", DATABASE_URL=empty_url).stdout
