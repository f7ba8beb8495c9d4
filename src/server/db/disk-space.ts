import "server-only";
import { statfs, statfsSync } from "@/server/builtins";
import { processState } from "@/server/process-state";
import { diskFullError } from "./database-errors";

/** Bytes that stay free for the embedded database: with a full disk it could not even serve reads. */
const reserve = 32 * 1024 * 1024;
const checkInterval = 500;

type Watched = { folder: string; checkedAt: number; isFull: boolean };

const shared = processState<{ lyceumDiskSpace?: Watched }>();

/** Rejects writes from now on while the disk of the embedded database is nearly full. Reads continue. */
export function watchDiskSpace(folder: string): void {
  shared.lyceumDiskSpace = { folder, checkedAt: Number.NEGATIVE_INFINITY, isFull: false };
}

/** @throws AppError INSUFFICIENT_STORAGE if the disk is nearly full */
export function requireDiskSpace(): void {
  const watched = shared.lyceumDiskSpace;
  if (!watched) return;
  if (performance.now() - watched.checkedAt > checkInterval) {
    const { bavail, bsize } = statfsSync(watched.folder);
    Object.assign(watched, { checkedAt: performance.now(), isFull: bavail * bsize < reserve });
  }
  if (watched.isFull) throw diskFullError();
}

const gigabyte = 1024 ** 3;

/** Below this many free bytes a disk of this size is nearly full. */
export function nearlyFull(diskBytes: number): number {
  return Math.min(gigabyte, diskBytes * 0.05);
}

/** Free and total bytes of the disk with `folder` or of that with the embedded database, whichever is fuller. */
export async function fullerDisk(folder: string): Promise<Disk> {
  const own = await diskOf(folder);
  const { folder: watched = folder } = shared.lyceumDiskSpace ?? {};
  const other = await diskOf(watched);
  return roomOn(other) < roomOn(own) ? other : own;
}

type Disk = { freeBytes: number; diskBytes: number };

async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, diskBytes: blocks * bsize };
}

const roomOn = ({ freeBytes, diskBytes }: Disk) => freeBytes - nearlyFull(diskBytes);
