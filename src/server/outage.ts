import "server-only";
import { AppError } from "@/lib/errors";
import { nameOutage } from "./request";

/**
 * SQLSTATEs, codes of Prisma and its adapter, and of the system: the database is not there, or not in time, or takes no writes
 * (25006); or, on a connection that many statements share, the one before it that would have prepared it, or has (26000, 42P05).
 */
const away =
  /^(08\w{3}|57P0[1-5]|57014|25006|26000|42P05|53[234]\w{2}|25P0[34]|P10(01|02|08|11|17)|P20(24|28|37)|DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** What was to be written met what someone else wrote at the same time. */
const crossed = /^(40001|40P01|P2034|TransactionWriteConflict)$/;
const full = /^(53100|ENOSPC|EDQUOT)$/;
// The driver has no codes for these.
const cut =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying|Client (has encountered a connection error|was closed)|Query read timeout$|Cannot use a pool after|The database is not open)|server closed the connection/;

/** The codes and sentences of an error and of what caused it, as the driver, Prisma and tRPC wrap it. */
function wordsOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Object) || depth > 6) return [];
  const { name, code, kind, originalCode, message, syscall, cause, meta } = error as Record<string, unknown>;
  // The socket of a server that is down is not there; any other missing file is no outage, and Prisma opens none.
  const isSocket = code === "ENOENT" && (syscall === "connect" || name === "PrismaClientKnownRequestError");
  const inner = meta instanceof Object && "driverAdapterError" in meta ? meta.driverAdapterError : undefined;
  return [
    ...[isSocket ? "ECONNREFUSED" : code, kind, originalCode, message].filter((word) => typeof word === "string"),
    ...wordsOf(cause, depth + 1),
    ...wordsOf(inner, depth + 1),
  ];
}

const says = (error: unknown, ...patterns: RegExp[]) =>
  wordsOf(error).some((word) => patterns.some((pattern) => pattern.test(word)));

/** True when the database refused a transaction because of another one at the same time: to try again is right. */
export function isCrossed(error: unknown): boolean {
  return says(error, crossed);
}

/** The refusal of what failed for want of room. */
export function noRoom(): AppError {
  return new AppError("INSUFFICIENT_STORAGE", "There is no room left to save this. Please tell the institute.");
}

/**
 * What may be said where a failure is an outage: of the database, or of room on its disk. Undefined for any other. The
 * failure is the cause of what is answered, for the log.
 */
export function outageOf(error: unknown): AppError | undefined {
  const outage = says(error, full) ? noRoom() : says(error, away, cut, crossed) ? notNow() : undefined;
  if (outage) outage.cause = error;
  return outage;
}

function notNow(): AppError {
  const message = "This cannot be done right now. Please try again in a moment.";
  return new AppError("SERVICE_UNAVAILABLE", message, undefined, { "retry-after": "2" });
}

/** Has the page that is being rendered leave as 503 and not as a failure of ours, where an outage is why it cannot be shown. */
export function noteOutage(error: unknown): void {
  if (outageOf(error)) nameOutage();
}
