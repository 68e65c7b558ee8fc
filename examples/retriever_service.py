"""A knowledge source for the gateway: every paragraph of a text file is a passage. The contract: docs/retriever.md.

python examples/retriever_service.py notes.md 9001
GATEWAY_RETRIEVER_URL=http://127.0.0.1:9001/search citestream serve
"""

import re
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_\u4e00-\u9fff]{3,}|\d+|[\u4e00-\u9fff]", text.lower()))


FILE = Path(sys.argv[1])
PASSAGES = [
    {"embeddingId": f"{FILE.name}-{found.start()}", "documentId": FILE.name, "title": FILE.stem, "source": FILE.name,
     "text": found.group(), "position": {"start": found.start(), "end": found.end()}}
    for found in re.finditer(r"\S(?:.|\n(?!\s*\n)){0,3998}\S", FILE.read_text(encoding="utf-8"))
]  # fmt: skip


async def search(request: Request) -> JSONResponse:
    asked = await request.json()
    if asked["filters"] or asked["tenant"] != "default":  # this file belongs to no workspace and to nobody else
        return JSONResponse({"results": []})
    wanted = words(asked["query"])
    scored = [(len(wanted & words(passage["text"])) / (len(wanted) or 1), passage) for passage in PASSAGES]
    best = sorted((one for one in scored if one[0]), key=lambda one: -one[0])[: asked["limit"]]
    return JSONResponse({"results": [{"score": score, "payload": passage} for score, passage in best]})


if __name__ == "__main__":
    uvicorn.run(
        Starlette(routes=[Route("/search", search, methods=["POST"])]), port=int(sys.argv[2]), log_level="warning"
    )
