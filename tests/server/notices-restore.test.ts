import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { env } from "@/env";
import { publishDue } from "@/features/notices/mutations-publish";
import { backUp, restoreFrom } from "@/main/backups";
import { closeDatabase, db, openDatabase, transaction } from "@/server/db/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { applyChoices, choose } from "@/server/mail/choices";
import { enqueueEmail } from "@/server/mail/outbox";
import { reapplyEndings } from "@/server/privacy/ended";
import { callerOf, createAdmin, createStudent, openStore, tokenFor } from "../factories";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { published, toClass7A } from "../harness/notices";
import { query } from "../harness/sql";

await openStore();

test("after a restore, notices and their emails that have fallen due wait, and a withdrawn notice stays withdrawn", async () => {
  await resetDatabase();
  const office = await callerOf(await tokenFor(await createAdmin()));
  const plan = async (title: string) => {
    const { _id: id, rowVersion } = await office.notices.add({ ...toClass7A, title });
    await office.notices.publish({ id, rowVersion, at: { date: "2027-03-01", time: "18:00" } });
    return id;
  };
  const due = await plan("due");
  await plan("to come");
  const untold = await published(office, { title: "untold" });
  await published(office, { title: "in its pause" });
  const taken = await published(office, { title: "withdrawn later" });
  await db().$executeRaw`update notices set publish_at = now() - interval '1 hour' where id = ${due}::uuid`;
  await db().$executeRaw`update notices set tell_at = now() - interval '1 hour' where id = ${untold.id}::uuid`;
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  await office.notices.withdraw({ ...taken, reason: "wrong week" });
  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
  const rows = await query(
    there,
    "select title, state::text, held_at is not null as held, reason from notices order by title",
  );
  const lost = "It had been withdrawn before an earlier state of the data was restored.";
  expect(rows).toEqual([
    { title: "due", state: "scheduled", held: true, reason: null },
    { title: "in its pause", state: "published", held: false, reason: null },
    { title: "to come", state: "scheduled", held: false, reason: null },
    { title: "untold", state: "published", held: true, reason: null },
    { title: "withdrawn later", state: "withdrawn", held: false, reason: lost },
  ]);
});

test("a notice that was taken back is a draft after a restore, even by another tool, until it is published again", async () => {
  await resetDatabase();
  await rm(join(env().DATA_DIR, "ended.log"), { force: true });
  const office = await callerOf(await tokenFor(await createAdmin()));
  const taken = await published(office, { title: "taken back" });
  const again = await published(office, { title: "published again" });
  const { _id: id, rowVersion } = await office.notices.add({ ...toClass7A, title: "scheduled" });
  const planned = await office.notices.publish({ id, rowVersion, at: { date: "2027-03-01", time: "18:00" } });
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  const takeBack = (seen: { id: string; rowVersion: number }) => office.notices.takeBack(seen);
  await takeBack(taken);
  const back = await takeBack(again);
  await office.notices.publish({ id: again.id, rowVersion: back.rowVersion });
  await publishDue(new Date("2027-03-01T12:31:00Z"));
  await takeBack({ id, rowVersion: planned.rowVersion + 1 });
  const there = await extraDatabase("empty");
  await closeDatabase();
  await restoreFrom(archive, (work) => work(there)).finally(() => openDatabase(connection));
  const states = "select title, state::text, version from notices order by title";
  const texts = "select count(*)::int from notice_versions where body <> '[]'";
  // The restore cannot know that one was published again.
  expect(await query(there, states)).toEqual([
    { title: "published again", state: "draft", version: 2 },
    { title: "scheduled", state: "draft", version: 2 },
    { title: "taken back", state: "draft", version: 2 },
  ]);
  expect(await query(there, texts)).toEqual([{ count: 0 }]);

  const reopened = { state: "published", version: 1, askedVersion: 1, publishedAt: new Date() } as const;
  await db().notice.update({ where: { id: taken.id }, data: reopened });
  await reapplyEndings();
  expect(await query(connection, states)).toEqual([
    { title: "published again", state: "published", version: 2 },
    { title: "scheduled", state: "draft", version: 2 },
    { title: "taken back", state: "draft", version: 2 },
  ]);
});

test("after a restore, news goes into a new digest, while the earlier digest is held back", async () => {
  await resetDatabase();
  const { id: userId } = await createStudent();
  const now = new Date(Date.now() + 60_000);
  const gather = async (title: string) => {
    const news = { kind: "news", event: title, recipient: "asha@example.org", userId, isOptional: true, about: {} };
    await transaction((tx) => enqueueEmail(tx, news));
    await applyChoices(now);
  };
  await transaction((tx) => choose(tx, userId, "digest", now));
  await gather("before");
  const archive = (await backUp(connection, await emptyFolder("backups"))).path;
  const there = await extraDatabase("empty");
  await closeDatabase();
  try {
    await restoreFrom(archive, (work) => work(there));
    openDatabase(there);
    await prepareJobs();
    await gather("after");
    const parts = await db().mail.findMany({
      ...{ where: { kind: "news" }, orderBy: { id: "asc" } },
      include: { digest: { select: { state: true } } },
    });
    expect(parts).toMatchObject([
      { event: "before", state: "gathered", digest: { state: "held" } },
      { event: "after", state: "gathered", digest: { state: "waiting" } },
    ]);
  } finally {
    await closeDatabase();
    openDatabase(connection);
  }
});
