import "server-only";
import { type Message, wordsOf } from "@/lib/catalogue";
import { AppError, type ErrorCode, statusOf } from "@/lib/errors";
import { say } from "@/lib/messages";
import { databaseErrorOf } from "@/server/db/database-errors";
import { log } from "@/server/observability/log";

/** Refusal of an upload: body of the store's response, or result of `onUploadComplete`. */
export type UploadRefusal = { error: Message; code: ErrorCode };

/** Converts an error to a refusal. Unexpected errors are logged and replaced by a general message. */
export function refusalOf(error: unknown): UploadRefusal {
  if (error instanceof AppError) return { error: error.message, code: error.code };
  logFailure(error);
  const outage = databaseErrorOf(error);
  return outage
    ? { error: outage.message, code: outage.code }
    : { error: say("unexpected"), code: "INTERNAL_SERVER_ERROR" };
}

export function isRefusal(value: unknown): value is UploadRefusal {
  if (typeof value !== "object" || value === null) return false;
  return "error" in value && typeof value.error === "string" && "code" in value && String(value.code) in statusOf;
}

/** Error response with the status of the refusal, for the SDK and other HTTP clients. */
export function errorResponse(error: unknown): Response {
  const { code, error: message } = refusalOf(error);
  return jsonResponse({ error: wordsOf(message), code }, statusOf[code]);
}

/** JSON response with `no-store`. */
export function jsonResponse(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** Logs a failure of the store without its message, which may contain signed URLs. */
export function logFailure(failure: unknown): void {
  const { name, code, stack } = failure as { name?: string; code?: string; stack?: string };
  const places = stack?.split("\n").filter((line) => line.trimStart().startsWith("at "));
  log().error({ error: { name, code, places } }, "files");
}
