"""What Chinese prose on a card says of a person, and where it says that places are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from mohen.story import sentences, vocabulary
from mohen.story.card_prose.said import ALIAS, Placed, Said, either, ending, ties, words
from mohen.story.model import EntityType
from mohen.text import numerals
from mohen.text.language import HAN
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics
from mohen.text.word_lists import words as word_list

_DENIED = LazyPattern(r"不是|并非|不再|从未|没有|没|未曾|绝非|而非|不想|无父无母|不认")
_PAST = LazyPattern(
    r"^前(?![台锋])|曾|从前|以前|原是|原为|昔日|前任|过去|一度|当年|少时|幼时|小时候"
)
_BEGINS = r"(?:(?:他|她|其|此人)(?:的)?)?(?:还|也|又|便|就|都|正|现在|如今|目前|现|今)?"
_NAMED = "是|叫做|叫作|叫|名叫|名为|名唤|唤作|为|乃|便是|就是|正是|名"
_TIED = r"(?:亲生|亲|同胞|双胞胎|孪生|大|二|小|唯一的|最好的|结发|生死|多年的|儿时的)?"
_OTHER = (
    rf"^(?![大中小]学生){_BEGINS}{_TIED}"
    r"(?:{TIE}|(?<=其)(?P<short>[师父母兄弟姐妹妻夫子女徒友]))"
    rf"(?:(?P<said>{_NAMED})|，|——)?(?P<rest>.*)$"
)
_OF = rf"^{_BEGINS}(?:是|乃|为)?{{N}}(?:的|之){_TIED}(?:{{TIE}}|(?P<short>[子女妻夫徒弟妹兄姐]))$"
_SHORT = {
    **dict.fromkeys("子女", vocabulary.CHILD),
    **dict.fromkeys("妻夫", vocabulary.SPOUSE),
    **dict.fromkeys("弟妹兄姐", vocabulary.SIBLING),
    "徒": "student",
    "师": "mentor",
    "父": vocabulary.FATHER,
    "母": vocabulary.MOTHER,
    "友": "friend",
}
_TIES = (
    ("mentor", r"^.{0,8}?(?:师从|师承|受业于){N}(?:学|习|$)"),
    ("mentor", r"^.{0,8}?(?<!结)拜入?{N}(?:门下|为师)"),
    ("mentor", r"^.{0,4}?(?:跟着|跟随|随){N}(?:学|习)"),
    (vocabulary.SPOUSE, r"^.{0,6}?(?:娶了?|嫁给了?|嫁与|嫁予|迎娶){N}(?:为妻|$)"),
    (vocabulary.SPOUSE, r"^.{0,4}?[与和同跟]{N}(?:是夫妻|结为夫妻|成婚|成亲|结婚|结了婚)"),
    (
        "enemy",
        r"^.{0,4}?[与和同跟]{N}(?:有.{0,4}仇|势不两立|为敌|结仇|不共戴天|是(?:死|宿|仇|对)?[敌头])",
    ),
    ("friend", r"^.{0,4}?[与和同跟]{N}是(?:多年的?|生死)?(?:好友|挚友|朋友|至交|知己|发小)"),
    ("ally", r"^.{0,4}?[与和同跟]{N}(?:是盟友|结盟|联手)"),
    (
        vocabulary.SIBLING,
        r"^.{0,4}?[与和同跟]{N}是(?:亲|同胞|孪生|双胞胎)?(?:兄弟|姐妹|兄妹|姐弟|姊妹)",
    ),
)
_HAS = (
    rf"(?:(?<!没)有|育有|生有|生下|抚养|养育|拉扯|带着)[^，]{{0,4}}?{_TIED}{{TIE}}"
    rf"(?:(?P<said>{_NAMED})|，)?(?P<rest>.*)$"
)
_MEMBER = (
    r"^{B}(?:是|乃)?(?P<name>{HAN}{1,6}?(?:{BODY}))(?:的|中)?"
    r"(?:弟子|门人|门徒|传人|成员|一员|长老|掌门|帮主|堂主|教众|首领|统领)$"
)
_JOINED = (
    r"^{B}(?:隶属于?|效力于|供职于|效忠于?)(?P<name>{HAN}{2,8})$"
    r"|^{B}(?:加入了?|属于|出身于?|投身)(?P<body>{HAN}{1,6}(?:{BODY}))$"
)
_OWNS = (
    r"^.{0,8}?(?:佩剑|佩刀|宝剑|宝刀|武器|兵器|法宝|坐骑|爱马)(?:名为|名叫|叫做|叫|名唤|是|名|唤作)"
    r"[“「『《]?(?P<name>{HAN}{2,6}?)[”」』》]?$"
)
_ALIAS = (
    r"^.{0,6}?(?:绰号|外号|人称|人送外号|人送绰号|江湖人称|别名|又名|小名|乳名|化名|自号|昵称|诨名|表字)"
    r"(?:是|叫做|叫|为|作)?[“「『]?(?P<name>[^“”「」『』，。（）()或]{2,8}?)[”」』]?$"
)
_COURTESY = r"^字(?P<name>{HAN}{2})$"
_AGE = (
    r"^{B}是?(?:一?[个位名])?(?P<led>(?:今年|时年|现年|年方|年|虚岁|芳龄)?)(?:刚满|刚|才|已经|已)?"
    r"{NUM}(?:岁(?:的(?P<rest>.*))?|(?P<bare>))$"
)
_GENDER = r"^(?:性别)?(?P<value>男|女)(?:性|子|人|孩)?$"
_EYE_WORDS = "眼睛|眼眸|眸子|双眼|双眸|瞳孔|瞳仁|眼瞳|瞳"
_HAIR_WORDS = "头发|长发|短发|卷发|直发|发丝|秀发|发"
_LOOKS = (
    (vocabulary.EYES, rf"{{C}}色?的?(?:大|小|细长的)?(?:{_EYE_WORDS})"),
    (vocabulary.EYES, rf"(?:{_EYE_WORDS})(?:颜色)?(?:是|呈|为)?[^，]{{0,4}}?{{C}}色?的?$"),
    (vocabulary.HAIR, rf"{{C}}色?的?(?:大|长|短|卷|直)?(?:{_HAIR_WORDS})(?![现生展])"),
    (vocabulary.HAIR, rf"(?:{_HAIR_WORDS})(?:颜色)?(?:是|呈|为)?[^，]{{0,4}}?{{C}}色?的?$"),
)
_BORN = r"^{B}(?:出生|生|诞生|降生|出身)(?:于|在)(?P<name>{HAN}{2,8}?)(?:的.*|一带)?$"
_NATIVE = (
    r"^{B}(?:是)?(?P<name>{HAN}{1,5}[城镇村县州省市港国岛山庄寨乡])(?:本地|本土)?人(?:氏|士)?$"
)
_LIVES = (
    r"^{B}.{0,4}?(?:家住|居住在|居住于|定居|隐居|寓居|长居|住在|住于|居于)(?:在|于)?"
    r"(?P<name>{HAN}{2,10}?)(?:一带|附近)?$"
)
_DIES = (
    r"第\s*{NUM}\s*[章回].{0,8}?(?:死|去世|病逝|身亡|丧命|殒命|遇害|被杀|牺牲|阵亡)"
    r"|(?:死|卒|亡|病逝|遇害|牺牲|身亡|被杀)(?:于|在)第\s*(?P<later>{NUMBER})\s*[章回]"
)
_LIVING = r"^{B}(?:以|靠|凭)(?P<job>[^，]{1,6})为生$"
_CALLING = (
    r"^{B}(?:本)?(?:在[^，]{1,8}?(?:当|做|担任|任|干)|是|为|乃|当(?!铺)|做|担任|任)?了?(?:一[名个位]|[名个位])?"
    r"(?P<job>(?![这那）一几])[^，是有了着在把被和与想要像做为从于称立持至迁任”\d]{1,12})$"
)
_RETURNS = LazyPattern("两人|二人|夫妻|夫妇|独自|自己|本人")
"""What a clause begins with that is about them again, after one about somebody else."""
_AGE_IN_CALLING = LazyPattern(rf"^(?:{numerals.NUMBER})岁的")
_PLACE_NAME = LazyPattern(f"[{HAN}]{{2,6}}")
_ANYWHERE = LazyPattern(r"[里下上中外边旁处家起]$|^[他她这那一]|自己|隔壁")


@cache
def _made(text: str) -> re.Pattern[str]:
    """A pattern with its words, made when it is first needed."""
    for name, put in (
        ("{B}", _BEGINS),
        ("{HAN}", f"[{HAN}]"),
        ("{N}", rf"[“「『《]?(?P<name>[{HAN}·]{{2,6}}?)[”」』》]?"),
        ("{TIE}", f"(?P<tie>{either(ties(latin=False))})"),
        ("{NUM}", f"(?P<number>{numerals.NUMBER})"),
        ("{NUMBER}", numerals.NUMBER),
        ("{C}", f"(?P<colour>{vocabulary.HAN_COLOUR})"),
        ("{BODY}", either(words("zh", "factions"))),
        ("{LAND}", f"(?:{either(words('zh', 'places'))})"),
    ):
        text = text.replace(name, put)
    return re.compile(text)


def of_person(sentence: str, subject: str) -> Iterator[Said]:
    """What a sentence of somebody's card says of them."""
    of_another = False
    for clause in re.split("[，,]", sentence):
        named = bool(subject) and clause.strip().startswith(subject)
        said = clause.strip().removeprefix(subject).removeprefix("的")
        if not said or sentences.HEDGE.search(said):
            continue
        other = _made(_OTHER).match(said)
        if other and (other["said"] or other["rest"]):  # 学生 alone is what they are
            yield from _other(other, said)
            of_another = True
        elif not of_another or named or _RETURNS.match(said):
            of_another = False
            yield from _clause(said)


