import "server-only";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { env } from "@/env";
import { AppError } from "@/lib/errors";
import { log } from "@/server/log";

const patience = 60_000;
const standardPort = 3310;
// What clamd answers when a file is longer than its StreamMaxLength.
const sizeRefused = "INSTREAM size limit exceeded. ERROR";

/**
 * Has the virus scanner at `address` look at a file of this disk (clamd's INSTREAM); does nothing where none is set.
 * @throws AppError UNPROCESSABLE_CONTENT for an infected file; PAYLOAD_TOO_LARGE for one that is larger than the scanner
 *   takes; SERVICE_UNAVAILABLE when the scanner gives no verdict
 */
export async function scanFile(path: string, address = env().SCANNER_URL): Promise<void> {
  if (address === undefined) return;
  const verdict = await verdictOn(path, new URL(address)).catch(noVerdict);
  if (verdict === "stream: OK") return;
  if (verdict === sizeRefused) throw tooLargeToScan();
  if (!/^stream: .+ FOUND$/.test(verdict)) noVerdict(new Error(`it answered "${verdict.slice(0, 100)}"`));
  throw new AppError(
    "UNPROCESSABLE_CONTENT",
    "The virus scanner found something harmful in this file. Please check your computer and choose a clean file.",
  );
}

function tooLargeToScan(): AppError {
  log().error("the virus scanner takes no file of this size: raise its StreamMaxLength to MAX_UPLOAD_MB at least");
  return new AppError(
    "PAYLOAD_TOO_LARGE",
    "This file is larger than the virus scanner takes, so it was not published. Please choose a smaller file, or ask whoever runs the site to raise the scanner’s StreamMaxLength.",
  );
}

function noVerdict(reason: unknown): never {
  log().error({ reason: reason instanceof Error ? reason.message : "unknown" }, "the virus scanner gave no verdict");
  throw new AppError(
    "SERVICE_UNAVAILABLE",
    "The file could not be checked for viruses, so it was not published. Please try again in a few minutes.",
  );
}

async function verdictOn(path: string, { hostname, port }: URL): Promise<string> {
  const signal = AbortSignal.timeout(patience);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || standardPort) });
  const stop = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await once(socket, "connect");
    socket.write("zINSTREAM\0");
    const answered = answerOf(socket);
    // A scanner that has seen enough answers and hangs up before the end.
    const sent = pipeline(createReadStream(/*turbopackIgnore: true*/ path), framed, socket, { end: false, signal });
    await Promise.race([sent.catch(() => answered), answered]);
    return await answered;
  } finally {
    signal.removeEventListener("abort", stop);
    socket.destroy();
  }
}

/** Each piece after its length; a length of nothing ends them. */
async function* framed(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.concat([lengthOf(piece), piece]);
  yield Buffer.alloc(4);
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = "";
  for await (const piece of socket as AsyncIterable<Buffer>) {
    answer += piece.toString("latin1");
    if (answer.includes("\0") || answer.length > 4096) break;
  }
  return answer.split("\0")[0]?.trim() ?? "";
}
