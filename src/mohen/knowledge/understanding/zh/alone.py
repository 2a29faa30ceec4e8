"""Whether a Chinese sentence stands by itself: nothing in it is known to its conversation only."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.zh.events import find_days
from mohen.knowledge.understanding.zh.phrases import ROLE
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern

# Of nothing that is named: 用户在一家公司工作, 用户在学一门新技能, 用户很喜欢里面的演员.
_VAGUE = LazyPattern(
    r"(?:一[些家个份门项种款部]|某[家个种些]|很多|许多|不少|各种)(?:很|非常)?(?:新|有[用趣意思]*|美|重要|不同|类似|相关|好|大|小)*的?"
    r"(?:事情?|问题|东西|解决方[法案]|方[法式案]|想法|困难|变化|经历|计划|(?:旅行)?准备工作|事务|障碍|公司|单位|企业|技能|技术|知识"
    r"|知识和经验|经验|工作|项目|地方|文章|语言|编程语言|剧|电影|书|人|任务|活动|爱好|尝试|体验|挑战|机会|朋友|文字|话)(?:工作|上班|做|了)?$|[和跟与]一个人|玩了一天$"
    r"|^(?:明年|今年|去年|下个?[月周]|接下来|未来|目前|现在|今后|短期|长期|眼下|最终|首要)的?"
    r"|(?:里面|其中|当中|那里|这里|上面|下面|后面|前面|对方)的|^用户(?:很|最|也|还|挺|特别|非常)*(?:喜欢|爱|迷上)(?:看)?(?:剧情|结尾|演员|故事|情节|剧|电影院?里)$"
    r"|一些[^，]{0,6}(?:问题|事情|困难|障碍|知识)(?:（|$)|^用户(?:在|想|打算)?学习?(?:一门|一些)?新的?(?:语言|技能|东西|知识|技术)$"
    r"|(?:学到|收获|经历|改变|进步|明白|懂得)了?很多$|(?:时|的时候|之后|以后|之前)$|准备(?:充分|得)"
    r"|^用户从[^，了过搬换转去来跑走骑开降涨减升变做学读回]*到[^，了过搬换转去来跑走骑开降涨减升变做学读]*$"
    r"|^用户(?:认为|觉得)(?:比较|很|非常|有点|有些|挺|不太?|特别|太|十分|真)"
    r"|^用户 \d{4}-\d\d-\d\d ?(?:早上|晚上|上午|下午|中午)? ?(?:会再|要再|再|会)[一-鿿]{1,3}$|^用户 \d{4}-\d\d-\d\d (?:提交|完成|上线|发布|开始|结束|交付|定稿|确认|处理|更新)$|^用户每[天周月年][\d一-十≥<>~-]*(?:次|天|分钟|小时|组)$"
    r"|(?:当前|目前|现在)的?(?:公司|单位|工作)(?:工作|上班)?了?几年|(?:左右为|越来越)$|同样的?$|一样$|(?:相关|类似|其他|别的|某些)的[^，]{1,4}$"
)
# Said of a moment, of how one feels just now, or as an answer: 用户会去看一看, 用户感到很疲惫.
_PASSES = LazyPattern(
    r"^用户(?:现在|正|马上|先|该|得|也|真的?|就|还|最近|已经|一定|有时候?|还是|并|其实|确实|基本上|今天)*(?:"
    r"(?:要|必须|得|该|准备|想)(?:去|走|离开|出门|休息|睡|忙|下线|继续|开始)[^，]{0,6}$|现在(?:在(?!.*[住工读学上])|要|得|必须)"
    r"|想(?:要)?(?:谈|聊|说|问|了解|知道|请教|和你|跟你)|因为|由于|虽然|尽管|为了|怕|只能|不得不|必要时|顺手|再|顺便|先|来(?!自)|晚点|稍后|没有想|按"
    r"|会(?:去|再|准备|好好|尽力|努力|尽量|尝试|试|考虑|注意|继续|按照|多|认真|记住|参考|找时间|抽空|坚持|小心)"
    r"|(?:不|没有?)?会?(?:感到|觉得|感觉)(?![^，]{0,4}[胃腰头背腿胸疼痛])|想到|明白|理解|知道|相信|同意|期待|希望你|需要(?:你|一些?)"
    r"|(?:很|非常|特别|有点|有些|比较|挺|好|太|超级?)?(?:开心|高兴|难过|着迷|无聊|烦|累|忙|孤独|郁闷|焦虑|紧张|疲惫|伤心|激动|兴奋|惊讶|害怕|满意|享受|感动|失望|迷茫)(?:的|了|啊)*$"
    r"|注意到|发现(?!了)|去[^，]{0,4}(?:看看|逛逛|转转)|[^，]{0,10}(?:尝试|试|去|做|看|吃|用|听|想|学|见)过$|听起来|看起来|看上去|显得|一定要|要注意|带上|没(?:有)?(?:事|问题|关系|什么)|(?:尝试|考虑)(?:一下|做一做)|有时候?[^，]{0,3}了|读了一篇|看了看|吃完了?|做完了?|写完了?$"
    r"|(?:之间|[与和]?其[^实他]|所以|因此|这|那|们))"
)


# What is over, or holds at the time of telling only: without that time it says too little.
_TIMED = LazyPattern(
    r"最近|这[几两]天|近期|近来|刚刚?(?!好|需|强|毅|果)|前[阵段][子时]|目前|(?<!出)现在|这段时间|正在|正准备|(?<![年月岁天周])了$"
    r"|[^不没]了(?=[^，了解])(?!不起|[一二两三四五六七八九十几半\d]+多?(?:年|个?月))"
)
_DAY = LazyPattern(r"\d{4}-\d\d|\d{4} ?年")


def needs_day(content: str) -> bool:
    return bool(_TIMED.search(content)) and not _DAY.search(content)


def told_whole(content: str, *, free: bool) -> bool:
    """Whether what was made of a clause says all by itself. `free`: in the clause's own words."""
    return not _VAGUE.search(content) and not (free and _PASSES.match(content))


