import { createHash } from "node:crypto";
import { makeCode } from "@/features/codes/mutations";
import { join } from "@/features/codes/mutations-join";
import { endEnrolment, moveStudent } from "@/features/enrolments/mutations";
import { addLink } from "@/features/guardians/mutations";
import { addConsent } from "@/features/guardians/mutations-consents";
import { addImport } from "@/features/imports/mutations";
import { startApplying, startCheck } from "@/features/imports/mutations-tasks";
import type { Field } from "@/features/imports/schema";
import { addSubject } from "@/features/subjects/mutations";
import { addYear } from "@/features/years/mutations";
import { db } from "@/server/db/client";
import { say } from "../command";
import { moment, sampleChapters, samplePassword, schoolDay } from "./content";
import { addressOf, type Pupil, rosterTime, sampleParents, samplePupils, sampleStudents, sampleYear } from "./people";
import { fewAtATime, idOf, type Stage, staffOf } from "./stage";

const columns: [head: string, field: Field, cell: (pupil: Pupil) => string][] = [
  ["Admission No", "admissionNo", ({ admissionNo }) => admissionNo],
  ["Name", "name", ({ name }) => name],
  ["Date of birth", "bornOn", ({ bornOn }) => bornOn],
  ["Class", "className", ({ className }) => String(className)],
  ["Section", "section", ({ section }) => section],
  ["Roll No", "rollNo", ({ rollNo }) => rollNo],
  ...([1, 2] as const).flatMap((turn): typeof columns => [
    [`Guardian ${turn}`, `guardian${turn}Name`, ({ guardians }) => guardians[turn - 1]?.name ?? ""],
    [`Relation ${turn}`, `guardian${turn}Relation`, ({ guardians }) => guardians[turn - 1]?.relation ?? ""],
    [`Phone ${turn}`, `guardian${turn}Phone`, ({ guardians }) => guardians[turn - 1]?.phone ?? ""],
  ]),
];

/** The class lists come from a file, on the first days of the year. */
export async function importRoster(stage: Stage): Promise<void> {
  const { admin, today } = stage;
  for (const later of [0, 1]) await addYear(sampleYear(today, later), admin);
  const subjects = new Set(sampleChapters().map(({ subject }) => subject));
  for (const name of subjects) await addSubject({ name, spellings: name === "Mathematics" ? ["Maths"] : [] }, admin);
  const pupils = samplePupils(today);
  const cells = [columns.map(([head]) => head), ...pupils.map((pupil) => columns.map(([, , cell]) => cell(pupil)))];
  const fileHash = createHash("sha256").update(JSON.stringify(cells)).digest("hex");
  const rows = cells.map((row, index) => ({ no: index + 1, cells: row }));
  const file = { fileName: "class lists.csv", fileHash, kind: "csv" as const, sheet: "", others: 0, hidden: 0 };
  const then = rosterTime(today);
  const id = await addImport({ ...file, rows }, admin, then);
  const meant = columns.map(([, field]) => field);
  await startCheck({ id, columns: meant, dayOrder: null, attach: [] }, admin, then);
  await startApplying({ id, again: false }, admin, then);
  const found = await db().student.findMany({ select: { userId: true, admissionNo: true } });
  stage.students = new Map(found.map(({ userId, admissionNo }) => [admissionNo ?? "", userId]));
  say(`Imported ${found.length} students in 12 classes of two sections, with their guardians.`);
}

/** Students whose consent the office still lacks. */
const lacksConsent = (index: number) => index % 33 === 7;

/** Consents on paper, a move to another section, and a student who left. */
export async function keepRoster(stage: Stage): Promise<void> {
  const { today } = stage;
  const office = staffOf(stage, "office");
  const pupils = samplePupils(today);
  const then = moment(schoolDay(rosterTime(today).toISOString().slice(0, 10), 6), 3);
  for (const [index, pupil] of pupils.entries()) {
    const [guardian] = pupil.guardians;
    if (!guardian || lacksConsent(index)) continue;
    await addConsent({ studentId: idOf(stage, pupil), name: guardian.name, guardianId: undefined }, office, then);
  }
  const others = pupils.filter(({ email }) => email === null);
  const [mover] = others.filter(({ className, section }) => className === 5 && section === "A");
  const [leaver] = others.filter(({ className }) => className === 11);
  if (!mover || !leaver) throw new Error("Class 5 and Class 11 have nobody.");
  const day = schoolDay(today, -60);
  const place = { className: 5, section: "B", rollNo: "14", day };
  await moveStudent({ studentId: idOf(stage, mover), ...place }, office, new Date());
  const end = { day: schoolDay(today, -9), reason: "The family moved to Pune", mistake: false };
  await endEnrolment({ studentId: idOf(stage, leaver), ...end }, office, new Date());
}

/** First logins of students and guardians by the codes of their letters; some letters wait to be used. */
export async function joinPeople(stage: Stage): Promise<void> {
  const { today } = stage;
  const office = staffOf(stage, "office");
  const use = async (personId: string, email: string) => {
    const { code } = await makeCode({ personId, purpose: "join" }, office, new Date());
    await join(
      { code, email, password: samplePassword, consent: true },
      { address: undefined, device: undefined },
      new Date(),
    );
  };
  const students = sampleStudents(today);
  await fewAtATime(students, (pupil) => use(idOf(stage, pupil), pupil.email));
  const parents = sampleParents(today);
  const people = await db().user.findMany({
    where: { phone: { in: parents.map(({ phone }) => phone) } },
    select: { id: true, phone: true },
  });
  const idBy = new Map(people.map(({ id, phone }) => [phone, id]));
  await fewAtATime(parents, (parent) => use(idBy.get(parent.phone) ?? "", addressOf(parent)));
  const waiting = samplePupils(today).filter(({ email }, index) => email === null && index % 20 === 2);
  for (const pupil of waiting) await makeCode({ personId: idOf(stage, pupil), purpose: "join" }, office, new Date());
  await db().user.updateMany({
    where: { passwordHash: { not: null }, email: { not: null } },
    data: { emailConfirmedAt: new Date() },
  });
  say(`${students.length} students and ${parents.length} guardians have logged in; ${waiting.length} have a letter.`);
}

/** The class teacher of 7 A has a child in Class 5. */
export async function linkTeacher(stage: Stage): Promise<void> {
  const child = samplePupils(stage.today).find(({ name }) => name === "Sara Qureshi");
  if (!child) return;
  const guardianId = staffOf(stage, "class teacher of 7 A").userId;
  const choices = { relation: "Aunt", seesResults: true, getsMails: false, contactOrder: 3 };
  await addLink({ studentId: idOf(stage, child), guardianId, ...choices }, stage.admin);
}
