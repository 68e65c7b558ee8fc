"""Words that any question may hold, whatever it is about: of greeting and politeness, of wishes and orders ("write a
report", "explain step by step"), of time, amount and manner, and the commonest verbs, nouns and adjectives.

That a passage holds such a word says little, and that it lacks it as little. They are chosen by hand, as people ask and
write to colleagues; folded or not, in any inflection that the language's stemmer does not join by itself.
"""

GENERAL_WORDS = {
    "en": """
        hi hello hey dear good morning afternoon evening day thanks thank thankful please kindly sorry regards cheers
        welcome greetings sincerely hope hoping wish wishing like love want wanted wanting wanna need needed needing
        would could should might may must shall can will wonder wondering know knew known knowing think thought guess
        understand understood believe suppose remember forget curious interested interesting confused sure unsure
        ask asked asking question questions reply tell told telling say says said saying speak
        talk talked explain explains explained explaining explanation describe described describing description show
        shows shown showing give gives gave given giving provide provides provided list lists listed listing name named
        names write writes wrote written writing report reports summary summarize summarise summarizing overview essay
        paragraph text article section detail details detailed briefly brief step steps stepwise
        bullet point points table outline compare compared comparison discuss discussed discuss analysis analyse analyze
        help helps helped helping helpful assist assistance support look looks looked looking find finds found finding
        search searching searched seek read reads reading see sees saw seen watch hear heard learn learned learning
        study check checked checking make makes made making take takes took taken taking come comes came coming go goes
        went gone going get gets got gotten getting put puts set sets let lets keep keeps kept try tries tried trying
        use uses used using useful usage work works worked working run runs running start starts started starting begin
        begins began begun end ends ended ending stop stops stopped finish finished happen happens happened happening
        become becomes became change changes changed changing mean means meant meaning call calls called calling refer
        refers referred concern concerned concerning regard regarding relate related relating involve involved include
        includes included including contain contains contained consist consists follow follows followed following
        leave left turn turned bring brought send sent receive received add added allow allowed allows require required
        requires cause causes caused causing affect affected effect effects lead leads led result results resulted
        consider considered considering exist exists existed occur occurs occurred appear appears appeared seem seems
        seemed decide decided choose chosen chose believe believed plan planned planning prefer preferred expect
        expected play plays played live lives lived living move moved join joined joining new old young big small large
        great little long short high low early late recent recently current currently previous previously next last
        first second third final finally main major minor important importance certain different difference differences
        same similar other another many much more most less least few several some any every each all both half enough
        total whole full part parts piece kind kinds type types sort sorts form forms way ways manner method methods
        thing things something anything everything nothing stuff matter issue issues problem problems trouble reason
        reasons purpose purposes example examples instance case cases fact facts information info idea ideas topic
        topics subject subjects term terms word words role roles number numbers amount amounts quantity percentage
        percent rate level levels size range group groups person persons people man men woman women someone somebody
        anyone everybody everyone nobody child children friend friends family team boss manager colleague colleagues
        company business office job place places area areas location country countries city world home house time times
        date dates year years month months week weeks weekend day days today tomorrow yesterday tonight night hour
        hours minute minutes second seconds moment while ago now then soon later already still yet always never
        sometimes often usually usual normally normal generally general actually actual really real exactly exact
        basically simply simple easy easily hard difficult possible impossible possibly probably likely maybe perhaps
        able unable available right wrong correct correctly true false better best worse worst good bad nice fine okay
        ok quick quickly fast slow soon away back together alone also just only even almost quite rather very too else
        however therefore since until during before after between within without about against around through across
        according based due despite per via regardless instead whether either neither one two three four five six seven
        eight nine ten hundred thousand million once twice
        """,
    "fr": """
        bonjour bonsoir salut merci cordialement svp plait veuillez priere cher chere monsieur madame desole bienvenue
        vouloir veux veut voulez voulons voudrais voudrait aimerais aimerait aimerions souhaite souhaiter souhaitez
        souhaiterais desire espere espérer besoin pouvoir peux peut peuvent pouvez pouvons pourrais pourrait pourriez
        devoir dois doit doivent devrais devrait falloir faut faudrait savoir sais sait savez connaitre connais connait
        penser pense croire crois comprendre comprends compris demander demande demandes question questions repondre repond dire dis dit dites parler parle expliquer explique expliquez explication decrire decris
        decrivez description montrer montre donner donne donnez donner lister liste listes citer ecrire ecris ecrivez
        rediger redige redigez rapport resume resumer synthese texte article section detail details
        detaille etape etapes tableau comparer comparaison analyser analyse aider aide aidez aimable voir vois voyez
        regarder chercher cherche trouver trouve trouvez lire apprendre etudier verifier faire fais fait faites font
        mettre mets met mis prendre prend pris venir vient viens venu aller vais va vont allez tenir garder essayer
        utiliser utilise utilisation utile servir sert travailler travail commencer commence commencé finir fin arreter
        arriver arrive devenir changer change changement signifier signifie signification appeler appelle appelé nommer
        nomme nom noms concerner concerne concernant relatif rapport suivre suivant suivante laisser ajouter permettre
        permet permis causer cause causes effet effets entrainer resultat resultats considerer exister existe apparaitre
        sembler choisir choix decider prevoir prévu attendre jouer vivre passer rester nouveau nouvelle nouveaux ancien
        vieux jeune grand grande grands petit petite long longue court haut bas tot tard recent recemment actuel
        actuellement precedent prochain prochaine dernier derniere premier premiere premiers second deuxieme troisieme
        principal principaux important importance certain certains certaine different differents difference differences
        meme memes autre autres plusieurs beaucoup plus moins tout toute tous toutes chaque quelque quelques total
        entier partie parties morceau genre genres type types sorte sortes forme formes facon facons maniere manieres
        methode chose choses quelque rien probleme problemes raison raisons but exemple exemples cas fait faits
        information informations renseignement idee idees sujet sujets terme termes mot mots role nombre nombres numero
        quantite pourcentage taux niveau taille groupe groupes personne personnes gens homme hommes femme femmes enfant
        enfants ami amis famille equipe chef collegue collegues entreprise societe bureau emploi lieu endroit endroits
        pays ville monde maison temps fois date dates an ans annee annees mois semaine semaines jour jours journee
        aujourd'hui aujourd hui demain hier soir matin nuit heure heures minute minutes seconde secondes moment
        maintenant alors bientot deja encore toujours jamais parfois souvent habituellement normalement generalement
        general vraiment vrai exactement exact simplement simple facile facilement difficile possible impossible
        probablement peut-etre capable disponible bon bonne bien mal mauvais meilleur mieux pire vite rapidement lent
        ensemble seul aussi juste seulement meme presque assez plutot tres trop sinon cependant donc depuis pendant
        avant apres entre avec sans selon malgre contre environ un deux trois quatre cinq six sept huit neuf dix cent
        mille
        """,
    "de": """
        hallo hi guten morgen tag abend gruss gruesse grüße danke dank bitte liebe lieber freundlich freundliche
        entschuldigung willkommen gerne gern hoffe hoffen wunsch wünsche wünschen möchte möchten will wollen wollte
        brauche brauchen benötige kann können könnte könnten konnte muss müssen müsste soll sollen sollte sollten darf
        dürfen dürfte mag weiss weiß wissen wusste kenne kennen bekannt denke denken glaube glauben verstehe verstehen
        verstanden frage fragen gefragt antwort antworten beantworten sag sage sagen sagt gesagt sprechen spricht reden
        erklär erkläre erklären erklärung beschreibe beschreiben beschreibung zeige zeigen zeigt gib gebe geben gibt gab
        gegeben nenne nennen nennt genannt liste auflisten aufzählen schreibe schreiben schreibt schrieb geschrieben
        bericht zusammenfassung zusammenfassen überblick text artikel dokument dokumente abschnitt einzelheiten detail
        details genau genauer kurz schritt schritte schrittweise tabelle vergleich vergleichen unterschied unterschiede
        analyse hilf hilfe helfen hilft sieh sehen sieht sah gesehen schau schauen suche suchen sucht finde finden
        findet fand gefunden lesen liest lernen prüfen mach mache machen macht machte gemacht tun tut tat getan nimm
        nehmen nimmt nahm genommen komm kommen kommt kam gekommen gehe gehen geht ging gegangen stelle stellen stellt
        gestellt setze setzen lassen lässt liess ließ halten hält hielt behalten versuche versuchen nutzen nutzt
        verwenden verwendet benutzen benutzt nützlich arbeite arbeiten arbeit läuft laufen anfangen beginnen beginnt
        begann begonnen beginn ende enden endet endete aufhören passieren passiert geschehen geschieht geschah werden
        wird wurde wurden worden ändern ändert geändert änderung bedeuten bedeutet bedeutung heissen heißen heisst heißt
        hieß name namen betreffen betrifft bezüglich bezieht beziehen gehören gehört gehörte enthalten enthält besteht
        bestehen bestand folgen folgt folgende folgenden bleiben bleibt blieb bringen bringt brachte schicken erhalten
        erhielt bekommen bekam hinzufügen erlauben erlaubt erfordern verursachen ursache ursachen wirkung auswirkung
        auswirkungen führen führt führte ergebnis ergebnisse betrachten existieren existiert erscheinen scheint wählen
        entscheiden planen erwarten spielen spielt leben lebt lebte neu neue neuen neuer alt alte alten jung gross groß
        große großen größte klein kleine lang lange kurz kurze hoch niedrig früh spät kürzlich aktuell aktuelle derzeit
        vorherige nächste nächsten letzte letzten erste ersten erster zweite zweiten dritte dritten hauptsächlich haupt
        wichtig wichtige wichtigste bestimmt bestimmte verschieden verschiedene anders andere anderen gleich gleiche
        ähnlich ähnliche viel viele vielen mehr meist meiste meisten wenig wenige weniger einige mehrere jede jeder
        jedes alle alles beide halb genug gesamt ganz ganze teil teile stück art arten typ typen form formen weise
        methode methoden ding dinge sache sachen etwas nichts problem probleme grund gründe zweck ziel beispiel
        beispiele fall fälle tatsache information informationen idee ideen thema themen begriff begriffe wort wörter
        rolle zahl zahlen anzahl nummer menge prozent prozentsatz rate niveau grösse größe gruppe gruppen person
        personen leute mensch menschen mann männer frau frauen jemand niemand kind kinder freund freunde familie team
        chef kollege kollegen firma unternehmen betrieb büro ort orte gebiet land länder stadt welt haus hause zeit
        zeiten mal datum jahr jahre jahren jahres monat monate monaten woche wochen tag tage tagen heute morgen gestern
        nacht stunde stunden minute minuten sekunde sekunden moment jetzt dann bald später schon bereits noch immer nie
        niemals manchmal oft üblich normalerweise normal allgemein eigentlich wirklich tatsächlich einfach leicht schwer
        schwierig möglich unmöglich möglicherweise wahrscheinlich vielleicht fähig verfügbar richtig falsch wahr besser
        beste besten gut gute guten schlecht schön schnell langsam zurück zusammen allein auch nur sogar fast ziemlich
        sehr sonst jedoch daher seit bis während vor nach zwischen innerhalb ohne gegen etwa laut aufgrund trotz ob
        entweder weder eins zwei drei vier fünf sechs sieben acht neun zehn hundert tausend
        """,
    "es": """
        hola buenos buenas dias tardes noches gracias favor saludos estimado estimada perdon bienvenido cordial querer
        quiero quiere queremos quisiera gustaria deseo desea espero esperar necesito necesita necesitar poder puedo
        puede pueden puedes podria podrian deber debo debe deben deberia saber sabe saben conocer conozco conoce
        conocido pensar pienso creer creo entender entiendo comprender preguntar pregunta preguntas responder responde
        respuesta respuestas decir di dice dicen dijo dicho hablar habla explicar explica explique explicacion describir
        describe describa descripcion mostrar muestra muestre dar da dan dio dado deme listar lista listas enumerar
        nombrar escribir escribe escriba escribio escrito redactar informe resumen resumir texto articulo documento
        documentos seccion detalle detalles detallado breve brevemente paso pasos tabla comparar comparacion analizar
        analisis ayudar ayuda ayude ver ve vio visto mirar buscar busco busca encontrar encuentra encontro leer aprender
        estudiar comprobar hacer hace hacen hizo hecho tomar toma tomo tomado venir viene vino ir va van fue ido poner
        pone puso dejar deja mantener tratar trata intentar usar usa usan usado uso utilizar utiliza util servir sirve
        trabajar trabajo empezar empieza comenzar comienza comenzo terminar termina termino fin final suceder sucede
        ocurrir ocurre ocurrio pasar pasa paso convertir convirtio cambiar cambia cambio significar significa
        significado llamar llama llamado llamada nombre nombres referir refiere referente relacionado relacion respecto
        incluir incluye contener contiene seguir sigue siguiente siguientes quedar traer enviar recibir recibio agregar
        permitir permite requerir requiere causar causa causas causo afectar efecto efectos llevar lleva llevo resultado
        resultados resultar considerar considera existir existe aparecer parecer parece elegir decidir planear jugar
        vivir nuevo nueva nuevos viejo vieja antiguo joven grande grandes pequeno largo larga corto alto alta bajo
        temprano tarde reciente recientemente actual actualmente anterior proximo proxima ultimo ultima primer primero
        primera segundo segunda tercero tercera principal principales mayor menor importante importancia cierto cierta
        diferente diferentes diferencia diferencias mismo misma mismos similar otro otra otros otras mucho mucha muchos
        muchas mas menos poco pocos algun alguna algunos algunas cada todo toda todos todas ambos mitad bastante total
        entero parte partes pedazo clase clases tipo tipos forma formas manera maneras modo modos metodo metodos cosa
        cosas algo nada problema problemas razon razones motivo proposito ejemplo ejemplos caso casos hecho hechos
        informacion idea ideas tema temas asunto termino terminos palabra palabras papel numero numeros cantidad
        porcentaje tasa nivel tamano grupo grupos persona personas gente hombre hombres mujer mujeres alguien nadie nino
        ninos amigo amigos familia equipo jefe colega companero empresa compania oficina lugar lugares zona pais paises
        ciudad mundo casa tiempo vez veces fecha fechas ano anos año años mes meses semana semanas dia hoy manana ayer
        noche hora horas minuto minutos momento ahora entonces pronto luego ya todavia siempre nunca veces menudo
        generalmente general normalmente normal realmente real exactamente exacto simplemente simple facil facilmente
        dificil posible imposible probablemente quizas capaz disponible correcto incorrecto verdad verdadero mejor peor
        bueno buena bien mal malo rapido rapidamente lento juntos solo tambien solamente incluso casi bastante muy
        demasiado sino aunque mientras desde hasta durante antes despues entre dentro sin contra segun debido pesar uno
        dos tres cuatro cinco seis siete ocho nueve diez cien mil
        """,
    "it": """
        ciao salve buongiorno buonasera grazie prego favore saluti gentile cordiali scusi scusa benvenuto voglio vuole
        vogliamo vorrei vorremmo desidero spero bisogno posso puo possono possiamo potrei potrebbe potete devo deve
        devono dovrei dovrebbe so sai sapere conoscere conosco penso credo capire capisco chiedere chiedo domanda
        domande rispondere risposta risposte dire dica dice detto parlare spiegare spiega spieghi spiegazione descrivere
        descrivi descrizione mostrare mostra dare da dammi elencare elenco lista scrivere scrivi scritto relazione
        rapporto riassunto riassumere testo articolo documento documenti sezione dettaglio dettagli breve passo passi
        tabella confrontare confronto analisi aiutare aiuto aiuta vedere vedi guardare cercare cerco trovare trova
        trovato leggere imparare fare fa fanno fatto prendere preso venire viene venuto andare va vanno andato mettere
        messo lasciare tenere provare usare usa usato utile lavorare lavoro iniziare inizia inizio finire fine succede
        successo accadere diventare cambiare cambia significa significare significato chiamare chiama chiamato nome nomi
        riguarda riguardo relativo seguire seguente permettere richiedere causa cause effetto effetti risultato
        risultati considerare esistere esiste sembra scegliere vivere nuovo nuova vecchio giovane grande grandi piccolo
        lungo corto alto basso presto tardi recente recentemente attuale attualmente precedente prossimo ultimo ultima
        primo prima secondo terzo principale principali importante certo diverso differenza differenze stesso stessa
        simile altro altra altri altre molto molti molte piu meno poco alcuni alcune ogni tutto tutti tutte entrambi
        meta abbastanza totale parte parti genere tipo tipi forma modo modi maniera metodo cosa cose qualcosa niente
        problema problemi ragione motivo scopo esempio esempi caso casi fatto fatti informazione informazioni idea tema
        argomento termine termini parola parole ruolo numero numeri quantita percentuale livello gruppo gruppi persona
        persone gente uomo uomini donna donne bambini amico famiglia squadra capo collega colleghi azienda societa
        ufficio luogo posto paese citta mondo casa tempo volta volte data anno anni mese mesi settimana settimane giorno
        giorni oggi domani ieri notte ora ore minuto minuti momento adesso allora poi gia ancora sempre mai spesso di
        solito generalmente davvero esattamente semplice facile difficile possibile forse disponibile giusto sbagliato
        vero migliore meglio peggio buono bene male veloce insieme solo anche quasi abbastanza troppo uno due tre
        quattro cinque sei sette otto nove dieci cento mille
        """,
    "pt": """
        ola oi bom boa dia tarde noite obrigado obrigada favor saudacoes caro cara desculpe quero quer queremos queria
        gostaria desejo espero preciso precisa precisamos posso pode podem poderia devo deve devem deveria sei sabe
        saber conhecer conheco penso acho entender entendo perguntar pergunta perguntas responder resposta respostas
        dizer diga diz disse falar explicar explique explica explicacao descrever descreva descricao mostrar mostre dar
        de listar liste lista escrever escreva escrito relatorio resumo resumir texto artigo documento documentos secao
        detalhe detalhes breve passo passos tabela comparar comparacao analise ajudar ajuda ver veja olhar procurar
        procuro encontrar encontra encontrei ler aprender fazer faz fazem feito tomar vir vem ir vai vao foi por
        colocar deixar manter tentar usar usa usado uso util trabalhar trabalho comecar comeca inicio terminar fim
        acontecer acontece aconteceu tornar mudar muda mudanca significa significar significado chamar chama chamado
        nome nomes refere respeito relacionado seguir seguinte permitir requer causa causas efeito efeitos resultado
        resultados considerar existir existe parece escolher viver novo nova velho jovem grande grandes pequeno longo
        curto alto baixo cedo recente recentemente atual atualmente anterior proximo ultimo ultima primeiro primeira
        segundo terceiro principal principais importante certo diferente diferenca diferencas mesmo mesma semelhante
        outro outra outros outras muito muita muitos muitas mais menos pouco alguns algumas cada todo toda todos todas
        ambos metade bastante total parte partes tipo tipos forma formas modo modos maneira metodo coisa coisas algo
        nada problema problemas razao motivo objetivo exemplo exemplos caso casos fato fatos informacao informacoes
        ideia tema assunto termo termos palavra palavras papel numero numeros quantidade percentagem nivel grupo grupos
        pessoa pessoas gente homem homens mulher mulheres criancas amigo familia equipe chefe colega colegas empresa
        escritorio lugar pais cidade mundo casa tempo vez vezes data ano anos mes meses semana semanas dias hoje amanha
        ontem hora horas minuto minutos momento agora entao logo ja ainda sempre nunca frequentemente geralmente
        realmente exatamente simples facil dificil possivel talvez disponivel correto errado verdade melhor pior bem
        mal rapido junto so tambem apenas quase bastante demais um dois tres quatro cinco seis sete oito nove dez cem
        mil
        """,
    "nl": """
        hallo hoi goedemorgen goedemiddag goedenavond dank bedankt alsjeblieft alstublieft groeten beste geachte sorry
        welkom wil willen wilde graag hoop wens nodig kan kunnen kunt konden zou zouden moet moeten mag mogen weet weten
        ken kennen denk denken begrijp begrijpen vraag vragen antwoord antwoorden zeg zeggen zegt gezegd spreken leg
        uitleggen uitleg beschrijf beschrijven beschrijving toon tonen laat laten geef geven geeft noem noemen genoemd
        lijst schrijf schrijven geschreven rapport verslag samenvatting samenvatten tekst artikel documenten
        sectie detail details kort stap stappen tabel vergelijk vergelijken vergelijking analyse help helpen hulp zie
        zien kijk kijken zoek zoeken vind vinden vindt gevonden lezen leren doe doen doet gedaan maak maken maakt
        gemaakt neem nemen komt komen gaat gaan zetten houden probeer gebruik gebruiken gebruikt nuttig werk werken
        werkt begin beginnen begint einde eindigen gebeurt gebeuren worden wordt veranderen verandering betekent
        betekenen betekenis heet heten naam namen betreft betreffende verwijst volgen volgende blijven krijgen krijgt
        ontvangen toestaan oorzaak oorzaken effect effecten resultaat resultaten bestaan bestaat lijkt kiezen leven
        nieuw nieuwe oud oude jong groot grote klein kleine lang lange hoog laag vroeg laat recent onlangs huidig
        huidige vorige volgend laatste eerste tweede derde belangrijk belangrijkste bepaald verschillend verschil
        verschillen zelfde soortgelijk ander andere anderen veel vele meer meest minder weinig enkele sommige elk elke
        alle alles beide helft genoeg totaal deel delen soort soorten type vorm vormen manier manieren methode ding
        dingen iets niets probleem problemen reden doel voorbeeld voorbeelden geval gevallen feit feiten informatie idee
        onderwerp term woord woorden rol aantal nummer hoeveelheid percentage niveau groep groepen persoon personen
        mensen man mannen vrouw vrouwen iemand kind kinderen vriend familie team baas collega bedrijf kantoor plaats
        land stad wereld huis tijd keer datum jaar jaren maand maanden week weken dag dagen vandaag morgen gisteren
        nacht uur uren minuut minuten moment nu dan straks al nog altijd nooit soms vaak meestal normaal eigenlijk echt
        precies eenvoudig makkelijk moeilijk mogelijk misschien beschikbaar juist fout waar beter best goed slecht snel
        samen alleen ook bijna heel erg een twee drie vier vijf zes zeven acht negen tien honderd duizend
        """,
    "pl": """
        cześć witam dzień dobry wieczór dziękuję dzięki proszę pozdrawiam przepraszam chcę chce chciałbym chciałabym
        potrzebuję może można mogę powinien musi wiem wiedzieć znać myślę rozumiem pytanie odpowiedź powiedz powiedzieć
        wyjaśnij wyjaśnić opisz opis pokaż podaj daj lista napisz pisać raport streszczenie tekst artykuł dokument
        szczegóły krok tabela porównaj analiza pomoc pomóż widzieć szukam znaleźć czytać robić zrobić używać praca
        zacząć początek koniec stało znaczy znaczenie nazywa nazwa dotyczy przyczyna skutek wynik istnieje nowy stary
        młody duży wielki mały długi krótki wysoki niski wcześnie późno ostatnio obecny poprzedni następny ostatni
        pierwszy drugi trzeci główny ważny różny różnica ten sam podobny inny dużo wiele więcej mniej mało kilka każdy
        wszystko wszystkie połowa część rodzaj typ forma sposób metoda rzecz coś nic problem powód cel przykład
        przypadek fakt informacja pomysł temat słowo rola liczba ilość procent poziom grupa osoba ludzie mężczyzna
        kobieta dziecko rodzina firma biuro miejsce kraj miasto świat dom czas raz data rok lata lat miesiąc tydzień
        dni dzisiaj dziś jutro wczoraj noc godzina minuta teraz potem już jeszcze zawsze nigdy często zwykle naprawdę
        dokładnie prosty łatwy trudny możliwy prawdopodobnie dobry lepszy najlepszy zły szybko razem tylko także prawie
        bardzo jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć sto tysiąc
        """,
    "ru": """
        привет здравствуйте добрый день вечер утро спасибо пожалуйста извините уважаемый хочу хочет хотел хотела бы
        нужно надо могу может можно можете должен должна знаю знать известно думаю понимаю понять вопрос вопросы ответ
        ответить скажи скажите сказать говорить объясни объясните объяснить опиши опишите описание покажи дай дайте
        список перечисли назови назвать напиши написать отчет доклад резюме краткий кратко текст статья документ
        подробно подробности шаг таблица сравни сравнение анализ помощь помоги помогите видеть искать ищу найти читать
        делать сделать использовать использование работа работать начать начало конец закончить случилось произошло
        стать изменить изменение значит означает значение называется назван название имя касается относится следующий
        причина причины следствие результат результаты существует новый старый молодой большой маленький длинный
        короткий высокий низкий рано поздно недавно текущий предыдущий последний первый второй третий главный основной
        важный разный отличие разница тот же похожий другой другие много больше меньше мало несколько каждый весь все
        половина часть вид тип форма способ образ метод вещь что-то ничего проблема цель пример случай факт информация
        идея тема слово роль число количество процент уровень группа человек люди мужчина женщина ребенок дети друг
        семья начальник коллега компания офис место страна город мир дом время раз дата год года лет месяц неделя дни
        сегодня завтра вчера ночь час минута сейчас потом уже еще всегда никогда часто обычно действительно точно
        простой легкий трудный возможно наверное хороший лучше лучший плохой быстро вместе только также почти очень
        один два три четыре пять шесть семь восемь девять десять сто тысяча
        """,
    "ar": """
        مرحبا السلام صباح مساء الخير شكرا فضلك عفوا اريد أريد نريد اود أود ارجو أرجو احتاج أحتاج يمكن يمكنني يمكنك يجب
        اعرف أعرف معرفة اعتقد فهم سؤال أسئلة جواب إجابة قل قال اشرح شرح صف وصف اذكر قائمة اكتب كتابة تقرير ملخص نص مقال
        وثيقة تفاصيل خطوة خطوات جدول مقارنة تحليل مساعدة ساعدني ابحث بحث وجد قراءة فعل عمل استخدام بداية نهاية حدث يحدث
        أصبح تغيير معنى يعني اسم يسمى يتعلق سبب أسباب أثر نتيجة نتائج يوجد جديد قديم كبير صغير طويل قصير حديث حالي سابق
        تالي أخير أول ثاني ثالث رئيسي مهم مختلف فرق نفس آخر كثير أكثر أقل قليل بعض كل جميع نصف جزء نوع شكل طريقة شيء
        مشكلة هدف مثال حالة معلومات فكرة موضوع كلمة دور عدد رقم كمية نسبة مستوى مجموعة شخص ناس رجل امرأة طفل عائلة شركة
        مكتب مكان بلد مدينة عالم بيت وقت مرة تاريخ سنة سنوات عام شهر أسبوع يوم أيام اليوم غدا أمس ليل ساعة دقيقة الآن
        دائما أبدا غالبا عادة حقا تماما سهل صعب ممكن ربما جيد أفضل سيئ سريع معا فقط أيضا جدا
        """,
    "zh": """
        好 想 你好 您好 谢谢 謝謝 感谢 感謝 请问 請問 麻烦 麻煩 不好意思 想要 希望 需要 知道 了解 明白 认为 認為 觉得 觉得 问题 問題 回答 告诉 告訴
        解释 解釋 说明 說明 描述 介绍 介紹 列出 列举 列舉 写一 寫一 报告 報告 总结 總結 摘要 概述 文章 文件 详细 詳細 简要 簡要 步骤 步驟 表格 比较
        比較 分析 帮助 幫助 帮忙 幫忙 查找 寻找 尋找 找到 看到 使用 利用 工作 开始 開始 结束 結束 发生 發生 成为 成為 改变 改變 变化 變化 意思
        意义 意義 称为 稱為 叫做 名称 名稱 名字 关于 關於 有关 有關 相关 相關 包括 包含 属于 屬於 原因 理由 影响 影響 结果 結果 存在 出现 出現 选择
        選擇 新的 大的 小的 最近 目前 现在 現在 以前 之前 之后 之後 以后 以後 最后 最後 最初 第一 第二 第三 主要 重要 不同 区别 區別 差别 差別 相同
        类似 類似 其他 许多 許多 很多 更多 部分 一些 每个 每個 全部 所有 一半 种类 種類 类型 類型 形式 方式 方法 事情 东西 東西 目的 目标 例子
        情况 情況 事实 事實 信息 資訊 资讯 想法 主题 主題 角色 数量 數量 数字 數字 比例 程度 水平 人们 人們 男人 女人 孩子 朋友 家庭 公司 同事 老板
        地方 地点 地點 地区 地區 国家 國家 城市 世界 时间 時間 时候 時候 日期 年份 哪年 月份 星期 今天 明天 昨天 小时 小時 分钟 分鐘 已经 已經
        一直 经常 經常 通常 一般 真的 确实 確實 简单 簡單 容易 困难 困難 可能 大概 也许 也許 能够 能夠 可以 正确 正確 错误 錯誤 更好 最好 最大 最多
        一起 只有 几乎 幾乎 非常 刚刚 剛剛 刚加 加入 上周 上週
        """,
    "ja": """
        こん にち ちは あり がと とう お願 願い いた ます です くだ さい 下さ 教え 知り たい 説明 記述 報告 要約 概要 文章 文書 詳細 手順 比較 分析
        質問 回答 助け 検索 使用 利用 仕事 開始 終了 発生 変化 意味 名前 名称 呼ば 関す 関連 含ま 原因 理由 影響 結果 存在 選択 最近 現在 以前 最後
        最初 主要 重要 違い 同じ 類似 多く 部分 種類 形式 方法 目的 例え 場合 事実 情報 主題 役割 数字 割合 程度 人々 男性 女性 子供 友人 家族 会社
        同僚 場所 地域 国家 都市 世界 時間 日付 年間 月間 週間 今日 明日 昨日 時々 通常 一般 簡単 困難 可能 多分 正確 最大 最高 一緒 非常 先週 入社
        """,
    "ko": """
        안녕 감사 고맙 죄송 부탁 원합 싶습 싶어 필요 알고 알려 이해 질문 답변 대답 설명 묘사 보여 목록 작성 보고 보고서 요약 개요 문서 글 자세 단계 표
        비교 분석 도움 찾아 찾고 사용 이용 작업 시작 종료 끝 발생 변화 의미 이름 명칭 관련 관한 포함 원인 이유 영향 결과 존재 선택 새로운 최근 현재 이전
        다음 마지막 첫 번째 주요 중요 차이 같은 비슷 다른 많은 부분 종류 유형 형태 방식 방법 목적 예 경우 사실 정보 생각 주제 역할 숫자 수량 비율 수준
        사람 남자 여자 아이 친구 가족 회사 동료 장소 지역 나라 도시 세계 시간 날짜 년 월 주 일 오늘 내일 어제 보통 일반 정말 정확 간단 쉬운 어려운 가능
        아마 좋은 함께 매우
        """,
}
"""By language code; words with blanks between them, of Chinese and Japanese pairs of characters."""
