"""The packages of `integrations/`: what they import, what they say of themselves, and the pages that show them.

`CITESTREAM_EXAMPLES=write python -m pytest tests/integrations/test_packages.py` writes the examples into the pages.
"""

import ast
import os
import re
import sys
import tomllib
from pathlib import Path

import citestream_client
import pytest
from citestream_client.fields import QUESTION

from gateway import __version__
from tests.support.syntax import parsed

ROOT = Path(__file__).parents[2]
INTEGRATIONS = ROOT / "integrations"
PAGE = ROOT / "docs" / "frameworks.md"
ADAPTERS = {"langchain": "langchain_core", "llama_index": "llama_index", "haystack": "haystack"}
"""Each adapter, and the module of its framework."""
OURS = {"citestream_client", "langchain_citestream", "llama_index_citestream", "haystack_integrations"}
PACKAGES = ["client", *ADAPTERS]
LONGEST_EXAMPLE = 20
LEFT_OUT = {
    *("question", "query", "prompt", "messages", "conversation_history"),  # what the framework itself says
    *("rollback", "on_disconnect"),  # text cannot be taken back; a lost connection is taken up
    *("speech", "audio_uuid"),  # frameworks have no place for sound
}
"""Fields of a question that an adapter does not take."""


def imported(folder: Path) -> set[str]:
    """Returns the first names of the modules that a folder's files import, Python's own left out."""
    found = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(parsed(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(node.module or "")
    return {name.split(".")[0] for name in found} - sys.stdlib_module_names


def project(package: str) -> dict:
    return tomllib.loads((INTEGRATIONS / package / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_gateway_needs_none_of_them():
    assert not imported(ROOT / "gateway") & {*OURS, *ADAPTERS.values(), "langchain"}
    assert not re.search("langchain|llama|haystack|citestream-client", (ROOT / "uv.lock").read_text(encoding="utf-8"))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_it_names(package):
    """pydantic comes with LangChain, whose models are made of it."""
    named = {"client": {"httpx2"}, "langchain": {"pydantic"}}.get(package, set())
    own = OURS & {folder.name for folder in (INTEGRATIONS / package / "src").iterdir()}
    found = imported(INTEGRATIONS / package / "src")
    assert len(own) == 1 and found <= {"citestream_client", ADAPTERS.get(package, ""), *named, *own}
    assert not imported(INTEGRATIONS / package) & {"gateway", "tests"}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_it_is(package):
    about = project(package)
    assert about["version"] == __version__ == citestream_client.__version__
    assert about["license"] == "MIT" and about["requires-python"] == ">=3.11" and about["readme"] == "README.md"
    assert all(re.search(r">=[\d.]+,<\d", demand) for demand in about["dependencies"])


@pytest.mark.parametrize("package", ADAPTERS)
def test_an_adapter_takes_the_client_that_is_released_with_it(package):
    [demand, _] = project(package)["dependencies"]
    major, minor = re.fullmatch(r"citestream-client>=(\d+)\.(\d+),<\1\.\d+", demand).groups()
    assert __version__.startswith(f"{major}.{minor}.") and demand.endswith(f".{int(minor) + 1}")


def test_the_client_knows_every_field_of_a_question():
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    table = re.search(r"## 2\. .*?### 2\.1", protocol, re.DOTALL)[0]
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    named = {name for cell in cells for name in re.findall(r"`(\w+)`", cell.split("synonym")[0])} - {"code"}
    assert QUESTION | LEFT_OUT >= named >= QUESTION


@pytest.fixture(scope="module")
def pages():
    """The pages as they are, with the examples written anew where that is wanted."""
    found = {file: file.read_text(encoding="utf-8") for file in [PAGE, *INTEGRATIONS.glob("*/README.md")]}
    if os.environ.get("CITESTREAM_EXAMPLES") == "write":
        for file, text in found.items():
            for package in PACKAGES:
                program = (INTEGRATIONS / package / "example.py").read_text(encoding="utf-8")
                marker = f"<!-- file: integrations/{package}/example.py -->\n"
                shown = f"{marker}```python\n{program}```\n"
                text = re.sub(rf"{marker}(```python\n.*?```\n)?", lambda _, shown=shown: shown, text, flags=re.DOTALL)
            file.write_text(text, encoding="utf-8")
            found[file] = text
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_the_pages_show_the_example(pages, package):
    program = (INTEGRATIONS / package / "example.py").read_text(encoding="utf-8")
    shown = f"<!-- file: integrations/{package}/example.py -->\n```python\n{program}```\n"
    where = [INTEGRATIONS / package / "README.md", *([PAGE] if package in ADAPTERS else [])]
    assert [file for file in where if shown not in pages[file]] == [], "CITESTREAM_EXAMPLES=write writes them anew."
    assert len(program.splitlines()) <= LONGEST_EXAMPLE


@pytest.mark.parametrize("package", ADAPTERS)
def test_the_page_names_versions_and_folders(pages, package):
    [_, demand] = project(package)["dependencies"]
    name, lowest = re.match(r"([\w-]+)>=([\d.]+)", demand).groups()
    assert re.search(rf"{name} {re.escape(lowest)}\b", pages[PAGE])
    assert f"pip install ./integrations/client ./integrations/{package}`" in pages[PAGE]


def test_links_of_the_readmes_lead_somewhere(pages):
    for file, text in pages.items():
        for link in re.findall(r"\]\(([^)#:]+)[)#]", text):
            assert (file.parent / link).exists(), f"{file}: {link}"