# -- What was said, in the user's own words.


_LEADS = LazyPattern(
    r"^(?:(?:嗯+|哦+|噢|啊|呃|哎|唉|嗨|哈+|嘿+|对|好的?|是的|没错|谢谢你?|不过|但是?|而且|并且|然后|所以|因为|因此"
    r"|其实|说实话|另外|还有|对了|那|你好|朋友们?|亲爱的|伙伴|AI伴侣|各位)[，,。！!\s]+|(?:但是?|不过|而且|并且|所以|因为|然后|其实|另外))+"
)
_ENDS = " \t\n　，,。！!；;：:、…~～"
_ASKS = LazyPattern(
    r"[?？你您]|[吗么呢吧]$|如果|假如|要是|的话|比如说|什么|怎么|哪|谁|多少|几[个点号]|是否|是不是|有没有|能不能|可以吗"
    r"|请|帮我|推荐|建议|想象|开玩笑|谢谢|再见|晚安|希望.*顺利|天气|想(?:问|知道|了解|聊|谈|请教)|听说|据说"
)
_POINTS = LazyPattern(
    r"^(?:[他她它这那其该]|比如|例如|譬如|也|就|还|都|并|而|又|但|的|之|此|后来|之后|然后)"
    r"|[这那](?:[个些种样里儿件位条本只次家部套句段边]|是|就)|这么|那么|[它其](?!实|他)|上面|下面|以上|如下|第[一二三]个"
)
_HE = LazyPattern(r"(?<![其吉])[他她]")
_SOMEBODY = LazyPattern(rf"{ROLE}|{entities.HAN_NAME}|[A-Z][a-z]+")
_OF_ONE = LazyPattern(r"我|咱|本人")
_SHORTEST = 6
_FEELS = LazyPattern(
    r"(?:感觉|觉得|感到|很|非常|有点|有些|特别)[^，]{0,4}"
    r"(?:不舒服|难过|开心|高兴|兴奋|累|烦|糟糕|无聊|疲惫|焦虑|幸福|激动|担心|期待)$|一起去$|过得(?:还|很|非常|真)?|一定会"
)
_ME = LazyPattern(r"^(?:今天|昨天|最近|刚才|现在)?我")


def bare(text: str) -> str:
    """Without what leads into it and says nothing."""
    return _LEADS.sub("", text.strip(_ENDS)).strip(_ENDS)


def stands(said: str, *, own: bool) -> bool:
    """Whether it is a statement of the speaker's own life that needs no other. `own`: it is known
    to be of the speaker."""
    if len(said) < _SHORTEST or _ASKS.search(said) or _POINTS.search(said) or _VAGUE.search(said):
        return False
    if _PASSES.match(f"用户{_ME.sub('', said)}") or _FEELS.search(said):
        return False
    he = _HE.search(said)
    if he is not None and not _SOMEBODY.search(said, 0, he.start()):
        return False
    return own or bool(_OF_ONE.search(said))


_NUMBER = LazyPattern(
    r"\d+(?:[.,:/]\d+)*|[零二两三四五六七八九十百千万亿半]+(?=[个岁年月日号点天次位只条本斤公里米小时分块元瓶杯])"
)


_CALLED = LazyPattern(r"叫[做作]?(?P<name>(?![我你他她它大人停醒喊了过着])[^，。！的了我你他她和、与]{2,12})")


def held(said: str) -> Iterator[str]:
    """The numbers and names in it."""
    for number in _NUMBER.finditer(said):
        yield number.group()
    yield from entities.names(said)
    yield from (match["name"] for match in _CALLED.finditer(said))


def dayless(said: str, local: Local, policy: Extraction) -> str:
    for when in reversed(find_days(said, local, policy)):
        said = said[: when.start] + said[when.end :]
    return said
