"""The parts of a Chinese clause: its subject and its values."""

from __future__ import annotations

from mohen.core.values import dataclass
from mohen.knowledge.model import AGENT, USER, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import SpokenOf, Who, tidy
from mohen.knowledge.understanding.entities import HAN_NAME, SURNAMES
from mohen.knowledge.understanding.zh import words
from mohen.text.lazy_pattern import LazyPattern

# -- Of whom a Chinese clause speaks: 我, 我妈妈, 我同事张三, 李四, 她, 你; or nobody is named.


SELF = Who(USER, "用户")
YOU = Who(AGENT, "助手")

# As said → as kept, so that 我妈 and 母亲 are one.
_SAME = {
    **dict.fromkeys(("妈妈", "妈", "母亲", "老妈", "妈咪", "娘"), "妈妈"),
    **dict.fromkeys(("爸爸", "爸", "父亲", "老爸", "爹"), "爸爸"),
    **dict.fromkeys(("妻子", "老婆", "太太", "媳妇", "媳妇儿", "爱人", "夫人"), "妻子"),
    **dict.fromkeys(("丈夫", "老公", "先生"), "丈夫"),
    **dict.fromkeys(("女朋友", "女友", "女票"), "女朋友"),
    **dict.fromkeys(("男朋友", "男友", "男票"), "男朋友"),
    **dict.fromkeys(("哥哥", "哥"), "哥哥"),
    **dict.fromkeys(("姐姐", "姐"), "姐姐"),
    **dict.fromkeys(("弟弟", "弟"), "弟弟"),
    **dict.fromkeys(("妹妹", "妹"), "妹妹"),
    **dict.fromkeys(("爷爷", "祖父"), "爷爷"),
    **dict.fromkeys(("奶奶", "祖母"), "奶奶"),
    **dict.fromkeys(("外婆", "姥姥"), "外婆"),
    **dict.fromkeys(("外公", "姥爷"), "外公"),
    **dict.fromkeys(("老板", "上司", "领导", "上级"), "上司"),
    **dict.fromkeys(("舅舅", "舅"), "舅舅"),
    **dict.fromkeys(("姑姑", "姑"), "姑姑"),
    **dict.fromkeys(("叔叔", "叔"), "叔叔"),
    **dict.fromkeys(("伯伯", "伯"), "伯伯"),
    **dict.fromkeys(("姨妈", "姨"), "姨妈"),
    **dict.fromkeys(("嫂子", "嫂"), "嫂子"),
    **dict.fromkeys(("孩子", "小孩", "娃", "宝宝", "小朋友"), "孩子"),
}
_ONE = (
    "未婚妻|未婚夫|老伴|前女友|前男友|前妻|前夫|对象|伴侣|导师|班主任|岳父|岳母|公公|婆婆"
    "|阿嬷|阿公|经纪人|房东|继父|继母|养父|养母|恋人"
)
_MANY = (
    "岳父岳母|公公婆婆|爷爷奶奶|外公外婆|姥姥姥爷|父母|爸妈|儿子|女儿|大儿子|小儿子|大女儿|小女儿|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|叔叔"
    "|老大|老二|老三|老幺|大宝|二宝|舅舅|伯伯|姑姑|姑妈|阿姨|姨妈|婶婶|舅妈|侄子|侄女|外甥|外甥女"
    "|孙子|孙女"
    "|好朋友|朋友|闺蜜|死党|发小|哥们|室友|舍友|同桌|同学|老同学|同事|下属|徒弟|师傅|师父"
    "|闺女|男人|大爷|大娘|大妈|小阿姨|女婿|儿媳妇?|妹子|亲戚|小姨子|小舅子|老爹|嫂子|姐夫|妹夫|弟媳|老丈人|丈母娘|公婆|外孙|侄儿|大伯|干妈"
    "|[大二三四小老](?:[叔伯姨舅姑姐哥弟妹]|[姨舅]妈|闺女)"
    "|搭档|战友|队友|学[长姐弟妹]|前同事|前老板|前任|甲方|教练|健身教练|私教|家教|保姆|月嫂"
    "|学生|老师|邻居|合伙人|客户|编辑|助理|网友|双胞胎(?:哥哥|姐姐|弟弟|妹妹)"
)
_PETS = (
    "猫咪|小猫|猫|狗狗|小狗|狗|金毛|柯基|哈士奇|泰迪|橘猫|布偶|英短|仓鼠|兔子|鹦鹉|乌龟|宠物|主子"
    "|毛孩子|狗子|猫猫"
)
ROLE = f"{_MANY}|" + "|".join(sorted({*_SAME, *_ONE.split("|")}, key=len, reverse=True))
_ANY = f"{ROLE}|{_PETS}"
PETS = LazyPattern(rf"(?:{_PETS})")
_UNIQUE = frozenset((*_SAME.values(), *_ONE.split("|"))) - {
    *("哥哥", "姐姐", "弟弟", "妹妹", "孩子"),
    *("舅舅", "姑姑", "叔叔", "伯伯", "姨妈", "嫂子"),
}

