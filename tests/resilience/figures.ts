import { readdirSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { basename, join } from "node:path";

/** `quick` takes seconds; `npm run resilience` runs `long`. */
export type Scale = "quick" | "long";

/** A measured value and its goal (`docs/requirements.md`). */
export type Figure = {
  /** Requirement such as `R40`. */
  requirement: string;
  what: string;
  wanted: string;
  measured: string;
  holds: boolean;
};

/** Starts its own product and returns the measurements. An exception is a failure. */
export type ResilienceTest = (scale: Scale) => Promise<Figure[]>;

/** Names of the resilience tests: files `NAME.resilience.ts` of this folder that export `run`. */
export function resilienceTests(): string[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".resilience.ts"));
  return files.map((file) => basename(file, ".resilience.ts")).sort();
}

/** What the words of the command ask for. Only a long run of all tests writes the page of figures, which one test would empty. */
export function runOf(words: readonly string[]): { names: string[]; scale: Scale; writes: boolean } {
  const named = words.filter((word) => word !== "quick");
  const scale = words.includes("quick") ? "quick" : "long";
  const all = named.length === 0;
  return { names: all ? resilienceTests() : named, scale, writes: all && scale === "long" };
}

/** @param name one of {@link resilienceTests} */
export async function runResilienceTest(name: string, scale: Scale): Promise<Figure[]> {
  const { run } = (await import(join(import.meta.dirname, `${name}.resilience.ts`))) as { run: ResilienceTest };
  return await run(scale);
}

export function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores, ${memory} GB, ${process.platform} ${release()}, Node ${process.versions.node}`;
}

export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ requirement, what, wanted, measured, holds }) =>
    [requirement, what, wanted, measured, holds ? "yes" : "**no**"].join(" | "),
  );
  const head = ["Requirement | What | Wanted | Measured | Holds", "--- | --- | --- | --- | ---"];
  return [...head, ...rows].map((row) => `| ${row} |`).join("\n");
}
