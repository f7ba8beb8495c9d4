// The builds of this checkout. Each has its own folder, named after its inputs, and is immutable once complete, so a running
// product keeps its files while another build is made.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning, startOf } from "../server/process-start.mjs";

/** The parent folder of all builds, relative to the checkout. */
const folder = ".builds";

/** How many unused builds to keep: open browser tabs still request their assets. */
const spare = 3;

/** Marks a complete build; contains the fingerprint of its inputs. */
const mark = ".made-from";

/**
 * The folder of a build, relative to the checkout.
 * @param {string} stamp fingerprint of its inputs
 */
export const folderOf = (stamp) => `${folder}/${stamp.slice(0, 16)}`;

/** Names of the entries of a folder; empty if it does not exist. @param {string} path */
function namesIn(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * What other live processes of this checkout run from: the folder of a build, or `sources`.
 * @param {string} root
 */
export function runningFrom(root) {
  const others = namesIn(join(root, folder, "running")).filter((pid) => pid !== String(process.pid));
  return others.flatMap((pid) => {
    const note = join(root, folder, "running", pid);
    const [what, start = ""] = textOf(note)?.split("\n") ?? [];
    if (isRunning(Number(pid), start)) return what ?? [];
    rmSync(note, { force: true });
    return [];
  });
}

/**
 * Records that this process runs from the checkout until it ends. {@link runningFrom} ignores the notes of dead processes.
 * @param {string} root
 * @param {string} what the folder of a build, or `sources`
 */
export function noteRunning(root, what) {
  const note = join(root, folder, "running", String(process.pid));
  mkdirSync(join(root, folder, "running"), { recursive: true });
  writeFileSync(note, `${what}\n${startOf(process.pid)}`);
  process.once("exit", () => rmSync(note, { force: true }));
  // removeOldBuilds keeps the most recently used builds.
  const now = new Date();
  if (what.startsWith(folder)) utimesSync(join(root, what, mark), now, now);
}

/** Folders of all builds, complete or not. @param {string} root */
function foldersIn(root) {
  const names = namesIn(join(root, folder)).filter((name) => /^[0-9a-f]{16}$/.test(name));
  return names.map((name) => `${folder}/${name}`);
}

/**
 * Folders of the complete builds, relative to the checkout, most recently used first.
 * @param {string} root
 */
export function buildsIn(root) {
  return foldersIn(root)
    .flatMap((path) => {
      const about = statSync(join(root, path, mark), { throwIfNoEntry: false });
      return about ? [{ path, usedAt: about.mtimeMs }] : [];
    })
    .sort((one, other) => other.usedAt - one.usedAt)
    .map(({ path }) => path);
}

/**
 * Removes incomplete builds, and unused builds beyond the most recent few.
 * @param {string} root
 * @param {string} current a build to keep in any case
 */
export function removeOldBuilds(root, current) {
  const complete = buildsIn(root);
  const broken = foldersIn(root).filter((path) => !complete.includes(path));
  const inUse = new Set([current, ...runningFrom(root)]);
  const idle = complete.filter((path) => !inUse.has(path));
  for (const path of [...broken, ...idle.slice(spare)]) rmSync(join(root, path), { recursive: true, force: true });
}
