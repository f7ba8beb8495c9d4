import { StartError } from "@/lib/start-error";
import { join, readFile, rename, writeFile } from "@/server/builtins";

/** File in a data folder whose cluster is elsewhere. It names the cluster's folder and the data folder. */
export function pointerOf(root: string): string {
  return join(root, "postgres-is-in");
}

async function readLines(root: string): Promise<string[]> {
  const text = await readFile(pointerOf(root), "utf8").catch(() => "");
  return text.split("\n");
}

/**
 * Folder of the cluster, if it is elsewhere; also valid after the data folder has moved. @throws StartError if the
 * data folder is a copy whose original still uses the cluster
 */
export async function readPointer(root: string): Promise<string | undefined> {
  const [folder, madeFor] = await readLines(root);
  if (!folder) return undefined;
  if (madeFor && madeFor !== root && (await readLines(madeFor))[0] === folder) {
    throw new StartError(
      `The data folder ${root} is a copy of ${madeFor}, and its database in ${folder} was not copied with it: delete ${pointerOf(root)} to start with an empty one.`,
    );
  }
  return folder;
}

export async function writePointer(root: string, folder: string): Promise<void> {
  const unfinished = `${pointerOf(root)}.new`;
  await writeFile(unfinished, `${folder}\n${root}\n`);
  await rename(unfinished, pointerOf(root));
}
