"""What is told of the collection and of answers in Italian, in words of any order."""

from __future__ import annotations

from gateway.words.languages.small_talk.table import Said, TalkWords

TALK = TalkWords(
    common=(
        "per favore|ciao|ok|e|allora|quindi|il|lo|la|i|gli|le|l|un|uno|una|di|del|della|dei|delle|in|nel|nella"
        "|nelle|nei|a|al|questo|questa|questi|queste|quello|cio|e|sono|sei|era|tu|tuo|tua|tuoi|tue|suoi|sue|suo"
        "|sua|vostri|vostre|ti|mi|ci|c|si|lei|io|che|cosa|con|per|su|sul|ha|hai|avete|ho|molto|piu|qui|ora|tutto"
        "|tutti|tutte|puoi|puo|bene|stato|d|o"
    ),
    documents=(
        "documento|documenti|file|fonte|fonti|raccolta|collezione|base|base di conoscenza|banca dati|biblioteca"
    ),
    things=(
        "testo|testi|articolo|articoli|titolo|titoli|manuale|manuali|libro|libri|informazioni|informazione"
        "|contenuto|contenuti|materiale|materiali"
    ),
    you="hai|parli|tuoi?|capisci|conosci|posso",
    kinds={
        "wrong": Said(
            marks=(
                "sbagliat[oa]|errat[oa]|fals[oa]|non (?:e|era|mi|aiuta|risponde|hai|ha|serve|va)|errore"
                "|altra cosa|altro|sciocchezz\\w*|sicur[oa]|inutile|senso|scorretto|risposta cattiva"
            ),
            words=(
                "sbagliato|sbagliata|sbagliando|sbagli|errato|errata|falso|falsa|non|aiuta|aiutato|risponde"
                "|risposto|risposta|serve|errore|altra|altro|sciocchezze|sciocchezza|sicuro|sicura|inutile|senso"
                "|alcun|scorretto|chiesto|chiedevo|domanda|volevo|cercavo|dire|corretto|giusto|giusta|vero|quel"
                "|quello|ha|cattiva|va|intendevo|nessun"
            ),
        ),
        "unclear": Said(
            marks=("non (?:ho )?(?:capisco|capito|e chiaro|comprendo)|cosa (?:vuoi|intendi|vuole)|confus\\w*"),
            words=(
                "non|ho|capisco|capito|chiaro|comprendo|vuoi|intendi|vuole|dire|spiega|spiegami|spiegare|confuso"
                "|confusa|niente|nulla|risposta|semplice|semplicemente|scusa|scusi|ancora"
            ),
        ),
        "newest": Said(
            marks="recent[ei]|nuov[oaie]|ultim[oaie]|aggiornat\\w*|aggiornamento|vecchio|novita|recentemente",
            words=(
                "recente|recenti|recentemente|nuovo|nuovi|nuova|nuove|ultimo|ultimi|ultima|ultime|aggiornato"
                "|aggiornati|aggiornate|aggiornata|aggiornamento|vecchio|novita|qual|quale|quali|quando|mostra"
                "|mostrami|elenca|aggiunto|aggiunti|data|qualcosa|quanto|letto"
            ),
        ),
        "languages": Said(
            marks="lingu[ae]|LANGUAGE",
            words=(
                "lingua|lingue|LANGUAGE|qual|quale|quali|quanti|mostra|mostrami|elenca|qualcosa|parli|parla"
                "|capisci|posso|chiedere|rispondere|rispondi|scritti|scritto|domande|fare|disponibili"
            ),
        ),
        "number": Said(
            marks="quant[oiae]|numero|totale|grande|dimensione",
            words=(
                "quanto|quanti|quante|quanta|numero|totale|grande|dimensione|letto|conosci|contiene|pagine"
                "|passaggi|dimmi|esistono|qual|consultare|disponibili|caricati|indicizzati"
            ),
        ),
        "documents": Said(
            marks=(
                "THING (?:hai|avete)|"
                "DOC|argoment[oi]|tem[ai]|di (?:cosa|che) (?:parlano|trattano)|cosa sai|su (?:cosa|che)"
                "|panoramica|indice"
            ),
            words=(
                "argomento|argomenti|tema|temi|parlano|trattano|sai|sa|panoramica|indice|qual|quale|quali|mostra"
                "|mostrami|elenca|elenco|lista|dimmi|dammi|letto|conosci|conosce|copri|contiene|qualcosa|posso"
                "|chiedere|disponibili|usi|utilizzi|basi|risposte|vengono|dove|vedere|da|esistono|tipo|nomi"
                "|caricati|chiederti"
            ),
        ),
        "help": Said(
            marks=(
                "cos e|cosa e|che cos|come (?:funziona|si usa|uso|utilizzo)|chi (?:sei|e|siete)|cosa (?:sei|fai"
                "|puoi|sai)|cosa posso(?: \\w+)* chied\\w+|esemp\\w+ di domand\\w+|aiut\\w*|sei"
                "|a (?:che )?cosa serv\\w*|da dove|spiega\\w* come|quali domande"
            ),
            words=(
                "cos|come|funziona|funzioni|usa|uso|usare|posso|faccio|fare|utilizzo|utilizzare|chi|sei|siete|fai"
                "|sai|esempi|esempio|aiuto|aiutami|aiutarmi|aiutare|serve|servi|dove|inizio|iniziare|comincio"
                "|spiega|spiegami|dammi|bisogno|robot|umano|bot|persona|macchina|assistente|sito|pagina|web"
                "|strumento|chat|programma|rispondere|quali|domande|domanda|chiedere|chiederti|chiedo|parlo|tipo"
                "|formulare|ho|da"
            ),
        ),
        "thanks": Said(
            marks=(
                "grazie|ringrazio|utile|utili|aiutato|ottima risposta|buona risposta|buon lavoro|bravo|brava"
                "|eccellente|perfetto|fantastico|ottimo"
            ),
            words=(
                "grazie|mille|tante|molte|infinite|ringrazio|utile|utili|aiutato|ottima|buona|buon|lavoro"
                "|risposta|bravo|brava|eccellente|perfetto|perfetta|fantastico|ottimo|quello|cercavo|cercando"
                "|serviva|sapere|volevo|aiuto|chiaro|capito|arrivederci|esattamente|proprio|domanda|veloce"
                "|informazione|gentile|risolto|stato"
            ),
        ),
    },
    languages=(
        "it:italian en:ingles fr:frances de:tedesc zh:cines es:spagnol pt:portoghes nl:olandes sv:svedes"
        " pl:polacc ru:russ(?!ia) ja:giappones ko:corean ar:arab"
    ),
    subject=Said(
        marks="DOC|qualcosa|(?:cosa|che) (?:hai|sai|avete|c e|conosci)|sai|tutto",
        words=(
            "qualcosa|qual|quale|quali|mostra|mostrami|elenca|cerca|trova|dammi|sai|sa|conosci|esiste|esistono"
            "|qualche|guida|istruzioni|disponibile|disponibili|voglio|altro"
        ),
    ),
    relation=(
        "su(?:l|lla|llo|lle|gli|i|ll)?(?: tema)?|riguardo (?:a|al|alla|ai|alle)|riguardant[ei](?: il| la| i| le)?"
        "|relativ[oi] (?:a|al|alla|ai|alle)|(?:che )?(?:parlano|parla|trattano|tratta) (?:di|del|della|dei|delle"
        "|dello|dell)|(?:che )?(?:menzionano|citano)|contengono la parola|a proposito (?:di|del|della)"
        "|(?<=sai )(?:di|del|della|dei|delle)|(?<=manuale )(?:di|del|della|per)"
    ),
    after="per favore|qui",
    contents=(
        "(?:che )?cosa (?:c e|dice|contiene|si trova|trovo)(?: (?:in|nel|nella|nello))?(?: (?:il|la|lo|i|le"
        "|l))?(?: (?:documento|file))? (.+)|(?:apri|aprire|apra|mostra|mostrami|mostrare|visualizza)(?: (?:il|la"
        "|lo|i|le|l))?(?: (?:documento|file))? (.+)|di (?:cosa|che) (?:parla|tratta)(?: (?:il|la|lo|i|le"
        "|l))?(?: (?:documento|file))? (.+)|(?:(?:mostra|mostrami|dammi) )?(?:l |il |i |le |la )?(?:indice"
        "|sommario|contenuto|titoli|capitoli|sezioni|struttura) (?:del|della|dello|dei|di|dell) (.+)"
        "|quali (?:sezioni|capitoli|argomenti) (?:ha|contiene|tratta|ci sono (?:in|nel|nella))(?: (?:il|la"
        "|lo))? (.+)"
    ),
)
