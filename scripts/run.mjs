// Runs a script of the product that is written in TypeScript: node scripts/run.mjs scripts/NAME.ts [ARGUMENT ...]
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { commands, readCommand } from "./commands.mjs";
import { ensureGenerated, ensureInstalled, root } from "./prepare.mjs";

const [script = "", ...words] = process.argv.slice(2);
const [name] = Object.entries(commands).find(([, { file }]) => file === script) ?? [];
if (name === undefined) throw new Error(`${script || "Nothing"} is no command of scripts/commands.mjs.`);
// Before anything is installed or opened.
readCommand(name, words);

// The scripts that run the product need nothing more; the others say what they miss.
await ensureInstalled(false);
await ensureGenerated();
if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
const child = spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", script, ...words], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
