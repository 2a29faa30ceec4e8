"""How much a statement matters: its category, its weight, and whether it is stored (R187, C51)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mohen.core.values import dataclass
from mohen.knowledge.agents.model import Config
from mohen.knowledge.consolidation.model import Act, Piece, Statement
from mohen.knowledge.model import Category
from mohen.knowledge.policy import Knowledge, Screening
from mohen.knowledge.understanding.sentence_cues import folded, spoken
from mohen.knowledge.understanding.zh.sentence_cues import KIN
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import lowered

# -- What gives away what kind of thing is said, where no template has said it (R187).
#
# For what is captured by hand, chosen by a model, or read from a MEMORY.md; hence also in the third
# person. The first that fits counts: an allergy of one's wife is health before it is a relation.


_SAFETY = LazyPattern(
    r"紧急联系人|自杀|自残|轻生|家暴|报警|急救|生命危险|跟踪狂|人身安全|防身|危险品|枪支|遗嘱"
    r"|emergency contact|in case of emergency|suicid|self-harm|domestic (?:violence|abuse)"
    r"|stalk(?:er|ed|ing)"
    r"|restraining order|unsafe for|in danger|life[- ]threatening"
)
_HEALTH = LazyPattern(
    r"过敏|高血压|低血压|糖尿病|心脏病|癌|哮喘|抑郁|焦虑症|失眠|癫痫|近视|色盲|残疾|怀孕"
    r"|孕期|手术|住院|确诊|病史|慢性|痛风|贫血|胃炎|胃病"
    r"|肝炎|脂肪肝|结石|骨折|不耐受|忌口|吃素|素食|服[用药]|吃[^，。]{0,6}药|药物|血型|视力"
    r"|听不见|失聪|失明|轮椅|自闭|多动症|阿尔茨海默|透析"
    r"|患有|得了[^，。]{1,6}[病炎症]|[^，。]{1,4}(?:炎|症|综合征)(?:$|[，。])"
    r"|\b(?:allerg(?:y|ic|ies)|diabet\w+|asthma\w*|cancer|hypertension|blood (?:pressure"
    r"|type)|depress(?:ion|ed)|anxiety"
    r"|adhd|autis\w+|dyslexi\w+|epilep\w+|pregnan\w+|surgery|diagnos\w+|disab(?:led|ility)"
    r"|wheelchair|deaf|blind"
    r"|colou?r-?blind|intoleran\w+|celiac|vegan|vegetarian|medication|prescri\w+|insulin"
    r"|chronic|migraines?|insomnia"
    r"|arthritis|takes? \w+(?:in|ol|ide) (?:every|daily|for))\b"
)
_CONSTRAINT = LazyPattern(
    r"(?:不要|别|不能|不许|不准|禁止|请勿|切勿|不得|务必|必须)(?!人)[^，。]{0,12}(?:透露"
    r"|泄露|告诉|提起|提到|分享|公开|发|写|用|回答|回复|打扰|叫|说|记录|使用)"
    r"|以后都?|今后|从现在|每次都|始终用|一律|隐私边界|交互风格|回答[^，。]{0,6}(?:简短"
    r"|简洁|详细|直接)|用(?:中文|英文)(?:回答|回复)|(?:回答|回复)(?:要|请|时)"
    r"|\b(?:don't|do not|never|must not|should not|avoid) (?:ever )?(?:share|tell|mention"
    r"|reveal|disclose|use|write|call|answer|log"
    r"|send|contact|add|include|apologi[sz]e)\b|\bfrom now on\b|\balways (?:use|answer"
    r"|write|reply|respond|ask|check|include)\b"
    r"|\b(?:answer|respond|reply|write|speak) (?:only |always )?in (?:english|chinese"
    r"|french|german|spanish|japanese)\b|\bkeep (?:your |the )?(?:answers|replies"
    r"|responses)\b"
)
_IDENTITY = LazyPattern(
    r"(?:我|用户|本人)(?:的名字)?(?:叫|姓|名叫|是(?!说|在|想|不是)[^，。的]{1,12}$|今年\d"
    r"|出生|来自|属[鼠牛虎兔龙蛇马羊猴鸡狗猪])|姓名|名字(?:是|叫|[：:])|真名|生日|身份证"
    r"|护照|国籍|籍贯|性别|民族"
    r"|[\d一二三四五六七八九十]岁|电话|手机号|邮箱|是一[名位个](?!好|不|很)|职业是|母语|代词"
    r"|\b(?:(?:my|user's|his|her|their|the user's) name|names? is|is called|is named"
    r"|i'm called|birthday|born (?:in|on)|years old|date of birth|passport|nationality"
    r"|e-?mail|phone(?: number)?|pronouns|native language|gender)\b|\b(?:i am|i'm"
    r"|user is) an? (?!bit|little|huge|big|fan|lot)[a-z]+"
)
_RELATION = LazyPattern(
    rf"{KIN}|朋友|闺蜜|恋人|夫妻|家人|亲戚|分手|恋爱|结婚|离婚|订婚|吵架|和好|同事|合伙人"
    r"|宠物|养了?[^，。]{0,4}[猫狗]"
    r"|\b(?:wife|husband|partner|girlfriend|boyfriend|fianc\w+|spouse|mom|mum|mother|dad"
    r"|father|parents?|brother|sister|siblings?|son|daughter|kids?|children"
    r"|baby|uncle|aunt|cousin|grand(?:ma|pa|mother|father)|friends?|boss|manager"
    r"|colleagues?|coworkers?|roommate|landlord|neighbou?r|married|divorced|engaged"
    r"|broke up|dating|in-laws?|pets?|dog|cat|puppy|kitten|mentor|therapist)\b"
)
_PREFERENCE = LazyPattern(
    r"喜欢|喜爱|热爱|讨厌|厌恶|不爱|偏好|偏爱|更愿意|宁愿|宁可|最爱|爱吃|爱喝|爱看|爱听"
    r"|反感|受不了|习惯(?:用|于|喝|吃|早|晚)|感兴趣|不感兴趣|迷上|害怕|怕(?:黑|高|冷|热|狗"
    r"|猫)|希望(?!你)|想要"
    r"|\b(?:lik(?:es?|ed)|lov(?:es?|ed)|hat(?:es?|ed)|prefer\w*|dislik\w+|enjoy\w*"
    r"|favou?rite|fond of|can't stand|cannot stand|avoids?|aversion|interested in"
    r"|passionate about"
    r"|rather|fan of|into (?:jazz|music|sports)|afraid of|scared of|wants? to|hopes? to)\b"
)
_STATUS = LazyPattern(
    r"换工作|换了?[^，。]{0,4}工作|辞职|离职|入职|失业|退休|毕业|升职|跳槽|创业|搬家|搬到"
    r"|搬去|搬进|住在|住(?:的)?地|转学|转行|休学|读研|考上|就读|在[^，。]{1,12}(?:工作|上班"
    r"|读书|上学|任职|实习)"
    r"|正在(?:开发|做|写|学|读|准备|找)|现在(?:是|在)|戒[烟酒]|移民|买了?房|买了?车|破产|中奖"
    r"|\b(?:new job|chang(?:ed|ing) jobs?|quit|resigned|laid off|fired|unemployed|retired"
    r"|graduated|promoted|hired|started (?:a|my|working|at)|mov(?:ed|ing) to|relocat\w+"
    r"|lives? in|living in"
    r"|works? (?:at|for|as|in|from)|working (?:at|for|as|on)|stud(?:ies|y|ying) (?:at|in)?"
    r"|enrolled|freelanc\w+|startup|bought a (?:house|car)|no longer)\b"
)
_TODAY = LazyPattern(
    r"今天|今晚|今早|刚才|刚刚|现在(?!是|在)|待会|等会|一会儿|马上|此刻|正在开会|\b(?:today"
    r"|tonight|right now|this (?:morning|afternoon|evening)|at the moment|just now"
    r"|in a (?:minute|moment|bit))\b"
)
_ANOTHER_DAY = LazyPattern(
    r"明[天早晚]|后天|下(?:个)?(?:周|星期|礼拜|月)|周[一二三四五六日天末]"
    r"|星期[一二三四五六日天]|\d{1,2}月\d{1,2}|\d{1,2}[号日](?!线)|\d{4}-\d\d-\d\d|月底"
    r"|年底|截止|预约|约了|每周[一二三四五六日天]"
    r"|\b(?:tomorrow|next (?:week|month|year|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|deadline|due (?:on"
    r"|by)|appointment|scheduled|\d{4}-\d\d-\d\d"
    r"|(?:january|february|march|april|june|july|august|september|october|november"
    r"|december) \d{1,2})\b"
)
_PAST = LazyPattern(
    r"昨[天晚]|前[天晚]|上(?:个)?(?:周|星期|月)|去年|以前|过去|\b(?:yesterday|last (?:week"
    r"|month|year|night)|ago)\b"
)

_ORDER = (
    (Category.SAFETY, _SAFETY),
    (Category.HEALTH, _HEALTH),
    (Category.CONSTRAINT, _CONSTRAINT),
    (Category.STATUS, _STATUS),
    (Category.RELATION, _RELATION),
    (Category.PREFERENCE, _PREFERENCE),
    (Category.IDENTITY, _IDENTITY),
)


def category_of(text: str) -> Category:
    low = lowered(text)
    for category, pattern in _ORDER:
        if pattern.search(low):
            return category
    if _PAST.search(low):
        return Category.GENERAL
    if _ANOTHER_DAY.search(low):
        return Category.SCHEDULE
    return Category.TEMPORARY if _TODAY.search(low) else Category.GENERAL


# -- How much something matters: what it is, and how it is said (R187–R189, C51, C52).


REMEMBER = "remember"
IMPORTANT = "important"
REPEAT = "repeat"
ASIDE = "aside"
EMOTION = "emotion"
_EMOTION = Screening().emotion  # config.json of the seed has no name for it


@dataclass(frozen=True, slots=True)
class Weighed:
    importance: float  # of itself and by its signals, 0 to 1
    intrinsic: float
    signal: float  # the sum of its signals (C52)
    signals: tuple[str, ...]  # which


def weigh(text: str, category: Category, config: Config, *, repeated: int = 0) -> Weighed:
    """The weight of a statement. Being repeated counts once, however often."""
    signals = (*signals_of(text), *((REPEAT,) if repeated > 0 else ()))
    signal = sum(_worth(each, config) for each in signals)
    intrinsic = config.importance[category]
    return Weighed(min(1.0, max(0.0, intrinsic + signal)), intrinsic, signal, signals)


def _worth(signal: str, config: Config) -> float:
    return config.signals.get(signal, _EMOTION if signal == EMOTION else 0.0)


def signals_of(text: str) -> tuple[str, ...]:
    """By whole expressions: 不重要 is not 重要, and 我没记住 asks nobody to remember."""
    return tuple(dict.fromkeys(_signals(text)))


def _signals(text: str) -> Iterator[str]:
    low = folded(text)
    for cues in spoken(text):
        if cues.remember.search(low):
            yield REMEMBER
        if cues.important.search(low):
            yield IMPORTANT
        if cues.aside.search(low):
            yield ASIDE
        if cues.feels.search(low) and cues.emphatic.search(low):
            yield EMOTION


def worth(
    made: Iterable[tuple[Piece, Statement]], config: Config, policy: Knowledge
) -> list[tuple[Piece, Statement, float]]:
    """The statements that are stored, each with its importance."""
    weighed = ((*each, importance(*each, config, policy)) for each in made)
    return [(piece, said, much) for piece, said, much in weighed if much is not None]


def importance(
    piece: Piece, statement: Statement, config: Config, policy: Knowledge
) -> float | None:
    """None: it is not stored. What corrects, ends or takes back something always gets through,
    for what it speaks against may matter. Where a model said how much it matters, that stands."""
    weighed = weigh(piece.fragment.text, statement.category, config)
    matters = weighed.importance if piece.importance is None else piece.importance
    adds = statement.act is Act.STATES and not statement.ended
    if adds and matters < policy.keep_from and weighed.signal <= 0:
        return None
    return matters
