import type { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/features";
import type { ErrorCode, Issue } from "@/lib/errors";

export type FormErrors = Partial<Record<string, string>>;

/** A refusal that came by another way than a procedure's answer; its message is written for the person. */
export class RefusedError extends Error {
  readonly issues: Issue<string>[];
  readonly code: ErrorCode | undefined;

  constructor(message: string, issues: Issue<string>[] = [], code?: ErrorCode) {
    super(message);
    this.issues = issues;
    this.code = code;
  }
}

/** What a failed call has to say to the person: the server's sentence, or `fallback` when no answer came. */
export function messageOf(error: unknown, fallback: string): string {
  return isAnswered(error) || error instanceof RefusedError ? error.message : fallback;
}

/** Which refusal it was; undefined when no answer came. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof RefusedError ? error.code : isAnswered(error) ? error.data?.code : undefined;
}

/** The id of what is there already, where the refusal names it. */
export function existingIdOf(error: unknown): string | undefined {
  return isAnswered(error) ? error.data?.existingId : undefined;
}

export function issuesOf(error: unknown): Issue<string>[] {
  return (error instanceof RefusedError ? error.issues : isAnswered(error) ? error.data?.issues : undefined) ?? [];
}

/** What is wrong with single fields, as the server says; an item of a list is a fault of the list. */
export function faultsOf(error: unknown): FormErrors {
  return Object.fromEntries(issuesOf(error).map(({ path, message }) => [path.findLast(isName), message]));
}

/** Writes faults to the console: no answer, an error of the server, or bad input that no form field can explain. */
export function reportFailure(error: unknown): void {
  const isMisasked = issuesOf(error).some(({ path }) => !path.some(isName));
  if (isWorthRetrying(error) || isMisasked) console.error(error);
}

/** False when asking the same again can bring nothing else: the server has understood and refused. */
export function isWorthRetrying(error: unknown): boolean {
  return !isAnswered(error) || (error.data?.httpStatus ?? 500) >= 500;
}

const isName = (part: unknown) => typeof part === "string";

// Checks the data, not the class: importing the class here would split the tRPC client into a chunk of its own.
function isAnswered(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof Error && "data" in error && Boolean(error.data);
}
