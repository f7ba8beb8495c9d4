import "server-only";
import type { Transaction } from "@/server/db/client";
import type { TestSchedule } from "@/server/generated/prisma/client";
import { enqueueNews } from "@/server/mail/news";
import { enqueueNewsAtOnce } from "@/server/mail/news-at-once";
import { listMailed } from "@/server/roster/class-people";
import { aimOf, beginsBeforeDigest, factsOf, startOf } from "./data-news";
import { whenTold } from "./rules-news";
import type { Facts } from "./schema-news";

/** The email that combines the news of a delay. */
const kind = "resultNews";

type Change = {
  scheduleId: string;
  /** The facts that families knew; null if they were not notified. */
  known: Facts | null;
  /** The current test; null if it was deleted. */
  row: TestSchedule | null;
};

/**
 * Notifies students of the class and their guardians about a test: immediately if it concerns the next 48 hours, otherwise after
 * a delay, combined with other news. A new test that begins before the email of the day is not left to it (decision 362). The
 * content is determined when the email is sent.
 */
export async function notifyOfTest(tx: Transaction, { scheduleId, known, row }: Change, now: Date): Promise<void> {
  const next = row && factsOf(row);
  const when = whenTold(known, next, now, startOf);
  if (when === "never") return;
  const people = await listMailed(aimOf(known, next));
  const item = { act: "test", scheduleId, known };
  if (when === "after-pause") {
    const isTooLate = next?.isOn === true && beginsBeforeDigest(next, now);
    const news = people.map((to) => ({
      kind,
      ...to,
      item,
      about: { scheduleId },
      isBrief: isTooLate && to.hasDigest,
    }));
    await enqueueNews(tx, news, now);
    return;
  }
  const event = `testNews:${scheduleId}:${row?.rowVersion ?? "gone"}`;
  const replaces = { kind, part: { scheduleId } };
  await enqueueNewsAtOnce(tx, { kind: "testNews", event, people, item, replaces }, now);
}
