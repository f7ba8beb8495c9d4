import "server-only";
import { PassThrough, type Readable } from "node:stream";
import { stat } from "@/server/builtins";
import { saltName } from "./manifest";
import { type Archive, openArchive } from "./read";
import { type ArchiveWriter, archiveTo } from "./write";

/** Its content, its size, the time (UTC) of the backed-up data, and the keys of the files that it lacks. */
export type Resealed = { content: Readable; bytes: number; at: string; missing: string[] };

/**
 * Re-encrypts a sealed archive of this product with another passphrase while it is read, without writing plain text to disk.
 * The size stays the same. Destroy the stream to stop early.
 * @throws StartError
 */
export async function reseal(path: string, from: string, to: string): Promise<Resealed> {
  const { size } = await stat(path);
  const archive = await openArchive(path, from, true);
  const content = new PassThrough();
  // The reader reports the error.
  content.on("error", () => {});
  const writer = archiveTo(content, to);
  void writer
    .then((opened) => copy(archive, opened))
    .catch((error: unknown) => content.destroy(error instanceof Error ? error : new Error(String(error))))
    .finally(() => archive.close());
  const { at, missing } = archive.manifest;
  return { content, bytes: size, at, missing };
}

async function copy({ manifest, read }: Archive, writer: ArchiveWriter): Promise<void> {
  const { parts, ...described } = manifest;
  for (const name of Object.keys(parts)) if (name !== saltName) await writer.add(name, await read(name));
  await writer.finish(described);
}
