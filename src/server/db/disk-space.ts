import "server-only";
import { statfsSync } from "@/server/builtins";
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
