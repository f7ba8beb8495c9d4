import "server-only";
import { lookUp } from "../db";
import { Prisma } from "../generated/prisma/client";

/** A public list: what is kept of it is good until its rows change. */
export type Topic = "materials" | "schedules";

/** `askedAt` is the clock of the wall when the database was asked, `turnsAt` when the list next changes by itself. */
type State = { version: string; askedAt: number; turnsAt: number };

/**
 * Younger than this, in milliseconds, what is known of the lists is good enough; somewhat older, it is while it is asked for
 * again.
 */
const fresh = 50;
const bearable = 100;

/** `at` is no time of day, which may be set forth and back, but that of the process. */
let known: { at: number; lists: Map<string, State> } | undefined;
let latest = new Map<string, State>();
let asking: Promise<void> | undefined;
let doubts = 0;
let generation = 0;

/** Something may have changed just now, in this process: nobody is served before the database was asked. */
export function doubt(): void {
  doubts += 1;
  known = undefined;
}

async function ask(): Promise<void> {
  const before = doubts;
  const [at, askedAt] = [performance.now(), Date.now()];
  const rows = await lookUp<{ topic: string; version: string; turnsAt: Date | null }>(
    Prisma.sql`select topic, version, turns_at as "turnsAt" from public_lists_at(${new Date(askedAt)})`,
  );
  // What was asked before a doubt came up does not end it.
  if (before !== doubts) return;
  const state = rows.map(({ topic, version, turnsAt }): [string, State] => [
    topic,
    { version, askedAt, turnsAt: turnsAt?.getTime() ?? Number.POSITIVE_INFINITY },
  ]);
  const lists = new Map(state);
  if (state.some(([topic, { version }]) => latest.get(topic)?.version !== version)) generation += 1;
  latest = lists;
  known = { at, lists };
}

function askOnce(): Promise<void> {
  asking ??= ask()
    .catch((error: unknown) => {
      // While the database is away nothing changes; what is kept stands for as long as it may get old.
      if (!known) throw error;
      known.at = performance.now();
    })
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/**
 * Makes sure that what is known of the lists is no older than {@link bearable}. Nothing to wait for when it is; else a
 * promise, which fails when the database cannot be asked.
 */
export function refreshed(): Promise<void> | undefined {
  const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY;
  if (age <= fresh) return undefined;
  if (age > bearable) {
    const asked = askAgain();
    // Who only looks whether there is something to wait for lets it go, and it may fail.
    asked.catch(() => {});
    return asked;
  }
  // It fails only where a doubt came up meanwhile, and whoever asks next hears of that.
  askOnce().catch(() => {});
  return undefined;
}

async function askAgain(): Promise<void> {
  while (!known || performance.now() - known.at > bearable) await askOnce();
}

/** A number that changes whenever a list does: while it is the same, nothing has to be looked at. */
export function generationNow(): number {
  return generation;
}

/** What stands for the content of these lists now, and the times of day between which it can. Undefined: nobody knows. */
export function stateOf(topics: readonly Topic[]): State | undefined {
  const states = topics.map((topic) => known?.lists.get(topic));
  if (!states.every((state) => state !== undefined)) return undefined;
  return {
    version: states.map(({ version }) => version).join(),
    askedAt: Math.max(...states.map(({ askedAt }) => askedAt)),
    turnsAt: Math.min(...states.map(({ turnsAt }) => turnsAt)),
  };
}
