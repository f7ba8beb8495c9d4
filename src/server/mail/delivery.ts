import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import { db } from "@/server/db/client";
import { isStopping } from "@/server/observability/health";
import { log } from "@/server/observability/log";
import { runInScope } from "@/server/observability/request-scope";
import { logUnexpected } from "@/server/trpc/trpc";
import { applyChoices, digestKind } from "./choices";
import { claimIdleProbe, claimProbe, closeCircuit, openCircuit, probeNow } from "./circuit-breaker";
import { composeDigest } from "./digests";
import type { Email } from "./email";
import type { Composer } from "./outbox";
import { isOutage, type Outcome, renderFailure, serverResponded, wasHandedOver } from "./outcome";
import { keepLease, type LeasedEmail, leaseNext, recordOutcome } from "./queue";
import { releaseSlot, untilNextSlot } from "./sending-rate";
import { maxConnections, openTransport, type Transport } from "./transport";
import { unsubscribeOf } from "./unsubscribe";

/** Concurrent deliveries. One that takes longer than `slowAfter` milliseconds continues but frees its slot. */
const [concurrency, slowAfter] = [3, 5_000];

/** Timeout of running deliveries at shutdown: long enough for most emails, so that few have to be repeated. */
const lastWait = 2_000;

/** How often due news is gathered for emails of the day while others leave, in milliseconds. */
const choicesEvery = 30_000;

/** The last connections are reserved for account emails, which people are waiting for. */
const connectionsForAll = maxConnections - 3;

type Delivery = { recipient: string; ended: Promise<void>; controller: AbortController };

const active = new Map<string, Delivery>();
const quick = new Set<Promise<void>>();
let transport: Transport | undefined;
let currentRun: Promise<void> | undefined;
let isRequested = false;
let isShuttingDown = false;
let nextTurn: NodeJS.Timeout | undefined;
let wake = () => {};

/**
 * Delivers all due emails. If a run is already active, wakes it and returns, so that jobs do not block the queue's
 * workers. Slow deliveries continue after the promise resolves. Leases keep two processes from sending the same email.
 * Failures are stored with the email; during an outage of the mail server all emails wait.
 */
export async function deliverDueEmails(composers: Record<string, Composer>): Promise<void> {
  isRequested = true;
  wake();
  if (currentRun !== undefined) return;
  currentRun = run(composers);
  await currentRun;
}

/** Awaits running deliveries at shutdown for a moment and aborts the rest; the next start retries them. */
export async function endDeliveries(): Promise<void> {
  isShuttingDown = true;
  clearTimeout(nextTurn);
  nextTurn = undefined;
  await Promise.race([
    Promise.all([...active.values()].map(({ ended }) => ended)),
    wait(lastWait, undefined, { ref: false }),
  ]);
  for (const { controller } of active.values()) controller.abort();
  // The run may be leasing one more email.
  await currentRun?.catch(() => {});
  await Promise.all([...active.values()].map(({ ended }) => ended));
  closeIdle();
}

async function run(composers: Record<string, Composer>): Promise<void> {
  try {
    while (isRequested) {
      await deliverAll(composers);
      await probeServer();
    }
    await waitForTurn(composers);
  } finally {
    currentRun = undefined;
    closeIdle();
  }
}

async function deliverAll(composers: Record<string, Composer>): Promise<void> {
  let chosenAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    isRequested = false;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // A notice to a whole school leaves for an hour, while news falls due that the email of the day is to take up.
    if (performance.now() - chosenAt >= choicesEvery) {
      await applyChoices(new Date());
      chosenAt = performance.now();
    }
    // The next start sends the rest.
    while (hasFreeSlot() && (await startNext(composers)));
    if (quick.size === 0) return;
    await Promise.race([woken, ...quick]);
  }
}

/** Reschedules itself for the next email while the number per minute is limited. */
async function waitForTurn(composers: Record<string, Composer>): Promise<void> {
  const milliseconds = isShuttingDown || isStopping() ? null : await untilNextSlot();
  clearTimeout(nextTurn);
  nextTurn = undefined;
  if (milliseconds === null) return;
  nextTurn = setTimeout(() => {
    nextTurn = undefined;
    void deliverDueEmails(composers).catch((error: unknown) => logUnexpected(error, "mail"));
  }, milliseconds).unref();
}

