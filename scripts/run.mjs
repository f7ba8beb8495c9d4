// Runs a script of the product that is written in TypeScript: node scripts/run.mjs scripts/NAME.ts [ARGUMENT ...]
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureGenerated, ensureInstalled, root } from "./prepare.mjs";

// The scripts that run the product need nothing more; the others say what they miss.
await ensureInstalled(false);
await ensureGenerated();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
const child = spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
