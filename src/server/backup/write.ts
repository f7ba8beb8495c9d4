import "server-only";
import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable, Transform } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { type Manifest, manifestName, type Part, saltName } from "./manifest";
import { type Seal, sealOf } from "./seal";

export type ArchiveWriter = {
  /** Adds a part, and takes the next one only when all of it is written. */
  add(name: string, content: Readable): Promise<void>;
  /** Writes the list of all parts and ends the archive, so that it outlasts a power cut. */
  finish(manifest: Omit<Manifest, "parts">): Promise<void>;
  /** Gives it up. */
  discard(): Promise<void>;
};

/** Begins a zip archive at `path`, readable by this account alone and sealed where there is a passphrase. */
export async function writeArchive(path: string, passphrase: string | undefined): Promise<ArchiveWriter> {
  const zip = new ZipFile();
  const seal = passphrase === undefined ? undefined : sealOf(passphrase);
  const file = await open(/*turbopackIgnore: true*/ path, "wx", 0o600);
  // A full disk breaks the stream while a part is written, or at the end.
  const ended = pipeline(zip.outputStream, file.createWriteStream({ flush: true, autoClose: true }));
  ended.catch(() => {});
  const parts: Record<string, Part> = {};

  const put = async (name: string, content: Readable, sealed: Seal | undefined) => {
    const hash = createHash("sha256");
    let bytes = 0;
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    zip.addReadStream(measured, name, { compress: false, mode: 0o100600 });
    const written = pipeline([content, ...(sealed ? [sealed.seal()] : []), measured]);
    await Promise.race([Promise.all([written, finished(measured)]), ended.then(unfinished)]);
    parts[name] = { bytes, sha256: hash.digest("hex") };
  };

  if (seal) await put(saltName, Readable.from([Buffer.from(seal.salt)]), undefined);
  const add = (name: string, content: Readable) => put(name, content, seal);
  return {
    add,
    finish: async (manifest) => {
      const text = JSON.stringify({ ...manifest, parts: { ...parts } }, null, 1);
      await add(manifestName, Readable.from([Buffer.from(text)]));
      zip.end();
      await ended;
    },
    discard: async () => {
      await file.close().catch(() => {});
      await rm(/*turbopackIgnore: true*/ path, { force: true });
    },
  };
}

function unfinished(): never {
  throw new Error("The archive ended before all was written.");
}

/** Gives a file that is whole its name, so that the name itself outlasts a power cut. */
export async function nameFile(unfinishedPath: string, path: string): Promise<void> {
  await rename(/*turbopackIgnore: true*/ unfinishedPath, /*turbopackIgnore: true*/ path);
  const folder = await open(/*turbopackIgnore: true*/ dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}
