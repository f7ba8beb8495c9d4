import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jobs } from "@/main/jobs";
import { pool, transaction } from "@/server/db/client";
import { countJobs, enqueue, purgeFailedJobs, startJobs } from "@/server/jobs/jobs";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const start = (name: string) => transaction((tx) => enqueue(tx, name, {}));

it("a due job runs immediately even while long jobs are running and more of them wait", async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const [slow, due] = [vi.fn(() => finished), vi.fn(async () => {})];
  const runner = await startJobs({ tasks: { slow, due }, crontab: "", long: ["slow"] });
  try {
    for (let count = 0; count < 4; count += 1) await start("slow");
    await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(2), { timeout: 15_000 });
    await start("due");
    await vi.waitFor(() => expect(due).toHaveBeenCalledOnce(), { timeout: 5_000 });
    expect(slow).toHaveBeenCalledTimes(2);
    finish();
    await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(4), { timeout: 15_000 });
  } finally {
    finish();
    await runner.stop();
  }
});

describe("a line of the schedule", () => {
  const hour = 60 * 60 * 1000;
  const knownSince = (hours: number) =>
    pool().query("update graphile_worker._private_known_crontabs set known_since = $1, last_execution = null", [
      new Date(Date.now() - hours * hour),
    ]);
  const waiting = async () => (await pool().query("select from graphile_worker.jobs")).rowCount;

  /** Starts the product, lets it catch up, and stops it. */
  async function startAndStop(crontab: string, task: () => Promise<void>): Promise<void> {
    const ready = vi.fn(async () => {});
    const runner = await startJobs({ tasks: { task, ready }, crontab });
    await setTimeout(500);
    await start("ready");
    await vi.waitFor(() => expect(ready).toHaveBeenCalledOnce(), { timeout: 15_000 });
    await runner.stop();
  }

  beforeEach(async () => {
    await pool().query("truncate graphile_worker._private_known_crontabs, graphile_worker._private_jobs");
  });

  it("that was due while the product was off runs once at the next start, but not at the very first", async () => {
    const twoHoursAgo = new Date(Date.now() - 2 * hour);
    const line = `${twoHoursAgo.getUTCMinutes()} ${twoHoursAgo.getUTCHours()} * * * task ?fill=1d`;
    const task = vi.fn(async () => {});
    await startAndStop(line, task);
    expect(task).not.toHaveBeenCalled();
    await knownSince(80);
    for (const _ of [1, 2]) {
      await startAndStop(line, task);
      expect(task).toHaveBeenCalledOnce();
    }
    // The nightly purge reads this.
    const ts = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(task).toHaveBeenCalledWith(expect.objectContaining({ _cron: { ts, backfilled: true } }));
    const lines = jobs.crontab.split("\n");
    for (const daily of ["backUp", "forgetOld"])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^\\d+ \\d+ .+ ${daily} \\?fill=1d$`)));
  });

  describe("after a clock that was ahead", () => {
    const inTwoYears = new Date(Date.now() + 2 * 365 * 24 * hour);
    const lastRun = async () =>
      (await pool().query("select last_execution from graphile_worker._private_known_crontabs")).rows[0].last_execution;

    it("runs again, once for what was due in the last day", async () => {
      const twoHoursAgo = new Date(Date.now() - 2 * hour);
      const line = `${twoHoursAgo.getUTCMinutes()} ${twoHoursAgo.getUTCHours()} * * * task ?fill=1d`;
      const task = vi.fn(async () => {});
      await startAndStop(line, task);
      await pool().query("update graphile_worker._private_known_crontabs set known_since = $1, last_execution = $1", [
        inTwoYears,
      ]);
      for (const _ of [1, 2]) {
        await startAndStop(line, task);
        expect(task).toHaveBeenCalledOnce();
        expect(await lastRun()).toEqual(new Date(twoHoursAgo.setUTCSeconds(0, 0)));
      }
    });

    it("does its waiting job immediately", async () => {
      const [line, task] = ["0 0 1 1 * task", vi.fn(async () => {})];
      await startAndStop(line, task);
      await pool().query("select graphile_worker.add_job('task', job_key := 'task', run_at := $1)", [inTwoYears]);
      await startAndStop(line, task);
      expect(task).toHaveBeenCalledOnce();
      expect(await waiting()).toBe(0);
    });

    it("keeps a last run that is not in the future", async () => {
      await startAndStop("0 0 1 1 * task", async () => {});
      const hourAgo = new Date(Date.now() - hour);
      await pool().query("update graphile_worker._private_known_crontabs set last_execution = $1", [hourAgo]);
      await startAndStop("0 0 1 1 * task", async () => {});
      expect(await lastRun()).toEqual(hourAgo);
    });

    it("runs again when the clock is corrected under a running product", async () => {
      const real = Date.now;
      const runner = await startJobs({ tasks: { task: async () => {} }, crontab: "0 0 1 1 * task ?fill=1d" });
      try {
        const runAhead = () =>
          pool().query("update graphile_worker._private_known_crontabs set last_execution = $1", [inTwoYears]);
        await vi.waitFor(async () => expect((await runAhead()).rowCount).toBe(1));
        vi.spyOn(Date, "now").mockImplementation(() => real() - 2 * hour);
        await vi.waitFor(async () => expect((await lastRun()) < new Date()).toBe(true), { timeout: 15_000 });
      } finally {
        vi.restoreAllMocks();
        await runner.stop();
      }
    });
  });

  it("that fails leaves one failed job, however often it is due", async () => {
    const line = "* * * * * task ?fill=1m";
    const task = vi.fn(() => Promise.reject(new Error("It does not work.")));
    await startAndStop(line, async () => {});
    for (const _ of [1, 2, 3]) {
      await knownSince(1);
      await startAndStop(line, task);
    }
    expect(task.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(await waiting()).toBe(1);
    expect(await countJobs()).toEqual({ waiting: 0, failed: 1 });
  });
});

it("a job that failed for good is forgotten after a week", async () => {
  await pool().query("truncate graphile_worker._private_jobs");
  for (const _ of [1, 2]) await start("unknown");
  await pool().query("update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x'");
  expect(await countJobs()).toEqual({ waiting: 0, failed: 2 });
  await start("unknown");
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  await purgeFailedJobs(inDays(6));
  expect(await countJobs()).toEqual({ waiting: 1, failed: 2 });
  await purgeFailedJobs(inDays(8));
  expect(await countJobs()).toEqual({ waiting: 1, failed: 0 });
});

it("a replaced job that a dead process was running counts nowhere once its lock has expired, and is then deleted", async () => {
  await pool().query("truncate graphile_worker._private_known_crontabs, graphile_worker._private_jobs");
  await pool().query("insert into graphile_worker._private_known_crontabs values ('line', now(), now())");
  const add = (name: string) => pool().query("select graphile_worker.add_job($1, job_key := $1)", [name]);
  for (const name of ["line", "runTask", "other"]) {
    await add(name);
    await pool().query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' where key = $1",
      [name],
    );
    await add(name);
  }
  for (const [age, waiting] of [
    ["1 hour", 6],
    ["5 hours", 4],
  ] as const) {
    await pool().query("update graphile_worker._private_jobs set locked_at = now() - $1::interval where key is null", [
      age,
    ]);
    expect(await countJobs()).toEqual({ waiting, failed: 0 });
  }
  await purgeFailedJobs(new Date());
  const { rows } = await pool().query("select task_identifier as name, key from graphile_worker.jobs order by id");
  expect(rows).toEqual([
    { name: "line", key: "line" },
    { name: "runTask", key: "runTask" },
    { name: "other", key: null },
    { name: "other", key: "other" },
  ]);
});

it("the office's tasks and backups are long jobs, jobs due to the minute are not", () => {
  const { long = [], tasks } = jobs;
  expect(Object.keys(tasks)).toEqual(expect.arrayContaining([...long]));
  expect(long).toEqual(expect.arrayContaining(["runTask", "backUp"]));
  for (const due of ["releaseDue", "publishNotices", "startMaterials", "sendMails"]) expect(long).not.toContain(due);
});
