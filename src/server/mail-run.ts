import "server-only";
import { db } from "./db";
import { isStopping } from "./health";
import { log } from "./log";
import type { Compose } from "./mail";
import type { Fault } from "./mail-faults";
import type { Letter } from "./mail-letter";
import { endOutage, noteOutage, takeIdleTurn, takeTurn, tryNow } from "./mail-outage";
import { mostAtOnce, openPost, type Post } from "./mail-post";
import { type Outcome, renew, renewal, settle, type Taken, takeNext } from "./mail-queue";
import { within } from "./request";
import { logUnforeseen } from "./trpc";

/** So many mails leave side by side. One that takes longer than `haste` goes on, and another one begins beside it. */
const [sideBySide, haste] = [3, 5_000];

/** The last places are for mails of accounts: somebody sits and waits for these. */
const placesForAll = mostAtOnce - 3;

type Delivery = { recipient: string; ended: Promise<void>; breakOff: AbortController };

const underWay = new Map<string, Delivery>();
const quick = new Set<Promise<void>>();
let post: Post | undefined;
let running: Promise<void> | undefined;
let isAsked = false;
let isOver = false;
let wake = () => {};

/**
 * Sends the mails that are due, and ends when none of them is left that could leave now, or at once where a run is under way
 * that sees to them: the jobs that ask meanwhile would hold the workers of the queue. Mails that take long are on their way
 * beyond that. No two processes send the same one. What a mail fails of is noted with it; when the server takes no mail at
 * all, the others wait.
 */
export async function sendDueMails(composers: Record<string, Compose>): Promise<void> {
  isAsked = true;
  wake();
  if (running !== undefined) return;
  running = run(composers);
  await running;
}

/** Breaks off what is still on its way at the end of the process; the next one takes it up again. */
export async function endDeliveries(): Promise<void> {
  isOver = true;
  for (const { breakOff } of underWay.values()) breakOff.abort();
  // It may be taking one more.
  await running?.catch(() => {});
  await Promise.all([...underWay.values()].map(({ ended }) => ended));
}

async function run(composers: Record<string, Compose>): Promise<void> {
  try {
    while (isAsked) {
      await sendAll(composers);
      await askServer();
    }
  } finally {
    running = undefined;
    closeIdle();
  }
}

async function sendAll(composers: Record<string, Compose>): Promise<void> {
  for (;;) {
    isAsked = false;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // What is left is sent by the next start.
    while (hasPlace() && (await begin(composers)));
    if (quick.size === 0) return;
    await Promise.race([woken, ...quick]);
  }
}

/** Asks a server that took no mail, where none waits that could be tried: else it would be said to take none for ever. */
async function askServer(): Promise<void> {
  if (isOver || isStopping() || !(await takeIdleTurn())) return;
  post ??= openPost();
  const patience = AbortSignal.timeout(haste);
  const fault = await post.check(patience);
  if (fault) await noteOutage(fault.words, true);
  else if (!patience.aborted) await endOutage();
}

const hasPlace = () => !isOver && !isStopping() && quick.size < sideBySide && underWay.size < mostAtOnce;

/** Answers whether there was a mail to begin with. */
async function begin(composers: Record<string, Compose>): Promise<boolean> {
  const except = [...underWay.values()].map(({ recipient }) => recipient);
  const mail = await takeNext({ except, mostRank: underWay.size < placesForAll ? 2 : 0 });
  if (!mail) return false;
  const wasTurn = await takeTurn();
  const breakOff = new AbortController();
  if (isOver) breakOff.abort();
  const work = () => bring(mail, composers, breakOff.signal, wasTurn);
  // Whichever job sends it, the log names the request that ordered it.
  const ended = (mail.requestId === null ? work() : within({ id: mail.requestId }, work))
    .catch((error: unknown) => logUnforeseen(error, `mail ${mail.kind}`))
    .finally(() => {
      underWay.delete(mail.id);
      // Its place is free, and so is its recipient.
      isAsked = true;
    });
  underWay.set(mail.id, { recipient: mail.recipient, ended, breakOff });
  hurry(ended, composers);
  return true;
}

/** Counts a delivery among the quick ones until it has ended, or has taken long. */
function hurry(ended: Promise<void>, composers: Record<string, Compose>): void {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, haste, true);
  });
  const aside = Promise.race([ended.then(() => false), late]).then((isLate) => {
    clearTimeout(timer);
    quick.delete(aside);
    // Nobody waits for it any more.
    if (isLate) void ended.then(() => sendDueMails(composers)).catch((error: unknown) => logUnforeseen(error, "mail"));
  });
  quick.add(aside);
}

async function bring(mail: Taken, composers: Record<string, Compose>, signal: AbortSignal, wasTurn: boolean) {
  const release = keepLease(mail);
  let outcome: Outcome;
  try {
    outcome = await outcomeOf(mail, composers, signal);
  } finally {
    await release();
  }
  const state = await settle(mail, outcome, wasTurn);
  if (isTaking(outcome)) await endOutage();
  else if (wasTurn && !isOutage(outcome)) await tryNow(db());
  log().info({ mail: mail.id, kind: mail.kind, state, attempts: mail.attempts }, "mail");
}

const isOutage = (outcome: Outcome) => typeof outcome === "object" && outcome.isGeneral;

/** True where the server has judged this very mail, whatever it said. */
function isTaking(outcome: Outcome): boolean {
  if (typeof outcome === "object") return !outcome.isGeneral && outcome !== unwritten;
  return outcome === "sent" || outcome === "kept";
}

async function outcomeOf(mail: Taken, composers: Record<string, Compose>, signal: AbortSignal): Promise<Outcome> {
  const letter = await written(mail, composers);
  if (letter === null) return "needless";
  if (letter === undefined) return unwritten;
  post ??= openPost();
  const fault = await post.deliver(mail.id, mail.kind, letter, signal);
  if (fault && signal.aborted) return "broken off";
  return fault ?? post.taken;
}

const unwritten: Fault = { words: "It could not be written.", isFinal: false, isGeneral: false, isCounted: true };

/** The letter; null when there is nothing to write any more, undefined when that failed. */
async function written(mail: Taken, composers: Record<string, Compose>): Promise<Letter | null | undefined> {
  try {
    const compose = composers[mail.kind];
    if (!compose) throw new Error("Nobody writes letters of this kind.");
    return await compose(mail);
  } catch (error) {
    logUnforeseen(error, `mail ${mail.kind}`);
    return undefined;
  }
}

/** Keeps other processes from a mail for as long as it is under way. Answers how to end that. */
function keepLease(mail: Taken): () => Promise<void> {
  let renewed = Promise.resolve();
  const timer = setInterval(() => {
    renewed = renewed.then(() => renew(mail)).catch((error: unknown) => logUnforeseen(error, "mail"));
  }, renewal);
  return async () => {
    clearInterval(timer);
    await renewed;
  };
}

function closeIdle(): void {
  if (underWay.size > 0) return;
  post?.close();
  post = undefined;
}
