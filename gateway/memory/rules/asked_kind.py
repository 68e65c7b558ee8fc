"""What kind of answer a question asks for: a time, a place, a person, a reason, a way, an amount, a thing, or yes or no.

Pure. Several kinds may fit one question ("what is the price": a thing and an amount); two questions ask for different
things only where no kind fits both. A question that does not tell (a few words, an order to explain) fits all.
"""

from __future__ import annotations

import re

from gateway.memory.rules.question_words import QuestionReading

Rules = tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]


def _rules(lines: str) -> Rules:
    """One kind of question a line: a pattern over folded text, `=>`, and the kinds of answer it asks for."""
    pairs = (line.partition("=>") for line in lines.strip().split("\n"))
    return tuple((re.compile(pattern.strip()), tuple(kinds.split())) for pattern, _, kinds in pairs)


_ENGLISH = _rules(r"""
how (?:far|long) (?:in advance|ahead|before)\b => duration time
how (?:long|much (?:longer|time))\b(?! (?:is|are) the (?:cable|bridge|river|road|table|pool)) => duration
how (?:often|frequently|regularly)\b|how many times\b|what frequency\b => frequency
how many (?:more )?(?:\w+ )?(?:days?|weeks?|months?|years?|hours?|minutes?)\b => duration count amount
how much (?:is|are|was|do|does|did|will|would|should|can|must|for|to)\b|what(?: is| are| does| do)?(?: \w+){0,4}? (?:price|prices|cost|costs|fee|fees|charge|charges|fare|fares)\b => price thing
how much (?:notice|time|leave|holiday|vacation|delay)\b => amount duration
how much\b => amount
how many\b|what number\b => count amount
how (?:far|near|close)\b => distance
how (?:old|young)\b => age
how (?:big|large|tall|high|wide|heavy|deep|fast|hot|warm|cold|loud|small|late|early|soon)\b => amount time
why\b => cause
how (?:do|does|is|are|did)\b.*\b(?:differ|differs|different)\b => thing
how\b => manner
when\b|(?:since|until|till|by|from) when\b => time
where (?:can|do|could|should|must) (?:i|we|you|one) (?:find|see|view|change|check|look up|download|set|edit|track|follow|read)\b => place manner
where\b => place
who(?:m|se)?\b => person
what (?:\w+ )?(?:do|should|must|can|could|would) (?:i|we|you|one|they|employees|customers|users|tenants) (?:\w+ )?(?:do|need to do|must do)\b => manner thing
what(?: is| are)?(?: the)?(?: \w+){0,2}? (?:purpose|point|reason|cause)s?\b => cause thing
what\b|which\b => thing
""")
_ENGLISH_NOUNS = _rules(r"""
\b(?:price|cost|fee|charge|fare|rate|tariff)s?\b => price
\b(?:amount|sum)s?\b => price amount count
\b(?:percentage|size|temperature|speed|weight|height|maximum|minimum|limit|number)\b => amount count
\b(?:deadline|date|time|schedule|hours|timetable|day|month|year)s?\b => time
\b(?:period|duration|length|term|notice|timeframe|time limit|life|lifetime|lifespan|autonomy)s?\b => duration
\b(?:address|location|place|site|city|country|room|office|building|floor)(?:es|s)?\b => place
\b(?:person|contact|manager|responsible|owner|author|director|head|team|department)s?\b => person
\b(?:way|step|procedure|process|method|instructions?|possibilit(?:y|ies)|options?)(?:es|s)?\b => manner
\b(?:reason|cause)s?\b => cause
\b(?:frequency|interval)\b => frequency
\bage\b => age
\bdistance\b => distance
""")
_ENGLISH_POLAR = re.compile(
    r"^(?:so |and |but |please |hi |hello )*(?:is|are|am|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had)(?: not)? (?!the steps)\w"
)
_ENGLISH_WRAPPED = re.compile(
    r"^(?:hi |hello |please )*(?:(?:can|could|would|will) (?:you|someone|anyone|anybody)(?: please| kindly)? (?:tell|explain|show|let|say|describe|help|inform|remind|clarify)\w*|do you know|does anyone know|does anybody know|i (?:want|need|would like|wonder|am wondering)|may i (?:ask|know)|can i (?:ask|know)|is it (?:known|clear))\b"
)
_ENGLISH_CLAUSE = re.compile(r"^(?:when|if|after|before|while|where|once|as soon as|in case|suppose)\b[^,?]*,")
_ENGLISH_HEAD = re.compile(
    r"^(?:(?:so|and|but|also|hi|hello|please|ok|then|in|at|on|to|for|from|by|with|about|of|until|since|under|within|during|after|before|through|and|exactly|is)\W+){0,3}(?=(?:how|what|which|when|where|who|whom|whose|why)\b)"
)
_ENGLISH_WH = re.compile(r"\b(?:how|what|which|when|where|who|whom|whose|why)\b")

