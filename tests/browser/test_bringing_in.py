"""A file that a writer has is dropped on the panel, or chosen without a mouse, and comes in."""

from __future__ import annotations

import base64
import json

from playwright.sync_api import expect

from browser.panel import Panel
from browser.serving import Serving
from story.formats.writers_files import card, png, world

_DROP = """(form, [name, data]) => {
  const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
  const carried = new DataTransfer();
  carried.items.add(new File([bytes], name));
  form.dispatchEvent(
    new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""


def test_a_card_is_dropped_and_a_book_is_chosen(panel: Panel, server: Serving) -> None:
    # Given a project, and the place where things are brought in
    server.ok("memory:create", type="note", content="x", scope="project", projectId="novel")
    panel.enter("设置", project="novel")
    form = panel.page.locator("form", has=panel.page.get_by_role("heading", name="导入"))
    chooser = form.get_by_label("或把文件拖到这里，也可以点这里选择")
    # When a card is dropped there
    form.evaluate(_DROP, ["Mira.png", base64.b64encode(png(ccv3=card())).decode()])
    # Then what would come in is told first, and nothing came in
    now = form.get_by_role("button", name="导入", exact=True)
    told = form.get_by_role("status")
    expect(now).to_be_visible()
    assert server.ok("graph:query", projectId="novel")["entities"] == []
    # And then it comes in
    now.click()
    expect(told).to_contain_text("已导入")
    names = {each["name"] for each in server.ok("graph:query", projectId="novel")["entities"]}
    assert names == {"Mira Vale", "Saltmere"}
    # Whoever has no mouse gets there with Tab, and chooses
    form.get_by_role("textbox").focus()
    panel.page.keyboard.press("Tab")
    expect(chooser).to_be_focused()
    chooser.set_input_files(
        {"name": "w.json", "mimeType": "application/json", "buffer": json.dumps(world()).encode()}
    )
    expect(now).to_be_visible()
    now.press("Enter")
    expect(told).to_contain_text("已导入")
    said = [each["content"] for each in server.ok("knowledge:list", projectId="novel")["items"]]
    assert any("freezes over" in each for each in said)
    # And of what was sent there is no copy left
    assert not list(server.home.glob("rehearsal~*"))
