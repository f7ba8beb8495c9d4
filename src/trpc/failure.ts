import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/api/root";
import type { ErrorCode, Issue } from "@/lib/errors";
import type { Faults } from "@/lib/faults";

/** What a failed call has to say to the person: the server's sentence, or `fallback` when no answer came. */
export function messageOf(error: unknown, fallback: string): string {
  return isAnswered(error) ? error.message : fallback;
}

/** Which refusal it was; undefined when no answer came. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return isAnswered(error) ? error.data?.code : undefined;
}

/** What is wrong with single fields, as the server says. */
function issuesOf(error: unknown): Issue[] {
  return (isAnswered(error) && error.data?.issues) || [];
}

/** The same by the name of each field, for a form. */
export function faultsOf(error: unknown): Faults {
  return Object.fromEntries(issuesOf(error).map((issue) => [String(issue.path.at(-1)), issue.message]));
}

/** False when asking the same again can bring nothing else: the server has understood and refused. */
export function isWorthRetrying(error: unknown): boolean {
  return !isAnswered(error) || (error.data?.httpStatus ?? 500) >= 500;
}

function isAnswered(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError && Boolean(error.data);
}
