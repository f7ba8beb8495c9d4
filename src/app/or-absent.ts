import { TRPCError } from "@trpc/server";

/** The value, or undefined if it does not exist or may not be seen. */
export async function orAbsent<Found>(found: Promise<Found>): Promise<Found | undefined> {
  return found.catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
}

const isAbsent = (error: unknown) =>
  error instanceof TRPCError && ["NOT_FOUND", "BAD_REQUEST", "FORBIDDEN"].includes(error.code);
