import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { violations } from "./setup/architecture";

const root = join(import.meta.dirname, "../src");

function house(): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path): [string, string] => [path.slice(root.length + 1).replaceAll("\\", "/"), path])
    .filter(([path]) => !path.startsWith("server/generated/"));
  return new Map(files.map(([path, whole]) => [path, readFileSync(whole, "utf8")]));
}

function faultsOf(path: string, text: string): string[] {
  return violations(new Map([[path, text]]));
}

describe("the house", () => {
  it("keeps its arrows and its names", () => {
    const files = house();
    expect(files.has("env.ts")).toBe(true);
    expect(violations(files)).toEqual([]);
  });
});

const results = "features/results";

describe("the check refuses", () => {
  const guarded = 'import "server-only";\n';

  it.each([
    ["a page that reads the database", "app/(site)/page.tsx", 'import { db } from "@/server/db";'],
    ["a page that skips the api room", "app/user/page.tsx", 'import { listResults } from "@/features/results/data";'],
    ["a layout that writes", "app/layout.tsx", 'import { addResult } from "../features/results/mutations";'],
    ["a page that holds a router", "app/user/page.tsx", 'export { x } from "@/features/results/router";'],
    ["a door that reaches into a feature", "app/api/trpc/[trpc]/route.ts", 'import "@/features/auth/data";'],
    ["a door that uses the machinery", "app/api/ready/route.ts", 'import { pool } from "@/server/jobs";'],
    ["an api file that writes past the router", "api/rest.ts", 'import "@/features/results/mutations";'],
    ["an api file that reads the database", "api/session.ts", 'import { db } from "@/server/db";'],
    ["a session that uses another feature", "api/session.ts", 'import "@/features/results/data";'],
    ["a screen that reads", `${results}/components/report.tsx`, 'import type { R } from "../data";'],
    ["a screen of two features", `${results}/components/report.tsx`, 'import "../../materials/components/card";'],
    ["a screen with another's rules", `${results}/components/report.tsx`, 'import "@/features/auth/rules";'],
    ["a screen that uses the server", `${results}/components/report.tsx`, 'await import("@/server/mail");'],
    ["a router that queries", `${results}/router.ts`, `${guarded}import { db } from "@/server/db";`],
    [
      "a router that knows a client",
      `${results}/router.ts`,
      `${guarded}import { PrismaClient } from "@prisma/client";`,
    ],
    ["a router that calls another", `${results}/router.ts`, `${guarded}import "../auth/router";`],
    ["a read that writes", `${results}/data.ts`, `${guarded}import { addResult } from "./mutations";`],
    ["a write into another feature", `${results}/mutations.ts`, `${guarded}import "../auth/mutations";`],
    ["a rule that reads", `${results}/rules.ts`, 'const x = require("./data");'],
    ["a rule with a package", `${results}/rules.ts`, 'import { readFileSync } from "node:fs";'],
    ["a schema that knows its rules", `${results}/schema.ts`, 'import { gradeFor } from "./rules";'],
    ["copy that imports", `${results}/copy.ts`, 'import { z } from "zod";'],
    ["machinery that knows a feature", "server/mail.ts", 'import { copy } from "../features/auth/copy";'],
    ["machinery that knows a screen", "server/mail.ts", 'type X = import("@/components/ui/button").X;'],
    ["a client that takes more than a type", "trpc/client.ts", 'import { type AppRouter } from "@/api/root";'],
    ["a client that takes another type", "trpc/client.ts", 'import type { X } from "@/api/session";'],
    ["a part that knows a feature", "components/site/header.tsx", 'import "@/features/auth/components/button";'],
    ["a part that knows the client", "components/ui/card.tsx", 'import "@/trpc/client";'],
    ["lib that looks up", "lib/dates.ts", 'import { institute } from "@/content/institute";'],
    ["content that looks up", "content/institute.ts", 'import "@/components/ui/card";'],
    ["a way around through a folder", "lib/dates.ts", 'import "@/lib/../server/db";'],
    ["an import from outside src", "lib/dates.ts", 'import "../../tests/setup/factories";'],
    ["an import without a name", "api/jobs.ts", "await import(path);"],
    ["a barrel of a feature", "app/page.tsx", 'import { x } from "@/features/results";'],
  ])("%s", (_case, path, text) => {
    expect(faultsOf(path, text)).toEqual([expect.stringMatching(/^src\/.+ imports .+: .+/)]);
  });

  it.each([
    ["a sixth feature", "features/homework/data.ts", /the features are/],
    ["a new kind of file", `${results}/service.ts`, /holds only/],
    ["a new folder in a feature", `${results}/hooks/use-results.ts`, /holds only/],
    ["utils", "lib/utils.ts", /says nothing/],
    ["a folder of helpers", "server/helpers/text.ts", /says nothing/],
    ["a manager", "server/file-manager.ts", /says nothing/],
    ["a service layer", "server/result.service.ts", /says nothing/],
    ["a room nobody planned", "hooks/use-thing.ts", /no room/],
    ["reads without a guard", `${results}/data.ts`, /server-only/],
    ["a guard that comes second", `${results}/router.ts`, /server-only/, 'import "zod";\nimport "server-only";'],
    ["a reader of the environment", "server/mail.ts", /reads SMTP_URL/, "export const x = process.env.SMTP_URL;"],
    ["a hidden reader", "server/mail.ts", /reads all/, "const { env } = process;"],
    ["another hidden reader", "server/mail.ts", /reads all/, 'run({ env: { ...globalThis.process["env"] } });'],
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
      "server/mail.ts",
      /with a text put together/,
      `export const x = () => { ${text} };`,
    ]),
    ["what it cannot read", "lib/dates.ts", /cannot be parsed/, "const = ;"],
    ["a start that reads", "api/start.ts", /reads PORT/, "const port = process.env.PORT;"],
  ])("%s", (_case, path, message, text = "export {};") => {
    expect(faultsOf(path, text)).toEqual([expect.stringMatching(message)]);
  });
});

describe("the check allows", () => {
  it.each([
    ["app/(site)/page.tsx", 'import { MaterialList } from "@/features/materials/components/material-list";'],
    ["app/api/trpc/[trpc]/route.ts", 'export { GET } from "@/api/root";'],
    ["api/root.ts", 'import { router } from "@/features/results/router";'],
    ["api/session.ts", 'import { findUser } from "@/features/auth/data";'],
    ["api/jobs.ts", 'import { sweep } from "@/features/materials/mutations";'],
    ["api/start.ts", 'process.env.NEXTAUTH_URL ??= "http://localhost";'],
    ["instrumentation.ts", 'if (process.env.NEXT_RUNTIME === "nodejs") await import("./api/start");'],
    ["trpc/client.ts", 'import type { AppRouter } from "@/api/root";'],
    [`${results}/mutations.ts`, 'import "server-only";\nimport { db } from "@/server/db";\nimport "../auth/data";'],
    [`${results}/components/report.tsx`, 'import { gradeFor } from "../rules";\nimport { useState } from "react";'],
    [
      "server/mail.ts",
      `void [pool().query("select $1::text", [x]), tx.$queryRaw\`select \${x}\`, Prisma.sql\`\${x}\`];`,
    ],
    ["server/backup/tables.ts", `void client.query(\`select * from \${client.escapeIdentifier(name)}\`);`],
    ["app/globals.css", '@import "tailwindcss";'],
  ])("%s: %s", (path, text) => {
    expect(faultsOf(path, text)).toEqual([]);
  });
});
