import "server-only";
import { Worker } from "@/server/builtins";
import { processState } from "@/server/process-state";
import { threadPath } from "@/server/thread-path";

type Sha256 = Uint8Array<ArrayBuffer>;
type Thread = {
  worker: InstanceType<typeof Worker>;
  queue: { resolve: (sha256: Sha256) => void; fail: (error: Error) => void }[];
};

const shared = processState<{ lyceumHashThread?: Thread }>();

function newThread(): Thread {
  // Do not inherit the flags and the environment of the process.
  const worker = new Worker(threadPath("src/server/files/hash-thread.mjs"), { execArgv: [], env: {} });
  const thread: Thread = { worker, queue: [] };
  let reason = new Error("The hashing thread has ended.");
  worker.on("message", (answer: Sha256 | { message: string; code?: string }) => {
    const first = thread.queue.shift();
    // An idle worker must not keep the process alive.
    if (thread.queue.length === 0) worker.unref();
    if (answer instanceof Uint8Array) first?.resolve(answer);
    else first?.fail(Object.assign(new Error(answer.message), { code: answer.code }));
  });
  worker.on("error", (error) => {
    reason = error;
  });
  worker.on("exit", () => {
    if (shared.lyceumHashThread === thread) shared.lyceumHashThread = undefined;
    for (const { fail } of thread.queue) fail(reason);
  });
  return thread;
}

/** SHA-256 of a file, computed in a worker thread, since a large file would block the event loop. */
export function sha256Of(path: string): Promise<Sha256> {
  shared.lyceumHashThread ??= newThread();
  const { worker, queue: line } = shared.lyceumHashThread;
  return new Promise((tell, fail) => {
    line.push({ resolve: tell, fail });
    worker.ref();
    worker.postMessage(path);
  });
}
