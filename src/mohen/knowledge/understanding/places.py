"""Names of places that need no suffix to be known as such: a compact list, not a gazetteer."""

from __future__ import annotations

import re

from mohen.text.word_lists import words

_HAN = """
北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 济南 大连 沈阳 哈尔滨
长春 石家庄 太原 合肥 福州 厦门 南昌 南宁 昆明 贵阳 海口 三亚 兰州 西宁 银川 乌鲁木齐 拉萨
呼和浩特 香港 澳门 台北 高雄 台中 无锡 宁波 温州 佛山 东莞 珠海 中山 惠州 泉州 绍兴 嘉兴 金华
台州 常州 南通 徐州 扬州 镇江 烟台 潍坊 威海 洛阳 开封 桂林 柳州 大理 丽江 绵阳 宜昌 襄阳 株洲
湘潭 岳阳 汕头 湛江 江门 芜湖 唐山 保定 秦皇岛 邯郸 大同 包头 鞍山 吉林 延边 大庆 赣州 九江
景德镇 莆田 漳州 遵义 咸阳 宝鸡 延安 敦煌 河北 山西 辽宁 黑龙江 江苏 浙江 安徽 福建 江西 山东
河南 湖北 湖南 广东 广西 海南 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 内蒙古 台湾 东北 江南
大湾区 浦东 朝阳 海淀 中关村 望京 西湖 中国 美国 英国 法国 德国 日本 韩国 朝鲜 俄罗斯 意大利
西班牙 葡萄牙 荷兰 比利时 瑞士 瑞典 挪威 芬兰 丹麦 波兰 奥地利 希腊 土耳其 印度 泰国 越南 新加坡
马来西亚 印尼 印度尼西亚 菲律宾 柬埔寨 缅甸 老挝 尼泊尔 澳大利亚 澳洲 新西兰 加拿大 墨西哥 巴西
阿根廷 智利 埃及 南非 肯尼亚 以色列 阿联酋 迪拜 沙特 伊朗 乌克兰 爱尔兰 冰岛 匈牙利 捷克 欧洲
亚洲 非洲 美洲 北美 南美 东南亚 纽约 洛杉矶 旧金山 硅谷 西雅图 波士顿 芝加哥 华盛顿 休斯顿 费城
多伦多 温哥华 蒙特利尔 伦敦 曼彻斯特 爱丁堡 巴黎 柏林 慕尼黑 汉堡 法兰克福 罗马 米兰 威尼斯
佛罗伦萨 马德里 巴塞罗那 里斯本 阿姆斯特丹 布鲁塞尔 苏黎世 日内瓦 维也纳 布拉格 布达佩斯 华沙
斯德哥尔摩 奥斯陆 赫尔辛基 哥本哈根 莫斯科 圣彼得堡 东京 大阪 京都 名古屋 横滨 札幌 福冈 首尔
釜山 曼谷 清迈 河内 胡志明 吉隆坡 雅加达 巴厘岛 马尼拉 新德里 孟买 悉尼 墨尔本 布里斯班 奥克兰
开罗 伊斯坦布尔 耶路撒冷
"""

_LATIN = (
    """
Beijing|Shanghai|Tianjin|Chongqing|Guangzhou|Shenzhen|Hangzhou|Nanjing|Suzhou|Chengdu|Wuhan
Xi'an|Changsha|Qingdao|Dalian|Hong Kong|Macau|Taipei|Kunming|Xiamen|China|Taiwan|Japan|Korea
South Korea|India|Thailand|Vietnam|Singapore|Malaysia|Indonesia|Philippines|Nepal|Pakistan
Bangladesh|Sri Lanka|Australia|New Zealand|Canada|Mexico|Brazil|Argentina|Chile|Peru|Colombia
Costa Rica|Cuba|Egypt|South Africa|Kenya|Nigeria|Ghana|Morocco|Ethiopia|Israel|Turkey|Dubai|Iran
Iraq|Ukraine|Russia|Poland|Germany|France|Italy|Spain|Portugal|Netherlands|Belgium|Switzerland
Austria|Sweden|Norway|Finland|Denmark|Iceland|Ireland|Scotland|Wales|England|Greece|Hungary
Romania|Bulgaria|Croatia|Serbia|Czech Republic|UK|USA|US|United States|America|Europe|Asia
Africa|New York|New York City|NYC|Los Angeles|LA|San Francisco|San Diego|San Jose|Seattle
Portland|Boston|Chicago|Houston|Dallas|Austin|Denver|Phoenix|Philadelphia|Washington
Washington DC|Atlanta|Miami|Orlando|Detroit|Minneapolis|Las Vegas|Nashville|New Orleans
Pittsburgh|Toronto|Vancouver|Montreal|Ottawa|Calgary|London|Manchester|Edinburgh|Glasgow|Oxford
Cambridge|Bristol|Liverpool|Dublin|Paris|Lyon|Marseille|Berlin|Munich|Hamburg|Frankfurt|Cologne
Rome|Milan|Venice|Florence|Naples|Madrid|Barcelona|Lisbon|Porto|Amsterdam|Rotterdam|Brussels
Zurich|Geneva|Vienna|Prague|Budapest|Warsaw|Krakow|Stockholm|Oslo|Helsinki|Copenhagen|Moscow
Athens|Istanbul|Tokyo|Osaka|Kyoto|Seoul|Busan|Bangkok|Chiang Mai|Hanoi|Kuala Lumpur|Jakarta|Bali
Manila|Delhi|New Delhi|Mumbai|Bangalore|Sydney|Melbourne|Brisbane|Perth|Auckland|Cairo|Nairobi
Lagos|Cape Town|Mexico City|Buenos Aires|Rio de Janeiro|Sao Paulo|Santiago|Lima|Bogota
California|Texas|Florida|Ohio|Michigan|Oregon|Colorado|Arizona|Nevada|Utah|Illinois
Massachusetts|Pennsylvania|Virginia|Georgia|North Carolina|South Carolina|New Jersey|Hawaii
Alaska|Maine|Vermont|Wisconsin|Minnesota|Tennessee|Kentucky|Louisiana|Brooklyn|Manhattan|Queens
Hawaii|Yosemite|Silicon Valley
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

HAN = words(_HAN)
LATIN = frozenset(_LATIN)
_SUFFIX = (
    r"(?:自治区|特别行政区|省|市|县|区|镇|乡|村|州|岛|(?<![走马公跑上赶半一问带迷思套铁网电])路|街|大道|胡同|小区|广场|公园|机场"
    r"|车站|火车站|家园|花园)"
)
_HAN_LIST = "|".join(sorted(HAN, key=len, reverse=True))
_C = r"[^\W\d_a-zA-Z在是的了着过到去来从和跟与我你他她它这那有住搬于]"
HAN_PLACE = (
    rf"(?:{_HAN_LIST})(?:{_C}{{1,6}}?{_SUFFIX}|[省市县区])*"
    rf"|{_C}{{2,5}}?{_SUFFIX}(?!{_C}?人)"
)
_IS_HAN = re.compile(
    rf"(?:(?:{_HAN_LIST})(?:省|市|县|区)?)+(?:[一-鿿]{{1,8}}{_SUFFIX}|附近|周边|郊区)*"
    rf"|[一-鿿]{{2,8}}{_SUFFIX}"
)


def is_place(text: str) -> bool:
    """Whether a text is the name of a place, and nothing else."""
    return text in LATIN or bool(_IS_HAN.fullmatch(text))