def _other(found: re.Match[str], clause: str) -> Iterator[Said]:
    """Somebody who is something to them: 师父是周伯, 妹妹周浮是警察."""
    if _DENIED.search(clause):
        return
    kind = _SHORT[found["short"]] if found["short"] else ties(latin=False)[found["tie"]]
    for name in _names(found["rest"], led=bool(found["said"])):
        yield Said(kind, name, EntityType.CHARACTER)


def _names(text: str, *, led: bool) -> list[str]:
    """The names that a text begins with. Where nothing leads up to them (父亲林震早亡), a surname
    must, or quotation marks."""
    quoted = re.match(r"[“「『]([^”」』]{2,8})[”」』]", text)
    if quoted:
        return [quoted[1]]
    found = []
    for each in _AND.split(text):
        name = _name(_without_calling(each.strip()), led=led)
        if name is None:
            break
        found.append(name)
    return found


_AND = LazyPattern(rf"、|(?<=[{HAN}·]{{2}})[和与及](?=[{HAN}]{{2}})(?!是|为|在|曾|也)")
"""Between names; 和 may be a name's last character: 许二和是军人."""


def _without_calling(text: str) -> str:
    """渔民白大海 is 白大海."""
    for each in words("zh", "callings"):
        if len(each) > 1 and text.startswith(each) and len(text) - len(each) > 1:
            return text[len(each) :]
    return text


