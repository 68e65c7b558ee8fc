"""Chinese words by which the answer memory tells questions apart."""

from __future__ import annotations

from gateway.words.languages.tables import (
    FigureWords,
    KindWords,
    NegationWords,
    OrderWords,
    PersonWords,
    ReadingWords,
    counted,
    listed,
    named,
)

READING = ReadingWords(
    phrases=r"""
(?:隔|每隔)?(?:多久|多长时间)(\S{0,6}?)一[次回] => \1频率
何时|什么时间|啥时候?|几点钟 => 什么时候
怎样|如何|怎麼 => 怎么
(?:的)?(?:流程|步骤|手续|方法|程序)(?:是什么|有哪些|是怎么的|是怎么样的) => 怎么
表示什么|代表什么 => 是什么意思
(哪)一?个(?!月|人) => \1
谁来 => 谁
支付|付款|付钱|缴付 => 付
怎么处理 => 怎么办
^什么是([^?？]+)([?？]?)$ => \1是什么意思\2
要不要|需不需要|用不用|该不该|应不应该 => 需要
是不是|是否|有没有|有无|能不能|能否|可不可以|可否|会不会|行不行|好不好 => 吗
(\S)不\1(?=\S) => \1
(几|多少|[\d一二两三四五六七八九十百])(?:个|名|位|本|张|支|条|台|份|件|只|家|间|种|辆|部|双|把|枚)(?!月|人|性|[0-9一二三四五六七八九十]) => \1
e-?mail|电子邮箱|电子邮件 => 邮件
wi[- ]fi => wifi
自动(?:取款|提款|柜员)机|取款机|提款机 => atm
(?:双(?:因素|因子|重)|两步|二步|多因素)(?:身份)?(?:认证|验证) => 2fa
"""
)
KINDS = KindWords(
    rules=r"""
(?:多久|多长时间).{0,6}一[次回]|频率|几次 => frequency
多久|多长时间|几天|多少天|几个?(?:月|小时|星期|周|年|工作日)|多少(?:个)?(?:月|小时|星期|周|年|工作日|时间)|时长|期限多 => duration count amount
多少钱|什么价|几块|几元|多少费用|费用是?多少|价格是?多少|多少元|怎么收费|如何收费|收费标准 => price count thing
几岁|多大年纪|多大年龄|年龄 => age
多远 => distance
为什么|为何|为啥|什么原因|什么理由|原因是|怎么会|怎么回事 => cause
什么时候|何时|几点|哪一?天|什么时间|几号|啥时候?|哪(?:个)?月|几月|截止到?(?:哪|几) => time
(?:哪里|哪儿|在哪)(?:可以|能)?(?:修改|查看|下载|找|设置|更改|查询|看) => place manner
哪个?(?:城市|国家|地区|省|州|房间|楼层?)|什么(?:城市|国家|地区) => place thing
哪里|哪儿|何处|什么地方|哪个地方|在哪|去哪|从哪 => place
会怎么样|什么(?:后果|影响|结果) => thing manner
谁|哪位|什么人|哪个?(?:人|部门|负责人) => person
多少|几|多大|多高|多重|多长|多宽|多快 => count amount
怎么办|怎么样?做|怎么|如何|怎样|咋|什么(?:方法|方式|途径|流程|步骤|手续)|哪些(?:方法|方式|途径|流程|步骤|手续) => manner
什么|哪些|哪个|哪种|哪一|啥|哪 => thing
吗|是否|能否|可否|么$ => polar
""",
    names="""
time => 时间 日期
duration => 时间 时长 期限
price => 价格 价钱 费用 钱 价
amount => 数量 数目
count => 数量 数目 钱
place => 地点 位置 地方
manner => 方法 方式 流程 步骤 手续 办法
cause => 原因 理由
frequency => 频率
""",
    nouns=r"""
价格|费用|价钱|收费|租金 => price
数量|金额|上限|下限|最多|最少|比例|额度|号码 => count amount
时间|日期|截止|期限 => time duration
期限|时长|周期|续航|有效期|保修期|试用期 => duration time
地址|地点|位置|场所 => place
负责人|联系人|部门 => person
步骤|流程|方法|方式|手续|程序|途径 => manner
原因|理由 => cause
""",
)
NEGATION = NegationWords(
    negations="(?:不(?!同|错|仅|但|过|论|管|久|好意思|动产|锈钢|得不|得已|只)|没(?!关系)|未(?!来|必)|无(?!线|论|人机|锡|条件)|非(?!常|洲)|(?<![特级类性识区分个鉴])别(?!墅|人|的)|勿|莫|避免|防止)",
    must="必须|必需|一定要|强制|务必|需要|(?<![不只重主想将快])要(?![求点么是])",
    should="应该|应当|(?<![不应])该(?!软|公|产|如|怎)",
    may="可以|(?<![不功性智技职节])能(?![力源量效])|允许|准许|许可",
)
FIGURES = FigureWords(
    ones=listed("一"),
    quarter="第?([1-4一二三四])季度",
    past="以前|过去|当时|曾经?|当初",
    future="将要|将会|将来|即将|(?<=[\u4e00-\u9fff])将(?=[\u4e00-\u9fff])(?!军|就)",
    digits={"零": 0, "〇": 0} | counted(["一", "二 两", "三", "四", "五", "六", "七", "八", "九"]),
    powers={"十": 10, "百": 100, "千": 1000, "万": 10000},
    number="([零〇一二两三四五六七八九十百千万]+)(?=天|日|周|个|年|小时|分钟|秒|次|元|块|人|名|位|岁|条|份|张|台|件|级|层|楼|号|室|米|公里|期|步|节|章|种|倍|折|星|点|版)",
    relative_dates=named(
        "this year = 今年; last year = 去年; next year = 明年; year before last = 前年; this month = 本月, 这个月"
        "; last month = 上个月, 上月; next month = 下个月, 下月; this week = 本周, 这周; last week = 上周; next week = 下周"
        "; this quarter = 本季度; last quarter = 上季度; next quarter = 下季度; today = 今天; tomorrow = 明天"
        "; yesterday = 昨天; spring = 春季, 春天; summer = 夏季, 夏天; autumn = 秋季, 秋天; winter = 冬季, 冬天"
        "; spring festival = 春节; national day = 国庆; mid-autumn = 中秋; christmas = 圣诞; new year = 元旦"
        "; dragon boat = 端午; qingming = 清明; first half = 上半年; second half = 下半年"
    ),
    month=r"(?<!\d)(\d{1,2}|[一二三四五六七八九十]{1,2})月(?!租|薪)",
    date=r"\d{4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?|\d{1,2}月",
    weekday="(?:星期|礼拜|周)([一二三四五六日天1-6])(?!年|期)",
    weekdays=counted(["一", "二", "三", "四", "五", "六", "日 天"]),
)
PERSONS = PersonWords(
    related="孩子 儿子 女儿 子女 小孩 儿童|妻子 丈夫 配偶 老婆 老公 爱人|父母 父亲 母亲 爸爸 妈妈|同事|朋友|领导 上司 老板 经理 主管|邻居|客人 访客|秘书 助理|室友|兄弟 姐妹|家人 家属",
    related_owner="({})的",
    someone_else="别人|他人|其他(?:人|用户|员工|客户|成员)|另一个(?:人|用户|员工|客户)|第三方",
    owner="(我们?|咱们?|本人|自己|你们?|您|他们?|她们?|它们?)(?:自己)?的|(?<=[替帮为给])(我|你|他|她)",
    actor="(?<![给替帮为和跟与向对让请])(我们?|咱们?|你们|他们?|她们?)(?!自己的|的|们)",
    pronouns=named("self = 我, 咱, 本, 自; you = 你, 您; he = 他; she = 她; it = 它"),
)
ORDER = OrderWords(even=listed("和 与 跟 及 或 同 、 还 是"), passive="被|由", asked_object="(?<![是由])谁[?？]?$")
