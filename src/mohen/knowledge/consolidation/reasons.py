"""Why a fragment of a conversation is kept, dropped, or left to a model: stable codes."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    # kept
    MARKED = "marked important"
    DIRECTIVE = "directive"
    ABOUT_USER = "about the user"
    ABOUT_AGENT = "about the agent"
    ABOUT_SOMEONE = "about someone"
    TIME = "time"
    CORRECTION = "correction"
    TAKES_BACK = "takes back"
    UNDERSTOOD = "understood"
    LASTING = "lasting"
    # dropped
    ASSISTANT = "assistant"
    EMPTY = "empty"
    EMOJI = "emoji"
    CHATTER = "chatter"
    GREETING = "greeting"
    THANKS = "thanks"
    LAUGHTER = "laughter"
    QUESTION = "question"
    COMMAND = "command"
    CODE = "code"
    OUTPUT = "output"
    PASTED = "pasted"
    LINK = "link"
    QUOTED = "quoted"
    FICTION = "fiction"
    SUPPOSED = "supposed"
    INJECTED = "injected"
    SHORT = "short"
    # undecided
    JOKING = "joking"
    UNCLEAR = "unclear"

    @property
    def zh(self) -> str:
        return _ZH[self]

    @property
    def en(self) -> str:
        return _EN[self]


_ZH = {
    Reason.MARKED: "用户标记重要",
    Reason.DIRECTIVE: "长期要求",
    Reason.ABOUT_USER: "关于用户",
    Reason.ABOUT_AGENT: "关于助手",
    Reason.ABOUT_SOMEONE: "关于他人",
    Reason.TIME: "时间敏感",
    Reason.CORRECTION: "更正",
    Reason.TAKES_BACK: "收回前言",
    Reason.UNDERSTOOD: "可以读懂",
    Reason.LASTING: "这次工作之后仍然有效",
    Reason.ASSISTANT: "助手的话",
    Reason.EMPTY: "空白",
    Reason.EMOJI: "只有表情或标点",
    Reason.CHATTER: "无意义回复",
    Reason.GREETING: "问候语",
    Reason.THANKS: "致谢",
    Reason.LAUGHTER: "笑声",
    Reason.QUESTION: "提问",
    Reason.COMMAND: "一次性指令",
    Reason.CODE: "代码",
    Reason.OUTPUT: "程序输出",
    Reason.PASTED: "粘贴的文字",
    Reason.LINK: "链接",
    Reason.QUOTED: "他人的话",
    Reason.FICTION: "虚构或扮演",
    Reason.SUPPOSED: "假设",
    Reason.INJECTED: "宿主插入",
    Reason.SHORT: "太短",
    Reason.JOKING: "像是玩笑",
    Reason.UNCLEAR: "规则无法判断",
}
_EN = {
    Reason.MARKED: "marked as important",
    Reason.DIRECTIVE: "how the agent is to behave",
    Reason.ABOUT_USER: "says something about the user",
    Reason.ABOUT_AGENT: "says who the agent is",
    Reason.ABOUT_SOMEONE: "says something about somebody",
    Reason.TIME: "names a time",
    Reason.CORRECTION: "corrects what was said",
    Reason.TAKES_BACK: "takes back what was said",
    Reason.UNDERSTOOD: "can be understood",
    Reason.LASTING: "outlasts the work it was said at",
    Reason.ASSISTANT: "the assistant's own words",
    Reason.EMPTY: "empty",
    Reason.EMOJI: "only emoji or punctuation",
    Reason.CHATTER: "says nothing",
    Reason.GREETING: "a greeting",
    Reason.THANKS: "thanks",
    Reason.LAUGHTER: "laughter",
    Reason.QUESTION: "a question",
    Reason.COMMAND: "a command for once",
    Reason.CODE: "code",
    Reason.OUTPUT: "output of a program",
    Reason.PASTED: "pasted text",
    Reason.LINK: "a link",
    Reason.QUOTED: "somebody else's words",
    Reason.FICTION: "fiction or a part that is played",
    Reason.SUPPOSED: "supposed, not said to be so",
    Reason.INJECTED: "put in by the host",
    Reason.SHORT: "too short",
    Reason.JOKING: "looks like a joke",
    Reason.UNCLEAR: "no rule decides it",
}
