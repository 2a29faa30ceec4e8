import { expect, test, vi } from "vitest";
import { createPlace } from "./place.ts";

test("with a project its own rules are looked at, without one the global ones", () => {
  expect(createPlace("novel").getState().scope).toBe("project");
  expect(createPlace().getState().scope).toBe("global");
});

test("another project shows its own rules first", () => {
  const place = createPlace("novel");
  place.getState().look("global");
  place.getState().enter("essays");
  expect(place.getState()).toMatchObject({ projectId: "essays", scope: "project" });
  place.getState().enter(undefined);
  expect(place.getState()).toMatchObject({ projectId: undefined, scope: "global" });
});

test("entering the same project again moves nothing, and nobody is told", () => {
  const place = createPlace("novel");
  place.getState().look("global");
  const heard = vi.fn();
  place.subscribe(heard);
  place.getState().enter("novel");
  expect(place.getState().scope).toBe("global");
  expect(heard).not.toHaveBeenCalled();
});

test("where there is no project there are no project rules to look at", () => {
  const place = createPlace();
  place.getState().look("project");
  expect(place.getState().scope).toBe("global");
});
