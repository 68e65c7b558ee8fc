"""Chinese sentences that claim nothing: transitions, refusals, apologies."""

from __future__ import annotations

from gateway.words.languages.tables import ClaimWords

CLAIMS = ClaimWords(
    transition=r"""
    首先|其次|接着|接下来|然后|最后|好的|当然|总之|综上(?:所述)?|总的来说|简而言之|下面|以下(?:是|为)?|如下|让我们|我们(?:来|先|再)?(?:看|看看|分析|讨论)
    |希望(?:这|以上|对)|谢谢|感谢
    """,
    refusal=r"""
    (?:未|没有?|无法|不能)(?:能)?(?:在[^。]{0,20}(?:知识库|资料|文档|来源)[^。]{0,10})(?:找到|查到|提及|涉及|包含)
    |(?:知识库|资料|文档|来源|上下文)[^。，]{0,8}(?:没有|未|并未|不)(?:找到|查到|提及|提到|涉及|包含|提供|说明|记载|相关)
    |我(?:无法|不能|没有办法|没法|不知道|不清楚)
    |(?:未|没有)(?:找到|查到)(?:相关|任何|足够)?(?:的)?(?:信息|依据|资料|内容|答案|证据)
    """,
    apology=r"(?:很)?抱歉|对不起|很遗憾",
    contrast=r"但|不过|然而|只是",
)
