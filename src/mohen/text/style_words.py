"""The words and marks that style is measured by, how a text is cut into them, and their counts.

Chinese is read through its overlapping pairs of characters, so every Chinese entry has two
characters (single ones are counted directly) and one dictionary look-up a pair finds them all.
A tag that starts with "-" is a guard: the pair holds a character that counts elsewhere and must
not count here (之后 is not classical, 目的 is no attribute). Decides nothing about style.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af〇"
_CJK = _HAN + r"\u3040-\u30ff\uac00-\ud7a3"  # with kana and Hangul
_HAN_ONE = re.compile(f"[{_HAN}]")
_LETTER = "A-Za-zÀ-ÖØ-öø-ɏ"
_CLOSERS = r"\"'”’」』）)\]】》*_"

_WORD = re.compile(rf"[{_LETTER}]+(?:['’-][{_LETTER}]+)*")
_TOKEN = re.compile(rf"[{_LETTER}\d]+(?:['’-][{_LETTER}\d]+|(?<=\d)[.,:]\d+)*")
_NO_UNIT = re.compile(rf"[^\nw{_CJK}]+")
_LINE = re.compile(r"\w[^\n]*")
_ABBREVIATION = re.compile(
    r"\b(Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|cf|e\.g|i\.e|[A-HJ-Z])\.(?=[\s,])"
)
# A full stop or an ellipsis ends a sentence only before a space or a closing mark; a lower-case
# letter always continues it: "Go!" he said.
_STOP = re.compile(
    rf"[。！？｡!?.…]++(?:(?<=[。！？｡!?])|(?=[\s{_CLOSERS}]|\Z))[{_CLOSERS}]*+(?!\s*[a-z])"
)
# Unclosed “ 「 『 run to the end of the line, as in speeches of several paragraphs.
_QUOTED = re.compile(
    r"“[^”\n]*+(?:”|$)|「[^」\n]*+(?:」|$)|『[^』\n]*+(?:』|$)|\"[^\"\n]*+\""
    r"|‘(?:[^‘’\n]|’(?=\w))*+’(?!\w)",
    re.MULTILINE,
)
_SPEECH_END = frozenset("。！？…—，；,.!?;~～-")
_SPEECH_START = frozenset("：:，,")


def split_speech(text: str) -> tuple[str, str]:
    """The text outside and inside dialogue.

    A quotation is speech when punctuation closes it or a colon or comma leads into it;
    a quoted term (所谓“自由”) is neither.
    """
    if not any(mark in text for mark in '“「『"‘'):
        return text, ""
    outside, inside, at, seen = [], [], 0, 0
    for match in _QUOTED.finditer(text):
        start, end = match.span()
        last = match[0].rstrip('”」』"’ ')[-1:]
        led = text[seen:start].rstrip(" ")[-1:]
        seen = end
        if last in _SPEECH_END or led in _SPEECH_START:
            outside.append(text[at:start])
            inside.append(match[0])
            at = end
    outside.append(text[at:])
    return "\n".join(outside), "\n".join(inside)


def cut(text: str) -> str:
    """The skeleton of a text: one character a unit (C72), one line a sentence.

    A unit is a CJK character, which stands for itself, or a Latin word or number, which
    becomes `w`; so the length of a line is characters in Chinese and words in English.
    """
    plain = _ABBREVIATION.sub(r"\1", text) if "." in text else text
    return units(_STOP.sub("\n", plain))


def units(text: str) -> str:
    return _NO_UNIT.sub("", _TOKEN.sub("w", text))


def count_units(text: str) -> int:
    skeleton = units(text)
    return len(skeleton) - skeleton.count("\n")


def count_paragraphs(text: str) -> int:
    """Lines with anything to read; a line of asterisks is no paragraph. Never below one."""
    return max(1, len(_LINE.findall(text)))


def has_han(text: str) -> bool:
    return _HAN_ONE.search(text) is not None


def words(text: str) -> list[str]:
    """Latin words in lower case, with straight apostrophes."""
    return _WORD.findall(text.lower().replace("’", "'"))


def entries(text: str) -> frozenset[str]:
    return frozenset(text.split())


def tagged(**groups: str) -> dict[str, str]:
    """Word → tag from `tag="word word …"`; a word belongs to the first tag that names it."""
    table: dict[str, str] = {}
    for tag, listed in groups.items():
        for word in listed.split():
            table.setdefault(word, tag)
    return table


class Tags:
    """Two-character words with a tag each, and how often each tag occurs in a text."""

    def __init__(self, **groups: str) -> None:
        self.of = tagged(**groups)
        self._candidates = _neighbours(self.of)

    def tally(self, text: str) -> Counter[str]:
        return Counter(filter(None, map(self.of.get, self._candidates.findall(text))))


def _neighbours(pairs: Iterable[str]) -> re.Pattern[str]:
    """Finds every two neighbouring characters that might be one of the pairs.

    One scan over two sets of characters; an alternation of the words takes ten times as long.
    """
    first, second = ("".join(sorted(set(each))) for each in zip(*pairs, strict=True))
    return re.compile(f"(?=([{first}][{second}]))")


_MARKS = {
    "exclamation": "！!",
    "question": "？?",
    "comma": "，,",
    "semicolon": "；;",
    "colon": "：:",
}
_ELLIPSIS = re.compile(r"…+|\.{3,}|。{3,}")
# A run of three hyphens or more is a ruled line.
_DASH = re.compile(r"—+|─{2,}|(?<!-)--(?!-)|(?<=\s)–(?=\s)")


def count_marks(text: str) -> dict[str, int]:
    """Punctuation by habit; …… and —— are one mark each. Most texts have neither."""
    found = {name: sum(map(text.count, marks)) for name, marks in _MARKS.items()}
    dotted = any(sign in text for sign in ("…", "...", "。。。"))
    dashed = any(sign in text for sign in ("—", "--", "–", "──"))
    found["ellipsis"] = len(_ELLIPSIS.findall(text)) if dotted else 0
    found["dash"] = len(_DASH.findall(text)) if dashed else 0
    return found


# --- Chinese ----------------------------------------------------------------------------

_DEGREE_ZH = "很颇太"
_CLASSICAL_ZH = "矣焉哉兮曰吾汝亦乃皆岂"
_COLLOQUIAL_ZH = "啊呀呢吧嘛呗啦哦噢咯喽嘞咱俺啥咋"
SIGHT_ZH = "红绿蓝紫"

_GUARDS = {
    "-的": "目的 的确 的士 标的 我的 你的 他的 她的 它的 们的 谁的 的。 是的",
    "-地": """土地 大地 草地 田地 工地 基地 场地 阵地 各地 当地 本地 外地 天地 陆地 空地 领地
        营地 墓地 圣地 内地 倒地 落地 满地 遍地 在地 着地 湿地 园地 山地 平地 战地 民地 原地
        的地 拔地 扫地 就地 一地 此地 某地 两地 异地 余地 种地 雪地 沙地 荒地 地方 地上 地下
        地面 地板 地铁 地图 地址 地球 地区 地位 地点 地带 地毯 地狱 地震 地窖 地道 地主 地形
        地势 地里 地理 地底 地砖 地步 地盘 地平 地窗 地府 地牢 地契""",
    "-之": """之后 之前 之间 之一 之中 之下 之上 之外 之内 之类 之所 之际 之时 之处 之初 之余
        之久 之多 分之 总之 反之 随之 为之 加之 换之 久之""",
    "-乎": "似乎 几乎 在乎 乎乎 近乎 出乎 合乎 热乎 软乎",
    "-文": "支吾 在焉 乃至",  # the rest of the classical single characters
    "-口": "酒吧 网吧 吧台 吧嗒 呢子 呢绒 呢喃 吧唧",
    "-太": "太阳 太太 太监 太子 太后 太平 太爷 老太",
}

TAGS_ZH = Tags(
    **_GUARDS,
    degree="""非常 十分 特别 格外 相当 无比 万分 极其 极为 极度 异常 甚为 分外 过于 尤为
        极了 透顶 最为 更加 越发 愈发 何等 实在 着实 简直 完全 绝对""",
    classical="者也 也。 也！ 也； 何其 何以 然则 若夫 无不 莫不 之乎 未尝",
    colloquial="哎哟 得了 没事 咋样 咋办 干嘛 干啥 压根 瞎扯 拉倒 够呛 靠谱 哥们 老子 玩意",
    simile="仿佛 如同 宛如 宛若 犹如 恍若 好似 恰似 有如 好像 好比 似的",
    sight="""看见 望见 瞥见 凝视 注视 盯着 凝望 映入 明亮 闪烁 昏暗 光芒 光线 阴影 月光 阳光
        灯光 影子 朦胧 模糊 鲜艳 晶莹 透明 斑驳 耀眼 刺眼 暗淡 雪白 苍白 漆黑 乌黑 灰白 金黄
        灰色 白色 黑色 黄色 金色 银色 银白 褐色 火光 余晖 倒影 轮廓 身影 剪影 幽暗 闪光 发亮
        发白 反光 光晕 灰暗 星光 烛光 霞光 泛着 色彩 颜色 映着""",
    sound="""声音 响声 听见 听到 轰鸣 沙沙 哗哗 哗啦 叮当 嗡嗡 咔嚓 吱呀 寂静 喧闹 嘈杂 回声
        歌声 哭声 笑声 步声 呼啸 低语 呜咽 滴答 钟声 雷声 风声 雨声 鸟鸣 鸣叫 嘶哑 沉闷 尖叫
        啪的 砰的 轰隆 静悄 鸦雀 喧哗 琴声 鼓声 枪声 蝉鸣 虫鸣 咕噜 噼啪 簌簌 潺潺 淅沥 回荡
        嘹亮 清脆 刺耳 巨响 喘息""",
    smell="""气味 味道 香气 香味 芳香 清香 花香 幽香 腥味 腥气 臭味 恶臭 霉味 焦味 闻到 嗅到
        扑鼻 刺鼻 酒气 烟味 汗味 血腥 芬芳 馥郁 药味 香水 茶香 墨香 饭香 甜香 焦糊 闻着 异味
        鼻尖 鱼腥""",
    taste="""甜美 甘甜 苦涩 酸涩 咸味 鲜美 辛辣 滋味 舌尖 品尝 尝到 甜味 苦味 酸味 清甜 辣味
        咸咸 甜甜 酸甜 可口 回甘 入口 发苦 发甜 发酸 咸涩 爽口 醇厚 香甜""",
    touch="""冰冷 冰凉 温热 滚烫 粗糙 柔软 光滑 潮湿 湿漉 坚硬 刺痛 触摸 抚摸 摸到 触感 寒意
        凉意 暖意 温暖 炽热 灼热 黏腻 麻木 战栗 颤栗 湿冷 干燥 细腻 毛茸 刺骨 凉飕 轻抚 发烫
        冰冻 僵硬 触到 潮气 闷热 微凉""",
)

# 像 after these is an image, not a comparison; before these it is an adjective.
_SIMILE_LIKE = re.compile(r"(?<![好想图画录偶肖雕石佛头影神音铜塑群])像(?![话样素])")
# An opening simile word and its closing 一样 or 似的 are one simile, not two.
_SIMILE_CLOSED = re.compile(r"(?:像|仿佛|如同|犹如|宛如|好似)[^。！？\n]{1,20}?似的")

# 千辛万苦, 左顾右盼: frames that make four-character phrases; the exclusions are ordinary grammar.
_IDIOM_FRAME = re.compile(
    rf"(?:千.[万百]|东.西|左(?!手|边).右|七.八|半(?!个).半|若.若|忽.忽|无.无|自(?!己).自|百.百|欲.欲"
    rf"|不(?![得能会可是要敢])(.)不(?!\1)|一(?![个天点次步片条只下声句层遍张年边面])(.)一(?!\2))"
    rf"[{_HAN}]"
)

_IDIOMS = """
    一见钟情 一如既往 一目了然 一无所有 一无所知 一言不发 一言难尽 一帆风顺 一鸣惊人 一触即发
    一望无际 一丝不苟 一败涂地 一筹莫展 一本正经 一塌糊涂 一鼓作气 一视同仁 一往情深 一意孤行
    三心二意 三言两语 三番五次 九死一生 五光十色 五花八门 人山人海 人声鼎沸 人来人往 从容不迫
    众所周知 众目睽睽 众说纷纭 依依不舍 供不应求 侃侃而谈 促膝长谈 信口开河 全力以赴 全神贯注
    八面玲珑 兴高采烈 兴致勃勃 养尊处优 冠冕堂皇 再接再厉 冷嘲热讽 出人意料 出类拔萃 出生入死
    刀光剑影 别有用心 别出心裁 刻不容缓 前所未有 前仆后继 力不从心 力挽狂澜 功亏一篑 勃然大怒
    包罗万象 单枪匹马 危在旦夕 历历在目 原封不动 参差不齐 反复无常 发扬光大 取而代之 变幻莫测
    口是心非 只言片语 叱咤风云 各式各样 各抒己见 同病相怜 同甘共苦 同舟共济 名不虚传 名副其实
    名正言顺 后顾之忧 司空见惯 吞吞吐吐 听天由命 呆若木鸡 呕心沥血 咄咄逼人 咬牙切齿 哄堂大笑
    哭笑不得 哑口无言 喋喋不休 喜出望外 喜怒无常 喜笑颜开 垂头丧气 堂而皇之 塞翁失马 墨守成规
    声嘶力竭 声势浩大 夜深人静 夜长梦多 大吃一惊 大名鼎鼎 大失所望 大惊失色 大惊小怪 大张旗鼓
    大义凛然 大海捞针 大雨滂沱 天衣无缝 天翻地覆 天长地久 天真烂漫 天涯海角 天昏地暗 失魂落魄
    奄奄一息 奋不顾身 奇形怪状 好高骛远 如影随形 如愿以偿 如火如荼 如履薄冰 如释重负 如鱼得水
    妙不可言 孤注一掷 孤苦伶仃 守株待兔 安然无恙 完美无缺 家喻户晓 家破人亡 对牛弹琴 寸步不离
    寻根究底 小心翼翼 小题大做 层出不穷 居高临下 山清水秀 岌岌可危 川流不息 巧夺天工 平易近人
    平淡无奇 年复一年 应接不暇 应有尽有 座无虚席 异口同声 弱不禁风 张牙舞爪 弥天大谎 当机立断
    形影不离 形形色色 得心应手 得意忘形 得意洋洋 德高望重 心不在焉 心平气和 心急如焚 心惊胆战
    心惊肉跳 心旷神怡 心满意足 心灰意冷 心照不宣 心甘情愿 心神不宁 心事重重 心有余悸 必不可少
    忍俊不禁 忍无可忍 忐忑不安 忘恩负义 念念不忘 怒不可遏 怒气冲冲 急中生智 性命攸关 怦然心动
    恋恋不舍 恍然大悟 恰到好处 恼羞成怒 悄无声息 悬崖勒马 情不自禁 情投意合 惊天动地 惊心动魄
    惊慌失措 惊涛骇浪 惟妙惟肖 想方设法 意味深长 意气风发 愁眉苦脸 感激涕零 慢条斯理 憨态可掬
    成千上万 成群结队 我行我素 战战兢兢 手忙脚乱 手足无措 手无寸铁 打草惊蛇 扣人心弦 承前启后
    投机取巧 披星戴月 拔刀相助 拐弯抹角 拭目以待 持之以恒 指手画脚 据为己有 提心吊胆 摇摇欲坠
    摩拳擦掌 支支吾吾 斩钉截铁 斩草除根 断断续续 无动于衷 无可奈何 无济于事 无精打采 无能为力
    无微不至 旁若无人 昏昏欲睡 春暖花开 昙花一现 明目张胆 明察秋毫 显而易见 暗无天日 有条不紊
    有口难言 望而却步 望眼欲穿 朝夕相处 杂乱无章 束手无策 来龙去脉 杳无音信 栩栩如生 根深蒂固
    格格不入 梦寐以求 欢天喜地 欣喜若狂 歇斯底里 毅然决然 毛骨悚然 气喘吁吁 气急败坏 气势汹汹
    水落石出 沉默寡言 没精打采 波澜壮阔 泣不成声 泪流满面 洋洋得意 津津有味 流连忘返 浑浑噩噩
    海阔天空 深不可测 深思熟虑 混水摸鱼 渐行渐远 漫不经心 漫山遍野 火上浇油 灯火通明 灯火辉煌
    炯炯有神 热泪盈眶 热火朝天 焕然一新 熙熙攘攘 熟视无睹 燃眉之急 爱不释手 狼吞虎咽 狼狈不堪
    狭路相逢 玩世不恭 理所当然 理直气壮 瑟瑟发抖 生机勃勃 画蛇添足 画龙点睛 痛不欲生 痛哭流涕
    痴心妄想 目不转睛 目瞪口呆 目不暇接 相依为命 相提并论 眉开眼笑 眼花缭乱 睡眼惺忪 破口大骂
    破釜沉舟 碧空如洗 神采奕奕 神魂颠倒 祸不单行 秋高气爽 空空如也 突如其来 穷途末路 竭尽全力
    笑逐颜开 筋疲力尽 粉身碎骨 精疲力竭 精神抖擞 精益求精 素不相识 络绎不绝 继往开来 绘声绘色
    置之不理 置若罔闻 翩翩起舞 老泪纵横 耀武扬威 耳濡目染 聚精会神 肆无忌惮 自以为是 自相矛盾
    若无其事 若有所思 草木皆兵 莫名其妙 落荒而逃 萍水相逢 蒸蒸日上 虎视眈眈 虚张声势 蛛丝马迹
    行色匆匆 街头巷尾 袖手旁观 触目惊心 言不由衷 设身处地 语重心长 谈笑风生 趾高气扬 跃跃欲试
    车水马龙 转瞬即逝 轻描淡写 轻而易举 迫不及待 迫在眉睫 迷迷糊糊 逃之夭夭 遍体鳞伤 郁郁寡欢
    里应外合 金碧辉煌 针锋相对 铤而走险 镇定自若 长年累月 门庭若市 闷闷不乐 阴差阳错 随心所欲
    随波逐流 雕梁画栋 雷厉风行 青山绿水 面不改色 面红耳赤 面面相觑 鞭长莫及 顺理成章 风和日丽
    风尘仆仆 风雨交加 风平浪静 饥肠辘辘 马不停蹄 骑虎难下 高深莫测 鬼使神差 鸡犬不宁 鸦雀无声
    黯然失色 黯然神伤 默默无闻 龙飞凤舞
