"""Lists what Citestream is made of, as a CycloneDX 1.6 document; `hatch_build.py` puts it into the wheel (PEP 770).

The lock files say it: every Python package with each file that may be installed and its SHA-256, and every npm package
that the pages bundle with its SHA-512. The same locks give the same bytes: no time, no random number. Standard library
only, as it runs inside a build.
"""

from __future__ import annotations

import base64
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

FILE_NAME = "citestream.cdx.json"
PINNED = re.compile(r"([A-Za-z0-9_.-]+)==(\S+)")
PROJECT = "citestream"
Component = dict[str, Any]


def bill_of_materials(root: Path, version: str) -> str:
    """Returns the document for the working copy or source distribution at `root`, as JSON."""
    itself = f"pkg:pypi/{PROJECT}@{version}"
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": itself,
                "name": PROJECT,
                "version": version,
                "purl": itself,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [*python_packages(root), *npm_packages(root)],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def python_packages(root: Path) -> Iterator[Component]:
    """Yields what `requirements.lock` pins. `required` is what every installation has, `optional` an extra's."""
    locked = tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))["package"]
    packages = {package["name"]: package for package in locked}
    needed = _needed(packages, packages[PROJECT]["dependencies"])
    for line in (root / "requirements.lock").read_text(encoding="utf-8").splitlines():
        if pin := PINNED.match(line):
            name, version = pin.groups()
            package = packages[name]
            files = [*package.get("wheels", ()), *filter(None, [package.get("sdist")])]
            yield {
                **_component(f"pkg:pypi/{name}@{version}", name, version),
                "scope": "required" if name in needed else "optional",
                "externalReferences": [
                    {
                        "type": "distribution",
                        "url": file["url"],
                        "hashes": [_hash("SHA-256", file["hash"].removeprefix("sha256:"))],
                    }
                    for file in files
                ],
            }


def npm_packages(root: Path) -> Iterator[Component]:
    """Yields what the pages bundle: the packages of `web/package-lock.json` that are no tool of the build."""
    lock = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for folder, package in lock["packages"].items():
        if folder and "integrity" in package and not any(map(package.get, ("dev", "optional", "devOptional"))):
            name = folder.rpartition("node_modules/")[2]
            algorithm, _, digest = package["integrity"].partition("-")
            content = base64.b64decode(digest).hex()
            yield {
                **_component(f"pkg:npm/{quote(name)}@{package['version']}", name, package["version"]),
                "scope": "required",
                "licenses": [{"expression": package["license"]}],
                "hashes": [_hash(f"SHA-{algorithm.removeprefix('sha')}", content)],
            }


def _component(package_url: str, name: str, version: str) -> Component:
    return {"type": "library", "bom-ref": package_url, "name": name, "version": version, "purl": package_url}


def _hash(algorithm: str, content: str) -> dict[str, str]:
    return {"alg": algorithm, "content": content}


def _needed(packages: dict[str, Any], first: Iterable[dict[str, Any]]) -> set[str]:
    """Returns the names of what these dependencies lead to, on any platform."""
    waiting, seen = list(first), set()
    while waiting:
        need = waiting.pop()
        key = (need["name"], tuple(need.get("extra", ())))
        if key not in seen:
            seen.add(key)
            waiting += packages[need["name"]].get("dependencies", [])
            for extra in key[1]:
                waiting += packages[need["name"]].get("optional-dependencies", {}).get(extra, [])
    return {name for name, _ in seen}
