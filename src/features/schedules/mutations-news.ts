import "server-only";
import type { Transaction } from "@/server/db/client";
import type { TestSchedule } from "@/server/generated/prisma/client";
import { enqueueNews } from "@/server/mail/news";
import { enqueueNewsAtOnce } from "@/server/mail/news-at-once";
import { listMailed } from "@/server/roster/class-people";
import { factsOf, placesOf, startOf } from "./data-news";
import { isNews, isUrgent } from "./rules-news";
import type { Facts } from "./schema-news";

/** The mail that tells of all that happens in one pause. */
const kind = "resultNews";

type Change = {
  scheduleId: string;
  /** What families knew before; null for a test that they were not told of. */
  known: Facts | null;
  /** The test as it is now; null for one that was deleted. */
  row: TestSchedule | null;
};

/**
 * Tells students of the class and their guardians what became of a test: after the pause, in one mail with whatever else there is,
 * or at once where it is about the next 48 hours. What to say is decided when the mail leaves.
 */
export async function tellOfTest(tx: Transaction, { scheduleId, known, row }: Change, now: Date): Promise<void> {
  const next = row && factsOf(row);
  if (!isNews(known, next, now, startOf)) return;
  const people = await listMailed(placesOf(known, next));
  const item = { act: "test", scheduleId, known };
  if (!isUrgent(known, next, now, startOf)) {
    await enqueueNews(
      tx,
      people.map((to) => ({ kind, ...to, item })),
      now,
    );
    return;
  }
  const event = `testNews:${scheduleId}:${row?.rowVersion ?? "gone"}`;
  const replaces = { kind, part: { scheduleId } };
  await enqueueNewsAtOnce(tx, { kind: "testNews", event, people, item, replaces }, now);
}
