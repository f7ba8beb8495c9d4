// `npm run docs`: regenerates the generated parts of the documents from the code. A test checks that they are current.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { settings } from "../src/env";
import type { Prisma } from "../src/server/generated/prisma/client";
import type { Entry, Model } from "../src/server/privacy/inventory";
import { permissions } from "../tests/harness/rooms";
import { messageTables } from "./docs-messages";
import { inventory } from "./inventory";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function facts(): { name: string; unset: string; meaning: string }[] {
  return Object.entries(settings).map(([name, field]) => {
    const [unset = "", meaning = ""] = (field.description ?? "").split(" | ");
    return { name, unset, meaning };
  });
}

function settingsTable(): string {
  const rows = facts().map(({ name, unset, meaning }) => `| \`${name}\` | ${unset} | ${meaning} |`);
  return ["| Variable | Unset | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function envExample(): string {
  const head =
    "# Every setting is optional. Copy this file to .env and uncomment what you set.\n" +
    "# Put a value that contains # or $ in single quotes (in double quotes if it contains '): BACKUP_KEY='four words # and more'\n";
  return (
    head +
    facts()
      .map(({ name, unset, meaning }) => `\n# ${meaning} Unset: ${unset.replaceAll("`", "")}.\n# ${name}=\n`)
      .join("")
  );
}

const viewpoints = {
  visitor: "visitor",
  userA: "student A",
  userB: "student B",
  guardian: "guardian of A",
  strangersGuardian: "guardian of another",
  teacher: "teacher of the class",
  otherTeacher: "other teacher",
  office: "office",
  admin: "administrator",
  loggedOut: "administrator, logged out",
} as const;

function permissionDocument(): string {
  const rows = Object.entries(permissions).map(([procedure, permission]) => {
    const cells = (Object.keys(viewpoints) as (keyof typeof viewpoints)[]).map((viewpoint) =>
      permission[viewpoint] === "ok" ? "yes" : permission[viewpoint].toLowerCase(),
    );
    return `| \`${procedure}\` | ${cells.join(" | ")} |`;
  });
  const columns = ["Procedure", ...Object.values(viewpoints)];
  return [
    "# Who may call what",
    "",
    "Generated from the tables that the tests run (`tests/rooms`) by `npm run docs`. `materials.file`, `notices.file` and",
    "`institute.picture` serve the routes of files: over tRPC nobody finds them (decision 18).",
    "",
    `| ${columns.join(" | ")} |`,
    `|${" --- |".repeat(columns.length)}`,
    ...rows,
    "",
  ].join("\n");
}

const yesOrNo = (value: true | string) => (value === true ? "yes" : `no: ${value}`);

function sectionOf([name, { whose, purpose, retention, fields }]: [string, Model<Prisma.ModelName>]): string {
  const rows = Object.entries<Entry>(fields).map(
    ([field, entry]) => `| \`${field}\` | ${entry.class} | ${yesOrNo(entry.export)} | ${yesOrNo(entry.erase)} |`,
  );
  return [
    `## ${name}`,
    `Subjects: ${whose}. Purpose: ${purpose}. Retention: ${retention}.`,
    ["| Field | Class | In an export | In an erasure |", "| --- | --- | --- | --- |", ...rows].join("\n"),
  ].join("\n\n");
}

function inventoryDocument(): string {
  const head = [
    "# Personal data inventory",
    "Generated from `scripts/inventory.ts` and the rooms by `npm run docs`. An export is the file with a person's data. The",
    "administrator erases data at a person's request. The deletion of an account by its owner removes its results, sessions",
    "and emails, but not applications and messages, which are sent without an account. For a student on the roster it only closes the",
    "login, and the office is asked to erase the rest (decision 49). Stored outside the database: files of study materials, report cards,",
    "files of notices, pictures of the site, encrypted results of tasks, emails as files if no mail server is set (deleted with their rows;",
    "if a person is erased, also those to the family and those to the office about the person), `erased.log` (ids), `ended.log` (ids",
    "of ended rows) and `backups.log`, logs (without personal data) and backups.",
  ];
  return `${[`${head[0]}\n\n${head.slice(1).join("\n")}`, ...Object.entries(inventory).map(sectionOf)].join("\n\n")}\n`;
}

function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The markers of "${name}" are missing.`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** The current text of each generated document, by its path in the repository. */
export async function writtenDocuments(): Promise<Record<string, string>> {
  const read = (path: string) => readFile(join(root, path), "utf8");
  return {
    "README.md": between(await read("README.md"), "settings", settingsTable()),
    ".env.example": envExample(),
    "docs/data-inventory.md": inventoryDocument(),
    "docs/permissions.md": permissionDocument(),
    "docs/spec.md": between(await read("docs/spec.md"), "messages", await messageTables()),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [path, text] of Object.entries(await writtenDocuments())) await writeFile(join(root, path), text);
}
