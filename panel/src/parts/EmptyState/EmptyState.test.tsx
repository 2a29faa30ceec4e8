import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Button } from "../Button/Button.tsx";
import { standing } from "../standing.tsx";
import { EmptyState } from "./EmptyState.tsx";

test("with nothing but a title it is nothing but a title", async () => {
  const screen = await standing(<EmptyState icon="ink" title="<em>Nothing</em> yet" />);
  expect(screen.container.textContent).toBe("<em>Nothing</em> yet");
  expect(screen.container.querySelectorAll("p, p ~ div")).toHaveLength(1);
});

test("its picture is silent, one's own is kept, and what to do is reached by Tab", async () => {
  const act = vi.fn();
  const screen = await standing(
    <EmptyState
      icon={<svg data-testid="own" aria-hidden="true" />}
      title="Nothing"
      actions={<Button onClick={act}>begin</Button>}
    />,
  );
  await expect.element(screen.getByTestId("own")).toBeInTheDocument();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(act).toHaveBeenCalledOnce();
});
