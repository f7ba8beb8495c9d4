import { openForCommand } from "../src/api/start";

/** @param line for the person at the console */
export const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Does work; a failure that is meant for people ends the command with its one sentence. */
export async function endingInSentences(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isForPeople = error instanceof Error && ["StartError", "EnvError", "AppError"].includes(error.name);
    process.stderr.write(`${isForPeople ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Does the work of a command on the product's data, as {@link endingInSentences}. */
export async function command(work: () => Promise<void>): Promise<void> {
  const opening = openForCommand(say);
  const stop = () => opening.then((close) => close()).catch(() => {});
  const interrupt = () => {
    // What still runs meets a closed database now, and has nothing more to say.
    process.stderr.write = () => true;
    void stop().then(() => process.exit(1));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, interrupt);
  await endingInSentences(async () => {
    await opening;
    await work();
  });
  await stop();
}
