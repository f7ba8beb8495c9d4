// Uploads and downloads of large files against plain Node streams.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { scannedPdf } from "../tests/harness/documents";
import { type Fact, median } from "./drive";
import type { Institute } from "./institute";

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

type Watched = { seconds: number; most: number };

/** Runs `work`; returns its duration and the peak memory of the process in megabytes. */
async function watching(pid: number, work: () => Promise<unknown>): Promise<Watched> {
  // Flush earlier writes first.
  spawnSync("sync");
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, 20);
  const began = performance.now();
  await work().finally(() => clearInterval(watch));
  return { seconds: (performance.now() - began) / 1000, most };
}

const lanes = Array.from({ length: 16 }, (_, lane) => lane);
const megabyte = 1024 * 1024;

/** Sends bytes; returns only status and length of the response. */
function send(url: string, method: string, headers: Record<string, string>, ...parts: (Buffer | string)[]) {
  return new Promise<{ status: number; length: number; said: string }>((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (answer) => {
      let [length, said] = [0, ""];
      answer.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (said.length < 2_000) said += chunk.toString("latin1", 0, 2_000);
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, length, said }));
    });
    asking.on("error", reject);
    for (const part of parts) asking.write(part);
    asking.end();
  });
}

/** Sixteen concurrent files of 30 MB, alternating with the plain stream; medians of three. */
export async function carryFiles({ url, pid, dataDir }: Institute, floor: string, token: string): Promise<Fact[]> {
  const file = scannedPdf(30 * megabyte);
  const [boundary, tail] = ["bench-bench-bench", "\r\n--bench-bench-bench--\r\n"];
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const headOf = (lane: number) =>
    field("className", "7") +
    field("subject", "Optics") +
    field("materialName", `Large ${lane} ${randomUUID()}`) +
    field("expiresAt", "null") +
    `--${boundary}\r\ncontent-disposition: form-data; name="pdfFile"; filename="large.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const upload = async (address: string, lane: number) => {
    const head = headOf(lane);
    const { status, said } = await send(
      address,
      "POST",
      {
        authorization: `Bearer ${token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
        "content-length": String(head.length + file.length + tail.length),
      },
      head,
      file,
      tail,
    );
    if (status !== 201) throw new Error(`upload: ${status} ${said}`);
    return said;
  };
  const download = async (address: string) => {
    const { status, length } = await send(address, "GET", {});
    if (status !== 200 || length < file.length) throw new Error(`download: ${status}, ${length} bytes`);
  };
  const [sunk, up, poured, down]: [Watched[], Watched[], Watched[], Watched[]] = [[], [], [], []];
  const oneRound = async () => {
    sunk.push(await watching(pid, () => Promise.all(lanes.map((lane) => upload(`${floor}/sink`, lane)))));
    let links: string[] = [];
    const taken = await watching(pid, async () => {
      links = await Promise.all(lanes.map((lane) => upload(`${url}/api/materials/upload`, lane)));
    });
    up.push(taken);
    const added = links.map((said) => JSON.parse(said) as { _id: string; pdfFile: string });
    poured.push(await watching(pid, () => Promise.all(lanes.map(() => download(`${floor}/pour`)))));
    down.push(await watching(pid, () => Promise.all(added.map(({ pdfFile }) => download(url + pdfFile)))));
    // Dirty pages of a round would slow down the next one.
    await send(`${floor}/empty`, "POST", {});
    for (const { _id } of added) {
      const { status } = await send(`${url}/api/materials/${_id}`, "DELETE", { authorization: `Bearer ${token}` });
      if (status !== 200) throw new Error(`delete: ${status}`);
    }
    const until = performance.now() + 30_000;
    while (readdirSync(join(dataDir, "files")).length > filesBefore) {
      if (performance.now() > until) throw new Error("The files of a round are still there.");
      await wait(50);
    }
  };
  const before = residentMegabytes(pid);
  await Promise.all([upload(`${floor}/sink`, 0), upload(`${url}/api/materials/upload`, 0)]);
  const filesBefore = readdirSync(join(dataDir, "files")).length;
  for (let round = 0; round < 3; round += 1) await oneRound();
  const told = (ours: Watched[], theirs: Watched[]) => {
    const [our, their] = [ours, theirs].map((all) => median(all.map(({ seconds }) => seconds))) as [number, number];
    const grown = Math.max(...ours.map(({ most }) => most)) - before;
    return `${(their / our).toFixed(2)} of it (${our.toFixed(1)} s, ${their.toFixed(1)} s), ${grown.toFixed(0)} MB more`;
  };
  const goal = "half of a plain stream, 100 MB more memory at most";
  return [
    { what: "16 uploads of 30 MB at once", goal, found: told(up, sunk) },
    { what: "16 downloads of 30 MB at once", goal, found: told(down, poured) },
  ];
}
