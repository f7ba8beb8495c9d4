import "server-only";
import { AppError } from "@/lib/errors";
import type { Promised } from "./addresses";
import { type Arrived, announce, arrived } from "./arrive";
import type { OnDisk } from "./configure";
import { adopt, asOnlyWriter, cutBack, erase, finish, receivedBytes, requireRoom } from "./disk";
import { Interrupted, rangeStart, receive } from "./receive";
import { describe, forget, isPublished, markStored, promiseOwnKey } from "./records";

function notAwaited(): AppError {
  return new AppError("CONFLICT", "This file is not awaited, or is here already. Please choose it again.");
}

/**
 * Takes the bytes of a promised upload, which `own` has where they are on this disk already, and has the application accept
 * them. What is refused on the way leaves neither file nor row; what merely broke off stays, and goes on with the next request.
 * @throws AppError; Interrupted when the sender left
 */
export async function take(
  request: Request,
  promised: Promised,
  own: OnDisk | undefined,
): Promise<Arrived & { serverData: unknown }> {
  return asOnlyWriter(promised.key, async () => {
    const { start, missing } = await place(request, promised);
    try {
      await cutBack(promised.key, start);
      if (own) await adopt(promised.key, own);
      else {
        await requireRoom(missing);
        await receive(request, promised.key, missing);
      }
      const file = arrived(promised.key, Buffer.from(await finish(promised.key)).toString("hex"));
      if (!(await markStored(promised.key))) throw notAwaited();
      return { ...file, serverData: promised.slug === "" ? null : await accepted(promised, file) };
    } catch (error) {
      if (!(error instanceof Interrupted)) await discard(promised.key);
      throw error;
    }
  });
}

/**
 * Where the bytes of this request begin, and how many are to come. What is there already may be sent again.
 * @throws AppError when this request may not bring them; nothing is touched then
 */
async function place(request: Request, promised: Promised): Promise<{ start: number; missing: number }> {
  const { key, slug, name, size, type } = promised;
  const description = { name, size, type };
  const awaited = slug === "" ? await promiseOwnKey(key, description) : await describe(key, description);
  const received = await receivedBytes(key);
  if (!awaited || received === undefined) throw notAwaited();
  const start = rangeStart(request);
  if (start > received || start > size) {
    throw new AppError("CONFLICT", "The upload lost its thread. Please choose the file again.");
  }
  return { start, missing: size - start };
}

/** What the application answers. A file it has published is never taken back, even when its answer got lost. */
async function accepted(promised: Promised, file: Arrived): Promise<unknown> {
  try {
    return await announce(promised, file);
  } catch (error) {
    if (await isPublished(promised.key)) return null;
    throw error;
  }
}

async function discard(key: string): Promise<void> {
  if (await forget(key)) await erase(key);
}
