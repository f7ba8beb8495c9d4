/** The product cannot start, or a command cannot run; the message is one sentence for the console. */
export class StartError extends Error {
  override name = "StartError";
}

/** Why something failed, for the end of a sentence. A failed connection to several addresses has a code but no message. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message, code, name } = cause as NodeJS.ErrnoException;
  return (message || code || name).replace(/\.$/, "");
}

/** System error code, for example ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
