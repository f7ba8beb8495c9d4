import { wordsOf } from "../src/lib/catalogue";
import { closeOnSignal } from "../src/main/open-database";
import { openForCommand } from "../src/main/start";
import { codesOf, databaseErrorOf, isOutage, writeRefusalOf } from "../src/server/db/database-errors";

/** Prints a line for the person at the console. */
export const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Runs `work`; prints expected errors as one sentence, without a stack trace. */
export async function withPlainErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (["StartError", "EnvError", "AppError"].includes(error.name)) return wordsOf(error.message);
  const reason = writeRefusalOf(error);
  if (reason) return `Nothing more can be saved: ${reason}.`;
  const outage = isOutage(error) && databaseErrorOf(error);
  if (!outage) return String(error.stack);
  const codes = codesOf(error);
  return `${wordsOf(outage.message)}${codes.length > 0 ? ` (${codes.join(", ")})` : ""}`;
}

/** Runs a command on the product's data, which it `mayCreate`, with the errors of {@link withPlainErrors}. */
export async function command(work: () => Promise<void>, mayCreate = false): Promise<void> {
  // Keeps info lines, such as one per email, out of the console.
  process.env.LOG_LEVEL ??= "warn";
  const opening = openForCommand(say, mayCreate);
  closeOnSignal(opening);
  await withPlainErrors(async () => {
    await opening;
    await work();
  });
  await opening.then((close) => close()).catch(() => {});
}
