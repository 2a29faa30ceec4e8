import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { scriptedClient } from "../../channels/scripted.ts";
import { createMohen, MohenProvider } from "../../mohen.tsx";
import { Chart } from "./Chart.tsx";

const readings = [0, 1, 2, 3].map((n) => ({ at: n * 10, text: `reading ${n}`, y: n / 4 }));

function open(width: number, given = readings) {
  const mohen = createMohen({ client: scriptedClient(), language: "en", theme: "light" });
  return render(
    <MohenProvider mohen={mohen}>
      <div data-testid="place" style={{ width }}>
        <Chart
          label="a picture"
          x={[0, 30]}
          y={[0, 1]}
          yText={String}
          readings={given}
          resting="nothing yet"
        >
          {() => null}
        </Chart>
      </div>
    </MohenProvider>,
  );
}

test("keys go from reading to reading and stop at the ends", async () => {
  const screen = await open(400);
  const reader = screen.getByRole("slider");
  (reader.element() as HTMLElement).focus();
  await expect.element(reader).toHaveAttribute("aria-valuetext", "reading 3");
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(reader).toHaveAttribute("aria-valuetext", "reading 3");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(screen.getByText("reading 2")).toBeVisible();
  await userEvent.keyboard("{Home}{ArrowLeft}");
  await expect.element(screen.getByText("reading 0")).toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(screen.getByText("nothing yet")).toBeVisible();
});

test("the pointer reads what is nearest to it", async () => {
  const screen = await open(400);
  const reader = screen.getByRole("slider");
  await reader.hover({ position: { x: 2, y: 20 } });
  await expect.element(screen.getByText("reading 0")).toBeVisible();
  await reader.hover({ position: { x: 240, y: 20 } });
  await expect.element(screen.getByText("reading 2")).toBeVisible();
});

test("it draws itself anew when its place becomes narrower", async () => {
  const screen = await open(600);
  const picture = screen.getByRole("img");
  await expect.element(picture).toHaveAttribute("width", "600");
  (screen.getByTestId("place").element() as HTMLElement).style.width = "280px";
  await expect.element(picture).toHaveAttribute("width", "280");
});

test("a picture without readings has nothing to move through", async () => {
  const screen = await open(400, []);
  await expect.element(screen.getByRole("slider")).not.toBeInTheDocument();
});

test("an arrow with Alt is the browser's way back", async () => {
  const screen = await open(400);
  const reader = screen.getByRole("slider").element();
  const back = { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true };
  expect(reader.dispatchEvent(new KeyboardEvent("keydown", back))).toBe(true);
  expect(reader.getAttribute("aria-valuetext")).toBe("reading 3");
});