def _untitled(name: str) -> str:
    """县丞卢平 is 卢平: a name begins with its surname, unless it has none."""
    if len(name) < 4 or _has_surname(name):
        return name
    return next((name[at:] for at in (-3, -2) if _has_surname(name[at:])), name)


def _has_surname(name: str) -> bool:
    return name[0] in topics(__file__, "zh/card_words.txt")["surnames"]


_NAME_ENDS = LazyPattern(
    r"(?=[是为在早已于的曾也死去病失现住当做任会有被把给跟对把常从最]|，|——|（|\(|$)"
)


def _name(text: str, *, led: bool) -> str | None:
    ends = _NAME_ENDS.pattern
    found = re.match(rf"([{HAN}·]{{2,8}}?){ends}", text)
    if found is None:
        return None
    name, rest = _untitled(found[1]), text[found.end() :]
    most = 4 if led else 3
    if len(name) > most and "·" not in name:
        return None
    surname = _has_surname(name)
    if _is_calling(name) or name in _NOBODY or (not led and (not surname or name[0] == "曾")):
        return None
    return None if rest.startswith(("的", "和的")) else name


_NOBODY = word_list(
    "谁人 他人 别人 自己 同一 一个 不详 未知 早亡 早逝 已故 双亡 家人 村里 一名 一位"
)


