import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { StudentView } from "@/features/students/schema";
import { neverCasts, vainPatterns } from "./harness/expectations";
import { partOf } from "./harness/part-of";

const root = join(import.meta.dirname, "..");
const files = ["bench", "scripts", "src", "tests"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => !path.startsWith("src/server/generated/"))
  .map((path) => [path, readFileSync(join(root, path), "utf8")] as const);

describe("a pattern as a value of toMatchObject", () => {
  it("is in no test, since any value would pass", () => {
    const matching = files.filter(([, text]) => text.includes("toMatchObject("));
    expect(matching.length).toBeGreaterThan(100);
    expect(matching.flatMap(([path, text]) => vainPatterns(path, text))).toEqual([]);
  });

  it.each([
    "expect(x).toMatchObject({ code: 1, message: /full/i });",
    "expect(await x()).toMatchObject([503, { message: /full/i }]);",
    "await expect(x()).rejects.toMatchObject({ ...{ issues: [{ message: /full/i }] } });",
    "await expect(x()).rejects.toMatchObject({ ...(isFull && { message: /full/i }) });",
  ])("is noticed in %s", (text) => {
    expect(vainPatterns("x.test.ts", `const x = 1;\n${text}`)).toEqual(["x.test.ts:2 /full/i"]);
  });

  it.each([
    "expect(x).toMatchObject({ message: expect.stringMatching(/full/) });",
    "expect(text.replace(/full/, x)).toMatchObject({ id: /full/.exec(text)?.[1], source: /full/.source });",
    "expect(x).toEqual({ message: /full/ });",
    'expect(x).toMatchObject({ message: "a /full/ path" });',
  ])("is not seen in %s", (text) => {
    expect(vainPatterns("x.test.ts", text)).toEqual([]);
  });
});

describe("a cast to never", () => {
  it("is in no file, since a value of any type would pass", () => {
    const suspected = files.filter(([, text]) => /\bas never\b|<never>/.test(text));
    expect(suspected.flatMap(([path, text]) => neverCasts(path, text))).toEqual([]);
  });

  it.each(["call({} as never);", "const list = rows.map(one) as never[];", "call(<never>{});"])(
    "is noticed in %s",
    (text) => {
      expect(neverCasts("x.test.ts", `const x = 1;\n${text}`)).toEqual(["x.test.ts:2"]);
    },
  );

  it.each([
    "// It fits as never before.",
    'it("the code that was never used", () => {});',
    "const act = given as (one: never) => void;",
    "const known = new Map<string, never>();",
  ])("is not seen in %s", (text) => {
    expect(neverCasts("x.test.ts", text)).toEqual([]);
  });
});

it("the compiler refuses a part with a field that its whole does not have, or of another type", () => {
  const year = { _id: "y", label: "2026-27", lastDay: "2027-03-31" };
  const refused: StudentView[] = [
    // @ts-expect-error there is no such field
    partOf({ nam: "Asha Rao" }),
    // @ts-expect-error nor in an object that is spread
    partOf({ ...{ nam: "Asha Rao" } }),
    // @ts-expect-error nor in an object that was kept before
    partOf({ enrolments: [{ year }] }),
    // @ts-expect-error a text is wanted
    partOf({ ...{ name: 7 } }),
    // @ts-expect-error it is one of a few words
    partOf({ origin: "ofice" }),
  ];
  expect(refused).toHaveLength(5);
});

/** The tests that replace a module, and why they must. */
const replacing: Record<string, string> = {
  "tests/api/narrowed-classes.test.ts": "the classes of the institute are known when the product is built",
  "tests/rest/mark-sight.test.ts": "Next has no public way into a request",
  "tests/screens/not-loaded.test.tsx": "the code of a part cannot be loaded",
  "tests/screens/toaster.test.tsx": "the code of the toasts cannot be loaded",
  "tests/server/first-start.test.ts": "the jobs cannot be started",
  "tests/server/found-pages.test.ts": "Next has no public way into a request",
  "tests/server/report-cards-page.test.ts": "Next has no public way into a request",
  "tests/unit/classes.test.ts": "the classes of the institute are known when the product is built",
};

it("a test replaces no module unless it must", () => {
  const found = files.flatMap(([path, text]) => (/\bvi\.(mock|doMock)\(/.test(text) ? [path] : []));
  expect(found.sort()).toEqual(Object.keys(replacing));
});
