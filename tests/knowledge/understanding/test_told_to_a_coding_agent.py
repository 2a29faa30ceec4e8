"""What those who write programs tell an agent: what they work with, and how it is to work."""

from __future__ import annotations

import pytest

from ordinary import told

SAID = 'The user said on 2026-02-04: "{}"'
WANTS = "The user wants the assistant "
RULE = f'{WANTS}to keep to this rule: "{{}}"'

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


CONVENTIONS = [
    # of all of a kind that a team makes
    "PRs need two approvals here",
    "Every RFC goes into docs/rfc with the date in its name.",
    "new endpoints need an entry in openapi.yaml, CI checks that",
    "migrations must be reversible",
    "Patient data never leaves the hospital network",
    "amounts are stored as integers in cents",
    "All SQL goes through the query builder",
    "we never commit generated files",
    # in few words
    "squash merges only",
    "no raw SQL in controllers",
    "One migration per PR.",
    "commit messages in the imperative, max 72 chars",
    "max line length is 100",
    "pagination by cursor in all queries, never by offset",
    # below a heading
    "unit tests: use factories and no fixtures",
    "for the frontend: no inline styles",
    "for all migrations: additive first, drop later",
    "We are strict about naming: files in kebab-case",
    "Anything that touches billing: ask me first",
    # as an order
    "Use guard clauses instead of nested ifs",
    "keep functions under 40 lines",
    "no real tokens in test fixtures, ever",
]


@pytest.mark.parametrize("text", CONVENTIONS)
def test_what_a_team_keeps_to_is_a_rule_as_it_was_said(text: str) -> None:
    said = f"{text[:1].upper()}{text[1:]}".rstrip(".")
    assert told(text) == [RULE.format(said)]


def test_an_order_is_told_as_somebody_else_says_it() -> None:
    assert told("Use podman rather than docker on this machine, docker needs root") == [
        f"{WANTS}to use podman rather than docker on this machine"
    ]
    assert told("I forget names, when you explain a module give me its path first") == [
        f"{WANTS}to keep to this rule: when it explains a module give the user its path first"
    ]


def test_a_list_of_rules_is_kept_item_by_item() -> None:
    listed = "Our conventions:\n- tabs, width 4\n- never use a magic number\n"
    assert told(f"{listed}Now fix utils.py") == [
        RULE.format("Tabs, width 4"),
        f"{WANTS}never to use a magic number",
    ]
    assert told("To do:\n- rename the class\n- add a test for the parser") == []


# What a product does, what a language wants, and what is to be done or wrong just now.
@pytest.mark.parametrize(
    "text",
    [
        "Every form must have a submit button.",
        "All images must have alt text",
        "New users get 3 free credits.",
        "If a user logs in, show the dashboard",
        "Pointers need to be freed.",
        "Hooks must not be called conditionally.",
        "The tests must pass before the release.",
        "All tests should still pass.",
        "Tests are failing in CI.",
        "No changes in behaviour.",
        "CSS only, leave the rest.",
        "use axios instead of fetch",
        "use a ternary instead of the if",
        "name the component Card",
        "squash the last two commits before pushing",
        "branch names: list them",
        "for the tests: use jest",
        "Backend: FastAPI, login by mail",
        "No tests for this file, please",
        "Models need at least two hours for make-up.",
        "as with all things, it takes time",
        "Strict rules to follow:\n- ONLY replace the card\n- NO new imports",
    ],
)
def test_what_is_asked_for_with_the_work_is_no_convention(text: str) -> None:
    assert told(text) == []


OF_A_PROJECT = [
    "Ruby is pinned to 3.1 because the gem does not build on 3.2",
    "Code freeze for the autumn release is the 12th of October",
    "There's no staging",
    "Prod runs on k8s 1.27 at OVH",
    "The data warehouse is Snowflake on AWS",
    "Integration tests need the vpn",
    "Deploys are Tuesdays at 10am",
    "The old repo is archived, everything lives in packages/web now",
    "Adyen for cards, Klarna for Germany",
    "Jira keys: APP for the app, OPS for infra",
    "Priya from product decides on the scope",
    "GraphQL it is",
    "It runs on a raspberry pi behind nginx",
]


@pytest.mark.parametrize("text", OF_A_PROJECT)
def test_what_is_told_of_the_project_is_kept_as_it_was_said(text: str) -> None:
    assert told(text) == [SAID.format(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Postgres is a relational database.",
        "The Eiffel Tower is 330 m high",
        "The build is broken on node 20",
        "The API should return 404 for missing users",
        "The server returns 502 on port 3000",
        "the site has a header and 3 sections",
        "Docker is running",
        "There is no app for that.",
        "It is in apps/web/src",
        "tests fail with node 20",
        "Pasta for Anna, pizza for Tom",
    ],
)
def test_what_is_so_anywhere_or_just_now_is_not(text: str) -> None:
    assert told(text) == []


def test_what_is_to_be_done_about_it_is_left_out() -> None:
    assert told("Python is pinned to 3.9 here, pls downgrade the syntax") == [
        SAID.format("Python is pinned to 3.9 here")
    ]
    assert told("migrations must be reversible, so split it") == [
        RULE.format("Migrations must be reversible")
    ]
