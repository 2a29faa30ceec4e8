"""What mem0's own client sees of `mohen serve --mem0`, told as JSON."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from mem0 import MemoryClient
from mem0.exceptions import MemoryError as Mem0Error

_ENOUGH = 150  # looks for what is learned, a fifth of a second apart


def visit(host: str, token: str) -> dict[str, Any]:
    client, ann = MemoryClient(api_key=token, host=host), {"user_id": "ann"}
    seen: dict[str, Any] = {}
    seen["added"] = client.add(
        "Ann's door code is kept by Bo", user_id="ann", metadata={"from": "bo"}, infer=False
    )
    client.add("Dan keeps bees", user_id="dan", infer=False)
    id = seen["added"]["results"][0]["id"]
    seen["got"] = client.get(id)
    seen["found"] = client.search("who keeps the door code", filters=ann)
    seen["others"] = client.search("bees", filters=ann)
    seen["by_metadata"] = client.get_all(filters={"AND": [ann, {"metadata": {"from": "bo"}}]})
    seen["updated"] = client.update(id, text="Ann's door code is kept by Cy")
    seen["history"] = client.history(id)
    seen["all"] = client.get_all(filters=ann)
    said = [{"role": "user", "content": "I am allergic to peanuts, and I live in Oslo."}]
    seen["heard"] = client.add(said, user_id="ann")
    for _ in range(_ENOUGH):
        seen["learned"] = client.search("what is she allergic to?", filters=ann)
        if any("peanut" in each["memory"] for each in seen["learned"]["results"]):
            break
        time.sleep(0.2)
    seen["deleted"] = client.delete(id)
    try:
        client.get(id)
    except Mem0Error as error:
        seen["missed"] = type(error).__name__
    seen["cleared"] = client.delete_all(user_id="ann")
    seen["left"] = client.get_all(filters=ann)["count"]
    seen["dans"] = client.get_all(filters={"user_id": "dan"})["count"]
    try:
        MemoryClient(api_key="wrong", host=host)
    except ValueError:
        seen["stranger"] = "refused"
    return seen


print(json.dumps(visit(*sys.argv[1:])))
