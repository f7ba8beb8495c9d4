// Runs a TypeScript command of src/main/commands.mjs: node scripts/run.mjs scripts/<name>.ts [argument ...]
import "../src/main/node-version.mjs";
import { spawn } from "node:child_process";
import { commands, readCommand } from "../src/main/commands.mjs";
import { ensureGenerated, ensureInstalled, loadSettings, printFailure, root } from "../src/main/prepare.mjs";

const [script = "", ...words] = process.argv.slice(2);
const [name] = Object.entries(commands).find(([, { file }]) => file === script) ?? [];
if (name === undefined) throw new Error(`${script || "Nothing"} is not a command of src/main/commands.mjs.`);
// Rejects wrong arguments before anything is installed.
readCommand(name, words);

try {
  // Commands for production need no devDependencies.
  await ensureInstalled(false);
  await ensureGenerated();
  loadSettings();
} catch (error) {
  printFailure(error);
  process.exit(1);
}
const child = spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", script, ...words], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
