// Exams of a school year at full size: 300,000 results with corrections and withdrawals; a sheet is saved, 300 marks released.
import pg from "pg";
import { type Fact, median } from "./drive";
import type { Institute } from "./institute";

const subjects = [
  "Mathematics",
  "Physics",
  "Biology",
  "Hindi",
  "English",
  "History",
  "Geography",
  "Chemistry",
  "Art",
  "Music",
];

/** Ten exams in each of ten subjects for the sections of each class, released, and five drafts for a class of 300. */
async function seed(database: pg.Client): Promise<string[]> {
  await database.query("begin");
  await database.query(
    `insert into exams (id, school_year_id, class_name, sections, subject, subject_key, exam_name, exam_date, total_marks, state,
       released_at, release_no)
     select gen_random_uuid(), y.id, c, array[s], t, lower(t), 'Exam ' || n, y.first_day + n * 15, 80, 'released', now(), 1
     from school_years y, generate_series(1, 12) c, unnest($1::text[]) s, unnest($2::text[]) t, generate_series(1, 10) n`,
    [["A", "B", "C", "D", "E"], subjects],
  );
  await database.query(
    `insert into results (id, student_id, class_name, subject, score, total_marks, exam_name, exam_date, exam_id, release_no, created_at)
     select gen_random_uuid(), e.student_id, x.class_name, x.subject, 20 + (hashtext(e.student_id::text || x.id) & 63) % 60, 80,
       x.exam_name, x.exam_date, x.id, 1, x.released_at
     from exams x join enrolments e on e.school_year_id = x.school_year_id and e.class_name = x.class_name
       and e.section = any(x.sections) and e.to_day is null`,
  );
  await database.query(
    `insert into results (id, student_id, class_name, subject, score, total_marks, exam_name, exam_date, exam_id, release_no,
       created_at, first_id, supersedes_id, corrected_at, correction_reason)
     select gen_random_uuid(), student_id, class_name, subject, 80, 80, exam_name, exam_date, exam_id, 1, created_at, id, id, now(),
       'Marked again'
     from results where exam_id is not null and hashtext(id::text) % 50 = 0`,
  );
  await database.query(
    `insert into result_withdrawals (result_id, reason)
     select id, 'Wrong student' from results where exam_id is not null and first_id is null and hashtext(id::text) % 200 = 1`,
  );
  const { rows } = await database.query<{ id: string }>(
    `insert into exams (id, school_year_id, class_name, subject, subject_key, exam_name, exam_date, total_marks)
     select gen_random_uuid(), id, 7, 'Sanskrit', 'sanskrit', 'Exam ' || n, current_date, 80
     from school_years, generate_series(11, 15) n returning id`,
  );
  await database.query("commit");
  await database.query("vacuum analyze");
  return rows.map(({ id }) => id);
}

type Desk = { url: string; authorization: string };

async function timed<Answer>({ url, authorization }: Desk, method: string, path: string, body?: object) {
  const headers = { authorization, "content-type": "application/json" };
  const began = performance.now();
  const answer = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return { ms: performance.now() - began, found: JSON.parse(text) as Answer };
}

/** The median of several requests for the same. */
async function asked(desk: Desk, path: string): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < 9; round += 1) all.push((await timed(desk, "GET", path)).ms);
  return median(all);
}

type Marks = { rows: { studentId: string; rowVersion: number }[] };

/** Saves the first mark of a sheet and then all others, and releases them. Times in milliseconds. */
async function releaseOne(desk: Desk, id: string) {
  const { found: sheet } = await timed<Marks>(desk, "GET", `/exams/${id}/marks`);
  const cells = sheet.rows.slice(0, 300).map(({ studentId, rowVersion }, index) => {
    return { studentId, mark: { kind: "scored", score: 20 + (index % 60) }, remark: null, seen: rowVersion };
  });
  const { ms: first } = await timed(desk, "PATCH", `/exams/${id}/marks`, { cells: cells.slice(0, 1) });
  const { ms: rest } = await timed(desk, "PATCH", `/exams/${id}/marks`, { cells: cells.slice(1) });
  const { found: preview } = await timed<{ digest: string; results: number }>(desk, "GET", `/exams/${id}/preview`);
  const { ms: release } = await timed(desk, "POST", `/exams/${id}/release`, { digest: preview.digest });
  return { first, rest, release, results: preview.results };
}

/** Statistics, a saved sheet and a release at the full size of the roster. */
export async function measureExams({ url, connection }: Institute, token: string): Promise<Fact[]> {
  const database = new pg.Client(connection);
  await database.connect();
  const drafts = await seed(database);
  const { rows } = await database.query<{ id: string; n: number }>(
    "select (select id from exams where released_at is not null limit 1) as id, count(*)::int as n from results where exam_id is not null",
  );
  await database.end();
  const desk = { url, authorization: `Bearer ${token}` };
  const year = await asked(desk, "/exam-statistics");
  const ofClass = await asked(desk, "/exam-statistics?class=7");
  const one = await asked(desk, `/exams/${rows[0]?.id}/statistics`);

  const rounds: { first: number; rest: number; release: number; results: number }[] = [];
  for (const id of drafts) rounds.push(await releaseOne(desk, id));
  const middle = (of: "first" | "rest" | "release") => median(rounds.map((round) => round[of]));
  const results = rounds[0]?.results ?? 0;
  const ms = (number: number) => `${number.toFixed(0)} ms`;
  const count = (rows[0]?.n ?? 0).toLocaleString("en");
  return [
    { what: `statistics of a year with ${count} versions of results`, goal: "100 ms", found: ms(year) },
    { what: "statistics of a class and its 500 exams", goal: "100 ms", found: ms(ofClass) },
    { what: "statistics of an exam", goal: "50 ms", found: ms(one) },
    { what: "a mark of a sheet of 250 saved", goal: "50 ms", found: ms(middle("first")) },
    { what: `${results - 1} marks saved at once`, goal: "100 ms", found: ms(middle("rest")) },
    { what: `a release of ${results} results`, goal: "100 ms", found: ms(middle("release")) },
  ];
}