_FRENCH = _rules(r"""
(?:pendant |depuis |en |sous |dans |d |de )?combien de temps\b|quelle (?:est |sera )?(?:la )?duree\b => duration
combien de (?:jours?|semaines?|mois|ans?|annees?|heures?|minutes?)\b => duration count amount
(?:tous|toutes) les combien\b|a quelle frequence\b|quelle (?:est )?(?:la )?frequence\b|combien de fois\b => frequency
combien (?:ca |cela )?(?:coute\w*|vaut|faut il payer|est ce que ca coute|coutent)|combien (?:dois|doit|faut|paie|paye|payer)\b|a combien\b|quels? (?:est |sont )?(?:le |les )?(?:prix|tarifs?|cout|couts|frais|montants?)\b => price thing
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
""")
_FRENCH_NOUNS = _rules(r"""
\b(?:prix|cout|tarif|frais|montant)s?\b => price
\bmontants?\b => price amount count
\b(?:nombre|taux|pourcentage|taille|temperature|vitesse|poids|maximum|minimum|limite|plafond|numero)s?\b => amount count
\b(?:date|heure|horaire|jour|mois|annee|echeance|moment|calendrier)s?\b => time
\b(?:duree|periode|delai|preavis|temps|autonomie)s?\b => duration time
\b(?:adresse|lieu|endroit|emplacement|ville|pays|salle|bureau|batiment|etage)s?\b => place
\b(?:personne|contact|responsable|interlocuteur|chef|directeur|auteur|service|equipe)s?\b => person
\b(?:moyen|etape|procedure|demarche|methode|facon|maniere|possibilite|option|modalite)s?\b => manner
\b(?:raison|cause|motif|but)s?\b => cause
\bage\b => age
\bdistance\b => distance
""")
_FRENCH_POLAR = re.compile(
    r"^(?:et |mais |bonjour |alors )*(?:est ce qu|(?:devoirquestion|pouvoirquestion)|(?:est|sont|a|ont|y a t|ai|as|avez|avons|etes|suis|existe t|existe|fait|sera|seront|va|vont|\w+) (?:t )?(?:il|elle|on|ils|elles|je|tu|vous|nous|ce)\b)"
)
_FRENCH_WRAPPED = re.compile(
    r"^(?:bonjour |s il vous plait )*(?:(?:pouvoirquestion|peux tu|pourriez vous|pourrais tu|tu peux|vous pouvez|sais tu|savez vous|pouvez vous) ?(?:me |m |nous )?(?:dire|expliquer|indiquer|preciser|montrer|savoir|donner)|je (?:veux|voudrais|souhaite|souhaiterais|aimerais) (?:savoir|connaitre|comprendre)|sait on|savez vous|j aimerais (?:savoir|connaitre))\b"
)
_FRENCH_CLAUSE = re.compile(r"^(?:quand|lorsque|lorsqu|si|apres|avant|en cas)\b[^,?]*,")
_FRENCH_HEAD = re.compile(
    r"^(?:(?:et|mais|alors|bonjour|dans|en|a|au|de|d|par|pour|avec|sur|sous|depuis|jusqu|vers|chez|pendant|des|c est|exactement)\W+){0,3}(?=(?:combien|comment|pourquoi|quand|lieuou|qui|que|qu|quoi|quels?|quelles?|lequel|laquelle|lesquels|lesquelles)\b)"
)
_FRENCH_WH = re.compile(
    r"\b(?:combien|comment|pourquoi|quand|lieuou|quoi|quels?|quelles?|lequel|laquelle|lesquels|lesquelles|(?:a|de|par|avec|pour|chez) qui)\b|\bce qu[ei]?\b|^qui\b|\bqui$|\bque (?:faire|devoirquestion)"
)

