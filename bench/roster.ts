// The roster at its full size: 3,000 students with their guardians and 300,000 results.
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { drive, type Fact } from "./drive";
import type { Institute } from "./institute";

const firstNames = [
  "Asha",
  "Nisha",
  "Kiran",
  "Ravi",
  "Meera",
  "Farhan",
  "निशा",
  "आरव",
  "Zoya",
  "Dev",
  "Ishaan",
  "सीता",
];
const lastNames = ["Rao", "Das", "Sen", "Menon", "Khan", "Iyer", "शर्मा", "Fernandes", "Gill", "Bose", "राव"];

/** Fills the rooms of the roster; results keep their students. */
async function seed(database: pg.Client, students: number): Promise<void> {
  await database.query("begin");
  await database.query(
    `insert into school_years (id, label, first_day, last_day)
     select gen_random_uuid(), '2026-27', current_date - 200, current_date + 160`,
  );
  await database.query(
    `insert into users (id, name, email, password_hash, email_confirmed_at)
     select gen_random_uuid(), ($2::text[])[1 + n % 12] || ' ' || ($3::text[])[1 + n % 11] || ' ' || chr(65 + n % 26),
       case when n % 3 > 0 then 'pupil' || n || '@roster.example' end, case when n % 3 > 0 then 'none' end,
       case when n % 3 > 1 then now() end
     from generate_series(1, $1::int) n`,
    [students, firstNames, lastNames],
  );
  await database.query(
    `insert into students (user_id, admission_no, origin)
     select id, 'KV-' || row_number() over (order by name, id), 'office' from users
     where role = 'user' and (email is null or email like '%@roster.example')`,
  );
  await database.query(
    `insert into enrolments (id, student_id, school_year_id, class_name, section, roll_no, from_day)
     select gen_random_uuid(), s.user_id, y.id, 1 + s.n % 12, ($1::text[])[1 + (s.n / 12) % 5], (1 + s.n / 60)::text, y.first_day
     from (select user_id, row_number() over (order by user_id) as n from students) s cross join school_years y`,
    [["A", "B", "C", "D", "E"]],
  );
  await database.query(
    `with made as (insert into users (id, name)
       select gen_random_uuid(), 'Guardian ' || n from generate_series(1, 2 * $1::int) n returning id)
     insert into guardianships (id, guardian_id, student_id, relation, origin)
     select gen_random_uuid(), g.id, s.user_id, 'mother', 'office'
     from (select id, row_number() over () as n from made) g
       join (select user_id, row_number() over (order by user_id) as n from students) s on s.n = 1 + g.n % $1`,
    [students],
  );
  await database.query(
    `insert into results (id, student_id, class_name, subject, score, total_marks, exam_name, created_at)
     select gen_random_uuid(), s.user_id, 7, ($1::text[])[1 + n % 5], 40 + n % 60, 100, 'Test ' || n, now() - n * interval '1 day'
     from students s cross join generate_series(1, 100) n`,
    [["Mathematics", "Physics", "Biology", "Hindi", "English"]],
  );
  await database.query("commit");
  await database.query("vacuum analyze");
}

const asked = (queries: readonly string[], token: string) => ({
  seconds: 3,
  each: queries.map((query) => ({
    path: `/api/students${query}`,
    headers: { authorization: `Bearer ${token}` },
  })),
});

const sorts = ["name", "roll", "admission", "lastResult"];
const searches = [...firstNames, ...lastNames, "नि", "rao as", "KV-17", "pupil12", "a", "शर्मा नि"];
const pages = Array.from({ length: 60 }, (_, n) => `?page=${n + 1}`);
const filters = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].flatMap((number) => [
  `?class=${number}&sort=roll`,
  `?class=${number}&section=B`,
  `?class=${number}&login=none`,
]);

/** The office's list of students, and the page of one. */
export async function measureRoster({ url, connection }: Institute, token: string): Promise<Fact[]> {
  const database = new pg.Client(connection);
  await database.connect();
  await seed(database, 3_000);
  // A process notices within a second that the roster has changed.
  await wait(2_000);
  const { rows } = await database.query<{ id: string }>(
    "select user_id as id from students order by user_id limit 200",
  );
  await database.end();
  const kinds = {
    "the list": ["", "?state=current"],
    "a page": pages,
    "a search": searches.map((text) => `?search=${encodeURIComponent(text)}`),
    "a filter": [...filters, "?login=none", "?state=not+placed"],
    "another order": sorts.flatMap((sort) => [`?sort=${sort}`, `?sort=${sort}&direction=desc`]),
    "a student’s page": rows.map(({ id }) => `/${id}`),
  };
  const facts: Fact[] = [];
  for (const [what, queries] of Object.entries(kinds)) {
    const { p50, p99, rate } = await drive(url, asked(queries, token));
    const found = `p50 ${p50} ms, p99 ${p99} ms, ${Math.round(rate)} a second`;
    facts.push({ what: `3,000 students: ${what}`, goal: "p50 50 ms", found });
  }
  return facts;
}
