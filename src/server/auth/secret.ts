import "server-only";
import { randomUUID } from "node:crypto";
import { env } from "@/env";
import { reasonOf, StartError } from "@/lib/start-error";
import { join, link, mkdir, open, readFile, unlink } from "@/server/builtins";
import { wrongOwner } from "@/server/postgres/data-dir";
import { processState } from "@/server/process-state";
import { newToken } from "./passwords";

const shared = processState<{ lyceumSecret?: string }>();

/** Loads the secret of the product: `NEXTAUTH_SECRET`, or the one in the data folder, created at the first start. */
export async function openSecret(): Promise<string> {
  shared.lyceumSecret = env().NEXTAUTH_SECRET ?? (await keptSecret(join(env().DATA_DIR, "secrets")));
  return shared.lyceumSecret;
}

/** The secret loaded by {@link openSecret}. */
export function secret(): string {
  if (!shared.lyceumSecret) throw new Error("The secret is not open.");
  return shared.lyceumSecret;
}

/** What another secret breaks, besides the logins. */
export const sealedBySecret = "authenticator codes, recovery codes, printed access codes and unsubscribe links";

async function keptSecret(folder: string): Promise<string> {
  const path = join(folder, "nextauth");
  const read = () => readFile(path, "utf8");
  const text = await read().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EACCES") throw wrongOwner(path, error);
    if (error.code !== "ENOENT") throw unusable(path, `cannot be read (${reasonOf(error)})`, error);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await createSecret(path);
    return read();
  });
  // Editors add a line break at the end. An empty secret would let nobody log in.
  const kept = text.trim();
  if (kept.length < 32) throw unusable(path, "has fewer than 32 characters");
  return kept;
}

function unusable(path: string, fault: string, cause?: unknown): StartError {
  return new StartError(
    `The secret ${path} ${fault}: restore it from a backup. If there is none, delete it: the next start makes another one, with which all logins, ${sealedBySecret} are invalid.`,
    { cause },
  );
}

/** Creates the secret file atomically; of concurrent starts, the first one wins. */
async function createSecret(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  await file.writeFile(newToken());
  await file.sync();
  await file.close();
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
}
