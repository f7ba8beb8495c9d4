// `npm run bench [-- quick]`: measures the built product against a bare server. Writes bench/RESULTS.md; `quick` only prints.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { say } from "../scripts/command";
import { readCommand } from "../src/main/commands.mjs";
import { hasNginx, startNginx } from "../tests/harness/nginx";
import { machine } from "../tests/resilience/figures";
import { behindNginx, type Case, casesFor } from "./cases";
import { drive, driveByWrk, type Fact, type Found, hasWrk, median } from "./drive";
import { type Institute, openInstitute } from "./institute";
import { measureWork } from "./work";

const quick = readCommand("bench").words.includes("quick");
const sizes = quick ? [1_000] : [1_000, 100_000, 1_000_000];
const seconds = quick ? 1 : 2;
const rounds = quick ? 1 : 3;

async function startFloor(connection: object): Promise<{ url: string; process: ChildProcess }> {
  const process_ = spawn(process.execPath, ["bench/floor.mjs", JSON.stringify(connection)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(process_.stdout, "data")) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, process: process_ };
}

/** A table row: the throughput of a case, and its ratio to B, measured in alternation. */
type Row = {
  one: Case;
  connections: number;
  ratio: number;
  found: Found;
  /** The ratio to a bare server that sends the same bytes and headers. */
  toSame: number | undefined;
  /** The ratios measured by wrk, if installed and if the request is constant. */
  byWrk: { ratio: number; toSame: number | undefined } | undefined;
};

/** Alternates between B and the case; medians of the rounds after a warm-up. */
async function compare(one: Case, place: string, floor: string, connections = 16): Promise<Row> {
  const { headers = {}, path, anew, each, isKept } = one;
  const b = `${floor}/b`;
  const same = `${floor}/same?address=${encodeURIComponent(place + path)}`;
  const asked = { headers, connections, ...(anew && { path: anew }), ...(each && { each }) };
  await drive(place + path, { ...asked, seconds: 1 });
  const [ratios, toSame, all]: [number[], number[], Found[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await drive(b, { connections, seconds });
    const found = await drive(place + path, { ...asked, seconds });
    ratios.push(found.rate / bare.rate);
    if (isKept) toSame.push(found.rate / (await drive(same, { ...asked, seconds })).rate);
    all.push(found);
  }
  const middle = (of: keyof Found) => median(all.map((found) => found[of]));
  const isByWrk = !quick && !anew && !each && connections === 16 && hasWrk();
  const byWrk = isByWrk ? await compareByWrk(place + path, headers, b, isKept ? same : undefined) : undefined;
  const row = {
    one,
    connections,
    ratio: median(ratios),
    toSame: isKept ? median(toSame) : undefined,
    byWrk,
    found: { rate: middle("rate"), p50: middle("p50"), p99: middle("p99") },
  };
  say(
    `${one.name}, ${connections} connections: ${row.ratio.toFixed(2)}${byWrk ? ` (${byWrk.ratio.toFixed(2)} by wrk)` : ""}, ${Math.round(row.found.rate)} a second, p99 ${row.found.p99} ms`,
  );
  return row;
}

/** Short rounds, because the speed of the machine drifts within seconds. */
async function compareByWrk(url: string, headers: Record<string, string>, b: string, same?: string) {
  const [ratios, toSame]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3 * rounds; round += 1) {
    const bare = await driveByWrk(b, {}, 1);
    const found = await driveByWrk(url, headers, 1);
    ratios.push(found / bare);
    if (same) toSame.push(found / (await driveByWrk(same, headers, 1)));
  }
  return { ratio: median(ratios), toSame: same ? median(toSame) : undefined };
}

/** The maximum request rate of nginx on this machine. */
const ceiling: Case = { name: "nginx in front of the ready buffer", path: "/buffer", isFloor: true };

type Measured = { rows: Row[]; facts: Fact[] };

async function measure(count: number): Promise<Measured> {
  say(`${count} materials ...`);
  const institute = await openInstitute("test-results/bench.log", count);
  const floor = await startFloor(institute.connection);
  try {
    return await measureAll(institute, floor.url, count);
  } finally {
    floor.process.kill();
    await institute.stop();
  }
}

