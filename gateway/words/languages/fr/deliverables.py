"""French requests for a document: a report, a summary, a plan."""

from __future__ import annotations

from gateway.words.languages.tables import DeliverableWords

_FR_GIVE = (
    r"(?:redige[rz]?|ecri(?:s|re|vez)|fai(?:s|re|tes)|prepare[rz]?|etabli(?:s|r|ssez)|donne[rz]?|produi(?:s|re|sez)"
    r"|genere[rz]?|cree[rz]?|elabore[rz]?|propose[rz]?|fourni(?:s|r|ssez)|veux|voudrais|souhaite|voulons|faut|avoir|besoin d)"
)
DELIVERABLE = DeliverableWords(
    traps=(
        r"\ben resume\b(?! ?les?\b)|\bsynthese (?:vocale|additive|soustractive|proteique|d[e']s? ?proteines?|organique)\b"
        r"|\bimages? de synthese\b|\bse resumer?\b"
        r"|\b(?:par|en|sans|aucun|tout) rapport\b|\brapport (?:qualite|de force|entre|a l|sexuel)|\bplans? (?:du site|du metro|de metro"
        r"|d.acces|de la ville|d.epargne|tarifaire|b\b)|\b(?:arriere|premier|second|gros)[- ]plans?\b"
    ),
    enough=(
        r"\b(?:resume[sz]?|resumer|resumons|syntheses?|synthetise[rz]?|apercus?|vues? d.ensemble|recapitulatifs?|recapitule[rz]?"
        r"|tour d.horizon|(?:points (?:cles|essentiels|principaux)|grandes lignes) d[eu]s?)\b"
    ),
    about=(
        r"\b(?:comment|ou|quand|qui|pourquoi|quel|quelle|quels|quelles|lequel|laquelle)\b(?! (?:est|serait) l[ea] $)"
        r"|\bque (?:dit|disent|contient|signifie|faut)\b"
    ),
    asked=(
        rf"\b{_FR_GIVE}\b[-' ’]?(?:moi |nous |m.)?(?: ?une? | ?le | ?du )?(?:[\w-]+ ){{0,3}}(?:rapport|plan|compte[- ]rendu)\b"
        r"|^\W*(?:un |le )?(?:[\w-]+ ){0,2}(?:rapport|compte[- ]rendu) (?:sur|concernant|detaille|de synthese|a propos)\b"
        r"|^\W*(?:un )?plan (?:pour|sur|detaille|d.action)\b"
    ),
    names="resume[szr]?|resumons|syntheses?|synthetise[rz]?|apercus?|ensemble|recapitulatifs?|recapitule[rz]?|horizon|rapport|plan|rendu",
    frame=(
        "redige[rz]?|ecri(?:s|re|vez)|fai(?:s|re|tes)|prepare[rz]?|etabli[rs]|donne[rz]?|produi(?:s|re)|genere[rz]?|cree[rz]?"
        "|elabore[rz]?|propose[rz]?|fourni[rs]|veux|voudrais|souhaite|besoin|courte?|bref|breve|concis|detaillee?|complete?"
        "|compte|vue|tour"
    ),
    sections=r"parties?|approfondi",
)
