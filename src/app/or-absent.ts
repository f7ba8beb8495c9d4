import { TRPCError } from "@trpc/server";

/** What was found; undefined if there is no such thing, or it is not for the person. */
export async function orAbsent<Found>(found: Promise<Found>): Promise<Found | undefined> {
  return found.catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
}

const isAbsent = (error: unknown) =>
  error instanceof TRPCError && ["NOT_FOUND", "BAD_REQUEST", "FORBIDDEN"].includes(error.code);
