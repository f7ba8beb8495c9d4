import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { taskWordsOf } from "@/features/tasks/data";
import { AppError } from "@/lib/errors";
import { say as sayLib } from "@/lib/messages";
import type { Principal } from "@/lib/principal";
import { db, pool, transaction } from "@/server/db/client";
import { files } from "@/server/files/configure";
import { erase } from "@/server/privacy/erasure";
import { runTask, sweepTasks } from "@/server/tasks/run";
import { type RunningTask, startTask, TaskPostponed, taskKind } from "@/server/tasks/tasks";
import {
  type Caller,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  openStore,
  principalFor,
  refusalOf,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";

let head: Principal;
let office: Caller;
let step: (task: RunningTask) => Promise<void>;
let ran = 0;

const paper = Buffer.from("%PDF the paper of a family");
const kinds = {
  count: taskKind(z.strictObject({ to: z.number() }), {
    right: "office",
    words: () => sayLib("name"),
    async run(task, { to }) {
      ran += 1;
      for (let done = 1; done <= to; done += 1) {
        await step(task);
        await task.progress(done);
      }
      return { name: "paper.pdf", type: "application/pdf", bytes: paper };
    },
  }),
};

await openStore();

beforeEach(async () => {
  await resetDatabase();
  const token = await tokenFor(await createAdmin());
  head = await principalFor(token);
  office = await callerOf(token);
  step = async () => {};
  ran = 0;
});

const start = (to = 3) => transaction((tx) => startTask(tx, { kind: "count", input: { to }, total: to }, head));
const rowOf = (id: string) => db().backgroundTask.findUniqueOrThrow({ where: { id } });
const isInStore = async (key: string) => (await readdir(join(files().dataDir, "files"))).includes(key);
const agedBy = (id: string, seconds: number) =>
  pool().query("update background_tasks set changed_at = now() - make_interval(secs => $2) where id = $1", [
    id,
    seconds,
  ]);

describe("a task", () => {
  test("can be followed and cancelled, and its file taken, only by the person who started it", async () => {
    const id = await start();
    await runTask(kinds, id);
    const other = await callerOf(await tokenFor(await createAdmin({ username: "other" })));
    const others = [
      [await callerOf(null), "UNAUTHORIZED"],
      [await callerOf(await tokenFor(await createStudent())), "FORBIDDEN"],
      [other, "NOT_FOUND"],
    ] as const;
    for (const [{ tasks }, code] of others) {
      expect(await refusalOf(tasks.get({ id }))).toMatchObject({ code });
      expect(await refusalOf(tasks.cancel({ id }))).toMatchObject({ code });
      expect(await refusalOf(tasks.takeResult({ id }))).toMatchObject({ code });
    }
    expect(await other.tasks.list()).toEqual({ items: [] });
    expect(await rowOf(id)).toMatchObject({ state: "done" });
  });

  test("starts with the transaction of its mutation, and not without it", async () => {
    const failing = transaction(async (tx) => {
      await startTask(tx, { kind: "count", input: { to: 1 } }, head);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db().backgroundTask.count()).toBe(0);
    const id = await start();
    expect(await office.tasks.get({ id })).toMatchObject({ state: "waiting", done: 0, total: 3, fault: null });
  });

  test("of another version, by its kind or its input, is named as such and hides no other task", () => {
    const wordsOf = taskWordsOf([{ backgroundTasks: kinds }]);
    const unknown = { words: "A task of another version", href: null, takenThere: false };
    expect(wordsOf({ kind: "later", input: { to: 1 } })).toEqual(unknown);
    expect(wordsOf({ kind: "count", input: { to: 1, from: 0 } })).toEqual(unknown);
    expect(wordsOf({ kind: "count", input: { to: 1 } })).not.toEqual(unknown);
  });

  test("says how far it is while it runs, and is done once", async () => {
    const id = await start();
    const seen: number[] = [];
    step = async () => {
      await delay(260);
      seen.push((await office.tasks.get({ id })).done);
      // A second job of the same task finds it running.
      await runTask(kinds, id);
    };
    await runTask(kinds, id);
    expect(seen).toEqual([0, 1, 1]);
    expect(await office.tasks.get({ id })).toMatchObject({ state: "done", done: 3, total: 3, fault: null });
    await runTask(kinds, id);
    expect(ran).toBe(1);
  });

  test("stops when it is cancelled, leaves nothing behind, and cannot be cancelled twice", async () => {
    const id = await start(50);
    step = async () => {
      await delay(60);
      if ((await rowOf(id)).state === "running" && ran === 1) await office.tasks.cancel({ id });
    };
    await runTask(kinds, id);
    expect(await office.tasks.get({ id })).toMatchObject({ state: "cancelled", resultUntil: null });
    expect(await db().upload.count()).toBe(0);
    expect(await refusalOf(office.tasks.cancel({ id }))).toMatchObject({ code: "CONFLICT" });
    await runTask(kinds, id);
    expect(ran).toBe(1);
  });

  test("that was cancelled before its final writes rolls them back", async () => {
    const id = await start(1);
    step = async (task) => {
      await transaction(async (tx) => {
        await tx.closedDay.create({
          data: { firstDay: new Date("2026-11-06"), lastDay: new Date("2026-11-06"), kind: "closed", name: "Diwali" },
        });
        await pool().query("update background_tasks set state = 'cancelled', ended_at = now() where id = $1", [id]);
        await task.finish(tx);
      });
    };
    await runTask(kinds, id);
    expect(await db().closedDay.count()).toBe(0);
    expect(await rowOf(id)).toMatchObject({ state: "cancelled" });
  });

  describe("of a clerk whose access has ended", () => {
    const refused = { state: "failed", fault: expect.stringContaining("notAllowed") };
    const begun = async (): Promise<{ id: string; userId: string }> => {
      const { user, token } = await createStaff({ role: "office" });
      const by = await principalFor(token);
      const id = await transaction((tx) => startTask(tx, { kind: "count", input: { to: 1 } }, by));
      return { id, userId: user.id };
    };

    test("does not begin", async () => {
      const { id, userId } = await begun();
      await office.staff.endAccess({ userId });
      await runTask(kinds, id);
      expect([ran, await rowOf(id)]).toEqual([0, expect.objectContaining(refused)]);
      const other = await begun();
      await db().staffGrant.updateMany({ data: { role: "teacher", className: 7 } });
      await runTask(kinds, other.id);
      expect([ran, await rowOf(other.id)]).toEqual([0, expect.objectContaining(refused)]);
    });

    test("writes nothing more, and its file is gone", async () => {
      const { id, userId } = await begun();
      step = async (task) => {
        await office.staff.endAccess({ userId });
        await transaction(async (tx) => {
          await tx.closedDay.create({
            data: { firstDay: new Date("2026-11-06"), lastDay: new Date("2026-11-06"), kind: "closed", name: "Diwali" },
          });
          await task.finish(tx);
        });
      };
      await runTask(kinds, id);
      expect([await db().closedDay.count(), await rowOf(id)]).toEqual([0, expect.objectContaining(refused)]);
      const other = await begun();
      step = async () => void (await office.staff.endAccess({ userId: other.userId }));
      await runTask(kinds, other.id);
      expect([await db().upload.count(), await rowOf(other.id)]).toEqual([0, expect.objectContaining(refused)]);
    });
  });

  test.each([
    [new AppError("CONFLICT", sayLib("badId")), "This is not an id of this site."],
    [new Error("secret of a family"), "Something went wrong, and nothing more was done. Please start it again."],
  ])("that fails says why, but reveals nothing of an unexpected error", async (error, words) => {
    const id = await start();
    step = () => Promise.reject(error);
    await runTask(kinds, id);
    expect(await office.tasks.get({ id })).toMatchObject({ state: "failed", fault: words });
  });

  test("of a process that was killed is run again by the sweep", async () => {
    const id = await start();
    await pool().query("update background_tasks set state = 'running', attempts = 1 where id = $1", [id]);
    await pool().query("delete from graphile_worker._private_jobs");
    const jobs = async () => (await pool().query("select from graphile_worker.jobs")).rowCount;
    await sweepTasks();
    expect(await jobs()).toBe(0);
    await agedBy(id, 40);
    await sweepTasks();
    expect(await jobs()).toBe(1);
    await runTask(kinds, id);
    expect(await rowOf(id)).toMatchObject({ state: "done", attempts: 2 });
  });

  test("that was interrupted three times is given up", async () => {
    const id = await start();
    await pool().query("update background_tasks set state = 'running', attempts = 3 where id = $1", [id]);
    await agedBy(id, 40);
    await sweepTasks();
    expect(await office.tasks.get({ id })).toMatchObject({
      state: "failed",
      fault: "It was interrupted three times. Please start it again.",
    });
  });

  test("that cannot run now waits for the sweep, as often as it takes", async () => {
    const id = await start();
    step = () => Promise.reject(new TaskPostponed());
    for (let count = 0; count < 4; count += 1) await runTask(kinds, id);
    expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts: 0, fault: null });
    step = async () => {};
    await pool().query("delete from graphile_worker._private_jobs");
    await agedBy(id, 40);
    await sweepTasks();
    expect((await pool().query("select from graphile_worker.jobs")).rowCount).toBe(1);
    await runTask(kinds, id);
    expect(await rowOf(id)).toMatchObject({ state: "done", attempts: 1 });
  });

  test("that another process has taken over writes nothing more", async () => {
    const id = await start(1);
    step = async () => {
      if (ran > 1) return;
      await agedBy(id, 40);
      await runTask(kinds, id);
    };
    await runTask(kinds, id);
    expect(await rowOf(id)).toMatchObject({ state: "done", attempts: 2 });
    expect(await db().upload.count()).toBe(1);
  });
});

