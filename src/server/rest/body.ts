import "server-only";
import { AppError } from "@/lib/errors";
import { refuseOtherThanJson } from "@/server/origin";

// What a refused sender may go on sending, unkept, before it is cut off: it reads the answer only after that.
const patience = { bytes: 64 * 1024 * 1024, milliseconds: 20_000 };

/** Reads a JSON body of at most so many bytes, counted as they come. @throws AppError */
export async function readJson(request: Request, mostBytes: number): Promise<unknown> {
  refuseOtherThanJson(request);
  if (request.headers.has("content-encoding")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Please send JSON without a content encoding.");
  }
  const bytes = await readBytes(request, mostBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("BAD_REQUEST", "This is not JSON.");
  }
}

/** How long a body may take that is no file, in milliseconds. */
const longest = 30_000;

/**
 * Reads a body of at most so many bytes, counted as they come, that takes at most so many milliseconds.
 * @throws AppError PAYLOAD_TOO_LARGE, BAD_REQUEST
 */
export async function readBytes(
  request: Request,
  mostBytes: number,
  milliseconds = longest,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new AppError("PAYLOAD_TOO_LARGE", `Please send ${mostBytes / 1024} KB at most.`);
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  const reader = request.body?.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader?.releaseLock();
  }, milliseconds);
  try {
    for (let size = 0; reader; ) {
      const { done, value } = await reader.read().catch(() => {
        // The sender has left or is too slow, which is no failure of ours.
        const what = isLate ? "took too long" : "broke off";
        throw new AppError("BAD_REQUEST", `The request ${what}. Please send it again.`);
      });
      if (done) break;
      size += value.byteLength;
      if (size > mostBytes) {
        reader.releaseLock();
        throw tooLarge;
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Drops what an answered request still sends, within bounds: cut off at once, its sender would never see the answer. */
export async function dropRest(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  const reader = request.body.getReader();
  const cut = () => void reader.cancel().catch(() => {});
  const timeout = setTimeout(cut, patience.milliseconds);
  request.signal.addEventListener("abort", cut, { once: true });
  try {
    for (let dropped = 0; dropped < patience.bytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      dropped += value.byteLength;
    }
    cut();
  } catch {
    // The sender has left.
  } finally {
    clearTimeout(timeout);
    request.signal.removeEventListener("abort", cut);
  }
}
