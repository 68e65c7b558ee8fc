"""The groups of the description, in the order in which they are shown."""

from __future__ import annotations

ANSWERS = "Answers"
SEARCH = "Search"
DOCUMENTS = "Documents"
SESSIONS = "Sessions"
OPENAI = "OpenAI clients"
TOOLS = "MCP clients"
MEMORY = "Answer memory"
OLD_PAGE = "The older system's page"
ACCESS = "Access"
HEALTH = "Health and description"

TAGS = {
    ANSWERS: "Ask, follow, read and stop answers whose paragraphs carry citations.",
    SEARCH: "Passages without an answer, for retrievers of other programs (docs/search.md).",
    DOCUMENTS: "What answers are made from.",
    SESSIONS: "Messages and a two-level workflow, kept for business systems.",
    OPENAI: "Chat completions; errors have OpenAI's shape.",
    TOOLS: "The tools `query_knowledge_base` and `search_knowledge_base`.",
    MEMORY: "Answers that are kept and served again: for other orchestrators, and for staff.",
    OLD_PAGE: "Every path answers under `/api` too. Refusals have status 200 (those of strangers 403 or 421): an "
    "`[ERROR]` event or `success: false`. Any other GET below that system's prefixes answers an empty list.",
    ACCESS: "Every call needs a key, except on loopback while none exists; pages sign in with one. Which role may "
    "what: docs/access.md.",
    HEALTH: "For orchestrators, people and programs.",
}
