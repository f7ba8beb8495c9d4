import "server-only";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where mails are kept that leave by no mail server. */
export function mailFolder(dataDir: string): string {
  return join(/*turbopackIgnore: true*/ dataDir, "mail");
}

/** Keeps a mail as a file that mail programs open, whole or not at all; the same mail is one file, however often it is kept. */
export async function keepMail(dataDir: string, name: string, message: Buffer): Promise<void> {
  const folder = mailFolder(dataDir);
  await mkdir(/*turbopackIgnore: true*/ folder, { recursive: true, mode: 0o700 });
  const path = join(/*turbopackIgnore: true*/ folder, `${name}.eml`);
  const file = await open(/*turbopackIgnore: true*/ `${path}.part`, "w", 0o600);
  try {
    await file.writeFile(message);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(/*turbopackIgnore: true*/ `${path}.part`, path);
}

/** A mail that is kept: the id of its row, with which its name ends, and the name of its file. */
export type KeptMail = { id: string; name: string };

/** The mails that are kept. */
export async function listKeptMails(dataDir: string): Promise<KeptMail[]> {
  const names = await readdir(/*turbopackIgnore: true*/ mailFolder(dataDir)).catch(() => []);
  return names.flatMap((name) => {
    const id = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/.exec(name)?.[1];
    return id === undefined ? [] : [{ id, name }];
  });
}

/** Deletes a kept mail. */
export async function removeKeptMail(dataDir: string, name: string): Promise<void> {
  await rm(join(/*turbopackIgnore: true*/ mailFolder(dataDir), name), { force: true });
}

/** When a kept mail was written; undefined where its file is gone. */
export async function mailKeptAt(dataDir: string, name: string): Promise<Date | undefined> {
  const path = join(/*turbopackIgnore: true*/ mailFolder(dataDir), name);
  return (await stat(/*turbopackIgnore: true*/ path).catch(() => undefined))?.mtime;
}
