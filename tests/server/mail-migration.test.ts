import { randomUUID } from "node:crypto";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { applyMigrations } from "@/server/postgres/migrate";
import { emptyFolder } from "../harness/clusters";
import { extraDatabase } from "../harness/database";
import { query } from "../harness/sql";

const all = "prisma/migrations";
const mine = "20261122067000_mail_queue";

it("the upgrade confirms only addresses of accounts that got a result while no mail server was configured", async () => {
  const [there, before] = [await extraDatabase("empty"), await emptyFolder("migrations")];
  const names = (await readdir(all)).sort();
  for (const name of names.filter((one) => one < mine))
    await cp(join(all, name), join(before, name), { recursive: true });
  await applyMigrations(there, before);

  const add = async (name: string, { asked = false, confirmed = false, results = true, told = true, days = 3 }) => {
    const id = randomUUID();
    await query(
      there,
      `insert into users (id, role, name, email, password_hash, created_at, email_confirmed_at)
       values ($1, 'user', $2, $2 || '@example.org', 'x', now() - $3 * interval '1 day', $4)`,
      [id, name, days, confirmed ? new Date() : null],
    );
    if (results) {
      await query(
        there,
        "insert into results (id, student_id, class_name, score, total_marks) values ($1, $1, 7, 1, 2)",
        [id],
      );
    }
    // With a mail server, nothing was sent to an unconfirmed address.
    if (results && told) {
      await query(
        there,
        `insert into mails (id, event, kind, recipient, user_id, about, state, sent_at)
         values (gen_random_uuid(), 'resultAdded:' || $1, 'resultAdded', 'a@b.c', $1::uuid, json_build_object('resultId', $1), 'sent', now())`,
        [id],
      );
    }
    if (asked) {
      await query(
        there,
        `insert into mails (id, event, kind, recipient, user_id, about, state, sent_at)
         values (gen_random_uuid(), $1, 'confirmEmail', 'a@b.c', $2, '{}', 'sent', now())`,
        [name, id],
      );
    }
  };
  await add("never asked", {});
  await add("asked", { asked: true });
  await add("confirmed", { confirmed: true });
  await add("without results", { results: false });
  await add("got its results while mail left", { told: false });
  await add("too old to know", { days: 400 });
  await query(
    there,
    `insert into mails (id, event, kind, recipient, about) values (gen_random_uuid(), 'r', 'resultAdded', 'a@b.c', '{}')`,
  );

  await applyMigrations(there, all);
  const vouched = await query(there, "select name from users where vouched_at is not null");
  expect(vouched).toEqual([{ name: "never asked" }]);
  const ranks = await query(there, "select distinct kind, state::text, rank from mails order by kind, state");
  expect(ranks).toEqual([
    { kind: "confirmEmail", state: "sent", rank: 0 },
    { kind: "resultNews", state: "sent", rank: 1 },
    { kind: "resultNews", state: "waiting", rank: 1 },
  ]);
  const told = await query<{ items: object[] }>(
    there,
    "select about -> 'items' as items from mails where kind = 'resultNews'",
  );
  expect(told.filter(({ items }) => items.length === 0)).toHaveLength(1);
  expect(told).toContainEqual({ items: [{ act: "added", resultId: expect.any(String) }] });
});
