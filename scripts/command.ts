import { wordsOf } from "../src/lib/catalogue";
import { closeOnSignal } from "../src/main/open-database";
import { openForCommand } from "../src/main/start";

/** Prints a line for the person at the console. */
export const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Runs `work`; prints expected errors as one sentence, without a stack trace. */
export async function withPlainErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isForPeople = error instanceof Error && ["StartError", "EnvError", "AppError"].includes(error.name);
    process.stderr.write(
      `${isForPeople ? wordsOf(error.message) : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
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
