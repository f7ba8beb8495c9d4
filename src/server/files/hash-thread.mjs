// What a thread of `hash.ts` runs.
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

const piece = Buffer.allocUnsafeSlow(1024 * 1024);

/** The SHA-256 of a file. @param {string} path */
export function sha256Of(path) {
  const file = openSync(path, "r");
  try {
    const hash = createHash("sha256");
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
    return new Uint8Array(hash.digest());
  } finally {
    closeSync(file);
  }
}
