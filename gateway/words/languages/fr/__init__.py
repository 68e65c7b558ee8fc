"""French."""

from __future__ import annotations

from gateway.words.languages.fr.claims import CLAIMS
from gateway.words.languages.fr.common import MARKERS, STOP_WORDS
from gateway.words.languages.fr.deliverables import DELIVERABLE
from gateway.words.languages.fr.followups import GRAMMAR
from gateway.words.languages.fr.memory_exclusions import ROUTING
from gateway.words.languages.fr.memory_facets import FIGURES, KINDS, NEGATION, ORDER, PERSONS, READING
from gateway.words.languages.fr.substitutes import SWAPS
from gateway.words.languages.tables import Language, QuotingWords, listed, named

LANGUAGE = Language(
    code="fr",
    name="French",
    stemmer="french",
    silent_e=True,
    stop_words=STOP_WORDS,
    ambiguous=("a as car comment en est font fait hors lors mais me on or pas pour son sous sur plus t ton tu vu s"),
    general="""
    annee annees an ans jour jours heure heures minute minutes semaine semaines mois temps moment date aujourd demain hier
    nombre chose choses quelqu gens personne personnes endroit lieu facon maniere genre sorte partie longtemps nouveau
    nouvelle bon bonne meilleur meilleure grand grande petit petite prendre prend mettre met trouver dire dit voir
    premier premiere dernier derniere prochain
    """,
    elisions="l d j t m s n c qu jusqu lorsqu puisqu quoiqu",
    markers=MARKERS,
    letters="éèêàùçôîûœëïÉÈÊÀÇŒ",
    months=(
        "janvier janv; fevrier fevr; mars; avril avr; mai; juin; juillet juil; aout; septembre; octobre; novembre; decembre"
    ),
    day_suffixes="er",
    counts=named(
        "2 = deux; 3 = trois; 4 = quatre; 5 = cinq; 6 = six; 8 = huit; 11 = onze; 12 = douze; 15 = quinze"
        "; 20 = vingt; 30 = trente; 40 = quarante; 50 = cinquante; 60 = soixante; 100 = cent; 1000 = mille"
    ),
    abbreviations_before_names="m mm mme mmes mlle dr pr st ste me mgr cf c.-a-d resp env c.a.d p.ex ex",
    abbreviations_before_numbers="no n p pp page art chap tab réf num",
    abbreviations_anywhere="etc sa av j.-c max min h",
    quoting=QuotingWords(
        definition=(
            r"qu['’ ]?est[- ]ce qu|c['’]est quoi|que (?:signifie|veut dire|designe)|definition|qui (?:est|sont|etait)\b"
        ),
        quantity=(
            r"\bcombien\b|\bquand\b|jusqu['’]a quand|a partir de quand"
            r"|\bquel(?:le)?s?\b.{0,30}\b(?:heures?|horaires?|prix|tarifs?|montant|duree|delai|date|jours?|age|temperature"
            r"|taille|limite|nombre|penalite|cotisation|seuil|port|version|annee)\b"
        ),
        method=r"\bcomment\b|\bde quelle maniere\b|\betapes\b",
        listing=r"\bquel(?:le)?s\b|\blesquel(?:le)?s\b|\bliste\b",
        table=r"\btableaux?\b|\bgrille (?:tarifaire|des tarifs)\b",
        reason=r"\bpourquoi\b|\braison\b",
        copula=(r"\b(?:est|sont|etait|signifient?|designent?|veut dire|represente|indique|consiste)\b"),
        figure=(
            r"\b(?:une?|par|chaque) (?:fois|jour|semaine|mois|an|annee|heure|minute)\b"
            r"|\b(?:quotidien|hebdomadaire|mensuel|annuel)"
        ),
        cause=r"\b(?:parce que?|car|puisque?|afin|sinon)\b",
        anaphor=(
            r"(?:il|elle|ils|elles|cela|celui-ci|celle-ci|ceci|ces|cette|cet|ce|alors|sinon|ensuite|leur|leurs|lui)\b(?!['’])"
        ),
        negation=r"\b(?:ne|pas|jamais|aucune?|sans|sauf|interdite?s?)\b|\bn['’]",
        articles="le|la|les|une?|des|l['’]|chaque",
        announcement=(
            r"\b(?:suivante?s?|ci-dessous|voici|(?:deux|trois|quatre|cinq|six|sept|plusieurs|ces) \w+|étapes)\b"
        ),
    ),
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    grammar=GRAMMAR,
    routing=ROUTING,
    reading=READING,
    kinds=KINDS,
    swaps=SWAPS,
    negation=NEGATION,
    figures=FIGURES,
    persons=PERSONS,
    order=ORDER,
    no_names=listed("pdg drh dsi mme m bonjour"),
    negation_words=listed("non ne pas jamais aucun aucune sans ni rien"),
)
