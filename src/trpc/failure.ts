import type { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/features";
import type { ErrorCode, Issue } from "@/lib/errors";

export type FormErrors = Partial<Record<string, string>>;

/** A refusal that is not a procedure's answer; its message is written for the person. */
export class RefusedError extends Error {
  readonly issues: Issue<string>[];
  readonly code: ErrorCode | undefined;

  constructor(message: string, issues: Issue<string>[] = [], code?: ErrorCode) {
    super(message);
    this.issues = issues;
    this.code = code;
  }
}

/** The message of a failed call for the person: the server's, or `fallback` if no answer came. */
export function messageOf(error: unknown, fallback: string): string {
  return isAnswered(error) || error instanceof RefusedError ? error.message : fallback;
}

/** The code of a refusal; undefined if no answer came. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof RefusedError ? error.code : isAnswered(error) ? error.data?.code : undefined;
}

/** The id of the existing item, if the refusal names it. */
export function existingIdOf(error: unknown): string | undefined {
  return isAnswered(error) ? error.data?.existingId : undefined;
}

export function issuesOf(error: unknown): Issue<string>[] {
  return (error instanceof RefusedError ? error.issues : isAnswered(error) ? error.data?.issues : undefined) ?? [];
}

/** The server's messages about single fields; a fault of an item counts as one of its list. */
export function faultsOf(error: unknown): FormErrors {
  return Object.fromEntries(issuesOf(error).map(({ path, message }) => [path.findLast(isName), message]));
}

/** Writes faults to the console: no answer, an error of the server, or bad input that no form field can explain. */
export function reportFailure(error: unknown): void {
  const isUnknownField = isAnswered(error) && error.data?.key === "lib.unknownFields";
  const isMisasked = isUnknownField || issuesOf(error).some(({ path }) => !path.some(isName));
  if (isWorthRetrying(error) || isMisasked) console.error(error);
}

/** False if the same call cannot have another result, because the server has understood and refused it. */
export function isWorthRetrying(error: unknown): boolean {
  return !isAnswered(error) || (error.data?.httpStatus ?? 500) >= 500;
}

const isName = (part: unknown) => typeof part === "string";

// Checks the data, not the class: importing the class here would split the tRPC client into a chunk of its own.
function isAnswered(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof Error && "data" in error && Boolean(error.data);
}
