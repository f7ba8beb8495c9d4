import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { limited, stopAll } from "@/main/open-database";
import { transaction } from "@/server/db/client";
import { enqueue, startJobs } from "@/server/jobs/jobs";

it("the database stops in time even if a job is still running, and after everything that uses it", async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const lasting = vi.fn(() => finished);
  const runner = await startJobs({ tasks: { lasting }, crontab: "" });
  await transaction((tx) => enqueue(tx, "lasting", {}));
  await vi.waitFor(() => expect(lasting).toHaveBeenCalledOnce(), { timeout: 15_000 });
  let ended: Promise<void> | undefined;
  onTestFinished(async () => {
    finish();
    await ended;
  });
  const stopped: number[] = [];
  const began = performance.now();
  const broken = () => Promise.reject(new Error("It does not stop."));
  const stops = [
    async () => void stopped.push(performance.now() - began),
    // The connections wait for the job, too.
    limited(0.1, () => finished),
    limited(0.2, broken),
    limited(0.3, () => {
      ended = runner.stop();
      return ended;
    }),
  ];
  await stopAll(stops, 1000);
  expect(stopped).toHaveLength(1);
  expect(stopped[0]).toBeGreaterThanOrEqual(380);
  expect(stopped[0]).toBeLessThan(1000);
  expect(stops).toEqual([]);
});

it("a stopping process takes no more jobs, and every stop waits for the running one", async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const [lasting, later] = [vi.fn(() => finished), vi.fn(async () => {})];
  const ending = await startJobs({ tasks: { lasting, later }, crontab: "" });
  onTestFinished(() => {
    finish();
    return ending.stop();
  });
  await transaction((tx) => enqueue(tx, "lasting", {}));
  await vi.waitFor(() => expect(lasting).toHaveBeenCalledOnce(), { timeout: 15_000 });
  const stopped = ending.stop();
  await transaction((tx) => enqueue(tx, "later", {}));
  expect(ending.stop()).toBe(stopped);
  expect(await Promise.race([stopped, setTimeout(100, "at work")])).toBe("at work");
  finish();
  await stopped;
  expect(later).not.toHaveBeenCalled();
  const other = await startJobs({ tasks: { later }, crontab: "" });
  await vi.waitFor(() => expect(later).toHaveBeenCalledOnce(), { timeout: 15_000 });
  await other.stop();
});

it("a part that ends early does not use up its time limit, and a part without a limit is awaited", async () => {
  const began = performance.now();
  await limited(0.5, async () => {})(60_000);
  expect(performance.now() - began).toBeLessThan(5_000);
  const late = vi.fn();
  await limited(0.5, () => setTimeout(50).then(late))();
  expect(late).toHaveBeenCalledOnce();
});
