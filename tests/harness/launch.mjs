import { execFile, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { settingNames } from "./setting-names.mjs";

const root = resolve(import.meta.dirname, "../..");

/** Every setting emptied, so that neither the environment nor a `.env` leads a test to real data. */
const unset = Object.fromEntries(settingNames.map((name) => [name, ""]));

/**
 * A free port below the ephemeral range, whose ports may be taken at any time.
 * @returns {Promise<number>}
 */
export function freePort() {
  // Browsers and `fetch` refuse port 10080.
  const port = randomInt(10_081, 32_000);
  return new Promise((found) => {
    const server = createServer().on("error", () => found(freePort()));
    server.listen(port, () => server.close(() => found(port)));
  });
}

/** @returns {Promise<string>} a new, empty data folder */
export function temporaryFolder() {
  return mkdtemp(join(tmpdir(), "lyceum-"));
}

/**
 * A copy of a data folder, with its owners: the database may belong to another account.
 * @param {string} dataDir
 */
export async function copyFolder(dataDir) {
  const folder = await temporaryFolder();
  await promisify(execFile)("cp", ["-a", `${dataDir}/.`, folder]);
  return folder;
}

/** @returns {Promise<string>} a new data folder: a copy of STARTED_DATA_DIR if it is set, else empty */
export async function startedFolder() {
  const { STARTED_DATA_DIR } = process.env;
  return STARTED_DATA_DIR ? await copyFolder(STARTED_DATA_DIR) : await temporaryFolder();
}

/** @param {string} folder */
export async function removeFolder(folder) {
  await rm(folder, { recursive: true, force: true });
}

/** @returns {{ pid: number; parent: number; born: string }[]} all processes, if the system has /proc */
function processes() {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [state = "", parent = "", ...rest] = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent), born: rest[17] ?? "" }];
    } catch {
      return [];
    }
  });
}

/** @param {number} pid */
function familyOf(pid) {
  const all = processes();
  const family = all.filter((one) => one.pid === pid);
  for (const member of family) family.push(...all.filter((one) => one.parent === member.pid));
  return family;
}

/** Kills a process if it is still running. @param {number} pid */
function killHard(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}

/** @param {ReturnType<typeof processes>} family */
function stillRunning(family) {
  const all = processes();
  return family.filter(({ pid, born }) => all.some((one) => one.pid === pid && one.born === born));
}

/**
 * Starts the product like `npm start` and waits until it is ready.
 * @param {{ dataDir: string; adminPassword: string; logFile: string; port?: string; command?: string[]; timeout?: number; more?: Record<string, string> }} options
 */
export async function launch({ dataDir, adminPassword, logFile, port: own, command, timeout = 300_000, more = {} }) {
  const [program = process.execPath, ...words] = command ?? [process.execPath, "src/main/serve.mjs"];
  const port = own ?? (await freePort());
  const url = `http://localhost:${port}`;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const settings = {
    ...unset,
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
    MALLOC_ARENA_MAX: "2",
  };
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...settings, LOG_LEVEL: "info", ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  /** @type {Promise<string>} */
  const ended = new Promise((done) => {
    child.once("error", (error) => done(error.message));
    child.once("exit", (code, signal) => done(signal ?? `exit code ${code}`));
  });
  let running = true;
  void ended.then(() => {
    running = false;
  });

  /** Ends the product with SIGTERM. @throws if it does not end cleanly and in time, or leaves processes */
  async function stop() {
    const family = child.pid ? familyOf(child.pid) : [];
    child.kill("SIGTERM");
    const how = await Promise.race([ended, wait(30_000, "no end within 30 s", { ref: false })]);
    await wait(200);
    const left = stillRunning(family);
    for (const { pid } of left) killHard(pid);
    log.end();
    const faults = [
      ...(how === "exit code 0" ? [] : [`ended with ${how}`]),
      ...(left.length === 0 ? [] : [`left ${left.length} process(es) running`]),
    ];
    if (faults.length > 0) throw new Error(`After SIGTERM the product ${faults.join(" and ")}; see ${logFile}.`);
  }

  /** Kills the product and its database, like a power cut. */
  async function kill() {
    for (const { pid } of child.pid ? familyOf(child.pid) : []) killHard(pid);
    await ended;
    log.end();
  }

  const deadline = performance.now() + timeout;
  while (running && performance.now() < deadline) {
    const answer = await fetch(`${url}/api/ready`).catch(() => undefined);
    if (answer?.status === 200) return { url, stop, kill, pid: child.pid ?? 0 };
    await wait(50);
  }
  const reason = running ? `was not ready within ${timeout / 1000} s` : `ended with ${await ended} before it was ready`;
  if (running) await stop().catch(() => undefined);
  throw new Error(`The product ${reason}:\n${readFileSync(logFile, "utf8").slice(-4_000)}`);
}
