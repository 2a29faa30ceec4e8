"""The panel of a team: each author signs in with a token, and is out when that is revoked."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from team.served import Team


def sign_in(page: Page, token: str) -> None:
    page.get_by_label("你的令牌").fill(token)
    page.get_by_role("button", name="进入").click()


def test_an_author_signs_in_with_a_token_and_goes_with_it(browser: Browser, tmp_path: Path) -> None:
    team = Team(tmp_path / "team")
    try:
        # Given ann, who wishes something
        token = team.token("ann")
        wish = {"rule": "少用感叹号", "category": "style", "scope": "global"}
        assert team.client(token).post("/ipc/memory:semantic:add", json=wish).is_success
        context = browser.new_context(locale="zh-CN")
        page = context.new_page()
        # When she stands at the gate, no terminal is spoken of, and a wrong token is told
        page.goto(team.running.origin)
        expect(page.get_by_text("请用你的令牌登录", exact=False)).to_be_visible()
        assert "mohen open" not in page.inner_text("body")
        sign_in(page, "mohen_wrong")
        expect(page.get_by_text("令牌有误、已过期或已撤销。")).to_be_visible()
        # Then with her own she is in, and sees her memory
        sign_in(page, token)
        views = page.get_by_role("navigation", name="视图")
        expect(views).to_be_visible()
        views.get_by_role("link", name="记忆").click()
        expect(page.get_by_role("article", name="少用感叹号", exact=True)).to_be_visible()
        assert token not in page.evaluate("JSON.stringify({...localStorage}) + document.cookie")
        # And when it is revoked she stands at the gate again
        team.people.tokens.revoke(team.people.tokens.of("ann")[0].id)
        page.reload()
        expect(page.get_by_label("你的令牌")).to_be_visible()
        context.close()
    finally:
        team.close()
