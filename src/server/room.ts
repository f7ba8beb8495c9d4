import "server-only";
import { statfsSync } from "node:fs";
import { noRoom } from "./outage";

/** The embedded database keeps these bytes for itself: a disk with none left would take reads away too. */
const reserve = 32 * 1024 * 1024;
/** How long an answer of the system is believed. */
const fresh = 500;

type Watched = { folder: string; readAt: number; isFull: boolean };

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumRoom?: Watched };

/** Refuses writes from now on while the disk of the embedded database is nearly full; reads go on. */
export function watchRoom(folder: string): void {
  shared.lyceumRoom = { folder, readAt: Number.NEGATIVE_INFINITY, isFull: false };
}

/** @throws AppError INSUFFICIENT_STORAGE when the database should not grow now */
export function requireRoomForRows(): void {
  const watched = shared.lyceumRoom;
  if (!watched) return;
  if (performance.now() - watched.readAt > fresh) {
    const { bavail, bsize } = statfsSync(/*turbopackIgnore: true*/ watched.folder);
    Object.assign(watched, { readAt: performance.now(), isFull: bavail * bsize < reserve });
  }
  if (watched.isFull) throw noRoom();
}
