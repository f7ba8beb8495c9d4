import "server-only";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { markDatabaseError } from "@/server/observability/request-scope";

/**
 * SQLSTATEs and error codes of Prisma, its adapter and the system for a database that is down, overloaded or read-only
 * (25006). 26000 and 42P05: a pooled connection lost its prepared statement.
 */
const outageCode =
  /^(08\w{3}|57P0[1-5]|25006|26000|42P05|53[234]\w{2}|25P0[34]|P10(01|02|08|11|17)|P20(24|37)|DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
// A statement or a transaction that takes too long may be a fault of the program as well.
const timeoutCode = /^(57014|P2028)$/;
const conflictCode = /^(40001|40P01|P2034|TransactionWriteConflict)$/;
const foreignKeyCode = /^(23503|P2003|ForeignKeyConstraintViolation)$/;
const databaseFullCode = /^53100$/;
const diskFullCode = /^(53100|ENOSPC|EDQUOT)$/;
// Driver errors without a code.
const outageMessage =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying|Client (has encountered a connection error|was closed)|Query read timeout$|Cannot use a pool after|The database is not open)|server closed the connection/;

type Found = { codes: string[]; messages: string[] };

function codesAndMessagesOf(error: unknown, depth = 0): Found {
  if (!(error instanceof Object) || depth > 6) return { codes: [], messages: [] };
  const { name, code, kind, originalCode, originalMessage, message, syscall, cause, meta } = error as Record<
    string,
    unknown
  >;
  // A missing socket means that the server is down. Prisma opens no other files.
  const isSocket = code === "ENOENT" && (syscall === "connect" || name === "PrismaClientKnownRequestError");
  const inner = meta instanceof Object && "driverAdapterError" in meta ? meta.driverAdapterError : undefined;
  const below = [cause, inner].map((one) => codesAndMessagesOf(one, depth + 1));
  const words = (...some: unknown[]) => some.filter((word) => typeof word === "string");
  return {
    codes: [...words(isSocket ? "ECONNREFUSED" : code, kind, originalCode), ...below.flatMap(({ codes }) => codes)],
    messages: [...words(message, originalMessage), ...below.flatMap(({ messages }) => messages)],
  };
}

const matches = (error: unknown, ...patterns: RegExp[]) => {
  const { codes, messages } = codesAndMessagesOf(error);
  return [...codes, ...messages].some((word) => patterns.some((pattern) => pattern.test(word)));
};

/** The codes of an error and of its causes, of PostgreSQL, Prisma and the system. They contain no user input. */
export function codesOf(error: unknown): string[] {
  return [...new Set(codesAndMessagesOf(error).codes)].filter((code) => /^[A-Z0-9_]{1,40}$/.test(code));
}

/** True if a concurrent transaction caused the failure, so that a retry can succeed. */
export function isConflict(error: unknown): boolean {
  return matches(error, conflictCode);
}

/** The unique index that rejected a row; undefined for any other failure. */
export function violatedIndex(error: unknown): string | undefined {
  const { messages } = codesAndMessagesOf(error);
  return /unique constraint "(\w+)"/.exec(messages.join("\n"))?.[1];
}

export function diskFullError(): AppError {
  return new AppError("INSUFFICIENT_STORAGE", say("noRoom"));
}

/** Maps an outage, a conflict, a timeout or a full disk to an error for users; undefined for any other error. */
export function databaseErrorOf(error: unknown): AppError | undefined {
  const outage = matches(error, diskFullCode)
    ? diskFullError()
    : matches(error, outageCode, outageMessage, timeoutCode, conflictCode)
      ? unavailableError()
      : undefined;
  if (outage) outage.cause = error;
  return outage;
}

/** True if the database does not answer or takes no writes; a conflict, a statement timeout or a full disk for files is not an outage. */
export function isOutage(error: unknown): boolean {
  return matches(error, outageCode, outageMessage, databaseFullCode);
}

/** Why the server took no write, for the end of a sentence at the console; undefined for any other error. */
export function writeRefusalOf(error: unknown): string | undefined {
  if (matches(error, diskFullCode)) return "the disk is full";
  return matches(error, /^25006$/) ? "the database takes no writes, as a standby or a full server does" : undefined;
}

/**
 * Like {@link databaseErrorOf}, and also covers a change that refers to a row deleted in the meantime, or deletes a row that is
 * now in use.
 */
export function databaseRefusalOf(error: unknown): AppError | undefined {
  const outage = databaseErrorOf(error);
  if (outage || !matches(error, foreignKeyCode)) return outage;
  const refusal = new AppError("CONFLICT", say("changedMeanwhile"));
  refusal.cause = error;
  return refusal;
}

function unavailableError(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", say("notNow"), undefined, { "retry-after": "2" });
}

/** If an outage is the cause, makes the page respond with 503 instead of 500. */
export function noteDatabaseError(error: unknown): void {
  if (databaseErrorOf(error)) markDatabaseError();
}
