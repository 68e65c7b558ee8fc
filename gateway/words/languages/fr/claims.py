"""French sentences that claim nothing: transitions, refusals, apologies."""

from __future__ import annotations

from gateway.words.languages.tables import ClaimWords

CLAIMS = ClaimWords(
    transition=r"""
    (?:tout\s)?d['’]abord|ensuite|puis|enfin|premièrement|deuxièmement|maintenant|bien\ssûr|certainement
    |en\s(?:résumé|bref|conclusion|somme)|pour\s(?:résumer|conclure|commencer)|cela\sdit
    |voici|voilà|voyons|passons|regardons|examinons|commençons|ci-dessous|il\sy\sa\s(?:plusieurs|quelques|deux|trois)
    |(?:j['’]espère|n['’]hésitez|merci)\b
    """,
    refusal=r"""
    \bje\s(?:ne\s(?:peux|sais|dispose|trouve|suis)|n['’]ai)\s(?:malheureusement\s)?(?:pas|aucune?)\b
    |\b(?:base\sde\sconnaissances|sources?|documents?|passages?|extraits?|contexte)\b[^.]{0,40}?
      \b(?:ne\s\w+(?:\s\w+)?\s(?:pas|aucune?|rien)|n['’]\w+(?:\s\w+)?\s(?:pas|aucune?|rien))\b
    |\baucune?\s(?:information|source|preuve|mention|réponse|donnée)s?\b[^.]{0,40}?
      \b(?:trouvée?s?|disponibles?|dans\s(?:la\sbase|les\s(?:sources|documents|passages)))
    """,
    apology=r"désolée?\b|malheureusement\b",
    contrast=r"\b(?:mais|cependant|toutefois|pourtant)\b",
)
