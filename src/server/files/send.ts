import "server-only";
import { randomBytes, randomInt } from "node:crypto";
import { AppError, fieldError } from "@/lib/errors";
import { openAsBlob } from "@/server/builtins";
import type { UploadOwner } from "@/server/generated/prisma/client";
import { say } from "@/server/messages";
import { files, storageOptions } from "./configure";
import { finish, moveIn } from "./disk";
import type { ReceivedFile } from "./parse-form";
import { reserveOwned } from "./records";
import { logFailure } from "./responses";
import { flawOf } from "./upload-urls";
import { utapi } from "./uploadthing";

/** Uploads a file of this disk to the store, or moves it into the embedded one, and returns its key. */
export async function sendToStore({ path, name, type, size, sha256 }: ReceivedFile): Promise<string> {
  // The SDK derives the key from these fields and the millisecond, in which two equal files can arrive.
  const lastModified = randomInt(2 ** 48 - 1);
  const file = new File([await openAsBlob(path)], name, { type, lastModified });
  files().onDisk.set(file, { path, size, sha256: new Uint8Array(Buffer.from(sha256, "hex")) });
  const { data, error } = await withoutSdkWarnings(async () => (await utapi()).uploadFiles(file, storageOptions()));
  if (data) return data.key;
  logFailure(error);
  throw new AppError("SERVICE_UNAVAILABLE", say("notStored"));
}

/**
 * Stores a file of this disk as the private file of a row, not inspected yet, and returns its key. The row is written first.
 * @throws AppError BAD_REQUEST for a file that is empty or has an unusable name
 */
export async function keepPrivate(file: ReceivedFile, owner: UploadOwner, ownerId: string): Promise<string> {
  const { path, name, type, size, sha256 } = file;
  const flaw = flawOf(file);
  if (flaw) throw fieldError("file", flaw);
  const key = randomBytes(24).toString("hex");
  await reserveOwned(key, owner, ownerId, { name, type, size });
  await moveIn(key, { path, size, sha256: new Uint8Array(Buffer.from(sha256, "hex")) });
  await finish(key);
  return key;
}

let sending = 0;
let restore = () => {};

/** The SDK warns about fields that it deprecates and reads itself. Other warnings still appear. */
async function withoutSdkWarnings<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (sending === 0) restore = filtered();
  sending += 1;
  try {
    return await work();
  } finally {
    sending -= 1;
    if (sending === 0) restore();
  }
}

function filtered(): () => void {
  const { warn } = console;
  const filtered = (...parts: unknown[]) => {
    if (!String(parts[0]).includes("[uploadthing][deprecated]")) warn(...parts);
  };
  console.warn = filtered;
  return () => {
    if (console.warn === filtered) console.warn = warn;
  };
}