_LATIN = r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"
NAME = rf"(?:{HAN_NAME}|{_LATIN})"
_FOLLOWS = (
    r"(?=[是在叫住对有养爱喜讨今下明昨上已也都很最不没会考去来搬刚就还的患得学读当做开换属特非超"
    r"从每怀离结生身学工毕]|(?<![上下这本每个])(?:周|星期|礼拜)[一二三四五六日天末]|其|就是|\d+岁|[一二三四五六七八九十]+岁)"
)
# Which of them: 我最好的朋友, 我大学室友.
_WHICH = (
    "(?:大学|高中|初中|小学)最?好的|最好的|最要好的|唯一的|亲|大学的?|高中的?|初中的?|小学的?"
    "|[两三四五六]个|相亲(?=对象)|公司的?|单位的?|部门的?|组里的|以前的|之前的|现任|第[一二三四五]任"
    "|[\\d一二两三四五六七八九十]{1,3}(?:多岁|岁|个月|岁半)大?的|[新老](?=同事|同学|室友|房东|邻居|老板"
    "|领导|朋友|搭档|教练)"
)
# Who needs no 我 to be the speaker's own: 女儿三岁了.
_KIN = (
    "岳父岳母|公公婆婆|爷爷奶奶|外公外婆|阿公|阿嬷|老婆|老公|媳妇|爱人|女儿|儿子|闺女|大女儿|小女儿|大儿子|小儿子|妈妈|爸爸|老妈|老爸|爷爷|奶奶"
    "|外公|外婆|姥姥|姥爷"
    "|孙子|孙女|外孙女|外孙|老伴|父母|爸妈|婆婆|公公|岳父|岳母|男朋友|女朋友|男友|女友|对象|室友|娃|孩子|宝宝|大宝|二宝"
)
# 我有个朋友: of these it matters only what is said of them.
_LOOSE = "老师|学生|客户|好?朋友|网友|编辑|助理"
_SUBJECT = LazyPattern(
    rf"(?P<rolename>(?:我们?家?|咱家?|本人)的?(?P<adj>[大小二三]|{_WHICH})?(?P<role>{_ANY})(?!们"
    rf"|圈|关系)(?:叫)?(?P<named>{NAME}){_FOLLOWS})"
    rf"|(?P<roleonly>(?:我们?家?|咱家?(?!哥)|本人)(?:的(?:一[个位名])?|那个|有一?[个位](?:(?={_LOOSE})|(?!(?:{_WHICH})?(?:{_ANY})$))"
    rf"|那只)?(?P<which>{_WHICH})?(?P<role2>{_ANY})(?!们"
    r"|圈|关系|粮|砂|店|族|部(?!门))(?:[他她它](?!们|的)|呢(?=[，,]))?)"
    rf"|(?P<bare>{_KIN})(?=(?:今年|去年|明年|最近|现在|已经|刚|都\d"
    r"|[今明后]天|[下这]?(?:周|星期|礼拜)[一二三四五六日天末]|[下这]个?[周月])"
    rf"|[是在有上怀生考读学退开做当会教带爱怕住姓患每][^，]|对[^，]{{1,8}}过敏|特别|很喜|喜欢|叫(?![我你他她])[^，]{{1,4}}$"
    rf"|[一二两三四五六七八九十\d]+(?:岁|个月))"
    rf"|(?P<bare2>{ROLE})(?=姓[一-鿿]{{1,2}}$|叫{NAME}$|的?生日(?:是|在|\d))"
    rf"|(?P<elder>(?:我们?家[里中]?|咱家?[里中]?|家[里中])的?(?P<old>老人|老爷子|老太太|老头子?)家?(?!们))"
    r"|(?P<self>我们俩|我自己|我这人|我这个人|本人|俺|咱(?=家)|我们?家里?(?=有|养|现在|一共)"
    r"|我们(?!的?[^，]{0,6}(?:说|聊|继续|开始))|我(?!们|国|军"
    r"|党|司|校|方(?![向言])|隔壁|楼[上下]|对门"
    r"|家的?[一-鿿]?(?:附近|楼下|门口)))"
    r"|(?P<you>(?:你|您)(?!们|好)|咱(?!家))"  # 咱们去吃饭: both
    r"|(?P<pronoun>他(?!们)|她(?!们)|它(?!们)|其(?=[一-鿿]{2,6}(?:是|为|有|叫)))"
    rf"|(?P<name>(?!曾[获经任被参])(?:{NAME})){_FOLLOWS}"
)
_TIME_LEAD = LazyPattern(
    r"^(?:现在|目前|最近|今年|平时|一般|通常|以前|曾经|从小|小时候|当时|这[几两]年|本来|原来"
    r"|可能|对于|国庆|春节|过年|五一|十一|元旦|中秋|端午|清明|圣诞|[暑寒]假|假期|周末|晚上|早上"
    r"|中午"
    r"|下班后?|毕业后|大学(?:的?时候?|期间)|[高初]中(?:的?时候?|毕业后)|上学的?时候?|年轻的?时候?"
    r"|有时候?"
    r"|偶尔|\d{4} 年(?=我)"
    r"|一直以来|这段时间|这阵子|近来|如今|去年|前年|明年|年初|年底|月底|上次|之前|后来"
    r"|工作日|过完年|年[前后]|[上下这]学期|[上下]半年|除了[^，我]{1,8}?(?=我))"
)


