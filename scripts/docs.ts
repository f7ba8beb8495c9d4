// `npm run docs`: writes what the documents say about the code from the code itself. A test holds them to each other.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { settings } from "../src/env";
import { type Permission, permissions } from "../tests/api/permissions";

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
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [path, text] of Object.entries(await writtenDocuments())) await writeFile(join(root, path), text);
}
