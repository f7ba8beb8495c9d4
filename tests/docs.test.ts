import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { writtenDocuments } from "../scripts/docs";

const documents = await writtenDocuments();

describe("the documents", () => {
  it.each(Object.keys(documents))("%s says what the code says; if not, run `npm run docs`", async (path) => {
    expect(await readFile(new URL(`../${path}`, import.meta.url), "utf8")).toBe(documents[path]);
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
