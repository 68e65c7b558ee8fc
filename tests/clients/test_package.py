"""The client library as a package: packed by npm, installed into a project of its own, type-checked, run by Node."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from gateway import __version__
from tests.fakes.upstream import answer_json, paragraphs_json, stall_after, status
from tests.support.node import ROOT, SCRIPTS, npm, printed
from tests.support.server import running

pytestmark = pytest.mark.timeout(120)  # npm and the compiler run
CLIENT = ROOT / "web" / "client"
MODULES = ROOT / "web" / "node_modules"
README = (CLIENT / "README.md").read_text(encoding="utf-8")
QUESTION = "How long may a borrowed book stay at home, and can it be renewed?"
PARAGRAPHS = [
    (["E1"], "A borrowed book may stay at home for three weeks 😀."),
    ([], "Nothing else is known.\nNothing at all."),
]
IMPORTS = re.compile(r"^import .*$", re.MULTILINE)
LIBS = {"browser": {"lib": ["ES2023", "DOM"], "types": []}, "node": {"lib": ["ES2023"], "types": ["node"]}}
"""What declares `fetch` in a project: the compiler's library of the browser, or Node's types."""
AROUND = """
declare const question: string;
declare function show(answer: Answer): void;
"""
"""What the examples of the README leave to their reader."""
FUNCTION = re.compile(r"(/\*\*(?:(?!\*/).)*\*/\n)?export (?:async )?function (\w+)", re.DOTALL)
GIVEN = """
import type { Answer, Frame, Json, NumberedEvent, Paragraph, Reference } from "citestream-client";
import type { Wrong } from "citestream-client/feedback";
declare global {
  const gateway: { base: string }, answer: Answer, paragraph: Paragraph, reference: Reference, frame: Frame;
  const numbered: NumberedEvent, events: NumberedEvent[], payload: Json, data: Json, file: Blob, id: string, text: string;
  const response: Response, start: number, end: number, wrong: Wrong[], cited: Wrong;
  const reader: ReadableStreamDefaultReader;
}
"""
"""What the one-line examples of the functions leave to their reader."""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project that has nothing but the package, out of its archive."""
    folder = tmp_path_factory.mktemp("project")
    npm("pack", CLIENT, "--pack-destination", folder, cwd=folder)
    archive = next(folder.glob("*.tgz"))
    (folder / "package.json").write_text('{"type": "module", "private": true}', encoding="utf-8")
    npm("install", archive, "--offline", "--no-audit", "--no-fund", cwd=folder)
    return folder


async def compiled(project, lib, *names):
    """Compiles programs of the project as strictly as the compiler can, the package's own declarations included."""
    options = {
        **lib,
        "typeRoots": [str(MODULES / "@types")],
        "target": "ES2023",
        "module": "NodeNext",
        "strict": True,
        "exactOptionalPropertyTypes": True,
        "noUncheckedIndexedAccess": True,
        "skipLibCheck": False,
        "outDir": "out",
        "rootDir": ".",
    }
    (project / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": names}), encoding="utf-8")
    await printed(MODULES / "typescript" / "bin" / "tsc", "-p", project, cwd=project)
    return project / "out" / names[0].replace(".ts", ".js")


def test_the_package_says_what_it_is():
    package = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == __version__ and package["license"] == "MIT"
    assert "dependencies" not in package and "peerDependencies" not in package
    assert (CLIENT / "LICENSE").read_text(encoding="utf-8") == (ROOT / "LICENSE").read_text(encoding="utf-8")
    named = {f"citestream-client{path[1:]}" for path in package["exports"] if path != "./package.json"}
    told = set(re.findall(r"^\| `(citestream-client[/\w]*)` \|", README, re.MULTILINE))
    assert told == named, "The README lists the modules of the package."
    for path in package["exports"].values():
        if isinstance(path, dict):
            source = CLIENT / path["default"].replace("./dist/", "src/").replace(".js", ".ts")
            assert source.exists() and path["types"] == path["default"].replace(".js", ".d.ts")


def test_the_archive_has_code_types_and_words_and_nothing_else(project):
    installed = project / "node_modules" / "citestream-client"
    assert {path.name for path in installed.iterdir()} == {"dist", "src", "package.json", "README.md", "LICENSE"}
    assert [path.name for path in (project / "node_modules").iterdir() if not path.name.startswith(".")] == [
        "citestream-client"
    ]


@pytest.mark.parametrize("lib", LIBS)
async def test_every_example_of_the_readme_compiles(project, lib):
    blocks = re.findall(r"```ts\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 4
    gateway = re.search(r"^const gateway = [^;]*;", blocks[0], re.MULTILINE)[0]
    for number, block in enumerate(blocks):
        names = {"Answer", "answerTo", "ask", "sourcesOf"} - set(re.findall(r"\w+", "".join(IMPORTS.findall(block))))
        missing = [f'import {{ {", ".join(sorted(names))} }} from "citestream-client";', AROUND]
        missing += [gateway] if gateway not in block else []
        missing += ["declare const answer: Answer;"] if "const answer" not in block and "{ answer" not in block else []
        (project / f"readme-{number}.ts").write_text("\n".join([*missing, block]), encoding="utf-8")
    await compiled(project, LIBS[lib], *(f"readme-{number}.ts" for number in range(len(blocks))))


def shown():
    """Returns (file, function, its one-line example) of every function that a source file exports."""
    for path in sorted((CLIENT / "src").rglob("*.ts")):
        for doc, name in FUNCTION.findall(path.read_text(encoding="utf-8")):
            example = re.search(r"@example (.+)", doc)
            yield path, name, example[1] if example else ""


def test_every_exported_function_shows_its_use_in_one_line():
    assert [name for _, name, example in shown() if not re.search(rf"\b{name}\b", example)] == []


async def test_the_lines_that_show_the_use_of_functions_compile(project):
    exports = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))["exports"]
    modules = {
        CLIENT / path["default"].replace("./dist/", "src/").replace(".js", ".ts"): f"citestream-client{name[1:]}"
        for name, path in exports.items()
        if isinstance(path, dict)
    }
    texts = {path: path.read_text(encoding="utf-8") for path in modules}

    def home(path, name):
        again = rf"export \{{[^}}]*\b{name}\b"
        told = [module for source, module in modules.items() if re.search(again, texts[source])]
        return modules.get(path) or next(iter(told), None)

    homes = {name: module for path, name, _ in shown() if (module := home(path, name))}
    (project / "given.ts").write_text(GIVEN, encoding="utf-8")
    names = ["given.ts"]
    for path, name, example in shown():
        if (module := home(path, name)) is None:  # for the library itself
            continue
        used = {other: homes[other] for other in re.findall(r"\w+", example) if other in homes} | {name: module}
        used |= {"EMPTY": "citestream-client"} if "EMPTY" in example else {}
        imports = [f'import {{ {other} }} from "{source}";' for other, source in used.items()]
        program = "\n".join([*imports, "export async function shown() {", f"  {example}", "}", ""])
        names.append(f"example-{len(names)}.ts")
        (project / names[-1]).write_text(program, encoding="utf-8")
    assert len(names) > 40
    await compiled(project, LIBS["browser"], *names)


