import "server-only";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { requireJson } from "@/server/rest/csrf";

export type JsonLimits = { mostBytes?: number; isOptional?: boolean };

/** Reads a JSON body with a size limit: its text, and the value. A missing optional body counts as an empty object. @throws AppError */
export async function readJson(request: Request, { mostBytes = 64 * 1024, isOptional = false }: JsonLimits) {
  if (!isOptional) requireJson(request);
  if (request.headers.has("content-encoding")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", say("sendPlainJson"));
  }
  const bytes = await readBytes(request, mostBytes);
  if (isOptional && bytes.length === 0) return { text: undefined, value: {} };
  requireJson(request);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw new AppError("BAD_REQUEST", say("notJson"));
  }
}

const bodyTimeout = 30_000;

/** Reads a body with limits on size and duration. @throws AppError PAYLOAD_TOO_LARGE, BAD_REQUEST */
export async function readBytes(
  request: Request,
  mostBytes: number,
  milliseconds = bodyTimeout,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new AppError("PAYLOAD_TOO_LARGE", say("atMost", mostBytes / 1024));
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
        // A lost or slow client is no server error.
        throw new AppError("BAD_REQUEST", say(isLate ? "timedOut" : "brokeOff"));
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

/**
 * Reads and discards the rest of a rejected body: clients read the response only after they have sent everything. Gives up on a
 * client that sends more, sends nothing for three seconds, or still sends after twenty.
 */
export async function discardRest(request: Request, mostBytes = 64 * 1024 * 1024): Promise<void> {
  if (!request.body || request.body.locked || request.signal.aborted) return;
  const reader = request.body.getReader();
  const cut = () => void reader.cancel().catch(() => {});
  const deadline = setTimeout(cut, 20_000);
  const idle = setTimeout(cut, 3_000);
  request.signal.addEventListener("abort", cut, { once: true });
  try {
    for (let dropped = 0; dropped < mostBytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      dropped += value.byteLength;
      idle.refresh();
    }
    cut();
  } catch {
  } finally {
    clearTimeout(deadline);
    clearTimeout(idle);
    request.signal.removeEventListener("abort", cut);
  }
}
