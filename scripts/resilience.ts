// `npm run resilience [-- NAME ...] [quick]`: runs all resilience tests, or the named ones, prints each figure with its goal and
// writes docs/resilience.md; `quick` writes nothing.
import { writeFile } from "node:fs/promises";
import { readCommand } from "../src/main/commands.mjs";
import { type Figure, machine, resilienceTests, runResilienceTest, tableOf } from "../tests/resilience/figures";
import { say } from "./command";

const { words } = readCommand("resilience");
const scale = words.includes("quick") ? "quick" : "long";
const asked = words.filter((word) => word !== "quick");
const unknown = asked.filter((name) => !resilienceTests().includes(name));

if (unknown.length > 0) {
  process.stderr.write(`Unknown resilience test "${unknown[0]}". Available: ${resilienceTests().join(", ")}.\n`);
  process.exit(1);
}

const figures: Figure[] = [];
let failed = false;
const names = asked.length > 0 ? asked : resilienceTests();
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
if (scale === "long") {
  const day = new Date().toISOString().slice(0, 10);
  const run = `The last long run of \`npm run resilience\`: ${day}, on ${machine()}. It ran: ${names.join(", ")}.`;
  const text = `# Resilience\n\n${run}\n\n${tableOf(figures)}\n`;
  await writeFile(new URL("../docs/resilience.md", import.meta.url), text);
}
process.exitCode = failed ? 1 : 0;