describe("the file of a task", () => {
  const made = async () => {
    const id = await start();
    await runTask(kinds, id);
    const { uploadKey } = await rowOf(id);
    return { id, key: uploadKey ?? "" };
  };

  test("is sealed on disk and can be taken once", async () => {
    const { id, key } = await made();
    const kept = await readFile(join(files().dataDir, "files", key));
    expect(kept.includes("family")).toBe(false);
    const taken = await office.tasks.takeResult({ id });
    expect(taken).toEqual({ name: "paper.pdf", type: "application/pdf", base64: paper.toString("base64") });
    // A minute remains for a connection that broke.
    await pool().query("update background_tasks set result_until = result_until - interval '61 seconds'");
    expect(await refusalOf(office.tasks.takeResult({ id }))).toMatchObject({ code: "GONE" });
    await sweepTasks();
    expect(await isInStore(key)).toBe(false);
    expect(await db().upload.count()).toBe(0);
    expect(await office.tasks.get({ id })).toMatchObject({ state: "done", resultUntil: null });
  });

  test("is gone after an hour, and when a person is erased", async () => {
    const { id, key } = await made();
    await sweepTasks();
    expect(await isInStore(key)).toBe(true);
    await pool().query("update background_tasks set result_until = result_until - interval '1 hour'");
    await sweepTasks();
    expect(await isInStore(key)).toBe(false);
    const later = await made();
    await db().user.deleteMany({ where: { id: "00000000-0000-7000-8000-000000000000" } });
    await sweepTasks();
    expect(await isInStore(later.key)).toBe(true);
    await db().user.delete({ where: { id: (await createStudent()).id } });
    expect(await refusalOf(office.tasks.takeResult({ id: later.id }))).toMatchObject({ code: "GONE" });
    await sweepTasks();
    expect(await isInStore(later.key)).toBe(false);
    expect(await office.tasks.get({ id })).toMatchObject({ state: "done" });
  });

  test("is gone at once when a person was erased while it was made", async () => {
    step = async () => {
      const { id } = await createStudent();
      await erase(async () => ({ users: [id] }), { action: "person-erased", by: head, subjectId: id });
    };
    const id = await start(1);
    await runTask(kinds, id);
    expect(await rowOf(id)).toMatchObject({ state: "done" });
    expect(await refusalOf(office.tasks.takeResult({ id }))).toMatchObject({ code: "GONE" });
    await sweepTasks();
    expect(await db().upload.count()).toBe(0);
    // A later file does not contain a person erased before it.
    step = async () => {};
    const later = await made();
    expect(await office.tasks.takeResult({ id: later.id })).toMatchObject({ name: "paper.pdf" });
  });

  test("that a crash left before its task could record it is deleted", async () => {
    const { key } = await made();
    await pool().query("update background_tasks set upload_key = null, result_until = null");
    await sweepTasks();
    expect(await isInStore(key)).toBe(true);
    await pool().query("update uploads set changed_at = now() - interval '6 minutes'");
    await sweepTasks();
    expect(await isInStore(key)).toBe(false);
    expect(await db().upload.count()).toBe(0);
  });
});
