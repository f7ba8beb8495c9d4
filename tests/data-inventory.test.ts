import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { inventory } from "../scripts/inventory";

const schema = await readFile(new URL("../prisma/schema.prisma", import.meta.url), "utf8");

/** The models of a schema and their columns, `Model.field`. */
function columnsOf(text: string): string[] {
  const models = [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const names = new Set(models.map(([, name]) => name));
  return models.flatMap(([, model, body = ""]) =>
    [...body.matchAll(/^ {2}(\w+) +(\w+)/gm)]
      .filter(([, , type]) => !names.has(type))
      .map(([, field]) => `${model}.${field}`),
  );
}

const entries = Object.entries(inventory).flatMap(([model, { fields }]) =>
  Object.keys(fields).map((field) => `${model}.${field}`),
);

/** The differences between the columns that exist and the entries of an inventory. */
function faults(columns: string[], known: string[]): string[] {
  return [
    ...columns.filter((column) => !known.includes(column)).map((column) => `${column} has no entry`),
    ...known.filter((entry) => !columns.includes(entry)).map((entry) => `${entry} is no column`),
  ];
}

describe("the inventory of data", () => {
  it("names every model and field of the schema, and no other", () => {
    const columns = columnsOf(schema);
    expect(columns.length).toBeGreaterThan(100);
    expect(faults(columns, entries)).toEqual([]);
  });

  it("would notice a field without an entry, and an entry without a field", () => {
    const grown = schema.replace("model Result {", "model Result {\n  mood String?");
    expect(faults(columnsOf(grown), entries)).toEqual(["Result.mood has no entry"]);
    expect(faults(columnsOf(schema), [...entries, "User.age"])).toEqual(["User.age is no column"]);
  });

  it("says of everything how long it is kept and what for", () => {
    for (const [model, { purpose, retention, whose }] of Object.entries(inventory))
      for (const words of [purpose, retention, whose]) expect(words.length, model).toBeGreaterThan(5);
  });

  it("names staff and families wherever everyone with an account has rows", () => {
    for (const model of ["User", "Session", "AccountToken"] as const)
      expect([model, inventory[model]?.whose]).toEqual([model, "students, families and staff"]);
  });

  it("says on its page what remains after people delete their own account, and which files lie outside the database", async () => {
    const page = await readFile(new URL("../docs/data-inventory.md", import.meta.url), "utf8");
    const [head = ""] = page.replaceAll("\n", " ").split(" ## ");
    const files = ["report cards", "files of notices", "pictures", "results of tasks"];
    const logs = ["`erased.log`", "`ended.log`", "`backups.log`"];
    for (const words of [...files, ...logs, "on the roster it only closes the login"]) expect(head).toContain(words);
  });

  it("lets no secret into an export", () => {
    const secrets = Object.values(inventory).flatMap(({ fields }) =>
      Object.values(fields).filter((entry) => entry.class === "secret"),
    );
    expect(secrets).toHaveLength(9);
    expect(secrets.filter((entry) => entry.export === true || entry.erase !== true)).toEqual([]);
  });
});
