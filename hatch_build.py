"""Build hook: the pages are built first, and a wheel carries them with the prompts, the migrations and the examples.

`gateway.slots.resource` finds these folders in `gateway/resources/` of an installed wheel, beside `gateway/` in a
checkout. An editable install only builds the pages in place, quickly. A source distribution contains the built pages,
so that installing from it needs no Node. Without a way to the npm registry the build goes on with a plain page and says
so. A wheel also says what it is made of (`supply/materials.py`).
"""

from __future__ import annotations

import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

RESOURCES = {"web/dist": "web", "prompts": "prompts", "migrations": "migrations", "examples": "examples"}


class Resources(BuildHookInterface):
    materials: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """`version` is `standard` or `editable` for a wheel, `standard` for a source distribution."""
        root = Path(self.root)
        if not runpy.run_path(str(root / "web" / "build.py"))["build"](quick=version == "editable"):
            self.app.display_warning("The pages of Citestream are not built; see the lines above.")
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"].update(
                {
                    str(root / here): f"gateway/resources/{there}"
                    for here, there in RESOURCES.items()
                    if (root / here).is_dir()
                }
            )
            bill = runpy.run_path(str(root / "supply" / "materials.py"))
            self.materials = tempfile.TemporaryDirectory()
            file = Path(self.materials.name, bill["FILE_NAME"])
            text = bill["bill_of_materials"](root, self.metadata.version)
            file.write_text(text, encoding="utf-8", newline="\n")
            build_data["sbom_files"].append(str(file))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The document is in the wheel by now."""
        if self.materials is not None:
            self.materials.cleanup()
