// The worker thread of `hash.ts`: answers each path with the SHA-256 of the file or the error, in order.
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { parentPort } from "node:worker_threads";

const piece = Buffer.allocUnsafeSlow(1024 * 1024);

/** @param {string} path */
function sha256Of(path) {
  const file = openSync(path, "r");
  try {
    const hash = createHash("sha256");
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
    return new Uint8Array(hash.digest());
  } finally {
    closeSync(file);
  }
}

parentPort?.on("message", (path) => {
  try {
    parentPort?.postMessage(sha256Of(path));
  } catch (error) {
    // An error loses its code when it is posted to another thread.
    const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
    parentPort?.postMessage({ message, code });
  }
});
