import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Prisma, PrismaClient } from "./generated/prisma/client";
import { isCrossed } from "./outage";
import { requireRoomForRows } from "./room";
import type { Turnstile } from "./turnstile";

type Transaction = Prisma.TransactionClient;
type Work<Result> = (tx: Transaction) => Promise<Result>;

/** A transaction that is open or will be, and the writes that belong to it. */
type Scope = {
  tx: Transaction | undefined;
  /** Does a write as a part of the transaction: it is undone alone when it throws. */
  write: <Result>(work: Work<Result>) => Promise<Result>;
};

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumScope?: AsyncLocalStorage<Scope> };

function scopes(): AsyncLocalStorage<Scope> {
  shared.lyceumScope ??= new AsyncLocalStorage<Scope>();
  return shared.lyceumScope;
}

/** The transaction that the code which asks is a part of. */
export function currentTransaction(): Transaction | undefined {
  return scopes().getStore()?.tx;
}

/** How often a transaction is begun anew that the database refused because of another one. */
const retries = 3;

/**
 * Does a write whole or not at all: as a part of the transaction around it, else in one of its own, which is tried again
 * where it crossed another. @throws AppError INSUFFICIENT_STORAGE
 */
export async function write<Result>(client: PrismaClient, work: Work<Result>): Promise<Result> {
  requireRoomForRows();
  const around = scopes().getStore();
  if (around) return around.write(work);
  for (let retry = 1; ; retry += 1) {
    try {
      return await client.$transaction((tx) => within(tx, work));
    } catch (error) {
      if (retry > retries || !isCrossed(error)) throw error;
      await delay(Math.random() * 50 * retry);
    }
  }
}

/** Does what is to stand even if the transaction around it does not. */
export function apart<Result>(work: () => Promise<Result>): Promise<Result> {
  return scopes().exit(work);
}

function within<Result>(tx: Transaction, work: Work<Result>): Promise<Result> {
  return scopes().run({ tx, write: inLine(async () => tx) }, () => work(tx));
}

/** One write after the other, since the savepoints of a transaction must not cross. */
function inLine(open: () => Promise<Transaction>): Scope["write"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(async () => (await open()).$transaction((tx) => within(tx, work)));
    last = mine.catch(() => {});
    return mine;
  };
}

/**
 * Does `work` so that all it writes, and what `last` adds, is committed together or not at all. The transaction opens with
 * the first write, so that nothing slow before it holds a connection; `enter` says when, and answers how to leave.
 */
export async function unit<Result>(
  client: PrismaClient,
  enter: Turnstile["enter"],
  work: () => Promise<Result>,
  last: (tx: Transaction, result: Result) => Promise<void>,
): Promise<Result> {
  let commit = () => {};
  let rollBack: (why: unknown) => void = () => {};
  const end = new Promise<void>((resolve, reject) => {
    commit = resolve;
    rollBack = reject;
  });
  // Nobody waits for it when nothing was written.
  end.catch(() => {});

  let isOver = false;
  let done: Promise<void> | undefined;
  const open = async () => {
    if (isOver) throw new Error("What this write belongs to is over.");
    scope.tx ??= await new Promise<Transaction>((opened, failed) => {
      const hold = (tx: Transaction) => {
        opened(tx);
        return end;
      };
      done = enter().then((leave) => client.$transaction(hold).finally(leave));
      done.catch(failed);
    });
    return scope.tx;
  };
  const scope: Scope = { tx: undefined, write: inLine(open) };

  try {
    const result = await scopes().run(scope, work);
    await scope.write((tx) => last(tx, result));
    isOver = true;
    commit();
    await done;
    return result;
  } catch (error) {
    isOver = true;
    rollBack(error);
    await done?.catch(() => {});
    throw error;
  }
}
