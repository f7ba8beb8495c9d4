import "server-only";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { env } from "@/env";
import { AppError } from "@/lib/errors";
import { createReadStream } from "@/server/builtins";
import { say } from "@/server/messages";
import { log } from "@/server/observability/log";

const timeout = 60_000;
const standardPort = 3310;
// Response of clamd if a file exceeds its StreamMaxLength.
const sizeLimitResponse = "INSTREAM size limit exceeded. ERROR";

/**
 * Scans a file with clamd (INSTREAM) at `address`, if one is configured. @throws AppError UNPROCESSABLE_CONTENT for
 * malware; PAYLOAD_TOO_LARGE if the scanner rejects the size; SERVICE_UNAVAILABLE without a verdict
 */
export async function scanFile(path: string, address = env().SCANNER_URL): Promise<void> {
  if (address === undefined) return;
  const verdict = await verdictOn(path, new URL(address)).catch(noVerdict);
  if (verdict === "stream: OK") return;
  if (verdict === sizeLimitResponse) throw tooLargeToScan();
  if (!/^stream: .+ FOUND$/.test(verdict)) noVerdict(new Error(`it answered "${verdict.slice(0, 100)}"`));
  throw new AppError("UNPROCESSABLE_CONTENT", say("infected"));
}

function tooLargeToScan(): AppError {
  log().error("the virus scanner takes no file of this size: raise its StreamMaxLength to MAX_UPLOAD_MB at least");
  return new AppError("PAYLOAD_TOO_LARGE", say("tooLargeToScan"));
}

function noVerdict(reason: unknown): never {
  log().error({ reason: reason instanceof Error ? reason.message : "unknown" }, "the virus scanner gave no verdict");
  throw new AppError("SERVICE_UNAVAILABLE", say("notScanned"));
}

async function verdictOn(path: string, { hostname, port }: URL): Promise<string> {
  const signal = AbortSignal.timeout(timeout);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || standardPort) });
  const stop = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await once(socket, "connect");
    socket.write("zINSTREAM\0");
    const answered = answerOf(socket);
    // clamd may respond and disconnect before the end of the stream.
    const sent = pipeline(createReadStream(path), lengthPrefixed, socket, {
      end: false,
      signal,
    });
    await Promise.race([sent.catch(() => answered), answered]);
    return await answered;
  } finally {
    signal.removeEventListener("abort", stop);
    socket.destroy();
  }
}

async function* lengthPrefixed(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
