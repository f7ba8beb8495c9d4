import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/api/root";
import type { Issue } from "@/lib/errors";

/** What a failed call has to say to the person: the server's sentence, or `fallback` when no answer came. */
export function messageOf(error: unknown, fallback: string): string {
  return isAnswered(error) ? error.message : fallback;
}

/** What is wrong with single fields, as the server says. */
export function issuesOf(error: unknown): Issue[] {
  return (isAnswered(error) && error.data?.issues) || [];
}

function isAnswered(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError && Boolean(error.data);
}