/** Probes a server that is marked as down when no email is due; otherwise the outage would never end. */
async function probeServer(): Promise<void> {
  if (isShuttingDown || isStopping() || !(await claimIdleProbe())) return;
  transport ??= openTransport();
  const signal = AbortSignal.timeout(slowAfter);
  const failure = await transport.check(signal);
  if (failure) await openCircuit(failure.words, true);
  else if (!signal.aborted) await closeCircuit();
}

const hasFreeSlot = () => !isShuttingDown && !isStopping() && quick.size < concurrency && active.size < maxConnections;

async function startNext(composers: Record<string, Composer>): Promise<boolean> {
  const except = [...active.values()].map(({ recipient }) => recipient);
  const mail = await leaseNext({ except, mostRank: active.size < connectionsForAll ? 2 : 0 });
  if (!mail) return false;
  const wasProbe = await claimProbe();
  const controller = new AbortController();
  if (isShuttingDown) controller.abort();
  const work = () => deliver(mail, composers, controller.signal, wasProbe);
  // Log under the request that enqueued the email, whichever job sends it.
  const ended = (mail.requestId === null ? work() : runInScope({ id: mail.requestId }, work))
    .catch((error: unknown) => logUnexpected(error, `mail ${mail.kind}`))
    .finally(() => {
      active.delete(mail.id);
      // Free the slot and the recipient.
      isRequested = true;
    });
  active.set(mail.id, { recipient: mail.recipient, ended, controller });
  trackQuick(ended, composers);
  return true;
}

function trackQuick(ended: Promise<void>, composers: Record<string, Composer>): void {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, slowAfter, true);
  });
  const quickOrSlow = Promise.race([ended.then(() => false), slow]).then((isSlow) => {
    clearTimeout(timer);
    quick.delete(quickOrSlow);
    // The run may have ended in the meantime: start another one for the freed slot.
    if (isSlow)
      void ended.then(() => deliverDueEmails(composers)).catch((error: unknown) => logUnexpected(error, "mail"));
  });
  quick.add(quickOrSlow);
}

async function deliver(mail: LeasedEmail, composers: Record<string, Composer>, signal: AbortSignal, wasProbe: boolean) {
  const release = keepLease(mail);
  let outcome: Outcome;
  try {
    outcome = await outcomeOf(mail, composers, signal);
  } finally {
    await release();
  }
  const state = await recordOutcome(mail, outcome, wasProbe);
  if (!wasHandedOver(outcome)) await releaseSlot();
  if (serverResponded(outcome)) await closeCircuit();
  else if (wasProbe && !isOutage(outcome)) await probeNow(db());
  log().info({ mail: mail.id, kind: mail.kind, state, attempts: mail.attempts }, "mail");
}

async function outcomeOf(
  mail: LeasedEmail,
  composers: Record<string, Composer>,
  signal: AbortSignal,
): Promise<Outcome> {
  const email = await render(mail, composers);
  if (email === null) return "needless";
  if (email === undefined) return renderFailure;
  transport ??= openTransport();
  const failure = await transport.deliver(mail, email, unsubscribeOf(mail), signal);
  if (failure && signal.aborted) return "broken off";
  return failure ?? transport.deliveredState;
}

async function render(mail: LeasedEmail, composers: Record<string, Composer>): Promise<Email | null | undefined> {
  try {
    if (mail.kind === digestKind) return await composeDigest(mail, composers);
    const compose = composers[mail.kind];
    if (!compose) throw new Error("No feature composes emails of this kind.");
    return await compose(mail);
  } catch (error) {
    logUnexpected(error, `mail ${mail.kind}`);
    return undefined;
  }
}

function closeIdle(): void {
  if (active.size > 0 || nextTurn !== undefined) return;
  transport?.close();
  transport = undefined;
}
