import "server-only";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

type Sha256 = Uint8Array<ArrayBuffer>;
type Thread = { worker: Worker; line: { tell: (sha256: Sha256) => void; fail: (error: Error) => void }[] };

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumHashThread?: Thread };

function newThread(): Thread {
  const path = join(/*turbopackIgnore: true*/ process.cwd(), "src/server/files/hash-thread.mjs");
  // What the process itself was started with is none of its business.
  const worker = new Worker(/*turbopackIgnore: true*/ path, { execArgv: [], env: {} });
  const thread: Thread = { worker, line: [] };
  let reason = new Error("The thread that hashes files has ended.");
  worker.on("message", (answer: Sha256 | { message: string; code?: string }) => {
    const first = thread.line.shift();
    // Nobody's end waits for it while it has nothing to do.
    if (thread.line.length === 0) worker.unref();
    if (answer instanceof Uint8Array) first?.tell(answer);
    else first?.fail(Object.assign(new Error(answer.message), { code: answer.code }));
  });
  worker.on("error", (error) => {
    reason = error;
  });
  worker.on("exit", () => {
    if (shared.lyceumHashThread === thread) shared.lyceumHashThread = undefined;
    for (const { fail } of thread.line) fail(reason);
  });
  return thread;
}

/**
 * The SHA-256 of a file on this disk. A thread of its own reads it: a large file takes as long to hash as thousands of answers
 * to give. @throws Error where it cannot be read
 */
export function sha256Of(path: string): Promise<Sha256> {
  shared.lyceumHashThread ??= newThread();
  const { worker, line } = shared.lyceumHashThread;
  return new Promise((tell, fail) => {
    line.push({ tell, fail });
    worker.ref();
    worker.postMessage(path);
  });
}
