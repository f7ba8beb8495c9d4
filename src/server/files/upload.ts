import "server-only";
import { AppError } from "@/lib/errors";
import { stat } from "@/server/builtins";
import { say } from "@/server/messages";
import { notify, type StoredUpload, storedUpload } from "./complete";
import type { OnDisk } from "./configure";
import {
  cutCompleted,
  deleteFromDisk,
  finish,
  moveIn,
  receivedBytes,
  requireDiskSpaceFor,
  storedPath,
  truncateTo,
  withWriteLock,
} from "./disk";
import { Interrupted, rangeStart, receive } from "./receive";
import { deleteUnpublished, describe, isPublished, markStored, reserveKey } from "./records";
import type { Reservation } from "./upload-urls";

function notExpected(): AppError {
  return new AppError("CONFLICT", say("notAwaited"));
}

function underWay(): AppError {
  return new AppError("CONFLICT", say("uploadInProgress"));
}

/**
 * Receives the bytes of a reserved upload, or takes `localFile`, and completes it. A rejected upload is deleted; an interrupted
 * one can be resumed. If another process is also writing the upload, or has completed it, it is left to that process.
 * @throws AppError; Interrupted if the client disconnects
 */
export async function upload(
  request: Request,
  reservation: Reservation,
  localFile: OnDisk | undefined,
): Promise<StoredUpload & { serverData: unknown }> {
  const { key, size } = reservation;
  return withWriteLock(key, async () => {
    const { start, missing } = await locateBytes(request, reservation);
    let [isFinished, isTheirs] = [false, false];
    try {
      await truncateTo(key, start);
      if (localFile) await moveIn(key, localFile);
      else {
        await requireDiskSpaceFor(missing);
        await receive(request, key, missing);
        isTheirs = (await receivedBytes(key)) !== size;
        if (isTheirs) throw underWay();
      }
      const file = storedUpload(key, Buffer.from(await finish(key)).toString("hex"));
      isFinished = true;
      // A stream of another process that began before this one was done still writes to the same file.
      if ((await stat(await storedPath(key))).size !== size) throw underWay();
      if (!(await markStored(key))) throw notExpected();
      return { ...file, serverData: reservation.slug === "" ? null : await runCallback(reservation, file) };
    } catch (error) {
      const isOver = !isFinished && (await cutCompleted(key, size));
      if (error instanceof Interrupted) throw error;
      isTheirs ||= isOver;
      if (isTheirs) throw underWay();
      await discard(key);
      throw error;
    }
  });
}

async function locateBytes(request: Request, reservation: Reservation): Promise<{ start: number; missing: number }> {
  const { key, slug, name, size, type } = reservation;
  const description = { name, size, type };
  const isReserved = slug === "" ? await reserveKey(key, description) : await describe(key, description);
  const received = await receivedBytes(key);
  if (!isReserved || received === undefined) throw notExpected();
  const start = rangeStart(request);
  if (start > received || start > size) {
    throw new AppError("CONFLICT", say("uploadLost"));
  }
  return { start, missing: size - start };
}

/** Runs the callback. A published file is never deleted, even if the response of the callback was lost. */
async function runCallback(reservation: Reservation, file: StoredUpload): Promise<unknown> {
  try {
    return await notify(reservation, file);
  } catch (error) {
    if (await isPublished(reservation.key)) return null;
    throw error;
  }
}

async function discard(key: string): Promise<void> {
  if (await deleteUnpublished(key)) await deleteFromDisk(key);
}
