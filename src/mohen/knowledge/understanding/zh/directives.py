"""Instructions to the agent about itself, in Chinese: who it is, and how it is to behave.

Only what lasts: 帮我写个函数 and 别用循环 are tasks, 以后都用中文回答 and 别透露我的地址 are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.zh import house_rules
from mohen.knowledge.understanding.zh.development import PROJECT
from mohen.knowledge.understanding.zh.phrases import NOT, SELF, YOU, clean_value
from mohen.knowledge.understanding.zh.standing import BOOK, DOES, HERO, LIKEWISE, NAME, manner
from mohen.text.lazy_pattern import LazyPattern

_CALLED = LazyPattern(
    r"(?:从今天起|从现在开始|以后|那|就|我)*(?:你(?:的名字)?(?:以后|就|从今以后)*(?:叫做?"
    r"|是叫|的名字是|名叫)|(?:给你(?:起|取)(?:个|了个)?名字?[，,]?(?:就?叫|是"
    r"|：|:)|就?叫你"
    rf"|管你叫)|你(?:以后|今后)?的名字(?:我|就|想好了?|，){{0,5}}(?:定为|定成|叫"
    rf"|是))\s*(?=[^，]{{2}}){NAME}"
    r"[吧了啦]?"
)
_IS = LazyPattern(
    r"(?:从今天起|从现在开始|以后|那)*你(?:以后)?(?:是|就是"
    r"|作为)(?:一?[个名位])?(?P<v>[^，。]{2,20}?(?:助手|助理|编辑|伙伴|搭档|管家|教练"
    r"|老师|顾问|秘书|镜像|分身|朋友|客服))(?:了|吧)?"
)
_CALL_ME = LazyPattern(
    r"(?:以后|请|你|您|可以|就|我?(?:大家|他们|朋友|同事|家人|同学)们?|都|一般"
    rf"|直接)*(?:叫我|称呼我|喊我|管我叫)(?:为|做|小名)?{NAME}(?:就行|就好|就可以|即可|吧|了|就成)*"
)
_OTHERS = LazyPattern(r"大家|他们|朋友|同事|家人|同学")
LASTING = LazyPattern(
    r"以后|今后|从今|从现在(?:开始|起)|往后|每次|永远|始终|一律|(?<!要)(?<!别)总是|任何时候"
    r"|无论如何"
    r"|(?:别(?![人的墅扭致处名离])|不要)再(?:给我|跟我|对我)?(?:推荐|建议|安排|用|叫|发|问|道歉"
    r"|重复|催)"
    r"|之后都|一直都?要|绝对不|千万|务必|必须|严禁|禁止|切勿|切记|记住"
)
_PRIVATE = LazyPattern(
    r"(?:不要|别(?![人的墅扭致处名离])|不许|不准|不能|不得|禁止|勿|不可以|不)(?:再|对外|跟别人"
    r"|向别人|和别人"
    r"|随便|在[^，。]{1,8}){0,4}(?:透露|泄露|泄漏|告诉(?:别人|其他人|任何人|他们|我)|提起"
    r"|提到|提及|提(?=我)|再提(?![交供示高升取醒前出问])|叫我|分享|公开|暴露|外传|说出去|记录"
    r"|保存|发给别人|谈论|讨论)"
)
_STYLE = LazyPattern(
    r"(?:回答|回复|回我|答复|说话|语气|风格|措辞|称呼|表达|用词|输出|解释|交流|沟通|聊天|讲话"
    r"|写作|文字)"
)
_HOW = LazyPattern(
    r"简短|简洁|精简|短一?点|详细|啰嗦|废话|中文|英文|英语|日语|繁体|简体|语气|表情"
    r"|[eE]moji|口语|正式|幽默|轻松|友好|严肃|温柔|直接|委婉|列表|[mM]arkdown|敬语|客气"
    r"|专业|通俗|效率|分点|礼貌|粗口|脏话"
)
_USES = LazyPattern(
    r"(?:请|你|以后|都)*(?:别(?![人的墅扭致处名离])|不要|不用|少|多)(?:用|(?=表情|[eE]moji|敬语|废话|列表))"
)
_IMPERATIVE = LazyPattern(
    r"^(?:请|你|您|麻烦|希望你|我希望你|我要你|我想让你|要|得|都|以后|今后|往后|从今以后"
    r"|从现在(?:开始|起)|每次|永远|始终|一律|总是|务必|必须|一定|千万|绝对|跟我|和我"
    r"|给我|对我|在)*(?:能(?:都|要|得|请|能)*)?(?:不要|别(?![人的墅扭致处名离])|不许|不准|不能"
    r"|禁止|严禁|切勿|勿|用"
    r"|使用|说|叫|保持|回答|回复|尽量|避免|记得|先|只|帮我|给我|把|简|多|少|写|称呼|提醒"
    r"|检查|遵守|按|以(?![后前为及来])|直接|注意|不用|不必|语气|说话|交流|聊天|透露|严格|解释|输出)"
)
_FIRST = LazyPattern(
    r"我(?:以后|今后|必须|要|得|会|不|从|想|打算|每次|总是|永远|千万)|^我(?!希望你|要你"
    r"|想让你|需要你)"
)
# Said to a friend, not to an agent: 别着凉, 千万别累坏了.
_CARES = LazyPattern(
    r"担心|着凉|累坏|相信|别慌|不能慌|倒下|饿[到着]|熬夜|联系|找我|忘了|客气|难过|伤心|生气|害怕"
    r"|紧张"
    r"|着急|放弃|加油"
    r"|风险|冒险|醉|再犯|想[歪多]|误会|见外|外人|勉强|逞强|后悔"
    r"|方便$|受伤|自己|早点|小心|保重|年轻|快乐|再说$"
)
# 永远不要期待别人理解你, 千万别低估自己: said to anybody who lives, and not to an assistant. Not of
# what is written: 以后故事里不要写爱情, 以后不要引入新的依赖.
_WORK = "写|文章|故事|小说|剧情|章节|情节|例|代码|引入|添加|回答|总结|提到"
_OF_LIFE = LazyPattern(
    rf"^(?!.*(?:{_WORK}))(?:.*(?:期待|指望|相信|信任|依赖|辜负|低估|高估|小看|后悔|嫉妒|羡慕|抱怨|讨好|将就|认输"
    r"|失去|忘记自己)"
    r"|(?!.*我).*(?:别人|他人|男人|女人|任何人|爱情|人生|生活|梦想|朋友|家人|父母|孩子))"
)
# 每次用新软件都手忙脚乱: what happens, not what is wanted.
_HAPPENS = LazyPattern(
    r"多[^，]+(?:就|总是?好)|[^，]*总是?(?:叫|让|说|骂|要)我|[你您]?总是(?![用说回保以称])|[^，]*(?:每次|总是)[^，]*(?:都|就|总|会)?(?:感觉|觉得|手忙|很|会|不知|被|出错|失败)"
)
# 语气强硬, 说以后不玩了: how somebody spoke, and what they said.
_HOW_IT_WAS = LazyPattern(
    r"说(?=以后|今后|下次)|[你您](?:说话|讲话|聊天)?的?(?:语气|说话|口气)[^，]{0,3}(?:不太|太|很|真|有点)|(?:语气|说话|交流|聊天)(?![^，]*(?:要|别|请|点|些|用|保持|尽量|你|以后|都))"
)
_ASPECTS = (
    ("language", LazyPattern(r"中文|英文|英语|日语|繁体|简体|普通话|粤语")),
    ("length", LazyPattern(r"简短|简洁|精简|短一?[点些]|详细|啰嗦|废话|字以内|长篇|展开")),
    ("emoji", LazyPattern(r"表情|[eE]moji|颜文字")),
    ("format", LazyPattern(r"列表|[mM]arkdown|分点|表格|代码块|加粗|标题")),
    (
        "tone",
        LazyPattern(
            r"语气|口语|正式|幽默|轻松|友好|严肃|温柔|委婉|敬语|客气|礼貌|直接|通俗|专业|粗口"
            r"|脏话|风格"
        ),
    ),
)


def told(text: str, policy: Extraction, *, led: bool, standing: bool) -> Iterator[Claim]:
    """Claims about the agent, from a clause without what leads into it."""
    if match := _CALLED.fullmatch(text):
        value = clean_value(match["v"], policy)
        if value and not re.search(
            r"^[我你他她一来声]|什么|[怎甚]|醒|车|外卖|[去查做看写帮给]|一下", value
        ):
            yield Claim(
                category=Category.IDENTITY,
                attribute="name",
                value=value,
                tail=f"叫{value}",
                who=YOU,
            )
        return
    if match := _IS.fullmatch(text):
        value = re.sub(r"^我的?", "用户的", match["v"])
        yield Claim(
            category=Category.IDENTITY, attribute="role", value=value, tail=f"是{value}", who=YOU
        )
        return
    likewise = LIKEWISE.fullmatch(text)
    if match := likewise or _CALL_ME.fullmatch(text):
        value = clean_value(match["v"], policy)
        if value and not re.search(r"[去来起做吃的要再]|滚|好$|^一[声下]", value):
            others = not likewise and _OTHERS.search(text)
            yield Claim(
                category=Category.IDENTITY,
                attribute="nickname",
                value=value,
                tail=f"{'被' if others else '希望被'}叫做{value}",
                who=SELF,
            )
        return
    if standing or manner(text):
        yield _wanted(text)
        return
    if _FIRST.search(text) or not _IMPERATIVE.match(text) or _CARES.search(text):
        return
    if house_rules.is_for_the_program(text):
        return
    if _HAPPENS.match(text) or _HOW_IT_WAS.match(text) or _OF_LIFE.search(text):
        return
    private = bool(_PRIVATE.search(text))
    styled = bool(_HOW.search(text)) and (bool(_STYLE.search(text)) or bool(_USES.match(text)))
    if (
        private
        or styled
        or LASTING.search(text)
        or (led and re.match(r"(?:不要|别(?![人的墅扭致处名离])|用(?!于|[^，]{1,6}换)|每次)", text))
    ):
        yield _wanted(text)


# 图表别用红绿区分, 男主全书一句台词都不能有: of what is written, not of the assistant itself.
_OF_BOOK = LazyPattern(rf"{BOOK}|全书|{HERO}|每一?[章节卷集幕回]")
_HIMSELF = LazyPattern(
    rf"(?:语气|说话|尽量|少|多|简|[以今往之]后|从|凡|一直|始终|永远|每次|一次|{NOT}|把|在|{DOES}"
    rf"|用|当|像|做|扮演)"
)
_SPOKEN_TO = LazyPattern(
    r"^(?P<field>[^，我你]{1,6}[上中里面]，?(?=我))?"
    r"(?:能不能|可不可以|可以不可以|能否|请(?!求)|麻烦|拜托|那|就|您|你|我?(?:希望|想让|要|想要|需要|想请)你(?:能|可以|来)*)+"
)
_ONWARD = LazyPattern(
    r"^(?:以后|今后|往后|从今以后|从现在(?:开始|起))+(?:你|您|都|要|得|请)*(?=[^的所每])"
)
_AT_FIRST = LazyPattern(r"^(?:别(?![人的墅扭致处名离])|勿)")
# Of how to answer, and of nothing else: the next such wish stands in its place.
_CONDITION = LazyPattern(
    rf"时候?|凡|地方|每[章天]|(?<!不要)(?<!别)每次|一律|所有|，|{BOOK}|代码|图|标题|翻译|推荐|“"
)
_CALLED_YOU = LazyPattern("(?:别|不要)[您你]{2,}的?")  # 别您您您的
_QUOTED = LazyPattern(r"([“「『‘《][^”」』’》]*[”」』’》])")
_THIRD = (
    (LazyPattern(r"[这那]种\s?(?=$|[“\"「])"), ""),
    (LazyPattern(r"[这那]种(?=命令|操作|语句)"), "这类"),
    (LazyPattern(rf"(?:我们|咱们?)?这个(?={PROJECT})"), "本"),
    (LazyPattern(r"(?<![区特差个级类性告派])(?<!错)别(?![人的墅扭致处名离])"), "不要"),
    (
        LazyPattern(r"我的|我(?=这[本部]|名|地址|电话|家(?!人)|妈|爸|老[公婆]|前|女|男|儿|孩)"),
        "用户的",
    ),
    (LazyPattern(r"(?:用户的)?[这那][本部套篇个](?=[^，]{0,3}(?:书|小说|故事|系列))"), "用户的"),
    (LazyPattern(r"我们的?|我"), "用户"),
    (LazyPattern("那么多"), "太多"),
    (LazyPattern("，?[^，]*那种$"), ""),
    (LazyPattern(r"[你您]的|(?<=[，候时后起始])[你您]|[你您](?=就|也|都|要|直接|先|来|当|做)"), ""),
    (LazyPattern(r"[你您]"), "助手"),
    (LazyPattern(r"(?<=[以今往]后)请|[吧啊哦哈呀啦嘛了\s]+$"), ""),
)


def _wanted(text: str) -> Claim:
    """Something for the time to come, whole: with its condition, and what it is about."""
    said = _SPOKEN_TO.sub(lambda match: match["field"] or "", text)
    said = _CALLED_YOU.sub("不要称“您”", said)
    bare = _AT_FIRST.sub("不要", _ONWARD.sub("", said)).rstrip("吧啊哦了 ")
    shown = "".join(
        each if _QUOTED.fullmatch(each) else _third(each) for each in _QUOTED.split(said)
    )
    shown = re.sub(r"(?<=[”」])这(?:[两三几]?个)?(?:词|字|句话)", "", shown)
    shown = re.sub(r"(?<=[\dA-Za-z”」])这[种样]的?", "的", shown)
    if _OF_BOOK.match(said):
        shown = f"写作时遵守：{shown}"
    elif not _HIMSELF.match(said):
        shown = f"做到：{shown}"
    aspect = next((name for name, words in _ASPECTS if words.search(text)), "")
    general = aspect and not (
        _CONDITION.search(said) or _PRIVATE.search(text) or house_rules.wishes(text)
    )
    return Claim(
        category=Category.CONSTRAINT,
        attribute=f"style:{aspect}" if general else key("constraint", bare),
        value=bare,
        whole=f"用户要求助手{shown}",
        who=YOU,
    )


def _third(said: str) -> str:
    for pattern, instead in _THIRD:
        said = pattern.sub(instead, said)
    return said
