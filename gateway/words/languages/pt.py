"""Portuguese."""

from __future__ import annotations

from gateway.words.languages.tables import ClaimWords, DeliverableWords, FigureWords, Language, QuotingWords, listed

STOP_WORDS = """
    a ainda alem algo alguem algum alguma algumas alguns ambos ante antes ao aonde aos apenas apos aquela aquelas
    aquele aqueles aquilo as assim ate atraves cada com como contra cuja cujo da dao daquela daquele das de dela
    delas dele deles depois desde dessa desse desta deste deve devem devo disso disto do dos duas e ela elas ele
    eles em enquanto entao entre era eram es essa essas esse esses esta estamos estao estar estas estava estavam
    este estes estou eu faz fazer feito fez foi for fora foram fosse ha haja havia isso isto ja la lhe lhes logo
    mais mas me mediante meio menos mesma mesmas mesmo mesmos meu meus minha minhas muita muitas muito muitos na
    nada nao naquela naquele nas nem nenhum nenhuma nessa nesse nesta neste no nos nossa nossas nosso nossos num
    numa nunca o onde os ou outra outras outro outros para pela pelas pelo pelos per perante pode podem poder podia
    pois por porem porque posso pouca pouco poucos pra quais qual qualquer quando quanta quantas quanto quantos que
    quem quero se seja sejam sem sempre sendo ser sera serao seu seus si sido so sob sobre sou sua suas tal talvez
    tambem tanta tanto tao te tem temos tendo tenha tenho ter teu teus teve ti tido tinha tinham toda todas todavia
    todo todos tu tua tuas tudo um uma umas uns vai vao voce voces vos vossa vosso
    """

CLAIMS = ClaimWords(
    transition=r"""
    primeiro|em\sprimeiro\slugar|segundo|a\sseguir|em\sseguida|depois|finalmente|por\s(?:fim|último)|agora|em\s(?:resumo|suma|conclusão|síntese)
    |para\s(?:resumir|concluir|começar)|dito\sisto|aqui\s(?:está|estão)|estas?\ssão|vejamos|vamos|passemos|há\s(?:vári[oa]s|algum[oa]s|dois|duas|três)
    |as\sregras\ssão|claro|certamente|(?:espero|obrigad[oa]|não\shesite)\b
    """,
    refusal=r"""
    \bnão\s(?:posso|sei|disponho|tenho|encontr(?:o|ei)|consegui)\b
    |\b(?:base\sde\sconhecimentos?|fontes?|documentos?|trechos?|passagens?|contexto)\b[^.]{0,40}?\bnão\s(?:cont[éê]m|mencion|inclu|oferec|diz|fornec|há|indic|respond)
    |\bnenhum[a]?\s(?:informação|fonte|prova|menção|resposta|dado)\b
    |\bnão\s(?:foi\sencontrad|foram\sencontrad|há\s(?:informaç|dados|provas|nenhuma))
    """,
    apology=r"lamento|desculpe|infelizmente|sinto\smuito",
    contrast=r"\b(?:mas|porém|contudo|no\sentanto|todavia)\b",
)
DELIVERABLE = DeliverableWords(
    traps=r"\bem (?:resumo|sintese)\b",
    enough=r"\b(?:resum(?:a|e|ir|os?)|sintese|sintetiz\w+|visao geral|panorama)\b",
    about=r"\b(?:como|onde|quando|quem|por ?que|qual|quais)\b|\bo que (?:diz|contem|significa)\b",
    asked=(
        r"\b(?:escrev\w+|redig\w+|fa(?:ca|z|zer)|prepar\w+|elabor\w+|de-me|de|ger[ae]\w*|cri[ae]\w*|preciso|"
        r"quero|gostaria)\b(?: \w+){0,5} (?:relatorio|plano|esboco)\b|^\W*(?:um )?relatorio (?:sobre|de|"
        r"acerca)\b"
    ),
    names=r"resum\w+|sintese|sintetiz\w+|geral|panorama|relatorio|plano|esboco",
    frame=(
        r"escrev\w+|redig\w+|fa(?:ca|z|zer)|prepar\w+|elabor\w+|ger[ae]\w*|cri[ae]\w*|preciso|quero|gostaria|"
        r"pode|uma?|visao|breve|detalhado|por|favor|me"
    ),
)
LANGUAGE = Language(
    code="pt",
    name="Portuguese",
    stemmer="portuguese",
    stems_accents=True,
    stop_words=STOP_WORDS,
    ambiguous="""
    a as da das de do dos e ela ele em era es fez foi for fora ha la logo mas me meio na nada no nos num o os ou per
    pode poder pois por pra se sem ser sera seu si so sob sou tal te tem ter teu ti tu tua um uns vos
    """,
    markers="os um uma nao com dos das na em por",
    letters="ãõ",
    months="janeiro; fevereiro; marco; abril; maio; junho; julho; agosto; setembro; outubro; novembro; dezembro",
    day_joins="de",
    abbreviations_before_names="sr sra srs dr dra eng prof exmo exma p.ex",
    abbreviations_before_numbers="pág págs cap núm art",
    abbreviations_anywhere="etc ltda",
    figures=FigureWords(unsure_months=listed("marco")),
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    quoting=QuotingWords(
        definition=(
            r"^\W*(?:o que (?:e|sao|era|foi|significa)|quem (?:e|sao|era|foi|foram))\b|\bdefinicao\b|"
            r"\bsignificado de\b"
        ),
        quantity=(
            r"\bquant[oa]s?\b|\bquando\b|\b(?:que|qual) (?:ano|data|dia|mes|hora|seculo|percentagem|"
            r"porcentagem|temperatura|preco|idade|numero)\b|\bqual (?:e|era|foi) [oa] (?:\w+ ){0,2}?(?:preco|"
            r"numero|data|idade|temperatura|quantidade|limite|prazo|custo|valor|populacao)\b"
        ),
        method=(
            r"\bcomo (?:se|posso|podemos|devo|faco|funciona\w*|\w+[aei]r)\b|\bpassos\b|\bde que (?:maneira|"
            r"forma)\b"
        ),
        listing=r"\bquais\b|\bque tipos\b",
        table=r"\btabelas?\b|\blista de precos\b",
        reason=r"\bpor ?que\b|\bmotivo\b",
        copula=r"\b(?:sao (?:uma?|os?|as?)|significa|refere-se|designa|chama-se|consiste)\b",
        figure=(
            r"\b(?:uma vez|duas vezes|diari[oa]\w*|semanal\w*|mensal\w*|(?:ao|por|cada) (?:dia|semana|mes|"
            r"ano|hora|minuto))\b"
        ),
        cause=r"\b(?:porque|pois|uma vez que|ja que|por isso|devido a)\b",
        anaphor=(
            r"(?:eles?|elas?|ist[oa]|isso|est[ea]s?|ess[ea]s?|aquel[ea]s?|entao|alem disso|tambem|seus?|"
            r"suas?|ambos|depois)\b(?!['’])"
        ),
        negation=r"\b(?:nao|nunca|sem|nenhum\w*|exceto|salvo|proibid\w*)\b",
        articles="os?|as?|uma?|uns|umas|cada",
        announcement=r"\b(?:seguintes?|a seguir|(?:dois|duas|três|quatro|cinco|vários|várias) \w+(?=:))\b",
    ),
)
