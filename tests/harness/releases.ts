import { resultMails } from "@/features/results/emails";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createAdmin, createGuardian, createStudent, schoolYear, tokenFor } from "../factories";

type Marks = [studentId: string, mark: object | null, remark?: string][];

export const scored = (score: number) => ({ kind: "scored", score }) as const;
export const [absent, excused] = [{ kind: "absent" } as const, { kind: "excused" } as const];

/** The mails that tell of results, by recipient. */
export const newsMails = () => db().mail.findMany({ where: { kind: "resultNews" }, orderBy: { recipient: "asc" } });

/** What these mails say if they leave now. */
export const letters = async () => Promise.all((await newsMails()).map((mail) => resultMails.resultNews(mail)));

/** An office, and a class of Asha, whose mother sees her results, and Dev, who has no login; with what they do. */
export async function classOfTwo() {
  const office = await callerOf(await tokenFor(await createAdmin()));
  await schoolYear();
  const asha = await createStudent({ email: "asha@example.org" });
  const place = { className: 7, section: "A", fromDay: "2026-04-06" };
  await office.enrolments.enrol({ studentId: asha.id, ...place });
  const { _id: dev } = await office.students.add({ name: "Dev Gill", ...place });
  const mother = await createGuardian({ of: [asha], email: "mother@example.org" });
  await db().user.updateMany({ where: { id: { in: [asha.id, mother.id] } }, data: { emailConfirmedAt: new Date() } });
  const [child, parent] = [await callerOf(await tokenFor(asha)), await callerOf(await tokenFor(mother))];
  const stranger = await callerOf(await tokenFor(await createGuardian({ of: [await createStudent()] })));

  async function enter(id: string, marks: Marks) {
    const { rows } = await office.exams.get({ id });
    const cells = marks.map(([studentId, mark, remark = null]) => {
      const seen = rows.find((row) => row.studentId === studentId)?.rowVersion ?? 0;
      return { studentId, mark, remark, seen } as Parameters<Caller["exams"]["saveCells"]>[0]["cells"][number];
    });
    return office.exams.saveCells({ id, cells });
  }

  async function examWith(marks: Marks, subject = "Biology") {
    const exam = { className: 7, sections: ["A"], examDate: "2026-11-18", examName: "Unit Test 3", totalMarks: 80 };
    const [made] = await office.exams.addMany({ ...exam, subjects: [subject] });
    const id = made?._id ?? "";
    await enter(id, marks);
    return id;
  }

  const release = async (id: string) =>
    office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
  const kinds = async (id: string) => (await office.exams.events({ id })).map(({ kind }) => kind);
  const ofAsha = () => ({ studentId: asha.id });
  return { office, asha, dev, mother, child, parent, stranger, enter, examWith, release, kinds, ofAsha };
}
