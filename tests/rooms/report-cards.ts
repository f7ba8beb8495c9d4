import { hashOfToken } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import {
  everyone,
  family,
  membersGet,
  office,
  type Permission,
  type RestRow,
  staff,
  type World,
} from "../harness/callers";
import { shifted } from "../harness/days";

type Desk = Pick<World, "admin" | "yearId">;

let count = 0;

/** A released exam of 7 A with a student in its sheet. */
async function exam({ admin, yearId: year }: Desk) {
  const place = { className: 7, section: "A", year, fromDay: shifted("2026-04-06") };
  const { _id: studentId } = await admin.students.add({ name: "Nila Sen", ...place });
  const fields = { className: 7, sections: ["A"], examName: `Term exam ${++count}`, totalMarks: 80 };
  const [made] = await admin.exams.addMany({ ...fields, subjects: ["Biology"] });
  const id = made?._id ?? "";
  const mark = { kind: "scored" as const, score: 61 };
  await admin.exams.saveCells({ id, cells: [{ studentId, mark, remark: null, seen: 0 }] });
  await admin.exams.release({ id, digest: (await admin.exams.preview({ id })).digest });
  return { examId: id, studentId };
}

async function sent(world: Desk) {
  const { examId, studentId } = await exam(world);
  const fields = { title: "Term 1", examIds: [examId] };
  return { fields: { ...fields, class: 7, section: "A", year: world.yearId }, examId, studentId };
}

async function set(world: Desk) {
  const { fields, ...ids } = await sent(world);
  const { _id: id } = await world.admin.reportCards.add(fields);
  return { id, ...ids, fields };
}

const idOf = async (world: Desk) => ({ id: (await set(world)).id });

/** A card as it was issued, with the secret of its square. */
async function card(world: Desk) {
  const { id: setId, studentId } = await set(world);
  const [number, token] = [`2026-7A-${++count}-1`, `square ${count}`];
  const person = { name: "Nila Sen", admissionNo: null, className: "7", section: "A", rollNo: null };
  const table = { columns: [], rows: [], sums: [], overall: null };
  const content = {
    ...{ title: "Term 1", year: "2026-27", ...person, issuedOn: "2026-11-23", attendance: null, ...table },
    ...{ remarkTeacher: null, remarkHead: null, lines: [] },
  };
  const file = { uploadKey: `k${count}`, sha256: new Uint8Array(32), verifyHash: hashOfToken(token) };
  const issued = { state: "issued", issuedAt: new Date(), ...file } as const;
  await db().reportCard.create({ data: { setId, studentId, number, version: 1, content, ...issued } });
  return { token, number };
}

const nobody = "0197a7c8-0000-7000-8000-000000000000";

export const procedures = {
  "reportCards.list": { ...staff, input: () => ({}), readOnly: true },
  "reportCards.choices": { ...office, input: ({ yearId }) => ({ class: 7, year: yearId }), readOnly: true },
  "reportCards.get": { ...office, input: idOf, readOnly: true, why: "A teacher of a subject is no class teacher." },
  "reportCards.add": { ...office, input: async (world) => (await sent(world)).fields },
  "reportCards.edit": {
    ...office,
    input: async (world) => {
      const { id, examId } = await set(world);
      return { id, title: "Term 2", lastDay: "2026-09-30", examIds: [examId], rowVersion: 1 };
    },
  },
  "reportCards.remove": { ...office, input: idOf },
  "reportCards.saveEntries": {
    ...office,
    input: async (world) => {
      const { id, studentId } = await set(world);
      const typed = { daysPresent: 171, remarkTeacher: "Steady.", remarkHead: null, lines: ["Art: A"], seen: 0 };
      return { id, entries: [{ studentId, ...typed }] };
    },
    why: "A teacher of a subject is no class teacher.",
  },
  "reportCards.preview": {
    ...office,
    input: async (world) => {
      const { id, studentId } = await set(world);
      return { id, studentId };
    },
    readOnly: true,
    why: "A teacher of a subject is no class teacher.",
  },
  "reportCards.issue": { ...office, input: idOf },
  "reportCards.print": {
    ...{ ...office, office: "CONFLICT", admin: "CONFLICT" },
    input: idOf,
    why: "There is no valid card to print.",
  },
  "reportCards.withdraw": {
    ...{ ...office, office: "NOT_FOUND", admin: "NOT_FOUND" },
    input: () => ({ id: nobody, reason: "Wrong seal" }),
    why: "There is no such card.",
  },
  "reportCards.cards": {
    ...{ ...family, teacher: "NOT_FOUND", otherTeacher: "NOT_FOUND", office: "ok", admin: "ok" },
    input: ({ idOfA }) => ({ studentId: idOfA }),
    readOnly: true,
    why: "The office reads those of everybody; whoever else is not the student or a guardian gets the answer of an unknown student.",
  },
  "reportCards.file": {
    ...{ ...family, userA: "NOT_FOUND", guardian: "NOT_FOUND", teacher: "NOT_FOUND", otherTeacher: "NOT_FOUND" },
    ...{ office: "NOT_FOUND", admin: "NOT_FOUND" },
    input: () => ({ id: nobody }),
    readOnly: true,
    why: "There is no such card.",
  },
  "reportCards.verify": { ...everyone, input: card },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/report-cards": {
    ...membersGet(404),
    ...{ userA: 200, guardian: 200, office: 200, admin: 200 },
    request: ({ idOfA }) => ({ path: `/api/report-cards?studentId=${idOfA}` }),
  },
  "GET /api/report-cards/{id}/file": {
    ...membersGet(404),
    request: () => ({ path: `/api/report-cards/${nobody}/file` }),
  },
} satisfies Record<string, RestRow>;
