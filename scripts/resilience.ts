// `npm run resilience [-- NAME ...] [quick]`: runs all resilience tests, or the named ones, and prints each figure with its goal.
// A long run of all writes docs/resilience.md.
import { writeFile } from "node:fs/promises";
import { readCommand } from "../src/main/commands.mjs";
import { type Figure, machine, resilienceTests, runOf, runResilienceTest, tableOf } from "../tests/resilience/figures";
import { say } from "./command";

const { names, scale, writes } = runOf(readCommand("resilience").words);
const unknown = names.find((name) => !resilienceTests().includes(name));

if (unknown !== undefined) {
  process.stderr.write(`Unknown resilience test "${unknown}". Available: ${resilienceTests().join(", ")}.\n`);
  process.exit(1);
}

const figures: Figure[] = [];
let failed = false;
for (const name of names) {
  const began = Date.now();
  try {
    const found = await runResilienceTest(name, scale);
    figures.push(...found);
    failed ||= found.some(({ holds }) => !holds);
    say(`${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  } catch (error) {
    failed = true;
    say(`${name}: failed. ${error instanceof Error ? error.stack : String(error)}`);
  }
}
say(`\n${tableOf(figures)}\n\n${machine()}`);
if (writes) {
  const day = new Date().toISOString().slice(0, 10);
  const run = `The last long run of \`npm run resilience\`: ${day}, on ${machine()}.`;
  const text = `# Resilience\n\n${run}\n\n${tableOf(figures)}\n`;
  await writeFile(new URL("../docs/resilience.md", import.meta.url), text);
}
process.exitCode = failed ? 1 : 0;
