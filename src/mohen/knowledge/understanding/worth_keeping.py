"""What is worth keeping of a conversation (R194, R204, C45, C47), and what is junk.

Who speaks and in what frame comes first; then what keeps a thought whatever its length; then what
says nothing lasting. The minimum length is for what no rule decides: 我对花生过敏 is six
characters long.
"""

from __future__ import annotations

import re

from mohen.core.values import dataclass
from mohen.knowledge import claim
from mohen.knowledge.consolidation.model import Fragment, Frame, Tag, Verdict
from mohen.knowledge.consolidation.reasons import Reason
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.transfer.model import Memo
from mohen.knowledge.understanding import fragments
from mohen.knowledge.understanding.en import listed_rules
from mohen.knowledge.understanding.sentence_cues import Cues, folded, only_links, small_talk, spoken
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import simplified, width

KEPT, DROPPED, UNDECIDED = Verdict.KEPT, Verdict.DROPPED, Verdict.UNDECIDED


@dataclass(frozen=True, slots=True)
class Screened:
    verdict: Verdict
    reason: Reason


def screen(fragment: Fragment, policy: Screening) -> Screened:
    own = _not_ones_own(fragment)
    if own:
        return _ANSWERS[DROPPED, own]
    text = simplified(fragment.text)
    languages = spoken(text)
    empty = _says_nothing(fragment, languages[0], policy)
    if empty:
        return _ANSWERS[DROPPED, empty]
    if fragment.frame is Frame.WORK:  # that the tests lie beside the sources, a model may see
        told = fragment.tag is Tag.STATEMENT
        return _ANSWERS[(UNDECIDED, Reason.UNCLEAR) if told else (DROPPED, Reason.COMMAND)]
    if listed_rules.heads(text):  # without it the list below is one of orders
        return _ANSWERS[KEPT, Reason.DIRECTIVE]
    low, lasts = folded(text), fragment.frame is Frame.LASTS
    for cues in languages:
        found = _judged(text, low, fragment.tag, cues)
        if found and not (lasts and found.verdict is not KEPT):
            return found
    if lasts:
        return _ANSWERS[KEPT, Reason.LASTING]
    if width(text, policy.wide) < policy.shortest:
        return _ANSWERS[DROPPED, Reason.SHORT]
    return _ANSWERS[UNDECIDED, Reason.UNCLEAR]


_FRAMED = {
    Frame.CODE: Reason.CODE,
    Frame.OUTPUT: Reason.OUTPUT,
    Frame.PASTED: Reason.PASTED,
    Frame.FICTION: Reason.FICTION,
    Frame.SUPPOSED: Reason.SUPPOSED,
    Frame.INJECTED: Reason.INJECTED,
}
# One value for each answer there is: thousands are given a second.
_ANSWERS = {
    (verdict, reason): Screened(verdict, reason) for verdict in Verdict for reason in Reason
}


def _not_ones_own(fragment: Fragment) -> Reason | None:
    if fragment.role is Role.ASSISTANT:
        return Reason.ASSISTANT
    if fragment.frame in _FRAMED:
        return _FRAMED[fragment.frame]
    return Reason.QUOTED if fragment.quoted else None


def _says_nothing(fragment: Fragment, cues: Cues, policy: Screening) -> Reason | None:
    if fragment.tag is Tag.CHAT:
        return small_talk(simplified(fragment.text), cues, policy) or Reason.CHATTER
    return Reason.LINK if only_links(fragment.text) else None


def _judged(text: str, low: str, tag: Tag, cues: Cues) -> Screened | None:
    """The first rule that knows; None where no rule does."""
    hints = cues.hints(low)
    if hints.takes_back and cues.takes_back.search(low):
        return _ANSWERS[KEPT, Reason.TAKES_BACK]
    if tag is Tag.QUESTION:
        return _ANSWERS[DROPPED, Reason.QUESTION]
    if hints.corrects and cues.corrects.search(low):
        return _ANSWERS[KEPT, Reason.CORRECTION]
    if hints.signals and cues.joking.search(low):
        return _ANSWERS[UNDECIDED, Reason.JOKING]
    if hints.signals and cues.remember.search(low):
        return _ANSWERS[KEPT, Reason.MARKED]
    if hints.directs and cues.directs.search(low):
        return _ANSWERS[KEPT, Reason.DIRECTIVE]
    if tag is Tag.COMMAND and cues.wishes(low):
        return _ANSWERS[KEPT, Reason.DIRECTIVE]
    if tag is Tag.COMMAND:
        return _commanded(low, hints.timely, cues)
    if hints.signals and cues.important.search(low):
        return _ANSWERS[KEPT, Reason.MARKED]
    if cues.may_suppose.match(low):  # if something fails twice, stop and tell me
        wished = cues.wishes(low)
        return _ANSWERS[(KEPT, Reason.DIRECTIVE) if wished else (UNDECIDED, Reason.SUPPOSED)]
    return _stated(text, low, hints.timely, cues)


