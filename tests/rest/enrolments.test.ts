import { beforeEach, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { callerOf, createAdmin, schoolYear, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { shifted } from "../harness/days";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();

beforeEach(resetDatabase);

it("the Link headers lead to the end of the list of enrolments; a page that does not exist is refused", async () => {
  const token = await tokenFor(await createAdmin());
  const office = await callerOf(token);
  await schoolYear();
  for (const fromDay of ["2026-04-06", "2026-04-06", "2026-04-06", "2026-06-01", "2026-07-01"])
    await office.students.add({ name: `Student from ${fromDay}`, className: 7, section: "A", fromDay });
  const whole = await (await ask("GET", "/api/enrolments", { token })).json();
  expect(whole).toHaveLength(5);
  const walked: unknown[] = [];
  for (let path = "/api/enrolments?limit=2&className=7"; path; ) {
    const answer = await ask("GET", path, { token });
    expect(answer.status).toBe(200);
    walked.push(...(await answer.json()));
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
  }
  expect(walked).toEqual(whole);
  expect((await refusalIn(await ask("GET", "/api/enrolments?cursor=junk", { token }))).status).toBe(400);
});

it("a change of an enrolment that changes nothing is answered with it, and is not noted", async () => {
  const token = await tokenFor(await createAdmin());
  const office = await callerOf(token);
  await schoolYear();
  const place = { section: "A", rollNo: "12", fromDay: "2026-04-06" };
  const studentId = (await office.students.add({ name: "Asha Rao", className: 7, ...place }))._id;
  const [before] = await (await ask("GET", `/api/enrolments?studentId=${studentId}`, { token })).json();
  const change = (json: object) => ask("PATCH", `/api/enrolments/${before._id}`, { token, json });
  const noted = () => db().auditEvent.count({ where: { action: "enrolment-changed" } });
  for (const same of [place, { rollNo: 12 }, {}]) expect(await (await change(same)).json()).toEqual(before);
  expect(await noted()).toBe(0);
  expect((await refusalIn(await change({ ...place, rowVersion: before.rowVersion + 1 }))).status).toBe(409);
  for (const other of [{ section: "B" }, { rollNo: null }, { fromDay: "2026-04-07" }])
    expect(await (await change(other)).json()).toMatchObject(other);
  expect(await noted()).toBe(3);
});

it("a class is previewed, promoted and brought back with the ids from the answers", async () => {
  const token = await tokenFor(await createAdmin());
  const first = await schoolYear(2026, shifted);
  const second = await schoolYear(2027, shifted);
  const get = async (path: string) => (await ask("GET", path, { token })).json();
  const post = (path: string, json?: object) => ask("POST", path, { token, ...(json && { json }) });
  const years = await get("/api/years");
  const [toYear, fromYear] = years.map(({ _id }: { _id: string }) => _id);
  expect([toYear, fromYear]).toEqual([second.id, first.id]);
  const place = { className: 7, section: "A", year: fromYear, fromDay: shifted("2026-04-06") };
  for (const name of ["Asha Rao", "Kiran Das", "Nila Sen"]) await post("/api/students", { name, ...place });
  const [asha, kiran, nila] = (await get("/api/students")).items.map(({ _id }: { _id: string }) => _id);
  const exam = {
    className: 8,
    subjects: ["Biology"],
    examName: "Unit Test",
    totalMarks: 80,
    examDate: shifted("2027-04-06"),
  };
  const [{ _id: examId }] = await (await post("/api/exams", exam)).json();
  expect(await get(`/api/exams/${examId}/marks`)).toMatchObject({ rows: [], unpromotedClass: 7 });

  const asked = { fromYear, toYear, className: 7, stay: [kiran], leave: [nila] };
  const seen = await (await post("/api/promotions/preview", asked)).json();
  expect(seen.counts).toEqual({ up: 1, stays: 1, leaves: 1, refused: 0 });
  const other = { ...asked, stay: [], digest: seen.digest };
  expect((await refusalIn(await post("/api/promotions", other))).status).toBe(409);
  expect(await get("/api/promotions")).toEqual([]);
  const answer = await post("/api/promotions", { ...asked, digest: seen.digest, numberByName: true });
  expect([answer.status, (await refusalIn(await post("/api/promotions", asked))).status]).toEqual([201, 400]);
  const { batchId } = await answer.json();
  expect(await get("/api/promotions")).toMatchObject([{ _id: batchId, undoneAt: null }]);
  const inEight = `/api/students?year=${toYear}&className=8`;
  expect((await get(inEight)).items).toMatchObject([{ _id: asha, state: "current" }]);
  expect((await get(`/api/students?year=${fromYear}&className=7&state=current`)).total).toBe(2);
  expect(await get(`/api/exams/${examId}/marks`)).toMatchObject({ rows: [{ studentId: asha }], unpromotedClass: null });

  const undo = (body?: object) => post(`/api/promotions/${batchId}/undo`, body);
  expect((await refusalIn(await undo({ students: [asha] }))).status).toBe(400);
  expect(await (await undo()).json()).toEqual({ reversed: 3, rows: [] });
  expect((await refusalIn(await undo())).status).toBe(409);
  expect((await get(inEight)).total).toBe(0);
  const inSeven = expect.objectContaining({ className: "7", toDay: null });
  expect(await get("/api/enrolments")).toEqual([inSeven, inSeven, inSeven]);
});
