import "server-only";
import { openAsBlob } from "node:fs";
import { AppError } from "@/lib/errors";
import { logFailure } from "./answers";
import { files, keeping } from "./configure";
import type { ReceivedFile } from "./form";
import { utapi } from "./uploadthing";

/**
 * Puts a file of this disk into the store of this mode; the embedded one takes it over where it lies. Answers its key.
 * @throws AppError SERVICE_UNAVAILABLE
 */
export async function sendToStore({ path, name, type, size, sha256 }: ReceivedFile): Promise<string> {
  const file = new File([await openAsBlob(/*turbopackIgnore: true*/ path)], name, { type });
  files().onDisk.set(file, { path, size, sha256: new Uint8Array(Buffer.from(sha256, "hex")) });
  const { data, error } = await withoutSdkNotices(async () => (await utapi()).uploadFiles(file, keeping()));
  if (data) return data.key;
  logFailure(error);
  throw new AppError("SERVICE_UNAVAILABLE", "The file could not be stored right now. Please try again.");
}

let sending = 0;
let restore = () => {};

/** The SDK reads fields of its own that it deprecates, and says so past its log level. Other warnings are shown. */
async function withoutSdkNotices<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (sending === 0) restore = filterWarnings();
  sending += 1;
  try {
    return await work();
  } finally {
    sending -= 1;
    if (sending === 0) restore();
  }
}

function filterWarnings(): () => void {
  const { warn } = console;
  const filtered = (...parts: unknown[]) => {
    if (!String(parts[0]).includes("[uploadthing][deprecated]")) warn(...parts);
  };
  console.warn = filtered;
  return () => {
    if (console.warn === filtered) console.warn = warn;
  };
}