_CHINESE = _rules(r"""
(?:多久|多长时间).{0,6}一[次回]|频率|几次 => frequency
多久|多长时间|几天|多少天|几个?(?:月|小时|星期|周|年|工作日)|多少(?:个)?(?:月|小时|星期|周|年|工作日|时间)|时长|期限多 => duration count amount
多少钱|什么价|几块|几元|多少费用|费用是?多少|价格是?多少|多少元|怎么收费|如何收费|收费标准 => price count thing
几岁|多大年纪|多大年龄|年龄 => age
多远 => distance
为什么|为何|为啥|什么原因|什么理由|原因是|怎么会|怎么回事 => cause
什么时候|何时|几点|哪一?天|什么时间|几号|啥时候?|哪(?:个)?月|几月|截止到?(?:哪|几) => time
(?:哪里|哪儿|在哪)(?:可以|能)?(?:修改|查看|下载|找|设置|更改|查询|看) => place manner
哪个(?:城市|国家|地区|省|州|房间|楼层?)|什么(?:城市|国家|地区) => place thing
哪里|哪儿|何处|什么地方|哪个地方|在哪|去哪|从哪 => place
会怎么样|什么(?:后果|影响|结果) => thing manner
谁|哪位|什么人|哪个(?:人|部门|负责人) => person
多少|几(?:个|条|种|张|份|名|人|台|次|层|楼|级)|多大|多高|多重|多长|多宽|多快 => count amount
怎么办|怎么样?做|怎么|如何|怎样|咋|什么(?:方法|方式|途径|流程|步骤|手续)|哪些(?:方法|方式|途径|流程|步骤|手续) => manner
什么|哪些|哪个|哪种|哪一|啥|哪 => thing
吗|是否|能否|可否|么$ => polar
""")
_CHINESE_NOUNS = _rules(r"""
价格|费用|价钱|收费|租金 => price
数量|金额|上限|下限|最多|最少|比例|额度|号码 => count amount
时间|日期|截止|期限 => time duration
期限|时长|周期|续航|有效期|保修期|试用期 => duration time
地址|地点|位置|场所 => place
负责人|联系人|部门 => person
步骤|流程|方法|方式|手续|程序|途径 => manner
原因|理由 => cause
""")
_EST_CE_QUE = re.compile(r"^(?:et |mais |bonjour |alors )*est ce qu")
_LEADING = re.compile(r"[^\w' ]+")


def kinds(reading: QuestionReading) -> frozenset[str]:
    """The kinds of answer that fit; empty where the question does not tell. `polar` is yes or no."""
    match reading.language:
        case "en":
            return _spaced(reading, _ENGLISH, _ENGLISH_NOUNS, _ENGLISH_SIGNS)
        case "fr":
            return _spaced(reading, _FRENCH, _FRENCH_NOUNS, _FRENCH_SIGNS)
        case "zh":
            return _chinese(reading.folded)
        case _:
            return frozenset()


_ENGLISH_SIGNS = (_ENGLISH_CLAUSE, _ENGLISH_HEAD, _ENGLISH_WRAPPED, _ENGLISH_POLAR, _ENGLISH_WH)
_FRENCH_SIGNS = (_FRENCH_CLAUSE, _FRENCH_HEAD, _FRENCH_WRAPPED, _FRENCH_POLAR, _FRENCH_WH)


def _spaced(reading: QuestionReading, rules: Rules, nouns: Rules, signs: tuple[re.Pattern[str], ...]) -> frozenset[str]:
    """English and French: a question word at the head, else yes or no, else a question word further inside."""
    clause, head, wrapped, polar, question_word = signs
    whole = clause.sub("", reading.folded)
    text = " ".join(_LEADING.sub(" ", whole).replace("'", " ").split())
    if _EST_CE_QUE.match(text):
        return frozenset({"polar"})
    if lead := head.match(text):
        return _first(text[lead.end() :], text, rules, nouns)
    inside = question_word.search(text)
    if polar.match(text) and not wrapped.match(text):
        return frozenset({"polar"})
    return _first(text[inside.start() :], text, rules, nouns) if inside else frozenset()


def _first(asked: str, text: str, rules: Rules, nouns: Rules) -> frozenset[str]:
    found = next((kinds for pattern, kinds in rules if pattern.match(asked)), ("thing",))
    if "thing" not in found:
        return frozenset(found)
    return frozenset(found).union(*(kinds for pattern, kinds in nouns if pattern.search(text)))


def _chinese(text: str) -> frozenset[str]:
    found = next((kinds for pattern, kinds in _CHINESE if pattern.search(text)), ())
    if "thing" in found or not found:
        more = [kinds for pattern, kinds in _CHINESE_NOUNS if pattern.search(text)]
        return frozenset(found).union(*more) if found else frozenset()
    return frozenset(found)
