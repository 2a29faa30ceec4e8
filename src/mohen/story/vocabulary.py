"""Vocabulary of the story graph: attributes, relations and colours in two languages."""

from __future__ import annotations

from mohen.story.model import EntityType
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

Pair = tuple[str, str]
"""English, Chinese."""

# -- attributes

LIFE, LOCATION, AGE, EYES, HAIR = "life", "location", "age", "eye_colour", "hair_colour"
LIMB, ITEM_STATE, SEEN = "lost_limb", "condition", "seen"
LEARNS, KNOWS, UNAWARE, TELLS, USES = "learns", "knows", "unaware", "tells", "uses"
USES_LIMB = "uses_limb"
SOMEWHERE = "?"
"""The location of somebody who has left."""

ATTRIBUTES: dict[str, tuple[Pair, str]] = {
    LIFE: (("life", "生死"), "状态 生死 status life"),
    LOCATION: (("location", "所在"), "所在 位置 所在地 location"),
    AGE: (("age", "年龄"), "年龄 年纪 岁数 age"),
    EYES: (("eyes", "眼睛"), "眼睛 瞳色 眼睛颜色 眸色 眼睛色 eyes eye_color eye_colour"),
    HAIR: (("hair", "头发"), "头发 发色 头发颜色 hair hair_color hair_colour"),
    "gender": (("gender", "性别"), "性别 gender sex"),
    "birthday": (("birthday", "生日"), "生日 出生日期 birthday date_of_birth birth_date born"),
    "birthplace": (("birthplace", "出生地"), "籍贯 出生地 birthplace place_of_birth"),
    "blood_type": (("blood type", "血型"), "血型 blood_type"),
    "handedness": (("handedness", "惯用手"), "惯用手 handedness"),
    "occupation": (("occupation", "职业"), "职业 身份 occupation job profession"),
    "date": (("date", "日期"), "日期 时间 date time when"),
    "chapter": (("chapter", "章节"), "章节 章 chapter"),
    LIMB: (("lost", "失去"), "残疾 lost_limb"),
    ITEM_STATE: (("condition", "状况"), "状况 condition"),
    LEARNS: (("learns", "得知"), "得知 learns"),
    KNOWS: (("knows", "知道"), "知道 knows"),
    UNAWARE: (("does not know", "不知道"), "不知道 unaware"),
}
"""By name: how it is said, and the words that mean it."""

FIXED = (EYES, HAIR, "gender", "birthday", "birthplace", "blood_type", "handedness")
"""What a person has for life: two values are a contradiction."""

CHANGING = (LIFE, LOCATION, ITEM_STATE, AGE, "occupation")
"""The latest value holds."""

HIDDEN = (SEEN, TELLS, USES, USES_LIMB)
"""Traces that a check needs and nobody wants to read."""

_BY_WORD = {
    fold(word).replace("_", " "): name
    for name, (_, words) in ATTRIBUTES.items()
    for word in (name, *words.split())
}


def attribute(word: str) -> str:
    """The attribute that a word means, or the word itself, folded."""
    plain = " ".join(fold(word).replace("_", " ").split())
    return _BY_WORD.get(plain, plain.replace(" ", "_"))


def attribute_words(name: str) -> Pair:
    plain = name.replace("_", " ")
    return ATTRIBUTES[name][0] if name in ATTRIBUTES else (plain, plain)


# -- relations

FATHER, MOTHER, PARENT, SIBLING, SPOUSE = "father", "mother", "parent", "sibling", "spouse"
CHILD = "child"
LOCATED_AT, BEFORE, AFTER = "located_at", "before", "after"
LIVES_IN, NEAR = "lives_in", "near"

RELATIONS: dict[str, tuple[Pair, str]] = {
    FATHER: (("father of", "的父亲"), "父亲 爸爸 爹 生父 亲生父亲 father dad"),
    MOTHER: (("mother of", "的母亲"), "母亲 妈妈 娘 生母 亲生母亲 mother mom mum"),
    PARENT: (("parent of", "的父母"), "父母 双亲 parent parents"),
    CHILD: (
        ("child of", "的孩子"),
        "儿子 女儿 孩子 长子 次子 长女 次女 独子 独女 son daughter child",
    ),
    SIBLING: (
        ("sibling of", "的兄弟姐妹"),
        "哥哥 弟弟 姐姐 妹妹 兄长 胞兄 胞弟 胞妹 胞姐 大哥 二哥 brother sister sibling twin",
    ),
    SPOUSE: (("married to", "的伴侣"), "妻子 丈夫 夫人 配偶 wife husband spouse"),
    "friend": (("friend of", "的朋友"), "朋友 好友 挚友 友 friend"),
    "ally": (("ally of", "的盟友"), "盟友 同盟 同伴 ally"),
    "enemy": (("enemy of", "的敌人"), "敌人 仇人 宿敌 死敌 仇敌 enemy rival nemesis"),
    "mentor": (("mentor of", "的师父"), "师父 师傅 老师 恩师 mentor teacher master"),
    "student": (("student of", "的徒弟"), "徒弟 弟子 学生 student apprentice disciple"),
    "belongs_to": (("belongs to", "属于"), "属于 隶属 所属 门派 组织 faction belongs_to member_of"),
    "owns": (("owns", "拥有"), "拥有 持有 佩剑 佩刀 武器 兵器 法宝 owns owner_of possessions"),
    LOCATED_AT: (("is in", "位于"), "位于 坐落于 located_at part_of"),
    LIVES_IN: (("lives in", "住在"), "住在 居住 居住地 住址 住处 lives_in lives_at residence"),
    NEAR: (("is near", "邻近"), "邻近 毗邻 near"),
    "participates_in": (("takes part in", "参与"), "参与 参加 participates_in"),
    "knows": (("knows", "知道"), "知道 知情 knows"),
    "happens_at": (("happens at", "发生于"), "发生于 地点 happens_at place"),
    BEFORE: (("is before", "早于"), "早于 之前 先于 before"),
    AFTER: (("is after", "晚于"), "晚于 之后 after"),
}

