import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "@/lib/start-error";

/** The note a data folder holds when its cluster lives elsewhere: the cluster's folder, and the data folder itself. */
export function pointerOf(root: string): string {
  return join(/*turbopackIgnore: true*/ root, "postgres-is-in");
}

async function readLines(root: string): Promise<string[]> {
  const text = await readFile(/*turbopackIgnore: true*/ pointerOf(root), "utf8").catch(() => "");
  return text.split("\n");
}

/**
 * The folder a data folder's cluster was put in, if elsewhere; a data folder that was moved keeps it.
 * @throws StartError when the data folder is a copy, and its original still uses the cluster.
 */
export async function readPointer(root: string): Promise<string | undefined> {
  const [folder, madeFor] = await readLines(root);
  if (!folder) return undefined;
  if (madeFor && madeFor !== root && (await readLines(madeFor))[0] === folder) {
    throw new StartError(
      `The data folder ${root} is a copy of ${madeFor}, and its database in ${folder} was not copied with it: delete ${pointerOf(root)} to begin with an empty one.`,
    );
  }
  return folder;
}

/** Writes the note. */
export async function writePointer(root: string, folder: string): Promise<void> {
  const unfinished = `${pointerOf(root)}.new`;
  await writeFile(/*turbopackIgnore: true*/ unfinished, `${folder}\n${root}\n`);
  await rename(/*turbopackIgnore: true*/ unfinished, pointerOf(root));
}
