import "server-only";
import { AppError } from "@/lib/errors";
import { join, Worker } from "@/server/builtins";
import { say } from "@/server/messages";
import { log } from "@/server/observability/log";
import { processState } from "@/server/process-state";

type Waiting = { resolve: (pdf: Uint8Array) => void; fail: (error: Error) => void };
type Thread = {
  worker: InstanceType<typeof Worker>;
  waiting: Map<number, Waiting>;
  idle?: NodeJS.Timeout | undefined;
};
type Answer = { id: number; pdf?: Uint8Array; fault?: string };

const shared = processState<{ lyceumTypesetter?: Thread; lyceumTypesetterOrders?: number }>();

/** The compiler and its typefaces take some eighty megabytes, and nobody prints for days. */
const idleTime = 20_000;

function newThread(): Thread {
  const path = join(process.cwd(), "src/server/documents/compile-thread.mjs");
  // Do not inherit the flags and the environment of the process.
  const worker = new Worker(path, { execArgv: [], env: {} });
  const thread: Thread = { worker, waiting: new Map() };
  worker.on("message", ({ id, pdf, fault }: Answer) => {
    const order = thread.waiting.get(id);
    thread.waiting.delete(id);
    if (thread.waiting.size === 0) endWhenIdle(thread);
    if (pdf) order?.resolve(pdf);
    else order?.fail(failed(fault ?? ""));
  });
  const end = (reason: string) => {
    if (shared.lyceumTypesetter === thread) shared.lyceumTypesetter = undefined;
    for (const { fail } of thread.waiting.values()) fail(failed(reason));
    thread.waiting.clear();
  };
  worker.on("error", ({ message }) => end(message));
  worker.on("exit", () => end("The thread has ended."));
  return thread;
}

// What the compiler says may quote what was to be printed.
function failed(reason: string): AppError {
  log().error({ length: reason.length }, "a document was not typeset");
  return new AppError("INTERNAL_SERVER_ERROR", say("notTypeset"));
}

function endWhenIdle(thread: Thread): void {
  thread.worker.unref();
  thread.idle = setTimeout(() => {
    if (shared.lyceumTypesetter === thread) shared.lyceumTypesetter = undefined;
    void thread.worker.terminate();
  }, idleTime);
  thread.idle.unref();
}

/**
 * Typesets a document of the folder `templates` as PDF/UA-1, in a thread that ends when it is idle. `data` reaches the template
 * as a value. @throws AppError INTERNAL_SERVER_ERROR
 */
export function typeset(template: "letter", data: unknown, now: Date): Promise<Uint8Array> {
  shared.lyceumTypesetter ??= newThread();
  const { lyceumTypesetter: thread } = shared;
  const id = (shared.lyceumTypesetterOrders ?? 0) + 1;
  shared.lyceumTypesetterOrders = id;
  clearTimeout(thread.idle);
  return new Promise((resolve, fail) => {
    thread.waiting.set(id, { resolve, fail });
    thread.worker.ref();
    thread.worker.postMessage({ id, template, data, seconds: Math.floor(now.getTime() / 1000) });
  });
}
