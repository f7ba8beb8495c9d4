import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { applyMigrations } from "@/server/postgres/migrate";
import { emptyFolder } from "../harness/clusters";
import { extraDatabase } from "../harness/database";
import { query } from "../harness/sql";

const all = "prisma/migrations";
const mine = "20261123090000_years_subjects_settings";

it("the upgrade lists each subject in use once, under the spelling that is used most", async () => {
  const [there, before] = [await extraDatabase("empty"), await emptyFolder("migrations")];
  for (const name of await readdir(all))
    if (name < mine) await cp(join(all, name), join(before, name), { recursive: true });
  await applyMigrations(there, before);

  const used = [
    ...["Mathematics", "Mathematics", "mathematics", "MATHEMATICS ", "Social  Science", "social science"],
    ...["\u0915\u093c\u093f\u0938\u094d\u0938\u093e", "\u0958\u093f\u0938\u094d\u0938\u093e", "\ufdfa".repeat(200)],
  ];
  await query(
    there,
    `insert into test_schedules (id, class_name, subject, test_date, test_time)
     select gen_random_uuid(), 7, subject, '2026-11-20', '09:30' from unnest($1::text[]) subject`,
    [used],
  );
  await query(
    there,
    `with student as (insert into users (id, role, name, email, password_hash)
       values (gen_random_uuid(), 'user', 'Asha Rao', 'asha@example.org', 'x') returning id)
     insert into results (id, student_id, class_name, score, total_marks, subject)
     select gen_random_uuid(), student.id, 7, 1, 2, subject from student, unnest($1::text[]) subject`,
    [["social science", "social science", null]],
  );
  await applyMigrations(there, all);

  const subjects = await query<{ name: string; key: string }>(there, "select name, key from subjects order by key");
  expect(subjects).toEqual([
    { name: "Mathematics", key: "mathematics" },
    { name: "social science", key: "social science" },
    { name: expect.any(String), key: "\u0915\u093c\u093f\u0938\u094d\u0938\u093e" },
  ]);
  // A later row with another spelling of a listed subject adds no subject.
  await query(
    there,
    `insert into test_schedules (id, class_name, subject, test_date, test_time)
     values (gen_random_uuid(), 7, 'MATHEMATICS', '2026-11-20', '09:30'), (gen_random_uuid(), 7, 'Art', '2026-11-20', '09:30')`,
  );
  const names = await query<{ name: string }>(there, "select name from subjects order by key");
  expect(names.map(({ name }) => name).slice(0, 2)).toEqual(["Art", "Mathematics"]);
  expect(names).toHaveLength(4);
});
