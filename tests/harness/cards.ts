import { db } from "@/server/db/client";
import { callerOf, createStaff } from "../factories";
import { shifted } from "./days";
import { absent, scored } from "./exams";
import { classOfTwo } from "./releases";

/** A class of two with two released exams and the set of report cards of its first term. */
export async function classWithCards() {
  const of = await classOfTwo();
  const [biology, maths] = [
    await of.examWith([
      [of.asha.id, scored(61)],
      [of.dev, scored(48)],
    ]),
    await of.examWith(
      [
        [of.asha.id, absent],
        [of.dev, scored(70)],
      ],
      "Maths",
    ),
  ];
  for (const id of [biology, maths]) await of.release(id);
  const { _id: setId } = await of.office.reportCards.add({
    ...{ class: 7, section: "A", title: "Term 1", daysOpen: 184, examIds: [biology, maths] },
  });
  return { of, setId, biology };
}

/** A class of two with a released exam and a set of report cards, and a second member of the office. */
export async function classWithSet() {
  const of = await classOfTwo(shifted);
  const exam = await of.examWith([[of.asha.id, scored(61)]]);
  await of.release(exam);
  const set = { class: 7, section: "A", title: "Term 1", daysOpen: 184, examIds: [exam] };
  const { _id: setId } = await of.office.reportCards.add(set);
  return { of, setId, colleague: await callerOf((await createStaff({ role: "office" })).token) };
}

/** Adds students without marks to the class. Returns their ids. */
export async function joinClass(count: number, names = "Student"): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    with made as (insert into users (id, name) select gen_random_uuid(), ${names} || ' ' || n from generate_series(1, ${count}::int) n
       returning id),
     listed as (insert into students (user_id, origin) select id, 'office' from made returning user_id)
    insert into enrolments (id, student_id, school_year_id, class_name, section, from_day)
    select gen_random_uuid(), user_id, y.id, 7, 'A', y.first_day from listed, school_years y returning student_id as id`;
  return rows.map(({ id }) => id);
}

export const cardsThereAre = () => db().reportCard.findMany({ orderBy: { number: "asc" } });
