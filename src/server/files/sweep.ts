import "server-only";
import type { UploadOwner } from "@/server/generated/prisma/client";
import { deleteFromDisk } from "./disk";
import { forgetOwned, listOwned } from "./records";

/**
 * Deletes the private files of one kind of owner from before `before` that no row of the owner names. Returns their number.
 * @param findUsed the rows of the owner that name one of these keys
 */
export async function sweepOwned(
  owner: UploadOwner,
  before: Date,
  findUsed: (keys: string[]) => Promise<{ uploadKey: string | null }[]>,
): Promise<number> {
  let count = 0;
  for (let after = ""; ; ) {
    const keys = await listOwned(owner, before, after);
    const last = keys.at(-1);
    if (last === undefined) return count;
    const used = new Set((await findUsed(keys)).map(({ uploadKey }) => uploadKey));
    for (const key of keys.filter((one) => !used.has(one))) {
      await deleteFromDisk(key);
      await forgetOwned(key, owner);
      count += 1;
    }
    after = last;
  }
}
