// Every command of the project with its description and arguments. `run.mjs` runs only scripts that are listed here.
import { parseArgs } from "node:util";

/**
 * `call` is set if the command is not called as `npm run NAME`; `words` are the positional arguments.
 * @typedef {{ file: string; call?: string; does: string; flags?: Record<string, string>; words?: { name: string; least: number; most: number; means: string; choices?: string[] } }} Command
 */

/** @type {Record<string, Command>} */
export const commands = {
  start: {
    file: "src/main/serve.mjs",
    call: "npm start",
    does: "Installs and builds what is missing, then serves the product until it is stopped.",
    flags: { dev: "reloads on changes of the sources, like npm run dev" },
  },
  test: {
    file: "scripts/test.mjs",
    call: "npm test",
    does: "Runs the checks, all tests without a browser, and the tests of each screen.",
    flags: {
      quick: "runs only the checks, the rules and a part of the API tests, like npm run check",
      journeys: "runs only the journeys in the browser, like npm run journeys",
    },
  },
  build: {
    file: "src/main/build.mjs",
    does: "Builds the site if the sources have changed.",
    flags: { checked: "skips the type check, which npm test has already run" },
  },
  smoke: {
    file: "scripts/smoke.mjs",
    call: "node scripts/smoke.mjs",
    does: "Starts the built product on empty data and checks that it works.",
  },
  demo: { file: "scripts/demo/demo.ts", does: "Fills an empty product with a sample institute." },
  backup: {
    file: "scripts/backup.ts",
    does: "Writes all data into one archive; the product may be running.",
    words: {
      name: "FOLDER",
      least: 0,
      most: 1,
      means: "target folder; default: BACKUP_DIR, else DATA_DIR/backups",
    },
  },
  restore: {
    file: "scripts/restore.ts",
    does: "Replaces all data with the contents of a backup; the product must be stopped.",
    words: { name: "FILE", least: 1, most: 1, means: "the archive" },
  },
  audit: { file: "scripts/audit.ts", does: "Verifies that nobody has tampered with the audit trail." },
  admin: {
    file: "scripts/admin.ts",
    does: "Sets a new password for the administrator and ends the administrator's sessions.",
    flags: { "no-codes": "also turns off two-step login, for an administrator who lost their phone" },
  },
  forget: {
    file: "scripts/forget.ts",
    does: "Counts the data past its retention, without deleting it.",
    flags: { now: "deletes that data" },
  },
  migration: {
    file: "scripts/migration.ts",
    does: "Writes the migration from the existing ones to prisma/schema.prisma.",
    words: { name: "NAME", least: 1, most: 1, means: "lower-case letters, digits and underscores" },
  },
  docs: { file: "scripts/docs.ts", does: "Regenerates the generated parts of the documents." },
  client: { file: "scripts/client.ts", does: "Regenerates the OpenAPI document and the client's types." },
  pictures: { file: "scripts/pictures.ts", does: "Takes a screenshot of every page of the sample institute." },
  resilience: {
    file: "scripts/resilience.ts",
    does: "Runs all resilience tests, or only the named ones.",
    words: {
      name: "NAME",
      least: 0,
      most: Number.POSITIVE_INFINITY,
      means: "name of a resilience test; quick runs the short form of each",
    },
  },
  bench: {
    file: "bench/bench.ts",
    does: "Measures the built product against a bare server.",
    words: { name: "quick", least: 0, most: 1, means: "fewer rows, in two minutes", choices: ["quick"] },
  },
  lighthouse: { file: "bench/phone.ts", does: "Measures the pages on an emulated slow phone." },
};

/** The command line of a command. @param {string} name */
function callOf(name) {
  const { call = `npm run ${name}`, flags = {}, words } = commands[name] ?? {};
  const some = [
    ...Object.keys(flags).map((flag) => `[--${flag}]`),
    ...(words ? [words.least > 0 ? words.name : `[${words.name}]`] : []),
  ];
  return some.length > 0 ? `${call} -- ${some.join(" ")}` : call;
}

/** The help text of a command. @param {string} name */
function usageOf(name) {
  const { does, flags = {}, words } = commands[name] ?? {};
  const rows = [
    ...(words ? [[words.name, words.means]] : []),
    ...Object.entries(flags).map(([flag, means]) => [`--${flag}`, means]),
    ["--help", "prints this text"],
  ];
  return `${callOf(name)}\n\n${does}\n\n${rows.map(([word = "", means]) => `  ${word.padEnd(12)}${means}`).join("\n")}\n`;
}

/**
 * Parses the arguments of a command. Prints the help text and ends the process on `--help` and on an unknown argument.
 * @param {string} name @param {string[]} given @returns {{ flags: Set<string>; words: string[] }}
 */
export function readCommand(name, given = process.argv.slice(2)) {
  const { flags = {}, words } = commands[name] ?? {};
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: Object.fromEntries([...Object.keys(flags), "help"].map((flag) => [flag, { type: "boolean" }])),
      allowPositionals: words !== undefined,
      strict: true,
    });
    if (values.help) {
      process.stdout.write(usageOf(name));
      process.exit(0);
    }
    const { least, most } = words ?? { least: 0, most: 0 };
    if (positionals.length < least) throw new Error(`${words?.name} is missing.`);
    const unknown = positionals.find((word, index) => index >= most || words?.choices?.includes(word) === false);
    if (unknown !== undefined) throw new Error(`Unexpected argument '${unknown}'.`);
    return { flags: new Set(Object.keys(values)), words: positionals };
  } catch (error) {
    // Node appends advice for programmers; the first sentence is enough.
    const reason = error instanceof Error ? error.message.split(/(?<=\.)\s/)[0] : String(error);
    process.stderr.write(`${reason?.replace(/\.?$/, ".")} Nothing was done.\n\n${usageOf(name)}`);
    process.exit(2);
  }
}