"""
_IDIOMS_BY_HEAD: dict[str, list[str]] = {}
for _idiom in _IDIOMS.split():
    _IDIOMS_BY_HEAD.setdefault(_idiom[: len("成语")], []).append(_idiom)


_IDIOM_HEADS = _neighbours(_IDIOMS_BY_HEAD)


def count_idioms(text: str) -> int:
    """Four-character idioms: the commonest by list, the rest by the frames that make them."""
    found = len(_IDIOM_FRAME.findall(text))
    for head in _IDIOMS_BY_HEAD.keys() & set(_IDIOM_HEADS.findall(text)):
        found += sum(map(text.count, _IDIOMS_BY_HEAD[head]))
    return found


def count_chinese(text: str, outside: str) -> Counter[str]:
    """How often each feature occurs that is counted in words; persons only outside dialogue."""
    tags = TAGS_ZH.tally(text)
    count = text.count

    def single(characters: str) -> int:
        return sum(map(count, characters))

    similes = tags["simile"] + len(_SIMILE_LIKE.findall(text))
    tags["intensifiers"] = tags["degree"] + single(_DEGREE_ZH) - tags["-太"]
    attributes = count("的") - count("似的") - tags["-的"] + count("地") - tags["-地"]
    tags["modifiers"] = max(0, attributes) + tags["intensifiers"]
    tags["idioms"] = count_idioms(text)
    tags["classical"] += single(_CLASSICAL_ZH) - tags["-文"]
    tags["classical"] += max(0, count("之") - tags["-之"]) + max(0, count("乎") - tags["-乎"])
    tags["colloquial"] += single(_COLLOQUIAL_ZH) - tags["-口"]
    tags["similes"] = similes - len(_SIMILE_CLOSED.findall(text))
    tags["sight"] += single(SIGHT_ZH)
    tags["first"] = outside.count("我") - outside.count("自我") + outside.count("咱")
    tags["third"] = outside.count("他") - outside.count("其他") + outside.count("她")
    return tags


# --- English ----------------------------------------------------------------------------

TAGS_EN = tagged(
    first="i i'm i've i'll i'd me my mine myself we we're we've we'll we'd us our ours ourselves",
    third="""he he's he'll he'd him his himself she she's she'll she'd her hers herself they
        they're they've they'll they'd them their theirs themselves""",
    degree="""very really quite extremely incredibly absolutely totally utterly completely
        rather terribly awfully truly highly so too exceedingly remarkably particularly
        especially""",
    colloquial="""gonna wanna gotta kinda sorta dunno lemme gimme yeah yep nope nah okay ok hey
        huh uh um wow oops cool guy guys stuff dude buddy cuz 'cause ain't y'all shit damn hell
        crap""",
    sight="""saw see seen watched gazed stared glimpsed bright dim dark gleamed gleaming
        glittered glowing glowed glow shone shining shadow shadows light pale vivid red blue
        green yellow white black grey gray golden silver scarlet crimson purple brown flickered
        flickering shimmer shimmering silhouette dazzling faded colour color colours colors
        glimmer murky""",
    sound="""heard hear listened sound sounds noise silence silent quiet loud whisper whispered
        murmur murmured roar roared hum hummed humming buzz buzzed rustle rustled clatter
        clattered crash crack cracked echo echoed thud creak creaked hiss hissed scream screamed
        howl howled rang ringing click clicked shrill hoarse muffled bang thunder rumble""",
    smell="""smell smelled smelt smells scent scented odor odour stench stink stank reek reeked
        aroma fragrance fragrant perfume musty whiff sniffed sniff acrid""",
    taste="""taste tasted tastes bitter sour salty sweet savory savoury spicy tangy flavor
        flavour delicious tart sugary tongue""",
    touch="""cold cool warm hot icy chill chilly rough smooth soft hard wet damp dry sticky
        sharp touched touch stroked velvet silky prickly numb burning coarse slick sting stung
        texture""",
)

_CONTRACTED_ENDS = ("n't", "'re", "'ll", "'ve", "'d", "'m")
# Only where 's is a verb; the possessive (John's) is no contraction.
_CONTRACTED = entries(
    "it's he's she's that's what's there's who's let's where's here's how's everything's nobody's"
)
_SIMILE_EN = re.compile(
    r"\blike (?:an?|the|some|his|her|its|their|two|so many)\b|\bas (?:if|though)\b"
    r"|\bas (?!soon|well|long|far|much|many|often)\w+ as\b"
)

_MODIFIER_ENDS = ("ly", "ful", "ous", "less", "ish", "ive", "able", "ible", "ical", "esque")
_NO_MODIFIER = entries("""only family families early reply fly july italy belly bully ally apply
    supply rely lily jelly assembly anomaly multiply imply comply butterfly holly folly table
    able unable cable stable fable vegetable constable english finish wish fish dish vanish
    punish establish publish polish british irish spanish perish five live give drive arrive
    dive hive alive forgive receive survive strive thrive achieve deceive perceive conceive
    revive archive olive native detective executive relative motive unless bless less handful
    mouthful spoonful fistful doubtful syllable bible regardless nevertheless nonetheless""")

_PAST = entries("""was were had did said went came saw took made got knew thought felt gave found
    told became left kept let put held brought began stood heard ran sat spoke lay led rose fell
    met paid wrote lost sent built caught drew drove ate broke chose wore won bore taught fought
    slept flew forgot hid threw shook woke swung struck sang sank slid spun sprang stole swore
    tore wept bent bound bit blew bought burst clung crept dealt dug fled flung froze grew hung
    leapt lit meant read rode rang sold shone shot shut spent spread stuck swam swept understood
    wound wasn't weren't hadn't didn't couldn't wouldn't could would""")
_NO_PAST = entries("""need indeed hundred red bed shed speed feed seed weed bleed breed exceed
    proceed succeed wicked sacred naked kindred sled fed led wed ted fred used""")
_PRESENT = entries("""is are am has have do does says goes comes looks takes makes thinks knows
    sees feels walks turns stands sits runs wants needs gets gives finds tells keeps holds
    begins hears speaks falls lies leans smiles nods waits asks stares watches isn't aren't
    hasn't haven't don't doesn't can will can't won't i'm it's he's she's they're we're you're""")
