// One `mohen ipc` child: a JSON object a line, each answered under its id.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class Memory {
  #asked = new Map();
  #child;
  #command;
  #last = 0;

  constructor(command) {
    this.#command = command;
  }

  /** What a channel answers. Throws its code, or TIMEOUT. */
  ask(channel, payload, timeoutMs) {
    const id = String((this.#last += 1));
    const child = this.#started();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id, { error: { code: "TIMEOUT" } }), timeoutMs);
      timer.unref();
      this.#asked.set(id, { resolve, reject, timer });
      this.#hold(child);
      child.stdin.write(`${JSON.stringify({ id, channel, payload, timeoutMs })}\n`);
    });
  }

  close() {
    this.#child?.stdin.end();
    this.#child = undefined;
  }

  #started() {
    if (this.#child) return this.#child;
    const [program, ...words] = this.#command;
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
    const gone = () => {
      if (this.#child === child) this.#child = undefined;
      for (const id of this.#asked.keys()) this.#settle(id, { error: { code: "IO_FAILED" } });
    };
    child.on("error", gone);
    child.on("exit", gone);
    child.stdin.on("error", gone);
    createInterface({ input: child.stdout }).on("line", (line) => this.#heard(line));
    this.#child = child;
    return child;
  }

  #heard(line) {
    try {
      const told = JSON.parse(line);
      if (told.id !== undefined) this.#settle(told.id, told);
    } catch {
      // no answer: nobody asked for it
    }
  }

  #settle(id, told) {
    const waiting = this.#asked.get(id);
    if (!waiting) return;
    this.#asked.delete(id);
    clearTimeout(waiting.timer);
    this.#hold(this.#child);
    if (told.ok) waiting.resolve(told.data);
    else waiting.reject(new Error(told.error?.code ?? "INTERNAL"));
  }

  /** A host that has nothing else to do may end, unless somebody waits for an answer. */
  #hold(child) {
    for (const each of child ? [child, child.stdin, child.stdout] : []) {
      if (this.#asked.size) each.ref?.();
      else each.unref?.();
    }
  }
}
