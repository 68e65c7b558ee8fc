"""The workspaces whose names the gateway itself uses."""

from __future__ import annotations

DEFAULT_WORKSPACE = "default"
"""The workspace of documents and questions that name none."""
SAMPLE_WORKSPACE = "sample"
"""The documents that an empty knowledge base begins with."""
