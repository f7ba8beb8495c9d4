import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { danglingReferences } from "./harness/references";

const root = join(import.meta.dirname, "..");
const folders = ["src", "tests", "scripts", "bench", "docs", "prisma", "deploy", "public", ".ci"];

/** Every file that is written by hand; pictures and archives without their content. */
function repository(): Map<string, string> {
  const inFolders = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/node_modules|server.generated/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const atRoot = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return new Map(
    [...inFolders, ...atRoot].map((file) => [
      file,
      /\.(md|m?[jt]sx?|css|prisma|sql|conf|ya?ml|example)$|Dockerfile$/.test(file)
        ? readFileSync(join(root, file), "utf8")
        : "",
    ]),
  );
}

const files = repository();

describe("references", () => {
  it("in pages, comments and names of tests lead to something in the repository", () => {
    expect(files.has("docs/spec.md") && files.has("src/env.ts")).toBe(true);
    // The cases below lead nowhere.
    const written = [...files].filter(([file]) => file !== "tests/references.test.ts");
    const dangling = written.map(([file, text]) => [file, danglingReferences(files, file, text)] as const);
    expect(dangling.filter(([, references]) => references.length > 0)).toEqual([]);
  });

  it.each([
    ["src/env.ts", "// Never in the browser (decision 999).", "decision 999"],
    ["src/env.ts", "/** Both (decisions 1, 8 and 998). */", "decision 998"],
    ["src/env.ts", "/** The label (spec §2, §77). */", "spec §77"],
    ["tests/docs.test.ts", 'it("answers as promised (spec §2.99)", () => {});', "spec §2.99"],
    ["src/env.ts", 'throw new Error("See docs/nowhere.md.");', "docs/nowhere.md"],
    ["src/env.ts", "// As in src/server/nothing.ts.", "src/server/nothing.ts"],
    ["src/env.ts", "/** Like src/app/(site)/nothing/page.tsx has it. */", "src/app/(site)/nothing/page.tsx"],
    ["src/env.ts", "const x = 1; // held by tests/nothing.test.ts", "tests/nothing.test.ts"],
    ["tests/docs.test.ts", 'describe("src/nothing.ts", () => {});', "src/nothing.ts"],
    ["tests/docs.test.ts", 'it.each([1])("is like src/other.ts", () => {});', "src/other.ts"],
    ["README.md", "The code is in `src/nothing`.", "src/nothing"],
    ["README.md", "[more](docs/nothing.md)", "docs/nothing.md"],
    ["docs/spec.md", "[more](nothing.md)", "nothing.md"],
    ["README.md", "[more](docs/operations.md#nothing)", "docs/operations.md#nothing"],
    ["README.md", "[more](#nothing)", "#nothing"],
    ["src/env.ts", "// Bounded on purpose (issue 4).", "issue 4"],
    ["README.md", "See issues 12.", "issues 12"],
  ])("are refused in %s: %s", (file, text, fault) => {
    expect(danglingReferences(files, file, text)).toEqual([fault]);
  });

  it.each([
    [
      "src/env.ts",
      "// As decisions 1, 8 and 9 and spec §2.12 say; tests/**/*.test.ts and src/features/<room>/rules.ts match.",
    ],
    ["src/env.ts", 'const text = "src/nothing.ts";'],
    ["README.md", "[more](docs/operations.md#backups), https://example.org/docs/nothing, [other](https://example.org)"],
  ])("are accepted in %s: %s", (file, text) => {
    expect(danglingReferences(files, file, text)).toEqual([]);
  });
});
