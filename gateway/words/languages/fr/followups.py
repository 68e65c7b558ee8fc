"""French follow-ups."""

from __future__ import annotations

from gateway.words.languages.fr.common import MARKERS, STOP_WORDS
from gateway.words.languages.tables import Grammar, counted, listed

_STRANGERS = listed("""
    un une mon ma mes ton son sa ses leur leurs notre nos chaque aucun aucune quelque quelques quel quelle quels quelles
    autre autres certains certaines plusieurs tout toute
    """)
_DEEP = listed("""
    detaille detailles detaillez detailler details detail detaillee developpe developpes developpez developper
    developpement approfondi approfondis approfondit approfondir approfondissez approfondissons explique
    expliques expliquez expliquer explications explication precise precises precisez preciser precis precisement
    concret concretement explicite precisions precision eclaircis eclaircir clarifie clarifiez clarifier elabore
    elaborez elaborer creuse creusez creuser etoffe etoffez etoffer davantage continue continues continuez
    continuer poursuis poursuivre poursuivez suite reformule reformulez reformuler simplifie simplifiez
    simplifier
    """)
_VERBS = _DEEP | listed("""
    illustre illustres illustrez illustrer decris decrire decrivez resume resumes resumez resumer traduis traduire traduisez
    compare compares comparez comparer parle parles parlez parler dis dire dites montre montres montrez montrer donne donnes
    donnez donner reviens revenir revenons revenez plus savoir exemple exemples complete completez completer cite citez citer
    rappelle rappelez rappeler liste listez lister affiche affichez afficher ouvre ouvrez ouvrir lis lire lisez relis relire
    voir vois voyons concernant interesse interessent interessee interesses comprends compris comprendre comprend clair claire
    aborde abordez aborder commence commencez commencer commencons passe passez passer passons regarde regardez regarder
    commente commentez commenter argumente argumentez argumenter justifie justifiez justifier raccourcis raccourcir quid
    entends entendez entendais propos sujet source sources difference differences entre repete repetez repeter traite traiter
    regardons explicite expliciter mets mettre reecris reecrivez reecrire zoom zoome prends prendre choisis garde supprime retire oublie ajoute presente presentez presenter revoir revois
    """)

