import { expect, test } from "vitest";
import { standing } from "../standing.tsx";
import { Marked } from "./Marked.tsx";

test("words stand out, and the text stays what it is", async () => {
  const text = "<b>花生</b> 和花生酱";
  const { container } = await standing(<Marked text={text} marks={["花生"]} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll("mark")].map((each) => each.textContent)).toEqual([
    "花生",
    "花生",
  ]);
});