def _commanded(low: str, timely: bool, cues: Cues) -> Screened:
    """An order for once says nothing lasting, unless it tells a day or of one's own by the way."""
    timed = timely and cues.at_a_time.search(low)
    if timed and cues.reminds.search(low):
        return _ANSWERS[KEPT, Reason.TIME]
    if timed or cues.about_me_inside.search(low):
        return _ANSWERS[UNDECIDED, Reason.COMMAND]
    return _ANSWERS[DROPPED, Reason.COMMAND]


def _stated(text: str, low: str, timely: bool, cues: Cues) -> Screened | None:
    if cues.about_agent.match(low):
        return _ANSWERS[KEPT, Reason.ABOUT_AGENT]
    if cues.about_me.match(low) or cues.labelled.match(low) or cues.noted.match(low):
        return _ANSWERS[KEPT, Reason.ABOUT_USER]
    if cues.someone.match(text):
        return _ANSWERS[KEPT, Reason.ABOUT_SOMEONE]
    if cues.about_me_inside.search(low):
        return _ANSWERS[KEPT, Reason.ABOUT_USER]
    if timely and cues.at_a_time.search(low):
        return _ANSWERS[KEPT, Reason.TIME]
    if cues.my_mind.match(low):
        return _ANSWERS[UNDECIDED, Reason.UNCLEAR]
    return None


# -- what is no memory at all, whoever kept it: greetings, output of programs


