import { expect, test } from "vitest";
import { standing } from "../standing.tsx";
import { Spinner } from "./Spinner.tsx";

test("with its label hidden it is still said what one waits for", async () => {
  const screen = await standing(<Spinner label="reading <b>all</b>" hideLabel />);
  await expect.element(screen.getByRole("status")).toHaveTextContent("reading <b>all</b>");
  const words = screen.getByText("reading <b>all</b>").element().getBoundingClientRect();
  expect(words.width).toBeLessThanOrEqual(1);
});
