import type { Page } from "@playwright/test";
import { call, read } from "../browser-call";
import { enterAs, enterAsAdmin, newStudent, register } from "../people";
import type { Ground } from "./term";

const day = 24 * 60 * 60_000;

/** The date in `days` days, in the format of a date field. */
export const dayFrom = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** The same, but the Monday after a Sunday: a test on a Sunday asks for confirmation. */
export const weekdayFrom = (days: number) => dayFrom(new Date(dayFrom(days)).getUTCDay() === 0 ? days + 1 : days);

/** An office with a school year and a class of sixty. One of them, Asha Rao, has a login, and so has her mother. */
export async function fillGround({ sql, office, student, parent, ...ground }: Ground) {
  await enterAsAdmin(office);
  await call(office, "years.add", { label: "This year", firstDay: dayFrom(-150), lastDay: dayFrom(200) });
  for (const name of ["Biology", "Mathematics"]) await call(office, "subjects.add", { name });
  const [asha, mother] = [newStudent(), { ...newStudent(), name: "Sunita Rao" }];
  await register(student, asha);
  await register(parent, mother);
  const ashaId = await ground.pupil(asha.email, asha.name);
  await ground.guardian(mother.email, ashaId);
  await sql("update enrolments set section = 'A', roll_no = '60'");
  await sql(
    `with made as (insert into users (id, name) select gen_random_uuid(), 'Student ' || n from generate_series(1, 59) n
       returning id, name),
     listed as (insert into students (user_id, origin, admission_no)
       select id, 'office', 'N-' || split_part(name, ' ', 2) from made returning user_id, admission_no)
     insert into enrolments (id, student_id, school_year_id, class_name, section, roll_no, from_day)
     select gen_random_uuid(), user_id, y.id, 7, 'A', split_part(admission_no, '-', 2), y.first_day from listed,
       (select id, first_day from school_years order by first_day limit 1) y`,
  );
  await enterAs(student, asha);
  await enterAs(parent, mother);
  return { asha, mother, ashaId };
}

/** A released exam of class 7 with these marks. */
export async function heldExam(office: Page, marks: { studentId: string; score: number }[], examName: string) {
  const exam = { className: 7, sections: [], subjects: ["Biology"], examName, examDate: dayFrom(-5), totalMarks: 80 };
  const [made] = await call<{ _id: string }[]>(office, "exams.addMany", exam);
  const id = made?._id ?? "";
  const cells = marks.map(({ studentId, score }) => {
    return { studentId, mark: { kind: "scored", score }, remark: null, seen: 0 };
  });
  await call(office, "exams.saveCells", { id, cells });
  const { digest } = await read<{ digest: string }>(office, "exams.preview", { id });
  await call(office, "exams.release", { id, digest });
  return id;
}
