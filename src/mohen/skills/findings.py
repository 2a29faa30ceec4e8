"""What a consistency check found, in words: each contradiction with all its places (R171).

The findings are those of `mohen check`; a model's own stand behind them, under a heading of their
own, and never in their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mohen.core.values import dataclass
from mohen.policy import Policy
from mohen.prompts.model import Request, Warned
from mohen.story.model import Checked, Contradiction, Evidence
from mohen.text import language

CHECKS = "consistency-check"
"""The skill that gives a reading of the story and no text to put into it."""

_ADDED = {
    "en": "Added by the language model, not checked by Mohen:",
    "zh": "语言模型的补充，墨痕未核对：",
}
_WISH = {"en": "Check the whole story.", "zh": "检查整个故事。"}
_TOLD = {
    "en": "Found already; do not repeat these, add only what is missing:",
    "zh": "以下矛盾已经查出，不要重复，只补充没有列出的：",
}
_NOT_READ = ("a file of the story could not be read", "有一个故事文件无法读取")


@dataclass(frozen=True, slots=True)
class Reading:
    """What the check of a story found for a request, before any model is asked."""

    request: Request
    checked: Checked

    @property
    def spoken(self) -> str:
        """zh or en: the manuscript's language; where there is no text, that of what was found."""
        found = (each.excerpt for it in self.checked.findings for each in it.evidence)
        return language.of(self.request.text or " ".join(found))

    @property
    def findings(self) -> tuple[Contradiction, ...]:
        return self.checked.findings

    def report(self) -> str:
        """All that was found and is not meant, in words."""
        zh = self.spoken == "zh"
        found = [each for each in self.findings if not each.intentional]
        meant = len(self.findings) - len(found)
        return "\n\n".join(
            [
                _head(self.checked, len(found), zh),
                *(_finding(number, each, zh) for number, each in enumerate(found, start=1)),
                *([f"有意为之：{meant} 处。" if zh else f"Meant: {meant}."] if meant else []),
            ]
        )

    def before_added(self) -> str:
        """What stands before a model's own words."""
        return f"{self.report()}\n\n{_ADDED[self.spoken]}\n\n"

    def with_added(self, added: Sequence[str]) -> tuple[str, ...]:
        """The reports: each with a model's own words, or the bare one where there are none."""
        return tuple(self.before_added() + each for each in added) or (self.report(),)

    def asked(self, policy: Policy) -> Request:
        """The request for a model, which is told what was found, as far as there is room."""
        wish = self.request.instruction.strip() or _WISH[self.spoken]
        lines = [wish, *([_TOLD[self.spoken]] if self.findings else [])]
        left = policy.context.instruction_chars_max - len("\n".join(lines))
        for each in self.findings:
            line = f"- {each.message[self.spoken == 'zh']}"
            left -= len(line) + 1
            if left < 0:
                break
            lines.append(line)
        return replace(self.request, instruction="\n".join(lines))

    def warnings(self) -> Iterator[Warned]:
        return (Warned(each.code, each.ref, _NOT_READ) for each in self.checked.warnings)


def _head(checked: Checked, found: int, zh: bool) -> str:
    if not checked.chapters:
        return "没有可检查的章节。" if zh else "There is no chapter to check."
    if zh:
        read = f"（{checked.files} 个文件，{checked.chapters} 章）"
        return f"发现 {found} 处矛盾{read}：" if found else f"没有发现矛盾{read}。"
    read = f"({_many(checked.files, 'file')}, {_many(checked.chapters, 'chapter')})"
    if not found:
        return f"No contradiction was found {read}."
    return f"{_many(found, 'contradiction')} found {read}:"


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _finding(number: int, finding: Contradiction, zh: bool) -> str:
    places = [f"   - {_place(each)}" for each in finding.evidence]
    return "\n".join([f"{number}. {finding.message[zh]}", *places])


def _place(evidence: Evidence) -> str:
    where = f"{evidence.ref}:{evidence.first}" if evidence.first else evidence.ref
    return f"{where}  {evidence.excerpt}".rstrip()