def _clause(clause: str) -> Iterator[Said]:
    if died := _made(_DIES).search(clause):
        number = numerals.value(died["number"] or died["later"])
        if number and not _DENIED.search(clause):
            yield Said(vocabulary.LIFE, "dead", chapter=number)
        return
    if _DENIED.search(clause) or (vocabulary.NOT_BY_BIRTH.search(clause) and "的" in clause):
        return
    ties = list(_ties(clause))
    if ties:
        yield from ties
        return
    if found := _made(_GENDER).match(clause):
        yield Said("gender", found["value"])
        return
    if _PAST.search(clause):
        return
    yield from _holds(clause)


def _ties(clause: str) -> Iterator[Said]:
    if found := _made(_MEMBER).match(clause):
        yield Said("belongs_to", found["name"], EntityType.FACTION, theirs=False)
        return
    if found := _made(_JOINED).match(clause):
        body = (found["name"] or found["body"]).removesuffix("的")
        yield Said("belongs_to", body, EntityType.FACTION, theirs=False)
        return
    if found := _made(_OF).match(clause):
        kind = _SHORT[found["short"]] if found["short"] else ties(latin=False)[found["tie"]]
        name = found["name"]
        titled = _is_calling(name) and not _has_surname(name)  # 霍老将军 is somebody, 医师 is not
        if not (name in _NOBODY or _is_body(name) or titled):
            yield Said(kind, name, EntityType.CHARACTER, theirs=False)
        return
    for kind, pattern in _TIES:
        if (found := _made(pattern).match(clause)) and found["name"] not in _NOBODY:
            yield Said(kind, found["name"], EntityType.CHARACTER)
            return
    if (found := _made(_HAS).search(clause)) and "收养" not in clause:
        kind = ties(latin=False)[found["tie"]]
        for name in _names(found["rest"], led=bool(found["said"])):
            yield Said(kind, name, EntityType.CHARACTER)


def _is_body(name: str) -> bool:
    """林家, 大家, 众人: nobody's name."""
    return name.endswith(("家", "人", "们", "众")) or name[0] in "这那某每众大全"


def _holds(clause: str) -> Iterator[Said]:
    if found := _made(_OWNS).match(clause):
        yield Said("owns", found["name"], EntityType.ITEM, theirs=False)
        return
    if found := _made(_ALIAS).match(clause) or _made(_COURTESY).match(clause):
        yield Said(ALIAS, found["name"])
        return
    for attribute, pattern in _LOOKS:
        if found := _made(pattern).search(clause):
            yield Said(attribute, found["colour"])
            return
    found = _made(_AGE).match(clause)
    if found and (
        found["led"] or found["bare"] is None
    ):  # 年方十八 is an age, 十八 may be anything
        yield Said(vocabulary.AGE, found["number"])
        clause = found["rest"] or ""
    elif found := _made(_BORN).match(clause) or _made(_NATIVE).match(clause):
        if not re.search(r"[年月日时代\d]", found["name"]):
            yield Said("birthplace", found["name"])
        return
    elif found := _made(_LIVES).match(clause):
        place = found["name"].rpartition("的")[-1]
        if _PLACE_NAME.fullmatch(place) and not _ANYWHERE.search(place):
            yield Said(vocabulary.LIVES_IN, place, EntityType.LOCATION, theirs=False)
        return
    if found := _made(_LIVING).match(clause):
        yield Said("occupation", found["job"])
    elif found := _made(_CALLING).match(clause):
        job = _AGE_IN_CALLING.sub("", found["job"])
        if _is_calling(job):
            yield Said("occupation", re.split("[的》]", job)[-1])


