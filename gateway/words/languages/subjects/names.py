"""Places, organisations, products and languages that people write without capitals: one group a line, or between "|",
of the names that one thing has in the languages. The first of them stands for all. A language may add its own; without
them a name is told by its capital. Names that are words as well stand in `AMBIGUOUS`."""

from __future__ import annotations

from gateway.words.languages.tables import listed

KNOWN = """
france 法国|germany allemagne deutschland 德国|england angleterre 英格兰|uk 英国|usa 美国|spain espagne 西班牙|italy italie 意大利|portugal 葡萄牙
belgium belgique 比利时|switzerland suisse 瑞士|austria autriche 奥地利|netherlands holland 荷兰|luxembourg 卢森堡|ireland irlande 爱尔兰
scotland ecosse 苏格兰|wales|poland pologne 波兰|sweden suede 瑞典|norway norvege 挪威|denmark danemark 丹麦|finland finlande 芬兰
greece grece 希腊|russia russie 俄罗斯|ukraine 乌克兰|canada 加拿大|quebec|mexico mexique 墨西哥|brazil bresil 巴西|argentina argentine 阿根廷
china chine 中国|taiwan 台湾|japan japon 日本|korea coree 韩国|india inde 印度|australia australie 澳大利亚|singapore singapour 新加坡
morocco maroc 摩洛哥|algeria algerie|tunisia tunisie|egypt egypte 埃及|turkey turquie 土耳其|israel 以色列|europe 欧洲|asia asie 亚洲|africa afrique 非洲
paris 巴黎|london londres 伦敦|berlin 柏林|munich 慕尼黑|hamburg|madrid 马德里|barcelona barcelone 巴塞罗那|rome 罗马|milan 米兰|brussels bruxelles 布鲁塞尔
geneva geneve 日内瓦|zurich 苏黎世|vienna vienne 维也纳|amsterdam 阿姆斯特丹|dublin 都柏林|lyon 里昂|marseille|toulouse|bordeaux|lille|nantes|nice|strasbourg
montreal 蒙特利尔|toronto 多伦多|chicago 芝加哥|boston 波士顿|tokyo 东京|seoul seoul 首尔|delhi|sydney 悉尼|moscow moscou 莫斯科
北京 beijing pekin|上海 shanghai|广州 guangzhou|深圳 shenzhen|杭州 hangzhou|南京 nanjing|成都 chengdu|重庆 chongqing|武汉 wuhan|西安 xian|天津 tianjin
苏州 suzhou|香港 hongkong|澳门 macau|台北 taipei|青岛 qingdao|大连 dalian|厦门 xiamen|长沙 changsha|郑州 zhengzhou|广东 guangdong|浙江 zhejiang|江苏 jiangsu
google 谷歌|microsoft 微软|amazon 亚马逊|facebook|iphone|ipad|android 安卓|ios|windows|macos|linux|ubuntu|samsung 三星|huawei 华为|xiaomi 小米
visa|mastercard 万事达|paypal|支付宝 alipay|微信 wechat|银联 unionpay|dhl|ups|fedex 联邦快递|chronopost|顺丰|中通|圆通|whatsapp|slack|zoom|outlook|gmail|excel|powerpoint
chrome|firefox|safari|edge|postgresql postgres|mysql|sqlite|oracle|python|java|javascript|docker|kubernetes|github|gitlab|淘宝 taobao|京东|抖音 tiktok
中国银行|工商银行|建设银行|农业银行|招商银行|english anglais 英语 英文|french francais 法语 法文|german allemand 德语|spanish espagnol 西班牙语|chinese chinois 中文 汉语|japanese japonais 日语
"""
AMBIGUOUS = listed("nice edge visa ups turkey wales oracle safari zoom slack excel rome inde")
"""Only with a capital are these names."""
