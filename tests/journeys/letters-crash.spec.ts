import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { connectToCluster } from "@/server/postgres/cluster";
import { adminToken } from "../harness/announcer";
import { launch, removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";

async function officeOf(url: string) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${await adminToken(url)}` };
  return async <Answer>(procedure: string, input: unknown, read = false): Promise<Answer> => {
    const path = `${url}/api/trpc/${procedure}`;
    const body = JSON.stringify({ json: input });
    const called = read
      ? await fetch(`${path}?input=${encodeURIComponent(body)}`, { headers })
      : await fetch(path, { method: "POST", headers, body });
    expect(called.status, procedure).toBe(200);
    return ((await called.json()) as { result: { data: { json: Answer } } }).result.data.json;
  };
}

test("after kill -9 in the middle of a class's letters, the next start makes them and leaves no plain copy on disk", {
  tag: "@long",
}, async () => {
  test.setTimeout(240_000);
  const dataDir = await temporaryFolder();
  const start = (name: string) =>
    launch({ dataDir, adminPassword: administrator.password, logFile: `test-results/letters-crash-${name}.log` });
  const product = await start("first");
  const call = await officeOf(product.url);
  const year = await call<{ _id: string }>("years.add", {
    ...{ label: "2026-27", firstDay: "2026-06-15", lastDay: "2027-04-30" },
  });
  const database = new pg.Client(await connectToCluster(dataDir));
  await database.connect();
  await database.query(
    `with made as (insert into users (id, name) select gen_random_uuid(), 'Canary ' || n from generate_series(1, 250) n
       returning id), listed as (insert into students (user_id, origin) select id, 'office' from made returning user_id)
     insert into enrolments (id, student_id, school_year_id, class_name, from_day)
     select gen_random_uuid(), user_id, $1, 7, '2026-06-15' from listed`,
    [year._id],
  );
  await database.end();
  const { taskId: id } = await call<{ taskId: string }>("letters.printClass", { class: 7, year: year._id });
  const stateOf = async (of: typeof call) => (await of<{ state: string }>("tasks.get", { id }, true)).state;
  await expect.poll(() => stateOf(call), { intervals: [20] }).toBe("running");
  await product.kill();

  const again = await start("again");
  const office = await officeOf(again.url);
  await expect.poll(() => stateOf(office), { timeout: 150_000, intervals: [1_000] }).toBe("done");
  const folder = join(dataDir, "files");
  const names = await readdir(folder);
  expect(names).not.toEqual([]);
  for (const name of names) {
    expect((await readFile(join(folder, name))).includes("%PDF-"), name).toBe(false);
  }
  const taken = await office<{ base64: string }>("tasks.takeResult", { id });
  expect(Buffer.from(taken.base64, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  await again.stop();
  await removeFolder(dataDir);
});