GRAMMAR = Grammar(
    markers=listed("""
        le la les du et au sur dans quoi moi ca cela peux pouvez vous tu est ce que deuxieme troisieme quatrieme cinquieme
        premier premiere dernier derniere partie rubrique numero avant entre pour qu svp stp plait merci vas
        """)
    | _VERBS
    | listed(MARKERS),
    articles=listed("le la les l du au aux des ce cet cette ces ton ta tes votre vos tous toutes"),
    yours=listed("ton ta tes votre vos"),
    strangers=_STRANGERS,
    nouns=listed("""
        point points partie parties section sections element elements item items rubrique rubriques sous-section puce puces
        titre titres theme themes sujet sujets lettre intertitre intertitres volet volets
        """),
    ones=frozenset(),
    common=listed("element elements item items partie parties volet volets"),
    sections=listed("section sections"),
    things=listed("""
        raison raisons option options etape etapes conseil conseils regle regles methode methodes approche approches solution
        solutions risque risques avantage avantages inconvenient inconvenients exemple exemples idee idees suggestion suggestions
        recommandation recommandations argument arguments question questions aspect aspects facteur facteurs categorie categories
        mesure mesures condition conditions exception exceptions paragraphe paragraphes proposition propositions affirmation affirmations phrase phrases alternative
        alternatives ligne
        """),
    ordinals=counted(
        [
            "premier premiere premiers premieres",
            "deuxieme deuxiemes second seconde seconds secondes",
            "troisieme troisiemes",
            "quatrieme quatriemes",
            "cinquieme cinquiemes",
            "sixieme sixiemes",
            "septieme septiemes",
            "huitieme huitiemes",
            "neuvieme",
            "dixieme",
        ]
    )
    | dict.fromkeys(["dernier", "derniere", "derniers", "dernieres", "final", "finale"], -1)
    | dict.fromkeys(["avantdernier", "penultieme"], -2),
    suffixes=listed("er ere ers eres e eme emes ieme iemes nd nde d"),
    cardinals=counted(["-", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"]),
    both=frozenset(),
    numbered=listed("numero numeros num no nr n"),
    verbs=_VERBS,
    deep=_DEEP,
    glue=(
        listed(STOP_WORDS)
        | listed("""
        euh loin travers s sois soyez vas va allez fois stp svp plait te merci bonjour salut bonsoir ok oui non accord peu maintenant aussi encore surtout juste seulement
        bien mieux important interessant exactement dit disais dites dit disait mentionne mentionnes mentionnee concerne
        concernent s applique appliquent contient contiennent comprend traite resumer simplement bref brievement quand meme
        justement notamment dessus cite cites citee citees evoque evoques suivant suivants anglais francais etre faux vrai
        correct fin fond termes gros veut signifie aller aurais besoin aimerais voudrais souhaite souhaiterais veuillez
        pourrais pourriez pourrait possible faudrait reste restent alors ensuite puis sinon moi manque pouvons parce
        """)
    )
    - _STRANGERS,
    joins=listed("et ou puis ainsi & plus avec ,"),
    spans=listed("a jusqu -"),
    of=listed("de du des d"),
    within=listed("dans"),
    speakers=listed("je j nous ils elles on"),
    own=listed("""
        tableau phrase mots plan resume synthese liste reponse reponses rapport apercu facon maniere nouveau plus dessus message texte sommaire
        suivi points sections elements parties ceux ces celles votre ta ton detail details
        """),
    about=listed("sur concernant"),
    merged={
        "avant dernier": "avantdernier",
        "avant derniere": "avantdernier",
        "tout dernier": "dernier",
        "toute derniere": "derniere",
        "tout premier": "premier",
        "toute premiere": "premiere",
    },
    traps=(
        r"\b(?:(?:premiers?|premieres?|seconds?|secondes?|deuxiemes?|troisiemes?|derniers?|dernieres?) (?:ministres?|fois|plan|etage|jours?|annees?|semaines?|mois|ages?"
        r"|secours|lieu|abord|main|rang|degre|temps|guerre|monde|classe|mot|cri|delai|minute|tour|venu|recours|prenom|nom)"
        r"|en (?:premier|second|dernier)|le premier (?:venu|qui|arrive)|les? deux points (?:de|et)"
        r"|points? (?:de (?:vue|vente|depart|collecte|retrait|contact|repere|rencontre|presse|passage|rupture|suture|fidelite|retraite|service|fusion|non retour|congelation|chute)|d (?:acces|arret|eau|interrogation"
        r"|exclamation|appui|ancrage|entree|orgue|honneur|interet|ebullition|information|accueil)|du jour|noir|cle|com|mort|virgule|relais|info|a souligner|a retenir)"
        r"|(?:bon|mal|rond|au|a|sur le) point(?: de)?(?= (?:de|que|ou|nomme)\b)|a quel point|a ce point|mise au point|mettre au point|faire le point|fais le point"
        r"|rond point|(?:plan|hepatite|vitamines?|groupe|equipe|permis|categorie|serie|classe|annexe) [a-h]"
        r"|d une part|autre part|quelque part|nulle part|faire partie|fait partie|font partie|partie (?:civile|prenante|adverse)|tierce partie|parties communes"
        r"|du point a au point b|(?:numero|no|n) (?:de|d|vert|un mondial)|ordre du jour|permis [a-h])\b"
    ),
    opener=r"(?:ok |oui |non |d accord |merci |bon |alors )*(?:et|mais|puis|ensuite|alors|sinon|quid|qu en est il|quant|idem|que (?:dit|disent|contient)|qu y a t il)\b",
    more=(
        r"\b(?:en (?:dire|savoir|sais|dis) (?:plus|davantage)|(?:dis|dites)(?: m)? en plus|plus (?:de )?(?:details?|precisions?|d informations?|d infos?|d explications?)"
        r"|(?:le|la|au) suivante?|vas y|va plus loin|aller plus loin|(?:raconte|parle|parlez) (?:moi )?(?:de ca|de cela|en|m en)|un exemple|des exemples)\b|^plus$"
    ),
    back=(
        r"^c est (?!quoi|combien|qui|ou|quand)|^(?:par )?(?:qui|quand|comment|pourquoi|combien|ou) (?:l|les) (?:a|as|ont|avez|avait)\b|"
        r"^(?:et|mais|ou alors|puis(?! (?:je|tu|il|on|nous|vous)\b)|sinon|alors|(?:lequel|laquelle|lesquels|lesquelles)(?! d(?:e|es|u)\b)|quid|idem|pareil|c est a dire|par exemple|comme quoi|depuis quand|pourquoi pas)\b"
        r"|^(?:pourquoi|quand|ou|comment|combien|qui|ah bon|vraiment|comment ca|quoi d autre|et alors)$"
        r"|\b(?:ce dernier|cette derniere|ces derniers|celui (?:ci|la)|celle (?:ci|la)|ceux (?:ci|la)|celles (?:ci|la)|ci dessus|precedente?s?|comme ca"
        r"|(?:vous avez|tu as|tu viens|vous venez|vous|tu) (?:dit|dis|disais|disiez|mentionnes?|mentionne|cites?|cite|ecrit|parles?|evoque|de dire)|dans (?:ce|ces|cet|un tel) cas|a ce (?:sujet|propos)"
        r"|(?:le|la|les) memes?$|les autres$|l autre$|(?:ta|votre) (?:reponse|synthese|liste|derniere reponse)|d autres$|en (?:a t il|existe t il|ont ils|faut il|as tu|avez vous|parler|savoir))\b"
    ),
    pronouns=listed("il ils elle elles ca cela ceci celui celle ceux celles lui eux y"),
    impersonal=(
        r"\b(?:il (?:faut|fait|y a|est (?:possible|necessaire|obligatoire|interdit|permis|autorise|vrai|prevu|conseille|recommande|utile|temps)|existe|s agit|suffit|convient|vaut|reste|arrive|manque|semble|pleut)"
        r"|(?:est|se passe|faut|existe|peut|suffit|doit|sera|serait|fait|vaut) (?:t )?il(?! (?:gratuit|ouvert|ferme|valable|valide|disponible|compris|inclus|obligatoirement)s?\b)|y a t il|qu y a t il|il n y|y a|comment ca va|ca va|quel temps fait il|celui qui|celle qui|ceux qui|celles qui)\b"
    ),
    names=listed("cours semestre licence"),
    open_articles=listed("des"),
    ordinal_behind=True,
)