async function measureAll(institute: Institute, floor: string, count: number): Promise<Measured> {
  const isSmall = count === sizes[0];
  const cases = casesFor(institute).filter(({ isAnySize }) => isSmall || isAnySize);
  const placeOf = ({ isFloor }: Case) => (isFloor ? floor : institute.url);
  const rows: Row[] = [];
  for (const one of cases) rows.push(await compare(one, placeOf(one), floor));
  if (!isSmall) return { rows, facts: [] };
  for (const one of cases.slice(1, 2).concat(cases.find(({ path }) => path === "/study-materials") ?? []))
    for (const connections of [1, 64]) rows.push(await compare(one, placeOf(one), floor, connections));
  if (hasNginx()) {
    const cache = await startNginx(institute.url, availableParallelism());
    for (const one of behindNginx(cases)) rows.push(await compare(one, cache.url, floor));
    await cache.stop();
    const bare = await startNginx(floor, availableParallelism());
    rows.push(await compare(ceiling, bare.url, floor));
    await bare.stop();
  } else say("nginx is not installed");
  return { rows, facts: await measureWork(institute, floor) };
}

const ratio = (number: number) => number.toFixed(2);
const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
const ruled = (head: string[]) => [line(head), line(head.map(() => "---"))];

function tableOf(count: number, { rows }: Measured, first: Measured): string {
  const head = [
    ...["What", "Goal", "Ratio to B", "Same bytes", "Ratio to B by wrk", "Same bytes by wrk"],
    ...["Requests per second", "p50, ms", "p99, ms"],
  ];
  const isFirst = first.rows === rows;
  const lines = rows.map(({ one, connections, ratio: found, byWrk, toSame, found: { rate, p50, p99 } }, index) => {
    const name = connections === 16 ? one.name : `${one.name}, ${connections} connections`;
    const cells: (string | number)[] = [
      name,
      one.goal ?? "",
      ratio(found),
      ...[toSame, byWrk?.ratio, byWrk?.toSame].map((more) => (more ? ratio(more) : "")),
    ];
    cells.push(Math.round(rate), p50, p99);
    return line(isFirst ? cells : [...cells, slowdown(rows, first.rows, index)]);
  });
  return [
    `## ${count.toLocaleString("en")} materials`,
    "",
    ...ruled(isFirst ? head : [...head, "Times slower"]),
    ...lines,
  ].join("\n");
}

/** Slowdown against the smallest data set, corrected for machine speed by the static buffer. */
function slowdown(rows: Row[], first: Row[], index: number): string {
  const speedOf = (all: Row[], name: string | undefined) =>
    (all.find(({ one }) => one.name === name)?.found.rate ?? 0) / (all[0]?.found.rate ?? 1);
  const name = rows[index]?.one.name;
  return index === 0 ? "" : ratio(speedOf(first, name) / speedOf(rows, name));
}

const all: Measured[] = [];
for (const count of sizes) all.push(await measure(count));
const [first = { rows: [], facts: [] }] = all;
const facts = [
  ...ruled(["What", "Goal", "Found"]),
  ...first.facts.map(({ what, goal, found }) => line([what, goal, found])),
];
const text = `# Results of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${machine()}, load ${loadavg()[1]?.toFixed(1)}, 16 connections unless told otherwise. B is a bare \`node:http\` and
\`pg\` server that reads the same 24 materials for each request; its measurement alternates with each row, and the ratio is the median of ${rounds}. "Times
slower" compares with a thousand materials, corrected for the speed of the machine by the ready buffer. Every
response that is known in advance is compared byte by byte. "Same bytes" is the ratio to a bare server that sends the same ready bytes with the same
headers. autocannon shares the two cores with the server, and is a large part of the work; "by wrk" are the ratios of wrk, which needs less CPU,
if it is installed: the median of ${3 * rounds} rounds of a second.

${all.map((measured, index) => tableOf(sizes[index] ?? 0, measured, first)).join("\n\n")}

## Other work

${facts.join("\n")}
`;
say(text);
if (!quick) await writeFile(new URL("RESULTS.md", import.meta.url), text);
process.exit(0);
