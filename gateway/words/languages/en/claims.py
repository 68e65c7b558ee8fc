"""English sentences that claim nothing: transitions, refusals, apologies."""

from __future__ import annotations

from gateway.words.languages.tables import ClaimWords

CLAIMS = ClaimWords(
    transition=r"""
    (?:now|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|then|finally|lastly|so|well|ok(?:ay)?|sure|certainly|of\scourse
      |in\s(?:summary|short|conclusion|brief)|to\s(?:sum\sup|conclude|begin\swith|start\swith)|that\ssaid)\b
    |(?:here|below|above)\s(?:is|are|follows?)\b|here['’]s\b|there\sare\s(?:several|some|a\sfew|two|three)\b
    |let(?:['’]s|\sus|\sme)\b|(?:i|we)(?:['’]ll|\swill)\s(?:now\s)?(?:look|go|turn|explain|describe|summari[sz]e)\b
    |the\sfollowing\b|as\sfollows\b|(?:i\s)?hope\s(?:this|that)\b|feel\sfree\b|(?:thank\syou|thanks)\b
    """,
    refusal=r"""
    \b(?:i|we)(?:\s(?:cannot|can\snot|could\snot|do\snot|did\snot|am|are|was|were)|['’]m|['’]re|\s(?:can|could|do|did)n['’]t)\s
      (?:[a-z]+\s)?(?:not\s|unable\sto\s)?(?:answer|help|assist|find|found|have|know|provide|say|tell|determine|confirm|able)\b
    |\b(?:knowledge\sbase|sources?|documents?|passages?|context|candidates?)\b[^.]{0,40}?\b(?:(?:do(?:es)?|did)(?:\snot|n['’]t)
      \s(?:contain|mention|say|hold|cover|provide|include|answer|address|give|have|specify)|ha(?:s|ve)\sno|contains?\sno|holds?\sno
      |gives?\sno|provides?\sno|offers?\sno)\b
    |\b(?:no|not\sany|not\senough|insufficient)\s(?:relevant\s|such\s|further\s)?(?:evidence|information|source|mention|answer|data)s?\b
      [^.]{0,40}?\b(?:found|available|given|provided|in\sthe\s(?:knowledge|provided|given|sources?|documents?|passages?))\b
    """,
    apology=r"(?:i(?:['’]m|\sam)\s)?(?:sorry|unfortunately)\b",
    contrast=r"\b(?:but|however|although|though|yet)\b",
)
