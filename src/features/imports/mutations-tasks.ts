import "server-only";
import type { Message } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { lockUndoable } from "@/server/batches/batches";
import { type Transaction, transaction } from "@/server/db/client";
import type { Batch } from "@/server/generated/prisma/client";
import { type RunningTask, startTask, taskKind } from "@/server/tasks/tasks";
import { earlierImport } from "./data";
import { mappingOf } from "./data-rows";
import { say } from "./messages";
import { chooseColumns, lockUnfinished, noteTask, writeCheck } from "./mutations";
import { applyImport } from "./mutations-apply";
import { refusals, undoImport } from "./mutations-undo";
import { actions, mostAtOnce } from "./rules";
import { type ApplyInput, type CheckInput, stepInput } from "./schema";

const words: Record<Step, Message> = { check: say("looking"), carryOut: say("carryingOut"), undo: say("undoing") };

type Step = "check" | "carryOut" | "undo";

/** Continues an import with many rows as a background task; returns whether it does. */
async function goesOn(tx: Transaction, batch: Batch, step: Step, again: boolean, by: Principal): Promise<boolean> {
  const { total, digest } = mappingOf(batch);
  if (total <= mostAtOnce) return false;
  const input = { id: batch.id, step, again, digest, rows: total };
  await noteTask(tx, batch, await startTask(tx, { kind: "import", input, total }, by));
  return true;
}

/** Checks all rows and stores the preview; the roster stays unchanged. @throws AppError */
export async function startCheck(input: CheckInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const batch = await chooseColumns(tx, input, now);
    if (!(await goesOn(tx, batch, "check", false, by))) await writeCheck(tx, batch, by.userId, now);
  });
}

/** Applies what was checked. @throws AppError */
export async function startApplying(input: ApplyInput, by: Principal, now: Date): Promise<void> {
  const isGoingOn = await transaction(async (tx) => {
    const batch = await lockUnfinished(tx, input.id, input.digest);
    const earlier = input.again ? null : await earlierImport(batch);
    if (earlier) throw new AppError("CONFLICT", say("sameFile", earlier));
    return goesOn(tx, batch, "carryOut", input.again, by);
  });
  if (!isGoingOn) await applyImport(input, by, now);
}

/** Undoes an import. @throws AppError */
export async function startUndoing({ id }: { id: string }, by: Principal, now: Date): Promise<void> {
  const isGoingOn = await transaction(async (tx) =>
    goesOn(tx, await lockUndoable(tx, id, "students", now, refusals), "undo", false, by),
  );
  if (!isGoingOn) await undoImport(id, by, now);
}

async function run(
  task: RunningTask,
  { id, step, again, digest, rows }: ApplyInput & { step: Step; rows: number },
): Promise<undefined> {
  const now = new Date();
  const progress = (share: number) => task.progress(Math.floor(share * rows), rows);
  const work = { progress, finish: (tx: Transaction) => task.finish(tx) };
  if (step === "carryOut") await applyImport({ id, again, digest }, task.by, now, work);
  else if (step === "undo") await undoImport(id, task.by, now, work);
  else
    await transaction(async (tx) => {
      await writeCheck(tx, await lockUnfinished(tx, id), task.by.userId, now, progress);
      await task.finish(tx);
    });
}

export const importTasks = {
  import: taskKind(stepInput, {
    right: actions.manage,
    words: ({ step }) => words[step],
    href: ({ id }) => `/admin/import/${id}`,
    run,
  }),
};
