import { expect, it } from "vitest";
import { features } from "@/features/index";
import { pages } from "@/features/pages";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

it("the database has a version for every cache tag that a room or a page names", async () => {
  const rows = await sql<{ topic: string }>(Prisma.sql`select topic from public_lists_at(now())`);
  const lists = features.flatMap(({ publicLists }) => publicLists ?? []).flatMap(({ tags }) => tags);
  const named = [...lists, ...pages.flatMap(({ cached }) => cached ?? [])];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((tag) => !rows.some(({ topic }) => topic === tag))).toEqual([]);
});
