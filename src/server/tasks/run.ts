import "server-only";
import { z } from "zod";
import type { Message } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { may, type Right } from "@/lib/may";
import { findStanding } from "@/server/auth/grants";
import { holdGrants } from "@/server/auth/staff";
import { findPerson } from "@/server/auth/users";
import { db, pool, type Transaction, transaction } from "@/server/db/client";
import { databaseErrorOf } from "@/server/db/database-errors";
import { enqueue } from "@/server/jobs/jobs";
import { say } from "@/server/messages";
import { log, traceOf } from "@/server/observability/log";
import { countErasedPeople } from "@/server/privacy/erasure";
import { dropResult, keepResult, removeLeftResults } from "./results";
import { type RunningTask, TaskEnded, type TaskKind, TaskPostponed, type TaskResult } from "./tasks";

const beat = 5_000;
/** After this time without progress, the process of a running task is considered dead. */
const leaseSeconds = 30;
const mostAttempts = 3;
const progressPause = 500;

type Claimed = {
  id: string;
  kind: string;
  input: unknown;
  attempts: number;
  total: number;
  createdById: string | null;
};

/** A claimed task, with who started it, the right that this takes, and the number of people erased before. */
type Begun = Claimed & { createdById: string; right: Right; erased: number };

/** Runs a task unless it has ended or is running. Temporary failures are retried by {@link sweepTasks}. */
export async function runTask(kinds: Record<string, TaskKind>, id: string): Promise<void> {
  const claimed = await claim(id);
  if (!claimed) return;
  const [kind, { createdById }] = [kinds[claimed.kind], claimed];
  // A task of an erased account or of another version of the product.
  if (!kind || createdById === null) return fail(claimed, say("taskUnknown"));
  const begun = { ...claimed, createdById, right: kind.right, erased: await countErasedPeople(db()) };
  const { task, stop } = running(begun);
  try {
    await requireRight(begun);
    await succeed(begun, await kind.run(task, claimed.input));
  } catch (error) {
    if (error instanceof TaskPostponed) return await postpone(claimed);
    if (error instanceof TaskEnded || task.signal.aborted || databaseErrorOf(error)) return;
    if (!(error instanceof AppError)) log().error({ task: claimed.kind, error: traceOf(error) }, "task failed");
    await fail(claimed, error instanceof AppError ? error.message : say("taskFailed"));
  } finally {
    stop();
  }
}

/** What counts is the right at the moment of writing (decision 156). @throws AppError FORBIDDEN */
async function requireRight({ createdById: userId, right }: Begun): Promise<void> {
  const isBuiltIn = (await findPerson(userId))?.role === "admin";
  // The session that started the task has shown its second step.
  const standing = { ...(await findStanding(userId, isBuiltIn)), lacksSecondStep: false };
  if (!may({ userId, role: "admin", isGuardian: false, ...standing }, right))
    throw new AppError("FORBIDDEN", say("notAllowed"));
}

async function claim(id: string): Promise<Claimed | undefined> {
  const { rows } = await pool().query<Claimed>(
    `update background_tasks set state = 'running', attempts = attempts + 1, done = 0, changed_at = now()
     where id = $1 and (state = 'waiting' or state = 'running' and changed_at < now() - make_interval(secs => $2))
     returning id, kind, input, attempts, total, created_by_id as "createdById"`,
    [id, leaseSeconds],
  );
  return rows[0];
}

/** On its own connection: progress must be visible before the transaction ends. */
async function note({ id, attempts }: Claimed, { done, total }: { done: number; total: number }): Promise<boolean> {
  const { rowCount } = await pool().query(
    `update background_tasks set changed_at = now(), done = $3, total = $4
     where id = $1 and state = 'running' and attempts = $2`,
    [id, attempts, done, total],
  );
  return rowCount === 1;
}

function running(claimed: Begun): { task: RunningTask; stop: () => void } {
  const ended = new AbortController();
  let latest = { done: 0, total: claimed.total };
  let [noted, notedAt] = [latest, 0];
  const write = async () => {
    [noted, notedAt] = [latest, performance.now()];
    if (!(await note(claimed, latest))) ended.abort(new TaskEnded());
  };
  const timer = setInterval(() => void write().catch(() => {}), beat);
  timer.unref();
  const task: RunningTask = {
    id: claimed.id,
    by: { userId: claimed.createdById, role: "admin" },
    signal: ended.signal,
    async progress(done, total = Math.max(latest.total, done)) {
      latest = { done, total };
      const isDue = performance.now() - notedAt >= progressPause || (done === total && noted.done !== done);
      if (isDue) await write();
      ended.signal.throwIfAborted();
    },
    finish: (tx) => end(tx, claimed, null),
  };
  return { task, stop: () => clearInterval(timer) };
}

async function succeed(claimed: Begun, result: TaskResult | undefined): Promise<void> {
  const key = result && (await keepResult(claimed.id, result));
  try {
    await transaction((tx) => end(tx, claimed, key ?? null));
  } catch (error) {
    if (key) await dropResult(key);
    throw error;
  }
}

/**
 * Ends the task as done, unless it has. A file that may name a person who was erased in the meantime is not handed out.
 * @throws TaskEnded if it was cancelled or taken over, AppError FORBIDDEN
 */
async function end(tx: Transaction, begun: Begun, uploadKey: string | null): Promise<void> {
  const { id, attempts, createdById, erased } = begun;
  await holdGrants(tx, createdById);
  await requireRight(begun);
  const kept = (await countErasedPeople(tx)) > erased ? "0" : "1 hour";
  const ended = await tx.$executeRaw`
    update background_tasks set state = 'done', ended_at = coalesce(ended_at, now()), changed_at = now(), done = total,
      upload_key = ${uploadKey}, result_until = case when ${uploadKey}::text is null then null else now() + ${kept}::interval end
    where id = ${id}::uuid and state in ('running', 'done') and attempts = ${attempts}`;
  if (ended === 0) throw new TaskEnded();
}

async function postpone({ id, attempts }: Claimed): Promise<void> {
  await pool().query(
    `update background_tasks set state = 'waiting', attempts = attempts - 1, changed_at = now()
     where id = $1 and state = 'running' and attempts = $2`,
    [id, attempts],
  );
}

async function fail({ id, attempts }: Claimed, fault: Message): Promise<void> {
  await pool().query(
    `update background_tasks set state = 'failed', fault = $3, ended_at = now(), changed_at = now()
     where id = $1 and state = 'running' and attempts = $2`,
    [id, attempts, fault],
  );
}

const left = z.array(z.object({ id: z.string() }));

/**
 * Restarts tasks that a crash left waiting or running, gives up after three attempts, and deletes expired results. Runs each
 * minute and at the start.
 */
export async function sweepTasks(): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`
      update background_tasks set state = 'failed', fault = ${say("taskGivenUp")}, ended_at = now(), changed_at = now()
      where state = 'running' and attempts >= ${mostAttempts}
        and changed_at < now() - make_interval(secs => ${leaseSeconds}::int)`;
    const rows = await tx.$queryRaw`
      select id from background_tasks where ended_at is null
        and changed_at < now() - make_interval(secs => ${leaseSeconds}::int) order by changed_at limit 100`;
    for (const { id } of left.parse(rows)) await enqueue(tx, "runTask", { id }, { once: id });
  });
  await removeLeftResults();
}
