"""How one message asks several things, compares two, or says more than it asks: what is needed to look for each part.

Without a table of theirs, questions of a language are asked whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class ComposedWords(NamedTuple):
    """Alternatives of patterns over the text as it is written, in any case; accents that are often left out are
    optional. `{side}` in them is a thing that is compared."""

    asks: str
    """Question words, with what may stand before them; in a language without blanks anywhere in a question."""
    also: str
    """What joins two questions of one sentence."""
    requests: str = ""
    """The beginning of a sentence that asks without a question mark."""
    polite: str = ""
    """Whole sentences, or the beginning of them up to a comma, that ask nothing: greetings, thanks, closings."""
    unfinished: str = ""
    """Question words that what follows belongs to, where a clause ends with them."""
    versus: tuple[str, ...] = ()
    """Whole questions that compare; `(?P<a>…)` and `(?P<b>…)` are the two things."""
    comparing: str = ""
    """Words, folded and stemmed or not, that only say that something is compared."""
    what: str = ""
    """A question what something is, with `{}` in its place."""
    holders: str = ""
    """What a document, or a part of one, is called: "page", "manual". Folded."""


_A, _B = r"(?P<a>[^?？，,。]{1,80}?)", r"(?P<b>[^?？，,。]{1,80}?)"
_END = r"\W*$"

COMPOSED: Mapping[str, ComposedWords] = MappingProxyType(
    {
        "en": ComposedWords(
            asks=(
                r"(?:(?:in|at|by|for|with|from|of|on|to|until) )?(?:what|which|who|whom|whose|when|where|why|how)"
                r"|(?:is|are|can|could|do|does|did|may|must|should|will|has|have|was|were) (?:i|we|you|it|there|they|the|an?)"
            ),
            also=r"(?:and(?: also)?|but(?: also)?)",
            requests=(
                r"(?:(?:could|can|would|will) you (?:please |kindly |maybe )?(?:tell me|let me know|explain(?: to me)?|help me understand)"
                r"|(?:please )?(?:tell me|let me know|explain)|i(?:'d| would) (?:like|love) to (?:know|ask|understand)"
                r"|i (?:want|need) to know|i(?:'m| am| was) wondering|i wonder|(?:my|the) question is(?: whether)?|do you (?:happen to )?know|any idea)\b"
            ),
            polite=(
                r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|thanks|thank you|thx|many thanks|cheers"
                r"|(?:best|kind|warm)(?: \w+)? (?:regards|wishes)|regards|sincerely|yours|sorry|apologies|excuse me|i hope (?:you|this|all)"
                r"|hope (?:you|this|all)|any help|i(?:'d| would) appreciate|i appreciate|quick (?:one|question)|have a (?:nice|good|great))\b"
            ),
            versus=(
                rf"(?:.*\b)?(?:differences?|distinction|comparison) between (?:the )?{_A} and (?:the )?{_B}{_END}",
                rf"(?:how|in what way|in which way) (?:do|does|is|are) (?:the )?{_A} (?:differ|different) (?:from|to|than) (?:the )?{_B}{_END}",
                rf"(?:how|in what way|in which way) do (?:the )?{_A} and (?:the )?{_B} (?:differ|compare)\b.*",
                rf"(?:please )?compare (?:the )?{_A} (?:and|with|to|against) (?:the )?{_B}{_END}",
                rf"(?:how does )(?:the )?{_A} compare (?:to|with) (?:the )?{_B}{_END}",
                rf"(?:the )?{_A} (?:vs\.?|versus) (?:the )?{_B}{_END}",
                rf"(?:which|what|who)\b[^?]{{1,60}}[,:] (?:the |an? )?{_A} or (?:the |an? )?{_B}{_END}",
                rf"(?:the |an? )?{_A} or (?:the |an? )?{_B}: which\b.*",
                r"(?P<a>[\w.-]{2,40}) or (?P<b>[\w.-]{2,40})\W*$",
            ),
            comparing=r"differ\w*|distinct\w*|compar\w*|versus|vs|main|key",
            what="What is {}?",
            holders=(
                "(?:web ?|man ?)?pages?|manuals?|documents?|docs?|documentation|files?|guides?|handbooks?|articles?|texts?|sections?"
                "|chapters?|parts?|paragraphs?|commands?|papers?|key|main|points?|takeaways?|sentences?|words?|lines?|few"
            ),
        ),
        "fr": ComposedWords(
            asks=(
                r"(?:(?:[àa]|de|d'|en|par|pour|avec|sur|dans|depuis|jusqu'[àa]) ?)?(?:combien|comment|quand|o[ùu]|pourquoi"
                r"|qu['’]est[- ]ce|que|qu['’]|qui|quoi|quel(?:le)?s?|lequel|laquelle|est[- ]ce|peut-on|faut-il|puis-je|y a-t-il)"
            ),
            also=r"(?:et(?: aussi)?|mais(?: aussi)?)",
            requests=(
                r"(?:dites?-moi|expliquez?(?:-moi)?|(?:pourri|pouv)ez-vous (?:s'il vous pla[iî]t )?(?:me (?:dire|pr[ée]ciser|indiquer|expliquer))"
                r"|(?:peux|pourrais)-tu me (?:dire|pr[ée]ciser|indiquer|expliquer)|je (?:voudrais|voulais|veux|souhaite(?:rais)?|aimerais)"
                r" (?:bien )?(?:savoir|demander|conna[iî]tre)|j'aimerais (?:bien )?(?:savoir|demander|conna[iî]tre)|je me demand(?:e|ais)"
                r"|ma question est|savez-vous|sais-tu)\b"
            ),
            polite=(
                r"(?:bonjour|bonsoir|salut|coucou|cher|ch[eè]re|chers|madame|monsieur|merci|mille mercis|cordialement|bien [àa] vous"
                r"|(?:bonne|belle) (?:journ[ée]e|soir[ée]e)|d[ée]sol[ée]e?|excusez|pardon|j'esp[èe]re que|meilleures salutations|[àa] bient[ôo]t)\b"
            ),
            versus=(
                rf"(?:.*\b)?(?:diff[ée]rences?|comparaison|distinction) entre (?:la |le |les |l['’]|une? )?{_A} et (?:la |le |les |l['’]|une? )?{_B}{_END}",
                rf"(?:en quoi|comment) (?:la |le |les |l['’])?{_A} (?:diff[èe]re(?:nt)?|se distingue(?:nt)?) (?:de |du |des |d['’])(?:la |l['’])?{_B}{_END}",
                rf"compare[rz]? (?:la |le |les |l['’])?{_A} (?:et|avec|[àa]|aux?) (?:la |le |les |l['’])?{_B}{_END}",
                rf"(?:la |le |les |l['’])?{_A} (?:vs\.?|versus) (?:la |le |les |l['’])?{_B}{_END}",
                rf"(?:une? |la |le |les |l['’])?{_A} ou (?:une? |la |le |les |l['’])?{_B} ?: (?:le|la)quel(?:le)?\b.*",
                rf"(?:le|la|qu[ei])\S*quel(?:le)?\b[^?]{{1,60}}[,:] (?:une? |la |le |l['’])?{_A} ou (?:une? |la |le |l['’])?{_B}{_END}",
                r"(?P<a>[\w.-]{2,40}) ou (?P<b>[\w.-]{2,40})\W*$",
            ),
            comparing=r"differ\w*|compar\w*|distin\w*|versus|vs",
            what="Qu'est-ce que {} ?",
            holders=(
                "pages?|manuels?|documents?|documentation|fichiers?|guides?|articles?|textes?|sections?|chapitres?|parties?|paragraphes?"
                "|commandes?|points?|cles?|principaux|essentiels?|grandes|phrases?|lignes?|mots?"
            ),
        ),
        "de": ComposedWords(
            asks=(
                r"(?:(?:in|an|auf|aus|bei|bis|f[üu]r|mit|nach|seit|um|von|vor|zu|zum|zur|ab) )?"
                r"(?:wie|was|wann|wo|wohin|woher|wer|wem|wen|wessen|warum|wieso|weshalb|welche[mnrs]?|womit|wof[üu]r|woran|worin|wozu)"
                r"|(?:kann|darf|muss|soll|ist|sind|gibt|hat|haben|werden|wird|k[öo]nnen|d[üu]rfen|m[üu]ssen) (?:ich|man|wir|es|der|die|das)"
            ),
            also=r"(?:und(?: auch)?|aber(?: auch)?|sowie)",
            requests=(
                r"(?:(?:bitte )?(?:sag(?:en sie)? (?:mir|uns)(?: bitte)?|erkl[äa]r(?:e|en sie) (?:mir|uns)(?: bitte)?)|ich (?:m[öo]chte|w[üu]rde|wollte|will)(?: \w+){0,2} (?:wissen|fragen)|ich frage mich"
                r"|meine frage (?:ist|lautet)|wissen sie|wei[sß]+t du|(?:k[öo]nn(?:en|ten) sie|kannst du|k[öo]nntest du)(?: mir| uns)?(?: bitte)?"
                r" (?:sagen|erkl[äa]ren|verraten))\b"
            ),
            polite=(
                r"(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|danke|vielen dank|besten dank|herzlichen dank"
                r"|(?:viele|liebe|beste|sch[öo]ne|freundliche|mit freundlichen) gr[üu][sß]+e?n?|mit freundlichen|entschuldig\w*|sorry"
                r"|ich hoffe|sch[öo]nen tag|alles gute)\b"
            ),
            versus=(
                rf"(?:.*\b)?(?:unterschiede?|vergleich) zwischen (?:de[mnr] |einer |einem )?{_A} und (?:de[mnr] |einer |einem )?{_B}{_END}",
                rf"(?:worin|wie|wodurch) unterscheide(?:n|t) sich (?:der |die |das )?{_A} (?:und|von) (?:der |dem |die |das )?{_B}{_END}",
                rf"vergleich(?:e|en sie)? (?:bitte )?(?:der |den |die |das )?{_A} (?:und|mit) (?:der |dem |den |die |das )?{_B}{_END}",
                rf"(?:der |die |das )?{_A} (?:vs\.?|versus) (?:der |dem |die |das )?{_B}{_END}",
                rf"(?:was|welche[mnrs]?|wer)\b[^?]{{1,60}}[,:] (?:der |die |das |eine? )?{_A} oder (?:der |die |das |eine? )?{_B}{_END}",
                rf"(?:der |die |das |eine? )?{_A} oder (?:der |die |das |eine? )?{_B}: (?:was|welche)\b.*",
                r"(?P<a>[\w.-]{2,40}) oder (?P<b>[\w.-]{2,40})\W*$",
            ),
            comparing=r"unterschied\w*|unterscheid\w*|vergleich\w*|versus|vs",
            what="Was ist {}?",
            holders=(
                r"\w*seiten?|handbuch\w*|dokument\w*|datei(?:en)?|anleitung(?:en)?|artikel|texte?s?|abschnitte?s?|kapitels?|teile?s?|befehle?s?"
                "|(?:kern)?punkte?n?|wichtigste[nrs]?|wesentliche[nrs]?|nenne|satze?n?|worten?|zeilen?"
            ),
        ),
        "zh": ComposedWords(
            asks="多少|[几幾](?=[个個天次点點岁歲年种種人位号號月时時分元块塊折成级級页頁])|(?<![没沒])什[么麼]|怎[么麼样樣]|如何|哪|谁|誰|多[久长長大高远遠]|[为為]何|是否|能否|[吗嗎]|何[时時]",
            also="[，,；;。]|(?:以及|还有|還有|并且|並且|和|而且|另外)",
            unfinished="如何|[为為]何|何[时時]",
            requests="(?:麻[烦煩])?[请請][问問](?:一下)?|(?:我)?想(?:知道|[请請]教(?:一下)?|[问問](?:一下)?)|麻[烦煩]?[问問](?:一下)?|(?:[请請])?告[诉訴]我",
            polite="你好|您好|大家好|嗨|早上好|下午好|晚上好|谢谢|謝謝|多谢|多謝|非常感谢|感谢|感謝|不好意思|打扰|抱歉|祝|此致|敬礼",
            versus=(
                rf"(?:请|請)?(?:比较|比較|对比|對比)(?:一下)?{_A}(?:和|与|與|跟|同){_B}(?:的.*)?{_END}",
                rf"{_A}(?:和|与|與|跟|同){_B}(?:之[间間])?(?:的|有|在.{{1,8}}?上有?)(?:什[么麼]|何|哪些)?(?:主要)?(?:的)?(?:[区區][别別]|不同|差[别別异異])[^，,。]{{0,8}}{_END}",
                rf"{_A}还是{_B}{_END}",
            ),
            comparing=r"区别|區別|不同|差别|差別|差异|差異|比较|比較|对比|對比|.",
            what="什么是{}？",
            holders="手册页|手冊頁|手册|手冊|文档|文檔|文件|页面|頁面|文章|章节|章節|部分|指南|这份|這份|要点|要點|命令|内容|內容",
        ),
        "es": ComposedWords(
            asks=(
                r"¿?(?:(?:a|de|en|con|por|para|desde|hasta) )?(?:qu[ée]|cu[áa]l(?:es)?|cu[áa]nt[oa]s?|c[óo]mo|cu[áa]ndo|d[óo]nde|qui[ée]n(?:es)?|por qu[ée])"
                r"|¿(?:puedo|puede|hay|es|son|se puede|debo)"
            ),
            also=r"(?:y(?: tambi[ée]n)?|e|pero)",
            requests=(
                r"(?:por favor|d[íi]game|dime|expl[íi]ca(?:me|r)?|(?:quisiera|quer[íi]a|me gustar[íi]a|quiero) (?:saber|preguntar)|mi pregunta es"
                r"|me pregunto|sabe[sn]?|puede[sn]? decirme|podr[íi]a[sn]? decirme)\b"
            ),
            polite=(
                r"(?:hola|buenos d[íi]as|buenas(?: tardes| noches)?|estimad[oa]s?|querid[oa]s?|gracias|muchas gracias|mil gracias|saludos|un saludo"
                r"|atentamente|cordialmente|perd[óo]n|disculpe|espero que)\b"
            ),
            versus=(
                rf"(?:.*\b)?(?:diferencias?|comparaci[óo]n) entre (?:el |la |los |las |un |una )?{_A} y (?:el |la |los |las |un |una )?{_B}{_END}",
                rf"(?:en qu[ée] se|c[óo]mo se) (?:diferencian?|distinguen?) (?:el |la )?{_A} (?:y|de) (?:el |la )?{_B}{_END}",
                rf"compara[r]? (?:el |la )?{_A} (?:y|con) (?:el |la )?{_B}{_END}",
                rf"(?:el |la )?{_A} (?:vs\.?|versus) (?:el |la )?{_B}{_END}",
                r"(?P<a>[\w.-]{2,40}) o (?P<b>[\w.-]{2,40})\W*$",
            ),
            comparing=r"diferenc\w*|difer\w*|compar\w*|disting\w*|versus|vs",
            what="¿Qué es {}?",
            holders="paginas?|manual(?:es)?|documentos?|archivos?|guias?|articulos?|textos?|secci(?:on|ones)|capitulos?|partes?|comandos?|puntos?|claves?",
        ),
        "it": ComposedWords(
            asks=r"(?:(?:a|di|in|con|per|da|su) )?(?:che cosa|cosa|quanto|quant[aei]|quando|dove|come|chi|perch[ée]|qual[ei]?|che)",
            also=r"(?:e(?: anche)?|ed|ma)",
            requests=r"(?:per favore|dimmi|mi dica|spiega(?:mi)?|vorrei (?:sapere|chiedere)|mi chiedo|la mia domanda|sa(?:i|pete)?|puoi dirmi|pu[òo] dirmi)\b",
            polite=r"(?:ciao|salve|buongiorno|buonasera|gentil[ei]|grazie|mille grazie|cordiali saluti|saluti|scusi|scusate|scusa|spero che)\b",
            versus=(
                rf"(?:.*\b)?(?:differenz[ae]|confronto) (?:tra|fra) (?:il |la |lo |l['’]|i |le |gli )?{_A} e (?:il |la |lo |l['’]|i |le |gli )?{_B}{_END}",
                rf"(?:confronta|paragona) (?:il |la |lo |l['’])?{_A} (?:e|con) (?:il |la |lo |l['’])?{_B}{_END}",
                rf"(?:il |la )?{_A} (?:vs\.?|versus) (?:il |la )?{_B}{_END}",
            ),
            comparing=r"differenz\w*|confront\w*|paragon\w*|versus|vs",
            what="Che cos'è {}?",
            holders="pagin[ae]|manual[ei]|document[oi]|file|guid[ae]|articol[oi]|test[oi]|sezion[ei]|capitol[oi]|part[ei]|comand[oi]|punti|chiave",
        ),
        "pt": ComposedWords(
            asks=r"(?:(?:a|de|em|com|por|para|at[ée]) )?(?:o que|que|quant[oa]s?|quando|onde|como|quem|por que|porqu[eê]|qual|quais)",
            also=r"(?:e(?: tamb[ée]m)?|mas)",
            requests=r"(?:por favor|diga-me|me diga|expli(?:ca|que)|(?:gostaria|queria|quero) (?:de )?(?:saber|perguntar)|minha pergunta|pode(?:ria)? (?:me )?dizer)\b",
            polite=r"(?:ol[áa]|oi|bom dia|boa tarde|boa noite|prezad[oa]s?|car[oa]s?|obrigad[oa]|muito obrigad[oa]|atenciosamente|cumprimentos|desculpe|espero que)\b",
            versus=(
                rf"(?:.*\b)?(?:diferen[çc]as?|compara[çc][ãa]o) entre (?:o |a |os |as )?{_A} e (?:o |a |os |as )?{_B}{_END}",
                rf"compar(?:e|ar?) (?:o |a )?{_A} (?:e|com) (?:o |a )?{_B}{_END}",
                rf"(?:o |a )?{_A} (?:vs\.?|versus) (?:o |a )?{_B}{_END}",
            ),
            comparing=r"diferenc\w*|difer\w*|compar\w*|versus|vs",
            what="O que é {}?",
            holders="paginas?|manua(?:l|is)|documentos?|arquivos?|ficheiros?|guias?|artigos?|textos?|sec(?:ao|oes)|capitulos?|partes?|comandos?|pontos?",
        ),
        "nl": ComposedWords(
            asks=r"(?:(?:in|op|aan|met|van|voor|tot|bij|naar) )?(?:wat|wie|wanneer|waar\w*|waarom|hoe\w*|welke?|wiens)",
            also=r"(?:en(?: ook)?|maar)",
            requests=r"(?:alstublieft|vertel|leg uit|ik (?:wil|zou|wilde)(?: \w+){0,2} (?:weten|vragen)|ik vraag me af|mijn vraag is|weet u|kunt u|kun je)\b",
            polite=r"(?:hallo|hoi|dag|goede(?:morgen|middag|navond)|beste|geachte|bedankt|dank (?:je|u)|hartelijk dank|met vriendelijke|groeten|sorry|ik hoop)\b",
            versus=(
                rf"(?:.*\b)?(?:verschil(?:len)?|vergelijking) tussen (?:de |het |een )?{_A} en (?:de |het |een )?{_B}{_END}",
                rf"vergelijk (?:de |het )?{_A} (?:en|met) (?:de |het )?{_B}{_END}",
                rf"(?:de |het )?{_A} (?:vs\.?|versus) (?:de |het )?{_B}{_END}",
            ),
            comparing=r"verschil\w*|vergelijk\w*|versus|vs",
            what="Wat is {}?",
            holders=r"pagina'?s?|handleiding(?:en)?|document(?:en)?|bestand(?:en)?|gids(?:en)?|artikel(?:en)?|tekst(?:en)?|hoofdstuk(?:ken)?|deel|opdracht(?:en)?|punten",
        ),
    }
)
"""Tables by code."""