@cache
def _no_callings() -> frozenset[str]:
    return frozenset(words("zh", "no_callings"))


def _is_calling(said: str) -> bool:
    head = re.split("[的》]", said)[-1]
    none = any(head.endswith(each) for each in _no_callings())
    ends = (ending("zh", "callings"), ending("zh", "calling_ends"))
    return len(head) > 1 and not none and any(each.search(head) for each in ends)


# -- places

_PLACE = f"[{HAN}]{{2,6}}"
_AT = LazyPattern(
    rf"^(?:它|此地|这里)?(?:位于|坐落于|坐落在|地处|在|处于)(?P<name>{_PLACE}?)"
    r"(?:(?P<side>以?[东南西北]{1,2}[部边面方侧]?|[里内中上]|脚下|之中|境内|中央|旁边?|附近|外|边)"
    r"[^，]{0,12}|的[^，]{1,12})?$"
)
_BESIDE = LazyPattern(
    rf"^(?P<name>{_PLACE}?)(?:以[东南西北]|附近|旁边?|外)[^，]{{0,4}}的[^，]{{1,10}}$"
)
_INSIDE = LazyPattern(rf"^(?P<name>{_PLACE}?)(?:里|内|中|境内)[^，]{{1,16}}$")
_OUTSIDE = LazyPattern(r"以?[东南西北]{1,2}[边面方侧]?$|旁|附近|外|^边")
_IS = (
    rf"^(?P<name>{_PLACE}?)(?:是|乃|为)(?P<about>[^，]{{0,16}}?{{LAND}})$"
    rf"|^.{{0,6}}?(?:名为|名叫|叫做|叫)(?P<called>{_PLACE}?)的[^，]{{0,4}}{{LAND}}$"
)
_SEAT = LazyPattern(
    rf"^(?P<inside>{_PLACE}?)的(?:都城|首都|国都|京城|省会|首府|港口|主城|王城)"
    rf"(?:是|叫|名为|为)(?P<name>{_PLACE})$"
)
_SCENE = LazyPattern(rf"^(?:整个)?(?:故事|一切|全书|小说)都?发生在(?P<name>{_PLACE})$")
_LIES = LazyPattern(rf"^(?P<name>{_PLACE}?)(?=位于|坐落|地处)")
_NO_PLACE = LazyPattern(
    r"^[他她它这那此其我你也从一各该第全原本每某]|[的了着过是]|[部里上均既也都常成]$"
    r"|^[东南西北中]{1,2}[方边面侧]$"
)


def where(clause: str) -> tuple[str, str]:
    """The place that a clause says something is in, and the one it is near; either may be empty."""
    if found := _BESIDE.match(clause):
        return "", found["name"]
    if found := _AT.match(clause):
        name = found["name"]
        if _NO_PLACE.search(name):
            return "", ""
        return ("", name) if _OUTSIDE.search(found["side"] or "") else (name, "")
    found = _INSIDE.match(clause)
    return (found["name"], "") if found and ending("zh", "places").search(clause) else ("", "")


def places(clause: str, _before: str) -> Iterator[Placed]:
    """The places that a clause about the world names."""
    if found := _SEAT.match(clause):
        yield Placed(found["inside"])
        yield Placed(found["name"], found["inside"])
    elif found := _SCENE.match(clause):
        yield Placed(found["name"])
    elif found := _made(_IS).match(clause):
        name, about = found["name"] or found["called"], found["about"] or ""
        sure = found["called"] or is_place(name, "") or len(_kind(about)) > 1
        if sure and not _NO_PLACE.search(name) and name not in words("zh", "places"):
            yield Placed(name, *where(about))
    elif (found := _LIES.match(clause)) and not _NO_PLACE.search(found["name"]):
        yield Placed(found["name"], *where(clause[found.end() :]))


def _kind(about: str) -> str:
    found = ending("zh", "places").search(about)
    return found.group() if found else ""


def is_place(name: str, first: str) -> bool:
    """By the end of its name, or of the first thing that is said of it."""
    kind = ending("zh", "places").search(first)
    return bool(ending("zh", "place_names").search(name) or (kind and kind.start()))
