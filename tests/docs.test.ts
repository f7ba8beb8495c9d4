import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { writtenDocuments } from "../scripts/docs";

const documents = await writtenDocuments();

describe("the documents", () => {
  it.each(Object.keys(documents))("%s says what the code says; if not, run `npm run docs`", async (path) => {
    expect(await readFile(new URL(`../${path}`, import.meta.url), "utf8")).toBe(documents[path]);
  });

  it("name for each requirement from R1 to R60 tests that exist", async () => {
    const text = await readFile(new URL("../docs/requirements.md", import.meta.url), "utf8");
    const rows = text.split("\n").filter((line) => /^\| R\d/.test(line));
    expect(rows.map((row) => row.split(" ")[1])).toEqual(Array.from({ length: 60 }, (_, index) => `R${index + 1}`));
    for (const row of rows) {
      const named = [...row.matchAll(/`(tests\/[^`]+)`(?: “([^”]+)”)?/g)];
      expect([row, named.length]).not.toEqual([row, 0]);
      for (const [, path = "", title = ""] of named) {
        expect([path, await readFile(new URL(`../${path}`, import.meta.url), "utf8")]).toEqual([
          path,
          expect.stringContaining(title),
        ]);
      }
    }
  });

  it("name every command of package.json in the README or in CONTRIBUTING", async () => {
    const { scripts } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
    const text = `${documents["README.md"]}${documents["CONTRIBUTING.md"]}`;
    const names = Object.keys(scripts).map((name) =>
      ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`,
    );
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
});
