import { Failure } from "../channels/client.ts";
import type { Data, Payload } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";

/** What goes, or would go in a dry run. */
export type Foreseen = Data<"memory:forget">;

/** Takes something out of the memory, or says what would go. */
export async function forgetting(
  { client }: Mohen,
  asked: Payload<"memory:forget">,
): Promise<Foreseen | Failure> {
  try {
    return (await client.call("memory:forget", asked)).data;
  } catch (failure) {
    if (failure instanceof Failure) return failure;
    throw failure;
  }
}
