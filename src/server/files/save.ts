import "server-only";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/errors";
import { codeOf } from "@/lib/start-error";
import { createWriteStream } from "@/server/builtins";
import { say } from "@/server/messages";

const quarterMegabyte = 256 * 1024;

/** Error for a disk without room for a file. */
export function diskFull(): AppError {
  return new AppError("INSUFFICIENT_STORAGE", say("noRoomForFile"));
}

/** Streams into a private file. `inspect` sees each chunk and throws to reject it. An interrupted file stays. */
export async function save(
  bytes: Readable,
  path: string,
  flags: "a" | "wx",
  inspect: (chunk: Buffer) => void,
  signal: AbortSignal,
): Promise<void> {
  // Buffers chunks while the disk is busy and then writes them together.
  const file = createWriteStream(path, {
    mode: 0o600,
    highWaterMark: quarterMegabyte,
    flags,
  });
  const closed = new Promise<void>((resolve) => file.once("close", () => resolve()));
  // Attach the listener and the pipe in one tick, or only the listener would get the first chunk.
  bytes.on("data", (piece: Buffer) => {
    try {
      inspect(piece);
    } catch (error) {
      // The pipe still holds the rejected chunk: it must not reach the disk.
      file.destroy(error instanceof Error ? error : undefined);
    }
  });
  try {
    await pipeline(bytes, file, { signal });
  } catch (error) {
    throw ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "") ? diskFull() : error;
  } finally {
    await closed;
  }
}
