// The builds of this checkout. Each lies in a folder of its own, named by what it was made from, and nothing changes it once it
// is complete: a product that runs from one keeps its files, whatever is built beside it.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where all of them lie, below the checkout. */
const folder = ".builds";

/** How many are kept that no running product uses, the newest first: browsers still show pages of them. */
const spare = 3;

/** The file that a complete build has: what it was made from. */
const mark = ".made-from";

/**
 * The folder of a build, below the checkout.
 * @param {string} stamp stands for what it is made from
 */
export const folderOf = (stamp) => `${folder}/${stamp.slice(0, 16)}`;

/** Each file and folder there; nothing where there is no such folder. @param {string} path */
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

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * What the processes that run from this checkout run: a build's folder, or `sources`.
 * @param {string} root
 */
export function runningFrom(root) {
  const others = namesIn(join(root, folder, "running")).filter((pid) => pid !== String(process.pid));
  return others.flatMap((pid) => {
    const note = join(root, folder, "running", pid);
    const what = textOf(note);
    if (isAlive(Number(pid))) return what ?? [];
    rmSync(note, { force: true });
    return [];
  });
}

/**
 * Notes that this process runs from the checkout, until it ends. A process that is killed leaves its note, which counts for
 * nothing once the process is gone.
 * @param {string} root
 * @param {string} what a build's folder, or `sources`
 */
export function noteRunning(root, what) {
  const note = join(root, folder, "running", String(process.pid));
  mkdirSync(join(root, folder, "running"), { recursive: true });
  writeFileSync(note, what);
  process.once("exit", () => rmSync(note, { force: true }));
  // The builds that were used last are those that are kept.
  const now = new Date();
  if (what.startsWith(folder)) utimesSync(join(root, what, mark), now, now);
}

/** The builds, complete or not. @param {string} root */
function foldersIn(root) {
  const names = namesIn(join(root, folder)).filter((name) => /^[0-9a-f]{16}$/.test(name));
  return names.map((name) => `${folder}/${name}`);
}

/**
 * The complete builds, below the checkout, the one that was used last first.
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
 * Removes the builds that neither run nor belong to the last few, and what is left of builds that never were complete.
 * @param {string} root
 * @param {string} current the build that is kept beside these
 */
export function removeOldBuilds(root, current) {
  const complete = buildsIn(root);
  const broken = foldersIn(root).filter((path) => !complete.includes(path));
  const inUse = new Set([current, ...runningFrom(root)]);
  const idle = complete.filter((path) => !inUse.has(path));
  for (const path of [...broken, ...idle.slice(spare)]) rmSync(join(root, path), { recursive: true, force: true });
}
