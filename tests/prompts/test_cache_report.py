"""What a prefix cache would have served."""

from __future__ import annotations

from mohen.prompts import cache_report
from mohen.prompts.model import Generation, Piece


def piece(layer: int, name: str, said: str, *, recalled: bool = False) -> Piece:
    """Two tokens a letter, one block a letter."""
    return Piece(layer, name, 2 * len(said), recalled, tuple(said))


def made(at: int, *pieces: Piece, prefix: str = "p", model: str = "m") -> Generation:
    return Generation(
        id=f"gen_{at}", project_id="novel", skill_id="continue", model=model, at=at,
        scene_type="action", stable_prefix_hash=prefix, prompt_hash=str(at), tokens=0,
        pieces=pieces,
    )  # fmt: skip


RULES = piece(0, "constraints", "abcd")
SETTINGS = piece(3, "project", "efgh")


def varying(said: str) -> Piece:
    return piece(5, "episodes", said, recalled=True)


def test_a_prompt_is_served_as_far_as_it_was_sent_before() -> None:
    report = cache_report.replay(
        [
            made(1, RULES, SETTINGS, varying("xxxx")),
            made(2, RULES, SETTINGS, varying("xxyy")),
            made(3, RULES, piece(3, "project", "efZZ"), varying("xxxx"), prefix="q"),
        ]
    )
    assert [each.prompt.served for each in report.runs] == [0, 8 + 8 + 4, 8 + 4]
    assert [each.prefix.served for each in report.runs] == [0, 16, 12]
    assert [each.prefix_changed for each in report.runs] == [False, False, True]
    assert (report.prefix.sent, report.prefix.served, report.changes) == (48, 28, 1)


def test_putting_what_was_recalled_first_spoils_what_follows() -> None:
    runs = [made(at, RULES, SETTINGS, varying(letter * 4)) for at, letter in enumerate("xyz")]
    report = cache_report.replay(runs)
    assert report.prompt.served == 2 * 16
    assert report.naive.served == 2 * 8  # the instructions alone
    assert report.saved == 16


def test_it_forgets_after_a_while_and_serves_nothing_below_its_minimum() -> None:
    runs = [made(at, RULES, SETTINGS) for at in (0, 100, 1000)]
    assert [each.prompt.served for each in cache_report.replay(runs, ttl_ms=100).runs] == [0, 16, 0]
    assert cache_report.replay(runs, at_least=17).prompt.served == 0
    assert cache_report.replay(runs, at_least=16).prompt.served == 32


def test_one_models_prompts_do_not_serve_anothers() -> None:
    report = cache_report.replay([made(1, RULES), made(2, RULES, model="other")])
    assert report.prompt.served == 0


def test_nothing_recorded_is_no_division_by_zero() -> None:
    report = cache_report.replay([])
    assert (report.prompt.share, report.saved) == (0.0, 0)
