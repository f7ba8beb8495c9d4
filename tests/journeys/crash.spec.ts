import { createHash } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import pg from "pg";
import type { MaterialView } from "@/features/materials/schema";
import { connectToCluster } from "@/server/postgres/cluster";
import { pdfFile } from "../harness/documents";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { isThorough } from "../harness/runs";

const rounds = isThorough ? 10 : 1;
const requests = 200;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("kill -9 of web and database loses no acknowledged upload or deletion and leaves nothing incomplete", {
  tag: "@long",
}, async () => {
  test.setTimeout(60_000 + rounds * 60_000);
  const dataDir = await startedFolder();
  const start = (name: string) =>
    launch({ dataDir, adminPassword: administrator.password, logFile: `test-results/crash-${name}.log` });

  /** The acknowledged state: hashes of published files and ids of deleted ones. */
  const kept = new Map<string, string>();
  const gone = new Set<string>();
  /** Requests in flight at the crash: either outcome is valid, but it must be complete. */
  const sent = new Map<string, string>();
  const inDoubt = new Map<string, string>();

  async function check(url: string) {
    const shown = (await (await fetch(`${url}/api/materials?limit=1000`)).json()) as MaterialView[];
    const ids = new Set(shown.map(({ _id }) => _id));
    expect([...kept.keys()].filter((id) => !ids.has(id))).toEqual([]);
    expect([...gone].filter((id) => ids.has(id))).toEqual([]);
    for (const { _id, materialName, pdfFile: link } of shown) {
      const answer = await fetch(url + link);
      expect([materialName, answer.status]).toEqual([materialName, 200]);
      expect(sha256(await answer.bytes())).toBe(kept.get(_id) ?? inDoubt.get(_id) ?? sent.get(materialName));
    }
  }

  async function burden(url: string, round: number, untilAnswered: number, enough: () => Promise<void>) {
    const { upload, remove } = await publisher(url, administrator);
    let answered = 0;
    let next = 0;
    const work = async () => {
      while (next < requests) {
        next += 1;
        const materialName = `Round ${round}, sheet ${next}`;
        const [doomed] = next % 4 === 0 ? [...kept.keys()] : [];
        if (doomed) {
          // Unknown until acknowledged: present or absent, but complete if present.
          inDoubt.set(doomed, kept.get(doomed) ?? "");
          kept.delete(doomed);
          await remove(doomed);
          gone.add(doomed);
        } else {
          const bytes = await pdfFile(`${materialName} ${Math.random()}`);
          sent.set(materialName, sha256(bytes));
          const material = { className: String((next % 12) + 1), subject: "Crash", materialName, expiresAt: "null" };
          const added = await upload(material, { name: "sheet.pdf", type: "application/pdf", bytes });
          kept.set(added._id, sha256(bytes));
        }
        answered += 1;
        if (answered === untilAnswered) await enough();
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, work));
    expect(answered).toBeGreaterThanOrEqual(untilAnswered);
  }
  for (let round = 1; round <= rounds; round += 1) {
    const product = await start(`round-${round}`);
    await check(product.url);
    await burden(product.url, round, 40 + Math.floor(Math.random() * 120), product.kill);
  }

  const product = await start("after");
  await check(product.url);
  const connection = await connectToCluster(dataDir);
  const database = new pg.Client(connection);
  await database.connect();
  await database.query("update uploads set changed_at = now() - interval '2 hours' where state <> 'published'");
  await database.end();
  await product.stop();

  const folder = join(dataDir, "files");
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo);
  const swept = await start("swept");
  const published = (await (await fetch(`${swept.url}/api/materials?limit=1000`)).json()) as MaterialView[];
  await expect.poll(async () => (await readdir(folder)).length, { timeout: 20_000 }).toBe(published.length);
  await check(swept.url);
  await swept.stop();
  await removeFolder(dataDir);
});
