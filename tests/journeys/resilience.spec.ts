import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";

// Serial: each test loads the machine.
test.describe.configure({ mode: "default" });

// One forced end and one orderly end; `npm run resilience` runs these two at length, and all others.
for (const name of ["crash", "shutdown"]) {
  test(`the short form of the resilience test "${name}" reaches its goals`, async () => {
    test.setTimeout(240_000);
    const words = ["scripts/run.mjs", "scripts/resilience.ts", name, "quick"];
    const running = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
    const [said, complained, [code]] = await Promise.all([
      text(running.stdout),
      text(running.stderr),
      once(running, "exit") as Promise<[number | null]>,
    ]);
    expect(code, `${said}\n${complained}`).toBe(0);
    expect(said).toMatch(/^\| .+ \| yes \|$/m);
  });
}
