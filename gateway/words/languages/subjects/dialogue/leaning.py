"""Words by which a question leans on what was said before it, in every language. Alternatives of patterns over folded
text (lower case, no accents; apostrophes and hyphens are blanks), as `conversation/followups/leaning.py` reads them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class LeaningWords(NamedTuple):
    """What leans. A table that a language leaves empty never matches."""

    idle: str = ""
    """Phrases whose pronoun stands for nothing: "is it possible", "there are". They are taken out first."""
    asking: str = ""
    """What is asked for, at the beginning: "how many towns", "combien de temps". A pronoun does not mean that."""
    pronouns: str = ""
    """They mean something of an earlier clause: "it", "them", and what stands for a place or a thing: "there"."""
    own: str = ""
    """They mean any noun before them: "its", "their"."""
    pointing: str = ""
    """Phrases that point back wherever they stand: "of that bridge", "which of them"."""
    begins: str = ""
    """Beginnings that go on from what was said: "and for", "what about"."""
    ends: str = ""
    """Words of comparison at the end: "instead", "too", "the other"."""
    doubled: str = ""
    """Those of `pronouns` that, behind the verb, take up a subject named before it: "la banque peut-elle"."""
    breaks: str = ""
    """What stands between two clauses: behind it a pronoun may mean something of the question itself."""
    kinds: str = ""
    """What is known already by its kind alone: "the city", "the company". They may lean."""
    capital_nouns: bool = False
    """Every noun has a capital, so that it tells no name."""


_SIGNS = r"[,;:.(«“\"—–]"
_WH_EN = r"(?:what|which|whose|how (?:many|much|long|far|old|big|large|often|high|tall|deep|fast|heavy)|what kinds? of|what types? of)"
_ASPECT_EN = (
    r"(?:rules?|methods?|problems?|issues?|approach(?:es)?|ranges?|types?|kinds?|process|options?|differences?|similarities|benefits?|advantages?|disadvantages?"
    r"|drawbacks?|risks?|dangers?|causes?|effects?|symptoms?|treatments?|results?|consequences?|costs?|prices?|fees?|reasons?|pros|cons|examples?|components?|parts"
    r"|steps|requirements?|conditions?|criteria|features?|functions?|uses|limits?|variants?|versions?|models?|games|rest|main \w+|best \w+|most \w+ \w+)"
)
"""What only something else has: without "of" it is that of the subject."""
_ONE_EN = r"ones?(?! (?:of|day|way|time|hundred|thousand|million|and|or)\b)"
_AUX_EN = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)"

LEANING: Mapping[str, LeaningWords] = MappingProxyType(
    {
        "en": LeaningWords(
            idle=r"\b(?:is|was|isn t|would|will|might|may|s) it (?:be )?(?:possible|allowed|ok|okay|true|necessary|mandatory|required|legal|illegal|safe|worth"
            r"|better|best|normal|easy|hard|difficult|free|enough|called when|like to|that|to)\b|\b(?:does|do|did|will|would|can) it (?:take|cost|mean|matter|make sense)(?= .*\b(?:to|when|if|for)\b)"
            r"|\bit (?:is|s|was|has been) (?:possible|allowed|true|necessary|said|believed|thought|known|estimated|argued|claimed|a|an|the)\b|\bwhat time is it\b|\bit s\b|\b(?:does|did|do|will|can|is) it (?:ever |usually |often )?(?:snow|rain|hail)\w*\b|\bit (?:snow|rain|hail)\w*\b|\bfor (?:him|her|it|them)sel(?:f|ves)\b"
            r"|\b(?:is|are|was|were|be|been|exist|s) there\b|\bthere (?:is|are|was|were|be|been|exist\w*|will|may|might|could|would|has|have|had|to be)\b"
            r"|\b(?:this|these) (?:year|month|week|morning|evening|afternoon|days?)\b|\b(?:that|this) (?:is|was) (?:why|how|when|where)\b",
            asking=rf"^(?:(?:in|at|on|of|from|for|by|with|to|during|under|about) )?{_WH_EN}\b.*?(?=\b{_AUX_EN}\b|$)",
            pronouns=r"it|he|she|they|him|them|there",
            own=r"its|his|hers?|theirs?",
            pointing=r"(?:of|in|at|on|for|with|from|to|by|about|is|are|was|were|did|does|do|has|had|during|after|before|against|since|than|like|why|how) (?:that|this|these|those)(?! (?:he|she|they|it|we|i|you|was|were|is|are|had|has|have|can|could|will|would)\b)"
            r"|(?:some|any|all|none|most|both|one|each|which|many|much|few|how many|how much|two|three) of (?:them|these|those|it)|how many are there|the two of them",
            begins=r"(?:ok(?:ay)? |so |yes |no |now |well )*(?:and|but|or|what about|how about|what of|also|then)\b",
            ends=r"(?:instead|too|as well|either|else|there|that|this|these|those|so)|the (?:same|others?|former|latter|first|second|third|last|next|previous|rest)(?: ones?)?",
            breaks=rf"{_SIGNS}|\b(?:when|if|because|while|after|before|since|although|though|as|where|once|until|that|who|which|what|how|why|and|or|but|so that|to)\b",
            kinds=r"the (?:city|town|village|country|state|region|area|island|river|company|firm|university|school|college|museum|church|team|club|band|group|party|organi[sz]ation|government|army|president|king|emperor|author|founder|writer|singer|book|novel|film|movie|series|show|song|album|game|law|act|treaty|contract|war|battle|theory|disease|drug|species|animal|building|bridge|fort|engine|machine|method|process|test|response|project|programme|program|first|second|third|former|latter|other)(?: ones?)?(?! (?:of|that|which|who|to|for|in)\b)"
            rf"|the (?:(?!of\b)\w+ ){{0,2}}{_ASPECT_EN}\b(?! of\b)|(?!(?:no|any|every|some|the) )\w+ {_ONE_EN}\b|(?:others?|another|else|differ|compare)\b|^(?:oh|wow|interesting|hmm|really|i meant?)\b",
        ),
        "fr": LeaningWords(
            idle=r"\bil (?:faut|fait|y a|y avait|est (?:possible|necessaire|obligatoire|interdit|permis|autorise|vrai|prevu|conseille|recommande|utile|temps)|existe|s agit|suffit|convient|vaut|reste|arrive|manque|semble|pleut)\b"
            r"|\b(?:faut|existe|peut|suffit|faudra|faudrait|convient|reste|vaut|s agit|se peut|se passe) (?:t )?il\b(?= (?:de|d|que|qu|une?|des|le|la|les|l|encore|vraiment|deja|toujours|obligatoirement|pour)?\b)(?! (?:externe|interne))"
            r"|\bfaut il\b|\bexiste t il\b|\bs agit il\b|\bsuffit il\b|\by (?:a|avait|aura) t il\b|\best il (?:possible|necessaire|obligatoire|interdit|permis|autorise|vrai|prevu|utile|finalement possible|encore)\b|\by compris\b"
            r"|\b(?:qu )?est ce (?:que|qu)\b|\bqu est ce\b|\bc est quoi\b|\bce (?:que|qui|qu|dont)\b",
            asking=r"^(?:(?:a|de|en|dans|sur|pour|par|depuis|pendant|avec) )?(?:combien de \w+|quel(?:le)?s? \w+|combien|quoi|que|qu|qui|quand|comment|pourquoi|ou)\b",
            pronouns=r"il|ils|elle|elles|lui|eux|cela|ca|ceci|y",
            own=r"son|sa|ses|leurs?",
            pointing=r"(?:peut|peux|peuvent|puis|doit|doivent|dois|faut|veut|veux|pourrait|pourrais|pourra|vais|va|vont|comment|sait|savoir|faire pour)(?: (?:je|tu|il|elle|on|nous|vous|ils|elles))? (?:(?:m|s|t|me|se|te|nous|vous) )?(?:le|la|les|l|lui|leur|y|en) \w+(?:er|ir|re|oir)"
            r"|(?:qui|quand|comment|pourquoi|ou|combien|temps) (?:le|la|les|l|lui|y|en) \w+ (?:t )?(?:il|elle|on|ils|elles|je|vous)|(?:qui|quand|comment|pourquoi|combien|ou) (?:l|les|lui|y) (?:a|as|ont|avez|avait|est|sont)"
            r"|(?:cet|cette|ces) \w+|(?<!est )ce (?!que\b|qui\b|qu\b|dont\b|jour\b|soir\b|sont\b|n\b|type\b|genre\b)\w{3,}|celui ci|celle ci|ceux ci|celles ci|celui la|celle la|ceux la|l un d eux|lequel d entre|laquelle d entre",
            begins=r"(?:ok |oui |non |d accord |bon |alors )*(?:et|mais|puis(?! je)|sinon|quid|qu en est il|pareil|idem|ou alors)\b",
            ends=r"aussi|egalement|non plus|ensuite|a la place|sinon|alors|le meme|la meme|les memes|l autre|les autres|le premier|la premiere|le second|la seconde|le deuxieme|la deuxieme|le dernier|la derniere|l inverse|le contraire",
            breaks=rf"{_SIGNS}|\b(?:quand|si|parce que|lorsqu?e?|apres|avant|pendant que|comme|que|qu|qui|dont|ou|et|mais|afin|pour|alors que)\b",
            doubled=r"ils?|elles?",
            kinds=r"(?:la|l|le|les|du|des|au|aux) (?:ville|pays|etat|region|ile|riviere|societe|entreprise|universite|ecole|musee|eglise|equipe|club|groupe|parti|organisme|organisation|gouvernement|armee|president|roi|auteur|fondateur|livre|roman|film|serie|chanson|album|jeu|loi|traite|contrat|guerre|bataille|theorie|maladie|medicament|espece|batiment|pont|moteur|machine|methode|essai|test|projet|programme|fichier|dossier|site|resultats?|donnees|informations|images?|montant|duree|public|argent|premiere?|second|seconde|deuxieme|regles?|methodes?|problemes?|differences?|avantages?|inconvenients?|risques?|dangers?|causes?|effets?|symptomes?|traitements?|consequences?|couts?|prix|frais|raisons?|exemples?|etapes?|conditions?|criteres?|options?|limites?|versions?)(?! (?:d|de|du|des|entre|qui|que|dont|a|au)\b)|d autres|\bautres?",
        ),
        "de": LeaningWords(
            capital_nouns=True,
            idle=r"^wie (?:hoch|gross|alt|lange?|weit|schwer|tief|breit|teuer|oft|schnell|stark|haufig)\b|\b(?:gibt|gab|gabe|geht|ging|handelt|handelte|kam|kommt|dauert|dauerte|ist|war|sind|waren|wird|wurde|wurden|bedeutet|heisst|bedarf|lasst|liess|gelang|regnet|regnete|schneit|schneite|scheint|stimmt|kostet) es\b|\bes (?:gibt|gab|ist|war|sich|wird|wurde|zu|moglich|erlaubt|handelt|geht|dauert|kommt)\b|\bals auch\b|\bdamit (?:die|der|das|ein|eine|man|ich|wir)\b|\bist das\b(?= \w{3,})|\b(?:nennen|beschreiben|erklaren|sagen|geben|nennt man|finden|konnen|mussen|wissen) (?:sie|es)\b",
            asking=r"^(?:(?:in|an|auf|von|aus|fur|mit|zu|bei|seit|unter|uber|durch|gegen|nach|wahrend) )?(?:welche[rsnm]?|wie viele?|wieviele?|was fur)\b \w+|^(?:wie|wer|wen|wem|was|wann|wo|woher|wohin|warum|weshalb|wieso|woraus|womit|wodurch)\b",
            pronouns=r"er|ihn|ihm|sie|ihnen|es|ihr|dort|dorthin|damals",
            own=r"seine?[rsnm]?|ihre[rsnm]?",
            pointing=r"(?:davon|daran|dafur|dazu|damit|daruber|darin|darauf|daraus|dabei|dagegen|danach|daneben|darunter)(?!.*,)|diese[rsnm]? \w+|jene[rsnm]? \w+|(?:ist|war|weiss man|wurde|wird|passierte|geschah|heisst|macht man) (?:das|dies)$|welche[rsnm]? von (?:ihnen|beiden|diesen|denen)",
            begins=r"(?:ok |ja |nein |danke )*(?:und|aber|oder|sowie|was ist mit|wie ist es mit|wie sieht es (?:mit|bei)|auch)\b",
            ends=r"auch|ebenfalls|ebenso|stattdessen|sonst(?: noch)?|da|dort|dies|(?:de[rmn]|die|das) (?:andere[nr]?|erste[nr]?|zweite[nr]?|dritte[nr]?|letzte[nr]?|nachste[nr]?|selbe[nr]?|vorige[nr]?)",
            breaks=rf"{_SIGNS}|\b(?:als|wenn|weil|nachdem|bevor|wahrend|dass|ob|um|und|oder|sondern|obwohl|da)\b",
            kinds=r"(?:der|die|das|den|dem|des|beim|im|am|vom|zum|zur) (?:stadt|ort|dorf|land|staat|region|insel|fluss|firma|unternehmen|universitat|schule|museum|kirche|mannschaft|verein|band|gruppe|partei|organisation|regierung|armee|prasident|konig|kaiser|autor|grunder|buch|roman|film|serie|lied|album|spiel|gesetz|vertrag|krieg|schlacht|theorie|krankheit|medikament|art|gebaude|brucke|motor|maschine|methode|verfahren|test|projekt|programm|campus|grafik|galerie|strafe|system|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|regeln?|methoden?|probleme?|unterschiede?|vorteile?|nachteile?|risiken|gefahren|ursachen?|folgen?|kosten|gebuhren|grunde|beispiele?|voraussetzungen|bedingungen|schritte|symptome|nebenwirkungen|behandlung|arten|varianten|moglichkeiten)\b(?! (?:von|der|des|die|das|in|fur|zwischen)\b)|(?:andere|weitere)[nrs]?",
        ),
        "es": LeaningWords(
            idle=r"\b(?:es|era|fue|seria) (?:posible|necesario|obligatorio|cierto|verdad)\b|\bpor eso\b|\besto es\b|\ba (?:esta|este)\b|\blo que\b",
            asking=r"^(?:(?:en|a|de|con|por|para|desde|hasta|sobre|durante) )?(?:cuant[oa]s? \w+|que \w+|cual(?:es)?|quien(?:es)?|cuando|donde|como|cuanto)\b",
            pronouns=r"ella|ellos|ellas|eso|ello|alli|alla|ahi",
            own=r"sus?",
            pointing=r"\w{2,}(?:ar|er|ir)(?:lo|la|los|las|le|les)|(?:de|en|a|por|para|con|sobre|desde|tras|es|fue|son|eran|tiene|tenia|hizo) (?:ese|esa|esos|esas|aquel|aquella|aquellos|aquellas|estos|estas) \w+|cual(?:es)? de (?:ellos|ellas|estos|estas|esos|esas|los dos)",
            begins=r"(?:ok |si |no |gracias )*(?:y(?! (?:a|que) )|pero|o sea|que hay de|que tal|que pasa con|tambien)\b",
            ends=r"tambien|tampoco|en su lugar|en cambio|los demas|las demas|el otro|la otra|los otros|las otras|el primero|la primera|el segundo|la segunda|el ultimo|la ultima|el mismo|la misma|ello|eso|esto|alli|ahi",
            breaks=rf"{_SIGNS}|[¿¡]|\b(?:cuando|si|porque|mientras|despues|antes|aunque|como|donde|que|quien|y|o|pero|para)\b",
            kinds=r"(?:el|la|los|las|del|al) (?:ciudad|pueblo|pais|estado|region|isla|rio|empresa|compania|universidad|escuela|museo|iglesia|equipo|club|grupo|partido|organizacion|gobierno|ejercito|presidente|rey|autor|fundador|libro|novela|pelicula|serie|cancion|album|juego|ley|tratado|contrato|guerra|batalla|teoria|enfermedad|medicamento|especie|edificio|puente|motor|maquina|metodo|prueba|proyecto|programa|primer[oa]?|segund[oa]|reglas?|metodos?|problemas?|diferencias?|ventajas?|desventajas?|riesgos?|peligros?|causas?|efectos?|sintomas?|tratamientos?|consecuencias?|costes?|costos?|precios?|razones|ejemplos?|pasos|condiciones|requisitos|opciones|tipos|versiones)\b(?! (?:de|del|entre|que|donde|para)\b)|otr[oa]s?",
        ),
        "it": LeaningWords(
            asking=r"^(?:(?:in|a|di|da|con|per|su) )?(?:quant[oaie] \w+|quale?i? \w+|che \w+|chi|cosa|quando|dove|come|perche)\b",
            pronouns=r"lui|lei|loro|egli|ella|esso|essa|essi|esse|cio",
            own=r"suo|sua|suoi|sue",
            pointing=r"\w{2,}(?:ar|er|ir)(?:lo|la|li|le|ne|ci|gli)|(?:di|in|a|per|con|su|da|e|era|sono) (?:quest[oaie]|quell[oaie]|quegli|quei|quel) \w+|quali? di (?:questi|queste|loro)",
            begins=r"(?:e(?! (?:vero|possibile|necessario|obbligatorio)\b)|ma|invece|che ne e|che dire|anche)\b",
            ends=r"anche|invece|neanche|l altr[oa]|gli altri|le altre|il primo|la prima|il secondo|la seconda|l ultim[oa]|lo stesso",
            breaks=rf"{_SIGNS}|\b(?:quando|se|perche|mentre|dopo|prima|come|dove|che|chi|o|ma)\b",
        ),
        "pt": LeaningWords(
            asking=r"^(?:(?:em|a|de|com|por|para|desde) )?(?:quant[oa]s? \w+|qua(?:l|is)(?: \w+)?|que \w+|quem|quando|onde|como|por que)\b",
            pronouns=r"ele|ela|eles|elas|isso|isto|aquilo|ali",
            own=r"seus?|suas?|del[ea]s?",
            pointing=r"\w{2,}(?:a|e|i)r? (?:lo|la|los|las)\b|(?:de|em|a|por|para|com|n|d)(?: )?(?:esses?|essas|estes|estas|aquel[ea]s?) \w+|(?:desse|dessa|desses|dessas|deste|desta|destes|destas|nesse|nessa|neste|nesta|daquele|daquela) \w+|qua(?:l|is) del[ea]s",
            begins=r"(?:e(?! (?:verdade|possivel|necessario|obrigatorio)\b)|mas|ou|que tal|quanto a|tambem)\b",
            ends=r"tambem|tampouco|em vez disso|[oa]s? outr[oa]s?|[oa] primeir[oa]|[oa] segund[oa]|[oa] ultim[oa]|[oa] mesm[oa]",
            breaks=rf"{_SIGNS}|\b(?:quando|se|porque|enquanto|depois|antes|como|onde|que|ou|mas)\b",
        ),
        "nl": LeaningWords(
            asking=r"^(?:(?:in|op|aan|van|voor|met|uit|bij) )?(?:hoeveel \w+|welke? \w+|wat voor \w+|wie|wat|wanneer|waar|hoe|waarom)\b",
            pronouns=r"hij|hem|zij|ze|hen|hun|haar|daar|daarvan|daarvoor|daarmee|daarover|daarin|ervan|ervoor|ermee|erover|erin|hiervan|hiervoor",
            own=r"diens",
            pointing=r"(?:van|in|op|voor|met|bij|is|was|zijn|waren) (?:dat|dit|deze|die) \w+|welke (?:van|daarvan)\b.*\b(?:hen|deze|die)",
            begins=r"(?:ok |ja |nee )*(?:en|maar|of|hoe zit het met|wat met|ook)\b",
            ends=r"ook|evenmin|in plaats daarvan|de andere|het andere|de eerste|de tweede|de laatste|hetzelfde|dezelfde",
            breaks=rf"{_SIGNS}|\b(?:als|toen|wanneer|omdat|terwijl|nadat|voordat|dat|die|en|of|om)\b",
        ),
        "sv": LeaningWords(
            asking=r"^(?:(?:i|pa|av|for|med|fran) )?(?:hur manga \w+|vilke[nt]a? \w+|vilka \w+|vad|vem|nar|var|hur|varfor)\b",
            pronouns=r"han|hon|honom|henne|dem|dit",
            own=r"dess|hans|hennes|deras",
            pointing=r"(?:den|det|de) (?:har|dar) \w+|denna \w+|detta \w+|dessa \w+",
            begins=r"(?:och|men|eller|hur ar det med)\b",
            ends=r"ocksa|istallet|den andra|den forsta|den sista|samma",
            breaks=rf"{_SIGNS}|\b(?:nar|om|for att|medan|efter|innan|som|att|och|eller)\b",
        ),
        "ru": LeaningWords(
            asking=r"^(?:(?:в|на|о|от|до|для|с|из|по) )?(?:сколько \w+|как(?:ои|ая|ое|ие|их|ую|им)? \w+|кто|что|когда|где|как|почему|зачем)\b",
            pronouns=r"он|она|оно|они|его|ее|их|ему|еи|им|них|нем|неи|нее|него|ним|ними|там|туда|тогда",
            pointing=r"(?:эт(?:от|а|о|и|ого|ои|их|ому|им|ими|ом|у)|т(?:ого|ои|ех|ому)) \w+|котор(?:ыи|ая|ое|ые) из (?:них|этих)",
            begins=r"(?:а|и|но|или|насчет|что насчет)\b",
            ends=r"тоже|также|вместо этого|другои|другая|другие|первыи|второи|последнии|тот же",
            breaks=rf"{_SIGNS}|\b(?:когда|если|потому|пока|после|как|где|что|чтобы|и|или)\b",
        ),
        "pl": LeaningWords(
            asking=r"^(?:(?:w|na|o|od|do|dla|z|po) )?(?:ile \w+|jak(?:i|a|ie|ich)? \w+|ktor[yae] \w+|kto|co|kiedy|gdzie|jak|dlaczego)\b",
            pronouns=r"on|ona|ono|oni|one|go|jego|jej|ich|im|nim|niej|nich|nia|tam|wtedy",
            pointing=r"(?:tego|tej|tych|temu|tym|tymi) \w+|ktor[yae] z (?:nich|tych)",
            begins=r"(?:a|i|ale|lub|co z)\b",
            ends=r"tez|takze|rowniez|zamiast tego|drugi|druga|pierwszy|pierwsza|ostatni|ostatnia",
            breaks=rf"{_SIGNS}|\b(?:kiedy|gdy|jesli|bo|po|jak|gdzie|ze|zeby|lub)\b",
        ),
        "ja": LeaningWords(
            pronouns=r"それ|これ|あれ|そこ|ここ|彼女|彼ら|彼(?!岸)|そちら",
            pointing=r"その(?!他|ほか|もの)|この(?!ため)|あの|当時|同じ(?:く|ように)",
            begins=r"では|じゃあ?|それで|そして|また|あと|ちなみに|でも|しかし",
            ends=r"(?:は|も|なら|について)は?",
            breaks=r"[、。，,：:（(]|とき|時に|場合|ので|から",
        ),
        "ko": LeaningWords(
            pronouns=r"그것|그건|이것|이건|그는|그가|그녀|그들|그의|거기|그곳|여기",
            pointing=r"그 (?=[가-힣])|이 (?=[가-힣])|그런|그때|당시",
            begins=r"그럼|그러면|그리고|그런데|하지만|또",
            ends=r"(?:은|는|도|이라면|라면)요?",
            breaks=r"[,.:(]|때|면서|기 때문",
        ),
        "ar": LeaningWords(
            asking=r"^(?:في |من |على )?(?:كم \w+|اي \w+|ما|ماذا|من|متى|اين|كيف|لماذا)\b",
            pronouns=r"هو|هي|هم|هن|هما|ذلك|له|لها|لهم|فيه|فيها|منه|منها|عنه|عنها|عليه|عليها",
            pointing=r"(?:هذا|هذه|تلك|هولاء|ذلك) \w+",
            begins=r"(?:وماذا عن|ماذا عن|و(?:ما|من|كم|متى|اين|كيف|لماذا|هل)|لكن|او)\b",
            ends=r"ايضا|بدلا من ذلك|الاخر|الاخرى|الاول|الثاني|الاخير",
            breaks=rf"{_SIGNS}|،|\b(?:عندما|اذا|لان|بعد|قبل|حيث|ان|التي|الذي)\b",
        ),
        "zh": LeaningWords(
            idle="其(?:他|它|中|余|餘|实|實)|[这這](?:个|個|里|裡|座)?(?:图书馆|圖書館|网站|網站|系统|系統|公司)|那么[多大]|那麼[多大]|[吉他]他|他[国國人信]|[马馬][耳尔爾]他|应该|應該",
            asking="^(?:在)?(?:哪一?[个個些座位年种種条條部场場]|什么时候|什麼時候|多少|几|幾|何时|何時|谁|誰)",
            pronouns="(?:它|他|她|牠)(?:们|們)?(?!的)|[这這那](?:里|裡|裏|兒|儿)(?!的)",
            own="(?:它|他|她|牠)(?:们|們)?的|其(?=[\u4e00-\u9fff])|[这這那](?:个|個|些|种|種|座|位|家|支|部|本|张|張|场|場|次|款|条|條|项|項|只|隻|里|裡|裏|邊|边|时|時|一)|[该該](?=[\u4e00-\u9fff])|[当當][时時]|此(?:人|地|事|书|書|案|法|城|国|國|时|時)",
            pointing="呢(?=[，,])|前者|后者|後者|上述|刚才|剛才|哪一?[个個些种種](?=比[较較]|更|最)|^是(?![什谁誰哪否不]).{1,12}[吗嗎]$",
            begins="那(?=[，,么麼]|.{0,10}呢)|然后|然後|(?:还有|還有)(?:吗|嗎|别的|別的|其他)|而且|但是?(?!丁)|可是|所以|或者|以及|(?:什[么麼][时時]候|何[时時]|多久|有(?:多少|什[么麼]|哪些|[几幾])|被[谁誰]|怎[么麼]|[为為]什[么麼]|是(?:什[么麼][时時]候|怎[么麼]))(?=.{0,5}$)|[\u4e00-\u9fff]了(?:多少|[几幾])(?=.{0,3}$)",
            ends="呢|也是[吗嗎]|也有[吗嗎]|同样|同樣",
            kinds="第[一二三四五六七八九十\\d]+(?:[个個屆届张張版部次种種段期]|[阶階]段)?|^(?:有什[么麼]|有哪些|有(?:多少|[几幾])|[为為]什[么麼]|现在|現在|目前|每年|每[月天日周]|什[么麼][时時]候|何[时時]|多久|怎[么麼]|最[早初后後终終]|后来|後來|当时|當時|在)",
            breaks="[，,：:；;。、（(「『《]|时候?|時候?|之后|之後|以后|以後|因为|因為|如果|虽然|雖然|和|與|与",
        ),
    }
)
