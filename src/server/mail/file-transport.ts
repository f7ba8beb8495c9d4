import "server-only";
import { join, mkdir, open, readdir, rename, rm, stat } from "@/server/builtins";

/** Folder of the emails that are stored as files because no mail server is configured. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, "mail");
}

/** Stores an email atomically as an .eml file; storing it again replaces the file. */
export async function storeEmail(dataDir: string, name: string, message: Buffer): Promise<void> {
  const folder = mailFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.eml`);
  const file = await open(`${path}.part`, "w", 0o600);
  try {
    await file.writeFile(message);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** A stored email: the id of its row, and its file name, which ends with that id. */
export type StoredEmail = { id: string; name: string };

export async function listStoredEmails(dataDir: string): Promise<StoredEmail[]> {
  const names = await readdir(mailFolder(dataDir)).catch(() => []);
  return names.flatMap((name) => {
    const id = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/.exec(name)?.[1];
    return id === undefined ? [] : [{ id, name }];
  });
}

export async function removeStoredEmail(dataDir: string, name: string): Promise<void> {
  await rm(join(mailFolder(dataDir), name), { force: true });
}

/** When a stored email was written; undefined if the file is missing. */
export async function emailStoredAt(dataDir: string, name: string): Promise<Date | undefined> {
  const path = join(mailFolder(dataDir), name);
  return (await stat(path).catch(() => undefined))?.mtime;
}
