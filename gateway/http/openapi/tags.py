"""The groups of the description, in the order in which they are shown."""

from __future__ import annotations

ANSWERS = "Answers"
THREADS = "Conversations"
FEEDBACK = "Feedback and figures"
SEARCH = "Search"
DOCUMENTS = "Documents"
SESSIONS = "Sessions"
OPENAI = "OpenAI clients"
CHATS = "Chat libraries"
TOOLS = "MCP clients"
MEMORY = "Answer memory"
OLD_PAGE = "The older system's page"
ACCESS = "Access"
ADMINISTRATION = "Administration"
HEALTH = "Health and description"

TAGS = {
    ANSWERS: "Ask, follow, read and stop answers whose paragraphs carry citations.",
    THREADS: "What the caller asked, conversation by conversation: find, rename, delete, bring back.",
    FEEDBACK: "For staff: what readers think of answers, and what was asked.",
    SEARCH: "Passages without an answer, for retrievers of other programs (docs/search.md).",
    DOCUMENTS: "What answers are made from.",
    SESSIONS: "Messages and a two-level workflow, kept for business systems.",
    OPENAI: "Chat completions; errors have OpenAI's shape.",
    CHATS: "Chats of the AI SDK's `useChat` and of AG-UI's `HttpAgent`, by the id that the page gives them.",
    TOOLS: "The tools `query_knowledge_base` and `search_knowledge_base`.",
    MEMORY: "Answers that are kept and served again: for other orchestrators, and for staff.",
    OLD_PAGE: "Every path answers under `/api` too. Refusals have status 200 (those of strangers 403 or 421): an "
    "`[ERROR]` event or `success: false`. Any other GET below that system's prefixes answers an empty list.",
    ACCESS: "Every call needs a key, except on loopback while none exists; pages sign in with one. Which role may "
    "what: docs/access.md.",
    ADMINISTRATION: "For administrators: the keys, limits, use and audit log of their tenant, and everything of one user.",
    HEALTH: "For orchestrators, people and programs.",
}
