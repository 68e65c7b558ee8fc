"""Words that turn a statement round: negations, limits and opposites, by language.

`NEGATIONS` and `LIMITS` are patterns over folded text. `FIXED` are phrases that hold a negation and negate nothing. In
`OPPOSITES` pairs end at ";", "|" stands between the two sides, and every word of a side is opposed to every word of the
other. Words are folded; a statement is compared by their stems.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NEGATIONS: Mapping[str, str] = MappingProxyType(
    {
        "en": r"\b(?:not|never|no|none|nothing|nobody|nowhere|neither|nor|cannot|without|hardly|unable|fail(?:s|ed)?|lacks?|lacked"
        r"|non|refus(?:e|es|ed))\b|n['’]t\b",
        "de": r"\b(?:nicht|kein\w*|nie|niemals|nichts|niemand\w*|ohne|weder|noch nie|kaum|nirgend\w*)\b",
        "fr": r"\b(?:ne|pas|jamais|aucun\w*|nul|nulle|rien|personne ne|sans|ni|guere|non)\b|\bn['’]",
        "es": r"\b(?:no|nunca|jamas|sin|ningun\w*|nada|nadie|tampoco|ni|apenas)\b",
        "it": r"\b(?:non|mai|senza|nessun\w*|niente|nulla|neppure|nemmeno|ne)\b",
        "pt": r"\b(?:nao|nunca|jamais|sem|nenhum\w*|nada|ninguem|nem|tampouco)\b",
        "nl": r"\b(?:niet|geen|nooit|niets|niemand|zonder|noch|nergens|nauwelijks)\b",
        "sv": r"\b(?:inte|ej|icke|aldrig|ingen|inget|inga|ingenting|utan|varken|knappt)\b",
        "ru": r"\b(?:не|нет|нельзя|никогда|ни|ничего|никто|никак|без|никак\w+|невозможно)\b",
        "pl": r"\b(?:nie|nigdy|nic|nikt|bez|ani|zaden|zadn\w+|brak)\b",
        "zh": "不(?!仅|僅|同|但|过|過|论|論|管|断|斷|少|久|错|錯|得不|得已|锈|鏽|动产|動產|只是|等|丹|列)|没(?!收|落)|沒(?!收|落)|未(?!来|來|必)"
        "|无(?!线|论|锡|限|疑)|無(?!線|論|錫|限|疑)|非(?!常|洲|凡|盈利|营利|得)|莫能|勿|毋",
        "ja": "ない|ません|なく(?!て)|なかっ|ずに|ぬ(?=。|$)|不可|禁止|未(?!来)|せず",
        "ko": "(?:^| )(?:안|못) |없|않|아니|못하|못한|못했",
        "ar": r"\b(?:لا|ليس\w*|لم|لن|غير|بدون|دون|عدم|ما(?= \w+ قط))\b",
    }
)
FIXED: Mapping[str, str] = MappingProxyType(
    {
        "en": r"\bnot only\b|\bno\.? ?\d|\bwhether or not\b|\bno matter\b|\bno doubt\b|\bnot to mention\b|\bnon[- ]profit\b|\bnot just\b|\bnot limited to\b|\bnot without\b"
        r"|\bnot least\b|\bnot\b(?=(?: [\w'-]+){1,6} until\b)|\bno later than\b|\bno fewer than\b|\bno less than\b|\bno more than\b|\bnot uncommon\b"
        r"|\bnot (?:mentioned|stated|specified|clear)\b|\bno (?:\w+ )?(?:information|indication|mention|reference)\b"
        r"|\bnot possible to (?:determine|say|tell|answer|provide)\b|\bcannot be (?:determined|said|answered)\b",
        "de": r"\bnicht nur\b|\bnicht zuletzt\b|\bnoch nicht lange\b|\bnicht allein\b|\bnicht ohne\b|\bohne weiteres\b|\bnicht (?:erwahnt|angegeben|genannt)\b",
        "fr": r"\bnon seulement\b|\bsans doute\b|\bpas seulement\b|\bn['’] ?importe\b|\bne\b(?=(?: \w+){1,4}? que\b)|\bn['’] ?(?=\w+(?: \w+){0,3}? que\b)"
        r"|\bn(?:e |['’] ?)\w+ pas (?:mentionne|precise|indique)\w*|\bpas de calais\b|\bsans cesse\b",
        "es": r"\bno solo\b|\bno obstante\b|\bsin embargo\b|\bsin duda\b|\bno solamente\b|\bno se (?:menciona|indica|especifica)\w*|\bnada mas\b",
        "it": r"\bnon solo\b|\bnon soltanto\b|\bsenza dubbio\b",
        "pt": r"\bnao so\b|\bnao apenas\b|\bsem duvida\b|\bno entanto\b",
        "nl": r"\bniet alleen\b|\bniet slechts\b|\bniet zonder\b|\bniet in de laatste plaats\b",
        "sv": r"\binte bara\b|\binte minst\b|\binte enbart\b|\butan aven\b|\butan ocksa\b",
        "ru": r"\bне только\b|\bне менее\b|\bне более\b|\bтем не менее\b",
        "pl": r"\bnie tylko\b|\bniemniej\b|\bmimo ze nie\b",
    }
)
LIMITS: Mapping[str, str] = MappingProxyType(
    {
        "en": r"\b(?:only (?:if|when|after|with|for)|except(?: for)?|unless|excluding|other than|but not(?! limited to)|apart from|provided that)\b",
        "de": r"\b(?:nur (?:wenn|mit|fur|nach|falls|bei)|ausser|ausgenommen|es sei denn|sofern|mit ausnahme)\b",
        "fr": r"\b(?:seulement (?:si|apres|avec|pour)|sauf|excepte|hormis|a moins que|uniquement (?:si|pour|avec|sur)|a l['’]exception|hors)\b",
        "es": r"\b(?:solo (?:si|con|para|cuando|despues)|salvo|excepto|a menos que|a excepcion|siempre que)\b",
        "it": r"\b(?:solo (?:se|con|per|dopo)|salvo|eccetto|tranne|a meno che|ad eccezione)\b",
        "pt": r"\b(?:so (?:se|com|para)|apenas (?:se|com|para)|salvo|exceto|a menos que|com excecao)\b",
        "nl": r"\b(?:alleen (?:als|met|voor|na)|behalve|tenzij|met uitzondering|uitgezonderd)\b",
        "sv": r"\b(?:endast (?:om|med|for|efter)|bara om|utom|forutom|om inte|med undantag)\b",
        "ru": r"\b(?:только (?:если|при|для|после|с)|кроме|за исключением|если не)\b",
        "pl": r"\b(?:tylko (?:jesli|gdy|po|dla|z)|oprocz|z wyjatkiem|chyba ze|poza)\b",
        "zh": "除非|除了|只有|仅限|僅限|以外|除外|仅当|僅當",
        "ja": "を除(?:く|き|いて)|以外|場合に限|のみ(?:可|対象)",
        "ko": "제외|외에는|경우에만|한하여",
        "ar": r"\b(?:الا اذا|باستثناء|ما عدا|سوى|فقط اذا|بشرط)\b",
    }
)
OPPOSITES: Mapping[str, str] = MappingProxyType(
    {
        "en": "before earlier prior | after later following; more | less fewer; most | least fewest; first | last; early | late; won"
        " win wins | lost lose loses; increase increases increased increasing rise rises rose risen grow grew | decrease"
        " decreases decreased decreasing fall falls fell fallen decline declined drop dropped shrink shrank; higher | lower; highest"
        " | lowest; high | low; larger bigger greater | smaller; largest biggest greatest | smallest; large big great | small little;"
        " above over | below under; north | south; northern | southern; east | west; eastern | western; northeast | southwest;"
        " northwest | southeast; maximum | minimum; begin begins began begun start starts started | end ends ended stop stopped"
        " finish finished; inside within | outside; always | never; old older oldest | new newer newest young younger youngest;"
        " allowed permitted legal | forbidden prohibited banned illegal; open opens opened | closed closes close shut; long"
        " longer longest | short shorter shortest; public | private; left | right; male men man boys | female women woman"
        " girls; buy buys bought | sell sells sold; true | false; positive | negative; good better best | bad worse worst; import"
        " imports imported | export exports exported; upper top | bottom; hot warm hotter warmer | cold cool colder cooler; rich"
        " | poor; strong stronger | weak weaker; all every | none; many | few; same | different; success succeeded successful |"
        " failure failed unsuccessful; inner internal | outer external; included includes including | excluded excludes"
        " excluding; accept accepted | reject rejected refused; love loved | hate hated; born | died; alive | dead; cheap"
        " cheaper | expensive; easy easier | difficult hard harder; fast faster | slow slower; heavy heavier | light lighter; major"
        " majority | minor minority; possible | impossible; possible likely | unlikely; married | divorced; arrive arrived |"
        " depart departed; day | night; morning | evening; husband | wife; father | mother; son | daughter; brother | sister;"
        " north | south; ancient | modern; enable enabled | disable disabled; required mandatory compulsory | optional;"
        " support supported | oppose opposed; attack attacked | defend defended; victory | defeat; wet | dry; full | empty",
        "de": "vor vorher zuvor | nach nachher danach; mehr | weniger; meisten meiste | wenigsten wenigste; erste ersten erster erstes |"
        " letzte letzten letzter letztes; fruh fruher fruhe fruhen | spat spater spate spaten; hoher hohere hoheren | niedriger"
        " niedrigere niedrigeren; hoch hohe hohen | niedrig niedrige niedrigen; hochste hochsten | niedrigste niedrigsten; grosser grossere grosseren |"
        " kleiner kleinere kleineren; grosste grossten | kleinste kleinsten; gross grosse grossen grosses | klein kleine kleinen kleines; uber"
        " oberhalb | unter unterhalb; norden nordlich nordliche nordlichen nord | suden sudlich sudliche sudlichen sud; osten"
        " ostlich ostliche ostlichen ost | westen westlich westliche westlichen west; maximal maximale hochstens | minimal minimale"
        " mindestens; beginnt begann beginnen startet startete | endet endete enden; immer | nie niemals; alt alte alten alter altere alteren | neu neue"
        " neuen neuer neues jung junge jungen jungere; erlaubt gestattet | verboten untersagt; offen geoffnet | geschlossen; lang lange"
        " langer langen langere | kurz kurze kurzer kurzen kurzere; offentlich offentliche offentlichen | privat private privaten; links linke"
        " linken | rechts rechte rechten; mannlich mannliche manner | weiblich weibliche frauen; gut gute guten besser beste | schlecht schlechte"
        " schlechten schlechter schlechteste; reich reiche reichen | arm arme armen; stark starke starken starker | schwach schwache"
        " schwachen schwacher; viele vieler vielen | wenige weniger wenigen; innerhalb innere inneren | ausserhalb aussere ausseren; oben obere |"
        " unten untere; steigt stieg steigen gestiegen erhoht zunahme | sinkt sank sinken gesunken gesenkt abnahme; gewann gewinnt gewonnen sieg |"
        " verlor verliert verloren niederlage; alle | keine; kauft kaufte gekauft | verkauft verkaufte; heiss heisse warm warme | kalt kalte kuhl;"
        " schnell schneller | langsam langsamer; leicht einfach | schwer schwierig; moglich | unmoglich; gleich gleiche | verschieden"
        " unterschiedlich; teuer | billig; pflicht verpflichtend | freiwillig; geboren | gestorben; tag | nacht; import | export",
        "fr": "avant | apres; plus | moins; premier premiere premiers premieres | dernier derniere derniers dernieres; tot | tard; superieur superieure"
        " superieurs superieures | inferieur inferieure inferieurs inferieures; nord | sud; est orientale oriental | ouest occidentale occidental;"
        " maximum maximal maximale | minimum minimal minimale; commence commenca debute debuta debut | finit termine termina fin; toujours |"
        " jamais; ancien ancienne anciens anciennes vieux vieille | nouveau nouvelle nouveaux nouvelles jeune jeunes neuf; ouvert ouverte ouverts ouvertes | ferme fermee"
        " fermes fermees; haut haute hauts hautes eleve elevee | bas basse basses faible; grand grande grands grandes | petit petite petits petites;"
        " long longue longs longues | court courte courts courtes; public publique publics publiques | prive privee prives privees; gauche | droite; bon"
        " bonne bons bonnes meilleur meilleure | mauvais mauvaise pire; riche riches | pauvre pauvres; fort forte forts fortes | faible"
        " faibles; beaucoup nombreux nombreuses | peu rares; autorise autorisee autorises permis permise | interdit interdite interdits; obligatoire obligatoires |"
        " facultatif facultative facultatifs; possible | impossible; interieur interieure | exterieur exterieure; tous toutes tout toute | aucun aucune;"
        " dessus | dessous; augmente augmenta augmentation hausse | diminue diminua diminution baisse; gagne gagna victoire | perd perdit perdu defaite;"
        " achete acheta achat | vend vendit vente; chaud chaude | froid froide; rapide | lent lente; facile | difficile; masculin hommes homme | feminin"
        " femmes femme; sur | sous; legal legale licite | illegal illegale illicite; inclus comprise compris | exclu exclus exclue; accepte acceptee |"
        " refuse refusee; ne nee | mort morte; jour | nuit; avec | sans",
        "es": "antes | despues; mas | menos; primero primera primer primeros | ultimo ultima ultimos; temprano | tarde; superior superiores |"
        " inferior inferiores; norte | sur; este oriental | oeste occidental; maximo maxima | minimo minima; comienza comenzo empezo inicio inicia |"
        " termina termino acabo fin finaliza; siempre | nunca; antiguo antigua antiguos antiguas viejo vieja | nuevo nueva nuevos nuevas joven jovenes; abierto abierta |"
        " cerrado cerrada; alto alta altos altas | bajo baja bajos bajas; grande grandes gran | pequeno pequena pequenos pequenas; mayor mayores | menor"
        " menores; largo larga largos largas | corto corta cortos cortas; publico publica publicos publicas | privado privada privados privadas; izquierda |"
        " derecha; bueno buena mejor mejores | malo mala peor peores; rico rica ricos | pobre pobres; fuerte fuertes | debil debiles; muchos muchas | pocos"
        " pocas; dentro interior | fuera exterior; gano ganar victoria | perdio perder derrota; todos todas | ningunos ninguno ninguna; permitido permitida |"
        " prohibido prohibida; sobre encima | bajo debajo; aumenta aumento aumentar crecio | disminuye disminuyo disminuir disminucion; compra compro | vende vendio;"
        " caliente calido | frio; rapido | lento; facil | dificil; hombres hombre masculino | mujeres mujer femenino; posible | imposible; legal | ilegal;"
        " obligatorio obligatoria | opcional voluntario; aceptado aceptada | rechazado rechazada; nacio | murio; dia | noche; con | sin",
        "it": "prima | dopo; piu | meno; primo prima primi | ultimo ultima ultimi; presto | tardi; superiore superiori | inferiore inferiori; nord | sud; est"
        " orientale | ovest occidentale; massimo massima | minimo minima; inizia inizio comincia | finisce termina fine; sempre | mai; vecchio antico antica | nuovo"
        " nuova nuovi; aperto aperta | chiuso chiusa; alto alta | basso bassa; grande grandi | piccolo piccola piccoli; maggiore maggiori | minore minori; lungo lunga |"
        " corto corta breve; pubblico pubblica | privato privata; sinistra | destra; migliore buono buona | peggiore cattivo; ricco | povero; forte | debole; molti molte |"
        " pochi poche; dentro interno | fuori esterno; vinse vinto vittoria | perse perso sconfitta; tutti tutte | nessuno; permesso consentito | vietato proibito; sopra |"
        " sotto; aumenta aumento aumentato | diminuisce diminuzione diminuito; obbligatorio | facoltativo; possibile | impossibile; nato | morto",
        "pt": "antes | depois; mais | menos; primeiro primeira | ultimo ultima; cedo | tarde; superior | inferior; norte | sul; leste | oeste; maximo maxima | minimo"
        " minima; comeca comecou inicio | termina terminou fim; sempre | nunca; velho antigo antiga | novo nova jovem; aberto aberta | fechado fechada; alto alta | baixo"
        " baixa; grande grandes | pequeno pequena pequenos; maior maiores | menor menores; longo longa | curto curta; publico publica | privado privada; esquerda | direita;"
        " melhor bom boa | pior mau ma; rico | pobre; forte | fraco; muitos muitas | poucos poucas; dentro interior | fora exterior; ganhou venceu vitoria | perdeu derrota;"
        " todos todas | nenhum; permitido permitida | proibido proibida; acima | abaixo; aumenta aumentou aumento | diminui diminuiu diminuicao; obrigatorio | opcional"
        " facultativo; possivel | impossivel; nasceu | morreu",
        "nl": "voor eerder | na later; meer | minder; meeste | minste; eerste | laatste; vroeg vroeger | laat later; hoger hogere | lager lagere; hoogste | laagste; hoog hoge |"
        " laag lage; groter grotere | kleiner kleinere; grootste | kleinste; groot grote | klein kleine; boven | onder beneden; noord noordelijk | zuid zuidelijk; oost oostelijk |"
        " west westelijk; maximaal hoogstens | minimaal minstens; begint begon | eindigt eindigde; altijd | nooit; oud oude ouder | nieuw nieuwe jong jonge; toegestaan | verboten;"
        " open | gesloten dicht; lang lange langer | kort korte korter; openbaar publiek | prive; links | rechts; goed beter | slecht slechter; rijk | arm; sterk | zwak; veel | weinig;"
        " binnen | buiten; stijgt steeg toename | daalt daalde afname; won wint | verloor verliest; alle | geen; verplicht | vrijwillig optioneel; mogelijk | onmogelijk",
        "sv": "fore innan | efter; mer fler | mindre farre; mest flest | minst; forsta | sista; tidig tidigt tidigare | sen sent senare; hogre | lagre; hogsta | lagsta; hog hogt | lag lagt;"
        " storre | mindre; storsta | minsta; stor stort stora | liten litet sma; over | under; norr norra | soder sodra; oster ostra | vaster vastra; hogst maximalt | minst minimalt; borjar"
        " borjade | slutar slutade; alltid | aldrig; gammal gamla | ny nya ung unga; tillatet | forbjudet; oppen oppet | stangd stangt; lang langa | kort korta; vanster | hoger; bra battre |"
        " dalig samre; rik | fattig; stark | svag; manga | fa; okar okade | minskar minskade; vann | forlorade; alla | inga; obligatorisk | frivillig; mojligt | omojligt",
        "ru": "до раньше перед | после позже; больше более | меньше менее; первый первая первое первого | последний последняя последнее последнего; выше | ниже; высокий высокая высокие |"
        " низкий низкая низкие; большой большая большие | маленький малый малая; крупнейший наибольший | наименьший; север северный северная | юг южный южная; восток восточный восточная |"
        " запад западный западная; максимум максимальный | минимум минимальный; начинается начался начало | заканчивается закончился конец; всегда | никогда; старый старая старые | новый новая"
        " новые молодой; разрешено разрешается | запрещено запрещается; открыт открыта открыто | закрыт закрыта закрыто; левый слева | правый справа; лучше лучший | хуже худший; богатый |"
        " бедный; сильный | слабый; много многие | мало немногие; внутри | снаружи; увеличился выросло вырос рост | уменьшился снизилось снизился снижение; победил выиграл победа | проиграл"
        " поражение; все | никакие; обязательно обязательный | необязательно; можно | нельзя; родился | умер",
        "pl": "przed wczesniej | po pozniej; wiecej bardziej | mniej; pierwszy pierwsza pierwsze | ostatni ostatnia ostatnie; wyzszy wyzsza | nizszy nizsza; wysoki wysoka | niski niska;"
        " najwiekszy najwieksza | najmniejszy najmniejsza; duzy duza wielki wielka | maly mala; polnoc polnocny polnocna | poludnie poludniowy poludniowa; wschod wschodni | zachod zachodni;"
        " maksymalnie maksimum | minimalnie minimum; zaczyna rozpoczal poczatek | konczy zakonczyl koniec; zawsze | nigdy; stary stara | nowy nowa mlody; dozwolone | zabronione; otwarty otwarte |"
        " zamkniety zamkniete; lewy | prawy; lepszy lepiej | gorszy gorzej; bogaty | biedny; silny | slaby; wiele wielu | niewiele; wzrosl wzrost | spadl spadek; wygral | przegral; wszystkie | zadne;"
        " obowiazkowe | dobrowolne; mozliwe | niemozliwe; urodzil | zmarl",
        "zh": "之前 以前 此前 | 之后 之後 以后 以後 此后 此後; 最多 至多 | 最少 至少; 第一 首个 首個 | 最后 最後; 增加 上升 增长 增長 提高 | 减少 減少 下降 降低; 最大 | 最小; 最高 | 最低; 大于 大於 |"
        " 小于 小於; 高于 高於 | 低于 低於; 多于 多於 | 少于 少於; 以上 | 以下; 北部 北方 | 南部 南方; 东部 東部 东方 東方 | 西部 西方; 开始 開始 | 结束 結束; 内部 內部 | 外部; 允许 允許 可以 |"
        " 禁止; 成功 | 失败 失敗; 赢得 贏得 战胜 戰勝 获胜 獲勝 | 输掉 輸掉 败给 敗給; 公开 公開 | 秘密; 较大 較大 更大 | 较小 較小 更小; 较高 較高 更高 | 较低 較低 更低; 进口 進口 | 出口; 总是 總是 |"
        " 从不 從不; 全部 所有 | 部分; 同意 接受 | 反对 反對 拒绝 拒絕; 男性 | 女性; 富裕 | 贫穷 貧窮; 增强 增強 | 减弱 減弱; 早于 早於 | 晚于 晚於; 左侧 左側 | 右侧 右側; 合法 | 非法; 必须 必須 | 可选 可選;"
        " 出生 | 去世 逝世; 白天 | 夜间 夜間; 买入 買入 | 卖出 賣出; 更多 | 更少; 正确 正確 | 错误 錯誤; 打开 打開 | 关闭 關閉",
        "ja": "以前 前に | 以後 後に; 最大 | 最小; 最高 | 最低; 以上 | 以下 未満; 最初 | 最後; 増加 増え 上昇 | 減少 減り 低下; 北部 | 南部; 東部 | 西部; 開始 始まり | 終了 終わり; 許可 | 禁止; 成功 | 失敗;"
        " 公開 | 非公開; 内部 | 外部; 高い | 低い; 大きい | 小さい; 長い | 短い; 多い | 少ない; 新しい | 古い; 必須 | 任意; 可能 | 不可能; 男性 | 女性; 左側 | 右側; 早い | 遅い; 勝利 | 敗北",
        "ko": "이전 전에 | 이후 후에; 최대 | 최소; 최고 | 최저; 이상 | 이하 미만; 처음 첫 | 마지막; 증가 상승 | 감소 하락; 북부 북쪽 | 남부 남쪽; 동부 동쪽 | 서부 서쪽; 시작 | 종료 끝; 허용 | 금지; 성공 | 실패;"
        " 내부 | 외부; 높은 | 낮은; 큰 | 작은; 긴 | 짧은; 많은 | 적은; 새로운 | 오래된; 필수 | 선택; 가능 | 불가능; 남성 | 여성; 왼쪽 | 오른쪽; 승리 | 패배",
        "ar": "قبل | بعد; اكثر | اقل; اول الاول الاولي | اخر الاخير الاخيرة; اعلي الاعلي | ادني الادني; شمال الشمال شمالي | جنوب الجنوب جنوبي; شرق الشرق شرقي | غرب الغرب غربي; بدا يبدا بداية | انتهي ينتهي"
        " نهاية; دائما | ابدا; قديم القديم قديمة | جديد الجديد جديدة; مسموح | ممنوع محظور; مفتوح | مغلق; كبير الكبير كبيرة | صغير الصغير صغيرة; طويل | قصير; عام | خاص; يسار | يمين; افضل | اسوا; غني | فقير; قوي | ضعيف;"
        " زاد زيادة ارتفع | انخفض انخفاض نقص; فاز | خسر; الزامي | اختياري; ممكن | مستحيل; ولد | توفي; فوق | تحت; داخل | خارج",
    }
)
SINCE: Mapping[str, str] = MappingProxyType(
    {
        "en": r"\b(?:since|as of|from|effective|valid|updated)\b",
        "de": r"\b(?:seit|ab|stand|gültig|zum)\b",
        "fr": r"\b(?:depuis|à partir|à compter|en vigueur|au)\b",
        "es": r"\b(?:desde|a partir|vigente)\b",
        "it": r"\b(?:dal|da|a partire|in vigore)\b",
        "pt": r"\b(?:desde|a partir|em vigor)\b",
        "nl": r"\b(?:sinds|vanaf|per|geldig)\b",
        "sv": r"\b(?:sedan|från|gäller)\b",
        "ru": r"\b(?:с|со|начиная)\b",
        "pl": r"\b(?:od|począwszy)\b",
        "zh": "自|从|從|截至|起",
        "ja": "から|以降|現在|時点",
        "ko": "부터|현재|기준",
        "ar": r"\b(?:منذ|اعتبارا|ابتداء)",
    }
)
"""Patterns over text in small letters: words beside a date that say since when a value applies."""
_VERSIONS = (
    "version versions v rev revision edition draft final old new older newer copy update updated current previous archive"
    " alt neu alte neue alter neuer fassung entwurf kopie stand aktuell archiv ausgabe ancien ancienne nouveau nouvelle"
    " brouillon copie actuel projet antiguo antigua nuevo nueva borrador copia actual vecchio vecchia nuovo nuova bozza"
    " antigo antiga novo nova rascunho oud oude nieuw nieuwe concept kopie gammal ny utkast старый новый копия версия"
    " редакция stary nowy wersja kopia md txt pdf docx html odt"
)
VERSIONS = frozenset(_VERSIONS.split())
"""Words of a title that tell two versions of one document apart."""
KINDS = (
    "handbook manual guide guideline guidelines policy policies rule rules regulation regulations faq overview notice"
    " handbuch leitfaden richtlinie richtlinien regel regeln regelung ordnung merkblatt guide manuel politique reglement"
    " règlement règles regles notice manual guía guia política politica normas reglamento manuale guida regole"
    " regolamento regras regulamento handleiding handboek beleid regels handbok riktlinje riktlinjer regler"
    " руководство правила политика инструкция podręcznik przewodnik zasady regulamin polityka"
    " 手册 手冊 规定 規定 制度 指南 政策 规则 規則"
)
"""Words of a title that say what kind of document it is: "Travel policy" and "Travel handbook" are about one thing."""
WITHOUT_CAPITALS = frozenset({"zh", "ja", "ko", "ar"})
"""Languages that write names as other words."""
TWO_PARTS = frozenset({"fr"})
"""Languages whose negations have two parts: "ne … pas"."""
UNITS: Mapping[str, str] = MappingProxyType(
    {
        "%": "% percent prozent pourcent percento procent procenta процентов",
        "EUR": "€ eur euro euros",
        "USD": "$ usd dollar dollars",
        "GBP": "£ gbp pound pounds pfund",
        "year": "year years jahr jahre jahren an ans annee annees ano anos anni anno jaar ar лет года год 年",
        "month": "month months monat monate monaten mois mes meses mesi mese maand maanden manad manader месяц месяцев 月",
        "week": "week weeks woche wochen semaine semaines semana semanas settimane settimana weken vecka veckor недель",
        "day": "day days tag tage tagen jour jours dia dias giorni giorno dag dagen dagar дней день 天 日",
        "hour": "hour hours h stunde stunden heure heures hora horas ore ora uur timme timmar часов час 小时 小時",
        "minute": "minute minutes min minuten minuto minutos minuti минут 分钟 分鐘",
        "second": "second seconds sekunde sekunden seconde secondes segundo segundos secondi",
        "km": "km kilometer kilometers kilometre kilometres kilometern",
        "m": "m meter meters metre metres metern metros metro",
        "mile": "mile miles mi meilen",
        "kg": "kg kilogram kilograms kilogramm kilogrammes kilo kilos",
        "celsius": "°c celsius",
        "fahrenheit": "°f fahrenheit",
        "litre": "l litre litres liter liters litros litri",
    }
)
"""Units by the words and signs that name them. Those of all languages count for every text."""
UNITS_UNSPACED = "小时|小時|分钟|分鐘|[年月日天]"
"""A pattern of those that stand behind a figure without a blank."""
SCALES: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(["k", "tsd", "thousand", "tausend", "mille", "тысяч", "тысячи", "千"], 3),
        **dict.fromkeys(
            [
                "m",
                "mio",
                "million",
                "millions",
                "millionen",
                "millones",
                "millon",
                "milioni",
                "milione",
                "miljoen",
                "miljoner",
                "миллион",
            ],
            6,
        ),
        **dict.fromkeys(["миллионов", "миллиона", "milionow"], 6),
        **dict.fromkeys(
            [
                "bn",
                "mrd",
                "billion",
                "billions",
                "milliard",
                "milliards",
                "milliarde",
                "milliarden",
                "miliardi",
                "миллиард",
                "миллиардов",
            ],
            9,
        ),
        **dict.fromkeys(["万", "萬"], 4),
        **dict.fromkeys(["亿", "億"], 8),
        "百": 2,
    }
)
"""Words behind a figure, with the power of ten that they multiply it by."""