_TOPIC = LazyPattern(
    r"(?P<what>(?![今明昨后上下周星礼每晚早这那])[一-鿿A-Za-z]{1,6}?)(?<![是对给跟把让叫被和比向为])我(?=只|吃的是|用的是|从来|一般|一直|都不|最"
    r"|特别|超|比较|基本|更)"
)
_NICKNAME = rf"(?:阿[一-鿿]|[老大小][{SURNAMES}])"
_STRANGER = LazyPattern(
    rf"(?:{_NICKNAME}|(?:病人|患者|患儿)[^，]|(?:我们?)?(?:楼[上下]|隔壁|对门)[^，]{{0,6}}|(?:邻居|同事|朋友|同学|客户"
    rf"|网友)[^，]{{2}}|(?:大的|小的|一个|另一个)[^，]|[^我，]{{1,8}}(?:这个?人|那个?人|这货|那货"
    rf"|家伙)(?:吧|啊|呢)?$"
    r"|[^我，]{1,6}家(?:有|里有|的))"
    r"|.{0,8}(?:来|招|认识|有|遇到|碰到|交)(?:了|着|过)?一?(?:个|位|名|只|条)[^，]{0,6}?"
    rf"(?:(?:人|老外|[男女](?:生|孩)|{_ANY})$|叫(?P<name>{NAME}|[一-鿿]{{2,3}})的?$)"
)


@dataclass(frozen=True, slots=True)
class Spoken:
    who: Who | None  # None: nobody is named
    rest: str
    relation: tuple[str, str, str] | None = None  # role, role as said, name


def same(role: str) -> str:
    return _SAME.get(role, role)


def unique(role: str) -> bool:
    """Whether one has only one of them: a new boss replaces the old, a new friend does not."""
    return role in _UNIQUE


def subject(text: str, talk: SpokenOf) -> Spoken:
    """Who is spoken of, and what of them. A word of time may stand before: 现在我住在上海."""
    led = _TIME_LEAD.match(text)
    begin = led.end() if led else 0
    match = _SUBJECT.match(text, begin)
    if match is None and (topic := _TOPIC.match(text)):  # 咖啡我只喝拿铁
        return Spoken(SELF, f"{topic['what']}{text[topic.end() :]}")
    if match is None:
        return Spoken(None, text)
    rest = (text[:begin] if led else "") + text[match.end() :].lstrip("吧呢啊嘛呀:：")
    if match["rolename"] and words.common(match["named"]):  # 我闺女小名叫糖糖
        who = by_role(match["role"], talk, match["adj"] or "")
        return Spoken(who, text[match.start("named") :])
    if match["rolename"]:
        said = match["role"]
        role = same(said)
        who = talk.named(role, match["named"], _kind(said))
        return Spoken(who, rest, (role, said, match["named"]))
    if match["bare"] and talk.subject is not None and not talk.subject.key:
        return Spoken(talk.subject, rest)  # 她去年结婚了，老公是医生
    if by := match["role2"] or match["bare"] or match["bare2"]:
        return Spoken(by_role(by, talk, match["which"] or ""), rest)
    if match["elder"]:
        talk.person = Who(match["old"], f"用户家里的{match['old']}", match["old"])
        return Spoken(talk.person, rest)
    if match["self"]:
        return Spoken(SELF, rest)
    if match["you"]:
        return Spoken(YOU, rest)
    if match["pronoun"]:
        return Spoken(_meant(match["pronoun"], talk) or Who("", ""), rest)
    if words.common(match["name"]):
        return Spoken(None, text)
    talk.person = Who(match["name"], match["name"])
    return Spoken(talk.person, rest)


