"""What is told of the collection and of answers in French, in words of any order."""

from __future__ import annotations

from gateway.words.languages.small_talk.table import Said, TalkWords

TALK = TalkWords(
    common=(
        "s il te plait|s il vous plait|svp|stp|bonjour|salut|ok|et|alors|donc|bon|bien|oh|ah|le|la|les|l|un|une"
        "|des|du|de|d|ce|cette|ces|c|ca|cela|ceci|est|sont|etait|es|etes|a|as|ai|avez|ont|y|t|il|ils|elle|elles"
        "|tu|te|ton|ta|tes|vous|votre|vos|moi|me|m|mon|ma|mes|qu|que|en|dans|sur|a|au|aux|pour|par|avec|tout|tous"
        "|toutes|tres|vraiment|ici|la|maintenant|on|se|s|peux|pouvez|peut|sais|savez|ou"
    ),
    documents=(
        "document|documents|fichier|fichiers|source|sources|collection|base|base de connaissances"
        "|base de donnees|base de documents|bibliotheque|index|connaissances|corpus"
    ),
    things=(
        "texte|textes|article|articles|livre|livres|titre|titres|manuel|manuels|contenu|contenus|information"
        "|informations|infos"
    ),
    you="tu|tes|ta|vous|vos|votre|je|quoi de neuf|ajoute",
    kinds={
        "wrong": Said(
            marks=(
                "faux|fausse|incorrecte?|mauvaise reponse|pas (?:ca|cela|juste|correct\\w*|exact\\w*|ce que"
                "|la bonne|vrai|utile|repondu|d accord|ma question)|pas|autre chose|n importe quoi|nulle?|inutile"
                "|sur|sure|surs|certain\\w*|aucun sens|trompes?|trompez|erreur|erronee?"
            ),
            words=(
                "faux|fausse|incorrect|incorrecte|mauvaise|mauvais|reponse|reponses|non|pas|n|ne|juste|correct"
                "|correcte|exact|exacte|vrai|utile|repond|repondu|reponds|repondez|question|ce que|j ai|je"
                "|demande|demandais|cherchais|cherche|voulais|veux|dire|autre|chose|importe|quoi|nul|nulle"
                "|inutile|sur|sure|surs|certain|certaine|aucun|sens|trompe|trompes|trompez|erreur|erronee|erronne"
                "|aide|accord|savoir|desole|mais|encore|toujours|bonne|parlais|attendais|rien|etes"
            ),
        ),
        "unclear": Said(
            marks=(
                "(?:comprends|compris|comprend) (?:pas|rien)|pas (?:compris|clair|claire|tout compris)"
                "|rien compris|(?:veux tu|voulez vous|tu veux|vous voulez) dire|plus simplement|pas tout compris"
                "|confus\\w*"
            ),
            words=(
                "je|j|ai|n|ne|comprends|compris|comprend|pas|rien|clair|claire|veux|voulez|dire|plus|simplement"
                "|explique|expliquer|expliquez|confus|confuse|desole|desolee|pardon|toujours|reponse|autrement"
                "|encore|fois|mot|mots|d autres"
            ),
        ),
        "newest": Said(
            marks=(
                "(?:plus )?recente?s?|derniere?s?|dernierement|nouveaux?|nouvelle?s?|a jour|quoi de neuf|neuf"
                "|ancien|date|datent|recemment"
            ),
            words=(
                "recent|recents|recente|recentes|dernier|derniers|derniere|dernieres|dernierement|nouveau"
                "|nouveaux|nouvelle|nouvelles|neuf|jour|mis|mise|mises|ete|ajoute|ajoutes|ajoutee|modifie|ancien"
                "|ancienne|date|datent|dates|quand|quel|quels|quelle|quelles|plus|quoi|montre|montrez|liste"
                "|recemment|qui|change|quelque chose|lu|depuis|charge|importe|affiche"
            ),
        ),
        "languages": Said(
            marks="langue|langues|LANGUAGE",
            words=(
                "langue|langues|LANGUAGE|quel|quels|quelle|quelles|combien|montre|montrez|liste|listez|affiche"
                "|quelque chose|parles|parlez|comprends|comprenez|puis je|je|poser|questions|question|repondre"
                "|reponds|repondez|ecrit|ecrits|ecrite|ecrites|rediges|redige|parler|donne|existe|est ce que"
                "|disponibles|connais"
            ),
        ),
        "number": Said(
            marks="combien|nombre|taille|compte|comptez|total",
            words=(
                "combien|nombre|taille|compte|comptez|total|lu|lus|lues|connais|connaissez|appuies|appuyez|pages"
                "|page|passages|contient|contiennent|consulter|indexes|charges|disponibles|dis|dites|quel|quelle"
                "|grande|possedes|disposes|disposez|connaitre|acces|reference|references|enregistres"
            ),
        ),
        "documents": Said(
            marks=(
                "THING (?:as tu|avez vous|connais\\w*)|(?:tes|vos) THING|"
                "DOC|sujets?|themes?|domaines?|que sais tu|que savez vous|(?:as tu|avez vous|tu as) lu|apercu"
                "|vue d ensemble|renseigner|que connais|sommaire|d ou viennent"
            ),
            words=(
                "sujet|sujets|theme|themes|domaine|domaines|quel|quels|quelle|quelles|quoi|lu|lus|apercu|ensemble"
                "|vue|renseigner|connais|connaissez|sommaire|viennent|provient|proviennent|ou|montre|montrez"
                "|affiche|affichez|afficher|liste|lister|listez|donne|donnez|parlent|parle|traitent|traite"
                "|traites|couvre|couverts|contient|contiennent|disposes|disposez|puis je|je|poser|questions"
                "|reponses|basent|bases|basees|appuies|disponibles|est ce|nom|noms|voir|consulter|existe|present"
                "|presents|presente|utilises|utilisez|type|types|interroger"
            ),
        ),
        "help": Said(
            marks=(
                "comment (?:ca|cela) (?:marche|fonctionne)|comment est ce que (?:ca|cela)|comment (?:utiliser"
                "|poser|formuler|se servir|m en servir|fonctionne\\w*|t utiliser|vous utiliser)"
                "|comment puis je (?:t|vous|poser|utiliser)|c est quoi|qu est ce que (?:c|ce|ca|cela|tu|vous)"
                "|qui (?:es|etes|t a|vous a)|(?:que|quoi) (?:peux|sais|fais|faites|pouvez|savez)"
                "|que puis je(?: \\w+)* demander|a quoi (?:ca|sers|servez|tu|vous)|aide|aider|aidez"
                "|exemples? de questions?|es tu|etes vous|tu es|est ce que (?:tu|vous|je parle)|par ou"
                "|explique\\w*(?: moi)? comment|quelles questions|quel type de questions?|presente\\w*|je parle"
                "|mode d emploi"
            ),
            words=(
                "comment|utiliser|utilise|poser|pose|marche|fonctionne|fonctionnes|servir|sert|sers|servez"
                "|formuler|puis|je|j|faire|fais|faites|quoi|qui|ou|aide|aider|aidez|besoin|exemple|exemples"
                "|commencer|commence|explique|expliquez|expliquer|quelle|quelles|quel|type|types|genre|question"
                "|questions|demander|robot|humain|humaine|machine|ia|personne|assistant|chatbot|chat|site|page"
                "|outil|truc|machin|service|application|programme|parle|parler|repondre|capable|but|est ce"
                "|presente|presentez|mode|emploi|etre|donne|donnez|reel|vrai|fait|appelles|appelle|nom"
            ),
        ),
        "thanks": Said(
            marks=(
                "merci|mercis|remercie|aide|aidee|utile|bonne reponse|excellente reponse|bravo|bien joue"
                "|bon travail|impeccable|nickel|parfait|genial|top|exactement|formidable|repond a ma|super"
            ),
            words=(
                "merci|mercis|je|j|remercie|aide|aidee|utile|tres|bonne|bon|reponse|reponses|excellente|excellent"
                "|bravo|joue|travail|impeccable|nickel|parfait|genial|top|exactement|formidable|repond|question"
                "|beaucoup|infiniment|mille|fois|encore|grand|super|cherchais|cherche|voulais|savoir|clair"
                "|comprends|compris|journee|soiree|revoir|au revoir|note|accord|explication|explications|rapide"
                "|besoin|avais|il me fallait|vraiment|vous|toi|tout|precieuse|ce que"
            ),
        ),
    },
    languages=(
        "fr:francais en:anglais de:allemand zh:chinois es:espagnol it:italien pt:portugais nl:neerlandais"
        " sv:suedois pl:polonais ru:russe ja:japonais ko:coreen ar:arabe"
    ),
    subject=Said(
        marks=(
            "DOC|quelque chose|rien|(?:que|qu) (?:sais|savez|as|avez|connais|connaissez|est ce que (?:tu|vous))"
            "|(?:as tu|avez vous|y a t il) (?:un|une)? ?(?:manuel|guide|notice|mode d emploi)|que contient"
            "|tout ce"
        ),
        words=(
            "quel|quels|quelle|quelles|quelque|chose|rien|montre|montrez|liste|trouve|trouvez|cherche|donne"
            "|affiche|connais|connaissez|existe|est ce|qui|guide|notice|mode d emploi|contient|avoir|trouver|je"
            "|voudrais|disponibles|interesse|plus|autre|chercher|recherche|pages|rapport|rapports|ou|j"
        ),
    ),
    relation=(
        "sur(?: le sujet d(?:e|es|u)?| le theme d(?:e|es|u)?)?(?: l[ae]?s?)?|concernant(?: l[ae]?s?)?"
        "|a propos (?:de la|de l|des|du|de|d)|au sujet (?:de la|de l|des|du|de|d)|(?:qui )?(?:traitent|traite"
        "|parlent|parle) (?:de la|de l|des|du|de|d)|(?:qui )?(?:mentionnent|mentionne|evoquent)(?: l[ae]?s?)?"
        "|portent sur(?: l[ae]?s?)?|(?:qui )?contiennent le (?:mot|terme)|relatifs? (?:a la|a l|aux|au|a)"
        "|(?<=sais tu )(?:de la|de l|des|du|de|d)|(?<=savez vous )(?:de la|de l|des|du|de|d)|(?<=manuel )(?:de la"
        "|de l|du|d|pour(?: l[ae]?)?)|(?<=guide )(?:de la|de l|du|d|pour(?: l[ae]?)?)|(?<=notice )(?:de la|de l"
        "|du|d)"
    ),
    after="s il te plait|s il vous plait|svp|stp|ici|dans (?:la|ta|votre) base(?: de connaissances)?",
    contents=(
        "(?:qu y a t il|qu est ce qu il y a|que trouve t on|qu est ce qu on trouve) dans(?: le (?:fichier"
        "|document))?(?: l[ae]?s?)? (.+)|(?:ouvre|ouvrez|ouvrir|affiche|affichez|afficher|montre|montrez"
        "|montrer)(?: moi)?(?: le (?:fichier|document))?(?: l[ae]?s?)? (.+)|(?:que contient"
        "|que dit)(?: le (?:fichier|document))?(?: l[ae]?s?)? (.+)|de quoi (?:parle|traite)(?: le (?:fichier"
        "|document))?(?: l[ae]?s?)? (.+)|(?:(?:montre|donne|liste|affiche|lister|affichez"
        "|donnez)(?: moi)? )?(?:le |la |les |un |une )?(?:sommaire|table des matieres|titres|chapitres|plan"
        "|sections|rubriques|structure) (?:de la|de l|des|du|de|d)(?: (?:fichier|document))? (.+)"
        "|quel est le contenu (?:de la|de l|des|du|de|d) (.+)|quel(?:le)?s (?:sections|chapitres|titres|rubriques"
        "|parties) (?:contient|comporte|a|y a t il dans)(?: l[ae]?s?)? (.+)|quel(?:le)?s (?:sujets"
        "|themes) sont traites dans(?: l[ae]?s?)? (.+)"
    ),
)
