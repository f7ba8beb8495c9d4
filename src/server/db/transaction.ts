import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Prisma, PrismaClient } from "@/server/generated/prisma/client";
import { processState } from "@/server/process-state";
import type { Semaphore } from "@/server/rate-limits/semaphore";
import { isConflict } from "./database-errors";
import { requireDiskSpace } from "./disk-space";

type Transaction = Prisma.TransactionClient;
type Work<Result> = (tx: Transaction) => Promise<Result>;

type Scope = {
  tx: Transaction | undefined;
  /** Runs a write in a savepoint: if it throws, only its own changes are undone. */
  write: <Result>(work: Work<Result>) => Promise<Result>;
};

const shared = processState<{ lyceumScope?: AsyncLocalStorage<Scope> }>();

function scopes(): AsyncLocalStorage<Scope> {
  shared.lyceumScope ??= new AsyncLocalStorage<Scope>();
  return shared.lyceumScope;
}

/** Transaction of the calling async context, if any. */
export function currentTransaction(): Transaction | undefined {
  return scopes().getStore()?.tx;
}

const retries = 3;

/** Runs `work` in a savepoint of the current transaction, or in a new one that is retried on conflict. */
export async function runInTransaction<Result>(client: PrismaClient, work: Work<Result>): Promise<Result> {
  requireDiskSpace();
  const scope = scopes().getStore();
  if (scope) return scope.write(work);
  return retriedOnConflict(() => client.$transaction((tx) => runWith(tx, work)));
}

/** Runs `work`, and runs it again if a concurrent transaction made it fail, which has undone its writes. */
export async function retriedOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await work();
    } catch (error) {
      if (retry > retries || !isConflict(error)) throw error;
      await delay(Math.random() * 50 * retry);
    }
  }
}

/** Runs `work` outside the current transaction, so that it persists even if the transaction rolls back. */
export function outsideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return scopes().exit(work);
}

function runWith<Result>(tx: Transaction, work: Work<Result>): Promise<Result> {
  return scopes().run({ tx, write: serialize(async () => tx) }, () => work(tx));
}

type Attempt = <Result>(write: () => Promise<Result>) => Promise<Result>;

function serialize(open: () => Promise<Transaction>, attempt: Attempt = (write) => write()): Scope["write"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const write = last.then(() => attempt(async () => (await open()).$transaction((tx) => runWith(tx, work))));
    last = write.catch(() => {});
    return write;
  };
}

/**
 * Runs `work` and `last` in one transaction that opens at the first write, so that slow work before it holds no
 * connection. That write is retried on conflict. `enter` waits for a free slot and returns its release.
 */
export async function runAsUnit<Result>(
  client: PrismaClient,
  enter: Semaphore["enter"],
  work: () => Promise<Result>,
  last: (tx: Transaction, result: Result) => Promise<void>,
): Promise<Result> {
  let commit = () => {};
  let rollBack: (why: unknown) => void = () => {};
  const end = new Promise<void>((resolve, reject) => {
    commit = resolve;
    rollBack = reject;
  });
  // Without a write, nobody awaits it.
  end.catch(() => {});

  let hasEnded = false;
  let done: Promise<void> | undefined;
  const open = async () => {
    if (hasEnded) throw new Error("The transaction of this write has ended.");
    scope.tx ??= await new Promise<Transaction>((opened, failed) => {
      const waitForEnd = (tx: Transaction) => {
        opened(tx);
        return end;
      };
      done = enter().then((release) => client.$transaction(waitForEnd).finally(release));
      done.catch(failed);
    });
    return scope.tx;
  };
  // A later write is not retried: the other side may wait for what the unit holds by then.
  const attempt: Attempt = (write) => (scope.tx ? write() : retriedOnConflict(write));
  const scope: Scope = { tx: undefined, write: serialize(open, attempt) };

  try {
    const result = await scopes().run(scope, work);
    await scope.write((tx) => last(tx, result));
    hasEnded = true;
    commit();
    await done;
    return result;
  } catch (error) {
    hasEnded = true;
    rollBack(error);
    await done?.catch(() => {});
    throw error;
  }
}
