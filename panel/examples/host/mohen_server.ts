import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export interface MohenServer {
  address: string;
  token: string;
  end(): Promise<void>;
}

/** A `mohen serve` of the host's own. Its first line says where it is and which file holds its token. */
export async function startMohen(command: string): Promise<MohenServer> {
  const child = spawn(command, ["serve", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const { data } = JSON.parse(await firstLine(child));
  return {
    address: data.address,
    token: readFileSync(data.tokenFile, "utf8").trim(),
    end: async () => {
      child.kill();
      await gone;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error("mohen serve ended before it began")));
    if (child.stdout) createInterface(child.stdout).once("line", resolve);
  });
}
