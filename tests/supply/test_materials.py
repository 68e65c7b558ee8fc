"""The bill of materials: every locked package with its hashes, valid CycloneDX, and inside the wheel."""

import base64
import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import jsonschema
import pytest
from cyclonedx import schema

import dev
from supply import materials

ROOT = Path(__file__).resolve().parents[2]
HASHES = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill(root=ROOT):
    return json.loads(materials.bill_of_materials(root, "1.2.3"))


def hashes(component):
    files = [component, *component.get("externalReferences", ())]
    return {digest["content"] for file in files for digest in file.get("hashes", ())}


def locked_python():
    """Name and version of each pin of `requirements.lock`, with the hashes that pip accepts."""
    blocks = re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text(encoding="utf-8"))
    return {tuple(materials.PINNED.match(block).groups()): set(HASHES.findall(block)) for block in blocks}


def test_it_names_every_locked_python_package_with_the_hash_of_each_file():
    named = {(each["name"], each["version"]): hashes(each) for each in bill()["components"] if "pypi" in each["purl"]}
    assert named == locked_python() and len(named) > 50 and all(named.values())


def test_it_names_every_npm_package_that_the_pages_bundle_and_no_tool_of_the_build():
    components = {each["name"]: each for each in bill()["components"] if each["purl"].startswith("pkg:npm/")}
    wanted = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert set(wanted["dependencies"]) <= set(components) and not set(wanted["devDependencies"]) & set(components)
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, component in components.items():
        digest = base64.b64decode(lock[f"node_modules/{name}"]["integrity"].removeprefix("sha512-")).hex()
        assert hashes(component) == {digest} and component["version"] == lock[f"node_modules/{name}"]["version"]


def test_what_only_an_extra_needs_is_optional():
    scopes = {each["name"]: each["scope"] for each in bill()["components"]}
    assert (scopes["starlette"], scopes["openai"], scopes["preact"]) == ("required",) * 3
    assert (scopes["pypdfium2"], scopes["mcp"]) == ("optional",) * 2


def test_it_is_valid_cyclonedx_and_the_same_for_the_same_locks():
    folder = Path(schema.__file__).parent / "_res"
    rules = json.loads((folder / "bom-1.6.SNAPSHOT.schema.json").read_text(encoding="utf-8"))
    # Licence names and signatures are schemas of their own; the document has the former only.
    names = json.loads((folder / "spdx.SNAPSHOT.schema.json").read_text(encoding="utf-8"))["enum"]
    rules["definitions"]["license"]["properties"]["id"] = {"enum": names}
    rules["definitions"]["signature"] = {}
    for holder in (rules, *rules["definitions"].values()):
        holder.get("properties", {}).pop("signature", None)
    jsonschema.validate(bill(), rules)
    references = [each["bom-ref"] for each in bill()["components"]]
    assert len(references) == len(set(references))
    assert materials.bill_of_materials(ROOT, "1.2.3") == materials.bill_of_materials(ROOT, "1.2.3")


def test_a_package_that_is_missing_from_the_lock_is_an_error(tmp_path):
    for name in ("uv.lock", "web/package-lock.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "requirements.lock").write_text("nobody==1.0 \\\n    --hash=sha256:00\n", encoding="utf-8")
    with pytest.raises(KeyError, match="nobody"):
        bill(tmp_path)


@pytest.mark.slow
def test_the_wheel_has_it(tmp_path):
    uv = dev.find_uv()
    if uv is None:
        pytest.skip("no uv here that builds a wheel")
    built = subprocess.run(
        [uv, "build", "--quiet", "--wheel", "--out-dir", tmp_path, ROOT],
        env=dev.surroundings(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr[-2000:]
    [wheel] = tmp_path.glob("*.whl")
    version = wheel.name.split("-")[1]
    with zipfile.ZipFile(wheel) as archive:
        inside = archive.read(f"citestream-{version}.dist-info/sboms/{materials.FILE_NAME}").decode()
    assert inside == materials.bill_of_materials(ROOT, version)


def test_the_image_is_built_with_what_the_document_is_made_from():
    copied = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "COPY supply supply" in copied and " uv.lock " in copied and {"!uv.lock", "!supply"} <= set(let_in)
    assert tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
