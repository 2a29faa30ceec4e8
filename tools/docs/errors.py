"""`docs/errors.md`: the tree of errors, and what each code asks of the caller."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.errors import MohenError

from . import markdown

INTRO = (
    "Every failure has one stable code. Programs decide by `code`, `retryable` and, where given, "
    "`details.reason`; the message is for people and may change. `messages` holds it in both "
    'languages, `{"en": …, "zh": …}`; the command line and the panel show the chosen one.'
)
HEAD = ("code", "class", "retryable", "reason", "meaning", "含义")


def page() -> str:
    branches = list(branches_of(MohenError))
    width = max(len(branch) for branch, _ in branches)
    lines = [f"{branch.ljust(width)}  {label(error)}" for branch, error in branches]
    tree = "\n".join([MohenError.__name__, *lines])
    rows = markdown.table(HEAD, [row(each) for each in descendants(MohenError)])
    return markdown.page("Errors", INTRO, f"```text\n{tree}\n```", rows)


def children(error: type[MohenError]) -> list[type[MohenError]]:
    """In the order of their definition; classes that tests or plugins derive are not ours."""
    return [each for each in error.__subclasses__() if each.__module__ == MohenError.__module__]


def descendants(error: type[MohenError]) -> Iterator[type[MohenError]]:
    for child in children(error):
        yield child
        yield from descendants(child)


def branches_of(
    error: type[MohenError], indent: str = ""
) -> Iterator[tuple[str, type[MohenError]]]:
    kin = children(error)
    for child in kin:
        last = child is kin[-1]
        yield f"{indent}{'└──' if last else '├──'} {child.__name__}", child
        yield from branches_of(child, indent + ("    " if last else "│   "))


def label(error: type[MohenError]) -> str:
    """A class that shares its parent's code is told apart by its reason."""
    inherited = "code" not in vars(error)
    return f"(reason: {reason(error)})" if inherited and reason(error) else error.code


def reason(error: type[MohenError]) -> str:
    return str(getattr(error, "reason", ""))


def row(error: type[MohenError]) -> list[str]:
    home = next(each for each in error.__mro__ if "meaning" in vars(each))
    english, chinese = error.meaning
    if home not in (error, MohenError):
        english, chinese = f"As `{home.__name__}`.", f"同 `{home.__name__}`。"
    return [
        markdown.code(error.code),
        markdown.code(error.__name__),
        "yes" if error.retryable else "no",
        markdown.code(reason(error)) if reason(error) else "",
        english,
        chinese,
    ]