async def test_the_example_in_typescript_compiles(project):
    shutil.copy(ROOT / "examples" / "ask.ts", project)
    await compiled(project, LIBS["node"], "ask.ts")


async def test_the_first_example_prints_each_paragraph_with_its_sources(project, library):
    program = re.search(r"```ts\n(.*?)```", README, re.DOTALL)[1].replace("http://127.0.0.1:8000", library.url)
    (project / "first.mjs").write_text(program.replace("How often is a sourdough starter fed?", QUESTION), "utf-8")
    await library.client.post("/v1/documents", json={"title": "Rules", "text": PARAGRAPHS[0][1], "source": "rules.md"})
    assert await printed(project / "first.mjs", cwd=project) == (
        f"{PARAGRAPHS[0][1]}\n  [E1] Rules (ok): {PARAGRAPHS[0][1]}\n{PARAGRAPHS[1][1]}\n"
    )


@pytest.fixture
async def library(database_url, upstream):
    def behaviour(request):
        asked = json.dumps(request.body["messages"][-1])
        if "endless" in asked:
            return stall_after(40, paragraphs_json(PARAGRAPHS))
        return status(500) if "failing" in asked else answer_json(PARAGRAPHS)

    upstream.choose = behaviour
    fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
    async with running(database_url, provider="openai", **fields) as server:
        yield server


async def test_it_does_with_a_gateway_all_that_it_says_and_its_errors_say_what_to_do(project, library):
    key = await library.gateway.keys.create("default", "admin", ())
    shutil.copy(SCRIPTS / "whole-client.ts", project)
    program = await compiled(project, LIBS["node"], "whole-client.ts")
    questions = (QUESTION, "How long is the endless borrowed book?", "How long is the failing borrowed book?")
    seen = json.loads(await printed(program, library.url, key, *questions, cwd=project))
    assert seen["added"] == ["ready", "ready", ["renewals", "Rules"]] and seen["status"] == 1
    assert seen["found"][0] in {"Rules", "renewals"} and seen["found"][2] == "Rules"
    assert seen["cuts"] > 1 and seen["numbers"] == list(range(1, len(seen["numbers"]) + 1))
    assert {"started", "state_changed", "text_added", "reference_shown", "paragraph_finished", "finished"} <= set(
        seen["types"]
    )
    answer = seen["answer"]
    assert answer["text"] == "\n\n".join(text for _, text in PARAGRAPHS) and answer["isWhole"]
    assert seen["again"] == answer and seen["stored"] == [True, True]
    [[source, quotes, _]] = seen["sources"]
    assert source == "E1" and quotes
    assert seen["joined"] and seen["stopped"] == ["stopped", 2]
    assert seen["threads"][0] == [[True, "Loans"]] and seen["threads"][1:] == [[], [QUESTION]]
    opinions, cited = seen["opinions"]
    assert opinions["verdict"] == "helpful" and [{**cited, "comment": ""}] == opinions["wrong"]
    assert seen["states"] == [["E1", "deleted" if "renew" in quotes[0] else "current"]]
    errors = seen["errors"]
    assert (errors["key"]["status"], errors["key"]["advice"]) == (401, "Pass a key that is valid as options.key.")
    assert [one["field"] for one in errors["field"]["fields"]] == ["question"] and "fields" in errors["field"]["advice"]
    assert (errors["unknown"]["name"], errors["unknown"]["status"]) == ("Refused", 404)
    assert (errors["failed"]["name"], errors["failed"]["code"]) == ("AnswerFailed", "upstream_error")
    assert (
        errors["away"]["name"] == "ConnectionLost"
        and "did not answer in 2 tries (fetch failed" in errors["away"]["message"]
    )
