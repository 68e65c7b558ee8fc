"""Korean."""

from __future__ import annotations

from gateway.words.languages.tables import ClaimWords, DeliverableWords, Language

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
)
