import { readdirSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { basename, join } from "node:path";

/** `quick` is part of `npm test` and takes seconds; `long` is what `npm run prove` runs. */
export type Scale = "quick" | "long";

/** One measured thing against what was asked for (`docs/requirements.md`). */
export type Figure = {
  /** The requirement, such as `R40`. */
  requirement: string;
  what: string;
  wanted: string;
  measured: string;
  holds: boolean;
};

/** Does its work on a product of its own and answers what it measured. What it throws is a failure of the proof. */
export type Proof = (scale: Scale) => Promise<Figure[]>;

/** The names of all proofs: the files `NAME.proof.ts` beside this one, each with a `proof`. */
export function proofNames(): string[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".proof.ts"));
  return files.map((file) => basename(file, ".proof.ts")).sort();
}

/** @param name one of {@link proofNames} */
export async function runProof(name: string, scale: Scale): Promise<Figure[]> {
  const { proof } = (await import(join(import.meta.dirname, `${name}.proof.ts`))) as { proof: Proof };
  return await proof(scale);
}

/** What the figures were measured on. */
export function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores, ${memory} GB, ${process.platform} ${release()}, Node ${process.versions.node}`;
}

/** Figures as a table for people. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ requirement, what, wanted, measured, holds }) =>
    [requirement, what, wanted, measured, holds ? "yes" : "**no**"].join(" | "),
  );
  const head = ["Requirement | What | Wanted | Measured | Holds", "--- | --- | --- | --- | ---"];
  return [...head, ...rows].map((row) => `| ${row} |`).join("\n");
}
