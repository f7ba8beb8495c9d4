import "server-only";
import { AppError } from "@/lib/errors";
import { join, Worker } from "@/server/builtins";
import { say } from "@/server/messages";
import { log } from "@/server/observability/log";
import { processState } from "@/server/process-state";

type Typeset = { bytes: Uint8Array; pages: number; svg?: string | undefined };

type Waiting = { resolve: (typeset: Typeset) => void; fail: (error: Error) => void };
type Thread = {
  worker: InstanceType<typeof Worker>;
  waiting: Map<number, Waiting>;
  idle?: NodeJS.Timeout | undefined;
};
type Answer = { id: number; pdf?: Uint8Array; pages?: number; svg?: string; fault?: string };

const shared = processState<{ lyceumTypesetter?: Thread; lyceumTypesetterOrders?: number }>();

/** The compiler and its fonts use about eighty megabytes, and printing is rare. */
const idleTime = 20_000;

function newThread(): Thread {
  const path = join(process.cwd(), "src/server/documents/compile-thread.mjs");
  // Do not inherit the flags and the environment of the process.
  const worker = new Worker(path, { execArgv: [], env: {} });
  const thread: Thread = { worker, waiting: new Map() };
  worker.on("message", ({ id, pdf, pages = 1, svg, fault }: Answer) => {
    const order = thread.waiting.get(id);
    thread.waiting.delete(id);
    if (thread.waiting.size === 0) endWhenIdle(thread);
    if (pdf || svg) order?.resolve({ bytes: pdf ?? new Uint8Array(), pages, svg });
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

// Compiler messages may quote personal data.
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

type Order = { template: string; data: unknown; now: Date; files?: Uint8Array[] };

function send({ now, ...order }: Order): Promise<Typeset> {
  shared.lyceumTypesetter ??= newThread();
  const { lyceumTypesetter: thread } = shared;
  const id = (shared.lyceumTypesetterOrders ?? 0) + 1;
  shared.lyceumTypesetterOrders = id;
  clearTimeout(thread.idle);
  return new Promise((resolve, fail) => {
    thread.waiting.set(id, { resolve, fail });
    thread.worker.ref();
    thread.worker.postMessage({ id, ...order, seconds: Math.floor(now.getTime() / 1000) });
  });
}

/**
 * Typesets a document from the folder `templates` as PDF/UA-1, in a worker thread that ends when idle. `data` reaches the
 * template as a value.
 * @throws AppError INTERNAL_SERVER_ERROR
 */
export function typeset(template: "letter" | "report-card", data: unknown, now: Date): Promise<Typeset> {
  return send({ template, data, now });
}

/** Typesets a picture from the folder `templates` as SVG, with letters as shapes. @throws AppError INTERNAL_SERVER_ERROR */
export async function drawn(template: "social", data: unknown, now: Date): Promise<string> {
  return (await send({ template, data, now })).svg ?? "";
}

/** Joins finished documents into one for the printer, without their tags. @throws AppError */
export async function joined(title: string, documents: readonly Typeset[], now: Date): Promise<Uint8Array> {
  const data = { title, pages: documents.map(({ pages }) => pages) };
  return (await send({ template: "joined", data, now, files: documents.map(({ bytes }) => bytes) })).bytes;
}
