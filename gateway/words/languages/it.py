"""Italian."""

from __future__ import annotations

from gateway.words.languages.tables import ClaimWords, DeliverableWords, Language, QuotingWords

STOP_WORDS = """
    a abbia abbiamo abbiano ad agli ai al alcuna alcune alcuni alcuno all alla alle allo allora altra altre altri
    altro anche ancora avere avete aveva avevano avuto c che chi ci cio cioe coi col come con contro cosa cosi cui d
    da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello dentro deve devo devono di dopo
    dove dovere dovrebbe dunque e ed era erano essa esse essere essi esso fa faccio fanno far fare fatto fino forse
    fra fu fui furono gia gli ha hai hanno ho i il in infatti inoltre io l la le lei li lo loro lui ma me medesimo
    mentre mi mia mie miei mio molta molte molti molto ne negli nei nel nell nella nelle nello nessun nessuna
    nessuno no noi non nostra nostre nostri nostro nulla o od ogni oltre oppure per perche pero piu po poco poi
    possiamo posso possono potere potrebbe prima puo pure qual qualche qualcosa qualcuno quale quali quando quanta
    quante quanti quanto quasi quella quelle quelli quello quest questa queste questi questo qui quindi sara saranno
    se sei sempre senza si sia siamo siano siete so solo sono sopra sotto sta stanno stata state stati stato stessa
    stesso su sua sue sugli sui sul sull sulla sulle sullo suo suoi tale tali tanto te ti tra troppo tu tua tue tuo
    tuoi tutta tutte tutti tutto un una uno va vi voglio voi vorrei vostra vostre vostri vostro
    """

CLAIMS = ClaimWords(
    transition=r"""
    prima\sdi\stutto|innanzitutto|in\sprimo\sluogo|in\ssecondo\sluogo|poi|quindi|infine|ora|adesso|di\sseguito|in\s(?:sintesi|breve|conclusione|sostanza)
    |per\s(?:riassumere|concludere|iniziare)|detto\squesto|ecco|vediamo|passiamo|iniziamo|ci\ssono\s(?:diversi|diverse|alcun[ei]|due|tre)
    |le\sregole\ssono|certamente|certo|naturalmente|(?:spero|grazie|non\sesiti)\b
    """,
    refusal=r"""
    \bnon\s(?:posso|so|dispongo|ho|trovo|sono\s(?:riuscit|in\sgrado))\w*\b[^.]{0,40}
    |\b(?:base\sdi\sconoscenz[ae]|font[ei]|document[oi]|passagg[io]|brani|contesto)\b[^.]{0,40}?\bnon\s(?:contien|contengono|menzion|includ|offr|dic|fornisc|c['’]è|ci\ssono|indic|rispond)
    |\bnessun[ao]?\s(?:informazione|fonte|prova|menzione|risposta|dato)\b
    |\bnon\s(?:è\sstat[oa]\strovat|sono\sstat[ei]\strovat|ci\ssono\sinformazioni|c['’]è\snulla)
    """,
    apology=r"mi\sdispiace|purtroppo|spiacente",
    contrast=r"\b(?:ma|tuttavia|però)\b",
)
DELIVERABLE = DeliverableWords(
    traps=r"\bin sintesi\b|\bsintesi (?:vocale|proteica|clorofilliana)\b",
    enough=r"\b(?:riassum\w+|riassunt[oi]|sintesi|sintetizz\w+|panoramica|riepilog\w+)\b",
    about=r"\b(?:come|dove|quando|chi|perche|qual[ei]?)\b|\bcosa (?:dice|contiene|significa)\b",
    asked=(
        r"\b(?:scriv\w+|redig\w+|fa(?:i|mmi|re)|prepar\w+|elabor\w+|dammi|genera\w*|crea\w*|voglio|vorrei|"
        r"bisogno)\b(?: \w+){0,5} (?:relazione|rapporto|report|piano|schema)\b|^\W*(?:una? )?(?:relazione|"
        r"rapporto) (?:su\w*|dettagliat\w)\b"
    ),
    names=(
        r"riassum\w+|riassunt[oi]|sintesi|sintetizz\w+|panoramica|riepilog\w+|relazione|rapporto|report|piano|"
        r"schema"
    ),
    frame=(
        r"scriv\w+|redig\w+|fai|fammi|fare|prepar\w+|elabor\w+|dammi|genera\w*|crea\w*|voglio|vorrei|bisogno|"
        r"puoi|potresti|un[ao]?|breve|dettagliat\w|per|favore|mi"
    ),
)
LANGUAGE = Language(
    code="it",
    name="Italian",
    stemmer="italian",
    stop_words=STOP_WORDS,
    ambiguous="""
    a ad ai al all c che chi ci come con cosa d da dai e ed era fa far fare fino fra fu fui ha hai ho i il in io la
    le lei li lo lui ma me mi mia mie molto ne no noi non o od per po poi potere prima pure qual se sei sempre si
    sia so solo sono sta state stati stato su sue sui tale te ti tra troppo tu tua tue un uno va vi voi
    """,
    elisions="l un dell all nell sull dall quest quell c d",
    markers="di che per della delle gli sono nel con come dove",
    months=("gennaio; febbraio; marzo; aprile; maggio; giugno; luglio; agosto; settembre; ottobre; novembre; dicembre"),
    abbreviations_before_names="sig sig.ra sig.na sigg dott dott.ssa avv geom p.es",
    abbreviations_before_numbers="pag pagg cap tab num",
    abbreviations_anywhere="ecc s.p.a s.r.l",
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    quoting=QuotingWords(
        definition=(
            r"^(?:(?:che )?cos'? ?(?:e|era|sono|significa)|che (?:significa|cosa e)|chi (?:e|era|sono|"
            r"erano))\b|\bdefinizione\b|\bsignificato di\b"
        ),
        quantity=(
            r"\bquant[oaie]\b|\bquando\b|\b(?:che|quale) (?:anno|data|giorno|mese|ora|secolo|percentuale|"
            r"temperatura|prezzo|eta|numero)\b|\bqual ?e (?:il|la|l) ?'?(?:\w+ ){0,2}?(?:prezzo|numero|data|"
            r"eta|temperatura|quantita|percentuale|limite|termine|costo|popolazione)\b"
        ),
        method=r"\bcome (?:si|posso|possiamo|devo|faccio|funziona\w*|\w+[aei]re)\b|\bin che modo\b",
        listing=r"\bquali\b|\bche tipi\b|\belenca\b",
        table=r"\btabella\b|\blistino\b",
        reason=r"\bperche\b|\bper quale motivo\b|\bmotivo\b",
        copula=r"\b(?:significa|indica|designa|si chiama|consiste|si intende)\b",
        figure=(
            r"\b(?:una volta|due volte|giornalier\w+|settimanal\w+|mensil\w+|(?:al|ogni) (?:giorno|settimana|"
            r"mese|anno|ora|minuto))\b"
        ),
        cause=r"\b(?:poiche|siccome|dato che|affinche|percio|altrimenti)\b",
        anaphor=(
            r"(?:ess[oaie]|quest[oaie]|quell[oaie]|lui|lei|loro|cio|allora|inoltre|anche|suo|sua|suoi|sue|"
            r"entrambi|poi)\b(?!['’])"
        ),
        negation=r"\b(?:non|mai|senza|nessun\w*|tranne|eccetto|vietat\w+)\b",
        articles="il|lo|gli|uno?|una|ogni",
        announcement=r"\b(?:seguent[ei]|di seguito|(?:due|tre|quattro|cinque|divers[ei]) \w+(?=:))\b",
    ),
)
