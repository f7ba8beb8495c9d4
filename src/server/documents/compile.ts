import "server-only";
import type { Piscina } from "piscina";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { log, traceOf } from "@/server/observability/log";
import { processState } from "@/server/process-state";
import { threadPath } from "@/server/thread-path";

type Typeset = { bytes: Uint8Array; pages: number; svg?: string | undefined };
type Order = { template: string; data: unknown; now: Date; files?: Uint8Array[] };
type Job = Omit<Order, "now"> & { seconds: number };

type Pool = Piscina<Job, Typeset>;

const shared = processState<{ lyceumTypesetters?: Pool | undefined }>();

/** Threads start when there is work: a compiler and its fonts use about eighty megabytes, and printing is rare. */
async function typesetters(): Promise<Pool> {
  const { Piscina } = await import("piscina");
  if (shared.lyceumTypesetters) return shared.lyceumTypesetters;
  const pool: Pool = new Piscina({
    filename: threadPath("src/server/documents/compile-thread.mjs"),
    name: "typeset",
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 20_000,
    // A lower priority leaves the processor to visitors. Other systems than Linux would lower the priority of the whole process.
    ...(process.platform === "linux" && { niceIncrement: 10 }),
    // Threads that wait by `Atomics` never reach their event loop, where Node frees the compiler's documents.
    atomics: "disabled",
    // Do not inherit the flags and the environment of the process.
    execArgv: [],
    env: {},
  });
  // Piscina reports a thread that cannot start by this event; without a listener the process would end.
  pool.on("error", () => end(pool));
  // Piscina neither replaces its last thread nor reports one that ends without a document. The event comes before the thread
  // leaves the list.
  pool.on("workerDestroy", () =>
    queueMicrotask(() => {
      if (pool.threads.length === 0 && pool.queueSize > 0) end(pool);
    }),
  );
  shared.lyceumTypesetters = pool;
  return pool;
}

/** Rejects documents that wait for threads that have ended; the next document starts new threads. */
function end(pool: Pool): void {
  if (shared.lyceumTypesetters === pool) shared.lyceumTypesetters = undefined;
  void pool.destroy();
}

async function send({ now, ...order }: Order): Promise<Typeset> {
  try {
    const pool = await typesetters();
    return await pool.run({ ...order, seconds: Math.floor(now.getTime() / 1000) });
  } catch (error) {
    // Compiler messages may quote personal data.
    log().error({ error: traceOf(error) }, "a document was not typeset");
    throw new AppError("INTERNAL_SERVER_ERROR", say("notTypeset"));
  }
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
