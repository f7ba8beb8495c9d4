import { writeXlsx } from "hucre/xlsx";
import { beforeEach, expect, it } from "vitest";
import { copy } from "@/features/exams/messages";
import { shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { createStaff, openStore } from "../factories";
import { inDays } from "../harness/days";
import { examOfficeOfEachTest, scored } from "../harness/exams";
import { type Asked, openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
await openStore();

const exams = examOfficeOfEachTest();
let token: string;

beforeEach(async () => {
  token = (await createStaff({ role: "office" })).token;
});

it("a mark that is sent without a remark keeps the remark; null and an empty text remove it", async () => {
  const studentId = await exams.add({ name: "Asha Rao" });
  const id = await exams.examWith([[studentId, scored(61), "Reads well"]]);
  const path = `/api/exams/${id}/marks`;
  const row = async () => (await (await ask("GET", path, { token })).json()).rows[0];
  const save = async (more: object) => {
    const { rowVersion: seen } = await row();
    const answer = await ask("PATCH", path, { token, json: { cells: [{ studentId, seen, ...more }] } });
    expect((await answer.json()).saved).toMatchObject([{ studentId }]);
    return row();
  };
  const { rowVersion } = await row();
  expect(await save({ mark: scored(61) })).toMatchObject({ remark: "Reads well", rowVersion });
  expect(await save({ mark: scored(62) })).toMatchObject({ mark: scored(62), remark: "Reads well" });
  expect(await save({ mark: scored(62), remark: null })).toMatchObject({ mark: scored(62), remark: null });
  expect(await save({ mark: scored(62), remark: "Well done" })).toMatchObject({ remark: "Well done" });
  expect(await save({ mark: scored(62), remark: "" })).toMatchObject({ remark: null });
  const long = { cells: [{ studentId, seen: 0, mark: null, remark: "x".repeat(301) }] };
  const refusal = await refusalIn(await ask("PATCH", path, { token, json: long }));
  expect(refusal).toMatchObject({ status: 400, issues: [{ path: ["cells", 0, "remark"] }] });
});

it("a student who is in a request twice is refused, and no mark of the request is saved", async () => {
  const [dev, asha] = [await exams.add({ name: "Dev Gill" }), await exams.add({ name: "Asha Rao" })];
  const path = `/api/exams/${await exams.examWith([])}/marks`;
  const scores = [
    [dev, 11],
    [asha, 22],
    [dev.toUpperCase(), 33],
  ] as const;
  const cells = scores.map(([studentId, score]) => ({ studentId, seen: 0, mark: scored(score) }));
  const issue = { path: ["cells", 2, "studentId"], message: "This student is in the request twice." };
  const refusal = await refusalIn(await ask("PATCH", path, { token, json: { cells } }));
  expect(refusal).toMatchObject({ status: 400, message: issue.message, issues: [issue] });
  expect((await (await ask("GET", path, { token })).json()).rows).toMatchObject([{ mark: null }, { mark: null }]);
});

it.each([{}, { kind: "Absent" }, { kind: "present", score: 1 }])(
  "a mark of no known kind, %j, is refused with the kinds that there are",
  async (mark) => {
    const studentId = await exams.add({ name: "Asha Rao" });
    const json = { cells: [{ studentId, seen: 0, mark }] };
    const refusal = await refusalIn(
      await ask("PATCH", `/api/exams/${await exams.examWith([])}/marks`, { token, json }),
    );
    const issue = { path: ["cells", 0, "mark", "kind"], message: "kind must be scored or absent or excused." };
    expect(refusal).toMatchObject({ status: 400, issues: [issue] });
  },
);

it("ids may be in upper case, in the address, the query and the body", async () => {
  const studentId = await exams.add({ name: "Asha Rao" });
  const [id, upper] = [await exams.examWith([[studentId, scored(61)]]), studentId.toUpperCase()];
  const cells = [{ studentId: upper, seen: 1, mark: scored(62) }];
  const saved = await ask("PATCH", `/api/exams/${id.toUpperCase()}/marks`, { token, json: { cells } });
  expect(await saved.json()).toMatchObject({ saved: [{ studentId }] });
  expect((await (await ask("GET", `/api/students/${upper}`, { token })).json())._id).toBe(studentId);
  const year = (await db().schoolYear.findFirstOrThrow()).id.toUpperCase();
  const statistics = await (await ask("GET", `/api/exam-statistics?year=${year}`, { token })).json();
  expect(statistics.year).toMatchObject({ _id: year.toLowerCase() });
});

it("an exemption from the subject can be put and deleted repeatedly, and cannot hide a mark", async () => {
  const [asha, dev] = [await exams.add({ name: "Asha Rao" }), await exams.add({ name: "Dev Gill" })];
  const id = await exams.examWith([[dev, scored(61)]]);
  const exemption = (method: "PUT" | "DELETE", studentId: string, more: object = { token }) =>
    ask(method, `/api/exams/${id}/exemptions/${studentId}`, more);
  const isExempt = async () => {
    const { rows } = await (await ask("GET", `/api/exams/${id}/marks`, { token })).json();
    return rows.map((row: { isExempt: boolean }) => row.isExempt);
  };
  for (const [method, is] of [["PUT", true] as const, ["DELETE", false] as const]) {
    for (const _ of ["once", "again"]) {
      const answer = await exemption(method, asha);
      expect([answer.status, await answer.json()]).toEqual([200, { studentId: asha, isExempt: is }]);
    }
    expect(await isExempt()).toEqual([is, false]);
  }
  expect(await refusalIn(await exemption("PUT", dev))).toMatchObject({ status: 409, message: copy.hasMark });
  for (const unknown of ["01a2265a-0000-7000-8000-000000000000", "x"])
    expect((await exemption("PUT", unknown)).status).toBe(unknown === "x" ? 400 : 404);
  expect((await exemption("PUT", asha, {})).status).toBe(401);
  expect(await isExempt()).toEqual([false, false]);
});

it("a file of marks that is sent again with its key is answered even after the exam was withdrawn; another file is refused", async () => {
  const studentId = await exams.add({ name: "Asha Rao", rollNo: "1" });
  const id = await exams.examWith([[studentId, scored(61)]]);
  const send = (key: string | null, text = "Roll no,Marks\n1,64\n") => {
    const body = new FormData();
    body.append("file", new File([text], "marks.csv", { type: "text/csv" }));
    return ask("POST", `/api/exams/${id}/files`, { token, body, headers: key ? { "idempotency-key": key } : {} });
  };
  const first = await send("marks-of-7a");
  expect(first.status).toBe(201);
  await exams.release(id);
  await exams.office.exams.withdraw({ id, reason: "The wrong paper" });
  const again = await send("marks-of-7a");
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
  expect(await again.text()).toBe(await first.text());
  expect((await send("marks-of-7a", "Roll no,Marks\n1,65\n")).status).toBe(422);
  for (const key of [null, "another"]) expect((await send(key)).status).toBe(409);
  expect(await db().batch.count()).toBe(1);
});

it("a computed mark is rounded to the number that was meant; sending it again changes nothing, not even a scheduled release", async () => {
  const studentId = await exams.add({ name: "Asha Rao" });
  const id = await exams.examWith([], { totalMarks: 40 });
  const send = async (score: number, seen: number) => {
    const cells = [{ studentId, seen, mark: scored(score) }];
    return (await ask("PATCH", `/api/exams/${id}/marks`, { token, json: { cells } })).json();
  };
  const whole = await send(0.1 + 32.2 + 7.7, 0);
  expect(whole).toMatchObject({ saved: [{ studentId }], refused: [] });
  const seen = whole.saved[0].rowVersion;
  const part = await send(12.1 + 0.2, seen);
  const { exams: office } = exams.office;
  await office.plan({ id, digest: (await office.preview({ id })).digest, date: inDays(5), time: "18:00" });
  for (const version of [seen, part.saved[0].rowVersion])
    expect(await send(12.1 + 0.2, version)).toMatchObject({ saved: part.saved, conflicts: [] });
  expect(await office.get({ id })).toMatchObject({ exam: { state: "scheduled" }, rows: [{ mark: scored(12.3) }] });
  const tooExact = { cells: [{ studentId, seen, mark: scored(12.345) }] };
  expect((await ask("PATCH", `/api/exams/${id}/marks`, { token, json: tooExact })).status).toBe(400);
  const total = { rowVersion: (await office.get({ id })).exam.rowVersion, totalMarks: 12.1 + 0.2 };
  expect(await (await ask("PATCH", `/api/exams/${id}`, { token, json: total })).json()).toMatchObject({
    totalMarks: 12.3,
    state: "draft",
  });
});

it("an exam whose subject was renamed keeps its old name of it, its key and its scheduled release if the subject is not sent", async () => {
  const id = await exams.examWith([[await exams.add({ name: "Asha Rao" }), scored(61)]]);
  const { exams: office, subjects } = exams.office;
  const listed = (await subjects.list()).find(({ name }) => name === "Biology");
  await office.plan({ id, digest: (await office.preview({ id })).digest, date: inDays(5), time: "18:00" });
  const exam = await (await ask("GET", `/api/exams/${id}/marks`, { token })).json().then((sheet) => sheet.exam);
  await subjects.edit({ id: listed?._id ?? "", name: "Life science" });
  const patch = async (json: object) => (await ask("PATCH", `/api/exams/${id}`, { token, json })).json();
  expect(await patch({ rowVersion: exam.rowVersion, totalMarks: exam.totalMarks })).toEqual(exam);
  const { rowVersion, subject } = await patch({ rowVersion: exam.rowVersion, totalMarks: 90 });
  expect(subject).toBe("Biology");
  expect(await db().exam.count({ where: { subjectKey: "life science" } })).toBe(1);
  expect(await patch({ rowVersion, subject })).toMatchObject({ subject: "Life science" });
});

it("an exam whose day is still to come is neither released nor scheduled for an earlier day", async () => {
  const id = await exams.examWith([[await exams.add({ name: "Asha Rao" }), scored(61)]]);
  await db().exam.update({ where: { id }, data: { examDate: new Date(inDays(3)) } });
  const { digest, releasableFrom } = await (await ask("GET", `/api/exams/${id}/preview`, { token })).json();
  expect(releasableFrom).toBe(inDays(3));
  const refusalOf = async (act: string, json: object) => {
    const answer = await ask("POST", `/api/exams/${id}/${act}`, { token, json });
    return [answer.status, (await answer.json()).message];
  };
  const message = `The exam in Biology is on ${shownDate(inDays(3))}. Its marks can be released from that day on. If the date is wrong, correct it first.`;
  expect(await refusalOf("release", { digest })).toEqual([409, message]);
  expect(await refusalOf("plan", { digest, date: inDays(2), time: "18:00" })).toEqual([400, message]);
});

it("a release can be called off and taken back without a body or with the version that was read, but with no other version", async () => {
  const id = await exams.examWith([[await exams.add({ name: "Asha Rao" }), scored(61)]]);
  const { exams: office } = exams.office;
  const version = async () => (await office.get({ id })).exam.rowVersion;
  const digest = async () => (await office.preview({ id })).digest;
  for (const [act, prepare] of [
    ["call-off", async () => office.plan({ id, digest: await digest(), date: inDays(5), time: "18:00" })],
    ["take-back", async () => office.release({ id, digest: await digest() })],
  ] as const) {
    const send = async (asked: Asked = {}) =>
      (await ask("POST", `/api/exams/${id}/${act}`, { token, ...asked })).status;
    await prepare();
    const rowVersion = await version();
    expect(await send({ json: { rowVersion: rowVersion - 1 } }), act).toBe(409);
    expect(await send({ json: { rowVersion, reason: "x" } }), act).toBe(400);
    expect(await send({ body: `{"rowVersion":${rowVersion}}` }), act).toBe(415);
    expect(await version()).toBe(rowVersion);
    expect(await send({ json: { rowVersion } }), act).toBe(200);
    const bare: Asked[] = [{}, { headers: { "content-type": "application/json" } }];
    for (const asked of bare) {
      await prepare();
      expect(await send(asked), act).toBe(200);
    }
  }
});

it("rows that the workbook of a marks file hides are read, and are counted", async () => {
  const id = await exams.examWith([]);
  await exams.add({ name: "Asha Rao", rollNo: "1" });
  const rows = [
    ["Roll no", "Marks"],
    ["1", "64"],
    ["2", "65"],
  ];
  const bytes = await writeXlsx({ sheets: [{ name: "Marks", rows, rowDefs: new Map([[1, { hidden: true }]]) }] });
  const body = new FormData();
  body.append("file", new File([Uint8Array.from(bytes)], "marks.xlsx"));
  const read = await (await ask("POST", `/api/exams/${id}/files`, { token, body })).json();
  expect(read).toMatchObject({ hidden: 1, rows: [{ no: 2, mark: { text: "64" } }, { no: 3 }] });
  expect(await exams.office.exams.file({ fileId: read._id })).toMatchObject({ hidden: 1 });
});
