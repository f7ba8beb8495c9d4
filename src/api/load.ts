import "server-only";
import type { IncomingMessage } from "node:http";
import { log } from "@/server/log";

/**
 * How many requests are worked on at once before others are sent away: more than ever come together in an institute. What
 * carries a file takes its time and little else: a slow line is no burden.
 */
const most = { short: 200, file: 1_000 };

/** So many are always let in: fewer would starve a machine that is slow by itself. */
const enough = 50;

/** Beyond that, none while requests take longer than this on average, in milliseconds: they wait for one another. */
const patience = 2_000;

const now = { short: 0, file: 0 };

/** What the last short requests took, each counting a tenth of those after it. */
let usual = 0;

/** Always answered: who watches must see the rush, and a page that was let in needs its parts. */
const open = /^\/(api\/(health|ready|metrics)$|_next\/static\/)/;
const files = /^\/api\/(uploads\/|materials\/upload$|materials\/[^/]+\/file$)/;

/** Lets a request in and answers what to call when it is over; undefined when there are too many. */
export function admit(request: IncomingMessage, path: string): (() => void) | undefined {
  if (open.test(path)) return () => {};
  const kind = files.test(path) ? "file" : "short";
  if (now[kind] >= (kind === "short" && usual > patience ? enough : most[kind])) {
    sendAway();
    return undefined;
  }
  let began: number | undefined;
  let isOver = false;
  const count = () => {
    if (isOver) return;
    began = performance.now();
    now[kind] += 1;
  };
  // Who sends a short request slowly burdens nobody yet, and must not take a place from others.
  const isSending = request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"]) > 0;
  if (kind === "short" && isSending) request.once("end", count);
  else count();
  return () => {
    isOver = true;
    if (began === undefined) return;
    now[kind] -= 1;
    if (kind === "short") usual += (performance.now() - began - usual) / 10;
  };
}

let sentAway = 0;

/** One line of the log tells of all in a second. */
function sendAway(): void {
  sentAway += 1;
  if (sentAway > 1) return;
  setTimeout(() => {
    log().warn({ requests: sentAway }, "too busy: requests were sent away");
    sentAway = 0;
  }, 1000).unref();
}
