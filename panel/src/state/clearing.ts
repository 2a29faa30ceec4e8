import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data } from "../channels/generated.ts";
import { said } from "../memory/words_care.ts";
import type { Mohen } from "../mohen.tsx";
import { createConflicts } from "./conflicts.ts";
import { createHealth } from "./health.ts";
import { createRules } from "./rules.ts";

/** A whole project, or everything there is. */
export type Extent = { readonly kind: "project"; readonly projectId: string } | { kind: "all" };

/** What the server says would go, and the token that makes it so. */
export interface Consent {
  readonly token: string;
  readonly would: Readonly<Record<string, number>>;
}

/**
 * Taking a whole memory away, in two steps: first what would go, then the author's word for it.
 */
export interface Clearing {
  extent: Extent | undefined;
  step: "asking" | "ready" | "clearing" | "failed";
  consent: Consent | undefined;
  /** The consent that was given held no longer: look again. */
  askedAgain: boolean;
  failure: Failure | undefined;
  /** Ask what would go. */
  begin(extent: Extent): Promise<void>;
  /** Do it. Answers whether it is done. */
  clear(): Promise<boolean>;
  leave(): void;
}

type Receipt = Data<"memory:clear:project">;

const idle = {
  extent: undefined,
  step: "asking",
  consent: undefined,
  askedAgain: false,
  failure: undefined,
} as const;

export function createClearing(mohen: Mohen): StoreApi<Clearing> {
  const { client, toasts, manner } = mohen;
  let question = 0;

  const call = async (extent: Extent, confirmToken?: string): Promise<Receipt> => {
    const given = confirmToken === undefined ? {} : { confirmToken };
    if (extent.kind === "all") return (await client.call("memory:clear:all", given)).data;
    const { projectId } = extent;
    return (await client.call("memory:clear:project", { projectId, ...given })).data;
  };

  return createStore<Clearing>()((set, get) => {
    /** A refusal is what was asked for: it says what would go. */
    function hear(failure: Failure): void {
      const consent = consentOf(failure);
      if (consent) set({ step: "ready", consent, failure: undefined });
      else set({ step: "failed", failure });
    }

    async function begin(extent: Extent): Promise<void> {
      const mine = ++question;
      set({ ...idle, extent });
      try {
        await call(extent);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (mine === question) hear(failure);
      }
    }

    async function clear(): Promise<boolean> {
      const { extent, consent, step } = get();
      if (!extent || !consent || step !== "ready") return false;
      const mine = ++question;
      set({ step: "clearing", askedAgain: false });
      try {
        const receipt = await call(extent, consent.token);
        tell(extent, receipt);
        if (mine === question) set(idle);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (mine !== question) return false;
        hear(failure);
        set({ askedAgain: get().step === "ready" });
        return false;
      }
      await Promise.all([
        mohen.store(createRules).getState().reload({ afresh: true }),
        mohen.store(createConflicts).getState().reload(),
        mohen.store(createHealth).getState().reload(),
      ]);
      return true;
    }

    function tell(extent: Extent, { wiped, leftFiles }: Receipt): void {
      const say = said[manner.getState().language];
      const done = extent.kind === "all" ? say.clearedAll : say.cleared(extent.projectId);
      toasts.getState().show({ tone: "success", text: done });
      if (leftFiles > 0) toasts.getState().show({ tone: "info", text: say.leftFiles(leftFiles) });
      if (!wiped) toasts.getState().show({ tone: "info", text: say.notWiped });
    }

    return {
      ...idle,
      begin,
      clear,
      leave() {
        question++;
        set(idle);
      },
    };
  });
}

function consentOf({ code, details }: Failure): Consent | undefined {
  if (code !== "MEMORY_CLEAR_CONFIRM_REQUIRED") return undefined;
  const { confirmToken, would } = details ?? {};
  if (typeof confirmToken !== "string" || typeof would !== "object" || !would) return undefined;
  const counts = Object.entries(would).filter(
    (each): each is [string, number] => typeof each[1] === "number",
  );
  return { token: confirmToken, would: Object.fromEntries(counts) };
}
