// Prepares a checkout: packages, database client, build stamps and locks. Imports nothing but Node's own modules.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runningFrom } from "./builds.mjs";

export const root = resolve(import.meta.dirname, "../..");

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/**
 * A failure that one sentence on the console explains, without a stack trace.
 * @param {string} message
 */
export function sentence(message) {
  return Object.assign(new Error(message), { name: "StartError" });
}

/**
 * Prints why a start or a command failed: one sentence for a person, a stack trace for a bug.
 * @param {unknown} error
 */
export function printFailure(error) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${["EnvError", "StartError"].includes(name) ? message : stack}\n`);
}

/**
 * Loads the settings in `.env`.
 * @param {string} [folder] the checkout
 */
export function loadSettings(folder = root) {
  checkSettings(folder);
  if (existsSync(join(folder, ".env"))) process.loadEnvFile(join(folder, ".env"));
}

/**
 * Refuses settings that would not be read, or only partly. Next would read further files, and the commands would not.
 * @param {string} [folder] the checkout
 */
export function checkSettings(folder = root) {
  const other = readdirSync(folder).find((name) => /^\.env\.(local|(development|production)(\.local)?)$/.test(name));
  if (other) throw sentence(`Lyceum reads .env only: move the lines of ${other} there.`);
  if (existsSync(join(folder, ".env"))) refuseCutValues(readFileSync(join(folder, ".env"), "utf8"));
}

const assignment = /^\s*(?:export\s+)?(\w+)\s*=(?:[ \t]*(["'`])[\s\S]*?\2(.*)|(.*))/gm;

/**
 * Node drops what follows a closing quote. In a value without quotes, a `#` begins a comment for Node, but for Compose only
 * after a space.
 * @param {string} text the content of `.env`
 */
function refuseCutValues(text) {
  for (const [, name, quote, rest = "", value = ""] of text.matchAll(assignment)) {
    const isCut = quote ? /^\s*[^\s#]/.test(rest) : /^(#\S|[^#]*[^#\s]#)/.test(value);
    if (!isCut) continue;
    throw sentence(
      `In .env, the value of ${name} is read only up to a # or a closing quote. To keep the value in use, delete the rest. To use the whole value, put it in single quotes, or in double quotes if it contains a single one; a changed NEXTAUTH_SECRET or BACKUP_KEY opens nothing that was made before.`,
    );
  }
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();

/** Terminates the commands that {@link run} is waiting for. */
export async function endCommands() {
  const ends = [...children].map((child) => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
    return gone.then(() => clearTimeout(force));
  });
  await Promise.all(ends);
}

/**
 * Runs a command and prints its output only if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [extra] more environment
 */
export async function run(command, args, extra = {}) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...extra };
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  /** @type {Buffer[]} */
  const output = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => output.push(chunk));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  children.delete(child);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw sentence(`This step failed; see its output above: ${args.join(" ")}`);
}

/** @param {string} path below the checkout */
const textOf = (path) => readFileSync(join(root, path), "utf8");

/** @param {string} path below the checkout */
const packagesOf = (path) => JSON.parse(textOf(path)).packages ?? {};

/** @param {boolean} all include devDependencies */
function isInstalled(all) {
  if (!existsSync(join(root, "node_modules/.package-lock.json"))) return false;
  const [wanted, found] = [packagesOf("package-lock.json"), packagesOf("node_modules/.package-lock.json")];
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    if (found[path]) return found[path].version === entry.version;
    return Boolean(entry.optional || entry.peer || (entry.dev && !all));
  });
}

/**
 * Installs the packages of the lock file if any are missing or outdated.
 * @param {boolean} [all] false: devDependencies may be missing
 */
export async function ensureInstalled(all = true) {
  if (isInstalled(all)) return;
  await alone("install", async () => {
    if (isInstalled(all)) return;
    if (runningFrom(root).length > 0) {
      throw sentence(
        "The packages have changed, but a running Lyceum uses the installed ones. Stop it first, or install the new version in another folder (docs/operations.md).",
      );
    }
    say("Installing packages (once, a minute or two) ...");
    const npm = process.env.npm_execpath;
    const args = ["ci", "--include=dev", "--include=optional"];
    if (npm) await run(process.execPath, [npm, ...args]);
    else await run("npm", args);
  });
}

const client = "src/server/generated/prisma";

/** Generates the database client if the schema has changed. */
export async function ensureGenerated() {
  const stamp = fingerprint([textOf("prisma/schema.prisma"), textOf("node_modules/@prisma/client/package.json")]);
  if (isStamped(client, stamp)) return;
  await alone("generate", async () => {
    if (isStamped(client, stamp)) return;
    await ensureInstalled();
    say("Generating the database client ...");
    // The generator requires an engine but does not use it; any existing file prevents a download.
    await run(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    });
    setStamp(client, stamp);
  });
}

/** @param {(string | Buffer)[]} parts */
export function fingerprint(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}

/**
 * True if `folder` was generated from the inputs with this fingerprint.
 * @param {string} folder
 * @param {string} stamp
 */
export function isStamped(folder, stamp) {
  const path = join(root, folder, ".made-from");
  return existsSync(path) && readFileSync(path, "utf8") === stamp;
}

/**
 * @param {string} folder
 * @param {string} stamp
 */
export function setStamp(folder, stamp) {
  writeFileSync(join(root, folder, ".made-from"), stamp);
}

/**
 * Runs `work` under a lock for this checkout. The lock is an abstract socket, which the kernel releases with the process.
 * Only Linux has abstract sockets; on other systems there is no lock.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
export async function alone(name, work) {
  if (process.platform !== "linux") return work();
  const address = `\0lyceum-${name}-${fingerprint([root]).slice(0, 32)}`;
  let lock = await lockAt(address);
  if (!lock) say("Waiting for another process in this checkout ...");
  while (!lock) {
    await delay(250);
    lock = await lockAt(address);
  }
  try {
    await work();
  } finally {
    lock.close();
  }
}

/**
 * Takes the lock; undefined if another process holds it.
 * @param {string} address
 * @returns {Promise<import("node:net").Server | undefined>}
 */
function lockAt(address) {
  return new Promise((resolve) => {
    const lock = createServer().once("error", () => resolve(undefined));
    lock.listen(address, () => resolve(lock));
  });
}
