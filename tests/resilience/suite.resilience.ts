import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { text } from "node:stream/consumers";
import type { Figure, ResilienceTest, Scale } from "./figures";

/** The test files that take their number of cases from `tests/harness/runs.ts`, or have tests with the tag `long`. */
function filesIn(...folders: string[]): string[] {
  const paths = folders.flatMap((folder) => readdirSync(`tests/${folder}`).map((name) => `tests/${folder}/${name}`));
  const hasMore = (path: string) => /harness\/(random|runs)"|@long|tags: "long"/.test(readFileSync(path, "utf8"));
  return paths.filter((path) => /\.(test|spec)\.ts$/.test(path) && hasMore(path));
}

const suites = {
  vitest: { words: ["run", "--testTimeout=600000"], folders: ["unit", "api", "rest", "server"] },
  playwright: {
    words: ["test", "--project=desktop", "--project=journeys", "--workers=1"],
    folders: ["e2e", "journeys"],
  },
};

/** Runs these files with 1,000 random cases, ten rounds per crash loop, all hostile texts and files, and what `npm test` leaves out. */
export const run: ResilienceTest = async (scale) => [
  await figureOf("vitest", scale),
  await figureOf("playwright", scale),
];

async function figureOf(tool: keyof typeof suites, scale: Scale): Promise<Figure> {
  const { words, folders } = suites[tool];
  const files = filesIn(...folders);
  const env = { ...process.env, ...(scale === "long" && { FC_RUNS: "1000" }) };
  const running = spawn(`node_modules/.bin/${tool}`, [...words, ...files], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [said, complained, [code]] = await Promise.all([
    text(running.stdout),
    text(running.stderr),
    once(running, "exit") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${said}\n${complained}`);
  const names = files.map((path) => basename(path).replace(/\..*/, "")).join(", ");
  const what = `${names}: ${scale === "long" ? "1,000 random cases each, all hostile texts, ten crashes" : "as in `npm test`"}`;
  return { requirement: "R23", what, wanted: "0 failed", measured: "0 failed", holds: true };
}
