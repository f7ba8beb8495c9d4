import { isoDate } from "@/lib/dates";
import {
  family,
  office,
  officeGets,
  type Permission,
  type RestRow,
  staff,
  student,
  teachersGet,
  teaching,
  type World,
} from "../harness/callers";
import { shifted } from "../harness/days";

type Desk = Pick<World, "admin" | "yearId">;

let count = 0;

/** An exam in the teacher's class and subject, with a student in its sheet. */
async function exam({ admin, yearId: year }: Desk) {
  const examName = `Unit Test ${++count}`;
  const place = { className: 7, section: "A", year, fromDay: shifted("2026-04-06") };
  const { _id: studentId } = await admin.students.add({ name: "Nila Sen", ...place });
  const fields = { className: 7, sections: ["A"], examName, totalMarks: 80 };
  const [made] = await admin.exams.addMany({ ...fields, subjects: ["Biology"] });
  return { id: made?._id ?? "", studentId, fields };
}

const idOf = async (world: Desk) => ({ id: (await exam(world)).id });

/** An exam with a mark, and what its preview says. */
async function confirmed(world: Desk) {
  const { id, studentId } = await exam(world);
  const cells = [{ studentId, mark: { kind: "scored" as const, score: 61 }, remark: null, seen: 0 }];
  await world.admin.exams.saveCells({ id, cells });
  return { id, digest: (await world.admin.exams.preview({ id })).digest };
}

async function released(world: Desk): Promise<string> {
  const shown = await confirmed(world);
  await world.admin.exams.release(shown);
  return shown.id;
}

const inTwoDays = () => ({ date: isoDate(new Date(Date.now() + 48 * 60 * 60 * 1000)), time: "18:00" });
const fileOf = (name: string) => ({
  ...{ fileName: "marks.csv", fileHash: "0".repeat(64), kind: "csv" as const, sheet: "", others: 0 },
  rows: [
    { no: 1, cells: ["Name", "Mark"] },
    { no: 2, cells: [name, "61"] },
  ],
});

async function sentFile(world: Desk) {
  const { id } = await exam(world);
  const { rows } = await world.admin.exams.get({ id });
  const rest = rows.slice(1).map(({ studentId }) => ({ id, studentId, isExempt: true }));
  for (const one of rest) await world.admin.exams.exempt(one);
  return world.admin.exams.addFile({ id, ...fileOf(rows[0]?.name ?? "") });
}

/** The answers about a file that someone in the office has sent. */
const ofSender = {
  ...office,
  teacher: "NOT_FOUND",
  otherTeacher: "NOT_FOUND",
  why: "A file is for who sent it, and for the office.",
} as const;

export const procedures = {
  "exams.absences": { ...student, readOnly: true },
  "exams.absences, of a child": { ...family, input: ({ idOfA }) => ({ studentId: idOfA }), readOnly: true },
  "exams.list": { ...staff, input: () => ({}), readOnly: true },
  "exams.get": { ...teaching, input: idOf, readOnly: true },
  "exams.ofTest": {
    ...teaching,
    input: async ({ admin }) => {
      const test = { className: 7, subject: "Biology", testDate: "2026-11-20", testTime: "09:30" };
      return { scheduleId: (await admin.schedules.add(test))._id };
    },
    readOnly: true,
  },
  "exams.statistics": { ...teaching, input: idOf, readOnly: true },
  "exams.yearStatistics": { ...staff, input: () => ({}), readOnly: true },
  "exams.halves": { ...staff, input: ({ idOfA }) => ({ studentId: idOfA }), readOnly: true },
  "exams.changesSince": { ...teaching, input: async (world) => ({ ...(await idOf(world)), since: 0 }), readOnly: true },
  "exams.addMany": {
    ...teaching,
    input: () => {
      const examName = `Unit Test ${++count}`;
      return { className: 7, sections: ["A"], subjects: ["Biology"], examName, totalMarks: 80 };
    },
  },
  "exams.edit": {
    ...teaching,
    input: async (world) => {
      const { id, fields } = await exam(world);
      return { ...fields, id, subject: "Biology", totalMarks: 50, rowVersion: 1 };
    },
  },
  "exams.remove": { ...teaching, input: idOf },
  "exams.saveCells": {
    ...teaching,
    input: async (world) => {
      const { id, studentId } = await exam(world);
      return { id, cells: [{ studentId, mark: { kind: "scored", score: 61 }, remark: null, seen: 0 }] };
    },
  },
  "exams.mayAddFile": { ...teaching, input: idOf, readOnly: true },
  "exams.files": { ...teaching, input: idOf, readOnly: true },
  "exams.addFile": {
    ...teaching,
    input: async (world) => ({ id: (await exam(world)).id, ...fileOf("Asha Rao") }),
  },
  "exams.file": { ...ofSender, input: async (world) => ({ fileId: (await sentFile(world))._id }), readOnly: true },
  "exams.checkFile": {
    ...ofSender,
    input: async (world) => {
      const { _id: fileId, columns } = await sentFile(world);
      return { fileId, columns };
    },
  },
  "exams.carryOutFile": {
    ...ofSender,
    input: async (world) => {
      const { _id: fileId, digest } = await sentFile(world);
      return { fileId, digest };
    },
  },
  "exams.undoFile": {
    ...ofSender,
    input: async (world) => {
      const { _id: fileId, digest } = await sentFile(world);
      await world.admin.exams.carryOutFile({ fileId, digest });
      return { fileId };
    },
  },
  "exams.removeFile": { ...ofSender, input: async (world) => ({ fileId: (await sentFile(world))._id }) },
  "exams.refusedOfFile": {
    ...ofSender,
    input: async (world) => {
      const { id } = await exam(world);
      return { fileId: (await world.admin.exams.addFile({ id, ...fileOf("Nobody Here") }))._id };
    },
    readOnly: true,
  },
  "exams.fileTemplate": {
    ...teaching,
    input: async (world) => ({ ...(await idOf(world)), kind: "csv" }),
    readOnly: true,
  },
  "exams.preview": { ...office, input: idOf, readOnly: true },
  "exams.previewPeople": {
    ...office,
    input: async (world) => ({ ...(await idOf(world)), fact: "noMark" }),
    readOnly: true,
  },
  "exams.release": { ...office, input: confirmed },
  "exams.previewTogether": {
    ...office,
    input: async (world) => ({ ids: [(await confirmed(world)).id] }),
    readOnly: true,
  },
  "exams.releaseTogether": { ...office, input: async (world) => ({ exams: [await confirmed(world)] }) },
  "exams.plan": { ...office, input: async (world) => ({ ...(await confirmed(world)), ...inTwoDays() }) },
  "exams.callOff": {
    ...office,
    input: async (world) => {
      const shown = await confirmed(world);
      await world.admin.exams.plan({ ...shown, ...inTwoDays() });
      return { id: shown.id };
    },
  },
  "exams.takeBack": { ...office, input: async (world) => ({ id: await released(world) }) },
  "exams.withdraw": { ...office, input: async (world) => ({ id: await released(world), reason: "It was leaked" }) },
  "exams.events": { ...teaching, input: idOf, readOnly: true },
  "exams.exempt": {
    ...teaching,
    input: async (world) => {
      const { id, studentId } = await exam(world);
      return { id, studentId, isExempt: true };
    },
  },
} satisfies Record<string, Permission>;

