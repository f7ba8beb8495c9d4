import type { ReactElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import CardsPage from "@/app/user/report-cards/page";
import { db, pool } from "@/server/db/client";
import { log } from "@/server/observability/log";
import { openStore, tokenFor } from "../factories";
import { classWithCards } from "../harness/cards";
import { resetDatabase } from "../harness/database";
import { doJobs } from "../harness/jobs";

const opened = vi.hoisted((): { token: string } => ({ token: "" }));
vi.mock("next/headers", () => ({ headers: async () => new Headers({ authorization: `Bearer ${opened.token}` }) }));

await openStore();

/** The cards of the page: empty if there are none, undefined if they could not be read. */
async function shown(child?: string) {
  const { props } = (await CardsPage({ searchParams: Promise.resolve(child ? { child } : {}) })) as ReactElement<{
    cards: unknown;
    children: [unknown, ReactElement<{ found: unknown }>];
  }>;
  return Array.isArray(props.children) ? props.children[1].props.found : props.cards;
}

let of: Awaited<ReturnType<typeof classWithCards>>["of"];

beforeEach(async () => {
  await resetDatabase();
  const { setId, ...found } = await classWithCards();
  of = found.of;
  await of.office.reportCards.issue({ id: setId, students: [of.asha.id] });
  await doJobs();
});

it("a guardian who names no child is led to the first one, without a refusal", async () => {
  opened.token = await tokenFor(of.mother);
  const digest = expect.stringContaining(`;/user/report-cards?child=${of.asha.id};`);
  await expect(shown()).rejects.toMatchObject({ digest });
});

it.each([
  ["a student", "student", false],
  ["a student with a guardian's link", "student", true],
  ["a student who is a guardian, too", "both", false],
  ["a guardian of this child", "guardian", true],
])("%s whose cards cannot be read is not told that there are no cards", async (_, who, isChildNamed) => {
  const { asha, dev, mother } = of;
  opened.token = await tokenFor(who === "guardian" ? mother : asha);
  const link = { guardianId: asha.id, studentId: dev, relation: "Brother", origin: "office" } as const;
  if (who === "both") await db().guardianship.create({ data: link });
  const child = isChildNamed ? asha.id : undefined;
  expect(await shown(child)).toMatchObject([{ content: { name: "Asha Rao" } }]);
  await pool().query(`begin; set local session_replication_role = replica;
    update report_cards set content = '{}'; commit`);
  const failed = vi.spyOn(log(), "error").mockImplementation(() => {});
  expect(await shown(child)).toBeUndefined();
  expect(failed).toHaveBeenCalledOnce();
});
