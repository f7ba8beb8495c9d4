import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { proofNames } from "../prove/proof";

// One after the other: each of them loads the machine as it needs.
test.describe.configure({ mode: "default" });

// The quick half of `npm run prove`.
for (const name of proofNames()) {
  test(`the proof "${name}" holds`, async () => {
    test.setTimeout(240_000);
    const words = ["scripts/run.mjs", "scripts/prove.ts", name, "quick"];
    const proving = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
    const [said, complained, [code]] = await Promise.all([
      text(proving.stdout),
      text(proving.stderr),
      once(proving, "exit") as Promise<[number | null]>,
    ]);
    expect(code, `${said}\n${complained}`).toBe(0);
    expect(said).toMatch(/^\| .+ \| yes \|$/m);
  });
}
