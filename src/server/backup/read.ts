import "server-only";
import { createHash } from "node:crypto";
import { type Readable, pipeline as through } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { codeOf, StartError } from "@/lib/start-error";
import { type Manifest, manifest, manifestName, saltName } from "./manifest";
import { deriveSeal, type Seal } from "./seal";

export type Archive = {
  manifest: Manifest;
  /** Content of a part. Trust it only after reading to the end. */
  read(name: string): Promise<Readable>;
  close(): void;
};

/** The archive needs another passphrase, or needs one at all. */
export class WrongPassphrase extends StartError {}

/**
 * Verifies every byte of an archive and opens it. With `unverified`, opens an archive of our own without verifying it again,
 * because it was verified when it was made; altered parts then fail at their end.
 * @throws StartError if it is altered, WrongPassphrase
 */
export async function openArchive(path: string, passphrase: string | undefined, unverified = false): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw notOpened(path, error);
  });
  try {
    const entries = await entriesOf(zip);
    const seal = await sealFor(zip, entries, passphrase);
    const read = async (name: string) => {
      const bytes = await stored(zip, entries, name);
      // An error in any stage destroys the last stream.
      return seal ? through(bytes, seal.open(), () => {}) : bytes;
    };
    const list = await manifestOf(zip, entries, seal);
    if (!unverified) await verify(zip, entries, list);
    return { manifest: list, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof StartError ? error : damaged(path, error);
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

function stored(zip: ZipFile, entries: Map<string, Entry>, name: string): Promise<Readable> {
  const entry = entries.get(name);
  if (!entry) throw new Error(`It lacks ${name}.`);
  return zip.openReadStreamPromise(entry);
}

async function sealFor(zip: ZipFile, entries: Map<string, Entry>, passphrase: string | undefined) {
  if (!entries.has(saltName)) return undefined;
  if (passphrase === undefined)
    throw new WrongPassphrase("This backup is sealed, and opens with its passphrase only. Nothing was changed.");
  return deriveSeal(passphrase, await text(await stored(zip, entries, saltName)));
}

async function manifestOf(zip: ZipFile, entries: Map<string, Entry>, seal: Seal | undefined): Promise<Manifest> {
  const bytes = await buffer(await stored(zip, entries, manifestName));
  if (!seal) return manifest.parse(JSON.parse(bytes.toString()));
  const opening = seal.open();
  opening.end(bytes);
  const open = await text(opening).catch((error: unknown) => {
    throw new WrongPassphrase(
      "This passphrase does not open this backup, or the file was altered. Nothing was changed.",
      {
        cause: error,
      },
    );
  });
  return manifest.parse(JSON.parse(open));
}

async function verify(zip: ZipFile, entries: Map<string, Entry>, { parts }: Manifest): Promise<void> {
  const extra = [...entries.keys()].find((name) => !(name in parts) && name !== manifestName);
  if (extra !== undefined) throw new Error(`It contains ${extra}, which is not listed.`);
  for (const [name, { sha256 }] of Object.entries(parts)) {
    const hash = createHash("sha256");
    await pipeline(await stored(zip, entries, name), hash);
    if (hash.digest("hex") !== sha256) throw new Error(`Its part ${name} was altered.`);
  }
}

function notOpened(path: string, cause: unknown): StartError {
  if (codeOf(cause) === "ENOENT") return new StartError(`There is no file ${path}.`, { cause });
  if (codeOf(cause) === "EISDIR") return new StartError(`${path} is a folder. Name the archive in it.`, { cause });
  if (["EACCES", "EPERM"].includes(codeOf(cause) ?? "")) {
    const advice =
      "Make the account the owner of the file (chown), and put the file into a folder that it may open. Nothing was changed.";
    return new StartError(`This account may not read ${path}. ${advice}`, { cause });
  }
  return damaged(path, cause);
}

function damaged(path: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(`${path} is not a complete backup of Lyceum, so nothing was changed: ${reason}`, { cause });
}
