"""Where a Chinese sentence goes on to something else."""

from __future__ import annotations

import re

from mohen.logic.knowing.cues_zh import KIN, ME, NAME, TIME

OPENS = re.compile(
    r"[\s”」』]*(?:"
    r"(?P<turns>另外|还有(?=[，,：:我]|一[点件个]|就是|个[事问])|对了|但是?"
    r"|不过(?=[，,我他她你这那也还最现])|然而|可是|此外|除此之外|话说|至于|因为(?=我)"
    r"|由于我)"
    rf"|(?P<subject>{ME}|[你您]们?|[他她它]们|这(?!样|么)|那(?![么就个时])|大家"
    rf"|{KIN}(?![家们的])|{NAME}(?=[在是住叫有喜讨对说]))"
    r"|(?P<somebody>[他她它])"  # who was just named
    rf"|(?P<time>(?!今年\d)(?:{TIME}|每[天周月年]|平时))"
    r")"
)
TURNS_INSIDE = re.compile("(?<=[\u4e00-\u9fff])(?=但是|然而)")
HANGS = re.compile(
    r"[\s]*(?:如果|要是|假如|当|虽然|既然|只要|每当|自从|除非|万一|为了|对于|关于|根据|请问"
    r"|记住|重要|另外|对了|顺便|说实话|老实说|其实|总之|首先|最后|目前|现在|不对|不是|更正"
    r"|纠正)|.*(?:的时候|时|之?后|以后|之?前|以前|的话)[，,\s]*$"
)
AGREES = re.compile(
    r"(?:嗯+|好[的吧嘞呀啊]*|哦+|噢+|啊|对+|是的|行|可以|没错|谢谢[你您]?|多谢|你们?好|您好"
    r"|早|嗨|哈喽|OK|ok|收到|明白了?|知道了|哈{2,}|嘿+|呵+|抱歉|不好意思|哎呀?|唉"
    r"|哇)[呀啊哦呢]?"
)
LAUGHS = re.compile(r"哈{2,}|嘿+|呵+")
I_AM = re.compile(r"\s*我(?:就?是|叫)")
