// `npm run lighthouse`: runs Lighthouse's mobile profile on the built product with a thousand materials, on every page of the
// sitemap and on a student's two. Writes bench/PHONE.md.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { say } from "../scripts/command";
import { browserLaunch, unpackBrowser } from "../tests/harness/browser";
import { machine } from "../tests/resilience/figures";
import budget from "./budget.json" with { type: "json" };
import { openInstitute } from "./institute";
import { visit } from "./visit";

const run = promisify(execFile);
const home = join(import.meta.dirname, "lighthouse");
const rounds = 3;
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
  /** How fast the machine was at that moment. */
  environment: { benchmarkIndex: number };
};

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

await unpackBrowser();
await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: home });
const folder = await mkdtemp(join(tmpdir(), "lyceum-lighthouse-"));
const institute = await openInstitute("test-results/phone.log");
const browser = await chromium.launch(browserLaunch());
const headers = join(folder, "headers.json");
await writeFile(headers, JSON.stringify({ cookie: institute.cookie }));

async function look(path: string): Promise<Report> {
  const { executablePath, env } = browserLaunch();
  const report = join(folder, "report.json");
  const own = path.startsWith("/user") ? [`--extra-headers=${headers}`, "--skip-audits=is-crawlable"] : [];
  const words = [institute.url + path, "--quiet", "--no-enable-error-reporting", "--output=json", ...own];
  const more = [`--output-path=${report}`, `--chrome-flags=${[...flags, ...quiet].join(" ")}`];
  const program = join(home, "node_modules/lighthouse/cli/index.js");
  await run(process.execPath, [program, ...words, ...more], {
    env: { ...process.env, ...env, CHROME_PATH: executablePath },
  });
  return JSON.parse(await readFile(report, "utf8")) as Report;
}

async function weigh(path: string) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const cookies = institute.cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: institute.url };
  });
  if (path.startsWith("/user")) await context.addCookies(cookies);
  const first = await visit(context, institute.url + path);
  const second = await visit(context, institute.url + path);
  await context.close();
  return { first, second };
}

const speeds: number[] = [];

async function rowOf(path: string): Promise<string> {
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) reports.push(await look(path));
  speeds.push(...reports.map(({ environment }) => environment.benchmarkIndex));
  const score = (name: string) =>
    Math.round(median(reports.map(({ categories }) => categories[name]?.score ?? 0)) * 100);
  const value = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  const { first, second } = await weigh(path);
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  const cells = [
    ...[`\`${path}\``, score("performance"), score("accessibility"), score("best-practices"), score("seo")],
    ...[`${Math.round(value("largest-contentful-paint"))} ms`, `${Math.round(value("total-blocking-time"))} ms`],
    ...[value("cumulative-layout-shift").toFixed(3), kilobytes(first.script), first.requests],
    ...[kilobytes(first.bytes), kilobytes(second.bytes)],
  ];
  return `| ${cells.join(" | ")} |`;
}

const names = ["Page", "Performance", "Accessibility", "Best practices", "SEO", "LCP", "Blocking", "Shift"];
const sizes = ["Script, KB", "Requests", "First visit, KB", "Second, KB"];
const { performance, paintMs, blockingMs, shift } = budget.lighthouse;
const limits = [
  "wanted",
  performance,
  100,
  100,
  100,
  `${paintMs} ms`,
  `${blockingMs} ms`,
  shift,
  "145 / 180",
  15,
  300,
  20,
];
const table = [[...names, ...sizes].join(" | "), [...names, ...sizes].map(() => "---").join(" | "), limits.join(" | ")];
const rows = table.map((cells) => `| ${cells} |`);
try {
  const sitemap = await (await fetch(`${institute.url}/sitemap.xml`)).text();
  const open = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  for (const path of [...open, "/user/today", "/user/results"]) {
    rows.push(await rowOf(path));
    say(rows.at(-1) ?? "");
  }
} finally {
  await browser.close();
  await institute.stop();
  await rm(folder, { recursive: true, force: true });
}
const day = new Date().toISOString().slice(0, 10);
const load = loadavg()[2]?.toFixed(1);
const text = `# Results of \`npm run lighthouse\`

${day}, ${machine()}, a load of ${load} by other work on the same machine, whose benchmark index was
${Math.min(...speeds)} to ${Math.max(...speeds)}, with a median of ${median(speeds)}. Lighthouse's mobile profile (slow 4G, four times slower processor, simulated), the
median of ${rounds}, on the built product with 1,000 materials, 500 tests and a student with ten results. Script is counted as gzip
packs it (1 KB is 1,000 bytes). Pages under \`/user\` are shown only to the student and say \`noindex\`: that one audit of SEO
(\`is-crawlable\`) is left out there on purpose. The limits for scripts and requests are in \`budget.json\`; the browser tests enforce them.

${rows.join("\n")}
`;
await writeFile(new URL("PHONE.md", import.meta.url), text);
