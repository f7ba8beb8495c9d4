import "server-only";
import { join } from "node:path";
import { Tinypool } from "tinypool";

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumHashes?: Tinypool };

function thread(): Tinypool {
  shared.lyceumHashes ??= new Tinypool({
    filename: join(/*turbopackIgnore: true*/ process.cwd(), "src/server/files/hash-thread.mjs"),
    name: "sha256Of",
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    // What the process itself was started with is not the thread's business.
    execArgv: [],
    env: {},
  });
  return shared.lyceumHashes;
}

/**
 * The SHA-256 of a file on this disk. A thread of its own reads it: a large file takes as long to hash as thousands of answers
 * to give. @throws Error where it cannot be read
 */
export async function sha256Of(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return thread().run(path);
}
