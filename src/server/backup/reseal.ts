import "server-only";
import { PassThrough, type Readable } from "node:stream";
import { stat } from "@/server/builtins";
import { saltName } from "./manifest";
import { type Archive, openArchive } from "./read";
import { type ArchiveWriter, archiveTo } from "./write";

/** Its bytes, their number, and the time (UTC) of what is in it. */
export type Resealed = { content: Readable; bytes: number; at: string };

/**
 * A sealed archive of this product, sealed anew with another passphrase while it is read: no open byte touches the disk. It is
 * as long as the archive. Destroy it to end before its end. @throws StartError
 */
export async function reseal(path: string, from: string, to: string): Promise<Resealed> {
  const { size } = await stat(path);
  const archive = await openArchive(path, from, true);
  const content = new PassThrough();
  // Whoever reads has the failure.
  content.on("error", () => {});
  const writer = archiveTo(content, to);
  void writer
    .then((opened) => copy(archive, opened))
    .catch((error: unknown) => content.destroy(error instanceof Error ? error : new Error(String(error))))
    .finally(() => archive.close());
  return { content, bytes: size, at: archive.manifest.at };
}

async function copy({ manifest, read }: Archive, writer: ArchiveWriter): Promise<void> {
  const { parts, ...described } = manifest;
  for (const name of Object.keys(parts)) if (name !== saltName) await writer.add(name, await read(name));
  await writer.finish(described);
}
