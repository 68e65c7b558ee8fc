"""Questions for the age and the author of a document, and what a document is called, by language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class OriginWords(NamedTuple):
    """Patterns over the folded text without punctuation, and without blanks where the language has none; the document
    is a group."""

    changed: str
    """Asks when a text was changed last."""
    aged: str
    """Asks how old something is, which may be anything."""
    written: str
    """Asks who wrote something."""
    documents: str
    """Beginnings of what a text that people write for others is called: alternatives without groups."""
    this: str
    """A pattern for the one document that is open: "this page"."""
    endings: int = 0
    """Letters at the end of a longer word that change with its case."""
    article: str = ""
    """A pattern for an article that is written as the beginning of a word."""


_EN = OriginWords(
    "when (?:was|were|is|has|did)(?: (?:you|we|they|someone|anyone))? (.+?)(?: been)?(?: last| most "
    "recently)? (?:updated|changed|modified|revised|edited|amended)(?: last)?|when did (?:you|we|"
    "they|someone|anyone) last (?:update|change|edit|revise) (.+)|(?:what (?:is|s|was) )?(?:the "
    ")?(?:date of the )?(?:last|latest|most recent) (?:update|change|revision|edit|modification) "
    "(?:date )?(?:of|to|for) (.+)|how (?:recent|current|up to date) (?:is|are) (.+)",
    "how old (?:is|are) (.+)|when (?:was|were) (.+?) (?:written|published|issued|created|drafted|"
    "released)|(?:what (?:is|s) )?(?:the )?(?:date|age) of (.+)|(?:from )?(?:what|which) (?:date|"
    "year) is (.+?)(?: from)?",
    "who (?:has )?(?:wrote|written|authored|created|drafted|prepared|compiled|edited|(?:last "
    ")?(?:updated|changed|edited|revised)) (.+)|(?:who (?:is|was|s|are|were) )?(?:the )?(?:authors?|"
    "writers?|editors?) of (.+)|who (?:was|were|is) (.+) (?:written|authored|drafted|created) by|by "
    "whom (?:was|were|is) (.+) (?:written|authored|drafted|created)",
    "handbook|manual|guide|polic|document|file|page|article|report|memo|note|minutes|form|sheet|"
    "spreadsheet|presentation|slide|brochure|leaflet|faq|readme|wiki|newsletter|bulletin|instruction|"
    "procedure|rules|regulation|terms|contract|agreement|price|checklist|template|letter|mail|email|"
    "catalog|overview|summary|booklet|statute|bylaw|tariff|timetable|spec",
    "(?:this|the current|the open) (?:document|file|page|article|text|pdf|handbook|manual)|the (?:document|file|page)",
)
_DE = OriginWords(
    "wann (?:wurden?|ist|sind|war|hat)(?: (?:man|jemand))? (.+?)(?: das)?(?: letzte mal| zuletzt| "
    "letztmals| letztmalig)? (?:aktualisiert|geändert|überarbeitet|bearbeitet|angepasst)(?: worden)?|"
    "wie aktuell (?:ist|sind) (.+)|(?:was ist |wann war )?(?:der |die |das )?(?:stand|letzte "
    "(?:änderung|aktualisierung|überarbeitung|bearbeitung)) (?:der |des |von |vom |an |am )(.+)|von "
    "wann (?:ist|sind|stammt|stammen) (.+)",
    "wie alt (?:ist|sind) (.+)|wann (?:wurden?|ist) (.+?) (?:geschrieben|verfasst|veröffentlicht|"
    "erstellt|herausgegeben)(?: worden)?|(?:was ist )?(?:das )?(?:datum|alter) (?:der|des|von|vom) "
    "(.+)",
    "wer (?:schrieb|verfasste|erstellte) (.+)|wer hat (.+?)(?: zuletzt)? (?:geschrieben|verfasst|"
    "erstellt|bearbeitet|geändert|aktualisiert|überarbeitet)|(?:wer (?:ist|war|sind) )?(?:der |die "
    ")?(?:autor|autorin|autoren|verfasser|verfasserin|verfassern?) (?:der |des |von |vom )(.+)|von "
    "wem (?:ist|wurden?|stammt|stammen) (.+?)(?: (?:geschrieben|verfasst|erstellt))?",
    r"\w*handbuch|\w*handbuch|\w*leitfaden|\w*leitfadens|\w*richtlinie|\w*dokument|\w*datei|\w*seite|"
    r"\w*artikel|\w*bericht|\w*memo|\w*notiz|\w*protokoll|\w*formular|\w*tabelle|\w*präsentation|"
    r"\w*folien|\w*broschüre|\w*merkblatt|\w*anleitung|\w*anweisung|\w*ordnung|\w*satzung|\w*vertrag|"
    r"\w*vereinbarung|\w*preisliste|\w*checkliste|\w*vorlage|\w*brief|\w*mail|\w*katalog|\w*übersicht|"
    r"\w*regelung|\w*regeln|\w*bedingungen|\w*fahrplan|\w*newsletter|\w*wiki|\w*faq|\w*konzept",
    "(?:diese[rsnm]?|das aktuelle|die aktuelle) (?:dokument|datei|seite|text|artikel|handbuch|"
    "pdf)(?:e?s)?|(?:das dokument|die datei|die seite)",
    1,
)
_FR = OriginWords(
    "quand (?:est ce que )?(.+?) (?:a t (?:il|elle)|ont (?:ils|elles)|a|ont)(?: t (?:il|elle))? "
    "(?:été )?(?:dernièrement |récemment )?(?:été )?(?:mise?s? à jour|modifiée?s?|révisée?s?|"
    "actualisée?s?|changée?s?)(?: (?:pour )?la dernière fois| dernièrement| en dernier)?|quand a "
    "(?:on|t on) (?:mis à jour|modifié|révisé) (.+)|(?:quelle est )?(?:la )?(?:date de )?(?:la "
    ")?dernière (?:mise à jour|modification|révision) (?:du |de la |de l |des |de |d )(.+)|de quand "
    "(?:date|datent) (.+)",
    "quel(?:le)? (?:est l )?âge (?:a |ont |du |de la |de l |des |de )(.+)|quand (.+?) (?:a t (?:il|"
    "elle)|a|ont) été (?:écrite?s?|rédigée?s?|publiée?s?|créée?s?)|(?:quelle est )?(?:la )?date "
    "(?:du |de la |de l |des |de |d )(.+)",
    "(?:qui|qui est ce qui) (?:a|avait) (?:écrit|rédigé|créé|modifié|mis à jour|révisé) (.+)|(?:qui "
    "(?:est|sont) )?(?:les? |l )?(?:auteure?s?|autrice|rédacteur|rédactrice) (?:du |de la |de l |des "
    "|de |d )(.+)|par qui (.+?) (?:a t (?:il|elle)|a|ont) été (?:écrite?s?|rédigée?s?)|qui écrivit "
    "(.+)",
    "manuel|guide|politique|document|fichier|page|article|rapport|note|compte rendu|procès verbal|"
    "formulaire|tableau|présentation|diapositives?|brochure|dépliant|faq|wiki|bulletin|instruction|"
    "procédure|règlement|règles|conditions|contrat|accord|convention|tarif|liste|modèle|lettre|"
    "courriel|mail|catalogue|résumé|livret|charte|statuts|horaires|consigne|mode d emploi",
    "(?:ce|cette|cet) (?:document|fichier|page|article|texte|manuel|pdf)|(?:le document|le fichier|la page)",
)
_ES = OriginWords(
    "cuándo (?:se|fue|fueron|ha sido|han sido)(?: (?:ha|han))? ?(?:actualizó|modificó|cambió|revisó|"
    "actualizad[oa]s?|modificad[oa]s?|cambiad[oa]s?|revisad[oa]s?)(?: por última vez| últimamente)? "
    "(.+?)(?: por última vez)?|(?:cuál (?:es|fue) )?(?:la )?(?:fecha de )?(?:la )?última "
    "(?:actualización|modificación|revisión) (?:del |de la |de los |de las |de )(.+)|cuándo (?:fue|"
    "fueron) (.+?) (?:actualizad[oa]s?|modificad[oa]s?)(?: por última vez)?|de cuándo (?:es|son) (.+)",
    "(?:qué antigüedad|cuántos años) tienen? (.+)|cuándo (?:se|fue|fueron) (?:escribió|redactó|"
    "publicó|creó|escrit[oa]s?|redactad[oa]s?|publicad[oa]s?|cread[oa]s?) (.+)|(?:cuál es )?(?:la "
    ")?fecha (?:del |de la |de los |de las |de )(.+)",
    "quién (?:escribió|redactó|creó|actualizó|modificó|ha escrito|ha redactado) (.+)|(?:quién(?:es)? "
    "(?:es|fue|son) )?(?:el |la |los )?(?:autor|autora|autores|redactor) (?:del |de la |de los |de "
    "las |de )(.+)|por quién (?:fue|ha sido) (?:escrit[oa]|redactad[oa]) (.+)",
    "manual|guía|política|documento|archivo|fichero|página|artículo|informe|memorando|nota|acta|"
    "formulario|tabla|presentación|diapositiva|folleto|faq|wiki|boletín|instruccion|procedimiento|"
    "reglamento|reglas|normas|normativa|condiciones|contrato|acuerdo|convenio|tarifa|lista|plantilla|"
    "carta|correo|catálogo|resumen|estatutos|horario",
    "(?:este|esta) (?:documento|archivo|fichero|página|artículo|texto|manual|pdf)|(?:el documento|el "
    "archivo|la página)",
)
_IT = OriginWords(
    "quando (?:è|sono) stat[oaie] (?:aggiornat|modificat|cambiat|rivist)[oaie](?: l ultima volta| "
    "per l ultima volta)? (.+?)(?: (?:per )?l ultima volta)?|quando (?:è|sono) stat[oaie] (?:per )?l "
    "ultima volta (?:aggiornat|modificat)[oaie] (.+)|(?:qual è )?(?:la )?(?:data dell? )?(?:ultimo "
    "aggiornamento|ultima modifica|ultima revisione|l ultimo aggiornamento|l ultima modifica) (?:del "
    "|della |dello |dell |dei |delle |di )(.+)|di quando (?:è|sono) (.+)",
    "quanti anni (?:ha|hanno) (.+)|quanto è vecchi[oa] (.+)|quando (?:è|sono) stat[oaie] (?:scritt|"
    "redatt|pubblicat|creat)[oaie] (.+)|(?:qual è )?(?:la )?data (?:del |della |dello |dell |dei |"
    "delle |di )(.+)",
    "chi (?:ha )?(?:scritto|scrisse|redatto|creato|modificato|aggiornato) (.+)|(?:chi (?:è|sono) "
    ")?(?:l |il |gli )?(?:autore|autrice|autori|redattore) (?:del |della |dello |dell |dei |delle |"
    "di )(.+)|da chi è stat[oa] (?:scritt[oa]|redatt[oa]) (.+)",
    "manuale|guida|politica|documento|file|pagina|articolo|rapporto|relazione|promemoria|nota|"
    "verbale|modulo|tabella|presentazione|diapositive|opuscolo|faq|wiki|bollettino|istruzioni|"
    "procedura|regolamento|regole|norme|condizioni|contratto|accordo|listino|lista|modello|lettera|"
    "mail|catalogo|sintesi|statuto|orario",
    "(?:questo|questa|quest) (?:documento|file|pagina|articolo|testo|manuale|pdf)|(?:il documento|il file|la pagina)",
)
_PT = OriginWords(
    "quando (?:foi|foram|é que foi)(?: (?:a última vez que))? (?:atualizad|modificad|alterad|revist|"
    "revisad)[oa]s?(?: pela última vez)? (.+?)(?: pela última vez)?|quando (?:foi|foram) (.+?) "
    "(?:atualizad|modificad|alterad|revist|revisad)[oa]s?(?: pela última vez)?|quando (.+?) (?:foi|"
    "foram) (?:atualizad|modificad|alterad|revist|revisad)[oa]s?(?: pela última vez)?|(?:qual (?:é|"
    "foi) )?(?:a )?(?:data da )?última (?:atualização|modificação|alteração|revisão) (?:do |da |dos |"
    "das |de )(.+)|de quando (?:é|são) (.+)",
    "(?:que idade|quantos anos) (?:tem|têm) (.+)|quando (?:foi|foram) (?:escrit|redigid|publicad|"
    "criad)[oa]s? (.+)|(?:qual é )?(?:a )?data (?:do |da |dos |das |de )(.+)",
    "quem (?:escreveu|redigiu|criou|atualizou|alterou) (.+)|(?:quem (?:é|foi|são) )?(?:o |a |os "
    ")?(?:autor|autora|autores|redator) (?:do |da |dos |das |de )(.+)|por quem foi (?:escrit[oa]|"
    "redigid[oa]) (.+)",
    "manual|guia|política|documento|arquivo|ficheiro|página|artigo|relatório|memorando|nota|ata|"
    "formulário|tabela|apresentação|slides?|folheto|faq|wiki|boletim|instruç|procedimento|"
    "regulamento|regimento|regras|normas|condições|contrato|acordo|tabela|lista|modelo|carta|e?mail|"
    "catálogo|resumo|estatuto|horário",
    "(?:este|esta|esse|essa) (?:documento|arquivo|ficheiro|página|artigo|texto|manual|pdf)|(?:o "
    "documento|o arquivo|o ficheiro|a página)",
)
_NL = OriginWords(
    "wanneer (?:is|zijn|werd|werden) (.+?)(?: voor het)?(?: het)?(?: laatst| laatste keer)? "
    "(?:bijgewerkt|gewijzigd|aangepast|herzien|veranderd|geactualiseerd)|hoe (?:actueel|recent) "
    "(?:is|zijn) (.+)|(?:wat is )?(?:de )?(?:datum van de )?laatste (?:wijziging|update|herziening|"
    "aanpassing) van (.+)|van wanneer (?:is|zijn|dateert) (.+)",
    "hoe oud (?:is|zijn) (.+)|wanneer (?:is|zijn|werd|werden) (.+?) (?:geschreven|opgesteld|"
    "gepubliceerd|gemaakt)|(?:wat is )?(?:de )?datum van (.+)",
    "wie (?:schreef|maakte) (.+)|wie heeft (.+?)(?: voor het laatst)? (?:geschreven|opgesteld|"
    "gemaakt|bijgewerkt|gewijzigd)|(?:wie (?:is|zijn|was) )?(?:de )?(?:auteurs?|schrijver|opsteller) "
    "van (.+)|door wie (?:is|zijn|werd) (.+?) (?:geschreven|opgesteld)",
    r"\w*handboek|\w*handleiding|\w*gids|\w*beleid|\w*document|\w*bestand|\w*pagina|\w*artikel|"
    r"\w*rapport|\w*verslag|\w*memo|\w*notitie|\w*notulen|\w*formulier|\w*tabel|\w*presentatie|"
    r"\w*brochure|\w*folder|faq|wiki|\w*nieuwsbrief|\w*instructie|\w*procedure|\w*reglement|\w*regels|"
    r"\w*regeling|\w*voorwaarden|\w*contract|\w*overeenkomst|\w*prijslijst|\w*lijst|\w*brief|\w*mail|"
    r"\w*catalogus|\w*overzicht|\w*statuten|\w*rooster|\w*richtlijn",
    "(?:dit|deze) (?:document|bestand|pagina|artikel|tekst|handboek|pdf)|(?:het document|het bestand|de pagina)",
)
_RU = OriginWords(
    "когда (?:в последний раз |последний раз )?(?:был[аои]? )?(?:в последний раз "
    ")?(?:обновл[её]н[аоы]?|измен[её]н[аоы]?|обновлял(?:ся|ась|ось|ись)|изменял(?:ся|ась|ось|ись)|"
    "обновили|изменили|пересмотрен[аоы]?) (.+)|когда (?:в последний раз |последний раз )?(.+?) "
    "(?:был[аои]? )?(?:в последний раз |последний раз )?(?:обновл[её]н[аоы]?|измен[её]н[аоы]?|"
    "обновлял(?:ся|ась|ось|ись)|изменял(?:ся|ась|ось|ись))|(?:какова )?(?:дата )?последн(?:ее|его|яя|"
    "ей) (?:обновлени[ея]|изменени[ея]|редакци[яи]) (.+)|от какого числа (.+)",
    "сколько лет (.+)|насколько стар[аыо]? (.+)|когда (?:был[аои]? )?(?:написан|создан|опубликован|"
    "составлен)[аоы]? (.+)|(?:какова )?дата (.+)",
    "кто (?:написал|составил|создал|обновил|изменил|подготовил|автор|является автором) (.+)|авторы? "
    "(.+)|кем (?:был[аои]? )?(?:написан|составлен|подготовлен)[аоы]? (.+)",
    "руководств|справочник|инструкци|политик|документ|файл|страниц|стать|отч[её]т|записк|заметк|"
    "протокол|форм[аыу]|бланк|таблиц|презентаци|слайд|брошюр|памятк|faq|вики|бюллетен|процедур|"
    "регламент|правил|положени|услови|договор|контракт|соглашени|прайс|перечень|список|шаблон|письм|"
    "каталог|обзор|устав|тариф|расписани|приказ|пособи",
    "(?:этот|эта|это|этого|этой|эту) (?:документ|файл|страниц|стать|текст)[аыуюи]?|(?:документ|файл|страницу|страница)",
    2,
)
_ZH = OriginWords(
    "(.+?)(?:最后|最近|上次|上一次|最近一次|最后一次)?(?:一次)?(?:是)?(?:在)?(?:什么时候|何时|哪天|几时)(?:被)?(?:最后|"
    "最近)?(?:一次)?(?:更新|修改|修订|改动|变更)的?(?:了)?|(?:什么时候|何时)(?:最后|最近|上次)?(?:更新|修改|修订)的?(.+?)|(.+?)的?(?:最后|"
    "最近|上次|最新)(?:一次)?(?:更新|修改|修订)(?:的)?(?:时间|日期)?(?:是)?(?:什么时候|什么|何时|多少|哪天)?",
    "(.+?)(?:有)?(?:多久|多老|多旧|多少年)了?|(.+?)(?:是)?(?:什么时候|何时)(?:写|编写|发布|创建|发表)的?|(.+?)的(?:日期|"
    "年代)(?:是)?(?:什么|哪天)?",
    "(?:是)?谁(?:写|编写|撰写|起草|制定|更新|修改|创建)了?的?(.+?)|(.+?)(?:是)?(?:由)?谁(?:写|编写|撰写|起草|制定|更新|修改|创建)的?|"
    "(.+?)的?(?:作者|撰写人|编写者)(?:是)?(?:谁|哪位)?",
    "手册|指南|政策|制度|文档|文件|页面|网页|文章|报告|备忘录|笔记|纪要|表格|表单|演示文稿|幻灯片|宣传册|维基|通讯|说明|流程|规定|规则|规范|条款|合同|协议|价目表|清单|"
    "模板|信函|邮件|目录|章程|时刻表|须知|办法",
    "(?:这个|这份|这篇|该|此|本|这)(?:文档|文件|页面|页|网页|文章|手册)|文档|文件",
)
_JA = OriginWords(
    "(.+?)(?:は|が|を)?(?:最後に|最近)?(?:いつ)(?:最後に|最近)?(?:更新|改訂|変更|修正|改定)(?:され|し)(?:ました|た|たのですか|ましたか|"
    "たのでしょう)(?:か)?|(.+?)の?(?:最終|最後の|最近の|直近の)(?:更新|改訂|変更)(?:日)?(?:は)?(?:いつ|何日)?(?:ですか|でしょうか)?|"
    "(.+?)(?:は|が)(?:いつ)の(?:もの|版)(?:ですか)?",
    "(.+?)は(?:何年|どのくらい|どれくらい)(?:前|古い|経って|になり)(?:ですか|ますか|いますか|か)?|(.+?)(?:は|が)いつ(?:書かれ|作成され|発行され|"
    "公開され)(?:ました|た)(?:のです)?か?|(.+?)の日付(?:は)?(?:いつ|何)?(?:ですか)?",
    "(?:誰|だれ)が(.+?)を(?:書|作成し|更新し|編集し|作)(?:いた|きました|いたのですか|きましたか|た|ました|ましたか|たのですか|りました|りましたか|った)(?:か)?|"
    "(.+?)(?:は|を)(?:誰|だれ)が(?:書|作成し|更新し|編集し|作)(?:いた|きました|いたのですか|きましたか|た|ました|ましたか|たのですか|りました|りましたか|"
    "った)(?:か)?|(.+?)の?(?:著者|作者|執筆者|作成者|筆者)(?:は)?(?:誰|だれ|どなた)?(?:ですか)?",
    "ハンドブック|手引|マニュアル|ガイド|規程|規定|規則|ポリシー|方針|文書|ドキュメント|ファイル|ページ|記事|報告|レポート|メモ|議事録|フォーム|書式|様式|表|資料|プレゼン|"
    "スライド|パンフレット|ウィキ|ニュースレター|説明|手順|条件|約款|契約|協定|価格表|チェックリスト|テンプレート|手紙|メール|カタログ|概要|定款|時刻表",
    "(?:この|その|本)(?:文書|ドキュメント|ファイル|ページ|記事|資料)|文書|ファイル",
)
_KO = OriginWords(
    "(.+?)[은는이가을를]?(?:마지막으로|최근에|최종적으로)?언제(?:마지막으로)?(?:업데이트|수정|변경|개정|갱신)(?:되었|됐|했|하였)(?:나요|습니까|어요|어|"
    "는지|지요|을까요)?|언제(?:마지막으로)?(.+?)[이가을를](?:업데이트|수정|변경|개정|갱신)(?:되었|됐|했|하였)(?:나요|습니까|어요|어)?|"
    "(.+?)의?(?:마지막|최종|최근)(?:업데이트|수정|변경|개정|갱신)(?:일|날짜)?[은는이가]?(?:언제)?(?:인가요|예요|이에요|입니까|야)?",
    "(.+?)[은는이가](?:얼마나오래|몇년)(?:되었|됐|된)(?:나요|습니까|어요|어|문서인가요)?|(.+?)[은는이가]언제(?:작성|발행|게시|만들어|쓰여)(?:되었|됐|"
    "졌)(?:나요|습니까|어요|어)?|(.+?)의?날짜[은는이가]?(?:언제|무엇)?(?:인가요|예요|입니까)?",
    "누가(.+?)[을를](?:썼|작성했|만들었|수정했|업데이트했)(?:나요|습니까|어요|어|지요)?|(.+?)[은는을를](?:누가)(?:썼|작성했|만들었|수정했|"
    "업데이트했)(?:나요|습니까|어요|어|지요)?|(.+?)의?(?:저자|작성자|글쓴이|필자|작가)[은는이가]?(?:누구)?(?:인가요|예요|입니까|야|이에요)?",
    "핸드북|편람|매뉴얼|가이드|안내|정책|방침|규정|규칙|지침|문서|파일|페이지|기사|보고서|메모|회의록|양식|서식|표|자료|발표|슬라이드|브로슈어|위키|뉴스레터|설명서|절차|"
    "약관|조건|계약|협약|가격표|목록|체크리스트|템플릿|편지|메일|카탈로그|개요|정관|시간표|수칙",
    "(?:이|해당|본)(?:문서|파일|페이지|기사|자료)|문서|파일",
)
_AR = OriginWords(
    "متى (?:تم|جرى|كان|كانت)(?: آخر)? ?(?:تحديث|تعديل|تغيير|مراجعة) (.+?)(?: (?:آخر مرة|لآخر مرة|"
    "للمرة الأخيرة))?|متى (?:حُدث|عُدل|حدثت|عدلت) (.+?)(?: آخر مرة)?|(?:ما )?(?:هو )?(?:تاريخ )?آخر "
    "(?:تحديث|تعديل|مراجعة) (?:ل|في |على )?(.+)",
    "(?:كم )?(?:ما )?(?:هو )?عمر (.+)|متى (?:كُتب|كتب|كتبت|نُشر|نشر|نشرت|أُنشئ) (.+)|(?:ما )?(?:هو "
    ")?تاريخ (.+)|كم قِدم (.+)",
    "من (?:الذي )?(?:كتب|ألف|أعد|حرر|أنشأ|حدث|عدل) (.+)|(?:من )?(?:هو )?(?:مؤلف|كاتب|محرر|معد) (.+)",
    "(?:ال|لل)?(?:دليل|كتيب|سياسة|وثيقة|مستند|ملف|صفحة|مقال|تقرير|مذكرة|ملاحظة|محضر|نموذج|جدول|عرض|"
    "كراسة|نشرة|تعليمات|إجراء|لائحة|نظام|قواعد|شروط|عقد|اتفاق|قائمة|رسالة|بريد|فهرس|ملخص|ميثاق)",
    "(?:هذا|هذه) (?:ال)?(?:مستند|ملف|صفحة|وثيقة|مقال|دليل)|(?:المستند|الملف|الصفحة|الوثيقة)",
    article="^(?:[بو]?ال|لل?)(?=..)",
)
ORIGINS: Mapping[str, OriginWords] = MappingProxyType(
    {
        "en": _EN,
        "fr": _FR,
        "zh": _ZH,
        "de": _DE,
        "es": _ES,
        "it": _IT,
        "pt": _PT,
        "nl": _NL,
        "ru": _RU,
        "ja": _JA,
        "ko": _KO,
        "ar": _AR,
    }
)
"""Tables by code."""
