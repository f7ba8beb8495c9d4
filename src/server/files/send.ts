import "server-only";
import { AppError } from "@/lib/errors";
import { openAsBlob } from "@/server/builtins";
import { say } from "@/server/messages";
import { files, storageOptions } from "./configure";
import type { ReceivedFile } from "./parse-form";
import { logFailure } from "./responses";
import { utapi } from "./uploadthing";

/** Uploads a file of this disk to the store, or moves it into the embedded one, and returns its key. */
export async function sendToStore({ path, name, type, size, sha256 }: ReceivedFile): Promise<string> {
  const file = new File([await openAsBlob(path)], name, { type });
  files().onDisk.set(file, { path, size, sha256: new Uint8Array(Buffer.from(sha256, "hex")) });
  const { data, error } = await withoutSdkWarnings(async () => (await utapi()).uploadFiles(file, storageOptions()));
  if (data) return data.key;
  logFailure(error);
  throw new AppError("SERVICE_UNAVAILABLE", say("notStored"));
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
