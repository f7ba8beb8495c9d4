import "../src/main/node-version.mjs";
import { spawn } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { readCommand } from "../src/main/commands.mjs";
import { ensureGenerated, ensureInstalled } from "../src/main/prepare.mjs";
import { closingLine, eventIn } from "../tests/harness/report.mjs";
import { isForeign } from "../tests/harness/setting-names.mjs";

/** @typedef {{ code: number | null; output: string; events: number; failed: number }} Outcome */

const root = resolve(import.meta.dirname, "..");
const { flags } = readCommand("test");
const began = performance.now();

/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1" };
for (const name of Object.keys(env)) if (isForeign(name)) delete env[name];

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
}

const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {{ file: string; seconds: number }[]} */
const files = [];
/** @type {string[]} */
const failures = [];

/** @param {string} line */
function say(line) {
  const seconds = Math.floor((performance.now() - began) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  console.log(`${clock.padStart(5)}  ${line}`);
}

/** @param {string} title @param {string} text */
function sayFailure(title, text) {
  const failure = `FAILED  ${title}\n\n${text.trimEnd()}\n`;
  failures.push(failure);
  say(failure);
}

/**
 * Runs a tool and prints what its reporter says, as it happens.
 * @param {string} command
 * @param {string[]} words
 * @returns {Promise<Outcome>}
 */
function run(command, ...words) {
  return new Promise((done) => {
    /** @type {string[]} */
    const output = [];
    const outcome = { events: 0, failed: 0 };
    let [left, all] = [0, 0];
    const child = spawn(command, words, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const event = eventIn(line);
        if (!event) return output.push(line);
        outcome.events += 1;
        if ("files" in event) {
          left = all = event.files;
        } else if ("failure" in event) {
          outcome.failed += 1;
          total.failed += 1;
          sayFailure(event.failure, event.text);
        } else {
          left -= 1;
          total.passed += event.passed;
          total.skipped += event.skipped;
          files.push(event);
          const place = `${all - left}/${all}`.padStart(7);
          const word = event.failed > 0 ? "FAILED" : "passed";
          say(`${word} ${place}  ${event.file}: ${event.passed} in ${event.seconds.toFixed(1)} s`);
        }
      });
    }
    /** @param {number | null} code */
    const end = (code) => {
      running.delete(child);
      done({ code, output: output.join("\n"), ...outcome });
    };
    child.once("error", (error) => {
      output.push(error.message);
      end(1);
    });
    child.once("close", end);
  });
}

/** @param {string} tool @param {string[]} words */
const runTool = (tool, ...words) => run(join(root, "node_modules/.bin", tool), ...words);

async function types() {
  const generated = await runTool("next", "typegen");
  return generated.code === 0 ? await runTool("tsc", "--noEmit") : generated;
}

async function lint() {
  const outcome = await runTool("biome", "ci", "--colors=off", "--error-on-warnings");
  // The tool has no option that turns a hint into an error.
  return { ...outcome, code: /^Found \d+ infos?\./m.test(outcome.output) ? 1 : outcome.code };
}

const deadCode = () => runTool("knip", "--no-progress", "--no-config-hints");

/** @param {string[]} flags */
const build = (...flags) => run(process.execPath, "--import", "tsx", "tests/harness/build-process.ts", ...flags);

const vitest = (/** @type {string[]} */ ...words) =>
  runTool("vitest", "run", "--reporter=./tests/harness/report-vitest.mjs", ...words);

const browser = (/** @type {string[]} */ ...projects) =>
  runTool(
    "playwright",
    ...["test", "--reporter=./tests/harness/report-playwright.mjs", ...projects.map((name) => `--project=${name}`)],
  );

/**
 * Runs one step and counts it. A check counts as one step, and so does a run of tests that fails without a failed test.
 * @param {string} name
 * @param {() => Promise<Outcome>} step
 */
async function take(name, step) {
  const start = performance.now();
  const { code, output, events, failed } = await step();
  const holds = code === 0 && failed === 0;
  if (!holds && failed === 0) {
    total.failed += 1;
    sayFailure(name, output);
  }
  if (holds && events === 0) total.passed += 1;
  say(`${holds ? "passed" : "FAILED"}  ${name}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return holds;
}

/** Checks that need no database and no browser, one after the other. */
async function takeChecks() {
  await take("lint", lint);
  await take("dead code", deadCode);
}

/** The types come first, so that the build need not check them again. */
const takeBuild = async () => (await take("types", types)) && (await take("build", () => build("--checked")));

/** Tests that `npm run check` leaves out: a second type check, and documents and backups, which are slow. */
const without = ["unit/builds", "api/letters", "api/report-cards", "api/backups"].map(
  (name) => `tests/${name}.test.ts`,
);

/** Runs the tests of `npm run check`: rules, architecture, REST document, and for each room the database tests with its name. */
async function quickTests() {
  const entries = await readdir(join(root, "src/features"), { withFileTypes: true });
  const rooms = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `tests/api/${name}.test.ts`);
  const wide = [
    ...["architecture", "docs", "references", "data-inventory"],
    ...["api/activity", "rest/client", "rest/openapi"],
  ].map((name) => `tests/${name}.test.ts`);
  return vitest("tests/unit/", "tests/screens/", ...wide, ...rooms, ...without.map((path) => `--exclude=${path}`));
}

async function takeAll() {
  if (flags.has("journeys")) {
    if (await take("build", () => build())) await take("journeys", () => browser("journeys"));
    return;
  }
  if (flags.has("quick")) {
    await Promise.all([take("types", types).then(takeChecks), take("rules, rooms", quickTests)]);
    return;
  }
  // The build comes first, so that a failing build is reported early.
  const built = takeBuild();
  const [isBuilt] = await Promise.all([built, built.then(takeChecks), take("rules, api, rest, server", vitest)]);
  if (isBuilt) await take("browser", () => browser("phone", "desktop"));
}

try {
  await ensureInstalled();
  await ensureGenerated();
  await mkdir(join(root, "test-results"), { recursive: true });
  await takeAll();
} catch (error) {
  total.failed += 1;
  sayFailure("test", error instanceof Error ? error.message : String(error));
}
process.exitCode = total.failed > 0 ? 1 : 0;
const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, 10);
console.log(
  ["\nThe slowest files:", ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)].join(
    "\n",
  ),
);
// Again at the end, because CI may keep only the end of a long log.
for (const failure of failures) console.log(`\n${failure}`);
console.log(closingLine(total));
