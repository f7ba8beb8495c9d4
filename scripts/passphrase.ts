import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/**
 * Asks for a passphrase at the terminal without showing it, or reads the first line of a pipe. Undefined if there is nobody to
 * ask.
 */
export async function askPassphrase(refused: string | undefined): Promise<string | undefined> {
  const isTyped = process.stdin.isTTY === true;
  // A pipe has no second answer.
  if (refused !== undefined && !isTyped) return undefined;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTyped });
  if (refused !== undefined) process.stdout.write(`${refused}\n`);
  if (isTyped) process.stdout.write("Passphrase of this backup: ");
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(undefined));
    });
  } finally {
    if (isTyped) process.stdout.write("\n");
    lines.close();
  }
}
