import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readCommand } from "./commands.mjs";
import { ensureGenerated, ensureInstalled } from "./prepare.mjs";

/** @typedef {{ passed: number; failed: number; skipped: number; output?: string }} Count */
/** @typedef {{ code: number | null; output: string }} Outcome */
/** @typedef {{ numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number }} Vitest */
/** @typedef {{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }} Playwright */

const root = resolve(import.meta.dirname, "..");
const quick = readCommand("test").flags.has("quick");
const vitestReport = join(root, "test-results/vitest.json");
const playwrightReport = join(root, "test-results/playwright.json");

/** The settings of a product that runs here are none of the tests' business. */
const foreign =
  /^(PORT|DATA_DIR|DATABASE_URL|APP_URL|NEXTAUTH_.*|ADMIN_.*|UPLOADTHING_.*|SMTP_URL|MAIL_FROM|MAX_UPLOAD_MB|BACKUP_.*|LOG_LEVEL|METRICS_TOKEN|OTEL_.*|SCANNER_URL|NODE_ENV|FORCE_COLOR)$/;
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1" };
for (const name of Object.keys(env)) if (foreign.test(name)) delete env[name];

/** @type {import("node:child_process").ChildProcess | undefined} */
let current;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, () => {
    current?.kill(signal);
    process.exit(1);
  });
}

/**
 * @param {string} tool
 * @param {string[]} words
 * @returns {Promise<Outcome>}
 */
function run(tool, ...words) {
  return new Promise((done) => {
    /** @type {Buffer[]} */
    const output = [];
    const child = spawn(join(root, "node_modules/.bin", tool), words, {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    current = child;
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.once("error", (error) => done({ code: 1, output: error.message }));
    child.once("close", (code) => done({ code, output: Buffer.concat(output).toString() }));
  });
}

/**
 * @param {Outcome} outcome
 * @returns {Count}
 */
function oneCheck({ code, output }) {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, output };
}

/**
 * What a report counted; a run that failed without a failed test (a broken file, a failed set-up) counts as one.
 * @template Report
 * @param {Outcome} outcome
 * @param {string} file
 * @param {(report: Report) => Count} countOf
 * @returns {Promise<Count>}
 */
async function reported({ code, output }, file, countOf) {
  const text = await readFile(file, "utf8").catch(() => undefined);
  const count = text === undefined ? { passed: 0, failed: 0, skipped: 0 } : countOf(JSON.parse(text));
  const failed = code === 0 && text !== undefined ? count.failed : Math.max(1, count.failed);
  return failed === 0 ? count : { ...count, failed, output };
}

async function types() {
  const generated = await run("next", "typegen");
  return oneCheck(generated.code === 0 ? await run("tsc", "--noEmit") : generated);
}

async function lint() {
  const { code, output } = await run("biome", "ci", "--colors=off", "--error-on-warnings");
  // There is no switch that makes a hint an error.
  return oneCheck({ code: /^Found \d+ infos?\./m.test(output) ? 1 : code, output });
}

async function deadCode() {
  return oneCheck(await run("knip", "--no-progress", "--no-config-hints"));
}

async function vitest() {
  await rm(vitestReport, { force: true });
  const outcome = await run("vitest", "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${vitestReport}`);
  return reported(outcome, vitestReport, (/** @type {Vitest} */ report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

// Builds the site first, and watches what that opens.
async function browser() {
  await rm(playwrightReport, { force: true });
  const outcome = await run("playwright", "test");
  return reported(outcome, playwrightReport, (/** @type {Playwright} */ { stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}

/** @type {[name: string, step: () => Promise<Count>][]} */
const steps = [
  ["types", types],
  ["lint", lint],
  ["dead code", deadCode],
  ["rules, data, api", vitest],
];
if (!quick) steps.push(["browser", browser]);

const total = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {string} name
 * @param {() => Promise<Count>} step
 */
async function take(name, step) {
  const start = performance.now();
  const count = await step().catch((error) => oneCheck({ code: 1, output: String(error?.message ?? error) }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${count.failed > 0 ? "FAILED" : "passed"}  ${name.padEnd(18)}${seconds.padStart(6)} s  ${count.passed} passed`,
  );
  if (count.output) console.log(`\n${count.output.trimEnd()}\n`);
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}

try {
  await ensureInstalled();
  await ensureGenerated();
  await mkdir(join(root, "test-results"), { recursive: true });
  for (const [name, step] of steps) await take(name, step);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  total.failed += 1;
}
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
