import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { standing } from "../../parts/standing.tsx";
import { Gate } from "./Gate.tsx";

test("spaces are no token, not even with Enter", async () => {
  const onToken = vi.fn();
  const screen = await standing(<Gate onToken={onToken} />);
  await screen.getByLabelText("或粘贴令牌").fill("   ");
  await userEvent.keyboard("{Enter}");
  expect(onToken).not.toHaveBeenCalled();
});

test("a token is never there to be read", async () => {
  const screen = await standing(<Gate onToken={vi.fn()} />);
  await screen.getByLabelText("或粘贴令牌").fill("t0k-secret");
  expect(screen.container.innerHTML.replace(/value="[^"]*"/, "")).not.toContain("t0k-secret");
  expect(screen.container.textContent).not.toContain("t0k-secret");
});

test("where to find the token is told with the field; the first visit has nothing to explain", async () => {
  const screen = await standing(<Gate onToken={vi.fn()} />);
  await expect
    .element(screen.getByLabelText("或粘贴令牌"))
    .toHaveAccessibleDescription(/mohen status/);
  await expect.element(screen.getByRole("status")).not.toBeInTheDocument();
});
