"""Korean."""

from __future__ import annotations

from gateway.words.languages.tables import ClaimWords, DeliverableWords, Language, QuotingWords

CLAIMS = ClaimWords(
    transition=r"""
    먼저|우선|첫째|둘째|셋째|다음으로|그다음|이어서|그런\s다음|마지막으로|끝으로|요약하면|정리하면|결론적으로|다음은|아래는|이제|물론|네
    |도움이\s되|감사
    """,
    refusal=r"""
    (?:지식\s베이스|자료|문서|출처|맥락|구절)[^.]{0,30}(?:찾을\s수\s없|나와\s있지\s않|포함되어\s있지\s않|언급(?:되지|하지)\s않)
    |(?:정보|근거|답변|내용)(?:이|가|은|는|을|를|도)?[^.]{0,6}(?:찾을\s수\s없|찾지\s못|없습니다)
    |(?:답변|대답)(?:해\s드릴|할)?\s수\s없|알\s수\s없습니다|모르겠습니다
    """,
    apology=r"죄송(?:합니다|하지만)|유감스럽게도|안타깝게도",
    contrast=r"하지만|그러나|다만",
)
DELIVERABLE = DeliverableWords(
    traps="",
    enough="요약(?:해|하|문|을|본)|정리해|개요를|간추려",
    about="어디|언제|누가|왜|어떻게|무엇",
    asked="(?:보고서|리포트|계획서|기획서)[를을]? ?(?:작성|써|만들|준비)",
    names="(?:에 대한 )?(?:요약|정리|개요|보고서|리포트|계획서|기획서)[을를]? ?(?:작성|써|만들어|준비)?(?:해|하여)? ?(?:주세요|주십시오|줘)?",
    frame="^(?:간단히|짧게|자세히) ",
)
LANGUAGE = Language(
    code="ko",
    name="Korean",
    stemmer="english",
    stop_words_of="en",
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    quoting=QuotingWords(
        definition="(?:이?란|은|는) 무엇|무슨 뜻|누구(?:입니까|인가|였)|의미",
        quantity="얼마|몇 |언제|며칠|기간|요금|비용",
        method="어떻게|방법|절차",
        listing="어떤 것|무엇들|종류|나열",
        table="도표|일람표|가격표|표를",
        reason="왜|이유|원인",
        copula="이란|란 |을 의미|를 의미|을 말한|를 말한|라고 (?:한다|부르)",
        figure="매(?:일|주|월|년)|하루|한 (?:번|달|시간)",
        cause="때문|므로|따라서|이유",
        anaphor="이것|그것|이는|그는|그녀|이러한|그러한|또한|그리고|그래서|따라서",
        negation="않|없|못|금지|제외|아니",
        announcement="다음과 같|아래",
    ),
)