_SHE = LazyPattern("妈|母|娘|妻|婆|奶|姐|妹|女|嫂|姨|姑|婶|闺|媳|太太|夫人|姥姥|阿姨")
_HE = LazyPattern("爸|父|爹|夫|公|爷|哥|弟|儿子|叔|伯|舅|男|先生|孙子|侄子|姥爷|婿")
_PLURAL = LazyPattern("父母|爸妈|公婆|[们俩]$")
_MENTIONED = LazyPattern(rf"(?<![的一-鿿])(?:{ROLE})|(?<=[我的和跟与带陪给对养接送顾教])(?:{ROLE})")


def mention(text: str, talk: SpokenOf) -> None:
    """Whoever a clause names by what they are may be 他 or 她 later on."""
    for match in _MENTIONED.finditer(text):
        role = same(match.group())
        if role not in talk.roles:
            talk.roles.append(role)


def _meant(pronoun: str, talk: SpokenOf) -> Who | None:
    """Whom 他 or 她 means; nobody where it may be one of several."""
    fit = [each for each in talk.roles if pronoun == "它" or not _is_other(pronoun, each)]
    if pronoun != "它" and len(fit) > 1:
        return None
    one = talk.person
    if pronoun != "它" and one is not None and one.type is EntityType.PROJECT:
        return by_role(fit[0], talk, "") if fit else None
    if (
        pronoun != "它"
        and one is not None
        and (_is_other(pronoun, one.role) or _PLURAL.search(one.role))
    ):
        return None  # 他 is not the daughter who was spoken of, nor both parents
    return one


def _is_other(pronoun: str, role: str) -> bool:
    """Whether 他 or 她 cannot be they: the end of 舅妈 and of 姐夫 says who they are."""
    she = max((each.end() for each in _SHE.finditer(role)), default=0)
    he = max((each.end() for each in _HE.finditer(role)), default=0)
    return he > she if pronoun == "她" else she > he


_NOT_THEM = LazyPattern(
    rf"(?:[哦啊嗯]|不对|说错了|，)*不是(?:我(?P<wrong>{ROLE})?)(?:自己)?[，,]?(?:而)?是(?:我(?P<right>{ROLE})?)"
    r"(?:自己)?(?:才对|啦|哦|呢)*[。！!]*"
)


def another(text: str) -> tuple[Who, Who] | None:
    """不是我爸，是我妈: who was meant wrongly, and who it is."""
    match = _NOT_THEM.fullmatch(text.strip())
    if match is None:
        return None
    talk = SpokenOf()
    wrong, right = (
        by_role(match[each], talk, "") if match[each] else SELF for each in ("wrong", "right")
    )
    return (wrong, right) if wrong != right else None


def untimed(text: str) -> str:
    """Without the word of time that it begins with: 最近学生总是走神."""
    led = _TIME_LEAD.match(text)
    return text[led.end() :] if led else text


def stranger(text: str) -> Who | None:
    """Somebody whom a clause brings up and says nothing known of: 大刘这个人吧, 招了个新人叫林默.
    What follows is about them, known by name or not at all, and not about the user."""
    match = _STRANGER.match(text)
    if match is None:
        return None
    name = match["name"] or ""
    return Who(name, name)


def by_role(said: str, talk: SpokenOf, which: str = "") -> Who:
    role = same(said)
    who = talk.names.get(role) or Who(
        role, f"用户的{which}{said if len(said) > 1 else role}", role, _kind(said)
    )
    talk.person = who
    return who


def _kind(said: str) -> EntityType:
    return EntityType.OTHER if PETS.fullmatch(said) else EntityType.PERSON


# -- Values in Chinese sayings: what may be one, and lists of them.


