"""English requests for a document: a report, a summary, a plan."""

from __future__ import annotations

from gateway.words.languages.tables import DeliverableWords

_EN_THING = r"(?!\s+(?:pages?|tabs?|screens?|buttons?|fields?|forms?|templates?|cards?|numbers?|ids?|status|generators?|tools?|views?)\b|['’]s\b)"
DELIVERABLE = DeliverableWords(
    traps=(
        r"\bsummary (?:judge?ments?|dismissals?|offen[cs]es?|executions?|convictions?|proceedings?|statistics)\b"
        r"|\bin summary\b"
    ),
    enough=(
        rf"\b(?:summar(?:y|ies){_EN_THING}|summari[sz](?:e|ing)|sum up|overviews?{_EN_THING}"
        rf"|synops[ie]s|recap|(?:key|main) (?:points?|takeaways?) (?:of|from))\b{_EN_THING}"
    ),
    about=(
        r"\b(?:how|where|when|who|whom|whose|why|which)\b|\bwhat (?:does|do|did|should|goes|belongs|was|were)\b"
        r"|^\s*(?:is (?:the|an?)|does|do|did|has|have|was|were|must|should)\b|\b(?:says?|said) (?:in|by)\b"
    ),
    asked=(
        r"\b(?:writ(?:e|ing)|draft|prepare|create|make|compile|produce|generate|give|draw up|put together|provide|can (?:i|we) (?:get|have)"
        r"|want|need|like|show)\b(?: me| us)?(?: an?| the| one| your| our| my| this| some)(?: [\w-]+){0,3} (?:report|outline|plan)s?\b"
        rf"{_EN_THING}|^\W*(?:please )?(?:an? |the )?(?:[\w-]+ ){{0,2}}report (?:on|about|covering)\b|^\W*(?:please )?outline\b"
    ),
    names="summar(?:y|ies|i[sz]e|i[sz]ing)|overviews?|synops[ie]s|recap|reports?|outline|plan|sum",
    frame=(
        "writ(?:e|ing)|draft|prepare|create|make|compile|produce|generate|give|draw|put|together|provide|want|need|like|show"
        "|short|brief|concise|detailed|complete|full|quick|page|please"
    ),
    sections=r"detail|develop|expand|elaborat|more (?:on|about)|sections?|points?|parts?",
)
