// `npm run prove [-- NAME ...] [quick]`: runs the long proofs, all or those named, prints each figure beside what was asked
// for and writes them to docs/proofs.md; with `quick` it only prints.
import { writeFile } from "node:fs/promises";
import { type Figure, machine, proofNames, runProof, tableOf } from "../tests/prove/proof";
import { say } from "./command";
import { readCommand } from "./commands.mjs";

const { words } = readCommand("prove");
const scale = words.includes("quick") ? "quick" : "long";
const asked = words.filter((word) => word !== "quick");
const unknown = asked.filter((name) => !proofNames().includes(name));

if (unknown.length > 0) {
  process.stderr.write(`There is no proof "${unknown[0]}". There are: ${proofNames().join(", ")}.\n`);
  process.exit(1);
}

const figures: Figure[] = [];
let failed = false;
const names = asked.length > 0 ? asked : proofNames();
for (const name of names) {
  const began = Date.now();
  try {
    const found = await runProof(name, scale);
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
  const run = `The last long run of \`npm run prove\`: ${day}, on ${machine()}. It ran: ${names.join(", ")}.`;
  const text = `# Proofs\n\n${run}\n\n${tableOf(figures)}\n`;
  await writeFile(new URL("../docs/proofs.md", import.meta.url), text);
}
process.exitCode = failed ? 1 : 0;