_VAGUE = LazyPattern(
    r"^(?:你|您|这|那|它|他|她|哪|什么|啥|怎|谁|某|上面|下面|刚才|之前|以上|如下|了$|过$"
    r"|着|的$|是$|个$|一下|第[一二三四五\d]+[个种版段条张]$|前者|后者)|(?:这样|那样|那种|这种"
    r"|那个|这个|什么|这里|那里|它)$"
    r"|这[么种个些]|那[么种些]"
)
_AND = LazyPattern(r"、|和|跟|与|以及|还有|及|(?<![A-Za-z])/(?![A-Za-z])|(?<![A-Za-z ])&")
# 电影中传递出的人性和情感: what stands before 的 holds for both.
_BOTH_OF = LazyPattern(r"^[^、]{2,20}的[^、的]{1,4}[和与及][^、的]{1,4}$")
# 在海滩、山脉和湖泊附近拍摄: what one likes comes last.
_WHERE = LazyPattern(r"^[在去到和跟给对从为把用](?!户)")
# AC/DC、枪和玫瑰等摇滚乐队: what they are, is said of all of them.
_SUCH = LazyPattern(r"等(?:等|[^，]{1,12})$")
_NOT_AND = LazyPattern(
    r"和平|和谐|和气|和睦|和蔼|和解|和服|共和|温和|柔和|和风|和田|和牛|跟踪|跟风|高跟|参与|与其|普及|埃及"
    r"|[跟和与](?:我|别人|有人|人|陌生人|朋友|家人|[^、]{1,4}一起)|别人[跟和]|及格|互联|饱和|中和"
    r"|和弦|和声"
)
_MEASURE = LazyPattern(
    # 喜欢一个女生 is not to like girls
    r"^(?![^，]{0,2}[个位名][^，]*(?:[男女]生|[男女]?人|[男女]孩|同学|同事|老师|朋友|[员手星])$)"
    # 台球, 条纹 and 名牌 begin with a word that measures only behind a number
    r"(?:[一两几][个只条位名款部本种件辆台套份杯](?!人|性)|个(?![人性体别子案])|一些|所有|任何|各种"
    r"|各类)的?"
)


def clean_value(text: str, policy: Extraction) -> str:
    """A value, or nothing where it points at something instead of naming it."""
    value = _paired(tidy(text))
    if f"《{value}》" == text.strip():
        value = text.strip()  # a title is known by its marks
    if not value or len(value) > policy.value_most or _VAGUE.search(value):
        return ""
    return value


def _paired(value: str) -> str:
    """《冠军》观影会 keeps the mark that it begins with."""
    for mark, end in (("《", "》"), ("“", "”"), ("「", "」"), ("‘", "’")):
        if value.count(end) > value.count(mark):
            return f"{mark}{value}"
        if value.count(mark) > value.count(end):
            return f"{value}{end}"
    return value


def _parts(whole: str) -> list[str]:
    """Cut where an and stands by itself: not in 和尚."""
    parts, start = [], 0
    for match in _AND.finditer(whole):
        if not (words.cut(whole, match.start()) or words.cut(whole, match.end())):
            parts.append(whole[start : match.start()])
            start = match.end()
    return [*parts, whole[start:]]


def _is_one(whole: str) -> bool:
    """Whether a list is of one thing, or says more of its things than their names."""
    if "的时候" in whole or any(each.search(whole) for each in (_NOT_AND, _SUCH, _WHERE, _BOTH_OF)):
        return True
    parts = _parts(whole)
    if "的" in parts[-1] and "的" not in parts[0]:
        return True  # 晴朗、温暖的天气: the first of them is no thing
    return len(parts) == _PAIR and _STRIVES.match(parts[0]) is not None  # 盲目追求权力和利益


_PAIR = 2
_STRIVES = LazyPattern(
    r"[一-鿿]{2,6}(?:追求|关注|讨论|谈论|研究|收集|收藏|观察|了解|参与|分享|比较)[一-鿿]"
)


def several(text: str, policy: Extraction) -> list[str]:
    """咖啡、茶和爵士乐: each of them; a value that is no list is a list of one."""
    whole = clean_value(text, policy)
    if not whole:
        return []
    parts = [whole] if _is_one(whole) else _parts(whole)
    found = [value for each in parts if (value := clean_value(_MEASURE.sub("", each), policy))]
    if any(len(each) > len(whole) or not each for each in found) or len(found) != len(parts):
        return [whole]
    return found[: policy.list_most]


# -- How somebody is told to do something, or not to.


NOT = (
    r"(?:(?<![区特差个级类性告派])别(?![人的墅扭致处名离])|不要(?![紧脸])|不用(?!说|谢|了)|不必"
    r"|不许|不准"
    r"|不能|不得|不可以|禁止|避免|请勿|切勿)"
)
POLITE = (
    r"(?:请|麻烦|拜托|那|你|您|也|就|都|要|得|能|最好|尽量|务必|必须|千万|一定要?|记得|可以|直接"
    r"|还是)"
)
