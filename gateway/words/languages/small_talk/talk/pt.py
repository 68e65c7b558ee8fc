"""What is told of the collection and of answers in Portuguese, in words of any order."""

from __future__ import annotations

from gateway.words.languages.small_talk.table import Said, TalkWords

TALK = TalkWords(
    common=(
        "por favor|ola|oi|ok|e|entao|o|a|os|as|um|uma|de|do|da|dos|das|em|no|na|nos|nas|este|esta|estes|isto|isso"
        "|esse|essa|sao|esta|estao|foi|era|voce|voces|tu|teu|teus|tuas|seu|seus|sua|suas|me|te|lhe|eu|meu|minha"
        "|que|com|para|por|ha|tem|tens|ter|tenho|muito|mais|aqui|agora|tudo|todos|todas|pode|podes|bem|se|existe"
        "|existem|ou"
    ),
    documents=(
        "documento|documentos|arquivo|arquivos|ficheiro|ficheiros|fonte|fontes|colecao|base"
        "|base de conhecimento|base de conhecimentos|base de dados|biblioteca"
    ),
    things=(
        "texto|textos|artigo|artigos|titulo|titulos|manual|manuais|livro|livros|informacao|informacoes"
        "|conteudo|conteudos|material|materiais"
    ),
    you="voce|tens|falas?|posso|leste",
    kinds={
        "wrong": Said(
            marks=(
                "errad[oa]|incorret[oa]|fals[oa]|nao (?:e|era|foi|ajuda|ajudou|responde|respondeu|serve|esta)"
                "|erro|outra coisa|bobagem|certeza|inutil|sentido|resposta ruim|engan\\w*"
            ),
            words=(
                "errado|errada|incorreto|incorreta|falso|falsa|nao|ajuda|ajudou|responde|respondeu|resposta|serve"
                "|erro|outra|coisa|bobagem|certeza|inutil|sentido|nenhum|perguntei|perguntava|pergunta|queria"
                "|procurava|procurando|dizer|correto|certo|certa|verdade|ruim|ma|isso|faz|engano|enganado|enganou"
                "|pedi"
            ),
        ),
        "unclear": Said(
            marks=(
                "nao (?:entendo|entendi|compreendo|percebo|percebi|esta claro|ficou claro)"
                "|que (?:voce )?quer(?:es)? dizer|confus\\w*"
            ),
            words=(
                "nao|entendo|entendi|compreendo|percebo|percebi|claro|ficou|quer|queres|dizer|explica|explique"
                "|explicar|confuso|nada|resposta|simples|desculpe|desculpa|novamente|vez"
            ),
        ),
        "newest": Said(
            marks="recentes?|nov[oa]s?|ultim[oa]s?|atualiza\\w*|antigo|novidades|recentemente",
            words=(
                "recente|recentes|recentemente|novo|novos|nova|novas|ultimo|ultimos|ultima|ultimas|atualizado"
                "|atualizados|atualizada|atualizadas|atualizacao|antigo|novidades|novidade|qual|quais|quando"
                "|mostre|mostra|liste|adicionado|adicionados|data|algo|lido|foram"
            ),
        ),
        "languages": Said(
            marks="linguas?|idiomas?|LANGUAGE",
            words=(
                "lingua|linguas|idioma|idiomas|LANGUAGE|qual|quais|quantos|mostre|mostra|liste|algo|fala|falas"
                "|entende|entendes|posso|perguntar|responder|responde|escrito|escritos|perguntas|fazer"
                "|disponiveis"
            ),
        ),
        "number": Said(
            marks="quant[oa]s?|numero|total|tamanho|grande",
            words=(
                "quantos|quantas|quanto|numero|total|tamanho|grande|leu|lidos|lido|leste|conhece|contem|paginas"
                "|passagens|diga|qual|consultar|disponiveis|carregados|ao|indexados|foram"
            ),
        ),
        "documents": Said(
            marks=(
                "THING (?:voce tem|tens)|"
                "DOC|temas?|assuntos?|sobre o que|(?:o que|que) (?:voce )?sabes?|resumo|indice|visao geral"
            ),
            words=(
                "tema|temas|assunto|assuntos|sobre|sabe|sabes|resumo|indice|visao|geral|qual|quais|mostre|mostra"
                "|liste|lista|diga|de me|leu|leste|conhece|conheces|cobre|contem|algo|posso|perguntar|disponiveis"
                "|usa|utiliza|baseia|respostas|vem|onde|ver|tratam|falam|tipo|nomes|carregados|lidos"
            ),
        ),
        "help": Said(
            marks=(
                "(?:o )?que e (?:isto|isso|este|esta)|como (?:funciona|se usa|uso|utilizo|usar)|quem (?:e|es)"
                "|o que (?:voce )?(?:e|faz|fazes|pode|podes|sabe)|o que (?:eu )?posso(?: \\w+)* pergunt\\w+"
                "|exemplos? de perguntas?|ajud\\w*|para que serve\\w*|por onde|expli\\w* como|que perguntas"
            ),
            words=(
                "como|funciona|funcionas|usa|uso|usar|posso|utilizo|utilizar|faco|fazer|faz|fazes|quem|es|sabe"
                "|sabes|exemplo|exemplos|ajuda|ajudar|ajude|serve|onde|comeco|comecar|explique|explica|preciso"
                "|robo|humano|bot|pessoa|maquina|assistente|site|pagina|ferramenta|chat|programa|responder|quais"
                "|perguntas|pergunta|perguntar|falo|tipo|e|formular"
            ),
        ),
        "thanks": Said(
            marks=(
                "obrigad[oa]|agradeco|util|uteis|ajudou|otima resposta|boa resposta|bom trabalho|excelente"
                "|perfeito|fantastico|otimo|valeu"
            ),
            words=(
                "obrigado|obrigada|agradeco|util|uteis|ajudou|bastante|otima|boa|bom|trabalho|resposta|excelente"
                "|perfeito|perfeita|fantastico|otimo|valeu|procurava|precisava|queria|saber|ajuda|claro|entendi"
                "|tchau|exatamente|pergunta|rapida|pela|pelo|mil|gentil|foi|certo"
            ),
        ),
    },
    languages=(
        "pt:portugues en:ingles fr:frances de:alema(?!nha) zh:chines es:espanhol it:italian nl:holandes"
        " nl:neerlandes sv:suec(?!ia) pl:polones pl:polac ru:russ(?!ia) ja:japones ko:corean ar:arab"
    ),
    subject=Said(
        marks="DOC|algo|alguma coisa|que (?:voce )?(?:tem|tens|sabe|sabes|ha|conhece)|sabe|tudo",
        words=(
            "algo|alguma|coisa|qual|quais|mostre|mostra|liste|procure|encontre|sabe|sabes|conhece|algum|guia"
            "|instrucoes|disponivel|disponiveis|quero|outro"
        ),
    ),
    relation=(
        "sobre(?: o tema)?(?: [oa]s?)?|acerca d[eoa]s?|relacionad[oa]s? com(?: [oa]s?)?|(?:que )?(?:falam?"
        "|tratam?) (?:de|do|da|dos|das|sobre)|(?:que )?mencionam?|contem a palavra|a respeito d[eoa]s?"
        "|(?<=sabe )d[eoa]s?|(?<=manual )d[eoa]"
    ),
    after="por favor|aqui",
    contents=(
        "o que (?:ha|tem|diz|contem|existe|esta)(?: (?:em|no|na|nos|nas))?(?: (?:o|a|os|as))?(?: (?:documento"
        "|arquivo|ficheiro))? (.+)|(?:abra|abre|abrir|mostre|mostra|mostrar)(?: me)?(?: (?:o|a|os"
        "|as))?(?: (?:documento|arquivo|ficheiro))? (.+)|(?:de|do) que trata(?: (?:o|a|os|as))?(?: (?:documento"
        "|arquivo))? (.+)|(?:(?:mostre|mostra) )?(?:o |a |os |as )?(?:indice|sumario|conteudo|titulos|capitulos"
        "|secoes|estrutura) (?:do|da|dos|das|de) (.+)|que (?:secoes|capitulos|temas) (?:tem|contem"
        "|ha n[oa])(?: (?:o|a))? (.+)"
    ),
)