# Kin by law or by choice says nothing about birth.
NOT_BY_BIRTH = LazyPattern(r"养|继|义|干|岳|公|婆|step|adopt|foster|in-law|god")

_RELATION_BY_WORD = {
    fold(word).replace("_", " "): name
    for name, (_, words) in RELATIONS.items()
    for word in (name, *words.split())
}
KIN_WORDS = tuple(
    sorted(
        (w for n in (FATHER, MOTHER, CHILD, SIBLING, SPOUSE) for w in RELATIONS[n][1].split()),
        key=lambda word: (-len(word), word),
    )
)


def relation(word: str) -> str:
    """The relation that a word means, or the word itself, folded."""
    plain = " ".join(fold(word).replace("_", " ").split())
    return _RELATION_BY_WORD.get(plain, plain.replace(" ", "_"))


def relation_words(kind: str) -> Pair:
    plain = kind.replace("_", " ")
    return RELATIONS[kind][0] if kind in RELATIONS else (plain, plain)


# -- entities

TYPES: dict[EntityType, tuple[Pair, str]] = {
    EntityType.CHARACTER: (("character", "人物"), "人物 角色 character person people characters"),
    EntityType.LOCATION: (
        ("location", "地点"),
        "地点 地名 场所 地理 地图 区域 地区 城市 城镇 location place locations places geography map"
        " regions cities towns",
    ),
    EntityType.EVENT: (("event", "事件"), "事件 大事 event events"),
    EntityType.ITEM: (("item", "物品"), "物品 道具 法宝 兵器 item items artifact object"),
    EntityType.FACTION: (("faction", "势力"), "势力 门派 组织 帮派 faction factions organization"),
    EntityType.TIMEPOINT: (("time", "时间"), "时间点 纪年 timepoint era"),
    EntityType.SECRET: (("secret", "秘密"), "秘密 真相 隐情 secret secrets"),
}
_TYPE_BY_WORD = {fold(word): kind for kind, (_, words) in TYPES.items() for word in words.split()}


def entity_type(word: str) -> EntityType | None:
    return _TYPE_BY_WORD.get(fold(word).strip())


# -- colours

_COLOURS = {
    "blue": "蓝 湛 blue azure sapphire",
    "green": "绿 翠 green emerald",
    "black": "黑 乌 漆 墨 black jet raven",
    "brown": "棕 褐 栗 brown chestnut",
    "grey": "灰 grey gray",
    "amber": "琥珀 amber",
    "gold": "金 黄 gold golden blond blonde yellow fair",
    "red": "红 赤 red auburn ginger copper",
    "violet": "紫 violet purple",
    "white": "白 银 white silver",
    "hazel": "hazel",
}
_COLOUR_OF = {word: name for name, words in _COLOURS.items() for word in words.split()}
_HAN_COLOURS = "|".join(sorted((w for w in _COLOUR_OF if not w.isascii()), key=len, reverse=True))
_LATIN_COLOURS = "|".join(sorted((w for w in _COLOUR_OF if w.isascii()), key=len, reverse=True))
HAN_COLOUR = rf"(?:[深浅淡暗亮幽]?(?:{_HAN_COLOURS}|碧)){{1,2}}"
LATIN_COLOUR = rf"(?:(?:dark|light|pale|deep|bright|grey|gray|blue)[ -])?(?:{_LATIN_COLOURS})"
_ANY_COLOUR = LazyPattern(rf"{_HAN_COLOURS}|\b(?:{_LATIN_COLOURS})\b")
# Eyes said to be black are brown to another narrator, and hazel is between two.
_NEAR = (
    {"black", "brown"},
    {"hazel", "brown"},
    {"hazel", "green"},
    {"amber", "gold"},
    {"amber", "brown"},
)


def colours(text: str) -> frozenset[str]:
    return frozenset(_COLOUR_OF[each] for each in _ANY_COLOUR.findall(fold(text)))


def same_colour(one: str, other: str) -> bool:
    """Whether two descriptions can mean one colour; a text without a colour clashes with none."""
    first, second = colours(one), colours(other)
    if not first or not second or first & second:
        return True
    return any(near & first and near & second for near in _NEAR)
