import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "@/server/db/client";
import { query } from "./sql";

/** Patterns that a log must never contain. */
const looks: [what: string, look: RegExp][] = [
  ["an e-mail address", /[\w.+-]+(@|%40)[\w-]+\.\w{2,}/],
  ["a sealed cookie", /\beyJ[\w-]{20,}/],
  // All our tokens have 32 random bytes.
  ["a token", /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/],
  ["a code of the office", /(?<![\w-])(?=[\d-]*[A-Z])[0-9A-HJKMNP-TV-Z]{5}(-|%2D)?[0-9A-HJKMNP-TV-Z]{5}(?![\w-])/],
  ["a phone number", /\+\d[\d ()-]{8,}\d/],
];

const people = `
  select name from users union select email from users union select recipient from mails
  union select unnest(array[name, parent_name, email, phone, previous_school]) from submissions
  union select unnest(array[name, email, phone, message]) from contact_messages`;

/** All personal texts in the database of a running product. */
export async function typedInto(connection: Connection): Promise<string[]> {
  const rows = await query<{ name: string | null }>(connection, people);
  // Short names and single words also occur in log messages.
  return rows.flatMap(({ name }) => (name && name.length >= 8 && /[\s@\d]/.test(name) ? [name] : []));
}

/**
 * Checks all logs since a time: no personal data, and complete JSON lines.
 * @throws Error with the findings and their locations
 */
export async function expectCleanLogs(folder: string, since: Date, typed: string[]): Promise<void> {
  const words = [...new Set(typed)];
  const faults: string[] = [];
  let lines = 0;
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".log"))) {
    if ((await stat(join(folder, file))).mtime < since) continue;
    // Text after the last line break was being written when a test killed the process.
    const written = (await readFile(join(folder, file), "utf8")).replace(/[^\n]*$/, "");
    for (const [index, line] of written.split("\n").entries()) {
      if (line.startsWith("{")) lines += 1;
      faults.push(...faultsOf(line, words).map((fault) => `${file}, line ${index + 1}: ${fault}`));
    }
  }
  if (lines === 0) faults.push("no product has logged a line");
  if (faults.length > 0) throw new Error(`What the products logged is not clean:\n${faults.slice(0, 20).join("\n")}`);
}

export function faultsOf(line: string, words: string[]): string[] {
  const escaped = (word: string) => JSON.stringify(word).slice(1, -1);
  const found = looks.filter(([, look]) => look.test(line)).map(([what]) => `holds ${what}`);
  const said = words.filter((word) => line.includes(word) || line.includes(escaped(word)));
  return [
    ...found,
    ...said.map((word) => `holds "${word}"`),
    ...(line.startsWith("{") && !isJson(line) ? ["is no JSON"] : []),
  ];
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}
