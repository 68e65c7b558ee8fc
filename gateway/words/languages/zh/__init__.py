"""Chinese."""

from __future__ import annotations

from gateway.words.languages.tables import Language, QuotingWords, UnspacedWords
from gateway.words.languages.zh.claims import CLAIMS
from gateway.words.languages.zh.deliverables import DELIVERABLE
from gateway.words.languages.zh.followups import GRAMMAR
from gateway.words.languages.zh.memory_exclusions import ROUTING
from gateway.words.languages.zh.memory_facets import FIGURES, KINDS, NEGATION, ORDER, PERSONS, READING
from gateway.words.languages.zh.substitutes import SWAPS

_KEPT = "目的|的确|了解|存在|在线|有效|有限|有序|对象|对比|对话|对应|和谐|以太|是非|与会|被动|把握|着色|着重|到达|从属|之后|之前|么么"
_FUNCTION_WORDS = (
    "多长时间|多长|多远|多高|多重|几天|几年|几次|几点|为什么|怎么样|什么样|是不是|有没有|能不能|可不可以|什么|怎么|怎样|如何|为何|哪些|哪个|哪里|哪种|哪儿|多少|几个|多久|多大|谁|哪"
    "|是否|是的|可以|可能|能够|能否|应该|需要|必须|以及|或者|或是|还是|并且|而且|因为|由于|所以|因此|如果|若是|但是|不过|虽然|然而|那么|这样|那样"
    "|我们|你们|他们|它们|她们|自己|这个|那个|这些|那些|一个|一些|一种|每个|其中|其他|关于|对于|根据|通过|进行|已经|正在|就是|也是|都是|不是|没有"
    "|请问|请|告诉我|介绍一下|说明一下|解释一下|一下"
    "|的|了|吗|呢|吧|啊|呀|嘛|么|是|在|和|与|及|或|被|把|着|它|我|你|他|她|这|那|之|于|而|且|则|让|使|给|将|也|都|就|还|又|很|会|要|能|可|有|对|从|到|为|以"
)
LANGUAGE = Language(
    code="zh",
    name="Chinese",
    has_spaces=False,
    stemmer="english",
    stop_words_of="en",
    general=(
        "时间 时候 时刻 今天 明天 昨天 每天 每年 每次 今年 去年 明年 小时 分钟 一天 一年 一次 第一 东西 事情 地方 方式 方法 办法 情况"
    ),
    unspaced=UnspacedWords(
        function_words=_FUNCTION_WORDS,
        kept_words=_KEPT,
        function_characters="的了吗呢吧啊呀嘛么是在和与及或被把着它我你他她这那之于而且则让使给将也都就还又很会要能可有对从到为以不个上下中里时",
        numerals="一二三四五六七八九十",
        ordinal_sign="第",
        item_units="点条项步个",
        year_sign="年",
        month_sign="月",
        day_signs="日号",
    ),
    quoting=QuotingWords(
        definition="什么是|是什么|什么意思|何谓|何为|指的是|是指|谁是|是谁",
        quantity=(
            "多少|几[个天次年月日小点种位元分度条名级]|多久|多长|多大|多高|多远|多重|什么时候|何时|几点|哪天|哪年|温度|价格|费用"
        ),
        method="怎么|怎样|如何|步骤|方法",
        listing="哪些|哪几|哪种|有什么|列出",
        table="表格|一览表|一覽表|价目表|價目表|价格表|對照表|对照表",
        reason="为什么|为何|原因",
        copula="是指|是|指|意味着|表示|意思|说明|即|称为",
        figure="[一二两三四五六七八九十百千万半][个天次年月日周小点种位元分度条名级倍]|每[天周月年日次小]",
        cause="因为|由于|所以|因此|以免|否则|为了",
        anaphor="[它他她其此]|这|该|那|否则|然后|同样|也",
        negated="[不没未无勿].|禁止|除外",
        straddling=r".[不没未]",
        announcement="以下|如下|下列|[两二三四五六七几多0-9] ?[种个项步点条类]",
    ),
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    unspaced_grammar=GRAMMAR,
    routing=ROUTING,
    reading=READING,
    kinds=KINDS,
    swaps=SWAPS,
    negation=NEGATION,
    figures=FIGURES,
    persons=PERSONS,
    order=ORDER,
    person_name=(
        "[赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹苏潘范彭马方袁柳唐罗薛雷贺汤于傅齐康顾孟黄萧尹姚邵毛戴宋庞梁杜阮蓝贾江郭梅林钟徐邱高夏蔡田胡霍万卢莫房丁邓石崔龚程陆段刘叶白赖](?:[一-龥]{1,2})?(?:先生|女士|小姐|老师|教授|经理|总监|主任|博士|医生)"
    ),
    negation_words=frozenset("不没無无未非否莫勿"),
)