# Why no word of a conversation is kept, where that holds of a memory too.
_EMPTY = {
    Reason.EMPTY: "chatter",
    Reason.EMOJI: "chatter",
    Reason.CHATTER: "chatter",
    Reason.GREETING: "chatter",
    Reason.THANKS: "chatter",
    Reason.LAUGHTER: "chatter",
    Reason.QUESTION: "question",
    Reason.CODE: "output",
    Reason.OUTPUT: "output",
    Reason.LINK: "link",
    Reason.INJECTED: "recalled",
}
_WHO_ZH = r"(?:用户|他|她|对方|人类)"
_WHO_EN = r"(?:the )?(?:user|human|person|they)"
_CHATTER = LazyPattern(
    rf"^{_WHO_ZH}(?:只是?|又|先|刚刚?)?(?:向(?:助手|我|AI)\s*)?"
    r"(?:打了?(?:个|声)?招呼|问好|问候|致谢|道谢|道了?(?:声)?谢|告别|道别|表示(?:感谢|赞同|同意"
    r"|理解|收到)"
    r"|感谢了?(?:助手|我|AI)|(?:说|回复|回答)了?[“\"「‘']?(?:你好|您好|谢谢|多谢|好的?|嗯+|哈+"
    r"|再见|晚安|早|OK|ok|行|收到|hi|hello)"
    r"[了吧啊呀！!。.”\"」’']*$)"
    rf"|^{_WHO_EN} (?:just |simply |only )?(?:greeted|thanked|said (?:hi|hello|hey|thanks"
    rf"|thank you|ok|okay|bye|goodbye|good (?:morning|night))\b"
    r"|says (?:hi|hello|thanks)\b|expressed (?:thanks|gratitude|agreement)|acknowledged"
    r"|agreed\.?$|laughed"
    r"|is (?:chatting|greeting|saying hello)|started (?:a|the) (?:chat|conversation)"
    r"|ended (?:a|the) (?:chat|conversation))",
    re.IGNORECASE,
)
_ASSISTANT = LazyPattern(
    r"^(?:as an ai\b|as a language model|i['’]m (?:sorry,? but|an ai|happy to help"
    r"|here to help|glad to)"
    r"|i (?:can(?:not|['’]t)|am unable to) (?:help|assist|provide|fulfill)|sure[,!] (?:here"
    r"|i)|certainly[!,]|of course[!,]"
    r"|great question|let me know if|here(?:['’]s| is| are) (?:a|an|the|some|your)\b"
    r"|i hope this helps|absolutely[!,]"
    r"|(?:the )?(?:assistant|ai|agent|bot|chatgpt|claude) (?:provided|explained|suggested"
    r"|offered|answered|replied|responded"
    r"|helped|recommended|said|told|gave|wrote|apologi[sz]ed|asked|will)\b"
    r"|作为(?:一个|一名)?\s*(?:AI|人工智能|语言模型)|我是(?:一个|一名)?\s*(?:AI|人工智能)"
    r"|很高兴(?:能)?(?:为您|为你|帮)|希望(?:这|以上)(?:些|对你|对您|能)?"
    r"|(?:好的|当然)[，,！!]\s*(?:我来|我会|这是|以下|下面|可以|没问题)|以下是|如果(?:你"
    r"|您)(?:还)?(?:有|需要)(?:任何|其他|更多|什么)"
    r"|(?:助手|AI|机器人|模型)\s*(?:提供|解释|建议|回答|回复|推荐|说|告诉|给出|写|道歉|询问"
    r"|表示)了?)",
    re.IGNORECASE,
)
_ASKED = LazyPattern(
    rf"^{_WHO_ZH}(?:问|询问|想知道|提问|请教)(?!题)"
    rf"|^{_WHO_ZH}(?:要求|请求|请|让|叫)(?:助手|AI|我|模型|你)?\s*+(?:帮忙|帮(?:他|她"
    rf"|忙)?)?\s*+(?:翻译|总结|润色|改写|写一|写个|写篇|生成|解释|检查|修改|修复|画|计算"
    rf"|查(?:一下|询)?|列出|推荐)"
    rf"|^{_WHO_EN} (?:asked|asks|inquired|wondered|wonders|is asking|wanted to know"
    rf"|wants to know) (?!(?:the (?:assistant|agent|ai)|me|to be|us|you)\b)"
    rf"|^{_WHO_EN} (?:asked|requested|asks|wants|needs|wanted) (?:the (?:assistant|agent|ai) "
    rf"|me |help |you )?(?:to |with |for )?(?:a |an |the )?"
    r"(?:translate|summar|rewrite|write|fix|debug|explain|generate|list|proofread|convert"
    r"|translation|explanation|code|list of|help with)",
    re.IGNORECASE,
)
_LASTING = LazyPattern(
    r"以后|今后|每次|每天|总是|永远|一直|不要|别|务必|必须|始终|默认|always|never|every"
    r"|from now on|by default|prefer|don['’]t|do not|must|should",
    re.IGNORECASE,
)
_OUTPUT = LazyPattern(
    r"^[^\S\n]*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\]?\s*)?\[?(?:INFO|DEBUG|WARN(?:ING)?"
    r"|ERROR|TRACE|FATAL)\]?[\s:]"
    r"|Traceback \(most recent call last\)|^[^\S\n]*File \".+\", line \d+|npm (?:ERR!|WARN)"
    r"|^[^\S\n]*at [\w.$<>]+ ?\(.+:\d+:\d+\)"
    r"|^[^\S\n]*[$#>] ?(?:sudo|cd|ls|git|npm|pip|python3?|curl|docker|cat|rm|mkdir)\b"
    r"|\bexit(?:ed with)? (?:code|status) \d"
    r"|^[^\S\n]*[{\[]\s*\"[\w-]+\"\s*[:,]|^[^\S\n]*<(?:!DOCTYPE|html|div|span|script)\b|^HTTP/\d"
    r"|^diff --git|^@@ -\d+"
    r"|^[^\S\n]*(?:def \w+\(.*\):|class \w+[:(]|import \w+|from \w+ import|function \w+\("
    r"|const \w+ =|let \w+ =|var \w+ =|#include|public (?:static|class)|SELECT .+ FROM )"
    r"|\b(?:tool(?:_| )(?:call|result|use)|function_call)\b|\"(?:tool_use_id|toolCallId)\"",
    re.MULTILINE,
)
_RECALLED = LazyPattern(
    r"<!--\s*/?mohen|Conversation info \(untrusted metadata\)|^(?:Read HEARTBEAT\.md|System:"
    r"|HEARTBEAT_OK)"
    r"|<(?:system-reminder|memory|memories|relevant[-_]memories|recalled)\b"
    r"|^#+ (?:Memory Snapshot|记忆快照)|^\[?(?:Recalled|Relevant) memor"
    r"|^(?:User memories|相关记忆|回忆到的记忆)[:：]",
    re.IGNORECASE,
)
_HELD = LazyPattern(r"[^\W_]")


def junk(memo: Memo, policy: Screening) -> str | None:
    """Why it is no memory: chatter, assistant, question, output, link or recalled; None: it may
    be one."""
    said = memo.content.strip()
    if not _HELD.search(said):
        return "chatter"
    if _RECALLED.search(said):
        return "recalled"
    if memo.assistant or _ASSISTANT.match(said):
        return "assistant"
    if _OUTPUT.search(said):
        return "output"
    if _CHATTER.match(said):
        return "chatter"
    if _ASKED.match(said) and not _LASTING.search(said):
        return "question"
    return _screened(said, policy)


def _screened(said: str, policy: Screening) -> str | None:
    """As a conversation is sifted: where nothing of it would be kept."""
    utterance = Utterance("", 0, Role.USER, claim.first_person(said), None)
    found = [screen(each, policy) for each in fragments.split(utterance, at=0, policy=policy)]
    why = [_EMPTY.get(each.reason) if each.verdict is Verdict.DROPPED else None for each in found]
    return why[0] if why and None not in why else None
