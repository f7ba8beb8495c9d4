// Every command of the project, what it does and what may follow it. `run.mjs` runs no script that is not named here.
import { parseArgs } from "node:util";

/**
 * `call` is how a person calls it, where that is not `npm run NAME`; `words` are those that follow without a dash.
 * @typedef {{ file: string; call?: string; does: string; flags?: Record<string, string>; words?: { name: string; least: number; most: number; means: string; choices?: string[] } }} Command
 */

/** @type {Record<string, Command>} */
export const commands = {
  start: {
    file: "scripts/start.mjs",
    call: "npm start",
    does: "Installs and builds what is missing, and serves the product until it is stopped.",
    flags: { dev: "serves the sources as you edit them, as npm run dev does" },
  },
  test: {
    file: "scripts/test.mjs",
    call: "npm test",
    does: "Runs every check and every test.",
    flags: { quick: "leaves out the browser, as npm run check does" },
  },
  build: { file: "scripts/build.mjs", does: "Builds the site where the build is older than its sources." },
  smoke: {
    file: "scripts/smoke.mjs",
    call: "node scripts/smoke.mjs",
    does: "Starts the built product on empty data and looks whether it works.",
  },
  demo: { file: "scripts/demo.ts", does: "Fills an empty product with a sample institute." },
  backup: {
    file: "scripts/backup.ts",
    does: "Writes all data into one archive; the product may be running.",
    words: {
      name: "FOLDER",
      least: 0,
      most: 1,
      means: "where the archive goes; else BACKUP_DIR, else DATA_DIR/backups",
    },
  },
  restore: {
    file: "scripts/restore.ts",
    does: "Puts what a backup holds in the place of what is there; the product must be stopped.",
    words: { name: "FILE", least: 1, most: 1, means: "the archive" },
  },
  audit: { file: "scripts/audit.ts", does: "Says whether anyone has tampered with the audit trail." },
  admin: {
    file: "scripts/admin.ts",
    does: "Gives the administrator a new password and ends all of the administrator's sessions.",
    flags: { "no-codes": "also turns the two-step login off, for an administrator whose phone is lost" },
  },
  forget: {
    file: "scripts/forget.ts",
    does: "Says what is older than the privacy policy allows, and deletes nothing.",
    flags: { now: "deletes it" },
  },
  migration: {
    file: "scripts/migration.ts",
    does: "Writes the migration that leads from those there are to prisma/schema.prisma.",
    words: { name: "NAME", least: 1, most: 1, means: "small letters, digits and underscores" },
  },
  docs: { file: "scripts/docs.ts", does: "Writes the parts of the documents that follow from the code." },
  client: { file: "scripts/client.ts", does: "Writes the OpenAPI document and the types of the client." },
  pictures: { file: "scripts/pictures.ts", does: "Takes a picture of every screen of the sample institute." },
  prove: {
    file: "scripts/prove.ts",
    does: "Runs the long proofs, all or those named.",
    words: {
      name: "NAME",
      least: 0,
      most: Number.POSITIVE_INFINITY,
      means: "a proof; quick runs each one's short half",
    },
  },
  bench: {
    file: "bench/bench.ts",
    does: "Measures the built product against a bare server.",
    words: { name: "quick", least: 0, most: 1, means: "in two minutes, with fewer rows", choices: ["quick"] },
  },
  lighthouse: { file: "bench/phone.ts", does: "Looks at the pages as a weak phone does." },
};

/** How a command is called. @param {string} name */
function callOf(name) {
  const { call = `npm run ${name}`, flags = {}, words } = commands[name] ?? {};
  const some = [
    ...Object.keys(flags).map((flag) => `[--${flag}]`),
    ...(words ? [words.least > 0 ? words.name : `[${words.name}]`] : []),
  ];
  return some.length > 0 ? `${call} -- ${some.join(" ")}` : call;
}

/** What a command does and takes, for a person to read. @param {string} name */
function usageOf(name) {
  const { does, flags = {}, words } = commands[name] ?? {};
  const rows = [
    ...(words ? [[words.name, words.means]] : []),
    ...Object.entries(flags).map(([flag, means]) => [`--${flag}`, means]),
    ["--help", "says this, and does nothing"],
  ];
  return `${callOf(name)}\n\n${does}\n\n${rows.map(([word = "", means]) => `  ${word.padEnd(12)}${means}`).join("\n")}\n`;
}

/**
 * What follows a command. Ends the process instead where that is `--help`, or anything that the command does not know:
 * nothing has been done by then.
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
    // Node adds how it is meant for programs; the first sentence is for people.
    const reason = error instanceof Error ? error.message.split(/(?<=\.)\s/)[0] : String(error);
    process.stderr.write(`${reason?.replace(/\.?$/, ".")} Nothing was done.\n\n${usageOf(name)}`);
    process.exit(2);
  }
}
