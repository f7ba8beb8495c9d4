import "server-only";
import type { IncomingMessage } from "node:http";
import { log } from "@/server/observability/log";

/**
 * Maximum concurrent requests before we shed load; far above the peak of an institute. File transfers have a higher limit:
 * they take long, but cost little CPU.
 */
const maxConcurrent = { short: 200, file: 1_000 };

/** Minimum concurrency, even when responses are slow, so a slow machine still makes progress. */
const minConcurrent = 50;

/** In milliseconds: above this average duration, only `minConcurrent` short requests are admitted. */
const slowAverage = 2_000;

const active = { short: 0, file: 0 };

/** Moving average duration of short requests in milliseconds; each request has a weight of 1/10. */
let averageDuration = 0;

/** Never shed: monitoring must see the overload, and an admitted page needs its assets. */
const exempt = /^\/(api\/(health|ready|metrics)$|_next\/static\/)/;
const files =
  /^\/api\/(uploads\/|materials\/upload$|(materials|report-cards)\/[^/]+\/file$|notices\/[^/]+\/files(\/|$)|institute\/pictures$|backups\/file$)/;

/** Admits a request and returns a function to call when it ends; undefined under overload. */
export function admit(request: IncomingMessage, path: string): (() => void) | undefined {
  if (exempt.test(path)) return () => {};
  const kind = files.test(path) ? "file" : "short";
  if (active[kind] >= (kind === "short" && averageDuration > slowAverage ? minConcurrent : maxConcurrent[kind])) {
    countShed();
    return undefined;
  }
  let began: number | undefined;
  let isOver = false;
  const count = () => {
    if (isOver) return;
    began = performance.now();
    active[kind] += 1;
  };
  // Count a short request only once its body has arrived, so that slow senders take no capacity.
  const isSending = request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"]) > 0;
  if (kind === "short" && isSending) request.once("end", count);
  else count();
  return () => {
    isOver = true;
    if (began === undefined) return;
    active[kind] -= 1;
    if (kind === "short") averageDuration += (performance.now() - began - averageDuration) / 10;
  };
}

let shedCount = 0;

/** Logs at most one line a second. */
function countShed(): void {
  shedCount += 1;
  if (shedCount > 1) return;
  setTimeout(() => {
    log().warn({ requests: shedCount }, "overloaded: requests were rejected");
    shedCount = 0;
  }, 1000).unref();
}
