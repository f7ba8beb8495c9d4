// `npm run docs`: writes what the documents say about the code from the code itself. A test holds them to each other.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { settings } from "../src/env";
import type { Prisma } from "../src/server/generated/prisma/client";
import { type Permission, permissions } from "../tests/api/permissions";
import type { Entry, Model } from "./data-entry";
import { inventory } from "./data-inventory";

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
  const head = "# Every setting is optional. Copy this file to .env and take the # from what you set.\n";
  return (
    head +
    facts()
      .map(({ name, unset, meaning }) => `\n# ${meaning} Unset: ${unset.replaceAll("`", "")}.\n# ${name}=\n`)
      .join("")
  );
}

const viewpoints = ["visitor", "userA", "userB", "admin", "loggedOut"] as const;

function permissionTable(): string {
  const rows = Object.entries<Permission>(permissions).map(([procedure, permission]) => {
    const cells = viewpoints.map((viewpoint) =>
      permission[viewpoint] === "ok" ? "yes" : permission[viewpoint].toLowerCase(),
    );
    return `| \`${procedure}\` | ${cells.join(" | ")} |`;
  });
  const head = "| Procedure | visitor | student A | student B | administrator | administrator, logged out |";
  return [head, "| --- | --- | --- | --- | --- | --- |", ...rows].join("\n");
}

const said = (value: true | string) => (value === true ? "yes" : `no: ${value}`);

function sectionOf([name, { whose, purpose, retention, fields }]: [string, Model<Prisma.ModelName>]): string {
  const rows = Object.entries<Entry>(fields).map(
    ([field, entry]) => `| \`${field}\` | ${entry.class} | ${said(entry.export)} | ${said(entry.erase)} |`,
  );
  return [
    `## ${name}`,
    `Whose: ${whose}. Purpose: ${purpose}. Kept: ${retention}.`,
    ["| Field | Class | In an export | In an erasure |", "| --- | --- | --- | --- |", ...rows].join("\n"),
  ].join("\n\n");
}

function inventoryDocument(): string {
  const head = [
    "# What is kept of people",
    "Written from `scripts/data-inventory.ts` by `npm run docs`. An export is the file of a person's data, an erasure what the",
    "administrator does on a person's request; deleting one's own account takes the account, its results, sessions and mails,",
    "and leaves applications and messages, which were sent without it. Outside of the database: files of study materials,",
    "mails as files where no mail server is set (they go with their rows), the list of what was erased (ids alone), logs (no",
    "personal data) and backups.",
  ];
  return `${[`${head[0]}\n\n${head.slice(1).join("\n")}`, ...Object.entries(inventory).map(sectionOf)].join("\n\n")}\n`;
}

function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The marks of "${name}" are missing.`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** The documents as the code wants them, by their path in the repository. */
export async function writtenDocuments(): Promise<Record<string, string>> {
  const read = (path: string) => readFile(join(root, path), "utf8");
  return {
    "README.md": between(await read("README.md"), "settings", settingsTable()),
    "CONTRIBUTING.md": between(await read("CONTRIBUTING.md"), "permissions", permissionTable()),
    ".env.example": envExample(),
    "docs/data-inventory.md": inventoryDocument(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [path, text] of Object.entries(await writtenDocuments())) await writeFile(join(root, path), text);
}