# An -ed form after these is a participle and says nothing of the tense: is closed, to be told.
_AUXILIARY = entries("is are am be been being was were has have had get gets got it's he's")
_SUBJECTS_OF_S = entries("he she it who")


def count_english(text: str, words: list[str], told: list[str]) -> Counter[str]:
    """The same for English; `told` is the words outside dialogue, which alone have a tense."""
    tags = Counter(filter(None, map(TAGS_EN.get, words)))
    ends, never = _MODIFIER_ENDS, _NO_MODIFIER
    modifiers = [word for word in words if word.endswith(ends) and word not in never]
    tags["intensifiers"] = tags["degree"]
    # An intensifier in -ly is one modifier, not two.
    plain = sum(TAGS_EN.get(word) != "degree" for word in modifiers)
    tags["modifiers"] = plain + tags["degree"]
    tags["contractions"] = sum("'" in word and _contracted(word) for word in words)
    tags["similes"] = len(_SIMILE_EN.findall(text.lower()))
    outside = Counter(map(TAGS_EN.get, told))
    tags["first"], tags["third"] = outside["first"], outside["third"]
    before = ["", *told]
    tags["past"] = sum(map(_is_past, told, before))
    tags["present"] = sum(map(_is_present, told, before))
    return tags


def _contracted(word: str) -> bool:
    return word.endswith(_CONTRACTED_ENDS) or word in _CONTRACTED


def _is_past(word: str, prior: str) -> bool:
    if word in _PAST:
        return True
    return word.endswith("ed") and word not in _NO_PAST and prior not in _AUXILIARY


def _is_present(word: str, prior: str) -> bool:
    if word in _PRESENT:
        return True
    return prior in _SUBJECTS_OF_S and word.endswith("s") and word not in _PAST
