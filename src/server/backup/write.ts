import "server-only";
import { createHash } from "node:crypto";
import { Readable, Transform, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { dirname, open, rename, rm } from "@/server/builtins";
import { type Manifest, manifestName, type Part, saltName } from "./manifest";
import { deriveSeal, type Seal } from "./seal";

export type ArchiveWriter = {
  add(name: string, content: Readable): Promise<void>;
  finish(manifest: Omit<Manifest, "parts">): Promise<void>;
};

/** Writes a zip archive, encrypted if there is a passphrase, with backpressure from `output`. */
export async function archiveTo(output: Writable, passphrase: string | undefined): Promise<ArchiveWriter> {
  const zip = new ZipFile();
  // Errors reject the promises below.
  zip.on("error", () => {});
  const seal = passphrase === undefined ? undefined : await deriveSeal(passphrase);
  const ended = pipeline(zip.outputStream, output);
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
    try {
      await Promise.race([Promise.all([written, finished(measured)]), ended.then(unfinished)]);
    } catch (error) {
      content.destroy();
      throw error;
    }
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
  };
}

/** Like {@link archiveTo}, into a new private file, which is deleted if `fill` fails. */
export async function writeArchive(
  path: string,
  passphrase: string | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    // A full disk fails this stream.
    await fill(await archiveTo(file.createWriteStream({ flush: true, autoClose: true }), passphrase));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

function unfinished(): never {
  throw new Error("The archive ended before everything was written.");
}

/** Renames a complete file and syncs the folder. */
export async function nameFile(unfinishedPath: string, path: string): Promise<void> {
  await rename(unfinishedPath, path);
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}
