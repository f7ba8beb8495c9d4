import "server-only";
import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/env";
import { newToken } from "./passwords";

const shared = globalThis as typeof globalThis & { lyceumSecret?: string };

/** Finds the key that seals cookies: `NEXTAUTH_SECRET`, else the one kept in the data folder, made at the first start. */
export async function openSecret(): Promise<string> {
  shared.lyceumSecret =
    env().NEXTAUTH_SECRET ?? (await keptSecret(join(/*turbopackIgnore: true*/ env().DATA_DIR, "secrets")));
  return shared.lyceumSecret;
}

/** The key that {@link openSecret} found. */
export function secret(): string {
  if (!shared.lyceumSecret) throw new Error("The secret is not open.");
  return shared.lyceumSecret;
}

async function keptSecret(folder: string): Promise<string> {
  await mkdir(/*turbopackIgnore: true*/ folder, { recursive: true, mode: 0o700 });
  const path = join(/*turbopackIgnore: true*/ folder, "nextauth");
  const read = () => readFile(/*turbopackIgnore: true*/ path, "utf8");
  return read().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await makeSecret(path);
    return read();
  });
}

/** Writes a new key whole or not at all; of several processes that start at once, the first one's stays. */
async function makeSecret(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(/*turbopackIgnore: true*/ draft, "wx", 0o600);
  await file.writeFile(newToken());
  await file.sync();
  await file.close();
  try {
    await link(/*turbopackIgnore: true*/ draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(/*turbopackIgnore: true*/ draft);
  }
}
