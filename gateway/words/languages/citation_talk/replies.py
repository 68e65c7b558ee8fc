"""Short replies to an answer, in patterns over folded text in which signs are spaces."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class ReplyWords(NamedTuple):
    yes: str
    """Alternatives that accept an offer."""
    polite: str
    """What may be next to them."""
    more: str
    """Alternatives that ask to continue."""
    meant: str
    """What is before the thing that was meant, as a whole message: "no I meant"."""
    instead: str
    """A whole message "not X, Y", in which Y is a group."""
    offers: str
    """The beginning of an offer, up to what it offers."""
    opener: str
    """What continues a conversation before a new subject: "and"."""
    prepositions: str
    """Before a noun they add to the earlier subject: "and for children?"."""
    asking: str
    """Question words."""
    nouns: str
    """What may follow a question word in a question without its own subject: "on which days?"."""


_EN_ASKING = "how much|how many|how long|how often|how far|how late|how early|how old|how big|how|when|where|who|whom|whose|what|which|why"
REPLIES: Mapping[str, ReplyWords] = MappingProxyType(
    {
        "en": ReplyWords(
            yes="yes|yeah|yep|yup|yea|sure|sure thing|ok|okay|go ahead|go for it|please do|do it|do so|do that|of course|certainly|absolutely|definitely|sounds good|gladly|by all means|alright|all right|i would|i do|i d like that|i d love that|i would like that|that would be great|that would be nice|that would be helpful|that would help|why not|let s hear it|let s do it|be my guest|y|yes please|with pleasure|that d be great",
            polite="please|pls|thanks|thank you|then|just|do|oh|great|fine|good|nice|perfect|tell me|show me|i|would|that|it|very much|cool|now",
            more="more|go on|continue|carry on|keep going|proceed|and then|what else|anything else|is there more|is there anything else|more please|next|further|read on|what next|tell me more|some more|even more|and more|any more",
            meant="(?:no |nope |not that |sorry |actually |oh |wait ){0,4}(?:i|we) (?:meant|mean|was asking about|am asking about|was talking about|m asking about|was thinking of)(?: the one)?(?: about)?|(?:no )?(?:rather|instead)|no not that one but",
            instead="(?:no )?not (?:the |a )?.{1,40}?(?: {1,2}but|  )(.{1,60})",
            offers="(?:would you like|do you want|shall i|should i|may i|can i|could i|do you wish|would it help|want me|are you interested|interested|let me know if you(?: d| would)? (?:like|want)|i can(?: also)?|i could(?: also)?|if you (?:like|want) i can)(?: for)?(?: me)?(?: also)?(?: to| if i| in)?(?: (?:know|see|hear|tell|show|explain|list|give|find|look up|check|describe|summari[sz]e|provide|get|have|learn|knowing|hearing|seeing|share|walk))?(?: you)?(?: more| further| some more)?(?: through| about| on| details on| details about| information on| information about)?",
            opener="(?:ok |okay |so |yes |no |now |well |thanks ){0,4}(?:and|but|or|what about|how about|what of|also|then)(?: what about| how about)?",
            prepositions="for|in|on|at|with|from|to|by|during|under|of|after|before|without|until|since|as|if|when|where|how|why|who|what|which|is|are|does|do|can|there|then|also|now",
            asking=_EN_ASKING,
            nouns="days?|times?|dates?|hours?|months?|years?|weeks?|weekdays?|places?|prices?|costs?|conditions?|age|floors?|rooms?|address|people|persons|amount|rate|reasons?|purposes?|streets?|buildings?|terms|numbers?|levels?|languages?|point|period|way|extent",
        ),
        "fr": ReplyWords(
            yes="oui|ouais|ok|d accord|volontiers|bien sur|avec plaisir|vas y|allez y|allons y|je veux bien|certainement|absolument|pourquoi pas|parfait|entendu|bien entendu|tout a fait|carrement|ca marche|oui merci|je vous en prie|faites|fais le|faites le|evidemment|si",
            polite="s il te plait|s il vous plait|svp|stp|merci|oui|bien|alors|dites|dis|moi|donc|tres|super|dites moi|dis moi",
            more="plus|encore|continue|continuez|la suite|suite|et ensuite|et apres|quoi d autre|autre chose|poursuis|poursuivez|vas y continue|et puis|encore plus|dis m en plus|dites m en plus",
            meant="(?:non |pas ca |pardon |desole |en fait ){0,4}(?:je (?:voulais dire|parlais|pensais|parle|veux dire|voulais parler)|je demandais)(?: de| du| des| d| a| au)?|(?:non )?plutot",
            instead="(?:non )?(?:pas|non pas) (?:le |la |les |l |du |de )?.{1,40}?(?: {1,2}mais|  )(.{1,60})",
            offers="(?:voulez vous|veux tu|souhaitez vous|souhaites tu|aimeriez vous|desirez vous|dois je|puis je|je peux(?: aussi| egalement)?|tu veux|vous voulez|voudriez vous|est ce que vous voulez|est ce que tu veux)(?: que je)?(?: vous| te)?(?: (?:savoir|connaitre|voir|donne|donner|dise|dire|explique|expliquer|indique|indiquer|montre|montrer|liste|lister|detaille|detailler|parle|parler))?(?: plus)?(?: sur| de| du| des)?",
            opener="(?:ok |oui |non |d accord |bon |alors |merci ){0,4}(?:et|mais|quid|qu en est il|ou alors)(?: pour ce qui est)?(?: de| du| des| d)?",
            prepositions="pour|en|a|au|aux|dans|avec|sans|sur|par|pendant|depuis|apres|avant|chez|des|si|quand|ou|comment|pourquoi|combien|qui|que|quel|quelle|est|y|il|elle|c|sous|vers|jusqu",
            asking="combien|quand|comment|pourquoi|qui|quoi|quel|quelle|quels|quelles|lequel|laquelle|est ce",
            nouns="jours?|heures?|dates?|mois|annees?|semaines?|endroits?|lieux?|prix|tarifs?|conditions?|ages?|etages?|salles?|adresses?|temps|personnes?|montants?|raisons?|rues?|moments?|niveaux?|langues?|periode|duree|frequence",
        ),
        "de": ReplyWords(
            yes="ja|jawohl|jep|klar|na klar|gern|gerne|ok|okay|sicher|natuerlich|naturlich|mach das|mach mal|machen sie das|selbstverstandlich|unbedingt|auf jeden fall|sehr gern|sehr gerne|einverstanden|nur zu|los|leg los|das ware gut|das ware nett|das ware toll|warum nicht|ja gern|ja gerne|bitte ja|in ordnung|passt|immer her damit|legen sie los|tu das|tun sie das",
            polite="bitte|danke|ja|mal|doch|sehr|gut|das|dann|super|prima|schon|sag|sagen sie",
            more="mehr|weiter|mach weiter|machen sie weiter|noch mehr|fortfahren|fahre fort|fahr fort|und weiter|und dann|sonst noch was|sonst noch etwas|was noch|gibt es noch mehr|noch was|noch etwas|weiter bitte|erzahl mehr|erzahl weiter|weiterlesen",
            meant="(?:nein |ne |nicht das |sorry |eigentlich |entschuldigung ){0,4}(?:ich (?:meinte|meine|dachte an|rede von|sprach von|spreche von|wollte wissen)|gemeint (?:war|ist))(?: den| die| das)?|(?:nein )?(?:sondern|lieber|stattdessen)",
            instead="(?:nein )?nicht (?:den |die |das |der )?.{1,40}?(?: {1,2}sondern|  )(.{1,60})",
            offers="(?:mochten sie|mochtest du|soll ich|sollen wir|willst du|wollen sie|darf ich|kann ich|ich kann(?: auch| gern)?|wunschen sie|interessiert (?:sie|dich)|hatten sie gern)(?: ihnen| dir)?(?: auch)?(?: mehr| noch)?(?: wissen| etwas)?(?: uber| zu| von)?",
            opener="(?:ok |ja |nein |danke |gut ){0,4}(?:und|aber|oder|was ist mit|wie ist es mit|wie sieht es mit|wie steht es mit)(?: was ist mit)?",
            prepositions="fur|in|im|am|an|auf|bei|beim|mit|ohne|von|vom|zu|zum|zur|nach|vor|wahrend|seit|bis|ab|aus|wann|wo|wer|wie|was|warum|wenn|ob|ist|sind|gibt|kann|hat|welche|welcher|welches|als|unter|um|gegen|woher|wohin|seit",
            asking="wie viel|wie viele|wie lange|wie oft|wie|wann|wo|wer|wen|wem|was|welche|welcher|welches|welchen|welchem|warum|wieso|woher|wohin|wieviel",
            nouns="tage?n?|uhrzeit|uhr|zeit|zeiten|datum|monate?n?|jahre?n?|wochen?|wochentage?n?|orte?n?|ort|preise?n?|preis|kosten|bedingungen|alter|stock|etage|raum|raumen|adresse|personen|leute|betrag|grund|zweck|strasse|stufe|niveau|sprachen?|zeitraum|weise",
        ),
        "es": ReplyWords(
            yes="si|claro|claro que si|por supuesto|vale|ok|de acuerdo|adelante|hazlo|hagalo|con gusto|con mucho gusto|desde luego|perfecto|bueno|venga|dale|sin duda|me gustaria|me encantaria|si por favor|como no|seguro|encantado|encantada|por que no|estaria bien|exacto",
            polite="por favor|porfa|gracias|si|dime|digame|muy|bien|pues|entonces|que",
            more="mas|sigue|siga|continua|continue|continuar|algo mas|que mas|hay mas|y luego|y despues|otra cosa|sigue por favor|dime mas|adelante sigue|cuentame mas|mas por favor|y que mas",
            meant="(?:no |eso no |perdon |perdona |en realidad ){0,4}(?:me referia|me refiero|queria decir|quiero decir|quise decir|hablaba|preguntaba por|hablo)(?: a| al| de| del)?|(?:no )?mas bien",
            instead="(?:no )?no (?:el |la |los |las )?.{1,40}?(?: {1,2}sino|  )(.{1,60})",
            offers="(?:quieres|quiere|desea|deseas|le gustaria|te gustaria|puedo|podria|quisiera|prefiere)(?: que)?(?: tambien)?(?: le| te)?(?: (?:saber|conocer|ver|diga|decir|decirle|decirte|explique|explicar|muestre|mostrar|mostrarle|de|dar|darle|indique|liste|detalle))?(?: mas)?(?: sobre| de| del)?",
            opener="(?:ok |si |no |gracias |vale |bueno ){0,4}(?:y|pero|o|que hay de|que tal|que pasa con|y que hay)(?: de| del)?",
            prepositions="para|en|a|al|con|sin|por|desde|hasta|sobre|durante|despues|antes|si|cuando|donde|como|quien|que|cual|cuanto|cuantos|es|hay|de|segun|entre",
            asking="cuanto|cuanta|cuantos|cuantas|cuando|donde|como|por que|quien|quienes|que|cual|cuales",
            nouns="dias?|horas?|fechas?|mes|meses|anos?|semanas?|lugar|lugares|sitio|precios?|condiciones|edad|planta|sala|direccion|tiempo|personas?|importe|motivo|razon|calle|momento|nivel|idiomas?|periodo",
        ),
        "it": ReplyWords(
            yes="si|certo|certamente|volentieri|va bene|ok|d accordo|certo che si|con piacere|procedi|proceda|fallo|lo faccia|perche no|perfetto|assolutamente|ovviamente|magari|si grazie|vai|vai pure|prego|faccia pure|mi piacerebbe|sicuro",
            polite="per favore|per piacere|grazie|si|dimmi|mi dica|pure|molto|bene|allora",
            more="di piu|ancora|continua|continui|continuare|altro|c e altro|che altro|cos altro|e poi|vai avanti|vada avanti|prosegui|prosegua|dimmi di piu|qualcos altro|avanti",
            meant="(?:no |non quello |scusa |scusi |in realta ){0,4}(?:intendevo|intendo|volevo dire|parlavo|mi riferivo|parlo)(?: di| del| della| a| al| alla)?|(?:no )?piuttosto",
            instead="(?:no )?non (?:il |la |lo |i |le |l )?.{1,40}?(?: {1,2}ma| bensi|  )(.{1,60})",
            offers="(?:vuole|vuoi|desidera|desideri|vorrebbe|vorresti|posso|devo|le interessa|ti interessa|preferisce)(?: che)?(?: anche)?(?: le| ti)?(?: (?:sapere|conoscere|vedere|dica|dire|dirle|dirti|spieghi|spiegare|mostri|mostrare|mostrarle|dia|dare|darle|indichi|elenchi))?(?: di piu)?(?: su| sul| sulla| di| del)?",
            opener="(?:ok |si |no |grazie |bene ){0,4}(?:e|ma|o|che ne e|e che mi dici|e per quanto riguarda)(?: di| del| della)?",
            prepositions="per|in|a|al|alla|con|senza|da|su|durante|dopo|prima|se|quando|dove|come|chi|che|quale|quanto|quanti|c|sono|di|fino|tra|nel|nella",
            asking="quanto|quanta|quanti|quante|quando|dove|come|perche|chi|che cosa|cosa|che|quale|quali",
            nouns="giorni|giorno|ore|ora|orario|data|mese|mesi|anno|anni|settimane?|luogo|posto|prezzo|prezzi|condizioni|eta|piano|sala|indirizzo|tempo|persone|importo|motivo|via|livello|lingue|lingua|periodo",
        ),
        "pt": ReplyWords(
            yes="sim|claro|claro que sim|com certeza|por favor sim|ok|esta bem|ta|ta bom|pode ser|com prazer|vai em frente|va em frente|faca isso|faz isso|por que nao|perfeito|certo|quero|quero sim|gostaria|adoraria|sim por favor|de acordo|manda|pode|isso|bora|beleza|aceito|sim quero",
            polite="por favor|obrigado|obrigada|sim|diga|me|muito|bem|entao|se",
            more="mais|continua|continue|continuar|e depois|e mais|o que mais|que mais|algo mais|tem mais|ha mais|prossiga|segue|siga|mais alguma coisa|diga mais|conta mais|mais por favor",
            meant="(?:nao |nao isso |desculpa |desculpe |na verdade ){0,4}(?:eu )?(?:quis dizer|queria dizer|quero dizer|me referia|referia me|estava falando|falava|me refiro|perguntei)(?: a| ao| de| do| da| sobre)?|(?:nao )?antes",
            instead="(?:nao )?nao (?:o |a |os |as )?.{1,40}?(?: mas| mas sim| e sim|  )(.{1,60})",
            offers="(?:quer|queres|deseja|desejas|gostaria|gostarias|posso|devo|prefere)(?: que)?(?: eu)?(?: tambem)?(?: lhe| te)?(?: de)?(?: (?:saber|conhecer|ver|diga|dizer|dizer lhe|explique|explicar|mostre|mostrar|de|dar|indique|liste|detalhe))?(?: mais)?(?: sobre| do| da| de)?",
            opener="(?:ok |sim |nao |obrigado |obrigada |bem ){0,4}(?:e|mas|ou|que tal|e quanto)(?: ao| a| o| a)?",
            prepositions="para|em|no|na|ao|com|sem|por|desde|ate|sobre|durante|depois|antes|se|quando|onde|como|quem|que|qual|quanto|quantos|tem|ha|de|do|da|entre|nos|nas",
            asking="quanto|quanta|quantos|quantas|quando|onde|como|por que|quem|o que|que|qual|quais",
            nouns="dias?|horas?|datas?|mes|meses|anos?|semanas?|lugar|local|preco|precos|condicoes|idade|andar|sala|endereco|tempo|pessoas|valor|motivo|rua|nivel|idiomas?|periodo|horario",
        ),
        "zh": ReplyWords(
            yes="是|是的|对|對|好|好的|好啊|行|可以|当然|當然|要|想|需要|请说|請說|请讲|請講|说吧|說吧|请继续说|嗯|没问题|沒問題|麻烦你了|可以啊|好呀|要的|想知道|当然可以|請|请|讲吧|乐意|愿意|没错|ok",
            polite="请|請|谢谢|謝謝|你|您|吧|了|啊|呀|的",
            more="更多|继续|繼續|还有吗|還有嗎|还有呢|還有呢|接着说|接著說|继续说|繼續說|然后呢|然後呢|还有什么|還有什麼|还有别的吗|還有別的嗎|请继续|請繼續|再多说一点|多说点|往下说|还有没有|下文呢|后面呢",
            meant="(?:不是?|不对|不對|错了|抱歉){0,4}(?:我是说|我是說|我的意思是|我指的是|我说的是|我說的是|我问的是|我問的是|我想问的是|我想問的是)",
            instead="不是.{1,20}?(?:而是|是|，|\\s)(.{1,30})",
            offers="(?:您|你)?(?:需要|要不要|想不想|是否需要|是否要|想要|想|要|希望|是否想|需不需要)(?:我)?(?:再|还|也)?(?:知道|了解|告诉|告訴|介绍|介紹|说明|說明|列出|查一下|查询|查|看|为您|为你|给您|给你)?(?:您|你)?(?:更多)?(?:关于)?",
            opener="(?:好的?|谢谢|嗯)?(?:那么?|那麼|还有|還有|至于|至於)",
            prepositions="在|对|對|给|給|为|為|从|從|到|如果|什么|什麼|怎么|怎麼|谁|誰|哪|多少|几|幾|是|有|能|可以|会|會",
            asking="多少钱?|多久|什么时候|什麼時候|哪里|哪裡|哪儿|怎么|怎麼|为什么|為什麼|谁|誰|什么|什麼|哪|几|幾|吗|嗎",
            nouns="到什么时候|到什麼時候|从什么时候开始|從什麼時候開始|从什么时候|什么时候|什麼時候|从几点到几点|从几点|到几点|几点|几点开始|在哪里|在哪裡|在哪儿|在什么地方|哪几天|哪些天|哪天|星期几|周几|多久|多长时间|持续多久|给谁|跟谁|和谁|多少钱|什么价格|什么条件|到哪天|从哪天|截止到什么时候|几号|哪个地方|什么地点|几楼|哪个房间|每周几|多少人",
        ),
        "ja": ReplyWords(
            yes="はい|ええ|うん|お願いします|おねがいします|ぜひ|是非|もちろん|いいですね|それでお願いします|そうしてください|どうぞ|よろしくお願いします|よろしく|頼みます|知りたいです|教えてください|ok|オーケー|了解|そうですね|聞きたいです|見たいです",
            polite="お願いします|ありがとう|ございます|どうか|では|じゃあ|それ",
            more="もっと|続けて|続けてください|続き|続きは|続きを|他には|ほかには|他にも|それから|もっと教えて|もっとください|さらに|もっと詳しく|続きをお願いします|まだありますか|他にありますか|ほかにありますか|その続き|次は|その先は",
            meant="(?:いいえ|いや|違います|違う|そうではなく|すみません){0,4}(?:私が言いたかったのは|言いたかったのは|私が聞いたのは|聞きたいのは|私が聞きたいのは|つまり|そうじゃなくて|じゃなくて|ではなくて?)",
            instead=".{1,20}?(?:じゃなくて?|ではなくて?|でなく)(.{1,30})",
            offers="",
            opener="(?:では|じゃあ?|それで|それと|あと|また|ちなみに)",
            prepositions="いつ|どこ|誰|何|なぜ|どう|もし|いくら",
            asking="いくら|いつ|どこ|誰|何|なぜ|どう|どの|どれ|どんな",
            nouns="いつまで|いつから|いつ|何時から|何時まで|何時に|何時|どこで|どこに|何曜日|何曜日に|どの曜日|誰と|誰に|いくら|何日|何日間|どのくらい|どれくらい|どのぐらい|どれぐらいの期間|どんな条件で|何階|どの部屋|どこから|どこまで|何歳から|何人|どの時間",
        ),
    }
)
"""A language without spaces has its whole questions without a subject in `nouns`."""
