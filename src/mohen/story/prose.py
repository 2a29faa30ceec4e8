"""Reads a chapter's prose: what its sentences say of those who are known.

Names become single characters before a pattern looks, so that one pattern serves every name. A
pronoun counts as a name where the paragraph has named one person only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from mohen.core.values import dataclass
from mohen.story import fact_ids, vocabulary
from mohen.story.chapters import Segment
from mohen.story.likeness import tells
from mohen.story.model import EntityType, Evidence, Fact, Moment, Origin, Relation, State
from mohen.story.name_index import NameIndex
from mohen.story.policy import Story
from mohen.story.sentences import FILLER, Paragraph, Sentence, Speech, paragraphs
from mohen.story.timeline import marks
from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

# -- What prose says, as patterns over sentences in which every known name is one character.
#
# `{W}` is whom a sentence is about, `{L}` a place, `{I}` a thing, `{S}` a secret: each stands for a
# single private character that the reader puts in a name's place. A pattern is anchored to it, so
# that 林远的心都死了 says nothing of 林远's death and "dead tired" nothing of anybody's.


FIRST, LAST = "\U000f0000", "\U000ffffd"
NAME = f"[{FIRST}-{LAST}]"

_GROUPS = {
    "W": rf"(?P<who>{NAME})",
    "X": rf"(?P<other>{NAME})",
    "L": rf"(?P<where>{NAME})",
    "I": rf"(?P<item>{NAME})",
    "S": rf"(?P<secret>{NAME})",
    "F": r"(?P<fact>[^，。！？；,.!?;：:\x1f]{4,40})",
    "C": rf"(?P<colour>{vocabulary.HAN_COLOUR})",
    "EC": rf"(?P<colour>{vocabulary.LATIN_COLOUR})",
    "N": rf"(?P<number>{numerals.HAN}|\d{{1,3}})",
    "EN": rf"(?P<number>{numerals.WORD})",
    "ADV": (
        r"(?:，|又|再|也|还|终于|已经|已|便|就|才|却|忽然|突然|独自|一个人|匆匆|连夜|立刻"
        r"|马上|此时|此刻|正|仍然|仍"
        r"|依旧|依然|当天|当晚|当夜|悄悄|慢慢|缓缓|默默|最终|当场|不幸|果然|竟然|竟|早就"
        r"|早已|早|这才|刚刚|刚|一路"
        r"|径直|快步|大步|第一次|从小就|一直|都){0,3}"
    ),
    "EADV": r"(?: (?:\w+ly|then|also|still|just|finally|now|already|soon|both|at last)){0,2}",
    "KIN": f"(?P<kin>{'|'.join(w for w in vocabulary.KIN_WORDS if not w.isascii())})",
    "EKIN": f"(?P<kin>{'|'.join(w for w in vocabulary.KIN_WORDS if w.isascii())})",
    "SIDE": r"(?P<side>[左右])",
    "ESIDE": r"(?P<side>left|right)",
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """`value` is what is noted; empty: what the match itself holds."""

    attribute: str
    value: str
    text: str
    doubtful: bool = False  # holds in a hedged or a spoken sentence, too

    @property
    def regex(self) -> re.Pattern[str]:
        return _compiled(self.text)


@cache
def _compiled(text: str) -> re.Pattern[str]:
    """Made when it is first needed: whoever only opens a memory reads no chapter."""
    for name, group in _GROUPS.items():
        text = text.replace("{" + name + "}", group)
    return re.compile(text, re.IGNORECASE)


def _of(attribute: str, value: str, *texts: str, doubtful: bool = False) -> tuple[Pattern, ...]:
    return tuple(Pattern(attribute, value, text, doubtful) for text in texts)


_KILLED = "杀死|刺死|毒死|射杀|斩杀|处死|打死|杀害|砍死|勒死|害死|淹死|烧死"
_DEAD = _of(
    vocabulary.LIFE,
    "dead",
    r"{W}{ADV}(?:死了(?!心|这条心|一般|似的)|死去了?(?!活来)|死于|死在|身亡|丧命|殒命|毙命"
    r"|去世|病逝|病死|逝世"
    r"|断了气|断气|咽了气|咽下了?最后一口气|气绝|战死|阵亡|牺牲了|遇害|被杀(?!手|气)"
    r"|停止了呼吸|没了呼吸|没了气息"
    rf"|被[^，。的]{{1,8}}?(?:{_KILLED})|坠崖而死|中毒而死|(?:倒"
    rf"|死)在血泊中[，,]再(?:也)?没)(?!的)",
    rf"(?:{_KILLED}|杀)了{{W}}(?!的|个|一|几|们|手)",
    r"{W}{EADV} (?:died|was dead|lay dead|was killed|had died|was murdered|bled to death"
    r"|drew (?:his|her) last breath|stopped breathing|was found dead)"
    r"(?! (?:tired|asleep|sure|certain|serious|set|silent|drunk|wrong|on|to|laughing|a"
    r" little|inside"
    r"|down|away|of (?:embarrassment|laughter|boredom|curiosity|shame)))",
    r"(?:killed|murdered|stabbed|shot|strangled|poisoned) {W}(?! in the (?:arm|leg|hand)|'s)"
    r"(?=[.,;!]| dead| to death| where| with| that| before| in)",
)
_ALIVE = _of(
    vocabulary.LIFE,
    "alive",
    r"{W}{ADV}(?:竟|其实|并|根本|居然|原来)?(?:还活着|没有死|没死|并未死|未死|活了过来"
    r"|复活|活过来|死里逃生|诈死"
    r"|假死|生还|死而复生|起死回生)",
    r"{W}{EADV} (?:(?:was|is|were)(?: still)? alive|(?:had )?(?:survived|not died|come"
    r" back to life)"
    r"|(?:had )?faked (?:his|her) death|(?:was|is)n't dead|(?:was|is) not dead|never died)",
    doubtful=True,
)
_EYES = _of(
    vocabulary.EYES,
    "",
    r"{W}(?:的|那)?(?:那|这)?(?:一)?双?{C}色?的?(?:大|小)?(?:眼睛|眼眸|眸子|双眼|瞳孔|瞳仁"
    r"|眼瞳|双眸)",
    r"{W}的(?:那双|一双|双)?(?:眼睛|眼眸|眸子|双眼|瞳孔|瞳仁|眼瞳|双眸)(?:是|呈"
    r"|为)[^，。]{0,4}?{C}色",
    r"{W}(?:有|生着|长着|睁着)(?:着|了)?一双[^，。]{0,4}?{C}色?的?(?:大|小)?(?:眼睛|眼眸"
    r"|眸子|双眼|瞳孔|双眸)",
    r"{W}'s (?:\w+, |\w+ )?{EC}(?: \w+)? eyes\b",
    r"{W}'s eyes(?: were| are|, )(?: an?)?(?: \w+)? ?{EC}\b(?! (?:with|from|rimmed))",
    r"{W} had (?:\w+, |\w+ )?{EC}(?: \w+)? eyes\b",
)
_HAIR = _of(
    vocabulary.HAIR,
    "",
    r"{W}(?:的|那)?(?:那|这)?一?头?{C}色的(?:长|短|卷)?(?:头发|长发|短发|发丝)",
    r"{W}的(?:头发|长发|短发)(?:是|呈|为)[^，。]{0,4}?{C}色",
    r"{W}'s (?:\w+, |\w+ )?{EC}(?: \w+)? hair\b",
    r"{W}'s hair was(?: an?)?(?: \w+)? ?{EC}\b(?! (?:with|from))",
    r"{W} had (?:\w+, |\w+ )?{EC}(?: \w+)? hair\b",
)
_AGE = _of(
    vocabulary.AGE,
    "",
    r"{W}{ADV}(?:今年|才|刚满|刚过|年方|时年|现年|已经|已|满){0,2}{N}岁(?!那|时|的时候|以"
    r"|之|起|就|前|后|月)",
    r"{W}{EADV} (?:was|is|turned|had (?:just )?turned) {EN}(?: years old)?(?=[.,;!]|$| now"
    r"| this| that| years)",
    r"{EN}-year-old {W}\b",
)
_MOVES = (
    "来到|到了|抵达|到达|赶到|赶往|回到|走进|走到|走回|跑进|进了|踏入|踏进|逃到|逃进|去了"
    "|前往|住进|搬到|搬进|闯进|上了|登上"
)
_STAYS = "在|坐在|站在|躺在|待在|呆在|留在|守在|跪在|住在|睡在|靠在|身在"
_ARRIVES = _of(
    vocabulary.LOCATION,
    "arrives",
    rf"{{W}}{{ADV}}(?:{_MOVES})了?[^，。不没]{{0,6}}?{{L}}",
    r"{W}{EADV} (?:arrived (?:at|in)|reached|came to|went to|returned to|entered|walked (?:in)?to"
    r"|rode (?:in)?to|got to|travelled to|traveled to|moved to|fled to|hurried to|ran (?:in)?to"
    r"|made (?:his|her) way to) (?:the |old )?{L}",
)
_STANDS = _of(
    vocabulary.LOCATION,
    "at",
    rf"{{W}}{{ADV}}(?:正|还|仍|一直"
    rf"|独自)?(?:{_STAYS})(?:着)?[^，。不没上]{{0,4}}?{{L}}(?!的(?:父|母|哥|姐|弟|妹|人))",
    r"{W}{EADV} (?:was|stood|sat|lay|waited|stayed|remained|knelt|slept)(?: \w+)? (?:in|at"
    r"|inside|on)"
    r" (?:the |old )?{L}",
)
_LEAVES = _of(
    vocabulary.LOCATION,
    vocabulary.SOMEWHERE,
    r"{W}{ADV}(?:离开|走出|出发|上路|动身|启程|骑|跑|追|赶|奔|出了|下了|离去|跟着|走向|飞"
    r"|穿过|翻过|回家)",
    r"{W}{EADV} (?:left|set out|set off|rode|departed|ran|drove|followed|walked|travelled|traveled"
    r"|hurried|crossed|boarded|flew|sailed|climbed)\b",
)
_LIMB = _of(
    vocabulary.LIMB,
    "",
    r"{W}{ADV}(?:失去|断|没)了?(?:整条|整只)?{SIDE}(?P<limb>臂|手|腿|脚|眼)(?!套|机|镯|表)",
    r"{W}的(?:整条)?{SIDE}(?P<limb>臂|手|腿|脚|眼)(?:已经|已)?被[^，。]{0,6}?(?:砍断|斩断"
    r"|砍掉|截去|截掉|砍下|剜去)",
    r"{W}{EADV} (?:had )?lost (?:his|her) {ESIDE} (?P<limb>arm|hand|leg|foot|eye)\b",
)
_USES_LIMB = _of(
    vocabulary.USES_LIMB,
    "",
    r"{W}{ADV}(?:伸出|抬起|举起|用|挥动|张开|握紧)了?{SIDE}(?P<limb>臂|手|腿|脚|眼)",
    r"{W}(?:的)?{SIDE}(?P<limb>臂|手|腿|脚|眼)(?:握|拿|提|按|撑|接|抓|举|抬|挥|端)",
    r"{W}{EADV} (?:raised|lifted|used|stretched out|extended|clenched|waved|reached out)"
    r" (?:his|her)"
    r" {ESIDE} (?P<limb>arm|hand|leg|foot)\b",
)
_LOST = _of(
    vocabulary.ITEM_STATE,
    "lost",
    r"(?:弄丢|丢失|遗失|丢|摔碎|打碎|折断|烧掉|毁掉|扔掉|卖掉|砸碎|熔掉|当掉)了{I}",
    r"{I}{ADV}(?:丢了|不见了|丢失了|遗失了|碎了|断了|断成|碎成|摔碎了|沉入|沉进|烧毁|烧成"
    r"|毁了|被毁|被烧|被偷走|被盗)",
    r"把{I}(?:扔进|丢进|投进|沉入|扔下|抛进|摔得粉碎|折断|烧了|砸碎|毁了|卖了|当了)",
    r"(?:lost|broke|destroyed|smashed|shattered|sold|burned|burnt|threw away) (?:the |his "
    r"|her )(?:old )?{I}"
    r"(?=[.,;!]| in| at| on| to| into|$)",
    r"(?:the |his |her ){I} (?:was|had been|were) (?:lost|destroyed|broken|shattered"
    r"|stolen|burned|sold)",
    r"(?:the |his |her ){I} (?:shattered|broke in two|sank|burned)",
)
_FOUND = _of(
    vocabulary.ITEM_STATE,
    "found",
    r"(?:找回|寻回|捡回|夺回|赎回|修好|修复|重铸|补好|找到|取回|捞起|捞回)了?[^，。]{0,6}?{I}",
    r"{I}{ADV}(?:失而复得|找到了|找回来了|修好了|回到)",
    r"(?:found|recovered|mended|repaired|reforged|got back|bought back|regained|retrieved)"
    r" (?:the |his |her )"
    r"(?:old |lost )?{I}",
)
_USES = _of(
    vocabulary.USES,
    "",
    r"{W}{ADV}(?:拔出|握着|握紧|握住|举起|挥动|挥舞|拿出|取出|掏出|戴着|戴上|佩着|亮出"
    r"|提着|抽出|递出|吹起|吹响)"
    r"(?:了)?[^，。的]{0,4}?{I}(?!的(?:画|碎片|残片|图|仿))",
    r"{W}{EADV} (?:drew|raised|held up|held|gripped|wielded|took out|wore|lifted"
    r"|unsheathed|pulled out|swung)"
    r" (?:the |his |her ){I}",
)
_LEARNS = _of(
    vocabulary.LEARNS,
    "",
    r"{W}{ADV}(?:得知|获知|知晓了|知道了|发现了|明白了|听说了|得悉|获悉|查明了|看穿了"
    r"|识破了)[^，。]{0,6}?{S}",
    r"{W}{ADV}(?:得知|获知|得悉|获悉|发现)了?{F}",
    r"{W}{EADV} (?:had )?(?:learned|learnt|found out|discovered|realised|realized|was told|heard)"
    r"(?: about| of| that)? (?:the )?{S}",
    r"{W}{EADV} (?:learned|learnt|found out|discovered|was told) that {F}",
)
_KNOWS = _of(
    vocabulary.KNOWS,
    "",
    r"{W}{ADV}(?:早就|早已|一直|已经|本就|自然|当然|心里){0,2}(?:知道|清楚|知晓"
    r"|明白)[^，。了]{0,6}?{S}",
    r"{W}{ADV}(?:早就|早已|一直|已经|本就){1,2}(?:知道|清楚|知晓){F}",
    r"{W}{EADV} (?:had |has )?(?:already |always |long )?(?:knew|known)(?: about| of| all"
    r" about)? (?:the )?{S}",
    r"{W}{EADV} (?:had |has )?(?:already |always |long )?(?:knew|known) that {F}",
)
_UNAWARE = _of(
    vocabulary.UNAWARE,
    "",
    r"{W}{ADV}(?:还|并|仍|根本|完全|始终|至今|对此)?(?:不知道|不知|不清楚|毫不知情|不晓得"
    r"|从不知道)[^，。]{0,6}?{S}",
    r"{W}对{S}(?:一无所知|毫不知情|毫无所知)",
    r"{W}{ADV}(?:还|并|仍|根本|完全|始终|至今)(?:不知道|不知|不清楚){F}",
    r"{W}{EADV} (?:still )?(?:did not know|didn't know|knew nothing|had no idea)(?: of|"
    r" about| that)?"
    r" (?:the )?{S}",
    r"{W}{EADV} (?:still )?(?:did not know|didn't know|had no idea) that {F}",
)
_SPEECH = (
    "说道|问道|答道|笑道|喊道|叫道|低声道|冷冷道|沉声道|怒道|叹道|说(?=[：:，,“])"
    "|道(?=[：:，,“])|问(?=[：:，,“])|开口|答(?=[：:])"
)
_ACTS = (
    "走进|走到|走向|走出|走了过来|推开|站起|站在|坐下|坐在|转身|转过身|拔出|拔剑|举起|端起"
    "|放下|拿起|接过"
    "|点了点头|点点头|点头|摇了摇头|摇头|笑了|伸手|伸出|抬起|抬头|低下头|跑了|冲进|冲了"
    "|跳下|看着|看了|望着|望向"
    "|盯着|握住|握紧|抱住|来到|赶到|回到|递给|拍了拍|皱起"
)
_ENGLISH_SPEECH = "said|asked|replied|answered|whispered|shouted|muttered|called out|cried"
_SEEN = _of(
    vocabulary.SEEN,
    "speaks",
    rf"{{W}}{{ADV}}[^，。：“的\x1f]{{0,6}}?(?:{_SPEECH})",
    rf"{{W}}{{EADV}} (?:{_ENGLISH_SPEECH})\b",
    rf"\b(?:{_ENGLISH_SPEECH}) {{W}}(?=[.,;!]|$)",
) + _of(
    vocabulary.SEEN,
    "acts",
    rf"{{W}}{{ADV}}(?:{_ACTS})",
    r"{W}{EADV} (?:laughed|smiled|nodded|walked|ran|stood|sat down|turned|opened|closed"
    r"|picked up|drew"
    r"|raised|looked|grabbed|reached|entered|stepped|shook|poured|knocked|grinned|shrugged)\b",
)
STATES = (
    *_DEAD,
    *_ALIVE,
    *_EYES,
    *_HAIR,
    *_AGE,
    *_ARRIVES,
    *_STANDS,
    *_LEAVES,
    *_LIMB,
    *_USES_LIMB,
    *_LOST,
    *_FOUND,
    *_USES,
    *_LEARNS,
    *_KNOWS,
    *_UNAWARE,
    *_SEEN,
)

KINSHIP = _of(
    "",
    "",
    r"{W}(?:就|正|便|乃)?是{X}的(?:亲生|亲|同胞|双胞胎)?{KIN}(?![儿们]|之)",
    r"{X}的(?:亲生|亲|同胞|双胞胎)?{KIN}(?:就|正|便)?(?:是|叫|，|——)?{W}(?!的|和|与)",
    r"{W} (?:was|is) {X}'s (?:\w+er |own |real )?{EKIN}\b(?!-in-law)",
    r"{X}'s (?:\w+er |own |real )?{EKIN},? {W}\b(?!'s)",
)
"""`who` is the `kin` of `other`."""

ORDER = _of(
    vocabulary.BEFORE,
    "",
    r"{W}(?:发生)?在{X}(?:发生)?(?:之前|以前|前)",
    r"{W}早于{X}",
    r"{W} (?:happened|took place|came|was)(?: \w+)? before (?:the )?{X}",
) + _of(
    vocabulary.AFTER,
    "",
    r"{W}(?:发生)?在{X}(?:发生)?(?:之后|以后|后)",
    r"{W}晚于{X}",
    r"{W} (?:happened|took place|came|was)(?: \w+)? after (?:the )?{X}",
)
"""An event before or after another one."""

SPEAKER_BEFORE = Pattern("", "", r"{W}[^，。“\x1f]{0,8}?(?:说|道|问|答|喊|叫)[^“。]{0,4}$")
SPEAKER_AFTER = Pattern("", "", rf"^[，,]?\s*{{W}}[^，。“\x1f]{{0,6}}?(?:{_SPEECH}|说|道)")
SPEAKER_ENGLISH = Pattern(
    "",
    "",
    rf"^,?\s*(?:{{W}}{{EADV}} (?:{_ENGLISH_SPEECH})\b|(?:{_ENGLISH_SPEECH}) (?P<said>{NAME}))",
)
"""Who said what stands in quotation marks, from the words before and after it."""


# -- Reading a chapter: what its sentences say of those who are known.


_ROLES = {
    "who": (EntityType.CHARACTER,),
    "where": (EntityType.LOCATION,),
    "item": (EntityType.ITEM,),
    "secret": (EntityType.SECRET,),
}
_NAMED = LazyPattern(NAME)
_HE = LazyPattern(r"(?<![其])[他她](?!们|人)|\b(?:he|she)\b", re.IGNORECASE)
_HIS = LazyPattern(r"\b(?:his|her)(?= (?:\w+,? ){0,2}(?:eyes|hair)\b)", re.IGNORECASE)
_FEMALE = LazyPattern(r"她|she|her", re.IGNORECASE)
_WOMAN = LazyPattern(r"女|female|woman|girl|^f$", re.IGNORECASE)
_PRONOUNS_TOO_RISKY = (vocabulary.LIFE, vocabulary.SEEN)
_LEFT = {"左": "left", "右": "right"}
_LIMBS = {"臂": "arm", "手": "hand", "腿": "leg", "脚": "foot", "眼": "eye"}


@dataclass(frozen=True, slots=True)
class _Named:
    """A sentence with names as characters: `named` without, `resolved` with pronouns."""

    sentence: Sentence
    named: str
    resolved: str


class ChapterReader:
    """Reads one chapter with the names that are known."""

    def __init__(self, project_id: str, segment: Segment, roster: NameIndex, policy: Story) -> None:
        self._project = project_id
        self._chapter = segment.chapter
        self._segment = segment
        self._roster = roster
        self._policy = policy
        self._ids = list(roster.entities)
        self._place = {id: at for at, id in enumerate(self._ids)}
        self._seen: set[str] = set()

    def facts(self) -> Iterator[Fact]:
        for paragraph in paragraphs(self._segment):
            alone: str | None = None  # the only person the paragraph has named so far
            for sentence in paragraph.sentences:
                named = self._coded(sentence.plain)
                people = {t for t in named if self._is(t, (EntityType.CHARACTER,))}
                if people - {alone}:
                    alone = people.pop() if len(people) == 1 and alone is None else ""
                resolved = self._with_pronouns(named, alone or "")
                yield from self._of_sentence(_Named(sentence, named, resolved))
                yield from marks(self._project, self._chapter, sentence, self._evidence(sentence))
            yield from self._of_speeches(paragraph)

    # -- names

    def _coded(self, text: str) -> str:
        text = _NAMED.sub(FILLER, text)  # these characters mean names from here on
        pieces, end = [], 0
        for mention in self._roster.find(text):
            pieces += [text[end : mention.start], self._token(mention.entity)]
            end = mention.end
        return "".join((*pieces, text[end:])).replace("\n", " ")

    def _token(self, id: str) -> str:
        return chr(ord(FIRST) + self._place[id])

    def _entity(self, token: str) -> str:
        return self._ids[ord(token) - ord(FIRST)]

    def _is(self, token: str, types: tuple[EntityType, ...]) -> bool:
        if not FIRST <= token <= LAST:
            return False
        return self._roster.entities[self._entity(token)].type in types

    def _with_pronouns(self, text: str, token: str) -> str:
        if not token:
            return text
        gender = self._roster.entities[self._entity(token)].attributes.get("gender", "")
        found = {bool(_FEMALE.fullmatch(each)) for each in _HE.findall(text)}
        if gender and found and found != {bool(_WOMAN.search(gender))}:
            return text
        return _HIS.sub(f"{token}'s", _HE.sub(token, text))

    # -- sentences

    def _of_sentence(self, named: _Named) -> Iterator[Fact]:
        sentence = named.sentence
        if not _NAMED.search(named.resolved):
            return  # nobody is named, so nothing is said of anybody
        for pattern in STATES:
            if not (sentence.sure or (pattern.doubtful and sentence.present)):
                continue
            risky = pattern.attribute in _PRONOUNS_TOO_RISKY
            for match in pattern.regex.finditer(named.named if risky else named.resolved):
                yield from self._state(pattern, match, sentence)
        if sentence.sure:
            yield from self._relations(named)

    def _state(self, pattern: Pattern, match: re.Match[str], sentence: Sentence) -> Iterator[State]:
        groups = {name: text for name, text in match.groupdict().items() if text is not None}
        if not all(
            self._is(groups[role], types) for role, types in _ROLES.items() if role in groups
        ):
            return
        about = groups.get("item") if pattern.attribute in _OF_ITEMS else groups.get("who")
        if about is None:
            return
        entity, at = self._entity(about), self._moment(sentence, match.start())
        if pattern.attribute == vocabulary.SEEN:
            if entity in self._seen:
                return
            self._seen.add(entity)  # once in a chapter is enough
        if pattern.value == "arrives":  # first away from where one was
            yield self._made(entity, pattern.attribute, vocabulary.SOMEWHERE, at, sentence)
        if value := self._value(pattern, groups):
            yield self._made(entity, pattern.attribute, value, at, sentence)

    def _value(self, pattern: Pattern, groups: dict[str, str]) -> str:
        if "where" in groups:
            return self._entity(groups["where"])
        if "secret" in groups:
            return self._entity(groups["secret"])
        if "fact" in groups:
            return self._plain_names(groups["fact"])
        if "colour" in groups:
            return groups["colour"]
        if "number" in groups:
            return str(numerals.value(groups["number"]) or "")
        if "limb" in groups:
            limb = fold(groups["limb"])
            return f"{_LEFT.get(groups['side'], fold(groups['side']))} {_LIMBS.get(limb, limb)}"
        return pattern.value or self._entity(groups["who"])

    def _plain_names(self, text: str) -> str:
        """Names in full again: what is known is kept as text."""
        return "".join(
            self._roster.entities[self._entity(each)].name if FIRST <= each <= LAST else each
            for each in text
        ).strip()

    def _relations(self, named: _Named) -> Iterator[Relation]:
        people, events = (EntityType.CHARACTER,), (EntityType.EVENT,)
        for pattern in (*KINSHIP, *ORDER):
            types = events if pattern.attribute else people
            for match in pattern.regex.finditer(named.named):
                who, other = match["who"], match["other"]
                if who == other or not (self._is(who, types) and self._is(other, types)):
                    continue
                kind = pattern.attribute or vocabulary.relation(match["kin"])
                yield self._related(named.sentence, who, kind, other, match.start())

    def _related(
        self, sentence: Sentence, who: str, kind: str, other: str, column: int
    ) -> Relation:
        source, target = self._entity(who), self._entity(other)
        where = f"{self._chapter.ref}:{sentence.first}"
        return Relation(
            id=fact_ids.relation_id(self._project, source, kind, target, where),
            source=source,
            kind=kind,
            target=target,
            since=self._moment(sentence, column),
            origin=Origin.FILE,
            evidence=self._evidence(sentence),
        )

    # -- speeches

    def _of_speeches(self, paragraph: Paragraph) -> Iterator[State]:
        """Who gives a secret away, and who is said to live."""
        secrets = [e for e in self._roster.entities.values() if e.type is EntityType.SECRET]
        for speech in paragraph.speeches:
            sentence = _around(paragraph, speech)
            if sentence is None or not sentence.present:
                continue
            coded = self._coded(speech.text)
            for pattern in STATES:
                if pattern.doubtful:
                    for match in pattern.regex.finditer(coded):
                        yield from self._state(pattern, match, sentence)
            told = [
                each.id for each in secrets if tells(speech.text, each.attributes, self._policy)
            ]
            speaker = self._speaker(paragraph, speech) if told else None
            if speaker is not None:
                at = self._moment(sentence, speech.start)
                for id in told:
                    yield self._made(speaker, vocabulary.TELLS, id, at, sentence, speech.text)

    def _speaker(self, paragraph: Paragraph, speech: Speech) -> str | None:
        before = self._coded(paragraph.plain[: speech.start])
        after = self._coded(paragraph.plain[speech.end :])
        found = (
            SPEAKER_BEFORE.regex.search(before)
            or SPEAKER_ENGLISH.regex.search(after)
            or SPEAKER_AFTER.regex.search(after)
        )
        if found is None:
            return None
        token = found["who"] or found.groupdict().get("said") or ""
        return self._entity(token) if self._is(token, (EntityType.CHARACTER,)) else None

    # -- making

    def _made(
        self,
        entity: str,
        attribute: str,
        value: str,
        at: Moment,
        sentence: Sentence,
        said: str | None = None,
    ) -> State:
        where = f"{self._chapter.ref}:{sentence.first}:{at.column}"
        return State(
            id=fact_ids.state_id(self._project, entity, attribute, value, where),
            entity=entity,
            attribute=attribute,
            value=value,
            since=at,
            scene=sentence.scene,
            origin=Origin.FILE,
            evidence=self._evidence(sentence, said),
        )

    def _moment(self, sentence: Sentence, column: int) -> Moment:
        return Moment(self._chapter.number, sentence.first, sentence.column + column)

    def _evidence(self, sentence: Sentence, said: str | None = None) -> Evidence:
        excerpt = " ".join((said or sentence.text).split())[: self._policy.excerpt_chars]
        return Evidence(self._chapter.ref, sentence.first, sentence.last, excerpt)


_OF_ITEMS = (vocabulary.ITEM_STATE, vocabulary.USES)


def _around(paragraph: Paragraph, speech: Speech) -> Sentence | None:
    """The sentence that a speech stands in, or the nearest one."""
    if not paragraph.sentences:
        return None
    before = [each for each in paragraph.sentences if each.column <= speech.start]
    return before[-1] if before else paragraph.sentences[0]
