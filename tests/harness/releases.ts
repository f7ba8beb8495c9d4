import { resultMails } from "@/features/results/emails";
import { db } from "@/server/db/client";
import { callerOf, createGuardian, createStudent, tokenFor } from "../factories";
import { examOffice, type Marks, place } from "./exams";

export const newsMails = () => db().mail.findMany({ where: { kind: "resultNews" }, orderBy: { recipient: "asc" } });

/** The texts of these mails if they left now. */
export const letters = async () => Promise.all((await newsMails()).map((mail) => resultMails.resultNews(mail)));

/** An office and a class of two: Asha, whose mother sees her results, and Dev, who has no login. With helpers for what they do. */
export async function classOfTwo(day = (date: string) => date) {
  const { office, add, release, ...exams } = await examOffice(day);
  const asha = await createStudent({ email: "asha@example.org" });
  await office.enrolments.enrol({ studentId: asha.id, ...place, fromDay: day(place.fromDay) });
  const dev = await add({ name: "Dev Gill" });
  const mother = await createGuardian({ of: [asha], email: "mother@example.org" });
  await db().user.updateMany({ where: { id: { in: [asha.id, mother.id] } }, data: { emailConfirmedAt: new Date() } });
  const [child, parent] = [await callerOf(await tokenFor(asha)), await callerOf(await tokenFor(mother))];
  const stranger = await callerOf(await tokenFor(await createGuardian({ of: [await createStudent()] })));

  async function enter(id: string, marks: Marks) {
    const { rows } = await office.exams.get({ id });
    const cells = marks.map(([studentId, mark, remark = null]) => {
      const seen = rows.find((row) => row.studentId === studentId)?.rowVersion ?? 0;
      return { studentId, mark, remark, seen };
    });
    return office.exams.saveCells({ id, cells });
  }

  const examWith = (marks: Marks, subject = "Biology") =>
    exams.examWith(marks, { sections: ["A"], subjects: [subject], examName: "Unit Test 3" });
  const kinds = async (id: string) => (await office.exams.events({ id })).map(({ kind }) => kind);
  const ofAsha = () => ({ studentId: asha.id });
  return { office, asha, dev, mother, child, parent, stranger, enter, examWith, release, kinds, ofAsha };
}
