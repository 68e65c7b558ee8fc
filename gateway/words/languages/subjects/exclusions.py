"""Questions that the answer memory neither keeps nor serves, in languages whose tables say nothing of it: shorter than
the tables of `RoutingWords` elsewhere, and on the safe side. Patterns over folded text."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.words.languages.tables import RoutingWords

_NEVER = r"(?!)"


def _spaced(volatile: str, how: str, own: tuple[str, str], deeds: str, asking: tuple[str, str]) -> RoutingWords:
    """Returns the table of a language with blanks, of alternatives of patterns.

    own: whatever belongs to the asker, and the asker's own state whatever is asked about it.
    deeds: verbs, as orders and as infinitives.
    asking: what may stand before an order, and what asks somebody to do something, or wishes it.
    """
    greeting, wish = asking
    return RoutingWords(
        volatile=rf"\b(?:{volatile})\b",
        lasting=_NEVER,
        how=rf"\b(?:{how})\b",
        own=rf"\b(?:{own[0]})\b",
        own_state=rf"\b(?:{own[1]})\b",
        action=rf"^(?:(?:{greeting})[ ,،]+)*(?:{deeds})\b|\b(?:{wish})\b.{{0,40}}\b(?:{deeds})\b",
        numbered_case=_NEVER,
    )


def _unspaced(volatile: str, how: str, own: tuple[str, str], action: str) -> RoutingWords:
    """Returns the table of a language without blanks, or with endings on its words, of whole patterns."""
    return RoutingWords(volatile, _NEVER, how, own[0], own[1], action, _NEVER)


EXCLUSIONS: Mapping[str, RoutingWords] = MappingProxyType(
    {
        "de": _spaced(
            r"heut\w*|morgen|gestern|jetzt|gerade|derzeit\w*|zurzeit|momentan\w*|aktuell\w*|im moment|neue?ste\w*"
            r"|(?:letzt|nachst|dies)e\w? (?:nacht|woche|monats?|quartals?|jahr\w*)|wetter\w*|(?:aktien|wechsel|borsen)kurse?"
            r"|verkehrslage|wie spat",
            r"wie (?:kann|konnen|muss|soll|sollte|darf|lass\w*|geht|funktionier\w*)|wie \w+ (?:ich|man|wir)|wo (?:kann|finde|konnen)"
            r"|was (?:passiert|geschieht|muss|bedeutet)|welche (?:unterlagen|dokumente|formulare|schritte)|wenn (?:ich|wir|mein\w*)"
            r"|erklar\w*|beschreib\w*|(?:darf|kann|muss|brauche) (?:ich|man|wir)"
            r"|wer (?:bezahlt|zahlt|haftet|darf|muss|kann|ist (?:verantwortlich|zustandig))",
            (
                r"mein|meine[mnrs]?|unser|unsere[mnrs]?",
                r"wo (?:ist|sind|bleib\w*) (?:mein|unser)\w*|habe ich (?:noch|schon)|bleib\w* mir|mir noch|bin ich (?:schon|noch)"
                r"|haben sie (?:mein|unser)\w*|wer bin ich|ich bin \d+|(?:stand|status) (?:mein|unser)\w+",
            ),
            r"storniere?n?|kundigen?|losche?n?|bestellen?|buchen?|reserviere?n?|sende?n?|schicken?|uberweise?n?|bezahlen?"
            r"|andere?n?|aktualisiere?n?|erinnere?n?|rufe?n?|anrufen|aktiviere?n?|deaktiviere?n?|sperren?|drucken?|verlangere?n?"
            r"|anlegen|erstellen?|ubersetzen?|genehmigen?",
            (
                "hallo|guten tag|bitte|ok",
                r"kannst du|kann man mir|konnte(?:st du|n sie)|konnen sie|wurden sie|ich (?:mochte|will)|bitte",
            ),
        ),
        "es": _spaced(
            r"hoy|manana|ayer|ahora|actual\w*|en este momento|ultim[oa]s? (?:version|noticias?|hora)|mas recientes?|recientemente"
            r"|(?:est|ultim|pasad|proxim)[ea]s? (?:noche|semana|mes|trimestre|ano)|(?:semana|mes|ano) (?:pasad|proxim)[oa]"
            r"|tiempo hace|clima|cotizacion\w*|tipo de cambio|trafico|que hora es",
            r"como (?:se|puedo|podemos|debo|hago|hay que|funciona\w*)|donde (?:puedo|se)|que (?:pasa|ocurre|significa|hay que|debo)"
            r"|que (?:documentos|papeles|formularios|pasos)|si (?:mi|yo|no)|explica\w*|describe\w*"
            r"|puedo|debo|tengo que|se puede|hay que|quien (?:paga|debe|puede|tiene que|responde|es responsable)",
            (
                r"mis?|nuestr[oa]s?",
                r"donde esta\w* (?:mi|nuestr)\w*|me quedan?|he recibido|han recibido mi\w*|quien soy|tengo \d+|estado de mis?|estoy"
                r" (?:ya |todavia )?(?:registrad|inscrit|dad)\w*|ha sido \w+ mi",
            ),
            r"cancel(?:a|e|ar)|envi(?:a|e|ar)|borr(?:a|e|ar)|elimin(?:a|e|ar)|reserv(?:a|e|ar)|compr(?:a|e|ar)|pag(?:a|ue|ar)"
            r"|ped(?:ir)|pid(?:a|e)|cambi(?:a|e|ar)|actualiz(?:a|ar)|actualice|renuev(?:a|e)|renovar|recuerda\w*|recordar\w*|llam(?:a|e|ar)"
            r"|activ(?:a|e|ar)|desactiv(?:a|e|ar)|bloque(?:a|e|ar)|imprim(?:e|a|ir)|cre(?:a|e|ar)|traduc(?:e|ir)|traduzca",
            (
                "hola|buenos dias|por favor|ok",
                r"puedes?|podrias?|podria|quiero|quisiera|necesito|me gustaria|por favor",
            ),
        ),
        "it": _spaced(
            r"oggi|domani|ieri|stasera|adesso|ora|attual\w*|al momento|in questo momento|piu recent[ei]|recentemente|ultim[oaie] (?:versione|notizie)"
            r"|(?:quest|scors|prossim|ultim)[oaie] (?:notte|settimana|mese|trimestre|anno)|(?:settimana|mese|anno) (?:scors|prossim)[oa]"
            r"|che tempo|meteo|quotazion[ei]|tasso di cambio|traffico|che ora e",
            r"come (?:si|posso|possiamo|devo|faccio|funziona\w*)|dove (?:posso|si)|(?:che )?cosa (?:succede|significa|devo)"
            r"|quali (?:documenti|moduli|passi)|se (?:il mio|la mia|io|non)|spiega\w*|descrivi\w*",
            (
                r"mi[oae]|miei|nostr[oaie]",
                r"dov'? ?(?:e|sono) (?:il |la |i |le )?(?:mi|nostr)\w+|mi (?:resta|restano|rimane|rimangono)|ho ricevuto|avete ricevuto|chi sono io"
                r"|ho \d+ anni|stato (?:del|della|dei) mi\w+",
            ),
            r"annull(?:a|i|are)|invi(?:a|i|are)|mand(?:a|i|are)|cancell(?:a|i|are)|elimin(?:a|i|are)|prenot(?:a|i|are)|compr(?:a|i|are)"
            r"|pag(?:a|hi|are)|ordin(?:a|i|are)|cambi(?:a|are)?|modific(?:a|hi|are)|aggiorn(?:a|i|are)|rinnov(?:a|i|are)|ricord(?:ami|are)"
            r"|chiam(?:a|i|are)|attiv(?:a|i|are)|disattiv(?:a|i|are)|blocc(?:a|hi|are)|stamp(?:a|i|are)|cre(?:a|i|are)|traduc(?:i|a)|tradurre",
            ("ciao|buongiorno|per favore|ok", r"puoi|potresti|potrebbe|voglio|vorrei|devi|per favore|ho bisogno di"),
        ),
        "pt": _spaced(
            r"hoje|amanha|ontem|agora|atual\w*|actual\w*|neste momento|de momento|mais recentes?|recentemente|ultim[oa]s? (?:versao|noticias)"
            r"|(?:est|ultim|passad|proxim)[eoa]s? (?:noite|semana|mes|trimestre|ano)|(?:semana|mes|ano) (?:passad|proxim)[oa]|que vem"
            r"|tempo faz|previsao do tempo|cotacao|cotacoes|taxa de cambio|transito|que horas sao",
            r"como (?:se|posso|podemos|devo|faco|fazer|funciona\w*)|onde (?:posso|se)|o que (?:acontece|significa|devo)"
            r"|que (?:documentos|formularios|passos)|quais (?:documentos|formularios|passos)|se (?:o meu|a minha|eu|nao)|expli\w*|descrev\w*",
            (
                r"meus?|minhas?|noss[oa]s?",
                r"onde esta\w* (?:o |a |os |as )?(?:meu|minha|noss)\w*|me resta\w*|ainda tenho|recebi|receberam|quem sou eu|tenho \d+ anos"
                r"|estado d[oa]s? (?:meu|minha)\w*|status d[oa]s? (?:meu|minha)\w*",
            ),
            r"cancel(?:a|e|ar)|envi(?:a|e|ar)|mand(?:a|e|ar)|apag(?:a|ue|ar)|elimin(?:a|e|ar)|exclu(?:a|ir)|reserv(?:a|e|ar)|compr(?:a|e|ar)"
            r"|pag(?:a|ue|ar)|encomend(?:a|e|ar)|ped(?:e|ir)|peca|mud(?:a|e|ar)|alter(?:a|e|ar)|atualiz(?:a|e|ar)|renov(?:a|e|ar)|lembr\w*"
            r"|lig(?:a|ue|ar)|ativ(?:a|e|ar)|desativ(?:a|e|ar)|bloque(?:ia|ie|ar)|imprim(?:e|a|ir)|cri(?:a|e|ar)|traduz(?:a|ir)?",
            ("ola|bom dia|por favor|ok", r"pode\w*|consegue|quero|queria|gostaria|preciso|por favor"),
        ),
        "nl": _spaced(
            r"vandaag|vanavond|morgen|gisteren|nu|momenteel|op dit moment|actuele?|huidige?|nieuwste|meest recente|laatste (?:versie|nieuws)"
            r"|(?:deze|dit|vorige?|afgelopen|volgende?|komende?) (?:nacht|week|maand|kwartaal|jaar)|weer(?:bericht|sverwachting)|aandelenkoers\w*"
            r"|wisselkoers\w*|hoe laat",
            r"hoe (?:kan|kunnen|moet|moeten|mag|werkt|werken|wordt|worden|\w+ (?:ik|je|men|we|wij))|waar (?:kan|vind|kunnen)|wat (?:gebeurt|betekent|moet)"
            r"|welke (?:documenten|formulieren|stappen)|als (?:ik|mijn|wij)|leg\b.* uit|beschrijf",
            (
                r"mijn|onze?",
                r"waar (?:is|zijn|blijf\w*) (?:mijn|onze?)|heb ik (?:nog|al)|heb(?:ben|t)? (?:jullie|u|je) (?:mijn|onze?)|ben ik (?:nog|al)|wie ben ik"
                r"|ik ben \d+|status van (?:mijn|onze?)",
            ),
            r"annuleer|annuleren|verstuur|versturen|stuur|sturen|verwijder|verwijderen|boek|boeken|reserveer|reserveren|bestel|bestellen|betaal|betalen"
            r"|koop|kopen|wijzig|wijzigen|verander|veranderen|verleng|verlengen|herinner|herinneren|bel|bellen|activeer|activeren|deactiveer|blokkeer"
            r"|blokkeren|print|printen|maak|maken|vertaal|vertalen|zeg .{1,30} op|opzeggen",
            (
                "hallo|hoi|alsjeblieft|alstublieft|ok",
                r"kun je|kunt u|kan je|zou je|zou u|wil je|wilt u|ik wil|ik zou|graag|alsjeblieft|alstublieft",
            ),
        ),
        "ru": _spaced(
            r"сегодня\w*|завтра\w*|вчера\w*|сейчас|теперь|текущ\w+|на данный момент|актуальн\w+|последн\w+ (?:верси\w+|новост\w+)|недавно"
            r"|(?:эт|прошл|следующ|последн)\w+ (?:ноч|недел|месяц|квартал|год)\w*|погод\w*|курс\w* (?:акци\w+|валют\w*|доллар\w*|евро)|пробки|который час",
            r"как (?:можно|мне|нам|правильно|я|мы|\w+(?:ть|ти|чь))|где (?:можно|мне|я)|что (?:будет|значит|означает|делать|нужно|такое)"
            r"|какие (?:документы|справки|шаги|условия)|если (?:я|мо|мы|наш)\w*|объясни\w*|опиши\w*",
            (
                r"мо[яеию]|мо[ий]|моего|моему|моей|моеи|моим|моих|моими|наш\w*|свою|свои|сво[ий]",
                r"где (?:мо|наш)\w*|у меня (?:осталось|остал\w+|есть)|мне осталось|кто я|мне \d+ (?:лет|год)\w*|статус мо\w+|вы получили мо\w+",
            ),
            r"отмени\w*|отменить|отправь\w*|отправить|удали\w*|удалить|забронируй\w*|забронируи\w*|забронировать|закажи\w*|заказать|оплати\w*|оплатить"
            r"|купи|купить|измени\w*|изменить|обнови\w*|обновить|продли\w*|продлить|напомни\w*|напомнить|позвони\w*|позвонить|активируй\w*|активируи\w*"
            r"|активировать|заблокируй\w*|заблокируи\w*|заблокировать|распечатай\w*|распечатаи\w*|распечатать|созда[ий]\w*|создать|переведи\w*|перевести",
            (
                r"привет|здравству[ий]те|пожалу[ий]ста|ок",
                r"можешь|можете|могли бы|мог бы|хочу|хотел\w* бы|прошу|нужно|пожалу[ий]ста",
            ),
        ),
        "pl": _spaced(
            r"dzis\w*|jutro|wczoraj|teraz|obecn\w+|aktualn\w+|w tej chwili|najnowsz\w+|ostatnio|(?:tym|tego|zeszl\w+|przyszl\w+|ostatni\w*)"
            r" (?:tygodniu|tygodnia|miesiacu|miesiaca|roku|kwartale)|pogod\w*|kurs\w* (?:akcji|walut\w*|euro|dolara)|korki|ktora godzina",
            r"jak (?:moge|mozna|mam|nalezy|sie|dziala\w*|\w+c)|gdzie (?:moge|mozna)|co (?:sie stanie|oznacza|zrobic|trzeba)"
            r"|jakie (?:dokumenty|formularze|kroki)|jesli|wyjasnij|opisz",
            (
                r"moj\w*|moi\w*|mego|mojego|nasz\w*|swoj\w*",
                r"gdzie (?:jest|sa) (?:moj|nasz)\w*|mi zostalo|kim jestem|mam \d+ lat|status moj\w+|czy otrzymali\w* moj\w*",
            ),
            r"anuluj\w*|anulowac|wyslij\w*|wyslac|usun\w*|usunac|zarezerwuj\w*|zarezerwowac|zamow\w*|zamowic|zaplac\w*|zaplacic|kup|kupic|zmien\w*|zmienic"
            r"|zaktualizuj|przedluz\w*|przedluzyc|przypomnij\w*|zadzwon\w*|aktywuj|zablokuj\w*|wydrukuj|utworz\w*|przetlumacz\w*",
            ("czesc|dzien dobry|prosze|ok", r"mozesz|czy moglbys|czy moglabys|chce|chcialbym|chcialabym|prosze"),
        ),
        "ja": _unspaced(
            r"今日|本日|今夜|明日|昨日|現在|今すぐ|今の|いま|最新|最近|今週|先週|来週|今月|先月|来月|今年|去年|来年|天気|株価|為替|何時ですか|渋滞|在庫",
            r"どうすれば|どのように|どうやって|方法|手順|手続き|どこで|もし|場合|必要な|説明|とは",
            (
                r"(?:私|わたし|僕|自分|うち|弊社|当社)の",
                r"(?:私|僕)の.{0,12}(?:どこ|いつ届|状況|状態)|残って(?:い|る)|まだ(?:あり|届)|届いて(?:い)?ま(?:せん|すか)|私は誰|私は\d+歳",
            ),
            r"(?:キャンセル|送信|送|予約|注文|削除|変更|更新|登録|支払|購入|印刷|翻訳|作成|解約|延長|有効に|無効に)(?:し|っ|い)?て(?:ください|下さい|くれ|もらえ|ほしい|欲しい)"
            r"|(?:キャンセル|予約|注文|削除|変更|更新|登録|購入|解約|延長)(?:を)?(?:したい|お願い)|リマインド|思い出させて",
        ),
        "ko": _unspaced(
            r"오늘|내일|어제|지금|현재|최신|최근|이번 ?(?:주|달|분기|년)|지난 ?(?:주|달|해|년)|다음 ?(?:주|달|해|년)|올해|작년|내년|날씨|주가|환율|몇 시|교통 ?상황|재고",
            r"어떻게|방법|절차|어디(?:서|에서)|만약|경우|필요한|설명|무엇을 해야|(?:이?란|의 뜻)",
            (
                r"(?:^| )(?:내|제|나의|저의|우리|저희) ",
                r"(?:내|제) .{0,12}(?:어디|언제 (?:오|도착)|상태)|남(?:아|았|은)|아직 (?:안|도착)|나는 누구|(?:나는|저는) \d+살",
            ),
            r"(?:취소|전송|예약|주문|삭제|변경|업데이트|등록|결제|구매|인쇄|번역|생성|해지|연장|활성화|비활성화)(?:를|을)?(?:해)? ?(?:줘|주세요|주십시오|주시겠|주실|달라|해라|하고 싶)"
            r"|보내 ?(?:줘|주세요|주시)|알림|상기시켜",
        ),
        "ar": _spaced(
            r"اليوم|الليلة|غد[اً]?|[أا]مس|ال[آا]ن|حاليا?|حاليًا|الحالي\w*|[أا]حدث|[آا]خر (?:إصدار|اصدار|ال[أا]خبار)|مؤخرا?"
            r"|(?:هذا|هذه) (?:ال[أا]سبوع|الشهر|السنة|العام)|(?:ال[أا]سبوع|الشهر|السنة|العام) (?:الماضي|الماضية|القادم|القادمة|المقبل|المقبلة)"
            r"|الطقس|سعر السهم|سعر الصرف|كم الساعة",
            r"كيف|كيفية|[أا]ين يمكن\w*|ماذا (?:يحدث|يعني|يجب|[أا]فعل)|ما (?:المستندات|الوثائق|الخطوات|معنى)|[إا]ذا|اشرح|صف|طريقة|خطوات",
            (
                r"(?:طلب|طلبي?ت|حساب|فاتورت|ملف|شحنت|طرد|راتب|رصيد|حجز|موعد|[إا]جازت|جواز سفر|عقد|بطاقت|هاتف|رقم|اسم|شكوا|قرض|دفعت|مديونيت|اشتراك)ي"
                r"|لدي|عندي|خاصتي|الخاص بي|الخاصة بي",
                r"[أا]ين (?:طلب|شحن|طرد|حساب|ملف)\w*ي|تبقى لي|بقي لي|حالة (?:طلب|شحن|ملف|حساب)\w*ي|من [أا]نا|عمري \d+",
            ),
            r"[أا]لغ|[أا]لغي|[إا]لغاء|[أا]رسل|[إا]رسال|احذف|حذف|احجز|حجز|اطلب|ادفع|دفع|اشتر|شراء|غير|تغيير|عدل|تعديل|حدث|تحديث|جدد|تجديد|ذكرني"
            r"|اتصل|فعل|تفعيل|احظر|اطبع|طباعة|[أا]نشئ|[إا]نشاء|ترجم|ترجمة",
            (r"مرحبا|السلام عليكم|من فضلك|رجاء", r"هل يمكنك|هل تستطيع|[أا]ريد|[أا]رغب|[أا]ود|من فضلك|رجاء|يرجى"),
        ),
    }
)
