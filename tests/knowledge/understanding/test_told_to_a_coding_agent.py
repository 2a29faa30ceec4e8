"""What those who write programs tell an agent: what they work with, and how it is to work."""

from __future__ import annotations

import pytest

from ordinary import told

SAID = 'The user said on 2026-02-04: "{}"'
WANTS = "The user wants the assistant "

WORKED_WITH = {
    "We use pnpm, not npm, in this repo.": "The user uses pnpm rather than npm",
    "I drink tea, not coffee": "The user drinks tea rather than coffee",
    "We use pnpm instead of npm": "The user uses pnpm instead of npm",
    "I'm using Fedora 40": "The user uses Fedora 40",
    "We host on Hetzner": "The user hosts on Hetzner",
    "We decided to go with Kafka instead of RabbitMQ": (
        "The user decided to go with Kafka instead of RabbitMQ"
    ),
    "We pay about $4,000 a month for Datadog": "The user pays about $4,000 a month for Datadog",
    "Our production database is Postgres 15 on RDS": (
        "The user's production database is Postgres 15 on RDS"
    ),
    "Our app is called Tidewater": "The user's app is called Tidewater",
    "Our tests live in packages/api/test": SAID.format("Our tests live in packages/api/test"),
    "My repo is at github.com/acme/heron": SAID.format("My repo is at github.com/acme/heron"),
}


@pytest.mark.parametrize("text", WORKED_WITH)
def test_what_one_works_with_is_kept(text: str) -> None:
    assert told(text) == [WORKED_WITH[text]]


# No such sentence was said, and what is said of this talk is none.
@pytest.mark.parametrize(
    "text",
    [
        "I prefer plant-based diets and do not eat meat",
        "I use it, not that",
        "I'm using this to test your answer",
        "I'm using a combination of bar charts",
        "We run and or not",
    ],
)
def test_nothing_is_put_beside_what_was_not_said_to_be_used(text: str) -> None:
    assert not any("rather than" in each or " uses " in each for each in told(text))


WISHES = {
    "Use pnpm in this repo.": "to use pnpm in this repo",
    "Don't use default exports in this codebase": "not to use default exports in this codebase",
    "Don't forget to use the venv in this project": "to use the venv in this project",
    "In this project, use snake_case for table names": (
        "to use snake_case for table names in this project"
    ),
    "Always run the tests before you commit": "to always run the tests before it commits",
    "Never push to main without asking me": "never to push to main without asking the user",
    "Please never force-push to main": "never to force-push to main",
    "Please don't add new dependencies without asking": (
        "not to add new dependencies without asking"
    ),
    "Ask me before you delete files": "to ask the user before it deletes files",
    "When you commit, never mention AI in the message": (
        "never to mention AI in the message when it commits"
    ),
    "Don't add comments that restate the code": "not to add comments that restate the code",
    "From now on, work only in the esp32 folder. Never leave it.": (
        "to keep to this rule: work only in the esp32 folder"
    ),
    "Fix src/app.ts first. In this repo, use tabs everywhere.": (
        "to use tabs everywhere in this repo"
    ),
}


@pytest.mark.parametrize("text", WISHES)
def test_how_it_is_to_work_from_now_on_is_kept(text: str) -> None:
    assert told(text) == [f"{WANTS}{WISHES[text]}"]


@pytest.mark.parametrize(
    "text",
    [
        "Only edit web/src/Panel.tsx",
        "In CONVENTIONS.md reorder all the lists. Do not change the items.",
        'Add a "Debug" button to each card of src/Page.tsx and keep the layout.',
        "Fix the build error in api/main.py. Use a simple loop. Don't touch the tests.",
        "Make only UI changes. Add padding of 25px inside each card.",
        "Starting PDF request\nPOST /api/process failed: Method Not Allowed\nBackend error: {",
        "You are the Analyzer Agent. Read src/main.py and list all problems.",
        "don't use fetch here, use axios",
        "never mind",
    ],
)
def test_an_order_for_once_is_no_wish(text: str) -> None:
    assert not [each for each in told(text) if "wants" in each or "The assistant is" in each]
