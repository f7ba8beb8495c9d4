import { beforeAll, expect, it } from "vitest";
import { isoDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { tokenOf } from "@/server/mail/unsubscribe";
import { callerOf, createAdmin, openStore, schoolYear, usualPassword } from "../factories";
import { resetDatabase } from "../harness/database";
import { pdfFile } from "../harness/documents";
import { doJobs } from "../harness/jobs";
import { plain } from "../harness/pictures";
import { walkNotices, walkPromotion } from "./contract-walks";
import { answered, document, openDoor } from "./rest-client";

// All documented calls (spec §7) in the order of a school year. The REST client validates every response against the OpenAPI
// document.
const { ask } = await openDoor();
await openStore();

const asha = { name: "Asha Rao", email: "asha@example.org", password: "six green hills" };

beforeAll(async () => {
  await resetDatabase();
  await createAdmin();
});

/** The report card of a student in 7 A is issued in the office, and read over the API. */
async function walkCards(token: string, of: { year: string; examId: string; studentId: string }): Promise<void> {
  const { reportCards } = await callerOf(token);
  const set = { title: "Term 1", class: 7, section: "A", year: of.year, examIds: [of.examId] };
  await reportCards.issue({ id: (await reportCards.add(set))._id });
  await doJobs();
  const cards = `/api/report-cards?studentId=${of.studentId}`;
  expect((await ask("GET", cards)).status).toBe(401);
  const [card] = await (await ask("GET", cards, { token })).json();
  expect(card).toMatchObject({ number: "2026-7A-001-1", state: "issued" });
  const file = `/api/report-cards/${card._id}/file`;
  expect((await ask("GET", file)).status).toBe(401);
  const printed = await ask("GET", file, { token });
  expect([printed.status, printed.headers.get("content-type")]).toEqual([200, "application/pdf"]);
}

/** A photo for the draft of the site. */
async function walkSite(token: string, studentsToken: string): Promise<void> {
  const photo = new Uint8Array(await plain(640, 480).png().toBuffer());
  const send = (caller: string, kind: string) => {
    const body = new FormData();
    body.append("kind", kind);
    body.append("file", new File([photo], "assembly.png"));
    return ask("POST", "/api/institute/pictures", { token: caller, body });
  };
  expect((await send(studentsToken, "gallery")).status).toBe(403);
  expect((await send(token, "poster")).status).toBe(400);
  const added = await send(token, "gallery");
  expect([added.status, await added.json()]).toMatchObject([201, { width: 640, height: 480 }]);
}

/** A test is announced, read, moved, cancelled, restored and deleted. */
async function walkTests(token: string, strangersToken: string): Promise<void> {
  const place = { className: 7, testDate: "2031-12-04", testTime: "09:00" };
  const planned = { ...place, subject: "Physics", confirmed: "" };
  expect((await ask("POST", "/api/tests/check", { json: place })).status).toBe(401);
  expect((await ask("POST", "/api/tests", { json: planned })).status).toBe(401);
  const planner = { token };
  const added = await (await ask("POST", "/api/tests", { ...planner, json: planned })).json();
  expect((await ask("POST", "/api/tests", { ...planner, json: planned })).status).toBe(409);
  const checked = await (await ask("POST", "/api/tests/check", { ...planner, json: place })).json();
  expect(checked.warnings).toMatchObject([{ code: "overlap", tests: [{ _id: added._id }] }, { code: "two-that-day" }]);
  const confirmed = { ...planned, confirmed: checked.fingerprint };
  const beside = await (await ask("POST", "/api/tests", { ...planner, json: confirmed })).json();
  // By now a second test speaks against the place.
  expect((await ask("POST", "/api/tests", { ...planner, json: confirmed })).status).toBe(409);
  const met = await (await ask("GET", `/api/tests/${beside._id}/changes`, planner)).json();
  expect(met).toMatchObject([{ kind: "announced", confirmed: true, warnings: checked.warnings }]);
  expect((await ask("DELETE", `/api/tests/${beside._id}`, planner)).status).toBe(200);
  const one = `/api/tests/${added._id}`;
  const calls = [
    ["PATCH", "", { rowVersion: 1, testTime: "10:00", reason: "hall not free" }],
    ["POST", "/cancel", { rowVersion: 2, reason: "teacher is ill" }],
    ["POST", "/restore", { rowVersion: 3, confirmed: "" }],
  ] as const;
  for (const [method, end, json] of calls) {
    expect((await ask(method, `${one}${end}`, { token: strangersToken, json })).status).toBe(403);
    expect((await ask(method, `${one}${end}`, { ...planner, json })).status).toBe(200);
    expect((await ask(method, `${one}${end}`, { ...planner, json })).status).toBe(409);
    if (end === "/cancel") {
      const listed = (path: string) => ask("GET", path).then((response) => response.json());
      expect(await listed("/api/tests?state=cancelled")).toMatchObject([{ reason: "teacher is ill" }]);
      expect(JSON.stringify(await listed("/api/notifications"))).not.toContain(added._id);
    }
  }
  expect((await ask("GET", "/api/tests?className=13")).status).toBe(400);
  expect((await ask("GET", one)).status).toBe(401);
  expect(await (await ask("GET", one, planner)).json()).toMatchObject({ rowVersion: 4, testTime: "10:00" });
  expect((await ask("GET", `${one}/changes`)).status).toBe(401);
  const steps = await (await ask("GET", `${one}/changes`, planner)).json();
  expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual(["restored", "cancelled", "moved", "announced"]);
  expect((await ask("DELETE", one, planner)).status).toBe(200);
  expect((await ask("DELETE", one, planner)).status).toBe(404);
}

async function walkMailChoices(): Promise<void> {
  const { id: userId } = await db().user.findFirstOrThrow({ where: { email: asha.email } });
  const mail = { event: "walked", kind: "notice", recipient: asha.email, userId, about: {} };
  const { id } = await db().mail.create({ data: mail });
  const path = `/api/mail-choices/${tokenOf(id)}`;
  expect((await ask("GET", path)).status).toBe(303);
  for (const method of ["GET", "POST"]) expect((await ask(method, `${path}x`)).status).toBe(404);
  expect((await ask("POST", path)).status).toBe(204);
}

it("every documented call returns its documented success and errors", { timeout: 60_000 }, async () => {
  expect((await ask("GET", "/api/health")).status).toBe(200);
  expect((await ask("GET", "/api/ready")).status).toBe(200);

  expect((await ask("POST", "/api/student/signup", { json: { ...asha, password: "short" } })).status).toBe(400);
  const signedUp = await (await ask("POST", "/api/student/signup", { json: asha })).json();
  expect(signedUp).toMatchObject({ token: expect.any(String), msg: expect.any(String) });
  expect((await ask("POST", "/api/student/signup", { json: asha })).status).toBe(409);

  const { email, password } = asha;
  expect((await ask("POST", "/api/student/login", { json: { email, password: "wrong one" } })).status).toBe(401);
  const student = await (await ask("POST", "/api/student/login", { json: { email, password } })).json();
  expect(student).toMatchObject({
    user: { _id: expect.any(String), name: asha.name, email, role: "user" },
    msg: expect.any(String),
  });

  const pair = { identifier: "admin", role: "admin" };
  expect((await ask("POST", "/api/auth/login", { json: { ...pair, password: "wrong one" } })).status).toBe(401);
  const admin = await (await ask("POST", "/api/auth/login", { json: { ...pair, password: usualPassword } })).json();
  expect(admin).toMatchObject({ success: true, message: expect.any(String) });

  const form = async () => {
    const body = new FormData();
    const fields = { className: "7", subject: "Biology", materialName: "Photosynthesis", expiresAt: "null" };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append("pdfFile", new File([new Uint8Array(await pdfFile())], "notes.pdf", { type: "application/pdf" }));
    return body;
  };
  expect((await ask("POST", "/api/materials/upload", { token: student.token, body: await form() })).status).toBe(403);
  const uploaded = await (
    await ask("POST", "/api/materials/upload", { token: admin.token, body: await form() })
  ).json();
  expect(uploaded).toMatchObject({
    message: "Study material uploaded successfully ✅",
    className: "7",
    expiresAt: null,
  });

  expect((await ask("GET", "/api/materials?limit=0")).status).toBe(400);
  const [material] = await (await ask("GET", "/api/materials")).json();
  expect(material).toMatchObject({ _id: uploaded._id, materialName: "Photosynthesis", uploadedAt: expect.any(String) });
  const file = await ask("GET", material.pdfFile);
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  await file.arrayBuffer();
  const part = await ask("GET", material.pdfFile, { headers: { range: "bytes=0-3" } });
  expect([part.status, await part.text()]).toEqual([206, "%PDF"]);

  const own = `/api/admin/results/${encodeURIComponent(email)}`;
  expect((await ask("GET", own)).status).toBe(401);
  expect((await ask("GET", own, { token: student.token })).status).toBe(404);
  const results = [{ studentEmail: email, className: "Class 7", score: 45, totalMarks: 50 }];
  expect((await ask("POST", "/api/admin/results/add", { token: student.token, json: { results } })).status).toBe(403);
  const added = await (await ask("POST", "/api/admin/results/add", { token: admin.token, json: { results } })).json();
  expect(added).toMatchObject({ message: "Result added successfully!", score: 45 });
  const read = await (await ask("GET", own, { token: student.token })).json();
  expect(read).toMatchObject({ score: 45, totalMarks: 50, percentage: 90, className: "7", gpa: null });
  expect(await (await ask("GET", "/api/me/results", { token: student.token })).json()).toEqual(read);
  expect((await ask("GET", "/api/me/results", { token: admin.token })).status).toBe(403);
  for (const list of ["/api/me/children", "/api/me/notices"]) {
    expect((await ask("GET", list)).status).toBe(401);
    expect(await (await ask("GET", list, { token: student.token })).json()).toEqual([]);
  }
  const mend = (path: string, json: object) =>
    ask("POST", `/api/admin/results/${path}`, { token: admin.token, json: { reason: "Marked again", ...json } });
  expect((await mend("correct", { id: added._id, score: 51 })).status).toBe(400);
  const { _id: correctedId } = await (await mend("correct", { id: added._id, score: 47 })).json();
  expect((await mend("take-back", { ids: [correctedId] })).status).toBe(400);
  expect((await mend("take-back", { ids: [correctedId], reason: undefined })).status).toBe(204);
  expect((await mend("withdraw", { id: "none" })).status).toBe(400);
  expect((await mend("withdraw", { id: added._id })).status).toBe(204);

  const { id: year } = await schoolYear(2026);
  const office = { token: admin.token };
  expect((await ask("GET", "/api/students", { token: student.token })).status).toBe(403);
  const nila = { name: "Nila Sen", admissionNo: "KV-7" };
  expect((await ask("POST", "/api/students", { ...office, json: { ...nila, className: 13 } })).status).toBe(400);
  const { _id: studentId } = await (await ask("POST", "/api/students", { ...office, json: nila })).json();
  for (const filter of ["q", "search"]) {
    const page = await (await ask("GET", `/api/students?${filter}=nila&limit=1`, office)).json();
    expect(page).toMatchObject({ total: 1, items: [{ ...nila, state: "not placed" }] });
  }
  for (const filter of ["className=12", "class=12"])
    expect(await (await ask("GET", `/api/students?${filter}`, office)).json()).toMatchObject({ total: 0 });
  expect((await (await ask("GET", "/api/exams?limit=0", office)).json()).message).toMatch(/^limit must be/);
  const next = await ask("GET", "/api/students?limit=1", office);
  expect(next.headers.get("link")).toBe('</api/students?limit=1&page=2>; rel="next"');
  const nilas = `/api/students/${studentId}`;
  expect((await ask("PATCH", nilas, { ...office, json: { admissionNo: "7@x" } })).status).toBe(400);
  expect((await ask("PATCH", nilas, { ...office, json: { name: "Nila Das" } })).status).toBe(200);
  expect((await ask("GET", nilas, { token: student.token })).status).toBe(403);
  const nilaNow = await (await ask("GET", nilas, office)).json();
  expect(nilaNow).toMatchObject({ name: "Nila Das", names: [{ name: "Nila Sen" }] });
  const place = { studentId, className: 7, section: "a", rollNo: 12, year, fromDay: "2026-04-06" };
  const send = (path: string, json: object) => ask("POST", `/api/enrolments${path}`, { ...office, json });
  const { _id: enrolmentId } = await (await send("", place)).json();
  expect((await send("", place)).status).toBe(409);
  const change = (json: object) => ask("PATCH", `/api/enrolments/${enrolmentId}`, { ...office, json });
  expect([(await change({ section: "ROSE" })).status, (await change({ rollNo: "13" })).status]).toEqual([400, 200]);
  const moved = { studentId, className: 7, section: "B", day: "2026-09-01" };
  expect([(await send("/move", moved)).status, (await send("/move", moved)).status]).toEqual([201, 400]);
  const left = { studentId, day: "2026-10-01", reason: "The family moved" };
  expect([(await send("/end", left)).status, (await send("/end", left)).status]).toEqual([200, 409]);
  const again = { ...place, fromDay: "2026-10-05" };
  expect([(await send("/return", again)).status, (await send("/return", again)).status]).toEqual([201, 409]);
  expect((await ask("GET", "/api/enrolments?className=13", office)).status).toBe(400);
  expect(await (await ask("GET", `/api/enrolments?studentId=${studentId}`, office)).json()).toHaveLength(3);
  await walkPromotion(ask, admin.token, student.token, year);

  const biology = { className: 7, subjects: ["Biology"], examName: "Unit Test", totalMarks: 80 };
  const exams = (method: string, at: string, json?: object) =>
    ask(method, `/api/exams${at}`, { ...office, ...(json && { json }) });
  const [{ _id: examId }] = await (await exams("POST", "", biology)).json();
  expect([(await exams("POST", "", biology)).status, (await exams("POST", "", {})).status]).toEqual([409, 400]);
  expect((await ask("GET", "/api/exams", { token: student.token })).status).toBe(403);
  expect(await (await exams("GET", "?limit=1")).json()).toMatchObject({ items: [{ _id: examId, entered: 0 }] });
  for (const filter of ["className=8", "q=Physics"])
    expect(await (await exams("GET", `?${filter}`)).json()).toMatchObject({ total: 0 });
  expect(await (await exams("GET", `/${examId}`)).json()).toMatchObject({ _id: examId, state: "draft" });
  for (const at of [`/${examId}`, `/${examId}/marks`, `/${examId}/preview`, `/${examId}/statistics`])
    expect((await ask("GET", `/api/exams${at}`, { token: student.token })).status).toBe(403);
  expect((await ask("GET", "/api/exam-statistics", { token: student.token })).status).toBe(403);
  const noted = { rowVersion: 1, examDate: "2026-11-18" };
  const changedExam = await (await exams("PATCH", `/${examId}`, noted)).json();
  expect(changedExam).toMatchObject({ ...noted, totalMarks: 80, rowVersion: 2 });
  const other = { ...biology, examName: "Term Test" };
  const [{ _id: otherId }] = await (await exams("POST", "", other)).json();
  expect([
    (await exams("PATCH", `/${examId}`, noted)).status,
    (await exams("DELETE", `/${otherId}`)).status,
    (await exams("DELETE", `/${otherId}`)).status,
  ]).toEqual([409, 200, 404]);
  const exempt = `/${examId}/exemptions/${studentId}`;
  for (const method of ["PUT", "DELETE"])
    expect([(await exams(method, exempt)).status, (await exams(method, `${exempt}x`)).status]).toEqual([200, 400]);
  const cells = [{ studentId, mark: { kind: "scored", score: 61 }, remark: null, seen: 0 }];
  expect([
    (await exams("PATCH", `/${examId}/marks`, { cells })).status,
    (await exams("PATCH", `/${examId}/marks`, { cells: [] })).status,
  ]).toEqual([200, 400]);
  expect(await (await exams("GET", `/${examId}/marks`)).json()).toMatchObject({ rows: [{ mark: { score: 61 } }] });
  const markFile = (text: string, caller = office) => {
    const body = new FormData();
    body.append("file", new File([text], "marks.csv"));
    return ask("POST", `/api/exams/${examId}/files`, { ...caller, body });
  };
  expect((await markFile("Name;Mark\n", { token: student.token })).status).toBe(403);
  expect((await markFile(" ")).status).toBe(422);
  expect(await (await markFile("Name;Mark\nNila Das;62\n")).json()).toMatchObject({ columns: ["name", "mark"] });
  const digestNow = async () => (await (await exams("GET", `/${examId}/preview`)).json()).digest;
  const moves = async (act: string, json?: object) => (await exams("POST", `/${examId}/${act}`, json)).status;
  const later = { date: isoDate(new Date(Date.now() + 2 * 24 * 60 * 60 * 1000)), time: "18:00" };
  expect([await moves("plan", { digest: await digestNow(), ...later, time: "6 pm" }), await moves("call-off")]).toEqual(
    [400, 409],
  );
  expect([await moves("plan", { digest: await digestNow(), ...later }), await moves("call-off")]).toEqual([200, 200]);
  expect([await moves("take-back"), await moves("withdraw", { reason: "It was leaked" })]).toEqual([409, 409]);
  const digest = await digestNow();
  expect((await exams("POST", `/${examId}/release`, { digest: "0".repeat(64) })).status).toBe(409);
  expect((await exams("POST", `/${examId}/release`, { digest })).status).toBe(200);
  expect(await moves("take-back")).toBe(200);
  expect(await moves("release", { digest: await digestNow() })).toBe(200);
  expect(await (await exams("GET", `/${examId}/statistics`)).json()).toMatchObject({ figures: { n: 1, average: 61 } });
  const ofYear = await (await ask("GET", "/api/exam-statistics?className=7", office)).json();
  expect(ofYear).toMatchObject({ exams: [{ _id: examId, average: 76.25 }] });
  await walkCards(admin.token, { year, examId, studentId });
  expect(await moves("withdraw", { reason: "It was leaked" })).toBe(200);

  const guardian = { studentId, name: "Leela Sen", relation: "mother", phone: "98230 12345" };
  expect((await ask("POST", "/api/guardianships", { token: student.token, json: guardian })).status).toBe(403);
  const linked = await (await ask("POST", "/api/guardianships", { ...office, json: guardian })).json();
  const links = `/api/guardianships?studentId=${studentId}`;
  expect((await ask("GET", links)).status).toBe(401);
  expect(await (await ask("GET", links, office)).json()).toMatchObject([{ name: "Leela Sen", contactOrder: 1 }]);
  const changed = (json: object) => ask("PATCH", `/api/guardianships/${linked._id}`, { ...office, json });
  expect([(await changed({ relation: "" })).status, (await changed({ relation: "aunt" })).status]).toEqual([400, 200]);
  const person = `/api/guardians/${linked.guardianId}`;
  expect([(await ask("GET", person)).status, (await ask("GET", person, office)).status]).toEqual([401, 200]);
  for (const [phone, status] of [
    ["12", 400],
    ["98230 54321", 200],
  ] as const)
    expect((await ask("PATCH", person, { ...office, json: { phone } })).status).toBe(status);
  const ends = (json: object) => ask("POST", `/api/guardianships/${linked._id}/end`, { ...office, json });
  expect([(await ends({ quietly: true })).status, (await ends({})).status]).toEqual([400, 200]);

  const holidays = { firstDay: "2026-11-06", lastDay: "2026-11-11", kind: "closed", name: "Diwali" };
  expect((await ask("POST", "/api/closed-days", { token: student.token, json: holidays })).status).toBe(403);
  const list = (text: string) => {
    const body = new FormData();
    body.append("file", new File([text], "students.csv"));
    return body;
  };
  expect((await ask("POST", "/api/imports", { token: student.token, body: list("Name;Class") })).status).toBe(403);
  expect((await ask("POST", "/api/imports", { ...office, body: list(" ") })).status).toBe(422);
  const listed = await ask("POST", "/api/imports", { ...office, body: list("Name;Class\nAsha Rao;7\n") });
  expect(await listed.json()).toMatchObject({ fileName: "students.csv", rows: 1, columns: ["name", "className"] });
  const closed = await (await ask("POST", "/api/closed-days", { ...office, json: holidays })).json();
  expect((await ask("POST", "/api/closed-days", { ...office, json: holidays })).status).toBe(409);
  expect((await ask("GET", "/api/closed-days")).status).toBe(401);
  expect(await (await ask("GET", "/api/closed-days", office)).json()).toMatchObject([holidays]);
  expect((await ask("DELETE", `/api/closed-days/${closed._id}`, office)).status).toBe(200);
  expect((await ask("DELETE", `/api/closed-days/${closed._id}`, office)).status).toBe(404);

  await walkSite(admin.token, student.token);

  const maths = { name: "Mathematics", spellings: ["maths"] };
  expect((await ask("POST", "/api/subjects", { json: maths })).status).toBe(401);
  const subject = await (await ask("POST", "/api/subjects", { ...office, json: maths })).json();
  expect((await ask("POST", "/api/subjects", { ...office, json: maths })).status).toBe(409);
  expect((await ask("GET", "/api/subjects")).status).toBe(401);
  expect(await (await ask("GET", "/api/subjects", office)).json()).toMatchObject([{ name: "Biology" }, maths]);
  expect((await ask("PATCH", `/api/subjects/${subject._id}`, { ...office, json: { retired: true } })).status).toBe(200);
  expect((await ask("PATCH", "/api/subjects/none", { ...office, json: { retired: true } })).status).toBe(400);

  const test = { className: "Class 7", subject: "Biology", testDate: "2026-11-20", testTime: "09:30", description: "" };
  expect((await ask("POST", "/api/notifications", { json: test })).status).toBe(401);
  expect((await ask("POST", "/api/notifications", { token: admin.token, json: test })).status).toBe(201);
  expect(await (await ask("GET", "/api/notifications")).json()).toMatchObject([
    { className: "Class 7", testDate: "2026-11-20" },
  ]);
  expect((await ask("GET", "/api/notifications?className=13")).status).toBe(400);
  await walkTests(admin.token, student.token);
  await walkNotices(ask, admin.token);

  expect((await ask("GET", "/api/calendar/all.ics")).status).toBe(200);
  expect((await ask("GET", "/api/calendar/class-13.ics")).status).toBe(404);
  const { path: calendar } = await (await callerOf(student.token as string)).calendars.renew();
  expect((await ask("GET", calendar)).status).toBe(200);
  expect((await ask("GET", calendar.replace("/own/", "/own/x"))).status).toBe(404);

  await walkMailChoices();

  const application = {
    selectedClass: 7,
    name: "Kiran",
    parentName: "Mohan",
    email: "das@example.org",
    phone: "98765 43210",
  };
  expect((await ask("POST", "/api/services/submit", { json: {} })).status).toBe(400);
  expect((await ask("POST", "/api/services/submit", { json: { ...application, previousSchool: "" } })).status).toBe(
    201,
  );
  expect((await ask("GET", "/api/services", { token: student.token })).status).toBe(403);
  const { data } = await (await ask("GET", "/api/services", { token: admin.token })).json();
  expect(data).toMatchObject([application]);

  const path = `/api/materials/${uploaded._id}`;
  expect((await ask("DELETE", path, { token: student.token })).status).toBe(403);
  expect((await ask("DELETE", path, { token: admin.token })).status).toBe(200);
  expect((await ask("DELETE", path, { token: admin.token })).status).toBe(404);
  expect((await ask("GET", `${path}/file`)).status).toBe(404);

  expect((await ask("POST", "/api/auth/logout")).status).toBe(401);
  expect((await ask("POST", "/api/auth/logout", { token: admin.token })).status).toBe(204);
  expect((await ask("GET", "/api/services", { token: admin.token })).status).toBe(401);
});

it("the contract test covers every call of the document, with its success and its own errors", async () => {
  for (const path of ["openapi.json", "health?%ff", "ready?for=%ff"]) await ask("GET", `/api/${path}`);
  await ask("GET", "/api/openapi.json", { headers: { "if-match": '"another"' } });
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      const statuses = [...(answered.get(`${method.toUpperCase()} ${path}`) ?? [])];
      const refuses = Object.keys(methods[method]?.responses ?? {}).some((status) => /^4/.test(status));
      const [succeeded, refused] = [statuses.some((status) => status < 400), statuses.some((status) => status >= 400)];
      expect([succeeded, refused || !refuses], `${method} ${path} succeeded, and refused`).toEqual([true, true]);
    }
  }
});
