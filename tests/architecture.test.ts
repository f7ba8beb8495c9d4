import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { violations } from "./harness/architecture";
import { ownershipFaults, unlistedRooms } from "./harness/ownership";

const root = join(import.meta.dirname, "../src");

const house: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path): [string, string] => [path.slice(root.length + 1).replaceAll("\\", "/"), path])
    .filter(([path]) => !path.startsWith("server/generated/"))
    .map(([path, whole]) => [path, readFileSync(whole, "utf8")]),
);

function faultsOf(path: string, text: string): string[] {
  return violations(new Map([[path, text]]));
}

describe("the house", () => {
  it("keeps to its arrows and its names", () => {
    expect(house.has("env.ts")).toBe(true);
    expect(violations(house)).toEqual([]);
  });
});

describe("a lock of the database", () => {
  // Behind a pooler, a session's lock stays with a connection that others use.
  const ofSession = /pg_(?:try_)?advisory_(?:un)?lock(?:_shared|_all)?\(/;

  it("belongs to a transaction, not to a session", () => {
    expect([...house].filter(([, text]) => ofSession.test(text)).map(([path]) => path)).toEqual([]);
    expect(ofSession.test("select pg_advisory_lock($1)")).toBe(true);
    expect(ofSession.test("select pg_try_advisory_xact_lock($1)")).toBe(false);
  });
});

describe("the rooms", () => {
  const schema = readFileSync(join(root, "../prisma/schema.prisma"), "utf8");
  const faultsWith = (path: string, text: string) => ownershipFaults(new Map([...house, [path, text]]), schema);

  it("own each model exactly once and touch no table of another room", () => {
    expect(ownershipFaults(house, schema)).toEqual([]);
  });

  it("have catalogues of sentences with a name of their own", () => {
    const names = [...house.values()].flatMap((text) =>
      [...text.matchAll(/catalogue\("(\w+)"/g)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("are in the lists of features and pages", () => {
    expect(unlistedRooms(house)).toEqual([]);
  });

  it.each([
    ["db().result.findMany()", "results"],
    ["await tx.result.count()", "results"],
    ["prisma.result.count()", "results"],
    ["tx.$queryRaw`select 1 from results`", "results"],
    ["sql<Row>(Prisma.sql`select 1 from users u join submissions s on true`)", "submissions"],
  ])("would notice another room's table: %s", (statement, table) => {
    const faults = faultsWith("features/schedules/data-more.ts", `export const x = () => ${statement};`);
    expect(faults.join()).toContain(`src/features/schedules/data-more.ts touches ${table}, which is of features/`);
  });

  it("would notice a model without an owner, with two, and a room without a manifest or a line in the list", () => {
    expect(ownershipFaults(house, `${schema}\nmodel Mood {\n}\n`)).toEqual(["Mood has 0 owners"]);
    expect(faultsWith("features/mood/feature.ts", "  models: {\n    Result: {\n    },\n  },\n")).toEqual([
      "Result has 2 owners",
    ]);
    expect(unlistedRooms(new Map([...house, ["features/mood/data.ts", ""]]))).toEqual([
      "features/mood has no manifest",
    ]);
    expect(unlistedRooms(new Map([...house, ["features/mood/pages.ts", ""]]))).toEqual([
      "features/pages.ts lacks features/mood/pages.ts",
    ]);
  });
});

const results = "features/results";

describe("the check refuses", () => {
  const guarded = 'import "server-only";\n';

  it.each([
    ["a page that reads the database", "app/(site)/page.tsx", 'import { db } from "@/server/db/client";'],
    ["a page that skips the http room", "app/user/page.tsx", 'import { listResults } from "@/features/results/data";'],
    ["a layout that writes", "app/layout.tsx", 'import { addResult } from "../features/results/mutations";'],
    ["a page that holds a router", "app/user/page.tsx", 'export { x } from "@/features/results/router";'],
    ["a door that reaches into a feature", "app/api/trpc/[trpc]/route.ts", 'import "@/server/auth/principals";'],
    ["a door that uses the machinery", "app/api/ready/route.ts", 'import { pool } from "@/server/jobs/jobs";'],
    ["an http file that writes past the router", "http/rest.ts", 'import "@/features/results/mutations";'],
    ["an http file that reads the database", "http/session.ts", 'import { db } from "@/server/db/client";'],
    ["a session that uses another feature", "http/session.ts", 'import "@/features/results/data";'],
    ["a screen that reads", `${results}/components/report.tsx`, 'import type { R } from "../data";'],
    ["a screen of two features", `${results}/components/report.tsx`, 'import "../../materials/components/card";'],
    ["a screen with another's rules", `${results}/components/report.tsx`, 'import "@/features/auth/rules";'],
    ["a screen that uses the server", `${results}/components/report.tsx`, 'await import("@/server/mail/outbox");'],
    ["a router that queries", `${results}/router.ts`, `${guarded}import { db } from "@/server/db/client";`],
    [
      "a router that knows a client",
      `${results}/router.ts`,
      `${guarded}import { PrismaClient } from "@prisma/client";`,
    ],
    ["a router that calls another", `${results}/router.ts`, `${guarded}import "../auth/router";`],
    ["a read that writes", `${results}/data.ts`, `${guarded}import { addResult } from "./mutations";`],
    ["a write into another feature", `${results}/mutations.ts`, `${guarded}import "../auth/mutations";`],
    ["a rule that reads", `${results}/rules.ts`, 'const x = require("./data");'],
    ["a rule that takes more than a type", `${results}/rules.ts`, 'import { sql } from "@/server/db/sql";'],
    ["a rule with another's type", `${results}/rules.ts`, 'import type { X } from "@/features/auth/data";'],
    ["a rule with a package", `${results}/rules.ts`, 'import { readFileSync } from "node:fs";'],
    ["a session that reads a feature", "http/session.ts", 'import "@/features/auth/data";'],
    ["a schema that knows its rules", `${results}/schema.ts`, 'import { gradeFor } from "./rules";'],
    ["messages that import", `${results}/messages.ts`, 'import { z } from "zod";'],
    ["machinery that knows a feature", "server/mail/outbox.ts", 'import { copy } from "../../features/auth/messages";'],
    ["machinery that knows a screen", "server/mail/outbox.ts", 'type X = import("@/components/ui/button").X;'],
    ["a client that takes more than a type", "trpc/client.ts", 'import { type AppRouter } from "@/features";'],
    ["a client that takes another type", "trpc/client.ts", 'import type { X } from "@/http/session";'],
    ["a part that knows a feature", "components/site/header.tsx", 'import "@/features/auth/components/button";'],
    ["a form that knows a feature", "components/form/remove-dialog.tsx", 'import "@/features/auth/messages";'],
    ["a part that knows a form", "components/ui/dialog.tsx", 'import "../form/use-server-form";'],
    ["a part that knows the client", "components/ui/card.tsx", 'import "@/trpc/client";'],
    ["lib that looks up", "lib/dates.ts", 'import { institute } from "@/content/institute";'],
    ["content that looks up", "content/institute.ts", 'import "@/components/ui/card";'],
    ["a way around through a folder", "lib/dates.ts", 'import "@/lib/../server/db/client";'],
    ["an import from outside src", "lib/dates.ts", 'import "../../tests/harness/factories";'],
    ["an import without a name", "main/jobs.ts", "await import(path);"],
    ["a door past the list", "http/rest.ts", 'import "@/features/results/rest";'],
    ["a list past the manifests", "features/index.ts", 'import "server-only";\nimport "./results/router";'],
    ["a manifest of two rooms", `${results}/feature.ts`, 'import "server-only";\nimport "../auth/data";'],
    ["a barrel of a feature", "app/page.tsx", 'import { x } from "@/features/results";'],
  ])("%s", (_case, path, text) => {
    expect(faultsOf(path, text)).toEqual([expect.stringMatching(/^src\/.+ imports .+: .+/)]);
  });

  it.each([
    ["a file beside the rooms", "features/homework.ts", /holds the list/],
    ["a new kind of file", `${results}/service.ts`, /holds only/],
    ["a new folder in a feature", `${results}/hooks/use-results.ts`, /holds only/],
    ["utils", "lib/utils.ts", /says nothing/],
    ["a folder of helpers", "server/helpers/text.ts", /says nothing/],
    ["a manager", "server/file-manager.ts", /says nothing/],
    ["a service layer", "server/result.service.ts", /says nothing/],
    ["a room nobody planned", "hooks/use-thing.ts", /no room/],
    ["reads without a guard", `${results}/data.ts`, /server-only/],
    ["a guard that comes second", `${results}/router.ts`, /server-only/, 'import "zod";\nimport "server-only";'],
    [
      "a reader of the environment",
      "server/mail/outbox.ts",
      /reads SMTP_URL/,
      "export const x = process.env.SMTP_URL;",
    ],
    ["a hidden reader", "server/mail/outbox.ts", /reads all/, "const { env } = process;"],
    ["another hidden reader", "server/mail/outbox.ts", /reads all/, 'run({ env: { ...globalThis.process["env"] } });'],
    ...[
      "tx.$queryRawUnsafe(text)",
      'db().$executeRawUnsafe("select 1")',
      "const { $queryRawUnsafe: ask } = db();",
      'db()["$queryRawUnsafe"](text)',
      "tx.$queryRaw(Prisma.raw(text))",
      `pool().query(\`select \${name}\`)`,
      'client.query<Row>("select " + name, [])',
      `client.query({ text: \`select \${name}\`, values: [] })`,
    ].map((text): [string, string, RegExp, string] => [
      `the statement ${text}`,
      "server/mail/outbox.ts",
      /with a text put together/,
      `export const x = () => { ${text} };`,
    ]),
    ...[
      'throw new AppError("NOT_FOUND", "There is no such result.");',
      "throw new AppError(code, `There is no such result.`);",
      'throw new AppError("NOT_FOUND", copy.none);',
      "if (answer.text === linkCopy.failed) again();",
      'if (copy.failed != answer["text"]) again();',
      'if (error.message === "Not found.") again();',
      "if (`Not found.` !== account.refused) again();",
    ].map((text): [string, string, RegExp, string] => [`the sentence in ${text}`, "lib/dates.ts", /by its key/, text]),
    ["what it cannot read", "lib/dates.ts", /cannot be parsed/, "const = ;"],
    ["a start that reads", "main/start.ts", /reads PORT/, "const port = process.env.PORT;"],
  ])("%s", (_case, path, message, text = "export {};") => {
    expect(faultsOf(path, text)).toEqual([expect.stringMatching(message)]);
  });
});

describe("the check allows", () => {
  it.each([
    ["app/(site)/page.tsx", 'import { MaterialList } from "@/features/materials/components/material-list";'],
    ["app/api/trpc/[trpc]/route.ts", 'export { GET } from "@/http/rest";'],
    ["http/rest.ts", 'import { features } from "@/features";'],
    ["features/index.ts", 'import "server-only";\nimport { results } from "./results/feature";'],
    ["http/session.ts", 'import { findUser } from "@/server/auth/principals";'],
    ["main/jobs.ts", 'import { sweep } from "@/features/materials/mutations";'],
    ["main/start.ts", 'process.env.NEXTAUTH_URL ??= "http://localhost";'],
    ["instrumentation.ts", 'if (process.env.NEXT_RUNTIME === "nodejs") await import("./main/start");'],
    ["trpc/client.ts", 'import type { AppRouter } from "@/features";'],
    [
      `${results}/mutations.ts`,
      'import "server-only";\nimport { db } from "@/server/db/client";\nimport "../auth/data";',
    ],
    [
      `${results}/rules.ts`,
      'import type { X } from "./data";\nimport type { Family } from "@/server/roster/families";',
    ],
    [`${results}/components/report.tsx`, 'import { gradeFor } from "../rules";\nimport { useState } from "react";'],
    [
      "server/mail/outbox.ts",
      `void [pool().query("select $1::text", [x]), tx.$queryRaw\`select \${x}\`, Prisma.sql\`\${x}\`];`,
    ],
    ["server/backup/tables.ts", `void client.query(\`select * from \${client.escapeIdentifier(name)}\`);`],
    [
      "lib/dates.ts",
      'if (key === say("none") || error?.message === undefined) throw new AppError("NOT_FOUND", say("none"));',
    ],
    ["app/globals.css", '@import "tailwindcss";'],
  ])("%s: %s", (path, text) => {
    expect(faultsOf(path, text)).toEqual([]);
  });
});