const exemption: Pick<RestRow, "request"> = {
  request: async (world) => {
    const { id, studentId } = await exam(world);
    return { path: `/api/exams/${id}/exemptions/${studentId}` };
  },
};

const ofExam = (rest: string) => async (world: Desk) => ({ path: `/api/exams/${(await exam(world)).id}${rest}` });

export const requests = {
  "GET /api/exams": teachersGet(200),
  "POST /api/exams": {
    ...teachersGet(201),
    request: () => {
      const examName = `Unit Test ${++count}`;
      return { json: { className: 7, sections: ["A"], subjects: ["Biology"], examName, totalMarks: 80 } };
    },
  },
  "GET /api/exams/{id}": { ...teachersGet(200), request: ofExam("") },
  "PATCH /api/exams/{id}": {
    ...teachersGet(200),
    request: async (world) => ({ ...(await ofExam("")(world)), json: { rowVersion: 1, totalMarks: 50 } }),
  },
  "DELETE /api/exams/{id}": { ...teachersGet(200), request: ofExam("") },
  "GET /api/exams/{id}/marks": { ...teachersGet(200), request: ofExam("/marks") },
  "PATCH /api/exams/{id}/marks": {
    ...teachersGet(200),
    request: async (world) => {
      const { id, studentId } = await exam(world);
      const cells = [{ studentId, mark: { kind: "scored", score: 61 }, remark: null, seen: 0 }];
      return { path: `/api/exams/${id}/marks`, json: { cells } };
    },
  },
  "PUT /api/exams/{id}/exemptions/{studentId}": { ...teachersGet(200), ...exemption },
  "DELETE /api/exams/{id}/exemptions/{studentId}": { ...teachersGet(200), ...exemption },
  "GET /api/exams/{id}/preview": { ...officeGets(200), request: ofExam("/preview") },
  "POST /api/exams/{id}/release": {
    ...officeGets(200),
    request: async (world) => {
      const { id, studentId } = await exam(world);
      const cells = [{ studentId, mark: { kind: "scored" as const, score: 61 }, remark: null, seen: 0 }];
      await world.admin.exams.saveCells({ id, cells });
      return { path: `/api/exams/${id}/release`, json: { digest: (await world.admin.exams.preview({ id })).digest } };
    },
  },
  "POST /api/exams/{id}/plan": {
    ...officeGets(200),
    request: async (world) => {
      const { id, digest } = await confirmed(world);
      return { path: `/api/exams/${id}/plan`, json: { digest, ...inTwoDays() } };
    },
  },
  "POST /api/exams/{id}/call-off": {
    ...officeGets(200),
    request: async (world) => {
      const shown = await confirmed(world);
      await world.admin.exams.plan({ ...shown, ...inTwoDays() });
      return { path: `/api/exams/${shown.id}/call-off`, json: {} };
    },
  },
  "POST /api/exams/{id}/take-back": {
    ...officeGets(200),
    request: async (world) => ({ path: `/api/exams/${await released(world)}/take-back`, json: {} }),
  },
  "POST /api/exams/{id}/withdraw": {
    ...officeGets(200),
    request: async (world) => {
      return { path: `/api/exams/${await released(world)}/withdraw`, json: { reason: "It was leaked" } };
    },
  },
  "GET /api/exams/{id}/statistics": { ...teachersGet(200), request: ofExam("/statistics") },
  "POST /api/exams/{id}/files": {
    ...teachersGet(201),
    request: async (world) => {
      const body = new FormData();
      body.append("file", new File(["Name;Mark\nNila Sen;61\n"], "marks.csv"));
      return { path: `/api/exams/${(await exam(world)).id}/files`, body };
    },
  },
  "GET /api/exam-statistics": teachersGet(200),
} satisfies Record<string, RestRow>;
