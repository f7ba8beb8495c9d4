import "server-only";
import { AppError, type ErrorCode, statusOf, unforeseen } from "@/lib/errors";
import { log } from "@/server/log";
import { outageOf } from "@/server/outage";

/**
 * How an upload tells the person's browser that it was refused: the body of the store's answer, and what
 * `onUploadComplete` returns to refuse a file (in the cloud it arrives as `serverData`).
 */
export type UploadRefusal = { error: string; code: ErrorCode };

/** The refusal an error means. One nobody foresaw is logged, and said in general words. */
export function refusalOf(error: unknown): UploadRefusal {
  if (error instanceof AppError) return { error: error.message, code: error.code };
  logFailure(error);
  const outage = outageOf(error);
  return outage ? { error: outage.message, code: outage.code } : { error: unforeseen, code: "INTERNAL_SERVER_ERROR" };
}

/** True for what {@link refusalOf} makes. */
export function isRefusal(value: unknown): value is UploadRefusal {
  if (typeof value !== "object" || value === null) return false;
  return "error" in value && typeof value.error === "string" && "code" in value && String(value.code) in statusOf;
}

/** A refusal with its own status: for the SDK, and for whoever sends what no browser of ours sends. */
export function refused(error: unknown): Response {
  const refusal = refusalOf(error);
  return answer(refusal, statusOf[refusal.code]);
}

/** A JSON answer that nobody keeps. */
export function answer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** Writes down a failure of the store. Messages can hold signed addresses; the name, the code and the places cannot. */
export function logFailure(failure: unknown): void {
  const { name, code, stack } = failure as { name?: string; code?: string; stack?: string };
  const places = stack?.split("\n").filter((line) => line.trimStart().startsWith("at "));
  log().error({ error: { name, code, places } }, "files");
}
