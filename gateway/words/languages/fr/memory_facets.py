"""French words by which the answer memory tells questions apart."""

from __future__ import annotations

from gateway.words.languages.tables import (
    FigureWords,
    KindWords,
    NegationWords,
    OrderWords,
    PersonWords,
    ReadingWords,
    listed,
    named,
)

READING = ReadingWords(
    before_folding={
        r"(?i)(?<=\bd['’ ])[ée]t[ée]\b|(?<=\bl['’])[ée]t[ée]\b|(?<=\ben )[ée]t[ée]\b|(?<=\bcet )[ée]t[ée]\b": "estival",
        r"(?i)\b(?:d['’ ]?)?où\b|^\W*ou\b": "lieuou",
    },
    phrases=r"""
-t-(?:ils?|elles?)\b => t il
(?<=[a-z])-(?:ils?|elles?)\b => il
\bs'il (?:vous|te) plait\b|\bsvp\b =>
\bqu'?est[- ]ce qui (?:se passe|arrive)\b|\bqu'arrive(?:-| )t(?:-| )il\b => que se passe
\b(trains?|vols?|bus|avions?|departs?|trajets?|bateaux?|ferry) ((?:\w+ ){0,2}?)(?:pour|vers|a destination d[eu]) => \1 \2 versdirection
\b(tradu\w+) ((?:\w+ ){0,4}?)en (?=\w) => \1 \2 versdirection
\bquel(?:le)? (?:est|sont) les? noms? d(?:e|u|es)\b => quel est
\bveut dire\b => signifie
^je (?:voudrais|veux|souhaite\w*|aimerais|dois) (.+?),? comment (?:faire|proceder|dois[- ]je (?:faire|proceder))(?=\W*$) => comment \1
\b(?:pourriez[- ]vous|pourrais[- ]tu|pouvez[- ]vous|peux[- ]tu) (?:me |m'|nous )?(?:dire|expliquer|indiquer|preciser|montrer)\b =>
\b(quels?|quelles?|combien de) (.+?) (?:ai[- ]je|a[- ]t[- ]on|avons[- ]nous|avez[- ]vous|ont[- ]ils|a[- ]t[- ]il) droit\b => \1 \2 ai je
\bquel(?:le)?s? (?:types?|sortes?|genres?) d(?:e |') => quel
\btele-?travailler?\w*\b => teletravail
\b(?:machines? a laver(?! la)|lave[- ]linge)\b => lavelinge
\blave[- ]vaisselle\b => lavevaisselle
\b(?:machines? a cafe|cafetieres?)\b => cafetiere
\b(?:se|me|nous|vous) faire rembourser\b|\b(?:obtenir|demander) (?:le |un )?remboursement\b => rembourser
\ben ligne\b|\bsur (?:l')?internet\b => enligne
\best[- ]il (?:necessaire|obligatoire|indispensable|requis)(?: de| d'| que)? => faut
\ba quel(?:le)? (?:rythme|intervalle|periodicite)\b|\ba quels intervalles\b => a quelle frequence
\ba quelles heures\b|\bquels? sont les (?:horaires|heures|jours)(?: d'ouverture| de passage)? d(?:e |u |es |') => quand
\b(?:propose[- ]t[- ](?:il|elle|on)|proposent[- ](?:ils|elles)|proposez[- ]vous|vend[- ]on|trouve[- ]t[- ]on|peut[- ]on (?:trouver|acheter|obtenir))\b => y a t il
\b(?:est|sont)[- ](?:il|elle|ils|elles) disponibles?\b => y a t il
\ba[- ]t[- ]on le droit (?:de |d') => pouvoirquestion
\bs'il y a\b|\ben cas d(?:e |'|u )|\blors d(?:e |'|u ) => si
\bquel est l'age (?:minimum|minimal|requis) (?:pour|de|d')|\b(?:des|depuis) quel age\b => a partir de quel age
\bau nom de\b => pour
\b(?:a partir de|des|depuis) quelle heure\b => quand
\ben vigueur\b => valable
\bfrais de (?:port|livraison|expedition|transport)\b => fraislivraison
\bfranchise(?: de l'assurance)? => franchise
\bcode d'erreur\b|\bmessage d'erreur\b => erreur
\b(?:quelles? sont les|quelles? est la) consequences? d(?:e |'|u |'un |'une )|\bque se passe[- ]t[- ]il en cas d(?:e |') => que se passe si
\bpuis[- ]je me permettre de\b => pouvoirquestion
\bquelle est (?:la )?largeur d(?:e |u |'|es )|\bcombien mesure(?:nt)? (?=.+ (?:en|de) large) => largeur
\ben meme temps\b|\ba la fois\b|\bsimultanement\b => alafois
\bquel est le nombre (?:maximum|maximal) d(?:e |')(?=.+ (?:peu|puis|permis|autoris)) => combien de
\b(combien\b.*\b(?:peu[xt]|peut|puis|pouvoirquestion)\b.*) (?:au maximum|maximum|au plus)\b => \1
\bque dit (.+?)(?: a ce sujet| la[- ]dessus)?(?=\W*$) => quelle est \1
\bporter? la responsabilite d(?:e |es |u )|\bporte la responsabilite d(?:e |es |u ) => est responsable de
\bqui est[- ]ce qui\b|\bquelle personne\b => qui
\bexiste(?:nt)?(?:-| )(?:t(?:-| ))?il\b|\best ce qu'il y a\b => y a t il
\b(?:ai[- ]je|a[- ]t[- ]on|(?:a t|ont|a) il|avons[- ]nous|avez[- ]vous) (?:le )?droit (?:de |d')(?=\w+(?:er|ir|re|oir)\b) => peut
\b(?:suis[- ]je|est(?: il|[- ]on)|sont il) (?:obligee?s?|tenue?s?) (?:de |d') => doit
\b(?:ai[- ]je|a[- ]t[- ]on|a t il|ont il|avons[- ]nous) besoin\b(?: de\b| d')? => faut
\b(?:est il|est-ce) (?:possible|permis|autorise) (?:de |d'|que ) => pouvoirquestion
\b(?:a|ont|aura|auront) lieu\b => est
\bcomment faire pour\b|\bque (?:faire|dois[- ]je faire|faut il faire) pour\b => comment
\bcombien (?:dois[- ]je|doit[- ]on|devons[- ]nous|faut il) payer pour\b|\ba combien (?:revient|reviennent|est|sont|s'eleve\w*)\b => combien coute
\bquelle (?:est |sera )?la duree (?:de |d'|du ) => combien de temps
\bcombien de temps (?:prend|prennent|prend il|dure|durent|faut il pour|met|mettent)(?: t il| il)?\b => combien de temps
\bquel(?:le)? (?:nombre|quantite) d(?:e |') => combien de
\ben quelle annee\b => quand
\bqui (?:est|sont) (?:responsable|charge)s? (?:de |d')(?=\w+(?:er|ir|re)\b)|\ba qui revient il (?:de |d') => qui doit
\b(?:est|sont) il autorisee?s? a\b => peut
\b(?:est|sont) (?:necessaire|requise?|exigee?)s?\b => faut
\b(?:faire|deposer|adresser|formuler) une (reclamation|plainte|objection)\b => deposer une \1
^(.+?) est il possible(?=\W*$) => \1 pouvoirquestion
\bquel(?:le)?s? (?:est|sont) (?:le role|la fonction|la mission|les missions|les taches) (?:de |d'|du ) => que fait
\ben quoi (.+?) differe(?:nt)?(?: t)?(?: il)? (?:de |d'|du ) => quelle difference \1
\bdifferences? entre\b => difference
\baujourd'hui\b => aujourdhui
\bweek[- ]end\b => weekend
\bn'importe\b => importe
\b(?:pas a pas|ou pas|ou non|non seulement|pourquoi pas|pas de porte) =>
\be[- ]mails?\b|\bcourriels?\b|\bmels?\b|\bcourriers? electroniques?\b => email
\bwi[- ]fi\b => wifi
\b(?:a|ont) ete\b => ete
\btou(?:s|tes) les combien\b => a quelle frequence
\bdistributeurs?(?: (?:de billets|automatiques?))*\b|\bdab\b => atm
\b(?:double authentification|(?:authentification|verification|validation) a deux (?:facteurs|etapes))\b => 2fa
\bmots? de passe\b => motdepasse
\bidentifiants? de connexion\b => login
\b(?:se|me|vous|nous|s'y|m'y) rendre\b => aller
\bmettre a jour\b|\bmise a jour\b => actualiser
\ba l etranger\b|\bautres? pays\b => etranger
\b(ne |n')((?:(?!pas\b)[^\s?]+ ){1,4}?)plus\b(?! de \d) => \1\2pas
\bmettre fin a\b => resilier
\b(?:mettre|mise) en place\b => configurer
\bpr(?:end(?:re|s)?|ennent|ises?|is) en charge\b => priseencharge
\bmettre en (?:marche|route|service)\b => allumer
\bprendre contact avec\b => contacter
\bprendre (?:un |le |des )?rendez[- ]vous\b => rendezvous
\brendez[- ]vous\b => rendezvous
\b(?:travail a distance|travail a domicile|travailler (?:a distance|de chez (?:soi|moi|nous)|a domicile|a la maison)) => teletravail
\btelephones? (?:portables?|mobiles?)\b|\bsmartphones?\b => portable
\barrets? maladie\b|\bconges? maladie\b => congemaladie
\bavoir droit\b|\bai[- ]je droit\b|\bj'ai droit\b|\ba[- ]t[- ]on droit\b|\bavons[- ]nous droit\b|\bon a droit\b => droit
\ba quelle heure\b|\b(?:a |pour )?quelle date\b|\bquels? jours?\b|\ba quel moment\b => quand
\b(?:a|dans|en) quel(?:le)? (?:endroit|lieu|place)\b => lieuou
\bpour quelles? raisons?\b|\bquelles? (?:est|sont) les? raisons?\b|\bpour quel motif\b => pourquoi
\bde quelle (?:facon|maniere)\b|\bquelles? (?:est|sont) (?:la|les) (?:bonnes? |meilleures? )?(?:marche a suivre|demarches?|procedures?|etapes?|methode|facon|maniere) (?:pour|de|d|a)\b => comment
\b(?:par|chaque|tous les|toutes les) (an|annee|mois|semaine|jour)s?\b => \1
\b(?:etats[- ]unis|u\.?s\.?a\b\.?) => usa
\broyaume[- ]uni\b|\bgrande[- ]bretagne\b => uk
\b(?:pouvez[- ]vous|peux[- ]tu)\b => pouvezvous
\b(?:doit|dois|doivent|devons|devez)[- ](?:je|on|il|elle|ils|elles|nous|vous)\b => devoirquestion
\b(?:peut|puis|peuvent|pouvons|pouvez)[- ](?:je|on|il|elle|ils|elles|nous|vous)\b => pouvoirquestion
\bfaut[- ]il\b => devoirquestion
""",
    silent=r"(?<=\bcombien de )(?:temps|fois)\b|(?<=\ba quelle )frequence\b",
    stems_apart=listed("employeur employeurs"),
    telling=listed("dire expliquer indiquer montrer aider donner preciser"),
)
KINDS = KindWords(
    rules=r"""
(?:pendant |depuis |en |sous |dans |d |de )?combien de temps\b|quelle (?:est |sera )?(?:la )?duree\b => duration
combien de (?:jours?|semaines?|mois|ans?|annees?|heures?|minutes?)\b => duration count amount
(?:tous|toutes) les combien\b|a quelle frequence\b|quelle (?:est )?(?:la )?frequence\b|combien de fois\b => frequency
combien (?:ca |cela )?(?:coute\w*|vaut|faut il payer|est ce que ca coute|coutent)|combien (?:dois|doit|faut|paie|paye|payer)\b|a combien\b|quels? (?:est |sont )?(?:le |les )?(?:prix|tarifs?|cout|couts|frais|montants?)\b => price thing
combien d(?:e|es)?\b => count amount
combien\b => count amount price
quel age\b => age
pourquoi\b|a quoi (?:sert|servent)\b => cause
comment\b => manner
(?:depuis |jusqu a |a partir de |jusqu )?quand\b => time
lieuou (?:puis je |est ce que je peux |peut on |pouvoirquestion |dois je )?(?:trouver|voir|changer|modifier|consulter|telecharger|verifier|suivre|lire)\b => place manner
(?:d |par |vers |jusqu )?lieuou\b => place
(?:a |de |par |avec |pour |chez |aupres de )?qui (?!ne )|a qui\b => person
(?:que|qu est ce que|quoi) (?:dois je|devoirquestion|faut il|faire|je dois|doit on|il faut)(?: je| il)?(?: faire)?\b => manner thing
(?:que|qu|quoi|quels?|quelles?|lequel|laquelle|lesquels|lesquelles|qu est ce qu?e?i?)\b => thing
""",
    nouns=r"""
\b(?:prix|cout|tarif|frais|montant)s?\b => price
\bmontants?\b => price amount count
\b(?:nombre|taux|pourcentage|taille|temperature|vitesse|poids|largeur|longueur|profondeur|hauteur|maximum|minimum|limite|plafond|numero)s?\b => amount count
\b(?:date|heure|horaire|jour|mois|annee|echeance|moment|calendrier)s?\b => time
\b(?:duree|periode|delai|preavis|temps|autonomie)s?\b => duration time
\b(?:adresse|lieu|endroit|emplacement|ville|pays|salle|bureau|batiment|etage)s?\b => place
\b(?:personne|contact|responsable|interlocuteur|chef|directeur|auteur|service|equipe)s?\b => person
\b(?:moyen|etape|procedure|demarche|methode|facon|maniere|possibilite|option|modalite)s?\b => manner
\b(?:raison|cause|motif|but)s?\b => cause
\bage\b => age
\bdistance\b => distance
""",
    names="""
time => heure heures horaire horaires date dates
duration => duree temps delai periode
price => prix cout tarif montant coute coutent
place => lieu endroit emplacement
manner => facon maniere
cause => raison cause motif
frequency => frequence
""",
    clause=r"^(?:quand|lorsque|lorsqu|si|apres|avant|en cas)\b[^,?]*,",
    head=r"^(?:(?:et|mais|alors|bonjour|dans|en|a|au|de|d|par|pour|avec|sur|sous|depuis|jusqu|partir|vers|chez|pendant|des|c est|exactement)\W+){0,3}(?=(?:combien|comment|pourquoi|quand|lieuou|qui|que|qu|quoi|quels?|quelles?|lequel|laquelle|lesquels|lesquelles)\b)",
    wrapped=r"^(?:bonjour |s il vous plait )*(?:(?:pouvezvous|peux tu|pourriez vous|pourrais tu|tu peux|vous pouvez|sais tu|savez vous|pouvez vous) ?(?:me |m |nous )?(?:dire|expliquer|indiquer|preciser|montrer|savoir|donner)|je (?:veux|voudrais|souhaite|souhaiterais|aimerais) (?:savoir|connaitre|comprendre)|sait on|savez vous|j aimerais (?:savoir|connaitre))\b",
    polar=r"^(?:et |mais |bonjour |alors )*(?:est ce qu|(?:devoirquestion|pouvoirquestion)|(?:est|sont|a|ont|y a t|ai|as|avez|avons|etes|suis|existe t|existe|fait|sera|seront|va|vont|\w+) (?:t )?(?:il|elle|on|ils|elles|je|tu|vous|nous|ce)\b|pouvezvous\b|(?:\w+ ){1,6}?(?:pouvoirquestion|devoirquestion)\b|(?:le|la|les|l|un|une|des|mon|ma|mes|ce|cet|cette|ces|notre|nos|votre|vos|leur|leurs)\b.*\b(?:pouvoirquestion|devoirquestion|(?:t )?il)\b)",
    whether=r"^(?:et |mais |bonjour |alors )*est ce qu",
    question_word=r"\b(?:combien|comment|pourquoi|quand|lieuou|quoi|quels?|quelles?|lequel|laquelle|lesquels|lesquelles|(?:a|de|par|avec|pour|chez) qui)\b|\bce qu[ei]?\b|^qui\b|\bqui$|\bque (?:faire|devoirquestion)",
)
NEGATION = NegationWords(
    negations="pas jamais sans aucun aucune rien personne nulle non ni sauf hors hormis excepte guere eviter evite evitez empecher empeche",
    beside=listed("personne"),
    partners=listed("ne n"),
    prefixes=("non-", "sans-"),
    fixed="non seulement|sans contact|mains libres|sans fil",
    must=r"\b(?:devoirquestion|dois|doit|doivent|devons|devez|obligatoires?|necessaires?|obligee?s?|faut|requise?s?)\b",
    should=r"\b(?:devrai\w*|faudrait)\b",
    may=r"\b(?:pouvoirquestion|pouvezvous|puis|peux|peut|peuvent|pouvons|pouvez|pourrai\w*|permise?s?|autorisee?s?)\b",
)
FIGURES = FigureWords(
    numbers=named(
        "1 = premier, premiere; 2 = deuxieme, double; 3 = troisieme, triple; 4 = quatrieme; 5 = cinquieme"
        "; 6 = sixieme; 7 = septieme, sept; 8 = huitieme; 9 = neuvieme, neuf; 10 = dixieme, dix; 13 = treize"
        "; 14 = quatorze; 16 = seize"
    ),
    unsure=listed("premier premiere neuf sept double"),
    ones=listed("un une seul"),
    days="lundi mardi mercredi jeudi vendredi samedi dimanche",
    calendar=named(
        "spring = printemps; summer = estival; autumn = automne; winter = hiver; christmas = noel; easter = paques; today = aujourdhui"
        "; tomorrow = demain; yesterday = hier"
    ),
    relative=(
        r"\b(?P<unit>an|annee|mois|semaine|trimestre|semestre|saison)"
        r" (?P<tense>derniere?|precedente?|passee?|prochaine?|suivante?|en cours)\b"
    ),
    tenses=named(
        "last = dernier, derniere, precedent, precedente, passe, passee"
        "; next = prochain, prochaine, suivant, suivante; this = en cours"
    ),
    units=named(
        "year = an, annee; month = mois; week = semaine; quarter = trimestre; semester = semestre; season = saison"
    ),
    quarter=r"\b([1-4])(?:st|nd|rd|th|e|er) trimestre",
    past=(
        r"\b(?:et|av|dev|pouv|cout|fall|val)ai(?:s|t|ent)\b|\b(?:eti|avi)(?:ons|ez)\b|\b\w{2,}(?<!jam)(?<!fr)(?<!anal)(?:ai(?:t|ent))\b(?<!fait)(?<!lait)(?<!trait)(?<!extrait)(?<!parfait)(?<!souhait)(?<!devrait)(?<!faudrait)(?<!pourrait)"
        r"|(?<!\by )\b(?:a t|ont) (?:il|on) (?!une?\b|le\b|la\b|les\b|des\b|leurs?\b)\w+(?:e|es|i|is|u|us|it|ert|int)\b(?<!lieu)|\bete (?!en\b|de\b)\w|\b(?:qui|quel(?:le)?s? \w+) (?:a|ont) \w+(?:e|ee|es|ees|i|u|us|is|it|ert)\b"
    ),
    future=(
        r"\b(?!camera|opera|para)\w{2,}r(?:a|ai|as|ez|ons|ont)\b(?<!aurez)(?<!irons)(?<!environs)(?<!vrai)(?<!gras)(?<!bras)(?<!chez)(?<!tirez)(?<!ouvrez)(?<!montrez)(?<!livrez)(?<!offrez)(?<!entrez)(?<!ferons)"
        r"|\b(?:vais|vas|va|allons|allez|vont)(?: t)?(?:[- ](?:je|tu|il|on|nous|vous))? \w+(?:er|ir|re|oir)\b"
    ),
    hour="h(?:eures?)?",
    full_hour="h|heures?",
    ordinal_suffixes="e eme er ere nd nde",
)
PERSONS = PersonWords(
    owners=named(
        "self = mon, ma, mes, notre, nos, mien, mienne, moi; you = ton, ta, tes, votre, vos"
        "; they = son, sa, ses, leur, leurs"
    ),
    acting=named("self = je, j, nous, on; you = tu, vous; they = il, elle, ils, elles"),
    asker=listed("me m"),
    inverted=r"(?:(?:que|quand|ou|comment|combien|pourquoi) |qu')?(?!y |faut|est|existe|reste|s')\w+-(?:t-)?(?:ils?|elles?)\b",
    related=(
        "enfant enfants fils fille bebe|femme mari conjoint conjointe epoux epouse partenaire|parent parents mere pere|collegue collegues"
        "|ami amis amie|chef patron superieur manager|voisin voisins voisine|invite invites visiteur visiteurs|assistant assistante secretaire|colocataire|frere soeur|famille"
    ),
    related_owner=(r"\bd(?:u|es|e la|e|) (?:l |une? |[mts](?:on|a|es) |[nv]o(?:tre|s) |leurs? )?({})\b"),
    someone_else=r"\bquelqu'? ?un d'? ?autre\b|\b(?:un |une |d )?autres? (?:utilisateur|personne|salarie|employe|client|membre|collegue|locataire|eleve)s?\b|\bautrui\b|\bd un tiers\b",
    owned_by=r"\bd(?:e l |u |es |e la | un | une |e )\s?(utilisateur|employe|salarie|collaborateur|stagiaire|abonne|client|membre|eleve|locataire|patient|administrateur)s?\b",
)
ORDER = OrderWords(
    even=listed("et ou ni entre contre"),
    compared=listed("comparer comparaison entre"),
    passive=r"\b(?:est|sont|etre|ete|sera|seront|soit)\b.{1,40}\bpar\b",
    undergone=listed("etre ete"),
    directed=listed("vers en dans que de du des d avant apres sous sur par pour depuis a au aux contre"),
    asked_object=r"^qui (?!est ce qui)(?:est ce qu|(?:l|le|la|les|un|une|mon|ma|notre) \w+ (?:\w+ )?(?:t )?il\b)",
    subjects=listed("je j pouvoirquestion devoirquestion"),
    objects=listed("me m"),
)
