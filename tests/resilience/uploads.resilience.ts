import { createHash } from "node:crypto";
import { readdir, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { mediaTypeOf } from "@/lib/file-kinds";
import { connectToCluster } from "@/server/postgres/cluster";
import { classicPdf } from "../corpus/pdf";
import { scannedPdf } from "../harness/documents";
import { launch, removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { publisher } from "../harness/publisher";
import { query } from "../harness/sql";
import type { ResilienceTest } from "./figures";

const administrator = { username: "admin", password: "chalk and seven lanterns" };
const material = { className: "7", subject: "Crash", materialName: "Sheet", expiresAt: "null" };
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

type Row = { key: string; state: string; hash: string | null };

/** Kills the product at random moments of uploads and deletions, and then compares files with rows. */
export const run: ResilienceTest = async (scale) => {
  const kills = scale === "quick" ? 2 : 40;
  const dataDir = await temporaryFolder();
  const start = (name: string) =>
    launch({ dataDir, adminPassword: administrator.password, logFile: `test-results/uploads-${name}.log` });
  const filesIn = (folder: string) => readdir(join(dataDir, folder)).catch(() => [] as string[]);
  const sql = async (text: string) => {
    const connection = await connectToCluster(dataDir);
    if (!connection) throw new Error("The database is not running.");
    return query<Row>(connection, text);
  };
  const rowsOf = () =>
    sql(`select key, state, encode(file_hash, 'hex') as hash from uploads left join materials on file_key = key`);

  const promised = new Map<string, string>();
  const leftovers: Record<string, number> = {};
  const count = (what: string) => {
    leftovers[what] = (leftovers[what] ?? 0) + 1;
  };

  /** Uploads and deletes in parallel until the product is killed. */
  async function burden(url: string) {
    const { upload, remove } = await publisher(url, administrator);
    return async (line: number) => {
      for (;;) {
        const bytes = line === 0 ? scannedPdf(6_000_000) : classicPdf({ content: `${line} ${Math.random()}` });
        const added = await upload(material, { name: "sheet.pdf", type: mediaTypeOf.pdf, bytes });
        // A file whose deletion was interrupted may exist or not.
        if (line === 1) await remove(added._id);
        else promised.set(added._id, sha256(bytes));
      }
    };
  }

  for (let round = 0; round < kills; round += 1) {
    const product = await start("round");
    await noteLeftovers();
    const work = await burden(product.url);
    const lines = Promise.allSettled([0, 1, 2, 3].map(work));
    const enough = promised.size + 3;
    for (let tries = 0; promised.size < enough && tries < 200; tries += 1) await wait(50);
    await wait(Math.random() * 200);
    await product.kill();
    await lines;
  }

  async function noteLeftovers(): Promise<void> {
    for (const { state } of await rowsOf()) if (state !== "published") count(`row ${state}`);
    for (const name of await filesIn("files")) if (name.endsWith(".part")) count("part of a file");
    for (const name of await filesIn("tmp")) count(name.startsWith("form-") ? "form" : "temporary copy");
  }

  // Two hours later, when the sweep is due.
  const product = await start("swept");
  await noteLeftovers();
  await sql("update uploads set changed_at = now() - interval '2 hours'");
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const folder of ["files", "tmp"])
    for (const name of await filesIn(folder)) await utimes(join(dataDir, folder, name), past, past);
  await sql("select graphile_worker.add_job('sweepUploads')");

  const published = async () => (await rowsOf()).filter(({ hash }) => hash !== null);
  const isSwept = async () =>
    (await rowsOf()).every(({ state }) => state === "published") &&
    (await filesIn("files")).length === (await published()).length &&
    (await filesIn("tmp")).length === 0;
  for (let tries = 0; tries < 100 && !(await isSwept()); tries += 1) await wait(200);

  const rows = await rowsOf();
  const names = await filesIn("files");
  const shown = (await (await fetch(`${product.url}/api/materials`)).json()) as { _id: string; pdfFile: string }[];
  const ids = new Set(shown.map(({ _id }) => _id));
  const lost = [...promised.keys()].filter((id) => !ids.has(id));
  const orphans = names.filter((name) => !rows.some(({ key, hash }) => key === name && hash !== null));
  orphans.push(...(await filesIn("tmp")));
  const stale = rows.filter(({ state }) => state !== "published");
  let broken = 0;
  for (const { key, hash } of rows) {
    const bytes = await readFile(join(dataDir, "files", key)).catch(() => Buffer.alloc(0));
    if (sha256(bytes) !== hash) broken += 1;
  }
  await product.stop();
  await removeFolder(dataDir);

  const met = Object.entries(leftovers).map(([what, times]) => `${times} x ${what}`);
  const what = `SIGKILL of web and database during uploads and deletions, ${kills} times`;
  return [
    {
      requirement: "R36",
      what,
      wanted: "0 lost",
      measured: `${lost.length} of ${promised.size} lost`,
      holds: lost.length === 0 && promised.size > 0,
    },
    {
      requirement: "R36",
      what: "materials with a missing or incomplete file",
      wanted: "0",
      measured: `${broken} of ${rows.length}`,
      holds: broken === 0,
    },
    {
      requirement: "R36",
      what: "files without a material and rows without a file, after one sweep",
      wanted: "0",
      measured: `${orphans.length + stale.length} (before it: ${met.join(", ") || "none"})`,
      holds: orphans.length + stale.length === 0,
    },
  ];
};
