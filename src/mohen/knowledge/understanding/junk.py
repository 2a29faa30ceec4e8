"""What is no memory at all, whoever kept it: greetings, the assistant's own words, output of
programs, a question that was asked once."""

from __future__ import annotations

import re

from mohen.knowledge import claim
from mohen.knowledge.consolidation.model import Verdict
from mohen.knowledge.consolidation.reasons import Reason
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.transfer.model import Memo
from mohen.knowledge.understanding import fragments, worth_keeping

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
_CHATTER = re.compile(
    rf"^{_WHO_ZH}(?:只是?|又|先|刚刚?)?(?:向(?:助手|我|AI)\s*)?"
    r"(?:打了?(?:个|声)?招呼|问好|问候|致谢|道谢|道了?(?:声)?谢|告别|道别|表示(?:感谢|赞同|同意|理解|收到)"
    r"|感谢了?(?:助手|我|AI)|(?:说|回复|回答)了?[“\"「‘']?(?:你好|您好|谢谢|多谢|好的?|嗯+|哈+|再见|晚安|早|OK|ok|行|收到|hi|hello)"
    r"[了吧啊呀！!。.”\"」’']*$)"
    rf"|^{_WHO_EN} (?:just |simply |only )?(?:greeted|thanked|said (?:hi|hello|hey|thanks"
    rf"|thank you|ok|okay|bye|goodbye|good (?:morning|night))\b"
    r"|says (?:hi|hello|thanks)\b|expressed (?:thanks|gratitude|agreement)|acknowledged"
    r"|agreed\.?$|laughed"
    r"|is (?:chatting|greeting|saying hello)|started (?:a|the) (?:chat|conversation)"
    r"|ended (?:a|the) (?:chat|conversation))",
    re.IGNORECASE,
)
_ASSISTANT = re.compile(
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
    r"|(?:好的|当然)[，,！!]\s*(?:我来|我会|这是|以下|下面|可以|没问题)|以下是|如果(?:你|您)(?:还)?(?:有|需要)(?:任何|其他|更多|什么)"
    r"|(?:助手|AI|机器人|模型)\s*(?:提供|解释|建议|回答|回复|推荐|说|告诉|给出|写|道歉|询问|表示)了?)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"^{_WHO_ZH}(?:问|询问|想知道|提问|请教)(?!题)"
    rf"|^{_WHO_ZH}(?:要求|请求|请|让|叫)(?:助手|AI|我|模型|你)?\s*(?:帮忙|帮(?:他|她"
    rf"|忙)?)?\s*(?:翻译|总结|润色|改写|写一|写个|写篇|生成|解释|检查|修改|修复|画|计算"
    rf"|查(?:一下|询)?|列出|推荐)"
    rf"|^{_WHO_EN} (?:asked|asks|inquired|wondered|wonders|is asking|wanted to know"
    rf"|wants to know) (?!(?:the (?:assistant|agent|ai)|me|to be|us|you)\b)"
    rf"|^{_WHO_EN} (?:asked|requested|asks|wants|needs|wanted) (?:the (?:assistant|agent|ai) "
    rf"|me |help |you )?(?:to |with |for )?(?:a |an |the )?"
    r"(?:translate|summar|rewrite|write|fix|debug|explain|generate|list|proofread|convert"
    r"|translation|explanation|code|list of|help with)",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"以后|今后|每次|每天|总是|永远|一直|不要|别|务必|必须|始终|默认|always|never|every"
    r"|from now on|by default|prefer|don['’]t|do not|must|should",
    re.IGNORECASE,
)
_OUTPUT = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\]?\s*)?\[?(?:INFO|DEBUG|WARN(?:ING)?"
    r"|ERROR|TRACE|FATAL)\]?[\s:]"
    r"|Traceback \(most recent call last\)|^\s*File \".+\", line \d+|npm (?:ERR!|WARN)"
    r"|^\s*at [\w.$<>]+ ?\(.+:\d+:\d+\)"
    r"|^\s*[$#>] ?(?:sudo|cd|ls|git|npm|pip|python3?|curl|docker|cat|rm|mkdir)\b"
    r"|\bexit(?:ed with)? (?:code|status) \d"
    r"|^\s*[{\[]\s*\"[\w-]+\"\s*[:,]|^\s*<(?:!DOCTYPE|html|div|span|script)\b|^HTTP/\d"
    r"|^diff --git|^@@ -\d+"
    r"|^\s*(?:def \w+\(.*\):|class \w+[:(]|import \w+|from \w+ import|function \w+\("
    r"|const \w+ =|let \w+ =|var \w+ =|#include|public (?:static|class)|SELECT .+ FROM )"
    r"|\b(?:tool(?:_| )(?:call|result|use)|function_call)\b|\"(?:tool_use_id|toolCallId)\"",
    re.MULTILINE,
)
_RECALLED = re.compile(
    r"<!--\s*/?mohen|Conversation info \(untrusted metadata\)|^(?:Read HEARTBEAT\.md|System:"
    r"|HEARTBEAT_OK)"
    r"|<(?:system-reminder|memory|memories|relevant[-_]memories|recalled)\b"
    r"|^#+ (?:Memory Snapshot|记忆快照)|^\[?(?:Recalled|Relevant) memor"
    r"|^(?:User memories|相关记忆|回忆到的记忆)[:：]",
    re.IGNORECASE,
)
_HELD = re.compile(r"[^\W_]")


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
    found = [
        worth_keeping.screen(each, policy)
        for each in fragments.split(utterance, at=0, policy=policy)
    ]
    why = [_EMPTY.get(each.reason) if each.verdict is Verdict.DROPPED else None for each in found]
    return why[0] if why and None not in why else None
