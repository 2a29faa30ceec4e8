import { expect, test } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { strengthOf } from "../sample_pictures.ts";
import { StrengthOverTime } from "./StrengthOverTime.tsx";

test("a memory of this very moment has no course yet, and is drawn all the same", async () => {
  const life = strengthOf({ points: [], recallCount: 0, strength: 1, band: "ACTIVE" });
  const screen = await standing(<StrengthOverTime life={{ ...life, createdAt: life.now }} />);
  await expect.element(screen.getByRole("img", { name: /现在 100%，清晰/ })).toBeVisible();
  expect(screen.getByRole("slider").elements()).toHaveLength(0);
  expect(screen.container.innerHTML).not.toContain("NaN");
});

test("the bands are named, so that nobody has to tell them by their shade", async () => {
  const screen = await standing(
    <div style={{ width: 600 }}>
      <StrengthOverTime life={strengthOf({ compressed: true, willCompressAt: undefined })} />
    </div>,
  );
  const names = [...screen.container.querySelectorAll("[data-band] text")];
  expect(names.map((each) => each.textContent)).toEqual(["清晰", "渐淡", "待压缩", "待遗忘"]);
  await expect.element(screen.getByText(/原文已压缩为摘要/)).toBeVisible();
  await expect.element(screen.getByText(/起只留摘要/)).not.toBeInTheDocument();
});
