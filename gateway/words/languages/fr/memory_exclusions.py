"""French questions that the answer memory neither keeps nor serves: about the asker's own case, for something to be
done, about what changes with time."""

from __future__ import annotations

from gateway.words.languages.tables import RoutingWords

_DEED_FR = (
    "(?:annul|envoy|envoi|reserv|supprim|cre|planifi|appel|appell|rappel|rappell|transfer|transmet|pay|achet|command|modifi|chang|reinitialis|inscri|inscriv|abonn"
    "|desabonn|bloqu|debloqu|activ|desactiv|imprim|soumet|rembours|approuv|rejet|ferm|ouvr|ajout|invit|redemarr|arret|lanc|tradui|traduis|notifi|renouvel|prolong"
    "|deplac|renomm|verse|resili|prend|enregistr|programm|livr)"
)
_THING_FR = r"(?:[- ]?(?:moi|le|la|les|lui|leur|nous))?\s+(?:mon|ma|mes|le|la|les|l'|un|une|des|ce|cet|cette|ces|notre|nos|tout|toutes?|\d+)"
_CASE_FR = (
    "(?:commandes?|factures?|dossiers?|demandes?|tickets?|soldes?|colis|livraisons?|bulletins?|fiche de paie|salaire|prime|rendez[- ]vous|reservations?|remboursements?"
    "|achats?|paiements?|reclamations?|reparations?|prets?|contrats?|resultats?|ordonnances?|notes|declarations?|releves?|dettes?|points|conges|jours de conges?"
    "|nom|age|anniversaire|numero (?:de (?:client|compte|telephone|dossier|commande)))"
)
ROUTING = RoutingWords(
    volatile=(
        r"\baujourd'? ?hui\b|\b(?:maintenant|actuellement|actuel|actuelle|actuels|actuelles|demain|hier|ce soir|ce matin|cet apres[- ]midi|en ce moment|a l'heure actuelle|pour l'instant|tout de suite"
        r"|ces jours[- ]ci|cette semaine|ce mois[- ]ci|ce mois|ce week[- ]?end|ce trimestre|cette annee|l'an (?:dernier|prochain)|(?:la semaine|le week[- ]?end|le mois|le trimestre|l'annee) (?:derni(?:er|ere)|prochaine?)|dernieres? (?:nouvelles?|version)|recemment|meteo|previsions|temps reel|en direct|en stock"
        r"|cours (?:de l'action|de la bourse|de bourse|du change|de change)|taux de change|quelle heure est[- ]il|quel jour sommes[- ]nous|trafic)\b"
    ),
    lasting=r"\bmot de passe actuel\b|\brepertoire actuel\b|\bdossier actuel\b|\btrafic (?:d'influence|de)\b",
    how=(
        r"\bcomment\b|\bou (?:puis[- ]je|peut[- ]on|est[- ]ce que je peux|dois[- ]je)\b|\bque (?:faire|faut[- ]il faire|dois[- ]je faire|se passe)\b|\bquelle? (?:est|sont) (?:la|les) (?:demarches?|procedures?|etapes?|marche|politique|regles?)\b|\bquelles? (?:demarches?|etapes?|procedures?)\b"
        r"|\bquelles? sont les (?:demarches|etapes|procedures|regles)\b|\b(?:etapes|demarches?|procedure) pour\b|\bexplique[rz]?\b|\bsi (?:je|j'|nous|mon|ma|mes|on)\b|\bquels? (?:documents?|papiers|formulaires?|pieces)\b|\bde quelle (?:facon|maniere)\b"
    ),
    own=rf"\b(?:mon|ma|mes|notre|nos) (?:\w+ )?{_CASE_FR}\b|\bou (?:est|en est|sont|se trouve) (?:mon|ma|mes|notre|nos)\b",
    own_state=(
        r"\b(?:il|que|qu'il|combien) (?:me|nous) reste\b|\bme reste[- ]t[- ]il\b|\b(?:ai|suis|avons|sommes)[- ](?:je|nous) (?:\w+ )?(?:inscrit|recu|paye|droit(?! d[e' ])|valide|envoye|approuve)\w*\b|\bavez[- ]vous (?:bien )?(?:recu|envoye|traite|valide)\b|\best[- ]ce que (?:j'ai|je suis|vous avez) (?:bien )?(?:recu|paye|inscrit|envoye|traite)\w*\b"
        r"|\bqui suis[- ]je\b|\bou en est\b.{0,20}\b(?:mon|ma|mes)\b|\bj'ai \d+ ans\b|\bmon solde\b|\betat (?:d'avancement )?de (?:mon|ma|mes)\b"
    ),
    action=(
        rf"^(?:(?:bonjour|salut|ok|alors)[ ,]+)*{_DEED_FR}\w{{0,4}}{_THING_FR}|\b(?:veuillez|merci de|merci d'|priere de|prie de)\s*(?:me |m'|nous |bien )*{_DEED_FR}\w*|\b(?:peux[- ]tu|pouvez[- ]vous|pourriez[- ]vous|pourrais[- ]tu|tu peux|vous pouvez)"
        rf" (?:me |m'|nous |le |la |les |l'|lui |bien |s'il (?:te|vous) plait )*{_DEED_FR}\w*|\bje (?:veux|voudrais|souhaite|souhaiterais|desire|aimerais|dois) (?:vous |te |que vous )?{_DEED_FR}\w*|\b{_DEED_FR}\w*[- ]moi\b|\brappelle[rz]?[- ]moi\b|\bs'il (?:te|vous) plait,? {_DEED_FR}\w*"
    ),
    numbered_case=(
        r"\b(?:commande|facture|dossier|colis|compte|client|reclamation)s?"
        r" ?(?:no\.?|nr\.?|number|numero|id|#|n°)? ?:? ?#?[a-z]{0,4}-?\d{4,}\b"
    ),
)
