import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { jobs } from "@/main/jobs";
import { transaction } from "@/server/db/client";
import { enqueue, prepareJobs, startJobs } from "@/server/jobs/jobs";
import { resetDatabase } from "../harness/database";

beforeAll(prepareJobs);
beforeEach(resetDatabase);

const start = (name: string) => transaction((tx) => enqueue(tx, name, {}));

it("a due job runs at once although more long ones are at work and waiting than run side by side", async () => {
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

it("what the office starts and backups are long; what is due at its minute is not", () => {
  const { long = [], tasks } = jobs;
  expect(Object.keys(tasks)).toEqual(expect.arrayContaining([...long]));
  expect(long).toEqual(expect.arrayContaining(["runTask", "backUp"]));
  for (const due of ["releaseDue", "publishNotices", "startMaterials", "sendMails"]) expect(long).not.toContain(due);
});
