import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { linksOf } from "@/features/pages";
import type { endings } from "@/server/privacy/ended-tables";
import { writtenDocuments } from "../scripts/docs";

const documents = await writtenDocuments();

describe("the documents", () => {
  it.each(Object.keys(documents))("%s says what the code says; if not, run `npm run docs`", async (path) => {
    expect(await readFile(new URL(`../${path}`, import.meta.url), "utf8")).toBe(documents[path]);
  });

  it("name existing tests for each requirement from R1 to R60", async () => {
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

  it("give each decision a number of its own, each with its four parts and its line in the index", async () => {
    const folder = new URL("../docs/decisions/", import.meta.url);
    const index = await readFile(new URL("README.md", folder), "utf8");
    const names = readdirSync(folder).filter((name) => name !== "README.md");
    expect(new Set(names.map((name) => name.slice(0, 3))).size).toBe(names.length);
    for (const name of names) {
      const text = await readFile(new URL(name, folder), "utf8");
      const [title = ""] = text.split("\n");
      expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 3))}\\. \\S`));
      for (const part of ["Status: ", "**Context.** ", "**Decision.** ", "**Consequence.** "])
        expect(text).toContain(part);
      expect(index).toContain(`[${title.slice(2)}](${name})`);
    }
  });

  it("name every page of the site in docs/spec.md", async () => {
    const pages = readdirSync(new URL("../src/app", import.meta.url), { recursive: true, encoding: "utf8" })
      .filter((file) => /(^|\/)page\.tsx$/.test(file))
      .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replace(/\([^)]+\)\/?/g, "")}`);
    expect(pages.length).toBeGreaterThan(25);
    expect(pages.filter((page) => !documents["docs/spec.md"]?.includes(`\`${page}\``))).toEqual([]);
  });

  it("name every call of the REST API in section 7 of docs/spec.md", async () => {
    const { paths } = JSON.parse(await readFile(new URL("../docs/api/openapi.json", import.meta.url), "utf8"));
    const [section = ""] = documents["docs/spec.md"]?.split("\n## 7.")[1]?.split("\n## 8.") ?? [];
    const missing = Object.keys(paths).filter((path) => !section.includes(`${path.replace(/^\/api/, "")}\``));
    expect(missing).toEqual([]);
  });

  it("name every field of the REST answers in section 3 of docs/spec.md", async () => {
    const { components } = JSON.parse(await readFile(new URL("../docs/api/openapi.json", import.meta.url), "utf8"));
    const [section = ""] = documents["docs/spec.md"]?.split("\n## 3.")[1]?.split("\n## 4.") ?? [];
    const rowOf = (thing: string) => section.split("\n").find((line) => line.startsWith(`| ${thing} |`)) ?? "";
    const things = {
      ...{ Material: "Material", Result: "Result", Schedule: "Test schedule", Test: "Test", Notice: "Notice" },
      ...{ ClosedDays: "Closed days", Application: "Application" },
    };
    const missing = Object.entries(things).flatMap(([schema, thing]) => {
      const text = rowOf(thing) + (thing === "Test" ? rowOf("Test schedule") : "");
      const fields = Object.keys(components.schemas[schema].properties);
      return fields.filter((field) => !text.includes(`\`${field}\``)).map((field) => `${thing}: ${field}`);
    });
    expect(missing).toEqual([]);
  });

  it("show no sentence of a screen with a missing value", () => {
    const rows = (documents["docs/spec.md"] ?? "").split("\n").filter((line) => line.startsWith("| `"));
    expect(rows.length).toBeGreaterThan(1000);
    expect(rows.filter((row) => /\bundefined\b|\bNaN\b|\[object/.test(row))).toEqual([]);
  });

  it("name every link of the side panels in docs/spec.md", () => {
    const [panels = ""] = documents["docs/spec.md"]?.split("2.7 **Side panels:**")[1]?.split("\n\n") ?? [];
    const text = panels.replaceAll("\n", " ");
    const links = [...linksOf("admin"), ...linksOf("user")].map(({ label }) => label);
    expect(links.length).toBeGreaterThan(25);
    expect(links.filter((label) => !text.includes(label))).toEqual([]);
  });

  it("copy nothing into the checkout, and keep its folder backups out of images and commits", async () => {
    const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), "utf8");
    const copied = [...(await read("docs/deploying.md")).matchAll(/docker compose cp app:\S+ ([^`\s]+)/g)];
    expect(copied.length).toBeGreaterThan(0);
    expect(copied.filter(([, to]) => !to?.startsWith("../"))).toEqual([]);
    expect((await read(".dockerignore")).split("\n")).toContain("backups");
    expect((await read(".gitignore")).split("\n")).toContain("/backups");
  });

  it("let only the machine itself read the emails that compose.yaml catches", async () => {
    const text = await readFile(new URL("../compose.yaml", import.meta.url), "utf8");
    const [, ports] = /\n {2}mail:\n(?: {4}.*\n)*? {4}ports: \["([^"\]]+)"\]/.exec(text) ?? [];
    expect(ports).toBe("127.0.0.1:8025:8025");
  });

  it("say in docs/operations.md of each ending that a restore does not undo it", async () => {
    const words = {
      guardianships: "links between guardians and students",
      sights: "their sight of results",
      staff_grants: "staff grants",
      calendar_feeds: "calendar feeds",
      consents: "consents that were taken back",
      access_codes: "codes that were used or revoked",
      second_factors: "recovery codes that were used",
      logins: "logins that their owners closed",
      result_withdrawals: "what was withdrawn (results,",
      exams: "exams,",
      notices: "notices,",
      report_cards: "report cards,",
      submissions: "applications)",
      results: "results, corrections",
      corrections: "corrections and notices",
      notices_taken_back: "notices that were taken back",
      materials: "study materials that were deleted",
      report_card_series: "Numbers of report cards are not given out twice.",
    } satisfies Record<keyof typeof endings, string>;
    const text = await readFile(new URL("../docs/operations.md", import.meta.url), "utf8");
    const [step = ""] = /^4\. People who were erased.*?\n(?=5\. )/ms.exec(text) ?? [];
    const said = step.replaceAll(/\s+/g, " ");
    expect(Object.values(words).filter((one) => !said.includes(one))).toEqual([]);
  });

  it("name every command of package.json in README.md, CONTRIBUTING.md or docs/operations.md", async () => {
    const { scripts } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
    const pages = ["README.md", "CONTRIBUTING.md", "docs/operations.md"];
    const texts = await Promise.all(pages.map((path) => readFile(new URL(`../${path}`, import.meta.url), "utf8")));
    const text = texts.join("\n");
    const names = Object.keys(scripts).map((name) =>
      ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`,
    );
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
});
